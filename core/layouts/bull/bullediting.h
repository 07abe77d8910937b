// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bull/bullspec.h"
#include "core/layouts/shared/bull/jobeditor.h"

#include <limits>

namespace dueline {

/// Bull takes any number.
inline constexpr int bullPriorities = std::numeric_limits<int>::max();

/// How queues of Bull are changed. `ours`: the prefix of our own keys.
JobEditing bullEditing(const BullSpec& spec, const QByteArray& ours);

} // namespace dueline
