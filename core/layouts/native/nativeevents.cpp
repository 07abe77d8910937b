// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeevents.h"

#include <algorithm>

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

NativeEvents::NativeEvents(const NativeScripts& scripts, const std::vector<QueueName>& queues, bool wake, bool results)
    : m_scripts(scripts)
    , m_subscription(scripts.client().config(), channelNames(scripts, queues, wake, results))
{
    for (const QueueName& queue : queues) {
        const NativeKeys keys = scripts.keys(queue);
        m_channels[keys.wakeChannel()] = {queue, false};
        m_channels[keys.resultsChannel()] = {queue, true};
    }
}

Result<> NativeEvents::open() { return m_subscription.open(); }

/// Returns whether outcomes come from this database, or true if this can't be determined: receivers treat messages as
/// mere hints.
bool NativeEvents::isOurs(const QueueName& queue, const NativeOutcomes& heard) const
{
    if (const auto said = heard.database())
        return *said == std::max(0, m_scripts.client().config().database);
    const QByteArray id = heard.firstId();
    if (id.isEmpty())
        return true;
    const NativeKeys keys = m_scripts.keys(queue);
    const auto found = m_scripts.client().pipeline({{"HEXISTS", keys.tasks(), id}, {"HGET", keys.meta(), "keep_done"}});
    if (!found || !found->front().isInteger())
        return true;
    // done tasks are in no set if the queue doesn't retain them
    return found->front().integer == 1 || found->back().bytes == "0";
}

Result<std::optional<QueueEvent>> NativeEvents::next(Millis timeout)
{
    // Keep waiting after a skipped message: callers stop reading if no event is returned.
    const QDeadlineTimer deadline(timeout);
    do {
        auto message = m_subscription.next(Millis(deadline.remainingTime()));
        if (!message)
            return message.error();
        if (!*message)
            return std::optional<QueueEvent>();
        if (auto event = eventOf(std::move(**message)))
            return event;
    } while (!deadline.hasExpired());
    return std::optional<QueueEvent>();
}

std::optional<QueueEvent> NativeEvents::eventOf(Message message) const
{
    const auto channel = m_channels.find(message.channel);
    if (channel == m_channels.end())
        return {};
    QByteArray data = std::move(message.payload);
    QueueEvent event;
    event.queue = channel->second.queue;
    if (channel->second.isResults) {
        const NativeOutcomes heard(std::move(data));
        if (!isOurs(event.queue, heard))
            return {};
        event.kind = QueueEvent::Kind::Results;
        data = heard.outcomes();
    } else if (data.startsWith("cancel ")) {
        event.kind = QueueEvent::Kind::Cancel;
        data.remove(0, 7);
    } else if (data == "schedules") {
        event.kind = QueueEvent::Kind::Schedules;
        data.clear();
    }
    event.data = std::move(data);
    return event;
}

} // namespace dueline
