// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"

namespace dueline {

/// The keys of a BullMQ queue in which jobs stand, in the order in which lists of one state show them. `base`:
/// `bull:mail:`; what was discarded lies in `trash`, a key of ours.
std::vector<TaskSource> bullmqSources(const QByteArray& base, const QByteArray& trash);

} // namespace dueline
