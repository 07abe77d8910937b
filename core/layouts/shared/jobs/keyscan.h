// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/queueinspector.h"
#include "core/redis/reply.h"

namespace dueline {

inline constexpr StateSet endedStates{TaskState::Failed, TaskState::Done, TaskState::Trash};

/// Limits of a walk. Both ends of a range are included.
struct ScanRange
{
    struct Range
    {
        std::optional<TimePoint> from = {}; ///< start; nullopt: open
        std::optional<TimePoint> until = {};

        bool contains(TimePoint at) const { return (!from || *from <= at) && (!until || at <= *until); }
        bool isEmpty() const { return from && until && *until < *from; }
    };

    Range waiting = {}; ///< wanted instants of waiting tasks
    Range others = {}; ///< wanted instants of all other tasks
    std::optional<TimePoint> changedBefore = {}; ///< see SearchRequest, like the next member
    std::optional<TimePoint> waitingUntil = {};

    /// Returns the limits that the filter and the request imply.
    static ScanRange of(const SearchRequest& request, TimePoint now);
    const Range& rangeOf(TaskState state) const { return StateSet::pending().contains(state) ? waiting : others; }
};

/// Order in which a scan reads the entries of several sources, and its current position. A scan proceeds state by
/// state. In a set of due times, tasks that were due when the scan began are separate from the rest. The class
/// determines what to read next but reads nothing itself.
class KeyScan
{
public:
    struct Reading
    {
        std::size_t source = 0;
        TaskState state = TaskState::Due; ///< state of the entries that it reads
        Command command;
    };

    /// Starts or resumes a walk. `sources` must outlive it; an empty `cursor` starts at the beginning. Errors: Usage
    /// for an invalid cursor.
    static Result<KeyScan> from(const std::vector<TaskSource>& sources, StateSet states, const QByteArray& cursor,
        TimePoint now, const ScanRange& bounds);

    /// Returns the command that reads up to `count` entries from here; nullopt at the end.
    std::optional<Reading> next(qint64 count);
    /// Moves past the entries that next() read, of up to `count`.
    void pass(const std::vector<SourceEntry>& entries, qint64 count);
    /// Returns the position; empty at the end.
    QByteArray cursor() const;

private:
    /// A source, or one half of it if it has due times.
    struct Part
    {
        std::size_t source = 0;
        TaskState state = TaskState::Due;
        bool isDueHalf = false;
        bool isWanted = false;
    };

    KeyScan(const std::vector<TaskSource>& sources, TimePoint now, const ScanRange& bounds)
        : m_sources(sources)
        , m_now(now)
        , m_bounds(bounds)
        , m_dueUntil(now)
    { }
    bool goOnAt(const QByteArray& cursor);
    void toNextPart();
    std::optional<Command> commandFor(const Part& part, qint64 count) const;

    const std::vector<TaskSource>& m_sources;
    TimePoint m_now;
    ScanRange m_bounds;
    std::vector<Part> m_parts;
    std::size_t m_part = 0;
    TimePoint m_dueUntil; ///< due times up to here belong to the due half
    QByteArray m_score; ///< last score read, in a sorted set; empty at the start
    qint64 m_passed = 0; ///< entries read with that score; for a list, entries from its end
};

} // namespace dueline
