// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/backgroundtransfer.h"
#include "core/console/witness/vanished.h"
#include "ui/dialogs/operationdialog.h"

#include <QTimer>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace dueline {

/// Tasks lost from a queue, as found in a recording.
struct RecordedLoss
{
    QString recording; ///< path of the file
    VanishedTasks tasks;
    ImportSource source;
    /// Server where the tasks were recorded; empty if they are added to the same server.
    QString server = {};
};

/// Dialog that imports tasks from a file into a queue, or puts lost tasks back. Before changing anything, it shows
/// which tasks would be added, which already exist, and which lines are invalid. Canceling stops an import after its
/// current step.
class ImportTasksDialog : public OperationDialog
{
    Q_OBJECT

public:
    ImportTasksDialog(const Theme& theme, ConnectionSpec connection, Access access, const Profile& profile,
        const QueueName& queue, QWidget* parent);
    /// Creates a dialog that puts lost tasks back.
    ImportTasksDialog(const Theme& theme, ConnectionSpec connection, Access access, const Profile& profile,
        const RecordedLoss& loss, QWidget* parent);

    void setFile(const QString& file);
    /// Returns the outcome. Valid only if the dialog was accepted.
    const ImportProgress& progress() const { return m_progress; }
    /// Returns sentences about tasks that aren't added exactly as they were; empty if there are none.
    static QString changesText(const ImportProgress& progress);
    const OperationRecord& record() const { return m_record; }
    /// Returns whether the whole file has been examined.
    bool isLookedAt() const { return m_looked.has_value(); }
    /// Returns the equivalent duectl command, without the connection.
    QString command() const;

public Q_SLOTS:
    void accept() override;
    void reject() override;

private:
    ImportTasksDialog(const Theme& theme, ConnectionSpec connection, Access access, const Profile& profile,
        const QueueName& queue, std::optional<RecordedLoss> loss, QWidget* parent);
    void addFileRow();
    void addLossRows();
    void chooseFile();
    void look();
    void showProgress(const ImportProgress& progress);
    void end(const ImportProgress& progress, const OperationRecord& record);
    void fail(const Error& error);
    void setAdding(bool adding);
    void updateVerb();
    QString verbText() const;
    ImportRequest request(bool dryRun) const;
    ImportSource source() const;

    ConnectionSpec m_connection;
    Access m_access;
    QueueName m_queue;
    /// Lost tasks to put back; nullopt if tasks are imported from a file.
    std::optional<RecordedLoss> m_loss;
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
    PlainLabel* m_changes = nullptr; ///< sentences about data that isn't restored
    QPlainTextEdit* m_lines;
};

} // namespace dueline
