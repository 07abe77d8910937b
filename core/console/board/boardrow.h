// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/capabilities.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Why a figure of the board is absent.
enum class Absence : quint8 {
    NotRead, ///< it was not read yet
    NotKept, ///< nothing is kept that tells it
    OthersWork, ///< programs that leave no count behind work on the queue, too
    Unseen, ///< workers of this queue leave no trace
    Unreadable, ///< the queue cannot be read
    Nothing, ///< there is none: nothing waits, nothing is planned
};

/// A figure of the board, or why there is none: what is not known is no zero.
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

/// What is wrong with a queue, the worst first: the first that holds.
enum class Trouble : quint8 {
    Unreadable, ///< its keys are not what its layout says
    Failing, ///< tasks failed in the last hour
    Late, ///< a task waits since BoardRow::lateAfter or longer
    Failed, ///< tasks are failed, of earlier
    Paused,
    None,
};

/// What is told of the workers of a queue.
struct BoardWorkers
{
    qint64 alive = 0;
    qint64 lost = 0;
    bool atLeast = false; ///< more may be there than are told of

    bool operator==(const BoardWorkers&) const = default;
};

/// One queue on the board. Values alone: the clock of `serverNow` and of the ages is the server's.
struct BoardRow
{
    /// Bars of `ended`, each of two minutes, the last one with the minute that runs.
    static constexpr std::size_t bars = 30;
    static constexpr Millis barLength{120'000};
    static constexpr Millis hour{3'600'000};
    static constexpr Millis lateAfter{60'000};
    /// Rates are those of so many complete minutes.
    static constexpr int rateMinutes = 5;

    QueueName queue;
    QByteArray layout; ///< `native`, `bullmq`, …
    QByteArray unreadable; ///< why it cannot be read, a sentence; empty: it can
    bool forbidden = false; ///< unreadable since this user may not read it
    bool paused = false;
    TimePoint serverNow{};
    std::optional<TimePoint> asOf = {}; ///< when it was counted; nullopt: just now
    BoardFigure<std::array<qint64, bars>> ended = {}; ///< done and failed tasks of the last hour
    std::array<qint64, bars> endedFailed = {}; ///< those of `ended` that failed
    BoardFigure<qint64> due = {}; ///< those that come back included, where the layout tells which of them are due
    qint64 dueRetries = 0; ///< those of `due` that come back: retried, or failed before
    BoardFigure<TimePoint> oldestDue = {}; ///< since when the oldest waits
    BoardFigure<qint64> leased = {};
    BoardFigure<qint64> failedLately = {}; ///< in the last hour, and failed still
    BoardFigure<qint64> failed = {};
    BoardFigure<double> addedRate = {}; ///< tasks a minute
    BoardFigure<double> endedRate = {}; ///< tasks a minute
    BoardFigure<BoardWorkers> workers = {};
    BoardFigure<TimePoint> nextRun = {}; ///< of its recurring tasks

    Trouble trouble() const;
    bool operator==(const BoardRow&) const = default;
};

/// The order of the board: by trouble; failing by failures of the last hour, late by age, failed by number, each the
/// most first; then the most due, then by name.
bool isWorse(const BoardRow& a, const BoardRow& b);

} // namespace dueline
