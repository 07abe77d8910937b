// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Whose queue the keys below one base are: Bull and BullMQ use the same names for most of them, and a dashboard of
/// BullMQ that was merely opened on a queue of Bull writes its version there.
enum class QueueOwner : quint8 {
    Nobody, ///< nothing says that it is a queue
    Bull,
    Bullmq,
    Both, ///< both have opened it; nothing of it may be changed before somebody says whose it is
};

/// What was seen of a queue.
struct OwnerSigns
{
    bool counter = false; ///< the string `id`, which every add counts up
    bool stamped = false; ///< `meta` has BullMQ's version, or its limit of events
    bool events = false; ///< the stream `events`, which only BullMQ has
    bool marker = false; ///< the set `marker`, which only BullMQ has
    bool metaPaused = false; ///< Bull's own key of a paused queue
    bool priorities = false; ///< Bull's set `priority`
    bool bullJob = false; ///< a job with fields that only Bull writes
    bool bareJob = false; ///< a job with the three options that Bull always writes, and BullMQ seldom
    bool otherJob = false; ///< a job without one of these

    /// Whether it is a queue for sure: any program may count in a key that ends in `:id`.
    bool areEvident() const { return stamped || events || metaPaused || priorities || bullJob || bareJob; }
    bool operator==(const OwnerSigns&) const = default;
};

QueueOwner ownerOf(const OwnerSigns& signs);

/// Looks at each queue: at most fourteen of its jobs, in three round trips for all of them. `ask` sends a pipeline.
/// `ours`: the prefix of our own keys, so that jobs in our trash count, too; empty: they do not. What cannot be read
/// (another type, no right) says nothing. Errors: those of `ask`. bullmq/lua/include/queueowner.lua judges alike.
Result<std::vector<OwnerSigns>> readOwnerSigns(
    const AskServer& ask, const std::vector<QByteArray>& bases, const QByteArray& ours = {});

/// That both have opened a queue, and how to say whose it is.
QByteArray bothOpened(QByteArrayView prefix);

} // namespace dueline
