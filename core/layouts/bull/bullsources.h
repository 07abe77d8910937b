// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// Returns the keys of a Bull queue that hold jobs, in the order in which lists of one state show them. `base`:
/// `bull:mail:`. The set `priority` is not included: its jobs are in `wait`, already in order. `trash`: Dueline's key
/// of discarded jobs.
std::vector<TaskSource> bullSources(const QByteArray& base, const QByteArray& trash);

} // namespace dueline
