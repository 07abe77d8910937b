// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/backgroundadoption.h"
#include "ui/dialogs/operationdialog.h"
#include "ui/text/formatting.h"

#include <QTimer>

class QLineEdit;

namespace dueline {

/// Moves the tasks of a design written by hand into a native queue: which, how many, due when, what is not kept; then
/// how far it has come. Cancel while it moves ends it in order.
class AdoptDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// `request`: from where, and with which right; its queue is asked for here.
    AdoptDialog(const Theme& theme, const Formatting& formatting, AdoptRequest request, const Profile& profile,
        QWidget* parent);

    /// Once accepted: what was done.
    const AdoptProgress& progress() const { return m_progress; }
    const OperationRecord& record() const { return m_record; }
    /// The same as a duectl command, without the connection.
    QString command() const;

public Q_SLOTS:
    void accept() override;
    void reject() override;

private:
    void look();
    void showPreview(const AdoptPreview& preview);
    void showProgress(const AdoptProgress& progress);
    void fail(const Error& error);
    void updateVerb();

    const Formatting& m_formatting;
    AdoptRequest m_request;
    BackgroundAdoption m_background;
    QTimer m_soon;
    std::optional<AdoptPreview> m_preview;
    AdoptProgress m_progress;
    OperationRecord m_record;
    bool m_moving = false;
    QLineEdit* m_to;
    PlainLabel* m_tasks;
    PlainLabel* m_due;
    PlainLabel* m_stays;
};

} // namespace dueline
