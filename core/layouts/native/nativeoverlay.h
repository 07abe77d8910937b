// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/scriptlibrary.h"

#include <functional>

namespace dueline {

/// Adapter for using a native queue as the overlay of a custom design's key. That key is the *home* of tasks that no
/// Dueline worker has claimed yet. Tasks that Dueline has leased, retried, failed or discarded are in a native queue
/// next to that key.
struct NativeOverlay
{
    QueueName queue; ///< name of the only queue; no other queues are found
    QByteArray base; ///< common prefix of all its keys, `{KEY}:dueline:`
    std::vector<const ScriptLibrary*>
        scripts; ///< scripts of the design itself; a script in this library overrides the native one
    /// Keys of the design, passed to `claim` and to the operator scripts after all other keys.
    std::vector<QByteArray> homeKeys;
    std::vector<QByteArray> claimArguments; ///< arguments for the design's `claim`, passed before the types
    /// Milliseconds per unit of the home's scores if the home is a sorted set scored by time, which the operator
    /// scripts access as the `home` set (homeKeys[0]); 0 if the home is not a sorted set.
    qint64 homeUnit = 0;
    /// Function that returns the name of a task's lock key; only for designs that have one. Operators cannot change
    /// locked tasks.
    std::function<QByteArray(const TaskId&)> lockKey;
    QByteArray naming; ///< source of a task's type in Lua: `=NAME` for all tasks, `_` for the part before the last _
    std::function<QByteArray(const TaskId&)> typeOf; ///< function that returns the type, which selects a task's handler
    /// Function that sets the data of a task that only the design can derive: its type, and the size and beginning of
    /// its payload.
    std::function<void(Task&)> describe;
    bool payloadIsId = false; ///< true if the payload of every task is its id

    /// Returns the score for a time in the home.
    QByteArray homeScore(TimePoint at) const;
    /// Returns whether the operator scripts search for this task in the `home` set.
    bool isAtHome(const TaskRef& ref) const;
    /// Returns the detail of a task in the home, in the format that include/refs.lua expects.
    QByteArray homeDetail(const TaskRef& ref, std::optional<TimePoint> newDue) const;
    /// Appends the keys of the design, and the lock keys of `refs`.
    void appendHome(std::vector<QByteArray>& keyNames, const std::vector<TaskRef>& refs = {}) const;
};

} // namespace dueline
