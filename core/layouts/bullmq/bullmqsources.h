// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// Returns a BullMQ queue's job keys, each state's jobs in display order. `base`: for example `bull:mail:`. `trash`:
/// Dueline's key for discarded jobs.
std::vector<TaskSource> bullmqSources(const QByteArray& base, const QByteArray& trash);

/// Configures a set of prioritized jobs so that each priority's oldest due job is also read.
void readEachPriority(TaskSource& source);

} // namespace dueline
