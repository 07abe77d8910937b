// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedules/schedulespanel.h"

#include "core/base/text.h"
#include "ui/actions/actions.h"
#include "ui/panels/schedules/removescheduledialog.h"
#include "ui/panels/schedules/scheduledetail.h"
#include "ui/text/languagechange.h"
#include "ui/text/schedulecommand.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/workbench/listedtasks.h"
#include "ui/workbench/operationnotice.h"
#include "ui/workbench/windowevents.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace dueline {

namespace {

constexpr int detailFrom = 900; ///< minimum panel width for showing the details, in pixels
/// Hiding priority of the queue column if all rows belong to one queue: it is the first to be hidden.
constexpr int queueFirst = 7;

} // namespace

SchedulesPanel::SchedulesPanel(const Theme& theme, const Formatting& formatting, ListedTasks& list,
    WindowEvents& events, Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_formatting(formatting)
    , m_list(list)
    , m_view(list.view())
    , m_events(events)
    , m_actions(actions)
    , m_model(formatting)
    , m_head(new PanelHeader(theme))
    , m_table(new PanelTable(theme, m_model, [&formatting] { return tableWords(formatting); }))
    , m_empty(new EmptyState(theme))
    , m_stack(new QStackedWidget)
    , m_detail(new ScheduleDetail(theme, formatting))
{
    build();
    connect(m_table, &PanelTable::chosen, this, &SchedulesPanel::showChosen);
    connect(m_table, &PanelTable::activatedRow, this, [this] { m_actions["schedule.edit"]->trigger(); });
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](QPoint at) {
        QMenu menu(this);
        m_actions.fillContextMenu(menu, MenuPlace::Schedules);
        menu.exec(m_table->viewport()->mapToGlobal(at));
    });
    handleActions();
    connect(&m_feed, &ScheduleFeed::changed, this, &SchedulesPanel::update);
    connect(&m_feed, &ScheduleFeed::failed, this, [this](const Error& error) {
        m_trouble = error.message;
        updateHead();
    });
    connect(&m_edits, &ScheduleEdits::noticed, &m_events, &WindowEvents::tell);
    connect(&m_edits, &ScheduleEdits::undoRequested, this, &SchedulesPanel::undoEdit);
    connect(&m_edits, &ScheduleEdits::changed, this, [this] {
        m_feed.refresh();
        m_view.refresh();
    });
    connect(&m_view.connections(), &OpenConnections::changed, this, &SchedulesPanel::follow);
    connect(&m_view, &ViewedPlace::placeChanged, this, &SchedulesPanel::follow);
    connect(&m_view, &ViewedPlace::currentChanged, this, [this] {
        follow();
        updateEmptyState();
    });
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &SchedulesPanel::tick);
    follow();
    update();
    onLanguageChange(this, [this] {
        updateHead();
        updateEmptyState();
        showChosen();
    });
}

PanelTable::Words SchedulesPanel::tableWords(const Formatting& formatting)
{
    return {tr("Recurring tasks"),
        {PanelTable::asSeen({QStringLiteral("nightly-report"), 0, 0}),
            PanelTable::asSeen({QStringLiteral("notifications"), 0, queueFirst}),
            PanelTable::asSeen({QStringLiteral("notification.send"), 0, 6}),
            PanelTable::asSeen({QStringLiteral("Mon–Fri, at 03:30 (America/New_York)"), 0, 0, true}),
            PanelTable::asSeen({QStringLiteral("America/New_York"), 0, 5}),
            PanelTable::asSeen(
                {QStringLiteral("%1 · %2").arg(Formatting::relative(TimePoint(std::chrono::hours(148)), TimePoint()),
                     formatting.instant(TimePoint(std::chrono::hours(24 * 332 + 17)), TimePoint())),
                    20, 0}),
            PanelTable::asSeen({QStringLiteral("%1 · %2 · 12:59:58")
                                    .arg(Formatting::stateWord(TaskState::Scheduled),
                                        Formatting::relative(TimePoint(), TimePoint(std::chrono::minutes(1439)))),
                20, 3}),
            PanelTable::asSeen({ScheduleModel::tr("unreadable", "a recurring task"), 20, 2})}};
}

