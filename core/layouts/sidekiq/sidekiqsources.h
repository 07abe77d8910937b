// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/framework/tasksource.h"
#include "core/layouts/sidekiq/sidekiqspec.h"

namespace dueline {

/// The key in which the tasks of one queue wait. What runs stands in no such key (SidekiqWork).
std::vector<TaskSource> sidekiqQueueSources(const SidekiqSpec& spec, const QueueName& queue);
/// The sets that all queues of an installation share.
std::vector<TaskSource> sidekiqSharedSources(const SidekiqSpec& spec);
/// What runs is told with this: no key, the state, the word.
TaskSource sidekiqBusySource(bool isLost);

} // namespace dueline
