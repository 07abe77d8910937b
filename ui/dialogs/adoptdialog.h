// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/backgroundadoption.h"
#include "ui/dialogs/operationdialog.h"
#include "ui/text/formatting.h"

#include <QTimer>

class QLineEdit;

namespace dueline {

/// Dialog that moves a custom layout's tasks into a native queue. Before the move, it shows the number of tasks, their
/// due times and the data that would be lost; during the move, it shows the progress. Canceling stops a move after its
/// current step.
class AdoptDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// Creates the dialog. `request`: source and access level; the dialog asks for the target queue.
    AdoptDialog(const Theme& theme, const Formatting& formatting, AdoptRequest request, const Profile& profile,
        QWidget* parent);

    /// Returns the outcome. Valid only if the dialog was accepted.
    const AdoptProgress& progress() const { return m_progress; }
    const OperationRecord& record() const { return m_record; }
    /// Returns the equivalent duectl command, without the connection.
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
