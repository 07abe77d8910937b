// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/queue/taskstate.h"

#include <QByteArray>

#include <optional>
#include <utility>
#include <vector>

namespace dueline {

/// Key that contains tasks of a framework's queue, and the state of these tasks. The state of a task depends only on
/// where the task is stored, never on its fields, so that counts, pages and filters agree.
struct TaskSource
{
    enum class Kind : quint8 { List, SortedSet };
    /// Meaning of the scores in a sorted set.
    enum class Score : quint8 {
        None, ///< not a time, but a priority or an arrival order
        Milliseconds, ///< milliseconds since 1970
        Seconds, ///< seconds since 1970, possibly with a fraction
        NegatedSeconds, ///< seconds since 1970, negated so that the newest comes first (Horizon)
        Milliseconds4096, ///< ms since 1970 × 4096, plus a number from 0 to 4095 that sorts equal times (Bull, BullMQ)
    };

    QByteArray key;
    Kind kind = Kind::List;
    Score score = Score::None;
    // state of the tasks; if `whenDue` is set, state of tasks whose due time is in the future
    TaskState state = TaskState::Due;
    std::optional<TaskState> whenDue = {}; ///< for a set of due times: state of tasks whose due time has passed
    QByteArray word; ///< the framework's word for this state (Task::nativeState)
    bool tailFirst = true; ///< for a list: true if the next task to run is at the tail, and producers push to the head
    /// True if a task without a score may contain its time. Tasks without any time are counted at the current time.
    bool tasksTellInstants = false;
    /// True if the scores are not times of the tasks, but the times in seconds at which the framework deletes the
    /// tasks; a negative score means never. Expired entries are neither counted nor listed.
    bool expires = false;
    /// Sorted set with the priorities of the waiting tasks, from which the oldest task of each priority is read; empty
    /// if tasks have no priorities. If this set is not `key` itself, `key` is a list: its tail contains the prioritized
    /// tasks in the order of the set, and the other tasks follow.
    QByteArray priorities = {};
    double perPriority = 1; ///< number of different scores per priority

    bool isExpired(double value, TimePoint now) const
    {
        return expires && value >= 0 && value * 1000 <= double(toMs(now));
    }
    bool isDated() const { return kind == Kind::SortedSet && score != Score::None; }
    /// Returns the time for a score, rounded down to a millisecond; the epoch if scores are not times.
    TimePoint instantOf(double value) const;
    /// Returns the first score, in chronological order, whose time is not before `at`. The score is formatted as an
    /// argument for ZCOUNT and ZRANGE BYSCORE.
    QByteArray scoreFrom(TimePoint at) const;
    /// Returns the range of scores for times in [from, before), as two arguments for ZCOUNT and ZRANGE BYSCORE.
    /// nullopt: no limit at this end.
    std::pair<QByteArray, QByteArray> scoresBetween(
        std::optional<TimePoint> from, std::optional<TimePoint> before) const;
    /// Returns whether the latest time has the lowest score.
    bool isNewestFirst() const { return score == Score::NegatedSeconds; }

    bool operator==(const TaskSource&) const = default;
};

/// Member of a source, as it was last read.
struct SourceEntry
{
    std::size_t source = 0; ///< index of the source
    TaskState state = TaskState::Due;
    QByteArray member; ///< id, or in some frameworks the complete task
    double score = 0; ///< score of a member of a sorted set
    TimePoint at{}; ///< time that belongs to the entry's state; the time of the read if no time is stored

    bool operator==(const SourceEntry&) const = default;
};

/// Formats a score so that Redis parses exactly the same number. Integers are written without an exponent.
QByteArray scoreText(double score);

} // namespace dueline
