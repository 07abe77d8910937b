// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celerysources.h"

namespace dueline {

using Kind = TaskSource::Kind;
using Score = TaskSource::Score;

const char* const CeleryTexts::takenElsewhere
    = "Messages that workers hold are in %1. Celery keeps no list of failed or finished tasks, so they are not counted.";
const char* const CeleryTexts::notInRedis
    = "By default Celery acknowledges a task before it starts; while the task runs, no key contains it. Results "
      "are stored by id only: read one with duectl show, or with id: in a filter.";
const char* const CeleryTexts::noRetry = "Celery keeps no message of a finished task; its producer must send it again.";
const char* const CeleryTexts::noPause
    = "Celery stores no pause in Redis; celery control cancel_consumer QUEUE asks its workers.";
const char* const CeleryTexts::noAdding
    = "Celery messages are built by the code that sends them; send the task with apply_async there.";
const char* const CeleryTexts::atWorker
    = "It waits inside a worker, and changes in Redis do not reach it. Revoke it instead.";
const char* const CeleryTexts::afterRevoke
    = "Workers that are running now will skip it. The revocation is not stored, so the task may run after they "
      "restart.";

const char* const CeleryTexts::awaited = QT_TRANSLATE_NOOP("LayoutWords",
    "A program that waits for the result of such a task waits forever, and a chord that counts it never ends.");
const char* const CeleryTexts::keptAttempts = QT_TRANSLATE_NOOP("LayoutWords",
    "Celery keeps no attempts in Redis: a message holds the number of retries, a result the outcome of the last "
    "attempt.");

OverlayKeys celeryKeys(const CelerySpec& spec, const QByteArray& ours, const QueueName& queue)
{
    const bool isShared = spec.isShared(queue);
    const QueueName own = isShared ? QueueName() : queue;
    return {spec.prefix, OverlayKeys::overlayOf(ours) + own + spec.sharedPlace() + ':',
        isShared ? spec.key("unacked") : spec.key(queue)};
}

std::vector<TaskSource> celerySources(
    const CelerySpec& spec, const QByteArray& ours, const QueueName& queue, const CeleryLists& lists)
{
    if (spec.isShared(queue))
        return {{spec.key("unacked_index"), Kind::SortedSet, Score::Seconds, TaskState::Leased, {}, "unacked"}};
    std::vector<TaskSource> sources;
    constexpr bool tailFirst = true;
    constexpr bool ownInstants = true; // The messages contain their eta.
    for (const QByteArray& list : lists.of(queue))
        sources.push_back({list, Kind::List, Score::None, TaskState::Due, {}, "queued", tailFirst, ownInstants});
    sources.push_back(
        {celeryKeys(spec, ours, queue).trash(), Kind::SortedSet, Score::Milliseconds, TaskState::Trash, {}, {}});
    return sources;
}

} // namespace dueline
