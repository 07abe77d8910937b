// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/queue/taskstate.h"

#include <QByteArray>

#include <optional>
#include <utility>
#include <vector>

namespace dueline {

/// Key that contains a queue's tasks, and their state. A task's state depends only on where the task is stored, never
/// on its fields, so counts, pages and filters always agree.
struct TaskSource
{
    enum class Kind : quint8 { List, SortedSet };
    /// Meaning of the scores in a sorted set.
    enum class Score : quint8 {
        None, ///< not a time, but a priority or an arrival order
        Milliseconds, ///< milliseconds since 1970
        Seconds, ///< seconds since the Unix epoch, possibly with a fraction
        NegatedSeconds, ///< seconds since the Unix epoch, negated so that the newest comes first (Horizon)
        /// ms since the Unix epoch × 4096, plus a number from 0 to 4095 that orders equal times (Bull, BullMQ)
        Milliseconds4096,
    };

    QByteArray key;
    Kind kind = Kind::List;
    Score score = Score::None;
    // state of the tasks; if `whenDue` is set, only of tasks due in the future
    TaskState state = TaskState::Due;
    std::optional<TaskState> whenDue = {}; ///< for a set of due times: state of the tasks that are due
    QByteArray word; ///< the framework's name for this state (Task::nativeState)
    bool tailFirst = true; ///< for a list: true if the next task to run is at the tail, and producers push to the head
    /// True if a task without a score may contain its time. Tasks without any time count at the current time.
    bool tasksTellInstants = false;
    /// True if the scores are the times in seconds when the framework deletes the tasks; a negative score means never.
    /// Expired entries are neither counted nor listed.
    bool expires = false;
    /// Sorted set of the waiting tasks' priorities, used to read the oldest task of each priority; empty if tasks have
    /// no priorities. If it isn't `key` itself, `key` is a list whose tail contains the prioritized tasks in the set's
    /// order, followed by the other tasks.
    QByteArray priorities = {};
    double perPriority = 1; ///< number of distinct scores per priority

    bool isExpired(double value, TimePoint now) const
    {
        return expires && value >= 0 && value * 1000 <= double(toMs(now));
    }
    bool isDated() const { return kind == Kind::SortedSet && score != Score::None; }
    /// Returns a score's time, rounded down to a millisecond; the epoch if scores aren't times.
    TimePoint instantOf(double value) const;
    /// Returns the first score, in chronological order, whose time isn't before `at`, as an argument for ZCOUNT and
    /// ZRANGE BYSCORE.
    QByteArray scoreFrom(TimePoint at) const;
    /// Returns the score range for times in [from, before), as two arguments for ZCOUNT and ZRANGE BYSCORE. nullopt:
    /// unlimited.
    std::pair<QByteArray, QByteArray> scoresBetween(
        std::optional<TimePoint> from, std::optional<TimePoint> before) const;
    /// Returns whether the latest time has the lowest score.
    bool isNewestFirst() const { return score == Score::NegatedSeconds; }

    bool operator==(const TaskSource&) const = default;
};

/// Member of a source, as last read.
struct SourceEntry
{
    std::size_t source = 0; ///< index of the source
    TaskState state = TaskState::Due;
    QByteArray member; ///< id, or the complete task in some frameworks
    double score = 0; ///< score, for a member of a sorted set
    /// time that matters in the entry's state, such as the due time; time of the read if none is stored
    TimePoint at{};

    bool operator==(const SourceEntry&) const = default;
};

/// Formats a score so that Redis parses exactly the same number. Writes integers without an exponent.
QByteArray scoreText(double score);

} // namespace dueline
