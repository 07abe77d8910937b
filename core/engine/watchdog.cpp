// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/watchdog.h"

#include <algorithm>

namespace dueline {

using namespace std::chrono_literals;

namespace {
/// Maximum delay to expect on a busy machine; a longer delay means that the machine slept or the process was suspended.
constexpr auto sleptFor = 2s;
}

Watchdog::Watchdog(Pipeline& pipeline, Instant since)
    : m_pipeline(pipeline)
    , m_expected(since)
{ }

Watchdog::Report Watchdog::runOnce(Instant now)
{
    Report report;
    Millis shortest = 10s;
    for (int queue = 0; queue < int(m_pipeline.queues.size()); ++queue)
        shortest = std::min(shortest, m_pipeline.leaseFor(queue));
    shortest = std::min(shortest, m_pipeline.config.timeLimit);
    report.next = now + std::clamp<Millis>(shortest / 20, 5ms, 1s);
    for (const std::shared_ptr<TaskBatch>& batch : m_pipeline.book.batches()) {
        for (TaskItem& item : batch->items)
            check(item, now, report);
    }
    if (m_expected != Instant::max() && now - m_expected > sleptFor) {
        report.slept = true;
        wakeOthers(); // the calls to check() above have already given up the leases that expired during the sleep
    }
    m_expected = report.next;
    if (m_pipeline.ready.size() > 0 && now - m_pipeline.meter.lastFinish() > 100ms)
        m_pipeline.ready.wake(m_pipeline.ready.size()); // wakes all slots, because the Fetcher may be blocked in a call
    report.drained = m_pipeline.draining() && m_pipeline.fetcherEmptied.load() && m_pipeline.book.size() == 0;
    return report;
}

void Watchdog::wakeOthers()
{
    m_pipeline.extendNow.store(true);
    for (int queue = 0; queue < int(m_pipeline.queues.size()); ++queue)
        m_pipeline.wake(queue, TimePoint::min());
    for (QueueLine& line : m_pipeline.queues)
        line.schedulesChanged.store(true);
    for (Waker* waker : {&m_pipeline.completerWaker, &m_pipeline.heartbeaterWaker, &m_pipeline.recovererWaker,
             &m_pipeline.schedulerWaker})
        waker->wake();
}

bool Watchdog::losePatience(TaskItem& item, Instant now, Report& report)
{
    const StopReason reason = item.stopReason.load(std::memory_order_acquire);
    const Instant askedAt = item.askedToStopAt.load(std::memory_order_relaxed);
    if (reason == StopReason::None || reason == StopReason::Shutdown || askedAt == Instant::max())
        return false; // handlers may continue for as long as the caller of wait() waits for the engine to stop
    const Instant until = askedAt + m_pipeline.config.graceFor;
    if (now < until) {
        report.next = std::min(report.next, until);
        return false;
    }
    if (!item.takeFromRunning())
        return false;
    ++report.abandoned;
    item.result = HandlerResult::fail("the handler did not stop");
    item.finishedAt = now;
    m_pipeline.abandon(item);
    return true;
}

void Watchdog::check(TaskItem& item, Instant now, Report& report)
{
    const TaskItem::State state = item.state.load(std::memory_order_acquire);
    if (state != TaskItem::State::Ready && state != TaskItem::State::Running)
        return;
    if (state == TaskItem::State::Running && losePatience(item, now, report))
        return;
    const Millis margin = std::min<Millis>(item.leaseFor.load(std::memory_order_relaxed) / 10, 1s);
    const Instant giveUpAt = item.heldUntil.load(std::memory_order_relaxed) - margin;
    if (now >= giveUpAt) {
        if (item.takeFromReady(TaskItem::State::Finished)) {
            ++report.unconfirmed;
            m_pipeline.statistics.leaseLost();
            if (m_pipeline.observer)
                m_pipeline.observer->leaseLost(m_pipeline.queues[std::size_t(item.batch->queue)].name, item.lease);
            m_pipeline.leave(item);
        } else if (item.stopReason.load() == StopReason::None) {
            ++report.unconfirmed;
            Pipeline::requestStop(item, StopReason::LeaseLost);
        }
        return;
    }
    report.next = std::min(report.next, giveUpAt);
    if (state != TaskItem::State::Running)
        return;
    const Instant startedAt = item.startedAt.load(std::memory_order_relaxed);
    if (startedAt == Instant() || item.stopReason.load() != StopReason::None)
        return;
    if (now >= startedAt + m_pipeline.config.timeLimit) {
        ++report.overdue;
        Pipeline::requestStop(item, StopReason::Deadline);
    } else {
        report.next = std::min(report.next, startedAt + m_pipeline.config.timeLimit);
    }
}

} // namespace dueline
