// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativeoutcomes.h"
#include "core/layouts/native/nativescripts.h"
#include "core/queue/backend.h"
#include "core/redis/subscription.h"

#include <map>

namespace dueline {

/// Events published by native queues. A message on the wake channel is a due time in ms, `cancel <id>` or `schedules`.
/// It may come from another database on the same server, so receivers must check their own queue. Outcomes from other
/// databases are skipped. Outcomes without a database number are accepted only if their tasks are in this queue.
class NativeEvents : public EventSource
{
public:
    /// Creates a source with its own connection to the server that `scripts` uses.
    NativeEvents(const NativeScripts& scripts, const std::vector<QueueName>& queues, bool wake, bool results);

    Result<> open() override;
    Result<std::optional<QueueEvent>> next(Millis timeout) override;

private:
    /// Converts a message; nullopt if it isn't for this queue.
    std::optional<QueueEvent> eventOf(Message message) const;
    bool isOurs(const QueueName& queue, const NativeOutcomes& heard) const;

    struct Channel
    {
        QueueName queue;
        bool isResults = false;
    };
    std::map<QByteArray, Channel> m_channels;
    const NativeScripts& m_scripts;
    Subscription m_subscription;
};

} // namespace dueline
