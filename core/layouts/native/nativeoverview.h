// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Queues as the overview shows them, 50 in one call, also in a cluster: there those that one node serves. A queue
/// whose slot is just being moved says so instead of keeping everybody waiting.
class NativeOverview
{
public:
    static constexpr std::size_t queuesPerCall = 50; ///< about 0.5 ms of the server's time

    explicit NativeOverview(NativeScripts& scripts)
        : m_scripts(scripts)
    { }

    /// Of every queue on the registry, sorted.
    Result<std::vector<QueueName>> names();
    /// Of these queues, in their order. One that cannot be read says so and keeps nobody from the others.
    Result<std::vector<QueueInfo>> of(const std::vector<QueueName>& queues);
    /// These queues, none of which this user may read because of `why`.
    static std::vector<QueueInfo> forbidden(const std::vector<QueueName>& queues, const Error& why);
    /// Errors: as QueueInspector::queue().
    Result<QueueInfo> one(const QueueName& queue);

private:
    Result<> askTogether(const std::vector<QueueName>& names, std::vector<std::optional<QueueInfo>>& infos);
    Result<> askAcrossSlots(const std::vector<QueueName>& names, std::vector<std::optional<QueueInfo>>& infos);

    QueueInfo infoOf(const QueueName& name, const Reply& reply, std::size_t item);

    NativeScripts& m_scripts;
    TimePoint m_now = SystemClock().now(); ///< the server's, as soon as it was told
};

} // namespace dueline
