// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasks/taskpane.h"

#include "core/base/text.h"
#include "ui/actions/actions.h"
#include "ui/presenters/windowrecord.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/tasks/currenttask.h"
#include "ui/widgets/tasks/filtercompleter.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/selectionbar.h"
#include "ui/widgets/tasks/taskheader.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toolbutton.h"
#include "ui/workbench/actionrunner.h"
#include "ui/workbench/listedtasks.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace dueline {

namespace {

/// Columns that can be hidden, with their names in the settings. The state and task columns are always shown.
constexpr std::array columnNames{std::pair{TaskTableModel::Details, "details"}, std::pair{TaskTableModel::When, "when"},
    std::pair{TaskTableModel::DueTime, "time"}, std::pair{TaskTableModel::Attempts, "attempts"}};
constexpr QMargins headMargins(12, 7, 16, 7); ///< margins around the filter line

} // namespace

TaskPane::TaskPane(const Theme& theme, const Formatting& formatting, ActionRunner& runner, ListedTasks& list,
    const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_formatting(formatting)
    , m_runner(runner)
    , m_view(runner.view())
    , m_list(list)
    , m_filter(new FilterLine(theme))
    , m_count(new PlainLabel)
    , m_countOf(new PlainLabel)
    , m_problem(new PlainLabel)
    , m_read(PlainLabel::quiet(theme, {}))
    , m_extent(new SelectionBar(theme, list))
    , m_table(new TaskTable(theme, list.tasks()))
    , m_current(new CurrentTask(runner.events(), list, *m_filter, *m_table, this))
    , m_empty(new EmptyState(theme))
    , m_stack(new QStackedWidget)
    , m_columnMenu(new QMenu(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new Pane(theme, Ground::Surface, Qt::BottomEdge);
    auto* headColumn = new QVBoxLayout(head);
    headColumn->setContentsMargins(headMargins);
    headColumn->setSpacing(4);
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    // Make the row 44 px high in total. A minimum height for the pane would hide the empty state's buttons.
    row->addStrut(30);
    row->addWidget(m_filter, 1);
    auto* counts = new QHBoxLayout;
    counts->setSpacing(4); // one space wide: the labels form a phrase
    counts->addWidget(m_count);
    counts->addWidget(m_countOf);
    row->addLayout(counts);
    buildButtons(*row, actions);
    headColumn->addLayout(row);
    m_problem->setWordWrap(true);
    headColumn->addWidget(m_problem);
    m_problem->hide();
    headColumn->addWidget(m_read);
    m_read->setEliding(true);
    m_read->hide();
    column->addWidget(head);
    column->addWidget(m_extent);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    column->addWidget(m_stack, 1);
    m_filter->setMinimumWidth(160);
    new FilterCompleter(theme, *m_filter, list.words());
    m_filter->setClock([this] { return FilterClock{m_formatting.zone(), m_view.now()}; });
    connectFeed();
    connect(m_current, &CurrentTask::notListed, this, &TaskPane::notListed);
    connect(m_filter, &FilterLine::leaveRequested, m_table, [this] { m_table->setFocus(Qt::ShortcutFocusReason); });
    connect(m_filter, &FilterLine::filterChanged, m_current, &CurrentTask::applyFilter);
    connect(m_filter, &FilterLine::filterChanged, this, &TaskPane::tellTimes);
    connect(m_filter, &FilterLine::problemChanged, this, &TaskPane::showProblem);
    connect(&theme, &Theme::changed, this, [this] { showProblem(m_problem->fullText()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TaskPane::selectionChanged);
    connect(&m_list.tasks(), &TaskTableModel::ticksChanged, this, &TaskPane::refresh);
}

void TaskPane::setBottomRoom(int height)
{
    m_table->setBottomRoom(height);
    m_empty->setBottomRoom(height);
}

/// Unticks a finished operation's tasks. Keeps all other ticks and selections.
void TaskPane::untick(const OperationRequest& done)
{
    const TaskScope& shown = m_list.feed().scope();
    TaskTableModel& tasks = m_list.tasks();
    if (done.queue != shown.queue)
        return;
    switch (done.selection.kind) {
    case TaskSelection::Kind::Ids:
        return tasks.untick(done.selection.ids);
    case TaskSelection::Kind::Refs: {
        std::vector<TaskId> ids;
        ids.reserve(done.selection.refs.size());
        for (const TaskRef& ref : done.selection.refs)
            ids.push_back(exactId(ref));
        return tasks.untick(ids);
    }
    case TaskSelection::Kind::Filter:
    case TaskSelection::Kind::All:
        if (tasks.isAll() && done.states == shown.states && done.selection.filter == shown.filter)
            tasks.clearTicks();
    }
}

void TaskPane::connectFeed()
{
    TaskFeed& feed = m_list.feed();
    connect(&feed, &TaskFeed::aboutToChange, m_table, &TaskTable::holdPlace);
    connect(&feed, &TaskFeed::changed, this, [this, &feed] {
        m_table->restorePlace();
        m_table->header().setOrder(feed.listedOrder());
        refresh();
        m_current->land();
    });
    connect(&feed, &TaskFeed::searched, this, &TaskPane::refresh);
    connect(&feed, &TaskFeed::outdated, this, &TaskPane::refresh);
    connect(m_table, &TaskTable::allRequested, m_extent, &SelectionBar::selectAll);
    connect(m_extent, &SelectionBar::used, m_table, qOverload<>(&QWidget::setFocus));
    connect(&feed, &TaskFeed::allLoaded, &m_list.tasks(), &TaskTableModel::tick);
    connect(&m_runner.events(), &WindowEvents::operationEnded, this, [this](const OperationJob* job) {
        if (job && job->connection() == m_view.current())
            untick(job->request());
        m_current->follow(job);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, &feed,
        [&feed](const QModelIndex& current) { feed.setCurrentRow(current.row()); });
    connect(&feed, &TaskFeed::failed, this, &TaskPane::failed);
    connect(&m_table->header(), &TaskHeader::orderRequested, &feed, &TaskFeed::setOrder);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &TaskPane::tellVisibleRows);
    connect(&m_list.tasks(), &QAbstractItemModel::rowsInserted, this, &TaskPane::tellVisibleRows);
}

void TaskPane::tellVisibleRows()
{
    const int last = m_table->rowAt(m_table->viewport()->height() - 1);
    m_list.feed().setVisibleRows(m_table->rowAt(0), last < 0 ? m_list.tasks().rowCount() - 1 : last);
}

void TaskPane::showProblem(const QString& problem)
{
    QPalette colour = palette();
    colour.setColor(QPalette::WindowText, theme().tokens().of(TaskState::Failed).text);
    m_problem->setPalette(colour);
    m_problem->setFont(theme().font(-1)); // with this font, two lines fit in the smallest window
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    fitProblem();
    refresh(); // update the counts: the list still shows the previous filter's matches
}

/// Shows the instants that the filter's time words stand for, including the UTC offset, because time words depend on
/// the time zone.
void TaskPane::tellTimes(const TaskFilter& filter)
{
    QStringList told;
    for (const TaskFilter::ReadTime& read : filter.readTimes())
        told << tr("\"%1\" is %2.", "words for a time, an instant")
                    .arg(filter.text().mid(read.position, read.size).remove(u'"'), m_formatting.exact(read.at));
    m_read->setText(Formatting::sentences(told));
    m_read->setVisible(!told.isEmpty());
}

/// Reserves the height for all lines of the error, because a splitter ignores height-for-width.
void TaskPane::fitProblem()
{
    const int wide = width() - headMargins.left() - headMargins.right();
    m_problem->setFixedHeight(std::max(1, m_problem->heightForWidth(std::max(1, wide))));
}

/// Shows the count's age only in the tooltip if there is no room next to the filter and the buttons.
void TaskPane::fitCounts()
{
    constexpr int gap = 10;
    int room = width() - headMargins.left() - headMargins.right() - m_filter->minimumWidth() - gap;
    if (!m_count->isHidden())
        room -= m_count->fontMetrics().horizontalAdvance(m_count->text()) + 5;
    for (const QToolButton* button : {m_save, m_columns, m_more}) {
        if (!button->isHidden())
            room -= button->minimumWidth() + gap;
    }
    const QString& shown
        = m_countOf->fontMetrics().horizontalAdvance(m_countWhole) < room ? m_countWhole : m_countBrief;
    if (m_countOf->fullText() != shown)
        m_countOf->setText(shown);
}

void TaskPane::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    fitProblem();
    fitCounts();
}

void TaskPane::buildButtons(QHBoxLayout& row, const Actions& actions)
{
    QAction* save = actions["edit.saveFilter"];
    m_save = addButton(row, QStringLiteral("bookmark"));
    connect(m_save, &QToolButton::clicked, save, &QAction::trigger);
    m_columns = addButton(row, QStringLiteral("columns"));
    m_columns->setPopupMode(QToolButton::InstantPopup);
    m_columns->setMenu(m_columnMenu);
    for (const auto& [column, name] : columnNames) {
        QAction* choice = m_columnMenu->addAction(QString());
        choice->setCheckable(true);
        choice->setChecked(true);
        choice->setData(QString::fromLatin1(name));
        connect(choice, &QAction::toggled, m_table,
            [this, column = column](bool wanted) { m_table->setColumnWanted(column, wanted); });
    }
    m_more = addButton(row, QStringLiteral("more"));
    m_more->setToolButtonStyle(Qt::ToolButtonIconOnly);
    fitToolButton(*m_more, theme());
    m_more->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_more);
    menu->addAction(save);
    menu->addMenu(m_columnMenu);
    m_more->setMenu(menu);
    onLanguageChange(this, [this, save] {
        const auto name = [this](QToolButton* button, const QString& text, const QString& tip) {
            button->setText(text);
            button->setAccessibleName(text);
            button->setToolTip(tip);
            fitToolButton(*button, theme());
        };
        name(m_save, save->iconText(), save->toolTip());
        name(m_columns, tr("Columns"), tr("Choose which columns are shown"));
        m_columnMenu->setTitle(tr("Columns"));
        for (std::size_t i = 0; i < columnNames.size(); ++i) {
            const QVariant title = m_list.tasks().headerData(columnNames[i].first, Qt::Horizontal, Qt::DisplayRole);
            m_columnMenu->actions().at(qsizetype(i))->setText(title.toString());
        }
        m_more->setAccessibleName(tr("More"));
        m_more->setToolTip(tr("Save the filter or choose columns"));
    });
    setNarrow(false);
}

QToolButton* TaskPane::addButton(QHBoxLayout& row, const QString& icon)
{
    auto* button = new QToolButton;
    button->setIcon(theme().icon(icon));
    button->setIconSize({16, 16});
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setMinimumHeight(28);
    button->setFocusPolicy(Qt::TabFocus);
    row.addWidget(button);
    connect(&theme(), &Theme::changed, button, [this, button, icon] { button->setIcon(theme().icon(icon)); });
    return button;
}

void TaskPane::setNarrow(bool narrow)
{
    m_narrow = narrow;
    m_save->setVisible(m_listed && !narrow);
    m_columns->setVisible(m_listed && !narrow);
    m_more->setVisible(m_listed && narrow);
    fitCounts();
}

void TaskPane::setListed(bool listed)
{
    if (listed == m_listed)
        return;
    m_listed = listed;
    m_stack->setVisible(listed);
    setSizePolicy(QSizePolicy::Preferred, listed ? QSizePolicy::Preferred : QSizePolicy::Maximum);
    setNarrow(m_narrow);
    refresh();
}

void TaskPane::setStale(bool stale)
{
    if (stale != m_table->isStale())
        m_table->setStale(stale);
}

QStringList TaskPane::hiddenColumns() const
{
    QStringList names;
    for (const QAction* choice : m_columnMenu->actions()) {
        if (!choice->isChecked())
            names << choice->data().toString();
    }
    return names;
}

void TaskPane::setHiddenColumns(const QStringList& names)
{
    for (QAction* choice : m_columnMenu->actions())
        choice->setChecked(!names.contains(choice->data().toString()));
}

void TaskPane::reveal(const TaskId& id) { m_current->reveal(id); }

void TaskPane::refresh()
{
    const QueueInfo* queue = m_view.queue();
    const qint64 found = m_list.feed().matches();
    const qint64 all = queue ? listable(*queue, m_view.place()) : 0;
    const int ticked = m_list.tasks().isAll() ? Formatting::plural(found) : int(m_list.tasks().ticked().size());
    const bool narrowed = !m_filter->filter().isEmpty() || m_view.place().state || m_list.brush();
    m_count->setFont(theme().font(0, QFont::DemiBold));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text2);
    m_countOf->setPalette(quiet);
    // If the filter is invalid, it is unknown how many tasks match.
    const bool unread = ticked == 0 && !m_problem->fullText().isEmpty();
    // Until the first read has finished, only the queue's own count may be known.
    const bool known = m_list.feed().isKnown() || m_list.feed().isPartial() || ticked > 0;
    m_count->setText(ticked > 0 ? tr("%Ln selected", nullptr, ticked)
            : unread            ? QString()
            : known             ? Formatting::count(found)
            : narrowed          ? QString()
                                : Formatting::count(all));
    QString of = ticked > 0 ? tr("of %1").arg(Formatting::count(found))
        : unread            ? tr("not applied", "the filter that is typed")
        : !known            ? (narrowed ? QString() : tr("task(s)", "behind their number", Formatting::plural(all)))
        : m_list.feed().isPartial() ? tr("found so far…")
        : narrowed                  ? tr("of %1 task(s)", nullptr, Formatting::plural(all)).arg(Formatting::count(all))
                                    : tr("task(s)", "behind their number", Formatting::plural(found));
    const auto asOf = m_list.feed().asOf();
    if (!m_listed)
        of = m_filter->filter().isEmpty() ? QString()
                                          : tr("the filter applies only to the timeline", "a filter that dims it");
    m_countBrief = of;
    if (asOf && !unread)
        of = tr("%1 · updated %2 (F5)", "number, time").arg(of, m_formatting.instant(*asOf, m_view.now()));
    m_countWhole = of;
    const QString why = tr("Filtering takes a while, so changes appear with a delay. Press F5 to refresh now.");
    m_countOf->setToolTip(asOf ? of + u'\n' + why : QString());
    const bool isCounted = queue && queue->unreadable.isEmpty();
    m_count->setVisible(isCounted && !unread);
    m_countOf->setVisible(isCounted || !m_listed);
    fitCounts();
    if (QLayout* around = m_count->parentWidget() ? m_count->parentWidget()->layout() : nullptr)
        around->activate(); // otherwise, a pending repaint would show the new number elided
    m_extent->refresh();
    showEmptyState();
    Q_EMIT selectionChanged();
}

namespace {

constexpr std::size_t mostQueueLinks = 24;
constexpr std::size_t mostFoundLinks = 8;

} // namespace

/// Returns how many of the queue's tasks the table can list. Tasks in the trash are listed separately.
qint64 TaskPane::listable(const QueueInfo& queue, const SidebarPlace& place)
{
    qint64 all = 0;
    for (const TaskState state : allStates) {
        if (state != TaskState::Trash || place.state == TaskState::Trash)
            all += queue.counts[state];
    }
    return all;
}

/// Lists other queues with their open tasks, most important first. Called when the requested queue doesn't exist.
void TaskPane::showQueues(const Connection& connection)
{
    std::vector<const QueueInfo*> queues;
    for (const QueueInfo& queue : connection.queues())
        queues.push_back(&queue);
    const auto open = [](const QueueInfo* queue) {
        const StateCounts& counts = queue->counts;
        return counts.pending() + counts[TaskState::Leased] + counts[TaskState::Failed];
    };
    std::stable_sort(
        queues.begin(), queues.end(), [&open](const QueueInfo* a, const QueueInfo* b) { return open(a) > open(b); });
    std::vector<EmptyState::Choice> ways;
    for (const QueueInfo* queue : queues) {
        if (ways.size() == mostQueueLinks)
            break;
        const SidebarPlace place{connection.id(), queue->name, {}};
        ways.push_back({tr("%1 · %2", "queue, number of open tasks")
                            .arg(printable(queue->name, 40).replace(u'&', QStringLiteral("&&")),
                                queue->unreadable.isEmpty() ? Formatting::count(open(queue)) : tr("cannot be read")),
            [this, place] { m_view.show(place); }, false});
    }
    const int more = int(queues.size() - ways.size());
    const QueueName& wanted = m_view.place().queue;
    m_empty->tell(QStringLiteral("queue"), tr("There is no queue named %1").arg(printable(wanted, 40)),
        more > 0
            ? tr("%Ln more queue(s) are in the list on the left. The timeline shows all queues on this connection.",
                nullptr, more)
            : tr("The timeline shows all queues on this connection."),
        std::move(ways));
}

namespace {

/// Returns the title for a connection that has no known queues but may still discover some.
QString searchTitle(const Connection& connection)
{
    return connection.discovered().isForbidden ? TaskPane::tr("Framework queues cannot be found")
                                               : TaskPane::tr("Searching for queues");
}

QString searchWords(const Connection& connection)
{
    const DiscoveryState& search = connection.discovered();
    if (search.isForbidden) {
        return TaskPane::tr(
            "This user is not allowed to scan keys (SCAN). Allow SCAN, or open the connection with its queues' layout.");
    }
    const auto percent = search.percent();
    return search.isRound || !percent
        ? TaskPane::tr("Queues from other frameworks are listed as they are found.")
        : TaskPane::tr("Scanned %1 % of %2 keys. Queues from other frameworks are listed as they are found.")
              .arg(*percent)
              .arg(Formatting::count(search.keys));
}

/// Returns when the window last recorded a loss of tasks; nullopt if it hasn't.
std::optional<TimePoint> lastLossOf(const Connection& connection)
{
    if (!connection.record())
        return std::nullopt;
    const auto& events = connection.record()->events().events;
    const auto loss = std::find_if(
        events.rbegin(), events.rend(), [](const QueueEventRecord& each) { return each.event.kind == "loss"; });
    return loss == events.rend() ? std::nullopt : std::optional(loss->event.at);
}

} // namespace

/// Shows that there are no queues in this layout. If there are queues in another layout, offers to open it.
void TaskPane::tellNoQueue(const Connection& connection)
{
    const std::vector<ForeignQueue>& foreign = connection.foreign().queues;
    const bool adds = Actions::allows(m_runner.context(0, 0), "task.add");
    std::vector<EmptyState::Choice> ways;
    for (const ForeignQueue& queue : foreign) {
        if (queue.layout.isEmpty() || ways.size() == mostFoundLinks)
            continue;
        ways.push_back(
            {tr("Open %1 · %2", "a queue, its framework")
                    .arg(printable(queue.name, 30).replace(u'&', QStringLiteral("&&")), printable(queue.framework, 30)),
                [this, layout = QString::fromUtf8(queue.layout)] { Q_EMIT layoutRequested(layout); }, ways.empty()});
    }
    if (adds)
        ways.push_back({tr("Add task"), [this] { Q_EMIT addRequested(); }, ways.empty()});
    ways.push_back({tr("Describe unknown keys…"), [this] { Q_EMIT describeRequested(); }, false});
    ways.push_back({tr("Open sandbox"), [this] { Q_EMIT sandboxRequested(); }, false});
    if (foreign.empty() && connection.isSearching())
        return m_empty->tell(
            QStringLiteral("search"), searchTitle(connection), searchWords(connection), std::move(ways));
    if (const auto loss = lastLossOf(connection); loss && foreign.empty()) {
        return m_empty->tell(QStringLiteral("warning"), tr("No queues left"),
            tr("Tasks were lost at %1. Press Ctrl+H to see what changed.")
                .arg(m_formatting.instant(*loss, m_view.now())),
            std::move(ways));
    }
    if (foreign.empty()) {
        return m_empty->tell(QStringLiteral("queue"), tr("No queue yet"),
            adds ? tr("A queue appears with its first task. Add a task, or open the sandbox to explore.")
                 : tr("A queue appears with its first task. This connection cannot add tasks. Open the sandbox to "
                      "explore."),
            std::move(ways));
    }
    std::map<QByteArray, qint64> frameworks;
    for (const ForeignQueue& queue : foreign)
        ++frameworks[queue.framework.split(' ').front()]; // strip the version
    QStringList found;
    for (const auto& [framework, queues] : frameworks)
        found << tr("%1 (%Ln)", "queues of a framework", Formatting::plural(queues)).arg(printable(framework, 30));
    m_empty->tell(QStringLiteral("queue"), tr("No native queues here"),
        tr("Queues from other frameworks were found on this server: %1. They are in the list on the left.")
            .arg(Formatting::commas(found)),
        std::move(ways));
}

void TaskPane::showEmptyState()
{
    if (m_list.tasks().rowCount() > 0 || m_list.feed().isPartial()) {
        m_stack->setCurrentIndex(0);
        return;
    }
    const Connection* current = m_view.current();
    const QueueInfo* queue = m_view.queue();
    if (current && !queue && !current->queues().empty()) {
        showQueues(*current);
    } else if (current && !queue && current->session().isOnline() && current->refreshedAt() != TimePoint{}
        && current->knowsForeign()) {
        tellNoQueue(*current);
    } else if (queue && queue->unreadable.isEmpty() && m_problem->fullText().isEmpty() && !m_list.feed().isKnown()) {
        tellAwaited();
    } else if (queue && m_list.brush() && m_problem->fullText().isEmpty()) {
        m_empty->tell(QStringLiteral("filter"), tr("No tasks in the range"),
            tr("None of the listed tasks are in the period %1.", "a time").arg(m_list.brush()->words),
            {{tr("Clear the range"), [this] { m_list.refuseBrush(); }, false}});
    } else if (queue && (!m_filter->filter().isEmpty() || !m_problem->fullText().isEmpty())) {
        const bool unread = !m_problem->fullText().isEmpty();
        std::vector<EmptyState::Choice> ways{{tr("Clear filter"), [this] { m_filter->clear(); }, false}};
        // While the entered filter is invalid, the last valid one still applies.
        if (const QString last = unread ? m_filter->filter().text() : m_filter->previous(); !last.isEmpty())
            ways.push_back({tr("Back to the last filter"), [this, last] { m_filter->apply(last); }, false});
        m_empty->tell(QStringLiteral("filter"),
            unread ? tr("The filter is not valid") : tr("No task matches"), // the number is shown beside the filter
            unread ? QString() // the error is shown below the filter
                   : tr("The filter hides all tasks in this queue. The tasks still exist."),
            std::move(ways));
    } else if (queue && queue->unreadable.isEmpty() && m_view.place().state) {
        std::vector<EmptyState::Choice> ways{{tr("Show all tasks"),
            [this] {
                m_view.show({m_view.place().connection, m_view.place().queue, {}});
            },
            false}};
        m_empty->tell(Theme::stateIcon(*m_view.place().state),
            m_view.place().state == TaskState::Trash
                ? tr("The trash is empty")
                : tr("No %1 tasks", "a state").arg(Formatting::stateWord(*m_view.place().state).toLower()),
            tr("The list on the left shows %1's tasks in other states.").arg(printable(queue->name, 40)),
            std::move(ways));
    } else if (queue && queue->unreadable.isEmpty()) {
        std::vector<EmptyState::Choice> ways;
        if (Actions::allows(m_runner.context(0, 0), "task.add"))
            ways.push_back({tr("Add task"), [this] { Q_EMIT addRequested(); }, false});
        m_empty->tell(QStringLiteral("queue"), tr("%1 is empty").arg(printable(queue->name, 40)),
            tr("No tasks are waiting or running here, and none have ended recently."), std::move(ways));
    } else if (queue) {
        m_empty->tell(QStringLiteral("warning"), tr("This queue cannot be read"), printable(queue->unreadable, 400));
    } else {
        tellAwaited();
    }
    m_stack->setCurrentIndex(1);
}

/// Shows a waiting state until the first read has finished: the number of tasks is unknown.
void TaskPane::tellAwaited()
{
    const Connection* current = m_view.current();
    const bool online = current && current->session().isOnline();
    const bool silent = online && current->session().silentSince();
    const bool loading = online && !silent;
    m_empty->tell({},
        loading                              ? tr("Loading")
            : silent                         ? tr("No response")
            : ConnectionBar::isLost(current) ? tr("Not connected")
                                             : tr("Connecting"),
        loading || !current ? QString()
                            : tr("%1's queues and tasks will appear here when the server responds.")
                                  .arg(printable(current->profile().name.toUtf8(), 40)));
}

} // namespace dueline
