// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/scriptlibrary.h"

#include <functional>

namespace dueline {

/// What makes a native queue the twin of a key that another design keeps: their key is the *home* of tasks that no
/// worker of ours has taken yet; whatever we lease, retry, fail or put into the trash is in a native queue beside it.
struct NativeGuise
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
    QByteArray homeScore(TimePoint at) const
    {
        return homeUnit == 1 ? QByteArray::number(toMs(at))
                             : QByteArray::number(double(toMs(at)) / double(homeUnit), 'f', 3);
    }
    /// Only where a key per task locks it: its name. What is locked is refused to operators.
    std::function<QByteArray(const TaskId&)> lockKey;
    QByteArray
        naming; ///< what names the types, as Lua takes it: `=NAME` for all tasks, `_` for what is before the last _
    std::function<QByteArray(const TaskId&)> typeOf; ///< what names the handler of a task
    std::function<void(Task&)>
        dress; ///< fills what the design knows of a task: its type, its payload's size and beginning
    bool payloadIsId = false; ///< the payload of every task is its id
};

} // namespace dueline
