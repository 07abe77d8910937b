// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bullschedules.h"

#include "core/base/text.h"
#include "core/layouts/bull/repeatrow.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 longestPayload = 64 * 1024;

Error bullsOwn()
{
    return {ErrorCode::NotSupported,
        QStringLiteral("Repeating jobs of Bull can be looked at only; the program that adds them removes them, too.")};
}

} // namespace

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
        if (jobs[i].isEmpty() || length <= 0 || length > longestPayload)
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

Result<> BullSchedules::put(const QueueName&, const Schedule&, bool) { return bullsOwn(); }

Result<> BullSchedules::remove(const QueueName&, const QByteArray&) { return bullsOwn(); }

Result<DueSchedules> BullSchedules::due(const QueueName&) { return bullsOwn(); }

Result<TickOutcome> BullSchedules::tick(const QueueName&, const ScheduleState&, const TickDecision&)
{
    return bullsOwn();
}

} // namespace dueline
