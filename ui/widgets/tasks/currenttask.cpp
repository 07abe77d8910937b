// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasks/currenttask.h"

#include "ui/presenters/taskfeed.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/taskheader.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/workbench/listedtasks.h"
#include "ui/workbench/windowevents.h"

#include <QApplication>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int landingReach = 60; ///< number of rows to search for a task that needs attention

/// Returns the row near `at` that needs the most attention: failed tasks first, then tasks with a failed attempt, then
/// running or due tasks.
int tellingRow(const TaskTableModel& tasks, int at)
{
    for (const StateSet telling :
        {StateSet{TaskState::Failed}, StateSet{TaskState::Retrying}, StateSet{TaskState::Leased, TaskState::Due}}) {
        const auto tells = [&](int row) {
            const Task* task = row >= 0 && row < tasks.rowCount() ? tasks.taskAt(row) : nullptr;
            return task && telling.contains(task->state);
        };
        for (int step = 0; step < landingReach; ++step) {
            if (tells(at - step))
                return at - step;
            if (tells(at + step))
                return at + step;
        }
    }
    return at;
}

} // namespace

CurrentTask::CurrentTask(WindowEvents& events, ListedTasks& list, FilterLine& filter, TaskTable& table, QObject* parent)
    : QObject(parent)
    , m_list(list)
    , m_filter(filter)
    , m_table(table)
{
    const TaskFeed& feed = list.feed();
    connect(&list.view(), &ViewedPlace::placeChanged, this, &CurrentTask::forget);
    connect(&events, &WindowEvents::operationStarted, this, &CurrentTask::note);
    connect(&feed, &TaskFeed::located, this, &CurrentTask::located);
    connect(&feed, &TaskFeed::orderChanged, this, &CurrentTask::reorder);
    connect(&table, &QTableView::clicked, this, [this] { m_landedOn.clear(); });
}

void CurrentTask::forget()
{
    m_landing = true;
    m_landedOn.clear();
    m_kept.clear();
    m_sought.reset();
    m_acted.reset();
}

void CurrentTask::land()
{
    if (m_landing)
        landNearNow();
}

/// Returns the row to select when a list is opened: the first row if the newest tasks come first, the order isn't by
/// time, or all tasks are in the same waiting or running state; otherwise, a row near the current time that needs
/// attention. Returns nullopt if that row's page must be loaded first, after which this function is called again.
std::optional<int> CurrentTask::landing()
{
    TaskTableModel& tasks = m_list.tasks();
    TaskFeed& feed = m_list.feed();
    const TaskOrder order = feed.listedOrder();
    const StateSet states = feed.listedStates();
    const bool one = std::any_of(
        allStates.begin(), allStates.end(), [states](TaskState state) { return states == StateSet{state}; });
    if (one || order.by != TaskOrder::By::Instant)
        return 0;
    if (!feed.byRank())
        return tellingRow(tasks, feed.rowAfter(m_list.view().now()));
    const StateCounts& counts = m_list.view().queue()->counts;
    const qint64 past = counts[TaskState::Done] + counts[TaskState::Failed] + counts[TaskState::Due];
    const int at = int(std::clamp<qint64>(past, 0, tasks.rowCount() - 1));
    if (!tasks.taskAt(at)) {
        m_table.centre(tasks.index(at, TaskTableModel::Type));
        return std::nullopt;
    }
    return tellingRow(tasks, at);
}

/// Selects a task near the current time. Search results arrive in parts and in scan order, so this waits until they are
/// complete. Does nothing if the user has selected a task or scrolled by then.
void CurrentTask::landNearNow()
{
    TaskTableModel& tasks = m_list.tasks();
    const TaskFeed& feed = m_list.feed();
    if (!m_list.view().queue() || tasks.rowCount() == 0)
        return;
    if (m_table.currentIndex().isValid() || (!feed.byRank() && m_table.verticalScrollBar()->value() > 0)) {
        m_landing = false;
        return;
    }
    if (!feed.byRank() && !feed.isKnown())
        return;
    const std::optional<int> row = landing();
    if (!row || !tasks.taskAt(*row))
        return;
    m_landing = false;
    m_landedOn = m_filter.filter().isEmpty() ? tasks.taskAt(*row)->id : TaskId();
    m_table.setCurrentIndex(tasks.index(*row, TaskTableModel::Type));
    m_table.centre(m_table.currentIndex());
    // Give the keyboard focus to the first list in a window, unless the user is typing.
    if (std::exchange(m_first, false) && !qobject_cast<QLineEdit*>(QApplication::focusWidget()))
        m_table.setFocus();
}

