// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/console/witness/recordrows.h"

#include <vector>

namespace dueline {

class RecordFile;

/// Forecast of when a queue will have no due tasks left if tasks continue to arrive and finish at the recent rates. The
/// rates are measured over up to five minutes without a gap, after the last operation on the queue and the last event
/// that may have lost tasks. They include new tasks and retries.
struct DrainForecast
{
    enum class Verdict : quint8 {
        Expected, ///< `left`, `earliest`, and `latest` are known
        Empty, ///< no task is due
        Growing, ///< the number of due tasks isn't falling
        Paused,
        TooShort, ///< the rates were measured for less than `shortestWindow`
        TooFew, ///< the number of due tasks fell by fewer than `fewestTasks`
        Uncertain, ///< the rates vary too much for a forecast
        /// The forecast is more than `furthest` times as long as the measured period.
        TooFar,
        Unknown, ///< the queue can't be counted, or not completely
        Absent, ///< the queue no longer exists
    };
    static constexpr Millis longestWindow{5 * 60'000};
    static constexpr Millis shortestWindow{60'000};
    static constexpr qint64 fewestTasks = 100;
    static constexpr int furthest = 12;
    /// maximum half-width of the confidence interval, as a fraction of `left`
    static constexpr double widestBand = 0.6;

    Verdict verdict = Verdict::Unknown;
    TimePoint at{}; ///< time of the last reading, by the server's clock
    qint64 due = 0;
    Millis window{0}; ///< period that the rates were measured over
    double perMinute = 0; ///< decrease in the number of due tasks per minute; negative if the number is growing
    Millis left{0}; ///< time until no task is due
    Millis earliest{0}; ///< lower limit of the 80% confidence interval
    Millis latest{0}; ///< upper limit of the 80% confidence interval

    /// Returns when no task will be due. Only call this if the verdict is Expected.
    TimePoint emptyAt() const { return at + left; }
    bool operator==(const DrainForecast&) const = default;
};

/// Returns a queue's forecast. `samples`: figures since the last gap, oldest first; each is valid until the next one.
/// `now`: time of the last reading. `extra`: number of additional tasks that become due.
DrainForecast drainForecast(const std::vector<RecordSample>& samples, TimePoint now, qint64 extra = 0);

/// Returns the forecast if `extra` more tasks become due; nullopt unless `forecast`'s verdict is Expected and the
/// result isn't too far ahead.
std::optional<DrainForecast> withExtra(const DrainForecast& forecast, qint64 extra);

/// Forecast of when a server will reach its memory limit if its memory usage continues to change at the recent rate,
/// measured between the first and last readings of up to an hour without a gap.
struct MemoryForecast
{
    static constexpr Millis longestWindow{60 * 60'000};

    std::optional<qint64> used; ///< memory usage in bytes
    std::optional<qint64> maximum; ///< memory limit in bytes; nullopt if none or unknown
    QByteArray policy = {}; ///< `maxmemory-policy`, which applies once the limit is reached; empty: unknown
    Millis window{0}; ///< period that the rate was measured over; 0 if less than a minute is available
    double perMinute = 0; ///< increase in memory usage, in bytes per minute
    std::optional<Millis> left = {}; ///< time until the limit is reached; nullopt: no forecast
    /// Time until the limit is reached at the rate during the last quarter of the period; only set if it differs by
    /// more than half.
    std::optional<Millis> leftLately = {};

    /// Returns whether the server deletes keys once the limit is reached.
    bool evicts() const { return !policy.isEmpty() && policy != "noeviction"; }
};

/// Returns a server's memory forecast. `samples`: figures since the last gap, oldest first; each is valid until the
/// next one.
MemoryForecast memoryForecast(const std::vector<ServerSample>& samples, TimePoint now);

struct QueueForecast
{
    QByteArray queue;
    DrainForecast drain;
};

/// Forecasts for a server and its queues, based on the end of a recording.
struct Forecasts
{
    static constexpr Millis validFor{minuteMs};

    QByteArray server;
    TimePoint since{}; ///< start of the current gap-free span
    TimePoint at{}; ///< time of the last reading, by the server's clock
    Millis clockOffset{0}; ///< how far the server's clock is ahead of this machine's clock
    bool isRunning = false; ///< see RecordSpan::isCurrent()
    std::vector<QueueForecast> queues; ///< existing queues, sorted by name, or only the queue that was requested
    MemoryForecast memory;

    /// Returns whether the recorder is running and its last reading is recent. `now`: server time.
    bool areCurrent(TimePoint now) const { return isRunning && now - at <= validFor; }
    /// Returns a queue's forecast; null if the queue doesn't exist.
    const DrainForecast* of(const QByteArray& queue) const;
};

/// Reads the forecasts. `queue`: only this queue; empty: all queues. `extra`: number of additional tasks that become
/// due in each queue. Errors: NotFound (the recording is empty or doesn't contain the queue); Io.
Result<Forecasts> readForecasts(RecordFile& file, const QByteArray& queue, qint64 extra);

} // namespace dueline
