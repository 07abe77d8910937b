// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bullmq/bullmqspec.h"
#include "core/layouts/shared/bull/jobeditor.h"

namespace dueline {

/// Largest priority that BullMQ accepts.
inline constexpr int bullmqPriorities = (1 << 21) - 1;

/// Returns the parameters for editing BullMQ queues. `ours`: prefix of Dueline's own keys.
JobEditing bullmqEditing(const BullmqSpec& spec, const QByteArray& ours);

} // namespace dueline
