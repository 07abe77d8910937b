// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/sidekiq/sidekiqspec.h"
#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Reads Sidekiq's own counts of runs. Daily counts are in `stat:processed:DATE` and `stat:failed:DATE`. Since version
/// 7, counts per minute and class are in `j|DATE|TIME` for eight hours. Days and minutes are in UTC. Every failed
/// attempt counts, even if a retry succeeds.
class SidekiqHistory
{
public:
    static constexpr Millis keepsMinutes{std::chrono::hours(8)};
    static constexpr qint64 mostDays = 366 * 5; ///< number of days for which Sidekiq keeps daily statistics
    /// minutes with more fields are skipped
    static constexpr qint64 mostFields = 3'000;

    SidekiqHistory(RedisClient& client, const SidekiqSpec& spec)
        : m_client(client)
        , m_spec(spec)
    { }

    /// Returns the statistics per minute in [from, to), oldest first. Sidekiq keeps them for eight hours. Errors: same
    /// as RedisClient::pipeline().
    Result<std::vector<StatisticsBin>> minutes(TimePoint from, TimePoint to, TimePoint now);
    /// Returns the statistics for days that start in [from, to). Errors: same as minutes().
    Result<std::vector<StatisticsBin>> days(TimePoint from, TimePoint to);
    /// Adds daily counts to bins of at least a day, and per-minute counts to bins of at least a minute. Leaves shorter
    /// bins unchanged. Errors: same as minutes().
    Result<> addTo(std::vector<TimelineBin>& bins, TimePoint now);

private:
    RedisClient& m_client;
    const SidekiqSpec& m_spec;
};

} // namespace dueline
