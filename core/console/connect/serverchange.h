// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

namespace dueline {

/// Another process answers than before, since the server was restarted or another one took over: what became of the
/// tasks, by two overviews, the last of the one and the first of the other. What was added meanwhile hides as much
/// loss.
struct ServerChange
{
    /// A queue that holds less than it did.
    struct Loss
    {
        QueueName queue;
        qint64 before = 0; ///< tasks in all states
        qint64 now = 0;
        qint64 reopened = 0; ///< ended before, and wait now, so they may run twice
        bool operator==(const Loss&) const = default;
    };

    qint64 tasksBefore = 0;
    qint64 tasksNow = 0;
    std::vector<Loss> losses; ///< the greatest first
    bool sharedWork = false; ///< workers of other programs may have ended what is missing, see Capabilities

    bool isLoss() const { return !losses.empty(); }
    /// Tasks that are gone, over all losses.
    qint64 gone() const;
    /// Tasks that had ended and wait again, over all losses.
    qint64 reopened() const;

    bool operator==(const ServerChange&) const = default;
};

/// A queue that cannot be read now is not counted as lost. `sharedWork`: as Capabilities has it.
ServerChange changeBetween(
    const std::vector<QueueInfo>& before, const std::vector<QueueInfo>& now, bool sharedWork = false);

} // namespace dueline
