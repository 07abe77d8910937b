// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bullmq/bullmqspec.h"
#include "core/layouts/shared/bull/jobeditor.h"

namespace dueline {

/// BullMQ refuses larger ones.
inline constexpr int bullmqPriorities = (1 << 21) - 1;

/// How queues of BullMQ are changed. `ours`: the prefix of our own keys.
JobEditing bullmqEditing(const BullmqSpec& spec, const QByteArray& ours);

} // namespace dueline
