// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"
#include "core/redis/reply.h"

namespace dueline {

/// Keys of an asynq queue. Their prefix isn't configurable.
struct AsynqKeys
{
    static QByteArray base(const QueueName& queue) { return "asynq:{" + queue + "}:"; }
    /// Returns the queue that a task key belongs to; nullopt for other keys.
    static std::optional<QueueName> queueOf(QByteArrayView key);
    /// Returns the queue and the group of a key `asynq:{QUEUE}:g:GROUP`; nullopt for other keys.
    static std::optional<std::pair<QueueName, QByteArray>> groupOf(QByteArrayView key);
    static QByteArray group(const QueueName& queue, const QByteArray& name) { return base(queue) + "g:" + name; }
    /// Returns a command that counts a queue's existing task keys.
    static Command countHolders(const QueueName& queue);
    static QByteArray task(const QueueName& queue, const TaskId& id) { return base(queue) + "t:" + id; }
    /// Returns Dueline's own keys for a queue, such as `dueline:overlay:asynq:{mail}:`. They are in the same cluster
    /// slot as the queue's keys. `ours`: prefix of Dueline's own keys.
    static OverlayKeys beside(const QByteArray& ours, const QueueName& queue)
    {
        return OverlayKeys::beside(ours, base(queue));
    }
};

/// Returns a queue's task keys. `groups`: groups with tasks waiting to be aggregated. A completed task's score is the
/// time when asynq will delete the task, not when it completed.
std::vector<TaskSource> asynqSources(
    const QByteArray& ours, const QueueName& queue, const std::vector<QByteArray>& groups = {});

} // namespace dueline
