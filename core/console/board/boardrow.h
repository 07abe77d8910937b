// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/forecast.h"
#include "core/console/witness/silence.h"
#include "core/queue/capabilities.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Reason why a figure of the overview is missing.
enum class Absence : quint8 {
    NotRead, ///< the value has not been read yet
    NotKept, ///< the layout does not store this data
    OthersWork, ///< programs that record no counts also process the queue
    Unseen, ///< workers of this queue cannot be observed
    Unreadable, ///< the queue cannot be read
    Nothing, ///< there is no value, because no task is waiting or no run is scheduled
};

/// Value in the overview, or the reason why it is missing. An unknown value is never shown as zero.
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

/// Problem with a queue, worst first. Only the worst one is shown.
enum class Trouble : quint8 {
    Unreadable, ///< The keys do not match the layout.
    Silent, ///< no worker is claiming the due tasks
    Failing, ///< tasks failed in the last hour
    Late, ///< the oldest due task has been waiting for at least BoardRow::lateAfter
    Failed, ///< tasks failed more than an hour ago
    Paused,
    None,
};

/// Workers of a queue.
struct BoardWorkers
{
    qint64 alive = 0;
    qint64 lost = 0;
    qint64 capacity = 0; ///< number of tasks that the live workers can run simultaneously, if they report it
    qint64 running = 0; ///< number of tasks that these workers are running
    bool atLeast = false; ///< true if there may be more workers

    bool operator==(const BoardWorkers&) const = default;
};

/// One queue in the overview, as plain values. `serverNow` and the ages are based on the server's clock.
struct BoardRow
{
    /// Number of bars in `ended`, one per minute; the last bar is the current minute.
    static constexpr std::size_t bars = 60;
    static constexpr Millis barLength{60'000};
    static constexpr Millis hour{3'600'000};
    static constexpr Millis lateAfter{60'000};
    /// Number of complete minutes that rates cover.
    static constexpr int rateMinutes = 5;

    QueueName queue;
    QByteArray layout; ///< id of the queue's layout: `native`, `bullmq`, …
    QByteArray unreadable; ///< sentence that explains why the queue cannot be read; empty if it is readable
    bool forbidden = false; ///< true if the queue is unreadable because this user lacks permission
    bool paused = false;
    TimePoint serverNow{};
    std::optional<TimePoint> asOf = {}; ///< time of the count; nullopt if the queue has just been counted
    BoardFigure<std::array<qint64, bars>> ended = {}; ///< done and failed tasks per minute of the last hour
    std::array<qint64, bars> endedFailed = {}; ///< number of failed tasks in each bar of `ended`
    /// Start of the samples if `ended` and the rates are differences between counts; nullopt if the layout has
    /// per-minute statistics.
    std::optional<TimePoint> sampledSince = {};
    bool isLeast = false; ///< true if the samples are lower bounds because the layout has no counters
    /// number of due tasks, including due retries if the layout distinguishes them
    BoardFigure<qint64> due = {};
    qint64 dueRetries = 0; ///< number of tasks in `due` that have failed or been retried before
    BoardFigure<TimePoint> oldestDue = {}; ///< due time of the task that has been overdue the longest
    BoardFigure<qint64> leased = {};
    BoardFigure<qint64> failedLately = {}; ///< number of tasks that failed in the last hour and are still failed
    BoardFigure<qint64> failed = {};
    BoardFigure<double> addedRate = {}; ///< tasks added per minute
    BoardFigure<double> endedRate = {}; ///< tasks ended per minute
    BoardFigure<BoardWorkers> workers = {};
    BoardFigure<TimePoint> nextRun = {}; ///< next run of the queue's recurring tasks

    /// Estimated time at which no more tasks are due; nullopt unless the connection is being
    /// recorded.
    std::optional<DrainForecast> drain = {};
    /// silence of the queue; set if the queue is silent and not muted
    std::optional<Stillness> silence = {};

    Trouble trouble() const;
    /// Returns the time at which no more tasks are expected to be due.
    BoardFigure<TimePoint> emptyAt() const;
    bool operator==(const BoardRow&) const = default;
};

/// Returns whether a queue precedes another in the overview, which starts with the worst problems. Silent queues are
/// sorted by the length of the silence, failing queues by failures in the last hour, late queues by age, and queues
/// with failed tasks by their number, each highest first. Ties are broken by the number of due tasks, then by name.
bool isWorse(const BoardRow& a, const BoardRow& b);

} // namespace dueline
