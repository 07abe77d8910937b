// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/queueinspector.h"
#include "core/queue/schedule.h"
#include "tests/support/memory/memorytask.h"

#include <set>

namespace dueline {

/// Queue in the in-memory reference layout. Stores its tasks in six ordered sets. All backend interfaces use it to move
/// tasks between these sets. Not thread-safe; MemoryStore guards it.
class MemoryQueue
{
public:
    /// Order within each of the six sets: by time, then by id.
    using Place = std::pair<TimePoint, TaskId>;
    using Column = std::set<Place>;

    QueueSettings settings;
    bool paused = false;
    std::map<OperationId, OperationRecord> operations;
    std::map<OperationId, MemoryEdit> edits; ///< edits that have not been undone
    std::map<OperationId, TimePoint> heldUntil; ///< time until which an operator holds each unfinished operation
    /// Damaged tasks by id, each with the reason and the readable data.
    std::map<TaskId, std::pair<QByteArray, MemoryTask>> damaged;
    std::map<QByteArray, ScheduleState> schedules; ///< by name
    std::map<QByteArray, UniqueHold> uniqueKeys; ///< unique keys; the sweep removes expired ones
    std::map<TimePoint, StatisticsBin> minutes;
    std::map<TimePoint, StatisticsBin> hours;

    MemoryTask* find(const TaskId& id);
    const MemoryTask* find(const TaskId& id) const;
    /// Returns the task with this lease; null if there is none.
    MemoryTask* findLease(const TaskId& id, const QByteArray& token);
    const std::map<TaskId, MemoryTask>& tasks() const { return m_tasks; }
    const Column& column(MemoryColumn column) const { return m_columns[std::size_t(column)]; }

    /// Adds a new task to the set `task.column`, sorted by `task.at`.
    void insert(MemoryTask task);
    /// Removes a task with all of its data.
    void erase(const TaskId& id);
    /// Moves a task to another set, at the given time. A task that leaves Leased loses its lease.
    void move(MemoryTask& task, MemoryColumn to, TimePoint at);

    /// Adds an attempt to the history for a lease that ended at `now`.
    void noteAttempt(MemoryTask& task, const QByteArray& outcome, const QByteArray& error, TimePoint now);
    /// Returns the holder of a unique key at `now`.
    std::optional<UniqueHold> holderOf(const QByteArray& key, TimePoint now) const;

    /// Returns whether a waiting task may still start, according to the task's or the queue's start deadline.
    bool mayStart(const MemoryTask& task, TimePoint now) const;
    /// Marks a task that missed its start deadline as failed.
    void expireUnstarted(MemoryTask& task, TimePoint now);

    /// Returns the statistics for the minute that contains `now`.
    StatisticsBin& statistics(TimePoint now);

    /// Returns the earliest due time of any waiting task; nullopt if there are none.
    std::optional<TimePoint> head() const;
    /// Returns the earliest lease expiry.
    std::optional<TimePoint> nearestExpiry() const;

private:
    std::map<TaskId, MemoryTask> m_tasks;
    std::array<Column, allColumns.size()> m_columns;
};

/// Converts a new task to its stored form, added at `now`.
MemoryTask taskFrom(const NewTask& task, TimePoint now);
/// Returns the displayed state. `now` determines whether a task is Scheduled or Due.
TaskState stateOf(const MemoryTask& task, TimePoint now);
/// Returns the set that contains tasks in `state`.
MemoryColumn columnOf(TaskState state);
Task describe(const MemoryTask& task, const QueueSettings& settings, TimePoint now);
/// Returns a task as shown in lists. Includes the beginning of the payload, unless the payload is stored separately
/// because it exceeds 64 KiB.
Task describeForList(const MemoryTask& task, const QueueSettings& settings, TimePoint now);

/// Returns a duration's histogram bucket: 0 for 0 ms, k for 2^(k-1) to 2^k - 1 ms.
std::size_t durationClass(Millis duration);

/// Adds the counts in `from` to `sum`.
void addStatistics(StatisticsBin& sum, const StatisticsBin& from);

} // namespace dueline
