// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/laravel/laravelspec.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// Returns a queue's Redis keys, including Dueline's own. `ours`: prefix of Dueline's own keys.
OverlayKeys laravelKeys(const LaravelSpec& spec, const QByteArray& ours, const QueueName& queue);
/// Returns a queue's task keys, including its trash.
std::vector<TaskSource> laravelSources(const LaravelSpec& spec, const QByteArray& ours, const QueueName& queue);
/// Returns the keys with Horizon's data about all queues. They start with Horizon's prefix. The keys returned by
/// horizonSources() are sets of uuids.
OverlayKeys horizonKeys(const LaravelSpec& spec, const QByteArray& ours, const QByteArray& horizon);
std::vector<TaskSource> horizonSources(const LaravelSpec& spec, const QByteArray& ours, const QByteArray& horizon);

/// Notes that suggest a `--layout` value.
struct LaravelTexts
{
    /// Returns a note saying that it is unknown which queues belong to a Horizon instance. `horizon`: prefix of the
    /// instance's keys; empty if there are several instances.
    static QString sayWhose(const QByteArray& horizon = {});
    /// Returns the note for a Horizon instance whose name implies a queue prefix, even though no queue with that prefix
    /// has been seen.
    static QString sayPrefix(const LaravelSpec& spec, const QByteArray& horizon);
};

} // namespace dueline
