// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Returns the number of jobs that completed and failed in each minute in [from, to); empty unless `metrics` are
/// enabled in the Bull or BullMQ workers. `base`: key prefix of the queue. Each list has one entry per minute, newest
/// first. The first entry is for the minute before `prevTS`, because the count for the minute of `prevTS` is still
/// changing. Reads at most mostMetricsMinutes entries. Errors: same as RedisClient::pipeline(), and WrongType.
Result<std::vector<StatisticsBin>> readJobMetrics(
    RedisClient& client, const QByteArray& base, TimePoint from, TimePoint to);

/// two weeks, the longest period that BullMQ has a constant for
inline constexpr qint64 mostMetricsMinutes = 20'160;

} // namespace dueline
