// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Reads the overview of queues, 50 per call. In a cluster, each call reads queues on one node. A queue whose slot is
/// being migrated is read separately, so that it doesn't delay the others.
class NativeOverview
{
public:
    /// Number of queues to read per call. A call blocks the server for about 0.5 ms.
    static constexpr std::size_t queuesPerCall = 50;

    explicit NativeOverview(NativeScripts& scripts)
        : m_scripts(scripts)
    { }

    /// Returns all queues in the registry, sorted.
    Result<std::vector<QueueName>> names();
    /// Returns these queues in the given order. A queue that can't be read is marked as unreadable and doesn't affect
    /// the others.
    Result<std::vector<QueueInfo>> of(const std::vector<QueueName>& queues);
    /// Returns the given queues, all marked as unreadable because of `why`.
    static std::vector<QueueInfo> forbidden(const std::vector<QueueName>& queues, const Error& why);
    /// Returns one queue. Errors: same as QueueInspector::queue().
    Result<QueueInfo> one(const QueueName& queue);

private:
    Result<> askTogether(const std::vector<QueueName>& names, std::vector<std::optional<QueueInfo>>& infos);
    Result<> askAcrossSlots(const std::vector<QueueName>& names, std::vector<std::optional<QueueInfo>>& infos);

    QueueInfo infoOf(const QueueName& name, const Reply& reply, std::size_t item);

    NativeScripts& m_scripts;
    TimePoint m_now = SystemClock().now(); ///< local time until the first reply, then the server's time
};

} // namespace dueline
