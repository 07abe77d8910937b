// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordrows.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Returns the figures of a queue in the form in which they are recorded. `at`: time of the reading.
RecordSample queueSample(const QueueInfo& info, TimePoint at);
/// Returns the figures of a queue that no longer exists.
RecordSample absentSample(TimePoint at);

} // namespace dueline
