// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"
#include "core/redis/reply.h"

namespace dueline {

/// Keys of an asynq queue. Their prefix is not configurable.
struct AsynqKeys
{
    static QByteArray base(const QueueName& queue) { return "asynq:{" + queue + "}:"; }
    /// Returns the queue to which a key with tasks belongs; nullopt if the key's name has a different form.
    static std::optional<QueueName> queueOf(QByteArrayView key);
    /// Returns the queue and the group of a key `asynq:{QUEUE}:g:GROUP`; nullopt if the key's name has a different
    /// form.
    static std::optional<std::pair<QueueName, QByteArray>> groupOf(QByteArrayView key);
    static QByteArray group(const QueueName& queue, const QByteArray& name) { return base(queue) + "g:" + name; }
    /// Returns a command that counts a queue's existing task keys.
    static Command countHolders(const QueueName& queue);
    static QByteArray task(const QueueName& queue, const TaskId& id) { return base(queue) + "t:" + id; }
    /// Returns the names of Dueline's own keys for a queue, such as `dueline:overlay:asynq:{mail}:`. They are in the
    /// same cluster slot as the queue's keys. `ours`: prefix of Dueline's own keys.
    static OverlayKeys beside(const QByteArray& ours, const QueueName& queue)
    {
        return OverlayKeys::beside(ours, base(queue));
    }
};

/// Returns the keys that contain the tasks of a queue. `groups`: names of the groups whose tasks are waiting to be
/// aggregated. The score of a completed task is the time at which asynq will delete the task, not its completion time.
std::vector<TaskSource> asynqSources(
    const QByteArray& ours, const QueueName& queue, const std::vector<QByteArray>& groups = {});

} // namespace dueline
