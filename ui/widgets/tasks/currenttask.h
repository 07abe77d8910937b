// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QObject>

#include <optional>

namespace dueline {

class FilterLine;
class OperationJob;
class TaskFilter;
class TaskTable;
class WindowEvents;
class ListedTasks;

/// Automatic selection of the table's current task when a queue is opened, a filter changes, or an action moves the
/// task.
class CurrentTask : public QObject
{
    Q_OBJECT

public:
    CurrentTask(WindowEvents& events, ListedTasks& list, FilterLine& filter, TaskTable& table, QObject* parent);

    /// Makes the task current and centers it in the view. Emits notListed() if the table doesn't list it.
    void reveal(const TaskId& id);
    /// Lists the tasks that match the filter. Keeps the current task if it matches.
    void applyFilter(const TaskFilter& filter);
    /// Selects a task that needs attention in a new list, unless the user has already selected one.
    void land();
    /// Finds the current task again after an action on just this task. `job`: null if the action didn't run as a job.
    void follow(const OperationJob* job);

Q_SIGNALS:
    /// Emitted if the task to reveal is in a state that isn't listed, is hidden by the filter, or no longer exists.
    void notListed(const dueline::TaskId& id);

private:
    /// Reason for looking for a task: it was requested, it was current before the filter changed, or an action has
    /// moved it.
    enum class Seek : quint8 { Asked, Kept, Acted };

    void forget();
    void landNearNow();
    std::optional<int> landing();
    void reorder();
    void seek(const TaskId& id, Seek why);
    void located(const TaskId& id, int row);
    void note(const OperationJob* job);

    struct Sought
    {
        TaskId id;
        Seek why;
    };
    struct Acted
    {
        TaskId id;
        int row;
    };

    ListedTasks& m_list;
    FilterLine& m_filter;
    TaskTable& m_table;
    bool m_first = true; ///< true until the first list has been opened
    bool m_landing = true; ///< true until the user has selected a task in this list
    TaskId m_landedOn; ///< task selected automatically when a list was opened; empty once the user has selected a task
    TaskId m_kept; ///< task that was current before the filter changed
    std::optional<Sought> m_sought;
    int m_soughtFrom = -1; ///< current row when the search for a task began; -1 if there was none
    std::optional<Acted> m_acted; ///< current task while an action on it is running
};

} // namespace dueline
