// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/slot.h"

#include "core/base/programcheck.h"

#include <cerrno>
#include <new>
#include <system_error>

namespace dueline {

Slot::Slot(Pipeline& pipeline)
    : m_pipeline(pipeline)
{ }

bool Slot::runOnce()
{
    TaskItem* item = m_pipeline.ready.wait(m_cursor);
    if (!item)
        return false;
    return execute(*item);
}

bool Slot::execute(TaskItem& item)
{
    if (m_pipeline.draining()) { // the slot received the task just as the drain began
        endUnstarted(item, StopReason::Shutdown);
        return true;
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_current = &item;
        if (m_stop.stop_requested())
            m_stop = std::stop_source();
    }
    const Instant startedAt = monotonicNow();
    if (m_pipeline.holds.any() && m_pipeline.holds.isHeld(handlerFor(typeOf(item.lease)), startedAt)) {
        endUnstarted(item, StopReason::None); // the task was claimed before its handler was held
        return true;
    }
    // the lease expired because the machine slept while the task was waiting
    if (startedAt >= item.heldUntil.load(std::memory_order_relaxed)) {
        endUnstarted(item, StopReason::LeaseLost);
        return true;
    }
    item.startedAt.store(startedAt, std::memory_order_relaxed);
    item.slot.store(this, std::memory_order_release);
    // A stop request made before `slot` was set didn't reach the handler, so repeat it.
    if (m_pipeline.stopping())
        requestStop(item, StopReason::Shutdown);

    HandlerResult result = call(item, startedAt);

    {
        const std::scoped_lock lock(m_mutex);
        m_current = nullptr;
    }
    if (!item.takeFromRunning())
        return false;
    item.result = std::move(result);
    item.finishedAt = monotonicNow();
    if (item.result.kind == HandlerResult::Kind::Unready)
        m_pipeline.holdHandler(m_lastHandler, item.result.error, startedAt);
    else if (m_pipeline.holds.any())
        m_pipeline.handlerStarted(m_lastHandler, startedAt);
    m_pipeline.meter.record(item.finishedAt, item.finishedAt - startedAt);
    m_pipeline.finish(item);
    return true;
}

void Slot::endUnstarted(TaskItem& item, StopReason reason)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_current = nullptr;
    }
    item.stopReason.store(reason);
    item.result = HandlerResult::stopped();
    item.state.store(TaskItem::State::Finished, std::memory_order_release);
    m_pipeline.finish(item);
}

HandlerResult Slot::call(TaskItem& item, Instant startedAt)
{
    const QueueName& queue = m_pipeline.queues[std::size_t(item.batch->queue)].name;
    if (m_pipeline.observer)
        m_pipeline.observer->taskStarted(queue, item.lease);
    const QByteArrayView type = typeOf(item.lease);
    Handler* handler = handlerFor(type);
    if (!handler) // the claimed types don't match the registry
        return HandlerResult::fail("no handler for this type", false);
    const std::stop_token stop = m_stop.get_token();
    const TimePoint serverStart(std::chrono::floor<Millis>(m_pipeline.clock.toServer(startedAt)));
    TaskContext context{queue, item.lease, type, item.load.payload, item.load.options, serverStart,
        serverStart + m_pipeline.config.timeLimit, m_pipeline.config.timeLimit, stop, item.stopReason, this};
    try {
        return handler->run(context);
    } catch (const std::bad_alloc&) {
        return HandlerResult::unready(shortageOf(ENOMEM));
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::resource_unavailable_try_again) // the handler couldn't start a thread
            return HandlerResult::unready(shortageOf(EAGAIN));
        return HandlerResult::fail(QByteArray("the handler threw: ") + error.what());
    } catch (const std::exception& exception) {
        return HandlerResult::fail(QByteArray("the handler threw: ") + exception.what());
    } catch (...) {
        return HandlerResult::fail("the handler threw something that is not a std::exception");
    }
}

Handler* Slot::handlerFor(QByteArrayView type)
{
    if (!m_lastHandler || type != m_lastType) {
        m_lastHandler = m_pipeline.handlers.find(type);
        m_lastType = type.toByteArray();
    }
    return m_lastHandler;
}

void Slot::requestStop(TaskItem& item, StopReason reason)
{
    const std::scoped_lock lock(m_mutex);
    if (m_current != &item)
        return;
    StopReason none = StopReason::None;
    if (item.stopReason.compare_exchange_strong(none, reason))
        item.askedToStopAt.store(monotonicNow(), std::memory_order_relaxed);
    m_stop.request_stop();
}

void Slot::write(const QueueName& queue, const Lease& lease, QByteArrayView line)
{
    if (m_pipeline.observer)
        m_pipeline.observer->taskLogged(queue, lease.id, line);
}

void Slot::writeOutput(const QueueName& queue, const Lease& lease, bool isErrors, QByteArrayView piece)
{
    if (m_pipeline.observer)
        m_pipeline.observer->taskWrote(queue, lease, isErrors, piece);
}

} // namespace dueline
