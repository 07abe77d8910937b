// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/openwindow.h"

namespace dueline::chaos {

/// Returns the sizes of the queue's sets in Redis. Which waiting tasks are due depends on the clock, so Scheduled
/// contains the sum of scheduled and due tasks.
StateCounts countsInRedis(RedisServer& server, const QueueName& queue);

/// Returns a sentence for each difference between the window and Redis. Compares the sidebar's rows of every queue; the
/// timeline's legend and the number above the table for the current queue; and the status line.
QStringList differences(
    test::OpenWindow& open, const std::vector<std::pair<QueueName, StateCounts>>& redis, const QueueName& shown);

} // namespace dueline::chaos
