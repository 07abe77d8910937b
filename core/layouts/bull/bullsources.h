// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// Returns a Bull queue's job keys, each state's jobs in display order. `base`: for example `bull:mail:`. Omits the
/// `priority` set, whose jobs are also in `wait`, in the same order. `trash`: Dueline's key for discarded jobs.
std::vector<TaskSource> bullSources(const QByteArray& base, const QByteArray& trash);

} // namespace dueline
