// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/serverchange.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace dueline {

namespace {

qint64 tasksOf(const StateCounts& counts)
{
    return std::accumulate(counts.perState.begin(), counts.perState.end(), qint64(0));
}

qint64 openOf(const StateCounts& counts) { return counts.pending() + counts[TaskState::Leased]; }

/// Returns how many finished tasks are waiting again, which only happens if the server has lost data.
qint64 reopenedOf(const StateCounts& before, const StateCounts& now)
{
    const qint64 fewerDone = before[TaskState::Done] - now[TaskState::Done];
    return std::max<qint64>(0, std::min(fewerDone, openOf(now) - openOf(before)));
}

} // namespace

qint64 ServerChange::gone() const
{
    return std::accumulate(losses.begin(), losses.end(), qint64(0),
        [](qint64 sum, const Loss& loss) { return sum + std::max<qint64>(0, loss.before - loss.now); });
}

qint64 ServerChange::reopened() const
{
    return std::accumulate(
        losses.begin(), losses.end(), qint64(0), [](qint64 sum, const Loss& loss) { return sum + loss.reopened; });
}

ServerChange changeBetween(const std::vector<QueueInfo>& before, const std::vector<QueueInfo>& now, bool sharedWork)
{
    ServerChange change;
    change.sharedWork = sharedWork;
    std::map<QueueName, const QueueInfo*> found;
    for (const QueueInfo& queue : now) {
        found[queue.name] = &queue;
        change.tasksNow += tasksOf(queue.counts);
    }
    for (const QueueInfo& queue : before) {
        const auto known = found.find(queue.name);
        const StateCounts counts = known == found.end() ? StateCounts{} : known->second->counts;
        change.tasksBefore += tasksOf(queue.counts);
        if (known != found.end() && !known->second->unreadable.isEmpty())
            continue;
        const ServerChange::Loss loss{
            queue.name, tasksOf(queue.counts), tasksOf(counts), reopenedOf(queue.counts, counts)};
        if (loss.now < loss.before || loss.reopened > 0)
            change.losses.push_back(loss);
    }
    std::stable_sort(change.losses.begin(), change.losses.end(),
        [](const auto& a, const auto& b) { return a.before - a.now + a.reopened > b.before - b.now + b.reopened; });
    return change;
}

} // namespace dueline
