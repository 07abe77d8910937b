// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordrows.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Returns a queue's figures as they are recorded. `at`: time of the reading.
RecordSample queueSample(const QueueInfo& info, TimePoint at);
/// Returns the figures for a queue that no longer exists.
RecordSample absentSample(TimePoint at);

} // namespace dueline
