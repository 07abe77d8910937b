// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/layouts/sidekiq/sidekiqheldlists.h"

namespace dueline {

/// Returns the names of the Redis keys for one queue or for the shared pseudo-queue, including Dueline's own keys, such
/// as `dueline:overlay:mail@sidekiq:`. `ours`: prefix of Dueline's own keys.
OverlayKeys sidekiqKeys(const SidekiqSpec& spec, const QByteArray& ours, const QueueName& queue);
/// Returns the keys that contain the tasks of a queue, or the sets of the shared pseudo-queue, including the trash.
/// Running jobs are in none of these keys (see SidekiqWork) unless a reliable fetch library is used. `hasInterrupted`:
/// whether the `interrupted` set exists.
std::vector<TaskSource> sidekiqSources(
    const SidekiqSpec& spec, const QByteArray& ours, const QueueName& queue, bool hasInterrupted);
/// Returns the source for the jobs in a reliable fetch list.
TaskSource sidekiqHeldSource(const HeldList& list);
/// Returns the source for running jobs. It has no key, only a state and the word with which this state is displayed.
TaskSource sidekiqBusySource(bool isLost);

} // namespace dueline
