// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativeoutcomes.h"
#include "core/layouts/native/nativescripts.h"
#include "core/queue/backend.h"
#include "core/redis/subscription.h"

#include <map>

namespace dueline {

/// What queues of the native layout publish. On the wake channel a message is a due time in ms, `cancel <id>` or
/// `schedules`, and may be of another database of the same server: whoever hears it looks at its own queue. Outcomes of
/// another database are passed over; where they do not say theirs, those of tasks that this queue does not have.
class NativeEvents : public EventSource
{
public:
    /// On a connection of its own, to the server of `scripts`.
    NativeEvents(const NativeScripts& scripts, const std::vector<QueueName>& queues, bool wake, bool results);

    Result<> open() override;
    Result<std::optional<QueueEvent>> next(Millis timeout) override;

private:
    /// Nothing: it is not for this queue.
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
