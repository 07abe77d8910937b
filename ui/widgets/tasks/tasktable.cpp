// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasks/tasktable.h"

#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/assistive.h"
#include "ui/widgets/tasks/taskdelegate.h"
#include "ui/widgets/tasks/taskheader.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <tuple>

namespace dueline {

namespace {

// One of the timestamps with the widest text, used to size the column: 28 November, 20:58:58.
constexpr TimePoint widestDay{std::chrono::milliseconds(1'795'899'538'000)};
constexpr int cellPadding = 20; ///< 8 pixels on each side, plus a small margin
constexpr int leastDetails = 150; ///< minimum width of the Details column in pixels
/// Width in pixels of the queue column, which elides longer names.
constexpr int leastQueue = 112;
/// Maximum width of the task column in pixels, so that other columns keep their widths.
constexpr int mostTask = 320;

} // namespace

TaskTable::TaskTable(const Theme& theme, TaskTableModel& model, QWidget* parent)
    : LongTable(TaskDelegate::rowHeight, parent)
    , m_theme(theme)
    , m_model(model)
    , m_header(new TaskHeader(theme, model, this))
    , m_delegate(new TaskDelegate(theme, this))
{
    onLanguageChange(this, [this] { setAccessibleName(tr("Tasks")); });
    setHorizontalHeader(m_header);
    connect(m_header, &TaskHeader::tickPressed, this, [this] {
        if (m_model.ticked().isEmpty())
            selectAll();
        else
            m_model.clearTicks();
    });
    setModel(&model);
    Assistive::followSelection(*this);
    setItemDelegate(m_delegate);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection); // only the inspected row is selected; multiple tasks can be ticked
    setEditTriggers(NoEditTriggers);
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() != TaskTableModel::Tick)
            Q_EMIT inspectRequested();
    });
    connect(&model, &TaskTableModel::tellsOwnQueuesChanged, this, &TaskTable::layoutColumns);
    connect(&theme, &Theme::changed, this, &TaskTable::layoutColumns);
    layoutColumns();
}

void TaskTable::setNarrow(bool narrow)
{
    m_narrow = narrow;
    layoutColumns();
}

void TaskTable::setColumnWanted(int column, bool wanted)
{
    m_unwanted[std::size_t(column)] = !wanted;
    layoutColumns();
}

