// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/sidekiq/sidekiqspec.h"
#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Reads the counts of completed runs that Sidekiq itself stores: per day in `stat:processed:DATE` and
/// `stat:failed:DATE`; from version 7 on also per minute and class, for eight hours, in `j|DATE|TIME`. Days and minutes
/// are in UTC. Every failed attempt is counted.
class SidekiqHistory
{
public:
    static constexpr Millis keepsMinutes{std::chrono::hours(8)};
    static constexpr qint64 mostDays = 366 * 5; ///< number of days for which Sidekiq keeps its statistics
    /// maximum number of fields per minute; minutes with more fields are omitted
    static constexpr qint64 mostFields = 3'000;

    SidekiqHistory(RedisClient& client, const SidekiqSpec& spec)
        : m_client(client)
        , m_spec(spec)
    { }

    /// Returns the counted minutes in [from, to), oldest first, as far back as eight hours before `now`. Errors: those
    /// of RedisClient::pipeline().
    Result<std::vector<StatisticsBin>> minutes(TimePoint from, TimePoint to, TimePoint now);
    /// Returns the days that start in [from, to). Errors: those of minutes().
    Result<std::vector<StatisticsBin>> days(TimePoint from, TimePoint to);
    /// Adds the counts to bins that are long enough: days to bins of at least a day, minutes to bins of at least a
    /// minute. Errors: those of minutes().
    Result<> addTo(std::vector<TimelineBin>& bins, TimePoint now);

private:
    RedisClient& m_client;
    const SidekiqSpec& m_spec;
};

} // namespace dueline
