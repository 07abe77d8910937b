// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqpulse.h"

#include "core/layouts/rq/rqsources.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t rqPulseCommands = 4;
/// Number of waiting jobs to read when looking for the job that was first in line at the previous reading.
constexpr int rqPulseWindow = 50;

} // namespace

Result<> RqPulse::complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos)
{
    const TimePoint now = infos.empty() ? TimePoint() : infos.front()->serverNow;
    std::erase_if(readings, [](const PulseReading& reading) { return RqKeys::isShared(reading.queue); });
    std::vector<Command> pipeline;
    for (const PulseReading& reading : readings)
        pipeline.insert(pipeline.end(),
            {{"LRANGE", RqKeys::queue(reading.queue), "0", number(rqPulseWindow - 1)},
                {"ZRANGE", "rq:wip:" + reading.queue, "0", number(qint64(PulseReading::mostLeased) - 1)},
                {"ZCOUNT", "rq:scheduled:" + reading.queue, "-inf", number(toMs(now) / 1000 - 1)},
                {"EXISTS", RqKeys::schedulerLock(reading.queue)}});
    if (pipeline.empty())
        return {};
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const Reply* reply = replies->data() + i * rqPulseCommands;
        if (std::any_of(reply, reply + rqPulseCommands, [](const Reply& each) { return each.isError(); }))
            continue; // the reading then contains only the counts
        PulseReading& reading = readings[i];
        const std::vector<Reply>& next = reply[0].items;
        QByteArray& head = m_heads[reading.queue];
        reading.moved = !head.isEmpty()
            && std::none_of(next.begin(), next.end(), [&head](const Reply& id) { return id.bytes == head; });
        head = next.empty() ? QByteArray() : next.front().bytes;
        for (const Reply& member : reply[1].items)
            reading.leased.push_back(rqJobOf(member.bytes));
        if (reading.hold == PulseHold::Paused) // RQ can only suspend the workers of all queues together
            reading.hold = PulseHold::Suspended;
        if (reply[2].integer > 0 && reply[3].integer == 0)
            reading.hints.push_back({PulseHint::Kind::NoScheduler});
        if (!head.isEmpty() && reading.workers.value_or(0) > 0 && reading.used == 0)
            reading.hints.push_back({PulseHint::Kind::Idle, *reading.workers});
    }
    return {};
}

} // namespace dueline