int TaskTable::neededWidth(int column) const
{
    const QFontMetrics metrics(m_theme.font());
    const QFontMetrics small(m_theme.font(-1));
    const auto with = [](const auto& font, const QString& text) { return font.horizontalAdvance(text) + cellPadding; };
    const int head = with(small, m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    const auto widest = [head](int least, int text) { return std::max({least, head, text}); };
    switch (column) {
    case TaskTableModel::Tick:
        return 40;
    case TaskTableModel::State: {
        int word = 0;
        for (const TaskState state : allStates)
            word = std::max(word, with(metrics, Formatting::stateWord(state)));
        return widest(112, word + 24);
    }
    case TaskTableModel::Type:
        return widest(m_narrow ? 160 : 190, 0);
    case TaskTableModel::OwnQueue:
        return widest(leastQueue, 0);
    case TaskTableModel::Details:
        return widest(leastDetails, 0);
    case TaskTableModel::When:
        return widest(104,
            with(QFontMetrics(m_theme.font(0, QFont::DemiBold)),
                tr("in %1").arg(Formatting::duration(std::chrono::minutes(10 * 60 + 59)))));
    case TaskTableModel::DueTime:
        return widest(96, with(small, Formatting(QTimeZone::utc()).instant(widestDay, widestDay + Millis(86'400'000))));
    case TaskTableModel::Attempts:
        return widest(96, 8 * 8 + 2 + with(small, QStringLiteral("8/8")));
    default:
        return head;
    }
}

void TaskTable::layoutColumns()
{
    // No column is narrower than its text. Columns that don't fit are hidden, least important first.
    constexpr std::array firstToGo{
        TaskTableModel::DueTime, TaskTableModel::Attempts, TaskTableModel::Details, TaskTableModel::OwnQueue};
    std::array<int, TaskTableModel::ColumnCount> width{};
    std::array<bool, TaskTableModel::ColumnCount> hidden = m_unwanted;
    hidden[TaskTableModel::DueTime] |= m_narrow;
    hidden[TaskTableModel::OwnQueue] = !m_model.tellsOwnQueues();
    int taken = 0;
    for (int column = 0; column < TaskTableModel::ColumnCount; ++column) {
        width[std::size_t(column)] = neededWidth(column);
        taken += hidden[std::size_t(column)] ? 0 : width[std::size_t(column)];
    }
    const int room = viewport()->width();
    // The type and the short id get their full width before Details grows beyond its minimum width.
    const int wider = std::max(0, m_taskWidth - width[TaskTableModel::Type]);
    width[TaskTableModel::Type] += wider;
    taken += wider;
    for (const auto column : firstToGo) {
        if (taken <= room)
            break;
        if (!hidden[column]) {
            hidden[column] = true;
            taken -= width[column];
        }
    }
    const int tooWide = std::clamp(taken - room, 0, wider);
    width[TaskTableModel::Type] -= tooWide;
    taken -= tooWide;
    // Details takes the remaining width or, if it is hidden, the task column does.
    width[hidden[TaskTableModel::Details] ? TaskTableModel::Type : TaskTableModel::Details]
        += std::max(0, room - taken);
    for (int column = 0; column < TaskTableModel::ColumnCount; ++column) {
        setColumnHidden(column, hidden[std::size_t(column)]);
        setColumnWidth(column, width[std::size_t(column)]);
    }
}

void TaskTable::resizeEvent(QResizeEvent* event)
{
    LongTable::resizeEvent(event);
    layoutColumns();
}

/// Prevents QTableView from selecting the first row, the oldest task, when the table receives the focus automatically
/// without a current row.
void TaskTable::focusInEvent(QFocusEvent* event)
{
    if (event->reason() != Qt::OtherFocusReason || currentIndex().isValid())
        return LongTable::focusInEvent(event);
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TaskTable::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    QScrollBar& bar = *verticalScrollBar();
    const int before = bar.value();
    LongTable::scrollTo(index, hint);
    if (bar.value() > before && hint == EnsureVisible)
        bar.setValue((bar.value() + rowHeight() - 1) / rowHeight() * rowHeight());
}

void TaskTable::toggleTick(int row)
{
    if (const Task* task = m_model.taskAt(row))
        m_model.setTicked(exactId(*task), !m_model.isTicked(exactId(*task)));
}

/// Ticks a range of loaded rows. Rows on other pages can't be ticked individually; Ctrl+A loads them.
void TaskTable::tickRange(int from, int to)
{
    std::vector<TaskRef> refs;
    for (int row = std::min(from, to); row <= std::max(from, to); ++row) {
        if (const Task* task = m_model.taskAt(row))
            refs.push_back(TaskTableModel::refOf(*task));
    }
    m_model.tick(refs);
}

void TaskTable::mousePressEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->pos());
    const int before = currentIndex().isValid() ? currentIndex().row() : index.row();
    if (index.isValid() && event->button() == Qt::LeftButton) {
        setFocus(Qt::MouseFocusReason);
        const bool ranges = event->modifiers() & Qt::ShiftModifier;
        const bool toggles = event->modifiers() & Qt::ControlModifier;
        if (ranges) {
            tickRange(before, index.row());
        } else if (toggles) {
            if (m_model.ticked().isEmpty() && before != index.row())
                toggleTick(before); // tick the previously selected row too
            toggleTick(index.row());
        } else if (index.column() == TaskTableModel::Tick) {
            return toggleTick(index.row()); // the inspected row stays the same
        }
        if (ranges || toggles)
            return setCurrentIndex(index.siblingAtColumn(TaskTableModel::Type));
    }
    LongTable::mousePressEvent(event);
}

