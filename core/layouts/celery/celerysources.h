// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celerylists.h"
#include "core/layouts/celery/celeryspec.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// Returns the Redis keys of a queue or of the shared pseudo-queue, including Dueline's own keys. `ours`: prefix of
/// Dueline's own keys.
OverlayKeys celeryKeys(const CelerySpec& spec, const QByteArray& ours, const QueueName& queue);
/// Returns the keys that contain messages. For a queue: its trash and its lists, in the order workers process them. For
/// the shared pseudo-queue: the index of claimed messages, sorted by claim time.
std::vector<TaskSource> celerySources(
    const CelerySpec& spec, const QByteArray& ours, const QueueName& queue, const CeleryLists& lists);

} // namespace dueline
