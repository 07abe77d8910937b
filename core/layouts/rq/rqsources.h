// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// Keys of RQ; it has no prefix of its own.
struct RqKeys
{
    static constexpr QByteArrayView queueKeys = "rq:queue:"; ///< what each member of `rq:queues` begins with

    /// The queue whose list a key is; nullopt: it is none, or what a worker is just taking from one.
    static std::optional<QueueName> queueOf(QByteArrayView key);
    static QByteArray job(const TaskId& id) { return "rq:job:" + id; }
    static QByteArray results(const TaskId& id) { return "rq:results:" + id; }
    static QByteArray queue(const QueueName& queue) { return queueKeys.toByteArray() + queue; }
    static QByteArray schedulerLock(const QueueName& queue) { return "rq:scheduler-lock:" + queue; }
    static QByteArray worker(const QByteArray& name) { return "rq:worker:" + name; }

    /// The place of what concerns all queues: whether workers are suspended.
    static QueueName sharedPlace() { return "@rq"; }
    /// That place, also by the empty name that a connection of several layouts gives it.
    static bool isShared(const QueueName& queue) { return queue.isEmpty() || queue == sharedPlace(); }
    /// Those of ours beside a queue: `dueline:overlay:mail@rq:`. `ours`: the prefix of our own keys.
    static OverlayKeys beside(const QByteArray& ours, const QueueName& queue);
};

/// The keys in which the jobs of a queue stand, in the order in which lists of one state show them; none of the shared
/// place. Scores of failed and finished jobs say when RQ forgets them, not when they ended.
std::vector<TaskSource> rqSources(const QueueName& queue);
/// The job that a member of a source is: version 2 writes `JOB:EXECUTION` of what runs.
TaskId rqJobOf(const QByteArray& member);

} // namespace dueline
