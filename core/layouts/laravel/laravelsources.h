// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/laravel/laravelspec.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// The keys of one queue and those of ours beside it. `ours`: the prefix of our own keys.
OverlayKeys laravelKeys(const LaravelSpec& spec, const QByteArray& ours, const QueueName& queue);
/// The keys in which the tasks of a queue stand, with what was discarded there.
std::vector<TaskSource> laravelSources(const LaravelSpec& spec, const QByteArray& ours, const QueueName& queue);
/// The same of what Horizon keeps of all queues, whose keys begin with `horizon`: sets of uuids.
OverlayKeys horizonKeys(const LaravelSpec& spec, const QByteArray& ours, const QByteArray& horizon);
std::vector<TaskSource> horizonSources(const LaravelSpec& spec, const QByteArray& ours, const QByteArray& horizon);

/// What is told of a queue beside what its tasks say.
struct LaravelTexts
{
    static const char* const failedInSql; ///< where failed jobs are without Horizon
    static const char* const retryThere; ///< what retries them
    static const char* const noPause;
    static const char* const noAdding;
    /// Which queues belong to a Horizon is not known. `horizon`: the prefix of its keys; empty: of several.
    static QString sayWhose(const QByteArray& horizon = {});
    /// The same where its own name tells their prefix, but none of them has been seen.
    static QString sayPrefix(const LaravelSpec& spec, const QByteArray& horizon);
    // Before an action, in the languages of the window:
    static const char* const rowIsRetried; ///< a retry leaves what Laravel itself keeps of a failed job
    static const char* const rowStays; ///< so does throwing it away
    static const char* const lockStays; ///< of a unique job that is thrown away
    static const char* const noneKept; ///< of attempts, in a queue
    static const char* const lastKept; ///< and by Horizon
};

} // namespace dueline
