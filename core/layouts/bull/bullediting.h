// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bull/bullspec.h"
#include "core/layouts/shared/bull/jobeditor.h"

#include <limits>

namespace dueline {

/// Largest priority. Bull itself sets no limit.
inline constexpr int bullPriorities = std::numeric_limits<int>::max();

/// Returns the parameters for editing Bull queues. `ours`: prefix of Dueline's own keys.
JobEditing bullEditing(const BullSpec& spec, const QByteArray& ours);

} // namespace dueline
