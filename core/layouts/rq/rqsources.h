// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// Names of RQ's keys. Their prefix isn't configurable.
struct RqKeys
{
    static constexpr QByteArrayView queueKeys = "rq:queue:"; ///< prefix of all members of `rq:queues`

    /// Returns the queue that a key with jobs (a list or a registry) belongs to; nullopt for other keys.
    static std::optional<QueueName> queueOf(QByteArrayView key);
    static QByteArray job(const TaskId& id) { return "rq:job:" + id; }
    static QByteArray results(const TaskId& id) { return "rq:results:" + id; }
    static QByteArray queue(const QueueName& queue) { return queueKeys.toByteArray() + queue; }
    static QByteArray schedulerLock(const QueueName& queue) { return "rq:scheduler-lock:" + queue; }
    static QByteArray worker(const QByteArray& name) { return "rq:worker:" + name; }

    /// Returns the name of the shared pseudo-queue, which shows whether workers are suspended.
    static QueueName sharedPlace() { return "@rq"; }
    /// Returns whether a name refers to the shared pseudo-queue. Connections with several layouts use the empty name.
    static bool isShared(const QueueName& queue) { return queue.isEmpty() || queue == sharedPlace(); }
    /// Returns Dueline's own keys for a queue, such as `dueline:overlay:mail@rq:`. `ours`: prefix of Dueline's own
    /// keys.
    static OverlayKeys beside(const QByteArray& ours, const QueueName& queue);
};

/// Returns a queue's job keys, each state's jobs in display order; none for the shared pseudo-queue. A failed or
/// finished job's score is the time when RQ will delete the job, not the time when the job ended.
std::vector<TaskSource> rqSources(const QueueName& queue);
/// Returns the job id in a source's member. For running jobs, RQ 2 writes `JOB:EXECUTION`.
TaskId rqJobOf(const QByteArray& member);

} // namespace dueline
