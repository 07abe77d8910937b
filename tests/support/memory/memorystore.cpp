// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory/memorystore.h"

#include "core/base/text.h"
#include "core/layouts/port/portwords.h"
#include "tests/support/memory/memoryevents.h"

namespace dueline {

MemoryStore::MemoryStore(std::shared_ptr<const Clock> clock)
    : m_clock(std::move(clock))
{ }

MemoryQueue* MemoryStore::find(const QueueName& queue)
{
    const auto found = queues.find(queue);
    return found == queues.end() ? nullptr : &found->second;
}

void MemoryStore::subscribe(const std::shared_ptr<MemoryEvents>& events) { m_subscribers.push_back(events); }

void MemoryStore::publish(const QueueEvent& event)
{
    std::erase_if(m_subscribers, [](const auto& subscriber) { return subscriber.expired(); });
    for (const auto& subscriber : m_subscribers) {
        if (const auto events = subscriber.lock())
            events->deliver(event);
    }
}

void MemoryStore::wake(const QueueName& queue, std::optional<TimePoint> headBefore, TimePoint due)
{
    if (!headBefore || due < *headBefore || *headBefore <= now())
        publish({QueueEvent::Kind::Wake, queue, QByteArray::number(toMs(due))});
}

Error queueNotFound(const QueueName& queue) { return {ErrorCode::NotFound, portwords::noQueue(printable(queue))}; }

Error taskNotFound(const QueueName& queue, const TaskId& id)
{
    return {ErrorCode::NotFound, portwords::noTask(printable(id), printable(queue))};
}

} // namespace dueline
