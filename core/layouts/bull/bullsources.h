// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// Returns the keys of a Bull queue that contain jobs, in the order in which the jobs of each state are displayed.
/// `base`: for example `bull:mail:`. The `priority` set is omitted, because its jobs are also in `wait`, in the same
/// order. `trash`: Dueline's key for discarded jobs.
std::vector<TaskSource> bullSources(const QByteArray& base, const QByteArray& trash);

} // namespace dueline
