// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasks/currenttask.h"

#include "ui/presenters/taskfeed.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/taskheader.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int landingReach = 60; ///< rows

/// The row next to `at` that has most to tell: what failed, then what failed once, then what runs or should.
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

CurrentTask::CurrentTask(Workbench& bench, FilterLine& filter, TaskTable& table, QObject* parent)
    : QObject(parent)
    , m_bench(bench)
    , m_filter(filter)
    , m_table(table)
{
    const TaskFeed& feed = bench.taskFeed();
    connect(&bench, &Workbench::placeChanged, this, &CurrentTask::forget);
    connect(&bench, &Workbench::operationStarted, this, &CurrentTask::note);
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

/// The row at which a list opens: its first where the newest stand first, where it is sorted by something else than
/// time, or where all of it is in one state that waits or runs; else between what has been and what comes, at a task
/// that tells something. nullopt: that page has to come first, and leads here again.
std::optional<int> CurrentTask::landing()
{
    TaskTableModel& tasks = m_bench.tasks();
    TaskFeed& feed = m_bench.taskFeed();
    const TaskOrder order = feed.listedOrder();
    const StateSet states = feed.listedStates();
    const bool one = std::any_of(
        allStates.begin(), allStates.end(), [states](TaskState state) { return states == StateSet{state}; });
    if (one || order.by != TaskOrder::By::Instant)
        return 0;
    if (!feed.byRank())
        return tellingRow(tasks, feed.rowAfter(m_bench.now()));
    const StateCounts& counts = m_bench.queue()->counts;
    const qint64 past = counts[TaskState::Done] + counts[TaskState::Failed] + counts[TaskState::Due];
    const int at = int(std::clamp<qint64>(past, 0, tasks.rowCount() - 1));
    if (!tasks.taskAt(at)) {
        m_table.centre(tasks.index(at, TaskTableModel::Type));
        return std::nullopt;
    }
    return tellingRow(tasks, at);
}

/// What a search finds comes bit by bit, and in the order of its walk: it is landed at once all of it is there. Who has
/// chosen or scrolled by then stays.
void CurrentTask::landNearNow()
{
    TaskTableModel& tasks = m_bench.tasks();
    const TaskFeed& feed = m_bench.taskFeed();
    if (!m_bench.queue() || tasks.rowCount() == 0)
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
    // The first tasks of a window are what its keyboard is for, unless somebody types already.
    if (std::exchange(m_first, false) && !qobject_cast<QLineEdit*>(QApplication::focusWidget()))
        m_table.setFocus();
}

/// Sorted by something else, the list is read from its top; by time again, it is at the task that was chosen.
void CurrentTask::reorder()
{
    TaskFeed& feed = m_bench.taskFeed();
    m_table.header().setOrder(feed.listedOrder());
    m_table.scrollToTop();
    const Task* current = m_table.currentTask();
    if (!feed.byRank() || !current)
        return;
    const TaskId id = current->id;
    m_table.setCurrentIndex({}); // another task comes to stand in its row
    m_soughtFrom = -1;
    // Once the feed reads in that order.
    QMetaObject::invokeMethod(
        this, [this, id] { seek(id, Seek::Kept); }, Qt::QueuedConnection);
}

void CurrentTask::reveal(const TaskId& id) { seek(id, Seek::Asked); }

void CurrentTask::seek(const TaskId& id, Seek why)
{
    m_sought = {id, why};
    m_bench.taskFeed().locate(id);
}

void CurrentTask::located(const TaskId& id, int row)
{
    if (!m_sought || m_sought->id != id)
        return;
    const Seek why = std::exchange(m_sought, std::nullopt)->why;
    const bool chosen
        = why != Seek::Asked && m_table.currentIndex().isValid() && m_table.currentIndex().row() != m_soughtFrom;
    if (chosen)
        return; // somebody has gone elsewhere meanwhile
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
        m_table.verticalScrollBar()->setValue(scroll); // what is looked at stays; the notice leads to it
    else
        m_table.centre(m_table.currentIndex());
}

/// What was chosen before stays so, where it is listed still, or again: a filter that is cleared does not lead to the
/// other end of the queue. Where a list had opened by itself says nothing of where the next one should.
void CurrentTask::applyFilter(const TaskFilter& filter)
{
    if (const Task* current = m_table.currentTask(); current && current->id != m_landedOn)
        m_kept = current->id;
    m_landedOn.clear();
    m_landing = m_kept.isEmpty();
    m_acted.reset();
    m_bench.setFilter(filter);
    m_soughtFrom = -1;
    if (!m_kept.isEmpty())
        seek(m_kept, Seek::Kept);
}

/// Remembers the current task while something is done with it: it may have left its row before that is over.
void CurrentTask::note(const OperationJob* job)
{
    const Task* current = m_table.currentTask();
    const std::vector<TaskRef>& refs = job->request().selection.refs;
    m_acted.reset();
    if (current && job->connection() == m_bench.current() && job->request().queue == m_bench.place().queue
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
        return; // somebody has gone on to another one
    m_soughtFrom = m_table.currentIndex().row();
    seek(acted->id, Seek::Acted);
}

} // namespace dueline
