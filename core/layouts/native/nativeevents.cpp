// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeevents.h"

namespace dueline {

namespace {

std::vector<QByteArray> channelNames(
    const NativeScripts& scripts, const std::vector<QueueName>& queues, bool wake, bool results)
{
    std::vector<QByteArray> names;
    for (const QueueName& queue : queues) {
        const NativeKeys keys = scripts.keys(queue);
        if (wake)
            names.push_back(keys.wakeChannel());
        if (results)
            names.push_back(keys.resultsChannel());
    }
    return names;
}

} // namespace

NativeEvents::NativeEvents(
    const NativeScripts& scripts, const std::vector<QueueName>& queues, bool wake, bool results)
    : m_subscription(scripts.client().config(), channelNames(scripts, queues, wake, results))
{
    for (const QueueName& queue : queues) {
        const NativeKeys keys = scripts.keys(queue);
        m_channels[keys.wakeChannel()] = {queue, false};
        m_channels[keys.resultsChannel()] = {queue, true};
    }
}

Result<> NativeEvents::open() { return m_subscription.open(); }

Result<std::optional<QueueEvent>> NativeEvents::next(Millis timeout)
{
    auto message = m_subscription.next(timeout);
    if (!message)
        return message.error();
    if (!*message)
        return std::optional<QueueEvent>();
    const auto channel = m_channels.find((*message)->channel);
    if (channel == m_channels.end())
        return std::optional<QueueEvent>();
    QByteArray data = std::move((*message)->payload);
    QueueEvent event;
    event.queue = channel->second.queue;
    if (channel->second.isResults)
        event.kind = QueueEvent::Kind::Results;
    else if (data.startsWith("cancel ")) {
        event.kind = QueueEvent::Kind::Cancel;
        data.remove(0, 7);
    }
    else if (data == "schedules") {
        event.kind = QueueEvent::Kind::Schedules;
        data.clear();
    }
    event.data = std::move(data);
    return std::optional(std::move(event));
}

} // namespace dueline