void SchedulesPanel::build()
{
    addButton("schedule.new", QStringLiteral("add"), [] { return tr("New…"); });
    addButton("schedule.edit", QStringLiteral("edit"), [] { return tr("Edit…"); });
    m_enable = addButton("schedule.enable", QStringLiteral("play"), [] { return tr("Enable"); });
    m_disable = addButton("schedule.disable", QStringLiteral("pause"), [] { return tr("Disable"); });
    addButton("schedule.runNow", QStringLiteral("run-now"), [] { return tr("Run now"); });
    addButton("schedule.remove", QStringLiteral("delete"), [] { return tr("Remove"); });
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_actions.addScheduleKeys(m_table);
    auto* list = new Pane(theme(), Ground::Surface); // no border: the splitter handle serves as one
    list->addPages(m_head, m_stack, {m_table, m_empty});
    auto* split = new QSplitter(Qt::Horizontal);
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    split->addWidget(list);
    split->addWidget(m_detail);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 1);
    split->setSizes({660, 316});
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(split);
    setEntry(m_table);
}

/// Adds a button for an action. Its label is shorter than the action's, because the header already names the subject.
QToolButton* SchedulesPanel::addButton(const char* id, const QString& icon, QString (*text)())
{
    QAction* action = m_actions[id];
    QToolButton* button = m_head->addButton(icon, [action, text]() -> PanelHeader::Words {
        return {text(), action->toolTip()};
    });
    button->setEnabled(action->isEnabled());
    connect(action, &QAction::changed, button, [button, action] { button->setEnabled(action->isEnabled()); });
    connect(button, &QToolButton::clicked, action, &QAction::trigger);
    return button;
}

void SchedulesPanel::follow()
{
    if (m_feed.connection() == m_view.current() && m_feed.queue() == m_view.place().queue)
        return;
    m_trouble.clear();
    m_feed.show(m_view.current(), m_view.place().queue);
}

void SchedulesPanel::update()
{
    m_trouble.clear();
    m_table->holdPlace();
    m_model.setNow(m_view.now());
    m_model.set(m_feed.rows());
    m_table->restorePlace();
    m_table->setHides(ScheduleModel::Queue, m_model.isOfOneQueue() ? queueFirst : 1);
    if (!m_wanted.isEmpty() && m_model.rowOf(m_wanted) >= 0) {
        m_table->selectKey(m_wanted);
        m_wanted.clear();
    }
    updateHead();
    updateEmptyState();
    showChosen();
    // Recurring tasks aren't read while the panel is hidden, so the displayed number may be outdated.
    const bool isNow = isVisible() && !m_feed.isDoubted();
    Q_EMIT statusChanged(m_model.rowCount() > 0 && isNow ? Formatting::count(m_model.rowCount()) : QString());
}

void SchedulesPanel::updateHead()
{
    int disabled = 0;
    int late = 0;
    for (const ScheduleRow& row : m_model.rows()) {
        disabled += !row.state.schedule.damaged && !row.state.schedule.enabled;
        late += m_model.isLate(row);
    }
    m_head->setTitle(m_feed.isLoaded() && !m_feed.isDoubted() ? tr("%Ln recurring task(s)", nullptr, m_model.rowCount())
                                                              : tr("Recurring tasks"));
    QStringList note;
    if (late > 0)
        note << tr("%Ln waiting for a worker", nullptr, late);
    if (disabled > 0)
        note << tr("%Ln disabled", nullptr, disabled);
    m_head->setNote(m_trouble.isEmpty() ? note.join(QStringLiteral(" · ")) : m_trouble);
}

void SchedulesPanel::updateEmptyState()
{
    if (m_model.rowCount() == 0)
        tellWhyEmpty();
    // This must come last: the keyboard focus moves to the visible page.
    m_stack->setCurrentIndex(m_model.rowCount() > 0 ? 0 : 1);
    m_detail->setVisible(m_model.rowCount() > 0 && width() >= detailFrom);
    updateStale();
}

void SchedulesPanel::tellWhyEmpty()
{
    const Connection* current = m_view.current();
    const QString icon = QStringLiteral("schedules");
    if (m_feed.offered() == std::optional(false)) {
        m_empty->tell(icon, tr("This layout has no recurring tasks"),
            tr("Only native queues have recurring tasks. To adopt a custom queue's tasks, use the queue's menu."));
    } else if (!m_feed.isLoaded() && ConnectionBar::isLost(current)) {
        const auto [title, sentence] = EmptyState::notConnected(current);
        m_empty->tell({}, title, sentence);
    } else if (!m_feed.isLoaded()) {
        m_empty->tell(icon, tr("Loading"), {});
    } else {
        std::vector<EmptyState::Choice> ways;
        if (current->mayWrite())
            ways.push_back({tr("New recurring task…"), [this] { m_actions["schedule.new"]->trigger(); }, true});
        m_empty->tell(icon, tr("No recurring tasks here"),
            current->mayWrite() ? tr("A recurring task adds tasks on a schedule while a worker is running.")
                                : tr("This connection is read-only. Allow changes to add a recurring task."),
            std::move(ways));
    }
}

