// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/wakelistener.h"

namespace dueline {

WakeListener::WakeListener(Pipeline& pipeline, Backend& backend)
    : m_pipeline(pipeline)
    , m_backend(backend)
{ }

WakeListener::Report WakeListener::runOnce(Instant now, Millis timeout)
{
    Report report;
    report.next = now;
    const auto fail = [&](const Error& error) {
        m_source.reset();
        m_pipeline.trouble(EngineService::WakeListener, error);
        report.failed = true;
        report.next = monotonicNow() + m_backoff.next();
        return report;
    };
    if (!m_source) {
        if (Result<> subscribed = subscribe(); !subscribed)
            return fail(subscribed.error());
        m_backoff.reset();
        m_pipeline.fine(EngineService::WakeListener);
        for (int queue = 0; queue < int(m_pipeline.queues.size()); ++queue)
            m_pipeline.wake(queue, TimePoint::min()); // messages may have been missed
        for (QueueLine& line : m_pipeline.queues)
            line.schedulesChanged.store(true);
        m_pipeline.schedulerWaker.wake();
    }
    Result<std::optional<QueueEvent>> event = m_source->next(timeout);
    if (!event)
        return fail(event.error());
    if (*event) {
        report.event = true;
        pass(**event);
    }
    return report;
}

Result<> WakeListener::subscribe()
{
    std::vector<QueueName> names;
    for (const QueueLine& line : m_pipeline.queues)
        names.push_back(line.name);
    auto source = m_backend.events(names, true, false);
    if (!source)
        return source.error();
    if (Result<> opened = (*source)->open(); !opened)
        return opened;
    m_source = std::move(*source);
    return {};
}

void WakeListener::pass(const QueueEvent& event)
{
    if (event.kind == QueueEvent::Kind::Cancel) {
        m_pipeline.extendNow.store(true);
        m_pipeline.heartbeaterWaker.wake();
        return;
    }
    if (event.kind == QueueEvent::Kind::Schedules) {
        for (QueueLine& line : m_pipeline.queues) {
            if (line.name == event.queue)
                line.schedulesChanged.store(true);
        }
        m_pipeline.schedulerWaker.wake();
        return;
    }
    if (event.kind != QueueEvent::Kind::Wake)
        return;
    bool ok = false;
    const qint64 due = event.data.toLongLong(&ok);
    for (int queue = 0; queue < int(m_pipeline.queues.size()); ++queue) {
        if (m_pipeline.queues[std::size_t(queue)].name == event.queue)
            m_pipeline.wake(queue, ok ? fromMs(due) : TimePoint::min());
    }
}

} // namespace dueline
