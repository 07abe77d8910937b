// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/sidekiq/sidekiqspec.h"
#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// What an installation of Sidekiq counts of what has run: by the day in `stat:processed:DATE` and `stat:failed:DATE`,
/// and from version 7 on by the minute and class in `j|DATE|TIME`, for eight hours. Days and minutes are UTC's. Failed
/// attempts count, each of them.
class SidekiqPast
{
public:
    static constexpr Millis keepsMinutes{std::chrono::hours(8)};
    static constexpr qint64 mostDays = 366 * 5; ///< as long as Sidekiq keeps them
    static constexpr qint64 mostFields = 3'000; ///< of one minute; what holds more is left out

    SidekiqPast(RedisClient& client, const SidekiqSpec& spec)
        : m_client(client)
        , m_spec(spec)
    { }

    /// Minutes of [from, to) that were counted, oldest first; those of the last eight hours before `now`. Errors: as
    /// RedisClient::pipeline().
    Result<std::vector<StatisticsBin>> minutes(TimePoint from, TimePoint to, TimePoint now);
    /// Days that begin in [from, to). Errors: as minutes().
    Result<std::vector<StatisticsBin>> days(TimePoint from, TimePoint to);
    /// Adds what was done to bins that are long enough to be told: days to those of a day and more, minutes to those of
    /// a minute and more. Errors: as minutes().
    Result<> addTo(std::vector<TimelineBin>& bins, TimePoint now);

private:
    RedisClient& m_client;
    const SidekiqSpec& m_spec;
};

} // namespace dueline
