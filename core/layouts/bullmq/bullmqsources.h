// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// Returns the keys of a BullMQ queue that hold jobs, in the order in which lists of one state show them. `base`: for
/// example `bull:mail:`. `trash`: Dueline's key for discarded jobs.
std::vector<TaskSource> bullmqSources(const QByteArray& base, const QByteArray& trash);

/// Makes the oldest due task be read from each priority of a set of prioritized jobs.
void readEachPriority(TaskSource& source);

} // namespace dueline
