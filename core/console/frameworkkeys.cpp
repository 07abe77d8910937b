// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/frameworkkeys.h"

#include <algorithm>
#include <array>

namespace dueline {

namespace {

/// How keys of frameworks begin, those that findForeignQueues() does not know included.
constexpr std::array<QByteArrayView, 24> beginnings{"asynq:", "rq:", "bull:", "bullmq:", "bq:", "resque:", "arq:",
    "dramatiq:", "dramatiq.", "huey.", "queues:", "laravel_database_queues:", "_kombu.", "unacked", "celery-task-meta-",
    "sidekiq:", "stat:", "kue:", "q:job", "q:jobs", "rsmq:", "hangfire:", "{hangfire}:", "taskiq:"};

/// Sorted sets and lists that are one framework's by their whole name.
constexpr std::array<QByteArrayView, 3> sidekiqs{"schedule", "retry", "dead"};

bool belongsTo(QByteArrayView key, const ForeignQueue& queue)
{
    const QByteArrayView name = queue.name;
    if (queue.framework == "Sidekiq")
        return key == "queue:" + queue.name || std::find(sidekiqs.begin(), sidekiqs.end(), key) != sidekiqs.end();
    if (queue.framework == "Celery")
        return key == name || key.startsWith(queue.name + "\x06\x16");
    if (queue.framework.startsWith("BullMQ"))
        return key.startsWith(queue.name + ':') || key.toByteArray().contains(':' + queue.name + ':');
    return false; // the others have a beginning of their own
}

} // namespace

bool isKnownKey(QByteArrayView key, QByteArrayView prefix, const ForeignQueues& foreign)
{
    const QByteArray bytes = key.toByteArray();
    if (bytes.startsWith(prefix.toByteArray() + ":{") || bytes.startsWith(prefix.toByteArray() + ':')
        || bytes.startsWith("dueline:") || bytes.contains("}:dueline:")
        || (bytes.contains('{') && bytes.contains(":dueline:")))
        return true;
    const bool begins = std::any_of(
        beginnings.begin(), beginnings.end(), [key](QByteArrayView beginning) { return key.startsWith(beginning); });
    return begins || std::any_of(foreign.queues.begin(), foreign.queues.end(), [key](const ForeignQueue& queue) {
        return belongsTo(key, queue);
    });
}

} // namespace dueline
