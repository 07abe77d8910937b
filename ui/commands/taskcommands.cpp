// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/taskcommands.h"

#include "core/base/text.h"
#include "ui/commands/bulkcommands.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/edittaskdialog.h"
#include "ui/theme/theme.h"
#include "ui/workbench/operationnotice.h"

#include <QApplication>

namespace dueline {

TaskCommands::TaskCommands(const Theme& theme, const Formatting& formatting, Workbench& bench, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_bench(bench)
    , m_window(window)
{
    connect(&m_editing, &TaskEditing::noticed, &bench, &Workbench::noticed);
    connect(&m_editing, &TaskEditing::readToEdit, this, &TaskCommands::askEdit);
    connect(&m_editing, &TaskEditing::readToCopy, this, &TaskCommands::askCopy);
    connect(&m_editing, &TaskEditing::edited, this, &TaskCommands::tellEdited);
}

void TaskCommands::perform(QByteArrayView id, Connection& connection, const QueueName& queue, const TaskId& task)
{
    if (queue.isEmpty())
        return;
    if (id == "task.edit")
        return m_editing.readForEdit(connection, queue, task);
    if (!connection.spec().maskedFields.isEmpty()) {
        Q_EMIT m_bench.noticed({Notice::Kind::Warning, QStringLiteral("warning"),
            tr("Payloads are masked on this connection, so a copy would hold the mask instead of what is behind it."),
            {}, {}});
        return;
    }
    m_editing.readForCopy(connection, queue, task);
}

/// Returns whether the queue is still in view and no dialog is open. Results that arrive later are dropped.
bool TaskCommands::isShown(const Connection* connection, const QueueName& queue) const
{
    return connection && connection == m_bench.current() && queue == m_bench.place().queue && m_bench.queue()
        && !QApplication::activeModalWidget();
}

void TaskCommands::askEdit(Connection* connection, const QueueName& queue, const EditableTask& task)
{
    if (!isShown(connection, queue))
        return;
    const QPointer<Connection> of(connection);
    EditTaskDialog dialog(m_theme, m_formatting, *m_bench.queue(), task,
        tr("%1 on %2", "queue, connection").arg(printable(queue, 40), connection->profile().name),
        connection->profile().environment, BulkCommands::undoTime(*connection, queue),
        !connection->spec().maskedFields.isEmpty(), m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (!of)
        return Q_EMIT m_bench.noticed(OperationNotice::connectionClosed());
    m_editing.edit(*of, dialog.request());
}

void TaskCommands::askCopy(Connection* connection, const QueueName& queue, const EditableTask& task)
{
    if (!isShown(connection, queue))
        return;
    if (!task.payload) {
        Q_EMIT m_bench.noticed({Notice::Kind::Warning, QStringLiteral("warning"),
            tr("The payload is too large to be copied here, %1; \"Move or copy\" does it.")
                .arg(formatBytes(task.detail.task.size)),
            {}, {}});
        return;
    }
    const QPointer<Connection> of(connection);
    AddTaskDialog dialog(m_theme, m_formatting, *m_bench.queue(), {},
        tr("%1 on %2", "queue, connection").arg(printable(queue, 40), connection->profile().name),
        connection->profile().environment, connection->session().clockOffset(), m_window,
        AddTaskRules::of(connection->spec().layout, queue, {queue}));
    dialog.copy(task);
    do {
        if (dialog.exec() != QDialog::Accepted)
            return;
        if (!of)
            return Q_EMIT m_bench.noticed(OperationNotice::connectionClosed());
        m_bench.addTasks(*of, dialog.queue(), dialog.tasks());
    } while (dialog.keepsOpen());
}

void TaskCommands::tellEdited(Connection* connection, const OperationRecord& record)
{
    if (record.undoable)
        m_bench.undo().offer(*connection, record);
    const Millis undoFor = BulkCommands::undoTime(*connection, record.queue);
    Q_EMIT m_bench.noticed(Notice::worded([this, of = connection->id(), record, undoFor] {
        Notice notice;
        notice.icon = QStringLiteral("edit");
        notice.text = tr("%1 was edited").arg(printable(record.filter, 60));
        if (record.undoable) {
            notice.detail
                = tr("can be undone for %1, until it runs or is acted on again").arg(Formatting::duration(undoFor));
            notice.links.push_back(OperationNotice::undoLink(m_bench, of, record));
            notice.links.back().shortcut = QStringLiteral("Ctrl+Z");
        }
        notice.links.push_back({tr("Details"), {}, [this, of, record] { m_bench.showOperation(of, record); }});
        return notice;
    }).about(connection->id()));
    Q_EMIT m_bench.operationEnded(nullptr);
    m_bench.refresh();
}

} // namespace dueline
