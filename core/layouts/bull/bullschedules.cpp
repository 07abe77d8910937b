// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bullschedules.h"

#include "core/base/text.h"
#include "core/layouts/bull/bullediting.h"
#include "core/layouts/bull/bullwords.h"
#include "core/layouts/bull/repeatrow.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 longestBullPayload = 64 * 1024;

} // namespace

BullSchedules::BullSchedules(RedisClient& client, const BullSpec& spec, const QByteArray& ours)
    : ListedSchedules({ErrorCode::NotSupported, bullwords::schedulesAreFixed()})
    , m_client(client)
    , m_spec(spec)
    , m_ours(ours)
    , m_scripts(client, FrameworkScripts::library("bull"), bullEditing(spec, ours).refusal)
{ }

Result<std::vector<ScheduleState>> BullSchedules::schedules(const QueueName& queue)
{
    const QByteArray base = m_spec.prefix + ':' + queue + ':';
    const auto rows = m_client.call({"ZRANGE", base + "repeat", "0", number(mostListed - 1), "WITHSCORES"});
    if (!rows)
        return rows.error();
    if (!rows->isArray() || rows->items.size() % 2 != 0)
        return unexpectedReply();
    std::vector<ScheduleState> states;
    std::vector<QByteArray> jobs;
    std::vector<Command> sizes;
    for (std::size_t i = 0; i < rows->items.size(); i += 2) {
        const QByteArray& member = rows->items[i].bytes;
        ScheduleState state;
        state.schedule.name = member;
        const double next = rows->items[i + 1].bytes.toDouble();
        const auto row = RepeatRow::parse(member);
        state.schedule.damaged = !row || !(next > 0) || next >= endOfTime;
        QByteArray job;
        if (!state.schedule.damaged) {
            state.next = fromMs(qint64(next));
            state.schedule.cron = row->expression();
            state.schedule.zone = row->zone;
            state.schedule.type = row->name;
            job = base + row->nextJob(*state.next);
        }
        jobs.push_back(job);
        sizes.push_back({"HSTRLEN", job, "data"});
        states.push_back(std::move(state));
    }
    if (states.empty())
        return states;
    const auto lengths = m_client.pipeline(sizes);
    if (!lengths)
        return lengths.error();
    for (std::size_t i = 0; i < states.size(); ++i) {
        const qint64 length = (*lengths)[i].integer;
        if (jobs[i].isEmpty() || length <= 0 || length > longestBullPayload)
            continue;
        const auto data = m_client.call({"HGET", jobs[i], "data"});
        if (!data)
            return data.error();
        states[i].schedule.payload = data->isBytes() ? data->bytes : QByteArray();
    }
    std::sort(states.begin(), states.end(),
        [](const ScheduleState& a, const ScheduleState& b) { return a.schedule.name < b.schedule.name; });
    return states;
}

Result<> BullSchedules::remove(const QueueName& queue, const QByteArray& name)
{
    const OverlayKeys k = OverlayKeys::beside(m_ours, m_spec.prefix + ':' + queue + ':');
    const auto score = m_client.call({"ZSCORE", k.base + "repeat", name});
    if (!score)
        return score.error();
    Result<Reply> reply = Reply();
    if (score->isBytes()) {
        const auto row = RepeatRow::parse(name);
        const QByteArray next = row ? row->nextJob(fromMs(qint64(score->bytes.toDouble()))) : QByteArray();
        reply = m_scripts.run(
            "unschedule", k, {k.base, k.overlay}, {name, score->bytes, m_spec.isStamped ? "yes" : "", next});
        if (!reply)
            return reply.error();
    }
    switch (reply->integer) {
    case 1:
        return {};
    case 2:
        return Error{ErrorCode::Busy, bullwords::scheduleHasAdvanced(printable(name, 80))};
    default:
        return Error{ErrorCode::NotFound, bullwords::noSchedule(printable(name, 80), printable(queue))};
    }
}

} // namespace dueline
