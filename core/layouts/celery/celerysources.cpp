// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celerysources.h"

namespace dueline {

using Kind = TaskSource::Kind;
using Score = TaskSource::Score;

const char* const CeleryTexts::takenElsewhere
    = "What workers have taken stands in %1; what failed or is done stands in no list of Celery, so it is not counted.";
const char* const CeleryTexts::notInRedis
    = "A task that was acknowledged before it began, as Celery does by default, is in no key while it runs; results "
      "are kept by id alone: duectl show, or id: in a filter, reads one.";
const char* const CeleryTexts::noRetry
    = "Celery keeps no message of a finished task; its producer has to send it again.";
const char* const CeleryTexts::noPause
    = "Celery has no pause that Redis keeps; celery control cancel_consumer QUEUE asks its workers.";
const char* const CeleryTexts::noAdding
    = "A message of Celery belongs to the code that sends it; send it with apply_async there.";
const char* const CeleryTexts::atWorker
    = "It waits inside a worker; changes in Redis do not reach it. Revoke it instead.";
const char* const CeleryTexts::afterRevoke
    = "Workers that are there now will skip it; nothing is written, and after they restart it may run.";

const char* const CeleryTexts::awaited = QT_TRANSLATE_NOOP("LayoutWords",
    "Whoever waits for the result of such a task waits for ever, and a chord that counts it never ends.");
const char* const CeleryTexts::keptAttempts = QT_TRANSLATE_NOOP("LayoutWords",
    "Celery keeps no attempts in Redis: a message says how often it was retried, a result how the last attempt ended.");

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
    constexpr bool ownInstants = true; // its eta
    for (const QByteArray& list : lists.of(queue))
        sources.push_back({list, Kind::List, Score::None, TaskState::Due, {}, "queued", tailFirst, ownInstants});
    sources.push_back(
        {celeryKeys(spec, ours, queue).trash(), Kind::SortedSet, Score::Milliseconds, TaskState::Trash, {}, {}});
    return sources;
}

} // namespace dueline
