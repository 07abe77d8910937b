// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Completed and failed jobs by the minute, of [from, to), as workers of Bull and BullMQ count them where their
/// `metrics` are switched on; none otherwise. `base`: as all keys of the queue begin. Each list holds a minute per
/// entry, the newest first: its first one is the minute before that of `prevTS`, whose own count goes on. At most
/// mostMetricsMinutes are read. Errors: as RedisClient::pipeline(); a key of another type.
Result<std::vector<StatisticsBin>> readJobMetrics(
    RedisClient& client, const QByteArray& base, TimePoint from, TimePoint to);

inline constexpr qint64 mostMetricsMinutes = 20'160; ///< two weeks, the most that BullMQ offers by name

} // namespace dueline
