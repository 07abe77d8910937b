// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqschedules.h"

#include "core/base/text.h"
#include "core/layouts/bullmq/bullmqediting.h"
#include "core/layouts/bullmq/bullmqwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 longestPayload = 64 * 1024;
/// Number of replies per schedule: its fields, and the size of the payload.
constexpr std::size_t perSchedule = 2;

/// Returns the CronSchedule expression for an interval in ms.
QByteArray everyMs(const QByteArray& ms) { return "@every " + ms + "ms"; }

/// Parses a repeating job created by BullMQ 5.0. Its name holds all of its data: `NAME:ID:END:ZONE:CRON`, or an
/// interval in ms instead of CRON.
void readName(Schedule& schedule)
{
    const QList<QByteArray> words = schedule.name.split(':');
    const qsizetype name = words.size() - 4;
    schedule.damaged = name < 1 || words.last().isEmpty();
    if (schedule.damaged)
        return;
    schedule.type = words.mid(0, name).join(':');
    schedule.zone = words[name + 2];
    const QByteArray& when = words.last();
    schedule.cron = when.toLongLong() > 0 ? everyMs(when) : when;
}

} // namespace

BullmqSchedules::BullmqSchedules(RedisClient& client, const BullmqSpec& spec, const QByteArray& ours)
    : ListedSchedules({ErrorCode::NotSupported, bullmqwords::schedulesAreFixed()})
    , m_client(client)
    , m_spec(spec)
    , m_ours(ours)
    , m_scripts(client, FrameworkScripts::library("bullmq"), bullmqEditing(spec, ours).refusal)
{ }

Result<std::vector<ScheduleState>> BullmqSchedules::schedules(const QueueName& queue)
{
    const QByteArray key = m_spec.base(queue) + "repeat";
    const auto rows = m_client.call({"ZRANGE", key, "0", number(mostListed - 1), "WITHSCORES"});
    if (!rows)
        return rows.error();
    if (!rows->isArray() || rows->items.size() % 2 != 0)
        return unexpectedReply();
    std::vector<ScheduleState> states;
    std::vector<Command> pipeline;
    for (std::size_t i = 0; i < rows->items.size(); i += 2) {
        const QByteArray hash = key + ':' + rows->items[i].bytes;
        pipeline.push_back({"HMGET", hash, "name", "pattern", "every", "tz"});
        pipeline.push_back({"HSTRLEN", hash, "data"});
    }
    if (pipeline.empty())
        return states;
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::vector<Command> payloads;
    std::vector<std::size_t> withPayload;
    for (std::size_t i = 0; i < rows->items.size() / 2; ++i) {
        ScheduleState state;
        Schedule& schedule = state.schedule;
        schedule.name = rows->items[2 * i].bytes;
        const double next = rows->items[2 * i + 1].bytes.toDouble();
        const Reply& fields = (*replies)[perSchedule * i];
        const auto text = [&fields](std::size_t at) {
            return at < fields.items.size() && fields.items[at].isBytes() ? fields.items[at].bytes : QByteArray();
        };
        if (!text(1).isEmpty() || !text(2).isEmpty()) {
            schedule.type = text(0);
            schedule.cron = text(1).isEmpty() ? everyMs(text(2)) : text(1);
            schedule.zone = text(3);
        } else {
            readName(schedule);
        }
        schedule.damaged = schedule.damaged || !(next > 0) || next >= endOfTime;
        if (!schedule.damaged)
            state.next = fromMs(qint64(next));
        const qint64 bytes = (*replies)[perSchedule * i + 1].integer;
        if (bytes > 0 && bytes <= longestPayload) {
            payloads.push_back({"HGET", key + ':' + schedule.name, "data"});
            withPayload.push_back(states.size());
        }
        states.push_back(std::move(state));
    }
    if (!payloads.empty()) {
        const auto data = m_client.pipeline(payloads);
        if (!data)
            return data.error();
        for (std::size_t i = 0; i < withPayload.size(); ++i) {
            if ((*data)[i].isBytes())
                states[withPayload[i]].schedule.payload = (*data)[i].bytes;
        }
    }
    std::sort(states.begin(), states.end(),
        [](const ScheduleState& a, const ScheduleState& b) { return a.schedule.name < b.schedule.name; });
    return states;
}

Result<> BullmqSchedules::remove(const QueueName& queue, const QByteArray& name)
{
    const OverlayKeys k = keys(queue);
    const auto score = m_client.call({"ZSCORE", k.base + "repeat", name});
    if (!score)
        return score.error();
    Result<Reply> reply = Reply();
    if (score->isBytes()) {
        reply = m_scripts.run("unschedule", k, {k.base, k.overlay}, {name, score->bytes, m_spec.major});
        if (!reply)
            return reply.error();
    }
    switch (reply->integer) {
    case 1:
        return {};
    case 2:
        return Error{ErrorCode::Busy, bullmqwords::scheduleHasAdvanced(printable(name, 80))};
    case 3:
        return Error{ErrorCode::NotSupported, bullmqwords::scheduleIsOld(printable(name, 80))};
    default:
        return Error{ErrorCode::NotFound, bullmqwords::noSchedule(printable(name, 80), printable(queue))};
    }
}

} // namespace dueline
