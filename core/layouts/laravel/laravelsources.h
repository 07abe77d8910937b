// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/laravel/laravelspec.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// Returns Redis keys for one queue, including Dueline's own keys. `ours`: prefix of Dueline's own keys.
OverlayKeys laravelKeys(const LaravelSpec& spec, const QByteArray& ours, const QueueName& queue);
/// Returns the keys that contain the tasks of a queue, including its trash.
std::vector<TaskSource> laravelSources(const LaravelSpec& spec, const QByteArray& ours, const QueueName& queue);
/// Returns the keys with Horizon's data about all queues. Their names start with Horizon's prefix.
/// The keys that horizonSources() returns are sets of uuids.
OverlayKeys horizonKeys(const LaravelSpec& spec, const QByteArray& ours, const QByteArray& horizon);
std::vector<TaskSource> horizonSources(const LaravelSpec& spec, const QByteArray& ours, const QByteArray& horizon);

/// Notes that contain a value for `--layout`.
struct LaravelTexts
{
    /// Returns a note that it is unknown which queues belong to a Horizon instance. `horizon`: prefix of the instance's
    /// keys; empty if there is more than one instance.
    static QString sayWhose(const QByteArray& horizon = {});
    /// Returns the note for a Horizon instance whose name implies a prefix of queues, although no queue with that
    /// prefix has been seen.
    static QString sayPrefix(const LaravelSpec& spec, const QByteArray& horizon);
};

} // namespace dueline
