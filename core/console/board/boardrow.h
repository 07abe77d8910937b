// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/forecast.h"
#include "core/console/witness/silence.h"
#include "core/queue/capabilities.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Reason why the overview shows no value.
enum class Absence : quint8 {
    NotRead, ///< the value hasn't been read yet
    NotKept, ///< the layout doesn't store this data
    OthersWork, ///< programs that don't record statistics also run the queue's tasks
    Unseen, ///< the queue's workers can't be observed
    Unreadable, ///< the queue can't be read
    Nothing, ///< nothing to show: no task is waiting, or no run is scheduled
};

/// Value in the overview, or the reason why there is none. Unknown values aren't displayed as zero.
template <typename Value> struct BoardFigure
{
    BoardFigure() = default;
    BoardFigure(Value known)
        : value(std::move(known))
    { }
    BoardFigure(Absence why)
        : absence(why)
    { }

    explicit operator bool() const { return value.has_value(); }
    const Value& operator*() const { return *value; }
    const Value* operator->() const { return &*value; }
    bool operator==(const BoardFigure&) const = default;

    std::optional<Value> value;
    Absence absence = Absence::NotRead;
};

/// Problems that a queue can have, worst first. The overview shows only the worst one.
enum class Trouble : quint8 {
    Unreadable, ///< the queue's keys don't match the layout
    Silent, ///< tasks are due, but no worker claims them
    Failing, ///< tasks failed in the last hour
    Late, ///< the oldest due task has been waiting for at least BoardRow::lateAfter
    Failed, ///< there are failed tasks, but none failed in the last hour
    Paused,
    None,
};

/// Workers of a queue.
struct BoardWorkers
{
    qint64 alive = 0;
    qint64 lost = 0;
    qint64 capacity = 0; ///< number of tasks that live workers can run at the same time, if they report it
    qint64 running = 0; ///< number of tasks that live workers are running
    bool atLeast = false; ///< true if there may be more workers

    bool operator==(const BoardWorkers&) const = default;
};

/// Overview row with one queue's data. `serverNow` and all ages are based on the server's clock.
struct BoardRow
{
    /// Number of bars in `ended`, one per minute. The last bar is the current minute.
    static constexpr std::size_t bars = 60;
    static constexpr Millis barLength{60'000};
    static constexpr Millis hour{3'600'000};
    static constexpr Millis lateAfter{60'000};
    /// Number of complete minutes over which rates are averaged.
    static constexpr int rateMinutes = 5;

    QueueName queue;
    QByteArray layout; ///< id of the queue's layout, such as `native` or `bullmq`
    QByteArray unreadable; ///< sentence that says why the queue can't be read; empty if it is readable
    bool forbidden = false; ///< true if the queue is unreadable because this user lacks permission
    bool paused = false;
    TimePoint serverNow{};
    std::optional<TimePoint> asOf = {}; ///< time of the count; nullopt: just now
    /// number of done and failed tasks per minute of the last hour
    BoardFigure<std::array<qint64, bars>> ended = {};
    std::array<qint64, bars> endedFailed = {}; ///< number of failed tasks per minute, included in `ended`
    /// Start of the sampling, if `ended` and the rates are derived from samples; nullopt if the layout has per-minute
    /// statistics.
    std::optional<TimePoint> sampledSince = {};
    bool isLeast = false; ///< true if the sampled values are lower bounds because the layout has no counters
    /// Number of due tasks, including due retries if the layout distinguishes them.
    BoardFigure<qint64> due = {};
    qint64 dueRetries = 0; ///< number of retries included in `due`
    BoardFigure<TimePoint> oldestDue = {}; ///< due time of the oldest due task
    BoardFigure<qint64> leased = {};
    /// number of tasks that failed in the last hour and haven't been retried since
    BoardFigure<qint64> failedLately = {};
    BoardFigure<qint64> failed = {};
    BoardFigure<double> addedRate = {}; ///< tasks added per minute
    BoardFigure<double> endedRate = {}; ///< done and failed tasks per minute
    BoardFigure<BoardWorkers> workers = {};
    BoardFigure<TimePoint> nextRun = {}; ///< next run of a recurring task

    /// Forecast of when the queue will run out of due tasks; nullopt unless this connection is recorded.
    std::optional<DrainForecast> drain = {};
    /// Set if the queue is silent and the user hasn't muted its silence.
    std::optional<Stillness> silence = {};

    Trouble trouble() const;
    /// Returns when the queue is expected to run out of due tasks.
    BoardFigure<TimePoint> emptyAt() const;
    bool operator==(const BoardRow&) const = default;
};

/// Returns whether `a` precedes `b` in the overview, which shows the worst problems first. Among silent queues, the
/// longest silence comes first; among failing queues, the most failures in the last hour; among late queues, the oldest
/// due task; among queues with failed tasks, the most failed tasks. Ties are broken by the number of due tasks, then by
/// name.
bool isWorse(const BoardRow& a, const BoardRow& b);

} // namespace dueline
