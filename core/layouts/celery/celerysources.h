// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celerylists.h"
#include "core/layouts/celery/celeryspec.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// The keys of one queue, or of the place of what workers took, and those of ours beside it. `ours`: the prefix of our
/// own keys.
OverlayKeys celeryKeys(const CelerySpec& spec, const QByteArray& ours, const QueueName& queue);
/// The keys in which messages stand: of a queue its lists, what runs first in front, and what was discarded there; of
/// the shared place the tags of what workers took, by the instant at which they did.
std::vector<TaskSource> celerySources(
    const CelerySpec& spec, const QByteArray& ours, const QueueName& queue, const CeleryLists& lists);

/// What is told beside what messages say.
struct CeleryTexts
{
    static const char* const takenElsewhere; ///< of a queue: where other tasks are; %1: the shared place
    static const char* const notInRedis; ///< of the shared place: what no key holds
    static const char* const noRetry;
    static const char* const noPause;
    static const char* const noAdding;
    static const char* const afterRevoke; ///< what a revoke means
    static const char* const atWorker; ///< why nothing is changed of what a worker holds
    static const char* const awaited; ///< before one is thrown away, in the languages of the window
    static const char* const keptAttempts; ///< likewise, of attempts
};

} // namespace dueline
