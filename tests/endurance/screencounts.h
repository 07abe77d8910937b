// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/openwindow.h"

namespace dueline::chaos {

/// Returns the sizes of the queue's sets in Redis. Which tasks are due depends on the clock, so Scheduled includes due
/// tasks.
StateCounts countsInRedis(RedisServer& server, const QueueName& queue);

/// Returns a sentence for each difference between the window and Redis. Compares every queue's sidebar rows; the
/// current queue's timeline legend and the number above its table; and the status line.
QStringList differences(
    test::OpenWindow& open, const std::vector<std::pair<QueueName, StateCounts>>& redis, const QueueName& shown);

} // namespace dueline::chaos
