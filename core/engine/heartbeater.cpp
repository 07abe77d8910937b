// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/heartbeater.h"

#include <algorithm>
#include <utility>

namespace dueline {

namespace {
constexpr std::size_t leasesPerCall = 100;
constexpr int idleFactor = 3; ///< factor by which the heartbeat interval increases while the worker is idle
/// Interval at which a worker that reported itself idle checks whether it is busy again.
constexpr Millis lookWhileIdleEvery{1'000};
}

Heartbeater::Heartbeater(Pipeline& pipeline, TaskBroker& broker, WorkerInfo worker)
    : m_pipeline(pipeline)
    , m_broker(broker)
    , m_worker(std::move(worker))
{ }

Heartbeater::Report Heartbeater::runOnce(Instant now)
{
    Report report;
    if (m_extendAt == Instant())
        m_extendAt = now + shortestLease() / 3;
    if (m_pipeline.extendNow.exchange(false) || now >= m_extendAt) {
        if (extendAll(report)) {
            m_backoff.reset();
            m_extendAt = now + shortestLease() / 3;
        } else {
            m_extendAt = monotonicNow() + m_backoff.next();
        }
    }
    if (m_toldIdle && now >= m_lookAt && m_pipeline.running() > 0)
        m_beatAt = now;
    if (now >= m_beatAt) {
        report.beat = beat();
        report.failed |= !report.beat;
        m_beatAt = now + (report.beat ? beatInterval() : std::max(Millis(1'000), m_pipeline.config.beatEvery / 5));
    }
    if (!report.failed)
        m_pipeline.fine(EngineService::Heartbeater);
    if (m_toldIdle && m_lookAt <= now)
        m_lookAt = now + lookWhileIdleEvery;
    report.next = std::min({m_extendAt, m_beatAt, m_toldIdle ? m_lookAt : Instant::max()});
    return report;
}

bool Heartbeater::extendAll(Report& report)
{
    // Tasks can have longer leases than the worker's, so extend leases in groups by queue and lease length.
    std::map<std::pair<int, Millis>, std::vector<TaskItem*>> groups;
    const auto batches = m_pipeline.book.batches(); // keeps these items' batches in memory
    const Instant now = monotonicNow();
    for (const std::shared_ptr<TaskBatch>& batch : batches) {
        for (TaskItem& item : batch->items) {
            const TaskItem::State state = item.state.load(std::memory_order_acquire);
            // Don't extend a lease that expired while the machine slept. The Watchdog stops its task, and the outcome
            // is dropped, so extending it would only block other workers. The outcomes of finished tasks are still
            // written, because the server checks their tokens.
            const bool ranOut = item.heldUntil.load(std::memory_order_relaxed) <= now;
            const bool givenUp = item.stopReason.load(std::memory_order_acquire) == StopReason::LeaseLost;
            if (!givenUp && (state == TaskItem::State::Finished || (state != TaskItem::State::Closed && !ranOut)))
                groups[{batch->queue, item.leaseFor.load(std::memory_order_relaxed)}].push_back(&item);
        }
    }
    bool all = true;
    for (const auto& [key, items] : groups) {
        for (std::size_t from = 0; from < items.size(); from += leasesPerCall) {
            const auto first = items.begin() + qptrdiff(from);
            const std::vector<TaskItem*> part(first, first + qptrdiff(std::min(leasesPerCall, items.size() - from)));
            all &= extend(key.first, key.second, part, report);
        }
    }
    report.failed |= !all;
    return all;
}

bool Heartbeater::extend(int queue, Millis leaseFor, const std::vector<TaskItem*>& items, Report& report)
{
    std::vector<Lease> leases;
    leases.reserve(items.size());
    for (const TaskItem* item : items)
        leases.push_back(item->lease);
    const Instant sent = monotonicNow();
    const auto outcomes = m_broker.extend(m_pipeline.queues[std::size_t(queue)].name, leases, leaseFor);
    if (!outcomes || outcomes->size() != items.size()) {
        m_pipeline.trouble(EngineService::Heartbeater,
            outcomes ? Error{ErrorCode::Protocol,
                QStringLiteral("The number of leases in the server's reply does not match the number extended.")}
                     : outcomes.error());
        return false;
    }
    for (std::size_t i = 0; i < items.size(); ++i)
        apply(*items[i], (*outcomes)[i], sent + leaseFor, report);
    return true;
}

void Heartbeater::apply(TaskItem& item, ExtendOutcome::Value outcome, Instant heldUntil, Report& report)
{
    if (outcome == ExtendOutcome::Held) {
        item.heldUntil.store(heldUntil, std::memory_order_relaxed);
        ++report.extended;
        return;
    }
    if (outcome == ExtendOutcome::Cancel) {
        item.heldUntil.store(heldUntil, std::memory_order_relaxed);
        ++report.cancelled;
        if (item.takeFromReady(TaskItem::State::Finished)) {
            item.stopReason.store(StopReason::Cancelled);
            item.result = HandlerResult::stopped();
            m_pipeline.ready.withdrawn();
            m_pipeline.finish(item);
        } else {
            Pipeline::requestStop(item, StopReason::Cancelled);
        }
        return;
    }
    // The lease is lost. Leave a finished task alone: its outcome may just have been accepted, and the reply to that
    // write will show whether it was.
    const QueueName& queue = m_pipeline.queues[std::size_t(item.batch->queue)].name;
    if (item.takeFromReady(TaskItem::State::Finished)) {
        ++report.lost;
        m_pipeline.statistics.leaseLost();
        if (m_pipeline.observer)
            m_pipeline.observer->leaseLost(queue, item.lease);
        m_pipeline.leave(item);
    } else if (item.state.load(std::memory_order_acquire) == TaskItem::State::Running) {
        ++report.lost;
        // a handler that hasn't started yet misses the stop request, so the Watchdog will repeat it
        item.heldUntil.store(Instant(), std::memory_order_relaxed);
        Pipeline::requestStop(item, StopReason::LeaseLost);
    }
}

bool Heartbeater::beat()
{
    m_worker.running = m_pipeline.running();
    if (Result<> told = m_broker.beat(m_worker, m_pipeline.config.beatEvery * idleFactor * 3, false); !told) {
        m_pipeline.trouble(EngineService::Heartbeater, told.error());
        return false;
    }
    m_toldIdle = m_worker.running == 0;
    return true;
}

Millis Heartbeater::beatInterval()
{
    const Instant lastFinish = m_pipeline.meter.lastFinish();
    const bool busy = m_pipeline.book.size() > 0 || lastFinish != std::exchange(m_lastFinish, lastFinish);
    return busy ? m_pipeline.config.beatEvery : m_pipeline.config.beatEvery * idleFactor;
}

void Heartbeater::leave()
{
    m_worker.running = 0;
    (void)m_broker.beat(m_worker, m_pipeline.config.beatEvery, true);
}

Millis Heartbeater::shortestLease() const
{
    Millis shortest = Millis::max();
    for (int queue = 0; queue < int(m_pipeline.queues.size()); ++queue)
        shortest = std::min(shortest, m_pipeline.leaseFor(queue));
    return std::clamp(shortest, Millis(15), Millis(3'600'000));
}

} // namespace dueline
