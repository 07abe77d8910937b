// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/layouts/sidekiq/sidekiqheldlists.h"

namespace dueline {

/// Returns the keys of one queue or of the shared place, and Dueline's own keys for it:
/// `dueline:overlay:mail@sidekiq:`. `ours`: prefix of Dueline's own keys.
OverlayKeys sidekiqKeys(const SidekiqSpec& spec, const QByteArray& ours, const QueueName& queue);
/// Returns the keys that hold the tasks of a queue, or the sets of the shared place, including the trash. Running jobs
/// are not in these keys (see SidekiqWork), unless reliable fetch stores them in one. `hasInterrupted`: whether the
/// `interrupted` set exists.
std::vector<TaskSource> sidekiqSources(
    const SidekiqSpec& spec, const QByteArray& ours, const QueueName& queue, bool hasInterrupted);
/// Returns the source for the jobs in a list of reliable fetch.
TaskSource sidekiqHeldSource(const HeldList& list);
/// Returns the source for running jobs, which has no key, only a state and a word for that state.
TaskSource sidekiqBusySource(bool isLost);

} // namespace dueline
