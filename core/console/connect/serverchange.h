// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

namespace dueline {

/// Change of the server process by a restart or failover, and its effect on the tasks. Derived from the last overview
/// of the old process and the first one of the new process, so tasks that were added in between may hide losses.
struct ServerChange
{
    /// Queue that has fewer tasks than before.
    struct Loss
    {
        QueueName queue;
        qint64 before = 0; ///< number of tasks in all states
        qint64 now = 0;
        qint64 reopened = 0; ///< number of finished tasks that are waiting again, and may run a second time
        bool operator==(const Loss&) const = default;
    };

    qint64 tasksBefore = 0;
    qint64 tasksNow = 0;
    std::vector<Loss> losses; ///< queues with losses, greatest loss first
    /// true if workers of other programs may have finished the missing tasks; see Capabilities
    bool sharedWork = false;

    bool isLoss() const { return !losses.empty(); }
    /// Returns the number of lost tasks in all queues.
    qint64 gone() const;
    /// Returns how many finished tasks of all queues are waiting again.
    qint64 reopened() const;

    bool operator==(const ServerChange&) const = default;
};

/// Compares two overviews. A queue that is unreadable in the second one does not count as lost. `sharedWork`: as in
/// Capabilities.
ServerChange changeBetween(
    const std::vector<QueueInfo>& before, const std::vector<QueueInfo>& now, bool sharedWork = false);

} // namespace dueline
