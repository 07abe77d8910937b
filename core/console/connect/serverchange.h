// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

namespace dueline {

/// Change of the server process by a restart or failover, and its effect on the tasks. The last overview of the old
/// process is compared with the first of the new one. Tasks added in between may hide losses.
struct ServerChange
{
    /// Queue that contains fewer tasks than before.
    struct Loss
    {
        QueueName queue;
        qint64 before = 0; ///< tasks in all states
        qint64 now = 0;
        qint64 reopened = 0; ///< tasks that had ended and are waiting again, so they may run twice
        bool operator==(const Loss&) const = default;
    };

    qint64 tasksBefore = 0;
    qint64 tasksNow = 0;
    std::vector<Loss> losses; ///< greatest first
    bool sharedWork = false; ///< the missing tasks may have been ended by workers of other programs, see Capabilities

    bool isLoss() const { return !losses.empty(); }
    /// Returns the number of lost tasks in all queues.
    qint64 gone() const;
    /// Returns the number of ended tasks that are waiting again in all queues.
    qint64 reopened() const;

    bool operator==(const ServerChange&) const = default;
};

/// Compares two overviews. A queue that cannot be read in the second one does not count as lost. `sharedWork`: as in
/// Capabilities.
ServerChange changeBetween(
    const std::vector<QueueInfo>& before, const std::vector<QueueInfo>& now, bool sharedWork = false);

} // namespace dueline
