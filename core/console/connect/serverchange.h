// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

namespace dueline {

/// Change of the server process due to a restart or failover, and its effect on the tasks. The last overview of the old
/// process is compared with the first of the new one. Tasks added in between may hide losses.
struct ServerChange
{
    /// Queue that contains fewer tasks than before.
    struct Loss
    {
        QueueName queue;
        qint64 before = 0; ///< tasks in all states
        qint64 now = 0;
        qint64 reopened = 0; ///< finished tasks that are waiting again and may run a second time
        bool operator==(const Loss&) const = default;
    };

    qint64 tasksBefore = 0;
    qint64 tasksNow = 0;
    std::vector<Loss> losses; ///< losses by queue, greatest first
    bool sharedWork = false; ///< true if workers of other programs may have ended the missing tasks; see Capabilities

    bool isLoss() const { return !losses.empty(); }
    /// Returns the number of tasks lost from all queues.
    qint64 gone() const;
    /// Returns the number of finished tasks in all queues that are waiting again.
    qint64 reopened() const;

    bool operator==(const ServerChange&) const = default;
};

/// Compares two overviews. Queues that are unreadable in the second overview do not count as lost. `sharedWork`: as in
/// Capabilities.
ServerChange changeBetween(
    const std::vector<QueueInfo>& before, const std::vector<QueueInfo>& now, bool sharedWork = false);

} // namespace dueline
