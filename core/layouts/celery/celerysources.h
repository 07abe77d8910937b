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
/// Returns the keys that hold messages. For a queue, these are its lists, in the order in which they are processed, and
/// its trash. For the shared place, it is the index of claimed messages, sorted by claim time.
std::vector<TaskSource> celerySources(
    const CelerySpec& spec, const QByteArray& ours, const QueueName& queue, const CeleryLists& lists);

} // namespace dueline
