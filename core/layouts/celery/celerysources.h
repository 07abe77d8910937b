// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celerylists.h"
#include "core/layouts/celery/celeryspec.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// Returns the keys of one queue or of the shared place, and Dueline's keys next to it. `ours`: prefix of Dueline's own
/// keys.
OverlayKeys celeryKeys(const CelerySpec& spec, const QByteArray& ours, const QueueName& queue);
/// Returns the keys that hold messages. For a queue these are its lists, the first to run first, and its trash. For the
/// shared place they are the tags of taken messages, by the instant at which workers took them.
std::vector<TaskSource> celerySources(
    const CelerySpec& spec, const QByteArray& ours, const QueueName& queue, const CeleryLists& lists);

/// Texts shown in addition to the content of messages.
struct CeleryTexts
{
    static const char* const takenElsewhere; ///< tells the user of a queue where other tasks are; %1: the shared place
    static const char* const notInRedis; ///< tells the user of the shared place which states no key stores
    static const char* const noRetry;
    static const char* const noPause;
    static const char* const noAdding;
    static const char* const afterRevoke; ///< effect of a revoke
    static const char* const atWorker; ///< reason why messages at a worker cannot be changed
    static const char* const awaited; ///< warning before a message is thrown away, translated in the window
    static const char* const keptAttempts; ///< warning about attempts, translated in the window
};

} // namespace dueline
