// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

namespace dueline {

/// Change of server process through a restart or failover, and its effect on the tasks. Derived from the old process's
/// last overview and the new one's first, so tasks added in between may hide losses.
struct ServerChange
{
    /// Queue with fewer tasks than before.
    struct Loss
    {
        QueueName queue;
        qint64 before = 0; ///< number of tasks in all states
        qint64 now = 0;
        qint64 reopened = 0; ///< number of finished tasks that are waiting again and may run a second time
        bool operator==(const Loss&) const = default;
    };

    qint64 tasksBefore = 0;
    qint64 tasksNow = 0;
    std::vector<Loss> losses; ///< queues with losses, largest first
    /// true if other programs' workers may have finished the missing tasks; see Capabilities
    bool sharedWork = false;

    bool isLoss() const { return !losses.empty(); }
    /// Returns the number of lost tasks in all queues.
    qint64 gone() const;
    /// Returns how many finished tasks in all queues are waiting again.
    qint64 reopened() const;

    bool operator==(const ServerChange&) const = default;
};

/// Compares two overviews. Queues that are unreadable in the second one don't count as lost. `sharedWork`: same meaning
/// as in Capabilities.
ServerChange changeBetween(
    const std::vector<QueueInfo>& before, const std::vector<QueueInfo>& now, bool sharedWork = false);

} // namespace dueline
