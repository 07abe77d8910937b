// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqnotes.h"

#include "core/layouts/rq/rqsources.h"
#include "core/layouts/rq/rqwords.h"
#include "core/redis/codec.h"

namespace dueline {

namespace {

constexpr qint64 mostRqLimits = 100;
constexpr qint64 mostRqLimited = 500; ///< maximum number of delayed jobs to read per rate limit
constexpr std::chrono::seconds rqGoneBelieved{30};
constexpr qint64 mostRqGone = 500; ///< maximum number of entries per registry to check for deleted jobs

void addNote(QueueInfo& info, const QByteArray& note)
{
    if (!info.note.isEmpty())
        info.note += ' ';
    info.note += note;
}

} // namespace

Result<> RqNotes::add(std::vector<QueueInfo>& infos)
{
    if (const auto added = addLimited(infos); !added)
        return added;
    return addGone(infos);
}

Result<> RqNotes::addLimited(std::vector<QueueInfo>& infos)
{
    const auto limits = m_client.pipeline({{"SSCAN", "rq:rl-keys", "0", "COUNT", number(mostRqLimits)}});
    if (!limits)
        return limits.error();
    // There are no rate limits, or the user isn't allowed to read them.
    if (limits->front().items.size() != 2 || limits->front().items[1].items.empty())
        return {};
    std::vector<Command> pipeline;
    for (const Reply& limit : limits->front().items[1].items)
        pipeline.push_back({"ZRANGE", "rq:rl:" + limit.bytes + ":rate_limited", "0", number(mostRqLimited - 1)});
    const auto held = m_client.pipeline(pipeline);
    if (!held)
        return held.error();
    pipeline.clear();
    bool isCut = false;
    for (const Reply& ids : *held) {
        isCut = isCut || qint64(ids.items.size()) == mostRqLimited;
        for (const Reply& id : ids.items)
            pipeline.push_back({"HGET", RqKeys::job(id.bytes), "origin"});
    }
    const auto origins = m_client.pipeline(pipeline);
    if (!origins)
        return origins.error();
    std::map<QueueName, qint64> counts;
    for (const Reply& origin : *origins)
        ++counts[origin.isBytes() && !origin.isError() ? origin.bytes : QueueName()];
    for (QueueInfo& info : infos) {
        const auto count = counts.find(info.name);
        if (info.name.isEmpty() || count == counts.end())
            continue;
        addNote(info, rqwords::jobsAreLimited(count->second, isCut));
    }
    return {};
}

Result<> RqNotes::addGone(std::vector<QueueInfo>& infos)
{
    const auto readAt = std::chrono::steady_clock::now();
    if (!m_askedGone || readAt - *m_askedGone > rqGoneBelieved) {
        m_gone.clear();
        m_askedGone = readAt;
    }
    struct Registry
    {
        QueueInfo* info;
        TaskState state;
        qint64 read = 0;
    };
    std::vector<Registry> registries;
    std::vector<Command> ids;
    for (QueueInfo& info : infos) {
        if (RqKeys::isShared(info.name) || m_gone.contains(info.name))
            continue;
        m_gone[info.name];
        for (const TaskState state : {TaskState::Failed, TaskState::Done}) {
            if (info.counts[state] == 0)
                continue;
            const QByteArray set = state == TaskState::Failed ? "rq:failed:" : "rq:finished:";
            ids.push_back({"ZRANGE", set + info.name, number(toMs(info.serverNow) / 1000 + 1), "+inf", "BYSCORE",
                "LIMIT", "0", number(mostRqGone)});
            registries.push_back({&info, state});
        }
    }
    const auto members = m_client.pipeline(ids);
    if (!members)
        return members.error();
    std::vector<Command> there;
    for (std::size_t i = 0; i < registries.size(); ++i) {
        Command exist{"EXISTS"};
        for (const Reply& id : (*members)[i].items)
            exist.push_back(RqKeys::job(rqJobOf(id.bytes)));
        registries[i].read = qint64(exist.size()) - 1;
        there.push_back(registries[i].read > 0 ? std::move(exist) : Command{"EXISTS", "rq:queues"});
    }
    const auto counts = m_client.pipeline(there);
    if (!counts)
        return counts.error();
    for (std::size_t i = 0; i < registries.size(); ++i) {
        const Registry& registry = registries[i];
        const qint64 gone = (*counts)[i].isInteger() ? registry.read - (*counts)[i].integer : 0;
        if (gone <= 0)
            continue;
        QByteArray& note = m_gone[registry.info->name];
        note += (note.isEmpty() ? "" : " ")
            + rqwords::jobsAreDeleted(gone, registry.read == mostRqGone, stateName(registry.state).toByteArray());
    }
    for (QueueInfo& info : infos) {
        const auto note = m_gone.find(info.name);
        if (note == m_gone.end() || note->second.isEmpty())
            continue;
        addNote(info, note->second);
    }
    return {};
}

} // namespace dueline
