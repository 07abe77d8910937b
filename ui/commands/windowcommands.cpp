// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/windowcommands.h"

#include "core/base/text.h"
#include "core/console/operations/operationrules.h"
#include "core/console/profiles/placelink.h"
#include "ui/commands/palettecommands.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/changesdialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/connect/designsdialog.h"
#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/namedialog.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/dialogs/undodialog.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/taskjson.h"
#include "ui/text/taskname.h"
#include "ui/theme/theme.h"
#include "ui/timeline/feed/showntimeline.h"
#include "ui/timeline/timelinepane.h"
#include "ui/timeline/timelinetabledialog.h"
#include "ui/timeline/timelinewidget.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/workbench/operationnotice.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QClipboard>
#include <QPointer>

namespace dueline {

WindowCommands::WindowCommands(Theme& theme, const Formatting& formatting, Workbench& bench, ShownTimeline& shown,
    Actions& actions, Parts parts, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_bench(bench)
    , m_shown(shown)
    , m_actions(actions)
    , m_parts(parts)
    , m_window(window)
    , m_onFilter(theme, formatting, bench.actions(), parts.messages, window)
    , m_onTask(theme, formatting, bench.actions(), window)
    , m_compare(theme, formatting, bench.view(), bench.events(), window)
    , m_palette(new PaletteCommands(theme, bench.view(), bench.events(), actions, parts.table, window))
{
    handleTasks();
    handleCopies();
    handleView();
    handleTheRest();
    connect(&bench.events(), &WindowEvents::filterActionRequested, &m_onFilter, &BulkCommands::act);
    connect(&bench.events(), &WindowEvents::discardRequested, this,
        [this](Connection* connection, const QueueName& queue, const std::vector<TaskRef>& tasks) {
            act(ActionKind::Discard, {connection, queue, tasks});
        });
    connect(&bench.events(), &WindowEvents::actionRequested, this,
        [this](const QByteArray& action, Connection* connection, const QueueName& queue,
            const std::vector<TaskRef>& tasks) {
            perform(action, {connection, queue, tasks});
        });
    bench.actions().undo().setQuestion(
        [self = QPointer(this)](const Connection& connection, const std::vector<OperationRecord>& operations) {
            return self ? self->askUndo(connection, operations) : 0;
        });
    connect(&bench.list().feed(), &TaskFeed::orderChanged, this, &WindowCommands::showOrder);
    connect(m_palette, &PaletteCommands::searchRequested, this, &WindowCommands::searchRequested);
    showOrder();
    connect(&shown.matches(), &TimelineMatches::fitted, this, [this](TimeRange range) { m_parts.view.show(range); });
}

void WindowCommands::handleTasks()
{
    using Way = FilterAction::Mode;
    const auto acts = [this](const char* id, ActionKind kind, Way mode = Way::AtOnce) {
        onTasks(id, [this, kind, mode](const ActionTarget& target) { act(kind, target, mode); });
    };
    acts("task.retry", ActionKind::Retry);
    acts("task.retryLater", ActionKind::Retry, Way::Later);
    acts("task.runNow", ActionKind::RunNow);
    acts("task.discard", ActionKind::Discard);
    acts("task.restore", ActionKind::Restore);
    acts("task.delete", ActionKind::Delete);
    onTasks("task.reschedule", [this](const ActionTarget& target) { askReschedule(target); });
    for (const char* id : {"task.edit", "task.copy"}) {
        onTasks(id, [this, id](const ActionTarget& target) {
            if (target.connection && target.refs.size() == 1)
                m_onTask.perform(id, *target.connection, target.queue, exactId(target.refs.front()));
        });
    }
    onTasks("task.compare", [this](const ActionTarget& target) {
        if (target.refs.size() == 2)
            m_compare.compareTasks(exactId(target.refs.front()), exactId(target.refs.back()));
    });
    const auto onLeases = [this](const char* id, void (LeaseEdits::*edit)(Connection&, const LeaseEdits::Chosen&)) {
        onTasks(id, [this, edit](const ActionTarget& target) {
            if (target.connection)
                (m_bench.actions().leases().*edit)(*target.connection, {{target.queue, target.refs}});
        });
    };
    onLeases("task.cancel", &LeaseEdits::cancel);
    onLeases("task.release", &LeaseEdits::release);
    onTasks("task.extend", [this](const ActionTarget& target) {
        if (target.connection)
            m_bench.actions().leases().extend(
                *target.connection, {{target.queue, target.refs}}, std::chrono::minutes(5));
    });
    m_actions.handle("task.add", this, [this] { askAdd(); });
    m_actions.handle("task.inspect", this, [this] { Q_EMIT m_parts.table.inspectRequested(); });
    m_actions.handle("edit.undo", this, [this] { m_bench.actions().undo().undoLast(); });
    for (const bool pauses : {true, false}) {
        m_actions.handle(pauses ? "queue.pause" : "queue.resume", this, [this, pauses] {
            if (Connection* current = m_bench.view().current())
                m_bench.actions().setPaused(*current, m_bench.view().place().queue, pauses);
        });
    }
}

void WindowCommands::handleCopies()
{
    onTasks("edit.copyId", [this](const ActionTarget& target) { copySelection(target, false); });
    onTasks("edit.copyJson", [this](const ActionTarget& target) { copySelection(target, true); });
    m_actions.handle("edit.copyLink", this, [this] { copyLink(); });
    connect(&m_bench.events(), &WindowEvents::linkRequested, this, &WindowCommands::copyLink);
    onTasks("command.show", [](const ActionTarget& target) {
        if (!target.refs.empty())
            QApplication::clipboard()->setText(showCommands(target.queue, idsOf(target.refs)));
    });
    const auto copies = [this](const char* id, ActionKind kind) {
        onTasks(id, [kind](const ActionTarget& target) { copyCommand(kind, target); });
    };
    copies("command.retry", ActionKind::Retry);
    copies("command.runNow", ActionKind::RunNow);
    copies("command.discard", ActionKind::Discard);
    copies("command.restore", ActionKind::Restore);
    copies("command.delete", ActionKind::Delete);
    // This command contains times, so open the dialog that asks for them. The dialog has a link that copies the
    // command.
    onTasks("command.reschedule", [this](const ActionTarget& target) { askReschedule(target); });
}

void WindowCommands::handleView()
{
    const auto on
        = [this](const char* id, std::function<void()> perform) { m_actions.handle(id, this, std::move(perform)); };
    const auto sorts
        = [&](const char* id, TaskOrder order) { on(id, [this, order] { m_bench.list().feed().setOrder(order); }); };
    sorts("view.sortTime", {});
    sorts("view.sortType", {TaskOrder::By::Type, false});
    sorts("view.sortAttempts", {TaskOrder::By::Attempts, false});
    sorts("view.sortAdded", {TaskOrder::By::Added, false});
    const auto themes = [&](const char* id, ThemeChoice choice) { on(id, [this, choice] { m_theme.choose(choice); }); };
    themes("view.light", ThemeChoice::Light);
    themes("view.dark", ThemeChoice::Dark);
    themes("view.highContrast", ThemeChoice::HighContrast);
    themes("view.system", ThemeChoice::System);
    on("view.refresh", [this] { m_bench.view().refresh(); });
    on("view.live", [this] {
        m_bench.view().setLive(m_actions["view.live"]->isChecked());
        Q_EMIT liveChosen();
    });
    on("view.now", [this] { m_parts.view.follow(m_bench.view().now()); });
    on("view.fit", [this] { m_shown.matches().fit(); });
    for (const TimelinePane::Preset& preset : TimelinePane::presets)
        on(preset.action, [this, &preset] { m_parts.view.showAround(m_bench.view().now(), preset.length); });
    on("view.zoomIn", [this] { m_parts.timeline.zoomBy(0.5); });
    on("view.zoomOut", [this] { m_parts.timeline.zoomBy(2); });
    on("view.back", [this] { m_parts.view.stepBack(); });
    on("view.forward", [this] { m_parts.view.stepForward(); });
    on("view.allConnections", [this] { m_shown.setOfAll(m_actions["view.allConnections"]->isChecked()); });
    on("view.timelineTable", [this] { showTimelineTable(); });
    on("view.previousTask", [this] { m_parts.table.moveCurrent(-1); });
    on("view.nextTask", [this] { m_parts.table.moveCurrent(1); });
    on("view.inspector", [this] { Q_EMIT inspectorRequested(m_actions["view.inspector"]->isChecked()); });
}

void WindowCommands::handleTheRest()
{
    const auto on
        = [this](const char* id, std::function<void()> perform) { m_actions.handle(id, this, std::move(perform)); };
    on("connection.new", [this] { Q_EMIT connectDialogRequested(); });
    on("connection.sandbox", [this] { Q_EMIT sandboxRequested(); });
    on("connection.reconnect", [this] {
        if (Connection* current = m_bench.view().current())
            current->reconnect();
    });
    on("app.quit", [this] { Q_EMIT closeRequested(); });
    on("edit.clearFilter", [this] { m_parts.filter.clear(); });
    on("edit.selectAll", [this] { m_parts.table.selectAll(); });
    on("tools.palette", [this] { m_palette->show(); });
    on("help.shortcuts", [this] { HelpDialog(m_theme, m_actions, m_window).exec(); });
    on("help.changes", [this] { ChangesDialog(m_theme, compiledChangelog(), m_window).exec(); });
    on("help.designs", [this] { DesignsDialog(m_theme, m_window).exec(); });
    on("help.about", [this] { showAbout(); });
}

/// Handles an action by calling `perform` with the tasks selected when it is triggered.
void WindowCommands::onTasks(const char* id, OnTasks perform)
{
    m_onTasks.insert(id, perform);
    m_actions.handle(id, this, [this, perform = std::move(perform)] { perform(chosen()); });
}

void WindowCommands::perform(QByteArrayView id, const ActionTarget& target)
{
    const auto found = m_onTasks.constFind(id.toByteArray());
    if (found == m_onTasks.constEnd())
        qFatal("The action \"%s\" does not act on tasks.", id.toByteArray().constData());
    const OnTasks carriesOut = *found;
    carriesOut(target);
}

void WindowCommands::performOn(const QByteArray& id, const Task& task)
{
    perform(id, {m_bench.view().current(), m_bench.view().place().queue, {TaskTableModel::refOf(task)}});
}

ActionTarget WindowCommands::chosen() const
{
    const TaskFeed& feed = m_bench.list().feed();
    return {m_bench.view().current(), m_bench.view().place().queue, m_parts.table.selection(),
        m_bench.list().tasks().isAll(), feed.scope(), feed.matches()};
}

QHash<TaskId, const Task*> WindowCommands::loadedTasks() const
{
    const TaskTableModel& tasks = m_bench.list().tasks();
    QHash<TaskId, const Task*> loaded;
    for (const int page : tasks.loadedPages()) {
        for (int row = page * TaskTableModel::pageSize; row < (page + 1) * TaskTableModel::pageSize; ++row) {
            if (const Task* task = tasks.taskAt(row))
                loaded.insert(exactId(*task), task);
        }
    }
    return loaded;
}

void WindowCommands::copyLink(const std::optional<QByteArray>& failure)
{
    const Connection* current = m_bench.view().current();
    if (!current)
        return;
    if (!m_bench.connections().isSaved(*current)) {
        return m_bench.events().tell(Notice::worded([] {
            return Notice{Notice::Kind::Warning, QStringLiteral("warning"),
                tr("Only saved connections have links. Save this connection first."), {}, {}};
        }));
    }
    PlaceLink link{current->profile().name};
    link.failure = failure;
    if (!failure && !m_bench.view().place().queue.isEmpty()) {
        link.queue = m_bench.view().place().queue;
        link.filter = m_bench.list().feed().scope().filter.text();
        if (const auto selected = m_parts.table.selection(); selected.size() == 1)
            link.task = exactId(selected.front());
    }
    QApplication::clipboard()->setText(link.text());
    m_bench.events().tell(Notice::worded([] {
        return Notice{Notice::Kind::Result, QStringLiteral("copy"), tr("Link copied"), {}, {}};
    }));
}

void WindowCommands::copySelection(const ActionTarget& target, bool asJson)
{
    const QHash<TaskId, const Task*> loaded = loadedTasks();
    // For a checked task that isn't loaded, use its last known state.
    const auto seen = [&loaded](const TaskRef& ref) {
        if (const Task* task = loaded.value(exactId(ref)))
            return *task;
        Task task;
        task.id = ref.id;
        task.state = ref.seenState;
        task.at = ref.seenAt;
        task.exact = ref.exact;
        return task;
    };
    QStringList lines;
    for (const TaskRef& ref : target.refs)
        lines << QString::fromUtf8(asJson ? taskJson(target.queue, seen(ref)) : ref.id);
    QApplication::clipboard()->setText(lines.join(u'\n'));
}

/// Returns whether an action on the target must be forced; see isForEndedWorkers().
bool WindowCommands::isForced(ActionKind kind, const ActionTarget& target)
{
    if (!target.connection)
        return false;
    StateSet states = target.all ? target.scope.states : StateSet();
    for (const TaskRef& ref : target.refs)
        states.insert(ref.seenState);
    return isForEndedWorkers(kind, target.connection->session().capabilities(target.queue), states);
}

void WindowCommands::copyCommand(ActionKind kind, const ActionTarget& target)
{
    if (target.refs.empty())
        return;
    Action action;
    action.kind = kind;
    action.force = isForced(kind, target);
    const TaskScope& scope = target.scope;
    QApplication::clipboard()->setText(target.all
            ? filterCommand(target.queue, action, scope.filter.fixedText(), scope.states)
            : actionCommand(target.queue, action, idsOf(target.refs)));
}

void WindowCommands::compareAttempts(const TaskId& task, const Attempt& earlier, const Attempt& later)
{
    m_compare.compareAttempts(task, earlier, later);
}

void WindowCommands::act(ActionKind kind, const ActionTarget& target, FilterAction::Mode mode)
{
    if (target.all)
        return m_onFilter.act({kind, target.queue, target.scope.filter, target.scope.states, target.matches, mode});
    if (target.refs.empty() || !target.connection)
        return;
    OperationRequest request;
    request.queue = target.queue;
    request.action.kind = kind;
    request.action.force = isForced(kind, target);
    request.selection.kind = TaskSelection::Kind::Refs;
    request.selection.refs = target.refs;
    const bool asks = mode != FilterAction::Mode::AtOnce
        || ConfirmDialog::asksBefore(kind, target.refs.size(), target.connection->profile().environment);
    if (!asks || confirm(target, request, mode))
        start(target, std::move(request));
}

void WindowCommands::start(const ActionTarget& target, OperationRequest request)
{
    if (target.connection)
        m_bench.actions().run(m_bench.actions().makeJob(*target.connection, std::move(request)));
    else
        m_bench.events().tell(OperationNotice::connectionClosed());
}

/// Shows a preview and asks for confirmation. Returns false if the user cancels. Stores the entered reason in
/// `request`.
bool WindowCommands::confirm(const ActionTarget& target, OperationRequest& request, FilterAction::Mode mode)
{
    Connection& connection = *target.connection;
    ConfirmDialog dialog(
        m_theme, m_formatting, request, connection.profile(), connection.session().serverNow(), m_window);
    dialog.setCapabilities(connection.session().capabilities(request.queue));
    dialog.setMode(mode);
    const QHash<TaskId, const Task*> loaded = loadedTasks();
    qint64 bytes = 0;
    bool all = true;
    for (const TaskRef& ref : request.selection.refs) {
        const Task* task = loaded.value(exactId(ref));
        all = all && task;
        bytes += task ? task->size : 0;
    }
    if (all)
        dialog.setPayload(bytes);
    OperationJob look(connection, request);
    connect(&look, &OperationJob::previewed, &dialog, &ConfirmDialog::setPreview);
    connect(&look, &OperationJob::failed, &dialog, &ConfirmDialog::setFailure);
    look.preview();
    if (dialog.exec() != QDialog::Accepted)
        return false;
    request.action = dialog.action();
    request.reason = dialog.reason();
    request.pace = dialog.pace();
    request.canary = dialog.canary();
    request.keepsUndo = dialog.keepsUndo();
    return true;
}

/// Asks how fast to undo an action's operations; nullopt if the user cancels.
std::optional<qint64> WindowCommands::askUndo(
    const Connection& connection, const std::vector<OperationRecord>& operations)
{
    if (!UndoDialog::asksBefore(connection.profile().environment))
        return 0;
    UndoDialog dialog(m_theme, operations, connection.profile(), m_window);
    dialog.tellLeftOut(m_bench.actions().undo().partsStillActing(operations.front().id));
    return dialog.exec() == QDialog::Accepted ? std::optional(dialog.pace()) : std::nullopt;
}

void WindowCommands::askReschedule(const ActionTarget& target)
{
    if (target.all)
        return m_onFilter.reschedule(target.scope);
    if (target.refs.empty() || !target.connection)
        return;
    OperationRequest request;
    request.queue = target.queue;
    RescheduleDialog dialog(m_theme, m_formatting, target.refs, target.queue, target.connection->profile().environment,
        target.connection->session().serverNow(), BulkCommands::undoTime(*target.connection, target.queue), m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    request.action = dialog.action();
    request.reason = dialog.reason();
    request.pace = dialog.pace();
    request.selection.kind = TaskSelection::Kind::Refs;
    request.selection.refs = target.refs;
    start(target, std::move(request));
}

void WindowCommands::showTimelineTable()
{
    const Connection* current = m_bench.view().current();
    if (!current)
        return;
    const QueueName& queue = m_bench.view().place().queue;
    const QString subject = m_shown.isOfAll() ? tr("All connections")
        : queue.isEmpty()                     ? current->profile().name
                          : tr("%1 on %2", "queue, connection").arg(printable(queue, 40), current->profile().name);
    TimelineTableDialog(m_theme, m_formatting, m_parts.timeline.data(), subject, m_bench.view().now(), m_window).exec();
}

void WindowCommands::showAbout()
{
    m_parts.messages.show(
        {Notice::Kind::Result, QStringLiteral("dueline"), tr("Dueline %1").arg(QStringLiteral(DUELINE_VERSION)),
            tr("GPL-3.0-or-later; with Qt %1, hiredis and QtKeychain").arg(QLatin1String(qVersion())), {}});
}

void WindowCommands::askAdd()
{
    const QPointer<Connection> current = m_bench.view().current();
    if (!current)
        return;
    QueueInfo shown;
    if (const QueueInfo* queue = m_bench.view().queue()) {
        shown = *queue; // copied: the lists are refreshed while the dialog is open
    } else {
        NameDialog name(m_theme, tr("Name the first queue"), current->profile().name, QStringLiteral("default"),
            tr("Continue"), m_window);
        if (name.exec() != QDialog::Accepted || !current)
            return;
        shown.name = name.name().toUtf8();
    }
    QStringList types;
    for (int row = 0; row < std::min(200, m_bench.list().tasks().rowCount()); ++row) {
        if (const Task* task = m_bench.list().tasks().taskAt(row)) {
            // Skip types that aren't readable text: they can't be entered.
            const QString type = printable(typeOf(*task));
            if (type.toUtf8() == typeOf(*task) && !types.contains(type))
                types << type;
        }
    }
    types.sort();
    std::vector<QueueName> queues;
    for (const QueueInfo& queue : current->queues())
        queues.push_back(queue.name);
    AddTaskDialog dialog(m_theme, m_formatting, shown, types,
        tr("%1 on %2", "queue, connection").arg(printable(shown.name, 40), current->profile().name),
        current->profile().environment, current->session().clockOffset(), m_window,
        AddTaskRules::of(current->spec().layout, shown.name, queues));
    do {
        if (dialog.exec() != QDialog::Accepted)
            return;
        if (!current)
            return m_bench.events().tell(OperationNotice::connectionClosed());
        m_bench.actions().addTasks(*current, dialog.queue(), dialog.tasks());
    } while (dialog.keepsOpen());
}

/// Puts the check mark on the table's current sort order in the menu.
void WindowCommands::showOrder()
{
    using By = TaskOrder::By;
    const By by = m_bench.list().feed().order().by;
    for (const auto& [id, order] : {std::pair{"view.sortTime", By::Instant}, std::pair{"view.sortType", By::Type},
             std::pair{"view.sortAttempts", By::Attempts}, std::pair{"view.sortAdded", By::Added}})
        m_actions[id]->setChecked(order == by);
}

} // namespace dueline
