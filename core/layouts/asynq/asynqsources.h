// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// Keys of a queue of asynq; it has no prefix of its own.
struct AsynqKeys
{
    static QByteArray base(const QueueName& queue) { return "asynq:{" + queue + "}:"; }
    static QByteArray task(const QueueName& queue, const TaskId& id) { return base(queue) + "t:" + id; }
    /// Those of ours, in the same slot: `dueline:overlay:asynq:{mail}:`. `ours`: the prefix of our own keys.
    static OverlayKeys beside(const QByteArray& ours, const QueueName& queue)
    {
        return OverlayKeys::beside(ours, base(queue));
    }
};

/// The keys in which the tasks of a queue stand. `groups`: names of what waits to be put together. Scores of completed
/// tasks say when asynq forgets them, not when they ended.
std::vector<TaskSource> asynqSources(
    const QByteArray& ours, const QueueName& queue, const std::vector<QByteArray>& groups = {});

} // namespace dueline
