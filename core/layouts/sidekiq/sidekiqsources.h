// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/layouts/sidekiq/sidekiqspec.h"

namespace dueline {

/// The keys of one queue, or of what all queues share, and those of ours beside it: `dueline:overlay:mail@sidekiq:`.
/// `ours`: the prefix of our own keys.
OverlayKeys sidekiqKeys(const SidekiqSpec& spec, const QByteArray& ours, const QueueName& queue);
/// The keys in which the tasks of a queue stand, or those of what all queues share: three sets; with what was discarded
/// there. What runs stands in no such key (SidekiqWork).
std::vector<TaskSource> sidekiqSources(const SidekiqSpec& spec, const QByteArray& ours, const QueueName& queue);
/// What runs is told with this: no key, the state, the word.
TaskSource sidekiqBusySource(bool isLost);

} // namespace dueline
