// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/layouts/sidekiq/sidekiqheldlists.h"

namespace dueline {

/// Returns the key names for one queue or the shared pseudo-queue, including Dueline's own keys, such as
/// `dueline:overlay:mail@sidekiq:`. `ours`: prefix of Dueline's own keys.
OverlayKeys sidekiqKeys(const SidekiqSpec& spec, const QByteArray& ours, const QueueName& queue);
/// Returns the keys that contain a queue's tasks, or the shared pseudo-queue's sets, including the trash. Without a
/// reliable fetch library, they don't contain running jobs (see SidekiqWork). `hasInterrupted`: true if there is an
/// `interrupted` set.
std::vector<TaskSource> sidekiqSources(
    const SidekiqSpec& spec, const QByteArray& ours, const QueueName& queue, bool hasInterrupted);
/// Returns the source for jobs in a reliable fetch list.
TaskSource sidekiqHeldSource(const HeldList& list);
/// Returns the source for running jobs. It has no key, only a state and the state's displayed name.
TaskSource sidekiqBusySource(bool isLost);

} // namespace dueline
