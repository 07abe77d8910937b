// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/recoverer.h"

#include <algorithm>

namespace dueline {

using namespace std::chrono_literals;

namespace {
constexpr int recoveredPerCall = 100;
constexpr int recoveriesPerRun = 10;
}

Recoverer::Recoverer(Pipeline& pipeline, TaskBroker& broker)
    : m_pipeline(pipeline)
    , m_broker(broker)
    , m_random(QRandomGenerator::securelySeeded())
{
    const Instant now = monotonicNow();
    for (int i = 0; i < int(pipeline.queues.size()); ++i) {
        Lane& lane = m_lanes.emplace_back();
        lane.index = i;
        lane.recoverAt = now; // workers may have been lost before this one started
        lane.sweepAt = now + lazily() / 2;
        lane.jitter = Millis(m_random.bounded(100));
    }
}

Recoverer::Report Recoverer::runOnce(Instant now)
{
    Report report;
    const bool clockWasSet = m_pipeline.clockWasSet.exchange(false);
    for (Lane& lane : m_lanes) {
        if (clockWasSet)
            lane.recoverAt = now;
        if (now >= lane.notBefore) {
            if ((now >= recoverAt(lane) && !recover(lane, now, report))
                || (now >= lane.sweepAt && !sweep(lane, now, report)))
                lane.notBefore = monotonicNow() + lane.backoff.next();
            else
                lane.backoff.reset();
        }
        report.next = std::min(report.next, std::max(lane.notBefore, std::min(recoverAt(lane), lane.sweepAt)));
    }
    if (!report.trouble)
        m_pipeline.fine(EngineService::Recoverer);
    return report;
}

bool Recoverer::recover(Lane& lane, Instant now, Report& report)
{
    const QueueLine& line = m_pipeline.queues[std::size_t(lane.index)];
    lane.recoverAt = now + lazily();
    lane.recoveredAt = now;
    for (int call = 0; call < recoveriesPerRun; ++call) {
        const Result<Recovered> recovered = m_broker.recover(line.name, recoveredPerCall);
        ++report.calls;
        if (!recovered) {
            report.trouble = true;
            m_pipeline.trouble(EngineService::Recoverer, recovered.error());
            return false;
        }
        report.retried += recovered->retried;
        report.failed += recovered->failed;
        m_pipeline.noteExpiry(lane.index, recovered->nearestExpiry);
        if (recovered->retried > 0)
            m_pipeline.wake(lane.index, m_pipeline.clock.now());
        if (recovered->retried + recovered->failed < recoveredPerCall)
            return true;
    }
    lane.recoverAt = now; // more leases may have expired
    return true;
}

bool Recoverer::sweep(Lane& lane, Instant now, Report& report)
{
    const Result<bool> more = m_broker.sweep(m_pipeline.queues[std::size_t(lane.index)].name);
    ++report.sweeps;
    if (!more) {
        report.trouble = true;
        m_pipeline.trouble(EngineService::Recoverer, more.error());
        return false;
    }
    lane.sweepAt = now + (*more ? 10ms : lazily());
    return true;
}

Instant Recoverer::expiryOf(const Lane& lane) const
{
    const TimePoint expiry = m_pipeline.queues[std::size_t(lane.index)].nearestExpiry.load(std::memory_order_acquire);
    return expiry == TimePoint::max() ? Instant::max() : m_pipeline.clock.toLocal(expiry) + 2ms + lane.jitter;
}

Instant Recoverer::recoverAt(const Lane& lane) const
{
    const Instant expiry = expiryOf(lane);
    if (expiry == Instant::max())
        return lane.recoverAt; // no leases are known: use the regular interval
    // Also recover at regular intervals, because the nearest expiry is wrong if the server's clock was set back.
    const Millis often = std::max<Millis>(m_pipeline.leaseFor(lane.index) / 2, Millis(1'000) * qint64(m_lanes.size()));
    return std::min({expiry, lane.recoverAt, lane.recoveredAt + often});
}

Millis Recoverer::lazily()
{
    // With many queues, limit an idle worker's total call rate.
    const Millis every
        = std::max<Millis>(m_pipeline.config.sweepEvery, Millis(45'000) * qint64(m_pipeline.queues.size()));
    return every * (80 + int(m_random.bounded(40))) / 100;
}

} // namespace dueline
