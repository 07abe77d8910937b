// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory/memorysweep.h"

#include <algorithm>

namespace dueline {

namespace {

using std::chrono::hours;

constexpr std::size_t droppedPerStep = 100;

/// Drops tasks that entered `column` more than `keep` ago, up to the per-step limit. Returns true if more remain.
bool dropOld(MemoryQueue& queue, MemoryColumn column, Millis keep, TimePoint now)
{
    std::vector<TaskId> old;
    for (const auto& [at, id] : queue.column(column)) {
        if (at > now - keep || old.size() > droppedPerStep)
            break;
        old.push_back(id);
    }
    const std::size_t dropped = std::min(old.size(), droppedPerStep);
    for (std::size_t i = 0; i < dropped; ++i)
        queue.erase(old[i]);
    return old.size() > dropped;
}

bool expireUnstarted(MemoryQueue& queue, TimePoint now)
{
    std::vector<TaskId> late;
    for (const auto& [id, task] : queue.tasks()) {
        const bool waits = task.column == MemoryColumn::Pending || task.column == MemoryColumn::Retry;
        if (waits && !queue.mayStart(task, now))
            late.push_back(id);
    }
    const std::size_t failed = std::min(late.size(), droppedPerStep);
    for (std::size_t i = 0; i < failed; ++i)
        queue.expireUnstarted(*queue.find(late[i]), now);
    return late.size() > failed;
}

void forgetOperations(MemoryQueue& queue, TimePoint now)
{
    const Millis keepUndo = queue.settings.keepUndo;
    std::vector<TaskId> ids;
    for (const auto& [id, task] : queue.tasks()) {
        // Keep the previous state of a task in the trash, so that it can be restored.
        if (task.before && task.column != MemoryColumn::Trash && task.before->when <= now - keepUndo)
            ids.push_back(id);
    }
    for (const TaskId& id : ids)
        queue.find(id)->before.reset();
    std::erase_if(queue.operations, [&](const auto& entry) { return entry.second.at <= now - keepUndo - keepRecords; });
}

void rollUp(MemoryQueue& queue, TimePoint now)
{
    while (!queue.minutes.empty() && queue.minutes.begin()->first < now - keepMinutes) {
        const StatisticsBin& minute = queue.minutes.begin()->second;
        StatisticsBin& hour = queue.hours[std::chrono::floor<hours>(minute.from)];
        hour.from = std::chrono::floor<hours>(minute.from);
        hour.length = hours(1);
        addStatistics(hour, minute);
        queue.minutes.erase(queue.minutes.begin());
    }
    std::erase_if(queue.hours, [&](const auto& entry) { return entry.first < now - keepHours; });
}

} // namespace

bool sweepStep(MemoryQueue& queue, TimePoint now)
{
    bool more = expireUnstarted(queue, now);
    more |= dropOld(queue, MemoryColumn::Done, queue.settings.keepDone, now);
    more |= dropOld(queue, MemoryColumn::Failed, queue.settings.keepFailed, now);
    more |= dropOld(queue, MemoryColumn::Trash, queue.settings.keepTrash, now);
    std::erase_if(queue.uniqueKeys, [&](const auto& entry) { return entry.second.until <= now; });
    forgetOperations(queue, now);
    rollUp(queue, now);
    return more;
}

} // namespace dueline