/// Scrolls to the top if the order isn't by time. Otherwise, reselects the previously current task.
void CurrentTask::reorder()
{
    TaskFeed& feed = m_list.feed();
    m_table.header().setOrder(feed.listedOrder());
    m_table.scrollToTop();
    const Task* current = m_table.currentTask();
    if (!feed.byRank() || !current)
        return;
    const TaskId id = current->id;
    // Clear the selection: the row will contain a different task.
    m_table.setCurrentIndex({});
    m_soughtFrom = -1;
    // Queued until the feed has started reading in the new order.
    QMetaObject::invokeMethod(
        this, [this, id] { seek(id, Seek::Kept); }, Qt::QueuedConnection);
}

void CurrentTask::reveal(const TaskId& id) { seek(id, Seek::Asked); }

void CurrentTask::seek(const TaskId& id, Seek why)
{
    m_sought = {id, why};
    m_list.feed().locate(id);
}

void CurrentTask::located(const TaskId& id, int row)
{
    if (!m_sought || m_sought->id != id)
        return;
    const Seek why = std::exchange(m_sought, std::nullopt)->why;
    const bool chosen
        = why != Seek::Asked && m_table.currentIndex().isValid() && m_table.currentIndex().row() != m_soughtFrom;
    if (chosen)
        return; // the user has since selected a different task
    if (row < 0) {
        if (why == Seek::Asked)
            return Q_EMIT notListed(id);
        if (why == Seek::Kept) {
            m_landing = true;
            landNearNow();
        }
        return;
    }
    m_landing = false;
    const int scroll = m_table.verticalScrollBar()->value();
    m_table.select(id);
    if (why == Seek::Acted)
        m_table.verticalScrollBar()->setValue(scroll); // keep the scroll position; the notice has a link to the task
    else
        m_table.centre(m_table.currentIndex());
}

/// Keeps the current task selected as long as it is listed, even when the filter changes repeatedly, so that clearing a
/// filter doesn't jump to a different part of the queue. Doesn't keep a task that was selected automatically when the
/// list was opened.
void CurrentTask::applyFilter(const TaskFilter& filter)
{
    if (const Task* current = m_table.currentTask(); current && current->id != m_landedOn)
        m_kept = current->id;
    m_landedOn.clear();
    m_landing = m_kept.isEmpty();
    m_acted.reset();
    m_list.setFilter(filter);
    m_soughtFrom = -1;
    if (!m_kept.isEmpty())
        seek(m_kept, Seek::Kept);
}

/// Remembers the current task during an action on it, because the task may leave its row before the action ends.
void CurrentTask::note(const OperationJob* job)
{
    const Task* current = m_table.currentTask();
    const std::vector<TaskRef>& refs = job->request().selection.refs;
    m_acted.reset();
    if (current && job->connection() == m_list.view().current() && job->request().queue == m_list.view().place().queue
        && job->request().selection.kind == TaskSelection::Kind::Refs && refs.size() == 1
        && refs.front().id == current->id)
        m_acted = {current->id, m_table.currentIndex().row()};
}

void CurrentTask::follow(const OperationJob* job)
{
    const auto acted = std::exchange(m_acted, std::nullopt);
    if (!job || !acted || job->request().selection.refs.size() != 1
        || job->request().selection.refs.front().id != acted->id)
        return;
    const Task* current = m_table.currentTask();
    if (m_table.currentIndex().row() != acted->row && !(current && current->id == acted->id))
        return; // the user has selected a different task
    m_soughtFrom = m_table.currentIndex().row();
    seek(acted->id, Seek::Acted);
}

} // namespace dueline
