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

TaskCommands::TaskCommands(const Theme& theme, const Formatting& formatting, ActionRunner& runner, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_runner(runner)
    , m_window(window)
{
    connect(&m_editing, &TaskEditing::noticed, &runner.events(), &WindowEvents::tell);
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
        m_runner.events().tell({Notice::Kind::Warning, QStringLiteral("warning"),
            tr("Payloads are masked on this connection, so a copy would contain the mask instead of the payload."), {},
            {}});
        return;
    }
    m_editing.readForCopy(connection, queue, task);
}

/// Returns whether the queue is still displayed and no dialog is open. Otherwise, results have arrived too late and are
/// ignored.
bool TaskCommands::isShown(const Connection* connection, const QueueName& queue) const
{
    return connection && connection == m_runner.view().current() && queue == m_runner.view().place().queue
        && m_runner.view().queue() && !QApplication::activeModalWidget();
}

void TaskCommands::askEdit(Connection* connection, const QueueName& queue, const EditableTask& task)
{
    if (!isShown(connection, queue))
        return;
    const QPointer<Connection> of(connection);
    EditTaskDialog dialog(m_theme, m_formatting, *m_runner.view().queue(), task,
        tr("%1 on %2", "queue, connection").arg(printable(queue, 40), connection->profile().name),
        connection->profile().environment, BulkCommands::undoTime(*connection, queue),
        EditTaskDialog::Limits{
            !connection->spec().maskedFields.isEmpty(), !connection->session().capabilities(queue).editsOptions},
        m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (!of)
        return m_runner.events().tell(OperationNotice::connectionClosed());
    m_editing.edit(*of, dialog.request(), dialog.retries());
}

void TaskCommands::askCopy(Connection* connection, const QueueName& queue, const EditableTask& task)
{
    if (!isShown(connection, queue))
        return;
    if (!task.payload) {
        m_runner.events().tell({Notice::Kind::Warning, QStringLiteral("warning"),
            tr("The payload (%1) is too large to copy here; use \"Move or copy\".")
                .arg(formatBytes(task.detail.task.size)),
            {}, {}});
        return;
    }
    const QPointer<Connection> of(connection);
    AddTaskDialog dialog(m_theme, m_formatting, *m_runner.view().queue(), {},
        tr("%1 on %2", "queue, connection").arg(printable(queue, 40), connection->profile().name),
        connection->profile().environment, connection->session().clockOffset(), m_window,
        AddTaskRules::of(connection->spec().layout, queue, {queue}));
    dialog.copy(task);
    do {
        if (dialog.exec() != QDialog::Accepted)
            return;
        if (!of)
            return m_runner.events().tell(OperationNotice::connectionClosed());
        m_runner.addTasks(*of, dialog.queue(), dialog.tasks());
    } while (dialog.keepsOpen());
}

void TaskCommands::tellEdited(Connection* connection, const EditedTask& task)
{
    const Millis undoFor = BulkCommands::undoTime(*connection, task.edit.queue);
    std::vector<OperationRecord> records{task.edit};
    if (task.retry)
        records.insert(records.begin(), *task.retry);
    m_runner.endEdit(*connection, records, Notice::worded([this, of = connection->id(), task, undoFor] {
        Notice notice;
        notice.icon = QStringLiteral("edit");
        const QString name = printable(task.edit.filter, 60);
        notice.text = task.retry ? tr("%1 was edited and retried").arg(name) : tr("%1 was edited").arg(name);
        if (!task.problem.isEmpty()) {
            notice.kind = Notice::Kind::Warning;
            notice.text = tr("%1 was edited, but not retried").arg(name);
            notice.detail = task.problem;
        } else if (task.edit.undoable) {
            notice.detail = tr("can be undone for %1, or until the task runs or changes again")
                                .arg(Formatting::duration(undoFor));
        }
        if (task.edit.undoable) {
            notice.links.push_back(OperationNotice::undoLink(m_runner, of, task.edit));
            notice.links.back().shortcut = QStringLiteral("Ctrl+Z");
        }
        notice.links.push_back({tr("Details"), {},
            [this, of, record = task.retry.value_or(task.edit)] { m_runner.events().showOperation(of, record); }});
        return notice;
    }).about(connection->id()));
}

} // namespace dueline
