// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/pipeline.h"

#include "core/engine/slot.h"

#include "core/base/logging.h"
#include "core/base/text.h"

namespace dueline {

QString troubleWords(const Error& error)
{
    if (!error.refusesLogin())
        return error.message + QStringLiteral(" The worker keeps trying.");
    return error.message
        + QStringLiteral(
            " Until this is fixed, the worker claims no tasks and writes no results, and running tasks may run "
            "again elsewhere. It tries again after 30 s, then at longer intervals of up to 5 minutes.");
}

QByteArrayView serviceName(EngineService service)
{
    switch (service) {
    case EngineService::Fetcher:
        return "fetcher";
    case EngineService::Completer:
        return "completer";
    case EngineService::Heartbeater:
        return "heartbeater";
    case EngineService::Recoverer:
        return "recoverer";
    case EngineService::WakeListener:
        return "wake listener";
    case EngineService::Scheduler:
        return "scheduler";
    }
    Q_UNREACHABLE();
}

Pipeline::Pipeline(EngineConfig configuration, const HandlerRegistry& registry, EngineObserver* listener)
    : config(std::move(configuration))
    , handlers(registry)
    , observer(listener)
    , settings(config.queues.size())
    , finished(completerWaker)
{
    for (const QueueShare& share : config.queues) {
        QueueLine& line = queues.emplace_back();
        line.name = share.queue;
        line.weight = std::max(1, share.weight);
    }
}

void Pipeline::enter(std::shared_ptr<TaskBatch> batch)
{
    const int count = int(batch->items.size());
    qint64 bytes = 0;
    for (const TaskItem& item : batch->items)
        bytes += item.load.payload.size();
    m_payloadBytes.fetch_add(bytes, std::memory_order_relaxed);
    m_held.fetch_add(count, std::memory_order_acq_rel);
    book.add(batch);
    ready.push(std::move(batch), slotsFor(count));
}

void Pipeline::released(const TaskItem& item)
{
    if (const qsizetype bytes = item.load.payload.size())
        m_payloadBytes.fetch_sub(bytes, std::memory_order_relaxed);
    if (m_held.fetch_sub(1, std::memory_order_seq_cst) - 1 == m_wakeFetcherAt.load(std::memory_order_seq_cst))
        fetcherWaker.wake();
}

void Pipeline::finish(TaskItem& item)
{
    released(item);
    item.load.payload.clear();
    finished.push(item);
}

void Pipeline::abandon(TaskItem& item)
{
    released(item);
    finished.push(item);
}

void Pipeline::leave(TaskItem& item)
{
    ready.withdrawn();
    released(item);
    close(item);
}

void Pipeline::close(TaskItem& item)
{
    book.close(item);
    if (draining())
        watchdogWaker.wake();
}

int Pipeline::slotsFor(int tasks) const
{
    const auto work = meter.mean() * tasks;
    return int(std::clamp<std::chrono::nanoseconds::rep>(work / std::chrono::microseconds(500) + 1, 1, tasks));
}

void Pipeline::noteTime(Instant sent, Instant received, TimePoint serverNow)
{
    if (!clock.sample(sent, received, serverNow))
        return;
    qCInfo(logEngine) << "the server's clock was changed";
    clockWasSet.store(true);
    recovererWaker.wake();
}

void Pipeline::wake(int queue, TimePoint due)
{
    std::atomic<TimePoint>& wakeAt = queues[std::size_t(queue)].wakeAt;
    TimePoint known = wakeAt.load(std::memory_order_relaxed);
    while (due < known && !wakeAt.compare_exchange_weak(known, due, std::memory_order_acq_rel)) { }
    fetcherWaker.wake();
}

void Pipeline::noteExpiry(int queue, std::optional<TimePoint> nearest)
{
    const TimePoint next = nearest.value_or(TimePoint::max());
    const TimePoint known = queues[std::size_t(queue)].nearestExpiry.exchange(next, std::memory_order_acq_rel);
    if (next < known)
        recovererWaker.wake();
}

void Pipeline::requestStop(TaskItem& item, StopReason reason)
{
    if (Slot* slot = item.slot.load(std::memory_order_acquire))
        slot->requestStop(item, reason);
}

void Pipeline::holdHandler(const Handler* handler, const QByteArray& reason, Instant startedAt)
{
    if (!holds.hold(handler, reason, startedAt, monotonicNow()))
        return;
    const QByteArray pattern = handlers.patternOf(handler);
    const Error error{ErrorCode::Io,
        QStringLiteral("Tasks of type %1 cannot be started on this machine: %2. They return to the queue, and no "
                       "attempts are counted.")
            .arg(printable(pattern, 80), printable(reason, 400))};
    qCWarning(logEngine).noquote() << error.message;
    if (observer)
        observer->handlerHeld(pattern, error);
}

void Pipeline::handlerStarted(const Handler* handler, Instant startedAt)
{
    if (!holds.lift(handler, startedAt))
        return;
    const QByteArray pattern = handlers.patternOf(handler);
    qCInfo(logEngine).noquote() << pattern << "is started again";
    if (observer)
        observer->handlerReady(pattern);
}

void Pipeline::trouble(EngineService service, const Error& error)
{
    if (error.code == ErrorCode::Cancelled)
        return; // the engine is shutting down and has interrupted the call
    {
        const std::scoped_lock lock(m_troubleMutex);
        const auto [it, first] = m_troubles.try_emplace(service, error);
        if (!first && it->second.code == error.code && it->second.message == error.message)
            return;
        it->second = error;
        m_troubled[std::size_t(service)].store(true, std::memory_order_relaxed);
    }
    qCWarning(logEngine).noquote() << serviceName(service).toByteArray() << error.message << error.detail;
    if (observer)
        observer->troubled(service, error);
}

void Pipeline::fine(EngineService service)
{
    if (!m_troubled[std::size_t(service)].load(std::memory_order_relaxed))
        return;
    {
        const std::scoped_lock lock(m_troubleMutex);
        m_troubles.erase(service);
        m_troubled[std::size_t(service)].store(false, std::memory_order_relaxed);
    }
    qCInfo(logEngine).noquote() << serviceName(service).toByteArray() << "works again";
    if (observer)
        observer->recovered(service);
}

} // namespace dueline