void SchedulesPanel::showChosen()
{
    m_detail->show(chosen(), m_view.now());
    updateActions();
}

void SchedulesPanel::updateActions()
{
    ScheduleContext context;
    context.offered = m_feed.offered().value_or(false);
    if (const ScheduleRow* row = m_clock.isActive() ? chosen() : nullptr) {
        context.chosen = true;
        context.damaged = row->state.schedule.damaged;
        context.enabled = row->state.schedule.enabled;
    }
    m_actions.updateSchedules(context);
    m_enable->setVisible(!context.enabled);
    m_disable->setVisible(context.enabled);
}

const ScheduleRow* SchedulesPanel::chosen() const
{
    return m_table->selectionModel()->hasSelection() ? m_model.rowAt(m_table->currentIndex().row()) : nullptr;
}

void SchedulesPanel::tick()
{
    m_feed.setLive(m_view.isLive());
    m_model.setNow(m_view.now());
    m_detail->setNow(m_view.now());
    updateStale(); // the server may have stopped or resumed responding since the last tick
    updateHead();
}

void SchedulesPanel::updateStale()
{
    m_table->setStale(ConnectionBar::isStale(m_view.current()) || m_feed.isDoubted());
    m_detail->setStale(m_table->isStale());
}

/// Handles an action by calling `perform` with a copy of the selected row, because the list may change while `perform`
/// shows a dialog.
void SchedulesPanel::onChosen(const char* id, std::function<void(Connection&, const ScheduleRow&)> perform)
{
    m_actions.handle(id, this, [this, perform = std::move(perform)] {
        const ScheduleRow* row = chosen();
        if (row && m_view.current())
            perform(*m_view.current(), ScheduleRow(*row));
    });
}

void SchedulesPanel::handleActions()
{
    m_actions.handle("schedule.new", this, [this] { askNew(); });
    onChosen("schedule.edit", [this](Connection& connection, const ScheduleRow& row) { askEdit(connection, row); });
    for (const bool enables : {true, false}) {
        onChosen(enables ? "schedule.enable" : "schedule.disable",
            [this, enables](Connection& connection, const ScheduleRow& row) {
                m_edits.setEnabled(connection, row.queue, row.state.schedule, enables);
            });
    }
    onChosen("schedule.runNow", [this](Connection& connection, const ScheduleRow& row) {
        m_edits.runNow(connection, row.queue, row.state.schedule);
    });
    onChosen("schedule.remove", [this](Connection& connection, const ScheduleRow& row) {
        const QPointer<Connection> of(&connection);
        if (!confirmsRemoval(connection, row))
            return;
        if (!of)
            return m_events.tell(OperationNotice::connectionClosed());
        m_edits.remove(*of, row.queue, row.state.schedule);
    });
    const auto copies = [this](const char* id, std::function<QString(const ScheduleRow&)> command) {
        onChosen(id, [command = std::move(command)](Connection&, const ScheduleRow& row) {
            QApplication::clipboard()->setText(command(row));
        });
    };
    onChosen("schedule.command.add", [this](Connection& connection, const ScheduleRow& row) {
        if (connection.spec().maskedFields.isEmpty() || row.state.schedule.payload.isEmpty()) {
            QApplication::clipboard()->setText(addScheduleCommand(row.queue, row.state.schedule, true));
            return;
        }
        m_events.tell({Notice::Kind::Warning, QStringLiteral("warning"),
            tr("Payloads are masked on this connection, so a command that contains a payload cannot be copied."), {},
            {}});
    });
    for (const auto& [id, verb] :
        {std::pair{"schedule.command.enable", "enable"}, std::pair{"schedule.command.disable", "disable"},
            std::pair{"schedule.command.runNow", "run-now"}, std::pair{"schedule.command.remove", "remove"}}) {
        copies(
            id, [verb](const ScheduleRow& row) { return scheduleCommand(row.queue, verb, row.state.schedule.name); });
    }
}

