// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/console/witness/recordrows.h"

#include <vector>

namespace dueline {

class RecordFile;

/// Estimate of when a queue will have no due tasks left if tasks continue to arrive and finish at the recent rates. The
/// rates are measured over up to five minutes without a gap, and include new tasks and retries. The period starts after
/// the last operation on the queue and the last event that may have lost tasks.
struct DrainForecast
{
    enum class Verdict : quint8 {
        Expected, ///< `left`, `earliest` and `latest` are known
        Empty, ///< no task is due
        Growing, ///< the number of due tasks does not fall
        Paused,
        TooShort, ///< measured for less than `shortestWindow`
        TooFew, ///< fewer than `fewestTasks` tasks have left the queue
        Uncertain, ///< the rates vary too much
        /// the queue would become empty only after more than `furthest` times the measured period
        TooFar,
        Unknown, ///< the queue cannot be counted, or only partly
    };
    static constexpr Millis longestWindow{5 * 60'000};
    static constexpr Millis shortestWindow{60'000};
    static constexpr qint64 fewestTasks = 100;
    static constexpr int furthest = 12;
    static constexpr double widestBand = 0.6; ///< maximum deviation from `left`, as a fraction of `left`

    Verdict verdict = Verdict::Unknown;
    TimePoint at{}; ///< last reading, on the server's clock
    qint64 due = 0;
    Millis window{0}; ///< period over which the rates were measured
    double perMinute = 0; ///< decrease in due tasks; negative if they increase
    Millis left{0}; ///< time until no task is due
    Millis earliest{0}; ///< lower limit of an 80% confidence interval
    Millis latest{0}; ///< upper limit of the interval

    /// Returns the time at which no task will be due; valid only if the verdict is Expected.
    TimePoint emptyAt() const { return at + left; }
    bool operator==(const DrainForecast&) const = default;
};

/// Estimates when a queue will be empty. `samples`: figures since the last gap, oldest first; each
/// is valid until the next. `now`: last reading. `extra`: number of additional tasks that become
/// due.
DrainForecast drainForecast(const std::vector<RecordSample>& samples, TimePoint now, qint64 extra = 0);

/// Returns the estimate if this many additional tasks become due; nullopt unless `forecast` is
/// Expected and the result is not too far ahead.
std::optional<DrainForecast> withExtra(const DrainForecast& forecast, qint64 extra);

/// Estimate of when a server reaches its memory limit if memory use continues to change at the recent rate. The rate is
/// measured between the ends of a period of up to an hour without a gap.
struct MemoryForecast
{
    static constexpr Millis longestWindow{60 * 60'000};

    std::optional<qint64> used; ///< used memory in bytes
    std::optional<qint64> maximum; ///< memory limit in bytes; nullopt: no limit, or unknown
    Millis window{0}; ///< period over which the rate was measured; 0 if it is shorter than a minute
    double perMinute = 0; ///< increase in bytes
    std::optional<Millis> left = {}; ///< time until the limit is reached; nullopt: no estimate
    /// remaining time at the rate of the last quarter of the period, set only if that rate differs by more than half
    std::optional<Millis> leftLately = {};
};

/// Estimates when a server will reach its memory limit. `samples`: figures since the last gap,
/// oldest first; each is valid until the next.
MemoryForecast memoryForecast(const std::vector<ServerSample>& samples, TimePoint now);

/// Forecast of one queue.
struct QueueForecast
{
    QByteArray queue;
    DrainForecast drain;
};

/// Forecasts from the end of a recording.
struct Forecasts
{
    static constexpr Millis validFor{minuteMs};

    QByteArray server;
    TimePoint since{}; ///< start of the period without a gap that ends at `at`
    TimePoint at{}; ///< last reading, on the server's clock
    Millis clockOffset{0}; ///< offset of the server's clock from this machine's clock
    bool isRunning = false; ///< true if the last span is still open
    std::vector<QueueForecast> queues; ///< queues that exist, sorted by name
    MemoryForecast memory;

    /// Returns whether the recording is still running and contains a recent reading. `now`: server's clock.
    bool areCurrent(TimePoint now) const { return isRunning && now - at <= validFor; }
    /// Returns the forecast of a queue; null if the queue does not exist.
    const DrainForecast* of(const QByteArray& queue) const;
};

/// Reads the forecasts. `queue`: only this queue; empty: all. `extra`: number of additional tasks
/// that become due in each of these queues. Errors: NotFound (the recording is empty, or does not
/// contain the queue); Io.
Result<Forecasts> readForecasts(RecordFile& file, const QByteArray& queue, qint64 extra);

} // namespace dueline
