// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// The keys of a Bull queue in which jobs stand, in the order in which lists of one state show them. `base`:
/// `bull:mail:`. The set `priority` is none of them: its jobs stand in `wait`, already in their place. What was
/// discarded lies in `trash`, a key of ours.
std::vector<TaskSource> bullSources(const QByteArray& base, const QByteArray& trash);

} // namespace dueline
