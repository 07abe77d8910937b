// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/workbench.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QApplication>
#include <QScrollBar>

#include <algorithm>
#include <utility>

/// Which task is the current one when a place opens, a filter changes, or an action has moved it.
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

/// A place opens where something is going on: between what has been and what comes, at a task that tells something.
void TaskPane::landNearNow()
{
    TaskTableModel& tasks = m_bench.tasks();
    const QueueInfo* queue = m_bench.queue();
    if (!queue || tasks.rowCount() == 0)
        return;
    if (m_table->currentIndex().isValid() || !m_filter->filter().isEmpty()) {
        m_landing = false;
        return;
    }
    const auto state = m_bench.place().state;
    const bool over = state == TaskState::Failed || state == TaskState::Done || state == TaskState::Trash;
    const qint64 past = state
        ? (over ? tasks.rowCount() - 1 : 0)
        : queue->counts[TaskState::Done] + queue->counts[TaskState::Failed] + queue->counts[TaskState::Due];
    const int at = int(std::clamp<qint64>(past, 0, tasks.rowCount() - 1));
    if (!tasks.taskAt(at)) {
        m_table->centre(tasks.index(at, TaskTableModel::Type));
        return; // asks for the page; the answer leads here again
    }
    m_landing = false;
    const int best = tellingRow(tasks, at);
    m_table->setCurrentIndex(tasks.index(best, TaskTableModel::Type));
    m_table->centre(m_table->currentIndex());
    // The first tasks of a window are what its keyboard is for, unless somebody types already.
    if (std::exchange(m_first, false) && !qobject_cast<QLineEdit*>(QApplication::focusWidget()))
        m_table->setFocus();
}

void TaskPane::reveal(const TaskId& id) { seek(id, Seek::Asked); }

void TaskPane::seek(const TaskId& id, Seek why)
{
    m_sought = {id, why};
    m_bench.taskFeed().locate(id);
}

void TaskPane::located(const TaskId& id, int row)
{
    if (!m_sought || m_sought->id != id)
        return;
    const Seek why = std::exchange(m_sought, std::nullopt)->why;
    const bool chosen
        = why != Seek::Asked && m_table->currentIndex().isValid() && m_table->currentIndex().row() != m_soughtFrom;
    if (chosen)
        return; // somebody has gone elsewhere meanwhile
    if (row < 0) {
        if (why == Seek::Asked)
            return Q_EMIT notListed(id);
        if (why == Seek::Kept && m_filter->filter().isEmpty()) {
            m_landing = true;
            landNearNow();
        }
        return;
    }
    m_landing = false;
    const int scroll = m_table->verticalScrollBar()->value();
    m_table->select(id);
    if (why == Seek::Acted)
        m_table->verticalScrollBar()->setValue(scroll); // what is looked at stays; the notice leads to it
    else
        m_table->centre(m_table->currentIndex());
}

/// What was chosen before stays so, where it is listed still, or again: a filter that is cleared does not lead to the
/// other end of the queue.
void TaskPane::useFilter(const TaskFilter& filter)
{
    if (const Task* current = m_table->currentTask())
        m_kept = current->id;
    m_landing = m_kept.isEmpty() && filter.isEmpty();
    m_acted.reset();
    m_bench.setFilter(filter);
    m_soughtFrom = -1;
    if (!m_kept.isEmpty())
        seek(m_kept, Seek::Kept);
}

/// Remembers the current task while something is done with it: it may have left its row before that is over.
void TaskPane::noteActed(const OperationJob* job)
{
    const Task* current = m_table->currentTask();
    const std::vector<TaskRef>& refs = job->request().selection.refs;
    m_acted.reset();
    if (current && job->connection() == m_bench.current() && job->request().queue == m_bench.place().queue
        && job->request().selection.kind == TaskSelection::Kind::Refs && refs.size() == 1
        && refs.front().id == current->id)
        m_acted = {current->id, m_table->currentIndex().row()};
}

void TaskPane::followActed(const OperationJob* job)
{
    const auto acted = std::exchange(m_acted, std::nullopt);
    if (!job || !acted || job->request().selection.refs.size() != 1
        || job->request().selection.refs.front().id != acted->id)
        return;
    const Task* current = m_table->currentTask();
    if (m_table->currentIndex().row() != acted->row && !(current && current->id == acted->id))
        return; // somebody has gone on to another one
    m_soughtFrom = m_table->currentIndex().row();
    seek(acted->id, Seek::Acted);
}

} // namespace dueline
