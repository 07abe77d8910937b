// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/backgroundtransfer.h"
#include "ui/dialogs/operationdialog.h"

#include <QTimer>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace dueline {

/// Dialog that imports tasks from a file into a queue. Before making any changes, it shows which tasks would be added,
/// which already exist, and which lines are invalid. Cancelling stops an import after its current step.
class ImportTasksDialog : public OperationDialog
{
    Q_OBJECT

public:
    ImportTasksDialog(const Theme& theme, ConnectionSpec connection, Access access, const Profile& profile,
        const QueueName& queue, QWidget* parent);

    void setFile(const QString& file);
    /// Returns the outcome. Valid only if the dialog has been accepted.
    const ImportProgress& progress() const { return m_progress; }
    const OperationRecord& record() const { return m_record; }
    /// Returns whether the entire file has been examined.
    bool isLookedAt() const { return m_looked.has_value(); }
    /// Returns the equivalent duectl command, without the connection.
    QString command() const;

public Q_SLOTS:
    void accept() override;
    void reject() override;

private:
    void chooseFile();
    void look();
    void showProgress(const ImportProgress& progress);
    void end(const ImportProgress& progress, const OperationRecord& record);
    void fail(const Error& error);
    void setAdding(bool adding);
    void updateVerb();
    ImportRequest request(bool dryRun) const;

    ConnectionSpec m_connection;
    Access m_access;
    QueueName m_queue;
    BackgroundTransfer m_background;
    QTimer m_soon;
    std::optional<ImportProgress> m_looked;
    ImportProgress m_progress;
    OperationRecord m_record;
    bool m_adding = false;
    QLineEdit* m_file;
    QPushButton* m_browse;
    PlainLabel* m_adds;
    PlainLabel* m_states;
    PlainLabel* m_there;
    PlainLabel* m_left;
    QPlainTextEdit* m_lines;
};

} // namespace dueline
