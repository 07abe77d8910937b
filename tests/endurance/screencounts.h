// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/openwindow.h"

namespace dueline::chaos {

/// What Redis itself says: how many members the sets of a queue have. Which of those that wait are due is a matter of
/// the clock, so scheduled and due are one number here, under Scheduled.
StateCounts countsInRedis(RedisServer& server, const QueueName& queue);

/// Where the window says something else than Redis, a sentence each: the sidebar's rows of every queue, the legend of
/// the timeline and the number over the table for the one that is looked at, and the status line.
QStringList differences(
    test::OpenWindow& open, const std::vector<std::pair<QueueName, StateCounts>>& redis, const QueueName& shown);

} // namespace dueline::chaos
