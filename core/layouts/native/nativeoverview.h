// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Reads the overview of queues, 50 per call. In a cluster, each call covers queues on one node. A queue whose slot is
/// being moved is read separately, so that the other queues do not have to wait.
class NativeOverview
{
public:
    static constexpr std::size_t queuesPerCall = 50; ///< a call keeps the server busy for about 0.5 ms

    explicit NativeOverview(NativeScripts& scripts)
        : m_scripts(scripts)
    { }

    /// Returns every queue in the registry, sorted.
    Result<std::vector<QueueName>> names();
    /// Returns these queues in the given order. A queue that cannot be read is marked and does not affect the others.
    Result<std::vector<QueueInfo>> of(const std::vector<QueueName>& queues);
    /// Returns these queues, all marked as unreadable because of `why`.
    static std::vector<QueueInfo> forbidden(const std::vector<QueueName>& queues, const Error& why);
    /// Returns one queue. Errors: those of QueueInspector::queue().
    Result<QueueInfo> one(const QueueName& queue);

private:
    Result<> askTogether(const std::vector<QueueName>& names, std::vector<std::optional<QueueInfo>>& infos);
    Result<> askAcrossSlots(const std::vector<QueueName>& names, std::vector<std::optional<QueueInfo>>& infos);

    QueueInfo infoOf(const QueueName& name, const Reply& reply, std::size_t item);

    NativeScripts& m_scripts;
    TimePoint m_now = SystemClock().now(); ///< the server's time, as soon as the first reply has arrived
};

} // namespace dueline