void TaskTable::selectAll() { Q_EMIT allRequested(); }

void TaskTable::keyPressEvent(QKeyEvent* event)
{
    const int row = currentIndex().isValid() ? currentIndex().row() : -1;
    switch (event->key()) {
    case Qt::Key_Space:
        if (row >= 0)
            toggleTick(row);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return Q_EMIT inspectRequested();
    case Qt::Key_Home:
    case Qt::Key_End: {
        // The table selects rows, not cells, so move to the first or last row.
        const int end = event->key() == Qt::Key_Home ? 0 : m_model.rowCount() - 1;
        if (end < 0)
            return;
        setCurrentIndex(m_model.index(end, TaskTableModel::Type));
        if (event->modifiers() & Qt::ShiftModifier && row >= 0)
            tickRange(row, end);
        return;
    }
    case Qt::Key_Escape:
        if (m_model.ticked().isEmpty() && !m_model.isAll())
            break;
        return m_model.clearTicks();
    default:
        break;
    }
    const bool ranges = event->modifiers() & Qt::ShiftModifier;
    LongTable::keyPressEvent(event);
    if (ranges && row >= 0 && currentIndex().isValid() && currentIndex().row() != row)
        tickRange(row, currentIndex().row());
}

void TaskTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    LongTable::currentChanged(current, previous);
    if (!m_holding)
        tellCurrent();
}

void TaskTable::dataChanged(const QModelIndex& from, const QModelIndex& to, const QList<int>& roles)
{
    LongTable::dataChanged(from, to, roles);
    if (roles.isEmpty() && !m_holding) { // this is a newly loaded page
        widenTask();
        tellCurrent();
    }
}

/// Reports the current task. Compares tasks, not rows, because the cursor stays on its row when tasks are inserted or
/// removed.
void TaskTable::tellCurrent()
{
    const Task* task = currentTask();
    const std::optional<Task> now = task ? std::optional(*task) : std::nullopt;
    if (now == m_told)
        return;
    m_told = now;
    Q_EMIT currentTaskChanged();
}

/// Widens the column to fit the types and short ids of the visible rows. It doesn't shrink until different tasks are
/// listed.
void TaskTable::widenTask()
{
    if (m_model.rowCount() == 0)
        m_taskWidth = 0;
    int widest = m_taskWidth;
    const int first = std::max(0, rowAt(0));
    const int last = std::min(m_model.rowCount() - 1, first + viewport()->height() / rowHeight());
    for (int row = first; row <= last; ++row) {
        if (const Task* task = m_model.taskAt(row))
            widest = std::max(widest, std::min(mostTask, m_delegate->taskWidth(*task) + cellPadding));
    }
    if (widest == m_taskWidth)
        return;
    m_taskWidth = widest;
    layoutColumns();
}

void TaskTable::setStale(bool stale)
{
    m_delegate->setStale(stale);
    viewport()->update();
}

bool TaskTable::isStale() const { return m_delegate->isStale(); }

bool TaskTable::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::MouseMove)
        hover(rowAt(int(static_cast<QMouseEvent*>(event)->position().y())));
    else if (event->type() == QEvent::Leave)
        hover(-1);
    return LongTable::viewportEvent(event);
}

/// Highlights the entire row under the pointer, not just a cell.
void TaskTable::hover(int row)
{
    const int before = m_delegate->hoveredRow();
    if (row == before)
        return;
    m_delegate->setHoveredRow(row);
    for (const int changed : {before, row}) {
        if (changed >= 0)
            viewport()->update(0, rowViewportPosition(changed), viewport()->width(), rowHeight(changed));
    }
}

const Task* TaskTable::currentTask() const
{
    return currentIndex().isValid() ? m_model.taskAt(currentIndex().row()) : nullptr;
}

