// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqsources.h"

#include <algorithm>
#include <array>

namespace dueline {

namespace {

/// Suffixes of a queue's task keys.
constexpr std::array<QByteArrayView, 8> holderEnds{
    "pending", "active", "scheduled", "retry", "archived", "completed", "lease", "groups"};

} // namespace

std::optional<QueueName> AsynqKeys::queueOf(QByteArrayView key)
{
    constexpr QByteArrayView beginning = "asynq:{";
    const qsizetype end = key.startsWith(beginning) ? key.lastIndexOf(QByteArrayView("}:")) : -1;
    if (end <= beginning.size()
        || std::find(holderEnds.begin(), holderEnds.end(), key.sliced(end + 2)) == holderEnds.end())
        return std::nullopt;
    return key.sliced(beginning.size(), end - beginning.size()).toByteArray();
}

std::optional<std::pair<QueueName, QByteArray>> AsynqKeys::groupOf(QByteArrayView key)
{
    constexpr QByteArrayView beginning = "asynq:{";
    constexpr QByteArrayView between = "}:g:";
    const qsizetype end = key.startsWith(beginning) ? key.indexOf(between) : -1;
    if (end <= beginning.size() || end + between.size() == key.size())
        return std::nullopt;
    return std::pair(key.sliced(beginning.size(), end - beginning.size()).toByteArray(),
        key.sliced(end + between.size()).toByteArray());
}

Command AsynqKeys::countHolders(const QueueName& queue)
{
    Command command{"EXISTS"};
    for (const QByteArrayView holder : holderEnds)
        command.push_back(base(queue) + holder.toByteArray());
    return command;
}

std::vector<TaskSource> asynqSources(
    const QByteArray& ours, const QueueName& queue, const std::vector<QByteArray>& groups)
{
    using Kind = TaskSource::Kind;
    using Score = TaskSource::Score;
    const QByteArray base = AsynqKeys::base(queue);
    // The score isn't the completion time, but the time when asynq will delete the task.
    constexpr bool ownInstants = true;
    std::vector<TaskSource> sources{
        {base + "pending", Kind::List, Score::None, TaskState::Due, {}, "pending"},
        {base + "scheduled", Kind::SortedSet, Score::Seconds, TaskState::Scheduled, TaskState::Due, "scheduled"},
        {base + "lease", Kind::SortedSet, Score::Seconds, TaskState::Leased, {}, "active"},
        // A task whose due time has passed is still reported as Retrying until a server moves it to the pending list.
        {base + "retry", Kind::SortedSet, Score::Seconds, TaskState::Retrying, TaskState::Retrying, "retry"},
        {base + "archived", Kind::SortedSet, Score::Seconds, TaskState::Failed, {}, "archived"},
        {base + "completed", Kind::SortedSet, Score::None, TaskState::Done, {}, "completed", true, ownInstants},
        {AsynqKeys::beside(ours, queue).trash(), Kind::SortedSet, Score::Milliseconds, TaskState::Trash, {}, {}},
    };
    for (const QByteArray& group : groups)
        sources.push_back(
            {AsynqKeys::group(queue, group), Kind::SortedSet, Score::None, TaskState::Scheduled, {}, "aggregating"});
    return sources;
}

} // namespace dueline
