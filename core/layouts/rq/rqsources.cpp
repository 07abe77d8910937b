// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqsources.h"

#include <algorithm>
#include <array>

namespace dueline {

OverlayKeys RqKeys::beside(const QByteArray& ours, const QueueName& queue)
{
    return {"rq:", OverlayKeys::overlayOf(ours) + (isShared(queue) ? QueueName() : queue) + "@rq:", "rq:queues"};
}

std::optional<QueueName> RqKeys::queueOf(QByteArrayView key)
{
    constexpr QByteArrayView intermediate = ":intermediate";
    constexpr std::array<QByteArrayView, 8> beginnings{queueKeys,
        "rq:scheduled:", "rq:deferred:", "rq:ready:", "rq:wip:", "rq:failed:", "rq:finished:", "rq:canceled:"};
    const auto begins = [key](QByteArrayView beginning) { return key.startsWith(beginning); };
    const auto beginning = std::find_if(beginnings.begin(), beginnings.end(), begins);
    if (beginning == beginnings.end())
        return std::nullopt;
    QByteArrayView queue = key.sliced(beginning->size());
    if (*beginning == queueKeys && queue.endsWith(intermediate))
        queue = queue.chopped(intermediate.size());
    return queue.isEmpty() ? std::nullopt : std::optional(queue.toByteArray());
}

std::vector<TaskSource> rqSources(const QueueName& queue)
{
    using Kind = TaskSource::Kind;
    using Score = TaskSource::Score;
    if (RqKeys::isShared(queue))
        return {};
    constexpr bool headFirst = false;
    constexpr bool ownInstants = true;
    constexpr bool expires = true;
    const QByteArray list = RqKeys::queue(queue);
    return {
        {list, Kind::List, Score::None, TaskState::Due, {}, "queued", headFirst},
        {list + ":intermediate", Kind::List, Score::None, TaskState::Due, {}, "taken", headFirst},
        {"rq:scheduled:" + queue, Kind::SortedSet, Score::Seconds, TaskState::Scheduled, TaskState::Due, "scheduled"},
        {"rq:deferred:" + queue, Kind::SortedSet, Score::None, TaskState::Scheduled, {}, "deferred"},
        {"rq:ready:" + queue, Kind::SortedSet, Score::None, TaskState::Scheduled, {}, "ready"},
        {"rq:wip:" + queue, Kind::SortedSet, Score::Seconds, TaskState::Leased, {}, "started"},
        {"rq:failed:" + queue, Kind::SortedSet, Score::None, TaskState::Failed, {}, "failed", true, ownInstants,
            expires},
        {"rq:finished:" + queue, Kind::SortedSet, Score::None, TaskState::Done, {}, "finished", true, ownInstants,
            expires},
        {"rq:canceled:" + queue, Kind::SortedSet, Score::Seconds, TaskState::Trash, {}, "canceled"},
    };
}

TaskId rqJobOf(const QByteArray& member)
{
    constexpr qsizetype executionLength = 32;
    const qsizetype colon = member.size() - executionLength - 1;
    if (colon <= 0 || member[colon] != ':')
        return member;
    const auto isHex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return std::all_of(member.begin() + colon + 1, member.end(), isHex) ? member.left(colon) : member;
}

} // namespace dueline
