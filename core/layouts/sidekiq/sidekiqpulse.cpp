// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqpulse.h"

#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype longestSidekiqHead = 64 * 1024; ///< maximum size in bytes of a job that is kept for comparison
/// Time after which the next heartbeat is overdue. Processes send one every 5 to 10 s.
constexpr Millis sidekiqBeatOverdue{15'000};

} // namespace

Result<> SidekiqPulse::complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos)
{
    const TimePoint now = infos.empty() ? TimePoint() : infos.front()->serverNow;
    std::erase_if(readings, [this](const PulseReading& reading) { return m_spec.isShared(reading.queue); });
    std::vector<Command> pipeline;
    for (const PulseReading& reading : readings) {
        const QByteArray list = m_spec.key("queue:" + reading.queue);
        // Look for the job that was next in line at the previous reading among the next 50 jobs only.
        pipeline.push_back({"LPOS", list, m_heads[reading.queue], "RANK", "-1", "MAXLEN", "50"});
        pipeline.push_back({"LRANGE", list, "-1", "-1"});
    }
    if (pipeline.empty())
        return {};
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const Reply& place = (*replies)[2 * i];
        const Reply& first = (*replies)[2 * i + 1];
        if (place.isError() || first.isError())
            continue; // after an error reply, the reading contains only the counts
        PulseReading& reading = readings[i];
        QByteArray& head = m_heads[reading.queue];
        reading.moved = !head.isEmpty() && place.isNil();
        head = first.items.empty() || first.items.front().bytes.size() > longestSidekiqHead ? QByteArray()
                                                                                            : first.items.front().bytes;
        for (const BusyJob& job : m_work->jobsOf(reading.queue)) {
            if (reading.leased.size() < PulseReading::mostLeased)
                reading.leased.push_back(QByteArray::number(qHash(job.member)));
        }
        tellProcesses(reading, now);
    }
    return {};
}

/// Leaves processes that were told to stop out of the reading's numbers, because they only finish their current jobs.
void SidekiqPulse::tellProcesses(PulseReading& reading, TimePoint now) const
{
    qint64 stopping = 0;
    qint64 stoppingSlots = 0;
    for (const WorkerInfo& process : workers()) {
        const bool serves
            = std::find(process.queues.begin(), process.queues.end(), reading.queue) != process.queues.end();
        if (!serves || process.lost || !m_work->isStopping(process.id))
            continue;
        ++stopping;
        stoppingSlots += process.concurrency;
        reading.used -= process.running;
    }
    if (stopping > 0 && reading.workers) {
        if (stopping == *reading.workers)
            reading.hints.push_back({PulseHint::Kind::Stopping, stopping});
        *reading.workers -= stopping;
        reading.capacity = std::max<qint64>(0, reading.capacity.value_or(0) - stoppingSlots);
    }
    addHeartbeatHint(reading, workers(), now, sidekiqBeatOverdue);
}

} // namespace dueline