std::vector<TaskRef> TaskTable::selection() const
{
    std::vector<TaskRef> refs;
    if (!m_model.ticked().isEmpty()) {
        for (const TaskRef& ref : m_model.ticked())
            refs.push_back(ref);
        // The tasks must be in table order: spreading depends on it.
        std::sort(refs.begin(), refs.end(),
            [](const TaskRef& a, const TaskRef& b) { return std::tie(a.seenAt, a.id) < std::tie(b.seenAt, b.id); });
        return refs;
    }
    if (const Task* task = currentTask())
        refs.push_back(TaskTableModel::refOf(*task));
    return refs;
}

TaskTable::Extent TaskTable::extent() const
{
    Extent extent;
    if (m_model.isAll()) // all matches are selected by filter, so leased tasks aren't counted
        return {std::max(1, m_model.rowCount()), 0, m_model.allStatesMeant(), false};
    const auto count = [&extent](TaskState state) {
        ++extent.tasks;
        extent.leased += state == TaskState::Leased;
        extent.states.insert(state);
    };
    for (const TaskRef& ref : m_model.ticked())
        count(ref.seenState);
    if (m_model.ticked().isEmpty()) {
        if (const Task* task = currentTask()) {
            count(task->state);
            extent.untimed = task->untimed;
        }
        return extent;
    }
    // Maximum number of ticked tasks to examine. If there are more, none are examined, because finding each one means
    // searching all rows.
    constexpr qsizetype few = 200;
    const auto isUntimed = [this](const TaskRef& ref) {
        const Task* task = m_model.taskAt(m_model.rowOf(exactId(ref)));
        return task && task->untimed;
    };
    extent.untimed
        = m_model.ticked().size() <= few && std::all_of(m_model.ticked().begin(), m_model.ticked().end(), isUntimed);
    return extent;
}

void TaskTable::centre(const QModelIndex& index)
{
    scrollTo(index, PositionAtCenter);
    verticalScrollBar()->setValue(verticalScrollBar()->value() / rowHeight() * rowHeight());
}

bool TaskTable::select(const TaskId& id)
{
    const int row = m_model.rowOf(id);
    if (row < 0)
        return false;
    setCurrentIndex(m_model.index(row, TaskTableModel::Type));
    return true;
}

void TaskTable::moveCurrent(int rows)
{
    const int last = m_model.rowCount() - 1;
    if (last >= 0)
        setCurrentIndex(m_model.index(std::clamp(currentIndex().row() + rows, 0, last), TaskTableModel::Type));
}

void TaskTable::holdPlace()
{
    const Task* current = currentTask();
    m_heldCurrent = current ? exactId(*current) : TaskId();
    const int top = rowAt(0);
    const Task* first = top >= 0 ? m_model.taskAt(top) : nullptr;
    // Keep the position only if the list is scrolled. At the top, the list should show new rows.
    m_heldTop = first && verticalScrollBar()->value() > 0 ? exactId(*first) : TaskId();
    m_heldTopOffset = top >= 0 ? rowViewportPosition(top) : 0;
    m_holding = true;
}

void TaskTable::restorePlace()
{
    executeDelayedItemsLayout(); // update the scroll bar's range for the new rows
    if (!m_heldTop.isEmpty()) {
        const int row = m_model.rowOf(m_heldTop);
        if (row >= 0)
            verticalScrollBar()->setValue(row * rowHeight() - m_heldTopOffset);
    }
    if (!m_heldCurrent.isEmpty()) {
        const int row = m_model.rowOf(m_heldCurrent);
        if (row >= 0 && row != currentIndex().row()) {
            const int scroll = verticalScrollBar()->value();
            setCurrentIndex(m_model.index(row, std::max(0, currentIndex().column())));
            verticalScrollBar()->setValue(scroll);
            // Report the current task again: a slot may have queried it while the rows were changing.
            m_told.reset();
        }
    }
    m_holding = false;
    widenTask();
    tellCurrent();
}

} // namespace dueline
