// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/scriptlibrary.h"

#include <functional>

namespace dueline {

/// Settings that make a native queue the overlay of a custom design. The design's own key (called `home` in
/// identifiers) contains the tasks that no Dueline worker has claimed yet. The overlay is a native queue with the tasks
/// that Dueline has leased, retried, failed or discarded; its key names are derived from the name of the design's key.
struct NativeOverlay
{
    QueueName queue; ///< the only queue; other queues aren't found
    QByteArray base; ///< prefix of all overlay keys: `{KEY}:dueline:`
    std::vector<const ScriptLibrary*>
        scripts; ///< libraries with the design's scripts, which replace native scripts of the same name
    /// The design's keys, passed to `claim` and the operator scripts after all other keys.
    std::vector<QByteArray> homeKeys;
    std::vector<QByteArray> claimArguments; ///< arguments that the design's `claim` script receives before the types
    /// Milliseconds per score unit if the design's key is a sorted set scored by time; 0 otherwise. Operator scripts
    /// access this set as the `home` set (homeKeys[0]).
    qint64 homeUnit = 0;
    /// Returns the key that locks a task; empty if the design has no such keys.
    std::function<QByteArray(const TaskId&)> lockKey;
    /// Rule that scripts use to determine a task's type: `=NAME` if all tasks have the type NAME; `_` if the type is
    /// the part of the id before the last _.
    QByteArray naming;
    std::function<QByteArray(const TaskId&)> typeOf; ///< returns a task's type, which selects its handler
    /// Sets the task members that only the design can determine: its type, and the size and beginning of its payload.
    std::function<void(Task&)> describe;
    bool payloadIsId = false; ///< true if every task's payload is its id

    /// Converts a time to a score in the design's key.
    QByteArray homeScore(TimePoint at) const;
    /// Returns whether operator scripts search the `home` set for this task.
    bool isAtHome(const TaskRef& ref) const;
    /// Returns the script argument for a task in the design's key: its new score, the score unit, and its due time as
    /// last seen (see include/refs.lua).
    QByteArray homeDetail(const TaskRef& ref, std::optional<TimePoint> newDue) const;
    /// Appends the design's keys and the lock keys of `refs` to `keyNames`.
    void appendHome(std::vector<QByteArray>& keyNames, const std::vector<TaskRef>& refs = {}) const;
};

} // namespace dueline
