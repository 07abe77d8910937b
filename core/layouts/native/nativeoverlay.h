// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/scriptlibrary.h"

#include <functional>

namespace dueline {

/// What makes a native queue the overlay of a key that another design keeps: their key is the *home* of tasks that no
/// worker of ours has taken yet; whatever we lease, retry, fail or put into the trash is in a native queue beside it.
struct NativeOverlay
{
    QueueName queue; ///< the only one there is; of others nothing is found
    QByteArray base; ///< what the names of all its keys begin with, `{KEY}:dueline:`
    std::vector<const ScriptLibrary*>
        scripts; ///< the design's own; the first that has a name stands before the native one
    std::vector<QByteArray> homeKeys; ///< theirs; stand last among the keys of `claim` and of the operator's scripts
    std::vector<QByteArray> claimArguments; ///< of the design's `claim`, before the types
    /// Milliseconds per unit of the scores where the home is a sorted set by time; the operator's scripts then know
    /// homeKeys[0] as the set `home`. 0: it is none.
    qint64 homeUnit = 0;
    /// Only where a key per task locks it: its name. What is locked is refused to operators.
    std::function<QByteArray(const TaskId&)> lockKey;
    QByteArray
        naming; ///< what names the types, as Lua takes it: `=NAME` for all tasks, `_` for what is before the last _
    std::function<QByteArray(const TaskId&)> typeOf; ///< what names the handler of a task
    std::function<void(Task&)>
        describe; ///< fills what the design knows of a task: its type, its payload's size and beginning
    bool payloadIsId = false; ///< the payload of every task is its id

    /// The score of an instant at home.
    QByteArray homeScore(TimePoint at) const;
    /// Whether the operator's scripts look for what was seen there in the set `home`.
    bool isAtHome(const TaskRef& ref) const;
    /// The detail of a task at home, as include/refs.lua takes it.
    QByteArray homeDetail(const TaskRef& ref, std::optional<TimePoint> newDue) const;
    /// Puts the keys of the design behind ours, and those of the locks of `refs`.
    void appendHome(std::vector<QByteArray>& keyNames, const std::vector<TaskRef>& refs = {}) const;
};

} // namespace dueline
