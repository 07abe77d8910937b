// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/laravel/laravelspec.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// Returns the keys of one queue and Dueline's keys next to them. `ours`: prefix of Dueline's own keys.
OverlayKeys laravelKeys(const LaravelSpec& spec, const QByteArray& ours, const QueueName& queue);
/// Returns the keys that hold the tasks of a queue, with its trash.
std::vector<TaskSource> laravelSources(const LaravelSpec& spec, const QByteArray& ours, const QueueName& queue);
/// Returns the keys of Horizon's data for all queues, which begin with `horizon`. horizonSources() are sets of uuids.
OverlayKeys horizonKeys(const LaravelSpec& spec, const QByteArray& ours, const QByteArray& horizon);
std::vector<TaskSource> horizonSources(const LaravelSpec& spec, const QByteArray& ours, const QByteArray& horizon);

/// Texts about queues in addition to the content of tasks.
struct LaravelTexts
{
    static const char* const failedInSql; ///< location of failed jobs without Horizon
    static const char* const retryThere; ///< way to retry them
    static const char* const noPause;
    static const char* const noAdding;
    /// Returns a note that it is unknown which queues belong to a Horizon. `horizon`: the prefix of its keys; empty if
    /// there are several.
    static QString sayWhose(const QByteArray& horizon = {});
    /// Returns the note for a Horizon whose name reveals the prefix, while none of its queues has been seen.
    static QString sayPrefix(const LaravelSpec& spec, const QByteArray& horizon);
    // Warnings before an action, translated in the window:
    static const char* const rowIsRetried; ///< a retry does not change Laravel's own record of a failed job
    static const char* const rowStays; ///< nor does discarding the job
    static const char* const lockStays; ///< a discarded unique job keeps its lock
    static const char* const noneKept; ///< about attempts, in a queue
    static const char* const lastKept; ///< about attempts, in Horizon
};

} // namespace dueline
