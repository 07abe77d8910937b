// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Returns the per-minute numbers of completed and failed jobs in [from, to). Bull and BullMQ workers record these
/// numbers only if `metrics` are enabled; otherwise, the result is empty. `base`: prefix of the queue's keys. Each list
/// has one entry per minute, newest first. The first entry is for the minute before `prevTS`, because the count for the
/// minute of `prevTS` is still changing. At most mostMetricsMinutes are read. Errors: those of RedisClient::pipeline(),
/// and the error for a key of the wrong type.
Result<std::vector<StatisticsBin>> readJobMetrics(
    RedisClient& client, const QByteArray& base, TimePoint from, TimePoint to);

/// two weeks, the longest period for which BullMQ defines a constant
inline constexpr qint64 mostMetricsMinutes = 20'160;

} // namespace dueline
