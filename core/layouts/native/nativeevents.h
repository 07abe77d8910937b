// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/backend.h"
#include "core/redis/subscription.h"

#include <map>

namespace dueline {

/// What queues of the native layout publish. On the wake channel a message is a due time in ms, or `cancel <id>`.
class NativeEvents : public EventSource
{
public:
    /// On a connection of its own, to the server of `scripts`.
    NativeEvents(const NativeScripts& scripts, const std::vector<QueueName>& queues, bool wake, bool results);

    Result<> open() override;
    Result<std::optional<QueueEvent>> next(Millis timeout) override;

private:
    struct Channel
    {
        QueueName queue;
        bool isResults = false;
    };
    std::map<QByteArray, Channel> m_channels;
    Subscription m_subscription;
};

} // namespace dueline
