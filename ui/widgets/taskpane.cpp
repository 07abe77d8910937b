// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/taskpane.h"

#include "core/base/text.h"
#include "ui/presenters/workbench.h"
#include "ui/text/formatting.h"
#include "ui/text/worded.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/filtercompleter.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/selectionbar.h"
#include "ui/widgets/taskheader.h"
#include "ui/widgets/tasktable.h"
#include "ui/widgets/toolbutton.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace dueline {

namespace {

/// What can be left out, under the names it is saved by. State and task are what a row is.
constexpr std::array columnNames{std::pair{TaskTableModel::Details, "details"}, std::pair{TaskTableModel::When, "when"},
    std::pair{TaskTableModel::DueTime, "time"}, std::pair{TaskTableModel::Attempts, "attempts"}};
constexpr QMargins headMargins(12, 7, 16, 7); ///< of the filter line

} // namespace

TaskPane::TaskPane(
    const Theme& theme, const Formatting& formatting, Workbench& bench, const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_formatting(formatting)
    , m_bench(bench)
    , m_filter(new FilterLine(theme))
    , m_count(new PlainLabel)
    , m_countOf(new PlainLabel)
    , m_problem(new PlainLabel)
    , m_extent(new SelectionBar(theme, bench))
    , m_table(new TaskTable(theme, bench.tasks()))
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
    row->addStrut(30); // 44 in all; a least height of the pane would hide what the sentence below needs
    row->addWidget(m_filter, 1);
    auto* counts = new QHBoxLayout;
    counts->setSpacing(4); // a blank: they are one phrase
    counts->addWidget(m_count);
    counts->addWidget(m_countOf);
    row->addLayout(counts);
    buildButtons(*row, actions);
    headColumn->addLayout(row);
    m_problem->setWordWrap(true);
    headColumn->addWidget(m_problem);
    m_problem->hide();
    column->addWidget(head);
    column->addWidget(m_extent);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    column->addWidget(m_stack, 1);
    m_filter->setMinimumWidth(160);
    new FilterCompleter(theme, *m_filter, bench.words());
    connectFeed();
    connect(&m_bench, &Workbench::placeChanged, this, [this] {
        m_landing = true;
        m_kept.clear();
        m_sought.reset();
        m_acted.reset();
    });
    connect(m_filter, &FilterLine::leaveWished, m_table, [this] { m_table->setFocus(Qt::ShortcutFocusReason); });
    connect(m_filter, &FilterLine::filterChanged, this, &TaskPane::useFilter);
    connect(m_filter, &FilterLine::problemChanged, this, &TaskPane::showProblem);
    connect(&theme, &Theme::changed, this, [this] { showProblem(m_problem->fullText()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TaskPane::selectionChanged);
    connect(&m_bench.tasks(), &TaskTableModel::ticksChanged, this, &TaskPane::refresh);
}

/// What it has acted on. What was ticked meanwhile, or is another selection, stays.
void TaskPane::untick(const OperationRequest& done)
{
    const TaskScope& shown = m_bench.taskFeed().scope();
    TaskTableModel& tasks = m_bench.tasks();
    if (done.queue != shown.queue)
        return;
    switch (done.selection.kind) {
    case TaskSelection::Kind::Ids:
        return tasks.untick(done.selection.ids);
    case TaskSelection::Kind::Refs: {
        std::vector<TaskId> ids;
        ids.reserve(done.selection.refs.size());
        for (const TaskRef& ref : done.selection.refs)
            ids.push_back(ref.id);
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
    TaskFeed& feed = m_bench.taskFeed();
    connect(&feed, &TaskFeed::aboutToChange, m_table, &TaskTable::holdPlace);
    connect(&feed, &TaskFeed::changed, this, [this] {
        m_table->restorePlace();
        refresh();
        if (m_landing)
            landNearNow();
    });
    connect(&feed, &TaskFeed::searched, this, &TaskPane::refresh);
    connect(&feed, &TaskFeed::outdated, this, &TaskPane::refresh);
    connect(m_table, &TaskTable::allWished, m_extent, &SelectionBar::selectAll);
    connect(m_extent, &SelectionBar::used, m_table, qOverload<>(&QWidget::setFocus));
    connect(&feed, &TaskFeed::allLoaded, &m_bench.tasks(), &TaskTableModel::tick);
    connect(&m_bench, &Workbench::operationStarted, this, &TaskPane::noteActed);
    connect(&m_bench, &Workbench::operationEnded, this, [this](const OperationJob* job) {
        if (job && job->connection() == m_bench.current())
            untick(job->request());
        followActed(job);
    });
    connect(&feed, &TaskFeed::located, this, &TaskPane::located);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, &feed,
        [&feed](const QModelIndex& current) { feed.setCurrentRow(current.row()); });
    connect(&feed, &TaskFeed::failed, this, &TaskPane::failed);
    connect(&m_table->header(), &TaskHeader::orderWished, &feed, &TaskFeed::setOrder);
    connect(&feed, &TaskFeed::orderChanged, this, [this, &feed] {
        m_table->header().setOrder(feed.order());
        m_table->scrollToTop();
    });
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &TaskPane::tellVisibleRows);
    connect(&m_bench.tasks(), &QAbstractItemModel::rowsInserted, this, &TaskPane::tellVisibleRows);
}

void TaskPane::tellVisibleRows()
{
    const int last = m_table->rowAt(m_table->viewport()->height() - 1);
    m_bench.taskFeed().setVisibleRows(m_table->rowAt(0), last < 0 ? m_bench.tasks().rowCount() - 1 : last);
}

void TaskPane::showProblem(const QString& problem)
{
    QPalette colour = palette();
    colour.setColor(QPalette::WindowText, theme().tokens().of(TaskState::Failed).text);
    m_problem->setPalette(colour);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    fitProblem();
    refresh(); // what is listed is of the filter before
}

/// As many lines as it needs: a splitter does not ask how high words are at its width.
void TaskPane::fitProblem()
{
    const int wide = width() - headMargins.left() - headMargins.right();
    m_problem->setFixedHeight(std::max(1, m_problem->heightForWidth(std::max(1, wide))));
}

/// As of when stands in the tooltip alone where there is no room beside the filter and the buttons.
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
    worded(this, [this, save] {
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
            const QVariant title = m_bench.tasks().headerData(columnNames[i].first, Qt::Horizontal, Qt::DisplayRole);
            m_columnMenu->actions().at(qsizetype(i))->setText(title.toString());
        }
        m_more->setAccessibleName(tr("More"));
        m_more->setToolTip(tr("Save the filter, choose columns"));
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
    m_save->setVisible(!narrow);
    m_columns->setVisible(!narrow);
    m_more->setVisible(narrow);
    fitCounts();
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

void TaskPane::refresh()
{
    const QueueInfo* queue = m_bench.queue();
    const qint64 found = m_bench.taskFeed().matches();
    const qint64 all = queue ? listable(*queue, m_bench.place()) : 0;
    const int ticked = m_bench.tasks().isAll() ? Formatting::plural(found) : int(m_bench.tasks().ticked().size());
    const bool narrowed = !m_filter->filter().isEmpty() || m_bench.place().state;
    m_count->setFont(theme().font(0, QFont::DemiBold));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text2);
    m_countOf->setPalette(quiet);
    // A filter that cannot be read matches neither none nor some.
    const bool unread = ticked == 0 && !m_problem->fullText().isEmpty();
    // Before it was read, how many there are is known of the queue at most.
    const bool known = m_bench.taskFeed().isKnown() || m_bench.taskFeed().isPartial() || ticked > 0;
    m_count->setText(ticked > 0 ? tr("%Ln selected", nullptr, ticked)
            : unread            ? QString()
            : known             ? Formatting::count(found)
            : narrowed          ? QString()
                                : Formatting::count(all));
    QString of = ticked > 0 ? tr("of %1").arg(Formatting::count(found))
        : unread            ? tr("not applied", "the filter that is typed")
        : !known            ? (narrowed ? QString() : tr("task(s)", "behind their number", Formatting::plural(all)))
        : m_bench.taskFeed().isPartial() ? tr("found so far…")
        : narrowed ? tr("of %1 task(s)", nullptr, Formatting::plural(all)).arg(Formatting::count(all))
                   : tr("task(s)", "behind their number", Formatting::plural(found));
    const auto asOf = m_bench.taskFeed().asOf();
    m_countBrief = of;
    if (asOf && !unread)
        of = tr("%1, as of %2 (F5)", "number, time").arg(of, m_formatting.instant(*asOf, m_bench.now()));
    m_countWhole = of;
    const QString why = tr("To look for them takes a while, so what has changed since is met later, or with F5.");
    m_countOf->setToolTip(asOf ? of + u'\n' + why : QString());
    m_count->setVisible(queue && !unread);
    m_countOf->setVisible(queue);
    fitCounts();
    if (QLayout* around = m_count->parentWidget() ? m_count->parentWidget()->layout() : nullptr)
        around->activate(); // else a frame that is due already cuts the new number
    m_extent->refresh();
    showEmptyState();
    Q_EMIT selectionChanged();
}

} // namespace dueline
