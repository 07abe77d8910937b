// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/transfercommands.h"

#include "core/base/text.h"
#include "core/redis/redisurl.h"
#include "ui/dialogs/importtasksdialog.h"
#include "ui/text/formatting.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/witness/changespage.h"
#include "ui/workbench/listedtasks.h"
#include "ui/workbench/undoinview.h"
#include "ui/workbench/windowevents.h"

#include <QPointer>

namespace dueline {

TransferCommands::TransferCommands(const Theme& theme, UndoInView& undo, WindowEvents& events, ListedTasks& list,
    Actions& actions, const TaskTable& table, ChangesPage& changes, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_undo(undo)
    , m_events(events)
    , m_view(list.view())
    , m_list(list)
    , m_table(table)
    , m_changes(changes)
    , m_window(window)
{
    actions.handle("queue.export", this, [this] { exportTasks(); });
    actions.handle("queue.import", this, [this] { importTasks(); });
    actions.handle("task.move", this, [this] { moveTasks(); });
    connect(&changes, &ChangesPage::putBackRequested, this, &TransferCommands::putBack);
}

TransferScope TransferCommands::scope() const
{
    const TaskScope& shown = m_list.feed().scope();
    const QueueName queue = m_view.place().queue;
    const bool stays = m_view.current() && m_view.current()->session().capabilities(queue).copied;
    return {queue, m_table.selection(), shown.filter, shown.states, m_list.tasks().isAll(), stays};
}

/// Returns a sentence about unreadable tasks that were skipped; empty if there were none.
QStringList TransferCommands::damageWords(qint64 damaged)
{
    return damaged > 0 ? QStringList{tr("%Ln skipped: cannot be read", nullptr, Formatting::plural(damaged))}
                       : QStringList();
}

void TransferCommands::exportTasks()
{
    const Connection* connection = m_view.current();
    const SidebarPlace place = m_view.place();
    if (!connection || place.queue.isEmpty())
        return;
    ExportDialog dialog(m_theme, connection->spec(), connection->profile(), scope(), m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    Notice notice;
    notice.icon = QStringLiteral("export");
    notice.text = tr("%Ln task(s) written to %1", nullptr, Formatting::plural(dialog.progress().written))
                      .arg(printable(dialog.file().toUtf8(), 80));
    QStringList detail;
    if (dialog.progress().gone > 0)
        detail << tr("%Ln task(s) left the queue before they could be read", nullptr,
            Formatting::plural(dialog.progress().gone));
    detail << damageWords(dialog.progress().damaged);
    notice.detail = Formatting::commas(detail);
    tellEnd(place.connection, place.queue, notice);
}

/// Reports the end of a transfer in the window and as a desktop notification.
void TransferCommands::tellEnd(const QString& connection, const QueueName& queue, const Notice& notice)
{
    m_events.tell(notice.about(connection));
    m_events.tellEnd({connection, queue, {}}, notice.text);
}

void TransferCommands::importTasks()
{
    const QPointer<Connection> connection = m_view.current();
    const QueueName queue = m_view.place().queue;
    if (!connection || queue.isEmpty())
        return;
    ImportTasksDialog dialog(
        m_theme, connection->spec(), connection->session().access(), connection->profile(), queue, m_window);
    if (dialog.exec() == QDialog::Accepted)
        tellImport(connection, queue, dialog);
}

void TransferCommands::putBack(const VanishedTasks& tasks)
{
    const ChangesFeed& feed = m_changes.feed();
    const QPointer<Connection> connection = feed.connection();
    if (!connection || !feed.report())
        return;
    RecordedLoss recorded{feed.path(), tasks, ChangesFeed::source(feed.path(), tasks)};
    if (!feed.file().isEmpty())
        recorded.server = QString::fromUtf8(feed.report()->changes.server);
    ImportTasksDialog dialog(
        m_theme, connection->spec(), connection->session().access(), connection->profile(), recorded, m_window);
    if (dialog.exec() == QDialog::Accepted)
        tellImport(connection, dialog.record().queue, dialog);
}

/// Reports the end of an import and refreshes the view.
void TransferCommands::tellImport(
    const QPointer<Connection>& connection, const QueueName& queue, const ImportTasksDialog& dialog)
{
    if (!connection)
        return;
    tellEnd(connection->id(), queue,
        Notice::worded([this, connection, queue, done = dialog.progress(), record = dialog.record()] {
            return importNotice(connection, queue, done, record);
        }));
    m_view.refresh();
}

Notice TransferCommands::importNotice(const QPointer<Connection>& connection, const QueueName& queue,
    const ImportProgress& done, const OperationRecord& record)
{
    Notice notice;
    notice.kind = done.added > 0 ? Notice::Kind::Result : Notice::Kind::Warning;
    notice.icon = QStringLiteral("import");
    notice.text = tr("%Ln task(s) added to %1", nullptr, Formatting::plural(done.added)).arg(printable(queue, 40));
    QStringList detail;
    if (done.exists > 0)
        detail << tr("%Ln task(s) already existed", nullptr, Formatting::plural(done.exists));
    if (const qint64 skipped = done.invalid + done.conflicts + done.noPlace + done.flowParents; skipped > 0)
        detail << tr("%Ln skipped", nullptr, Formatting::plural(skipped));
    if (done.cancelled)
        detail << tr("interrupted; run the same import again to add the rest");
    notice.detail = Formatting::commas(detail);
    if (done.added > 0 && record.undoable) {
        notice.links.push_back({tr("Undo"), {}, [this, connection, record] {
                                    if (connection)
                                        m_undo.undo(*connection, record);
                                }});
    }
    return notice;
}

/// Returns the connections that tasks can be moved to: the current one first, then all other writable ones.
std::vector<MoveGoal> TransferCommands::goals() const
{
    std::vector<MoveGoal> goals;
    const auto add = [&](const Connection& connection) {
        MoveGoal goal;
        goal.name = connection.profile().name;
        goal.connection = connection.spec();
        goal.access = connection.session().access();
        goal.address = displayUrl(connection.spec().redis).toUtf8();
        goal.environment = connection.profile().environment;
        for (const QueueInfo& queue : connection.queues()) {
            // Tasks can't be copied into a framework's queue.
            if (!connection.session().capabilities(queue.name).copied)
                goal.queues.push_back(queue.name);
        }
        goals.push_back(std::move(goal));
    };
    add(*m_view.current());
    for (const auto& other : m_view.connections().all()) {
        const Connection& now = *m_view.current();
        const bool same = other->spec().redis == now.spec().redis && other->spec().prefix == now.spec().prefix;
        if (other.get() != &now && !same && other->mayWrite() && other->session().isOnline()
            && other->session().capabilities().add)
            add(*other);
    }
    return goals;
}

void TransferCommands::moveTasks()
{
    const QPointer<Connection> connection = m_view.current();
    if (!connection || m_view.place().queue.isEmpty())
        return;
    MoveDialog dialog(m_theme, connection->profile(), scope(), goals(), m_window);
    if (dialog.exec() != QDialog::Accepted || !connection)
        return;
    tellEnd(connection->id(), dialog.request().from,
        Notice::worded(
            [this, connection, request = dialog.request(), done = dialog.progress(), record = dialog.record(),
                noUndo = dialog.noUndo()] { return moveNotice(connection, request, done, record, noUndo); }));
    m_view.refresh();
}

Notice TransferCommands::moveNotice(const QPointer<Connection>& connection, const MoveRequest& request,
    const MoveProgress& done, const OperationRecord& record, const QString& noUndo)
{
    Notice notice;
    notice.kind = done.done > 0 ? Notice::Kind::Result : Notice::Kind::Warning;
    notice.icon = QStringLiteral("forward");
    notice.text = (request.copies ? tr("%Ln task(s) copied to %1", nullptr, Formatting::plural(done.done))
                                  : tr("%Ln task(s) moved to %1", nullptr, Formatting::plural(done.done)))
                      .arg(printable(request.to, 40));
    QStringList detail;
    if (const qint64 left = done.left() - done.damaged; left > 0)
        detail << tr("%Ln skipped: held by a worker, conflicting with another task, or changed in the meantime",
            nullptr, Formatting::plural(left));
    detail << damageWords(done.damaged);
    notice.detail = Formatting::commas(detail);
    if (done.done > 0 && !noUndo.isEmpty())
        notice.detail = Formatting::list({notice.detail, noUndo});
    // A move to another server can be undone only with duectl, which accepts the other server's address.
    if (done.done > 0 && record.undoable && request.elsewhere.isEmpty()) {
        notice.links.push_back({tr("Undo"), {}, [this, connection, record] {
                                    if (connection)
                                        m_undo.undo(*connection, record);
                                }});
    }
    return notice;
}

} // namespace dueline
