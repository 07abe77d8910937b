// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/queue/taskstate.h"

#include <QByteArray>

#include <optional>
#include <utility>
#include <vector>

namespace dueline {

/// A key in which tasks of one framework's queue stand, and what standing there means. The state of a task follows from
/// where it stands, never from its fields, so that counts, pages and filters agree.
struct TaskSource
{
    enum class Kind : quint8 { List, SortedSet };
    /// What a score of a sorted set says.
    enum class Score : quint8 {
        None, ///< no instant: a priority, or the order of arrival
        Milliseconds, ///< since 1970
        Seconds, ///< since 1970, with a fraction
        NegatedSeconds, ///< the same below zero, so that the newest comes first (Horizon)
        Milliseconds4096, ///< ms since 1970 × 4096 + a number from 0 to 4095 that tells equal ones apart (Bull, BullMQ)
    };

    QByteArray key;
    Kind kind = Kind::List;
    Score score = Score::None;
    TaskState state = TaskState::Due; ///< of a set with `whenDue`: of what is due later than now
    std::optional<TaskState> whenDue = {}; ///< a set of due times: the state of those whose time has come
    QByteArray word; ///< the framework's own word for standing here: Task::nativeState
    bool tailFirst = true; ///< List: what runs next is at the tail, producers push at the head
    bool tasksTellInstants = false; ///< not dated: a task there may say an instant of its own; else it stands at now
    /// SortedSet, not dated: True if a score is the second at which the framework forgets the task, negative for never.
    /// Expired entries are neither counted nor listed.
    bool expires = false;

    bool isExpired(double value, TimePoint now) const
    {
        return expires && value >= 0 && value * 1000 <= double(toMs(now));
    }
    bool isDated() const { return kind == Kind::SortedSet && score != Score::None; }
    /// The instant a score stands for, rounded down to a millisecond; the epoch where it stands for none.
    TimePoint instantOf(double value) const;
    /// The score nearest to the earlier ones whose instant is `at` or later, as an argument of ZCOUNT and ZRANGE
    /// BYSCORE.
    QByteArray scoreFrom(TimePoint at) const;
    /// The scores of the instants from `from` on that are before `before`, as the two arguments of ZCOUNT and of ZRANGE
    /// BYSCORE; nullopt: without that end.
    std::pair<QByteArray, QByteArray> scoresBetween(
        std::optional<TimePoint> from, std::optional<TimePoint> before) const;
    /// Whether the latest instant has the lowest score.
    bool isNewestFirst() const { return score == Score::NegatedSeconds; }

    bool operator==(const TaskSource&) const = default;
};

/// One member of a source, as it was read.
struct SourceEntry
{
    std::size_t source = 0; ///< which of the sources it stands in
    TaskState state = TaskState::Due;
    QByteArray member; ///< an id, or with some frameworks the whole task
    double score = 0; ///< of a sorted set, as Redis has it
    TimePoint at{}; ///< the state's instant; without one, when it was read

    bool operator==(const SourceEntry&) const = default;
};

/// A score as Redis reads it back exactly: whole numbers without an exponent.
QByteArray scoreText(double score);

} // namespace dueline
