// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/memory/memorytask.h"
#include "core/queue/operation.h"
#include "core/queue/queueinspector.h"
#include "core/queue/schedule.h"

#include <set>

namespace dueline {

/// One queue of the reference layout: its tasks in six ordered sets, and the moves between them that all ports share.
/// Not thread-safe; MemoryStore guards it.
class MemoryQueue
{
public:
    /// What one of the six sets is ordered by: instant, then id.
    using Place = std::pair<TimePoint, TaskId>;
    using Column = std::set<Place>;

    QueueSettings settings;
    bool paused = false;
    std::map<OperationId, OperationRecord> operations;
    std::map<OperationId, TimePoint> heldUntil; ///< of operations that somebody carries out
    std::map<TaskId, std::pair<QByteArray, MemoryTask>> damaged; ///< id → reason and what was known of it
    std::map<QByteArray, ScheduleState> schedules; ///< by name
    std::map<QByteArray, UniqueHold> uniqueKeys; ///< those that have run out are forgotten by the sweep
    std::map<TimePoint, StatisticsBin> minutes;
    std::map<TimePoint, StatisticsBin> hours;

    MemoryTask* find(const TaskId& id);
    const MemoryTask* find(const TaskId& id) const;
    /// The task that `ref` was seen as; null when there is none such.
    MemoryTask* findLease(const TaskId& id, const QByteArray& token);
    const std::map<TaskId, MemoryTask>& tasks() const { return m_tasks; }
    const Column& column(MemoryColumn column) const { return m_columns[std::size_t(column)]; }

    /// Takes a new task into the set its fields name.
    void insert(MemoryTask task);
    /// Forgets everything about it.
    void erase(const TaskId& id);
    /// Changes set and instant. Leaving Leased drops the lease.
    void move(MemoryTask& task, MemoryColumn to, TimePoint at);

    /// Adds one line to the attempts, of the lease that ends at `now`.
    void noteAttempt(MemoryTask& task, const QByteArray& outcome, const QByteArray& error, TimePoint now);
    /// Who holds a unique key at `now`.
    std::optional<UniqueHold> holderOf(const QByteArray& key, TimePoint now) const;

    /// Whether a task that waits may still start: by its own limit, else by the queue's.
    bool mayStart(const MemoryTask& task, TimePoint now) const;
    /// A task whose time to start has passed fails.
    void expireUnstarted(MemoryTask& task, TimePoint now);

    /// The statistics of the minute of `now`.
    StatisticsBin& statistics(TimePoint now);

    /// The earliest due time of all that wait; nullopt when nothing does.
    std::optional<TimePoint> head() const;
    /// The first lease to run out.
    std::optional<TimePoint> nearestExpiry() const;

private:
    std::map<TaskId, MemoryTask> m_tasks;
    std::array<Column, allColumns.size()> m_columns;
};

/// A task as it is first stored, added at `now`.
MemoryTask taskFrom(const NewTask& task, TimePoint now);
/// How a task is shown: `now` tells Scheduled from Due.
TaskState stateOf(const MemoryTask& task, TimePoint now);
/// The set that holds tasks in `state`.
MemoryColumn columnOf(TaskState state);
Task describe(const MemoryTask& task, const QueueSettings& settings, TimePoint now);
/// The same with the beginning of the payload, unless that is above 64 KiB and so not at hand.
Task describeForList(const MemoryTask& task, const QueueSettings& settings, TimePoint now);

/// The statistics class of a duration: 0 for 0 ms, k for 2^(k-1) to 2^k - 1 ms.
std::size_t durationClass(Millis duration);

/// Adds the counts of `from` to `sum`.
void addStatistics(StatisticsBin& sum, const StatisticsBin& from);

} // namespace dueline
