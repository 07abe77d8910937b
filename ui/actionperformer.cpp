// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actionperformer.h"

#include "core/base/text.h"
#include "ui/actions/commandpalette.h"
#include "ui/dialogs/changesdialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/designsdialog.h"
#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/dialogs/undodialog.h"
#include "ui/dialogs/timelinetabledialog.h"
#include "ui/presenters/tasksearch.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/taskjson.h"
#include "ui/text/taskname.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinewidget.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/tasktable.h"

#include <QApplication>
#include <QClipboard>

namespace dueline {

ActionPerformer::ActionPerformer(
    Theme& theme, const Formatting& formatting, Workbench& bench, const Actions& actions, Parts parts, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_bench(bench)
    , m_actions(actions)
    , m_parts(parts)
    , m_window(window)
    , m_onFilter(theme, formatting, bench, parts.messages, window)
    , m_onTask(theme, formatting, bench, window)
    , m_compare(theme, formatting, bench, window)
{
    connect(&bench, &Workbench::filterActionWished, &m_onFilter, &FilterActions::act);
    bench.setUndoQuestion([self = QPointer(this)](const Connection& connection, const OperationRecord& operation) {
        return self ? self->askUndo(connection, operation) : 0;
    });
    connect(&bench.taskFeed(), &TaskFeed::orderChanged, this, &ActionPerformer::showOrder);
    showOrder();
    connect(&bench.timelineFeed(), &TimelineFeed::fitted, this, [this](TimeRange range) { m_parts.view.show(range); });
}

void ActionPerformer::perform(const QByteArray& id)
{
    const auto is = [&id](const char* wanted) { return id == wanted; };
    Connection* current = m_bench.current();
    TimelineWidget& timeline = m_parts.timeline;
    if (is("connection.new"))
        Q_EMIT connectDialogWished();
    else if (is("connection.sandbox"))
        Q_EMIT sandboxWished();
    else if (is("connection.reconnect") && current)
        current->session().reconnect();
    else if (is("app.quit"))
        Q_EMIT closeWished();
    else if (is("edit.undo"))
        m_bench.undoLast();
    else if (is("edit.filter"))
        m_parts.filter.setFocus(Qt::ShortcutFocusReason);
    else if (is("edit.clearFilter"))
        m_parts.filter.clear();
    else if (is("edit.selectAll"))
        m_parts.table.selectAll();
    else if (is("edit.copyId") || is("edit.copyJson"))
        copySelection(id);
    else if (is("command.reschedule"))
        askReschedule(); // its times are entered there, and so is its command copied
    else if (id.startsWith("command."))
        copyCommand(id);
    else if (is("view.refresh"))
        m_bench.refresh();
    else if (is("view.live"))
        m_bench.setLive(m_actions["view.live"]->isChecked());
    else if (is("view.sortTime"))
        m_bench.taskFeed().setOrder({});
    else if (is("view.sortType"))
        m_bench.taskFeed().setOrder({TaskOrder::By::Type, false});
    else if (is("view.sortAttempts"))
        m_bench.taskFeed().setOrder({TaskOrder::By::Attempts, false});
    else if (is("view.sortAdded"))
        m_bench.taskFeed().setOrder({TaskOrder::By::Added, false});
    else if (is("view.now"))
        m_parts.view.follow(m_bench.now());
    else if (is("view.fit"))
        m_bench.timelineFeed().fit();
    else if (is("view.zoomIn"))
        timeline.zoomBy(0.5);
    else if (is("view.zoomOut"))
        timeline.zoomBy(2);
    else if (is("view.back"))
        m_parts.view.stepBack();
    else if (is("view.forward"))
        m_parts.view.stepForward();
    else if (is("view.inspector"))
        Q_EMIT inspectorWished(m_actions["view.inspector"]->isChecked());
    else if (is("view.light"))
        m_theme.choose(ThemeChoice::Light);
    else if (is("view.dark"))
        m_theme.choose(ThemeChoice::Dark);
    else if (is("view.highContrast"))
        m_theme.choose(ThemeChoice::HighContrast);
    else if (is("view.allConnections"))
        m_bench.setTimelineOfAll(m_actions["view.allConnections"]->isChecked());
    else if (is("view.timelineTable"))
        showTimelineTable();
    else if (is("view.system"))
        m_theme.choose(ThemeChoice::System);
    else if (is("task.add"))
        askAdd();
    else if (is("task.inspect"))
        Q_EMIT m_parts.table.inspectRequested();
    else if ((is("task.edit") || is("task.copy")) && selection().size() == 1)
        m_onTask.perform(id, selection().front().id);
    else if (is("task.compare") && selection().size() == 2)
        m_compare.compareTasks(selection().front().id, selection().back().id);
    else if (is("task.retry"))
        act(ActionKind::Retry);
    else if (is("task.runNow"))
        act(ActionKind::RunNow);
    else if (is("task.reschedule"))
        askReschedule();
    else if (is("task.discard"))
        act(ActionKind::Discard);
    else if (is("task.restore"))
        act(ActionKind::Restore);
    else if (is("task.delete"))
        act(ActionKind::Delete);
    else if (is("task.cancel") && current)
        m_bench.leases().cancel(*current, {{m_bench.place().queue, selection()}});
    else if (is("task.release") && current)
        m_bench.leases().release(*current, {{m_bench.place().queue, selection()}});
    else if (is("task.extend") && current)
        m_bench.leases().extend(*current, {{m_bench.place().queue, selection()}}, std::chrono::minutes(5));
    else if (is("queue.pause") || is("queue.resume"))
        m_bench.setPaused(m_bench.place().queue, is("queue.pause"));
    else if (is("tools.palette"))
        showPalette();
    else if (is("help.shortcuts"))
        HelpDialog(m_theme, m_actions, m_window).exec();
    else if (is("help.changes"))
        ChangesDialog(m_theme, compiledChangelog(), m_window).exec();
    else if (is("help.designs"))
        DesignsDialog(m_theme, m_window).exec();
    else if (is("help.about"))
        showAbout();
}

QHash<TaskId, const Task*> ActionPerformer::loadedTasks() const
{
    const TaskTableModel& tasks = m_bench.tasks();
    QHash<TaskId, const Task*> loaded;
    for (const int page : tasks.loadedPages()) {
        for (int row = page * TaskTableModel::pageSize; row < (page + 1) * TaskTableModel::pageSize; ++row) {
            if (const Task* task = tasks.taskAt(row))
                loaded.insert(task->id, task);
        }
    }
    return loaded;
}

void ActionPerformer::copySelection(const QByteArray& id)
{
    const QHash<TaskId, const Task*> loaded = loadedTasks();
    // Of a task that is ticked but not loaded no more is known than what was seen of it.
    const auto seen = [&loaded](const TaskRef& ref) {
        if (const Task* task = loaded.value(ref.id))
            return *task;
        Task task;
        task.id = ref.id;
        task.state = ref.seenState;
        task.at = ref.seenAt;
        return task;
    };
    QStringList lines;
    for (const TaskRef& ref : selection()) {
        if (id == "edit.copyId")
            lines << QString::fromUtf8(ref.id);
        else
            lines << QString::fromUtf8(taskJson(m_bench.place().queue, seen(ref)));
    }
    QApplication::clipboard()->setText(lines.join(u'\n'));
}

/// `id`: `command.` and what is done.
void ActionPerformer::copyCommand(const QByteArray& id)
{
    const std::vector<TaskId> ids = idsOf(selection());
    if (ids.empty())
        return;
    Action action;
    const auto is = [&id](const char* wanted) { return id == wanted; };
    action.kind = is("command.runNow") ? ActionKind::RunNow
        : is("command.discard")        ? ActionKind::Discard
        : is("command.restore")        ? ActionKind::Restore
        : is("command.delete")         ? ActionKind::Delete
                                       : ActionKind::Retry;
    const QueueName& queue = m_bench.place().queue;
    if (actsOnAll() && !is("command.show")) {
        const TaskScope& scope = m_bench.taskFeed().scope();
        return QApplication::clipboard()->setText(filterCommand(queue, action, scope.filter.text(), scope.states));
    }
    QApplication::clipboard()->setText(
        is("command.show") ? showCommands(queue, ids) : actionCommand(queue, action, ids));
}

std::vector<TaskRef> ActionPerformer::selection() const
{
    return m_only ? std::vector{*m_only} : m_parts.table.selection();
}

void ActionPerformer::performOn(const QByteArray& id, const Task& task)
{
    m_only = TaskTableModel::refOf(task);
    perform(id);
    m_only.reset();
}

void ActionPerformer::compareAttempts(const TaskId& task, const Attempt& earlier, const Attempt& later)
{
    m_compare.compareAttempts(task, earlier, later);
}

void ActionPerformer::act(ActionKind kind)
{
    if (actsOnAll()) {
        const TaskScope scope = m_bench.taskFeed().scope();
        return m_onFilter.act(kind, scope.filter, scope.states, m_bench.taskFeed().matches());
    }
    OperationRequest request;
    request.queue = m_bench.place().queue;
    request.action.kind = kind;
    request.selection.kind = TaskSelection::Kind::Refs;
    request.selection.refs = selection();
    if (request.selection.refs.empty() || !m_bench.current())
        return;
    const std::size_t count = request.selection.refs.size();
    if (ConfirmDialog::asksBefore(kind, count, m_bench.current()->profile().environment) && !confirm(request))
        return;
    if (OperationJob* job = m_bench.start(std::move(request)))
        job->start();
}

/// Shows what it would do; false: it shall not. Puts the reason into it.
bool ActionPerformer::confirm(OperationRequest& request)
{
    const QPointer<Connection> connection = m_bench.current();
    ConfirmDialog dialog(m_theme, m_formatting, request, connection->profile(), m_bench.now(), m_window);
    dialog.setStages(connection->session().capabilities().stages);
    const QHash<TaskId, const Task*> loaded = loadedTasks();
    qint64 bytes = 0;
    bool all = true;
    for (const TaskRef& ref : request.selection.refs) {
        const Task* task = loaded.value(ref.id);
        all = all && task;
        bytes += task ? task->size : 0;
    }
    if (all)
        dialog.setPayload(bytes);
    OperationJob look(*connection, request);
    connect(&look, &OperationJob::previewed, &dialog, &ConfirmDialog::setPreview);
    connect(&look, &OperationJob::failed, &dialog, &ConfirmDialog::setFailure);
    look.preview();
    if (dialog.exec() != QDialog::Accepted || !connection || connection != m_bench.current())
        return false; // what was confirmed was confirmed for that connection
    request.reason = dialog.reason();
    request.pace = dialog.pace();
    request.canary = dialog.canary();
    return true;
}

/// At which pace an operation is undone; nullopt: it is not.
std::optional<qint64> ActionPerformer::askUndo(const Connection& connection, const OperationRecord& operation)
{
    if (!UndoDialog::asksBefore(operation.done, connection.profile().environment))
        return 0;
    UndoDialog dialog(
        m_theme, operation.queue, operation.id, operation.kind, operation.done, connection.profile(), m_window);
    return dialog.exec() == QDialog::Accepted ? std::optional(dialog.pace()) : std::nullopt;
}

void ActionPerformer::askReschedule()
{
    if (actsOnAll())
        return m_onFilter.reschedule(m_bench.taskFeed().scope());
    const auto refs = selection();
    if (refs.empty() || !m_bench.current())
        return;
    const QPointer<Connection> connection = m_bench.current();
    OperationRequest request;
    request.queue = m_bench.place().queue;
    RescheduleDialog dialog(m_theme, m_formatting, refs, request.queue, connection->profile().environment, m_bench.now(),
        FilterActions::undoTime(*connection, request.queue), m_window);
    if (dialog.exec() != QDialog::Accepted || !connection || connection != m_bench.current())
        return;
    request.action = dialog.action();
    request.reason = dialog.reason();
    request.pace = dialog.pace();
    request.selection.kind = TaskSelection::Kind::Refs;
    request.selection.refs = refs;
    if (OperationJob* job = m_bench.start(std::move(request)))
        job->start();
}

bool ActionPerformer::actsOnAll() const { return !m_only && m_bench.tasks().isAll(); }

void ActionPerformer::showPalette()
{
    std::vector<CommandPalette::Entry> entries = CommandPalette::entriesOf(m_actions);
    for (const auto& connection : m_bench.connections()) {
        for (const QueueInfo& queue : connection->queues()) {
            entries.push_back(
                {tr("Queue %1").arg(printable(queue.name, 60)), connection->profile().name, QStringLiteral("queue"),
                    true, [this, place = SidebarPlace{connection->id(), queue.name, {}}] { m_bench.show(place); }});
        }
    }
    Connection* current = m_bench.current();
    const bool looks = current && !m_bench.place().queue.isEmpty();
    CommandPalette palette(m_theme, std::move(entries), looks, m_window);
    std::unique_ptr<TaskSearch> search;
    if (looks) {
        search = std::make_unique<TaskSearch>(*current, m_bench.place().queue);
        connect(&palette, &CommandPalette::queryChanged, search.get(), &TaskSearch::look);
        connect(search.get(), &TaskSearch::found, &palette,
            [this, &palette](const QString&, const std::vector<Task>& tasks, bool complete) {
                std::vector<CommandPalette::Entry> found;
                found.reserve(tasks.size());
                for (const Task& task : tasks)
                    found.push_back({printable(task.id, 90), Formatting::stateWord(task.state),
                        Theme::stateIcon(task.state), true, [this, id = task.id] { showTask(id); }});
                palette.setFound(std::move(found), complete);
            });
    }
    palette.move(m_window->mapToGlobal(QPoint((m_window->width() - palette.width()) / 2, 80)));
    palette.exec();
}

/// Makes it the current task, where it is listed; else lists it alone.
void ActionPerformer::showTask(const TaskId& id)
{
    if (!m_parts.table.select(id))
        m_parts.filter.apply(idFilter(id));
    m_parts.table.setFocus();
}

void ActionPerformer::showTimelineTable()
{
    const Connection* current = m_bench.current();
    if (!current)
        return;
    const QueueName& queue = m_bench.place().queue;
    const QString subject = queue.isEmpty()
        ? current->profile().name
        : tr("%1 on %2", "queue, connection").arg(printable(queue, 40), current->profile().name);
    TimelineTableDialog(m_theme, m_formatting, m_parts.timeline.data(), subject, m_bench.now(), m_window).exec();
}

void ActionPerformer::showAbout()
{
    m_parts.messages.show(
        {Notice::Kind::Result, QStringLiteral("dueline"), tr("Dueline %1").arg(QStringLiteral(DUELINE_VERSION)),
            tr("GPL-3.0-or-later; with Qt %1, hiredis and QtKeychain").arg(QLatin1String(qVersion())), {}});
}

} // namespace dueline