bool SchedulesPanel::confirmsRemoval(const Connection& connection, const ScheduleRow& row)
{
    const Profile& profile = connection.profile();
    return !RemoveScheduleDialog::asksBefore(row.state.schedule, profile.environment)
        || RemoveScheduleDialog(theme(), row.queue, row.state.schedule, profile, window()).exec() == QDialog::Accepted;
}

QStringList SchedulesPanel::knownTypes() const
{
    QStringList types;
    const auto take = [&types](QByteArrayView type) {
        const QString text = printable(type.toByteArray());
        if (text.toUtf8() == type && !text.isEmpty() && !types.contains(text))
            types << text;
    };
    for (const ScheduleRow& row : m_model.rows())
        take(row.state.schedule.type);
    for (int row = 0; row < std::min(200, m_list.tasks().rowCount()); ++row) {
        if (const Task* task = m_list.tasks().taskAt(row))
            take(typeOf(*task));
    }
    types.sort();
    return types;
}

ScheduleDialog::Subject SchedulesPanel::subjectOf(const Connection& connection) const
{
    ScheduleDialog::Subject subject;
    subject.types = knownTypes();
    subject.connection = connection.profile().name;
    subject.environment = connection.profile().environment;
    subject.clockOffset = connection.session().clockOffset();
    subject.hidden = connection.spec().maskedFields;
    return subject;
}

void SchedulesPanel::askNew()
{
    const QPointer<Connection> connection = m_view.current();
    if (!connection)
        return;
    ScheduleDialog::Subject subject = subjectOf(*connection);
    subject.queue = m_view.place().queue;
    subject.layout = connection->spec().layout;
    for (const QueueInfo& queue : connection->queues())
        subject.queues.push_back(queue.name);
    ScheduleDialog dialog(theme(), m_formatting, subject, window());
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (!connection)
        return m_events.tell(OperationNotice::connectionClosed());
    m_wanted = ScheduleRow{dialog.queue(), {dialog.schedule(), {}, {}}, {}}.key();
    m_edits.add(*connection, dialog.queue(), dialog.schedule());
    Q_EMIT attentionRequested();
}

void SchedulesPanel::askEdit(Connection& of, const ScheduleRow& row)
{
    const QPointer<Connection> connection(&of);
    ScheduleDialog::Subject subject = subjectOf(of);
    subject.queue = row.queue;
    subject.seen = row.state.schedule;
    ScheduleDialog dialog(theme(), m_formatting, subject, window());
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (!connection)
        return m_events.tell(OperationNotice::connectionClosed());
    m_edits.change(*connection, row.queue, row.state.schedule, dialog.schedule());
}

/// Undoes the last edit if its connection is displayed. Otherwise, shows a notice with a link to that connection.
void SchedulesPanel::undoEdit()
{
    const Connection* of = m_edits.undoneOn();
    if (!of || of == m_view.current())
        return m_edits.undoLast();
    m_events.tell(Notice::worded([this, id = of->id(), name = printable(of->profile().name.toUtf8(), 40)] {
        Notice notice{Notice::Kind::Warning, QStringLiteral("undo"),
            tr("Nothing was undone: the last edit of a recurring task was on %1").arg(name), {}, {}};
        notice.links.push_back({tr("Go to %1").arg(name), {}, [this, id] { m_view.show({id, {}, {}}); }});
        return notice;
    }));
}

/// Handles Ctrl+Z, which undoes the last edit to a recurring task, and Del, which removes a recurring task. Elsewhere
/// in the window, both keys act on tasks.
bool SchedulesPanel::event(QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return Pane::event(event);
    auto* key = static_cast<QKeyEvent*>(event);
    const bool undoes = key->matches(QKeySequence::Undo) && m_edits.canUndo();
    const bool removes = key->key() == Qt::Key_Delete && key->modifiers() == Qt::NoModifier;
    if (!undoes && !removes)
        return Pane::event(event);
    event->accept();
    if (event->type() == QEvent::KeyPress && undoes)
        undoEdit();
    else if (event->type() == QEvent::KeyPress)
        m_actions["schedule.remove"]->trigger();
    return true;
}

void SchedulesPanel::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    m_feed.doubt();
    tick();
    m_clock.start();
    m_feed.setActive(true);
    update();
}

void SchedulesPanel::hideEvent(QHideEvent* event)
{
    Pane::hideEvent(event);
    m_clock.stop();
    m_feed.setActive(false);
    updateActions();
    Q_EMIT statusChanged({});
}

void SchedulesPanel::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    updateEmptyState();
}

} // namespace dueline
