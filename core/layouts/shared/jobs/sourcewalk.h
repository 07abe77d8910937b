// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/queueinspector.h"
#include "core/redis/reply.h"

namespace dueline {

inline constexpr StateSet endedStates{TaskState::Failed, TaskState::Done, TaskState::Trash};

/// What a walk passes by. Ends of ranges are included.
struct WalkBounds
{
    struct Range
    {
        std::optional<TimePoint> from = {}; ///< nullopt: without that end
        std::optional<TimePoint> until = {};

        bool contains(TimePoint at) const { return (!from || *from <= at) && (!until || at <= *until); }
        bool isEmpty() const { return from && until && *until < *from; }
    };

    Range waiting = {}; ///< the instants that are wanted of what waits
    Range others = {}; ///< of all else
    std::optional<TimePoint> changedBefore = {}; ///< as SearchRequest, as the next
    std::optional<TimePoint> waitingUntil = {};

    /// What `filter` can match, and what `request` leaves out.
    static WalkBounds of(const SearchRequest& request, TimePoint now);
    const Range& rangeOf(TaskState state) const { return StateSet::pending().contains(state) ? waiting : others; }
};

/// The order in which a walk goes through the entries of some sources, and where it stands: state by state, of a set of
/// due times what was due when the walk began apart from all else. Tells what to read next, and reads nothing.
class SourceWalk
{
public:
    struct Reading
    {
        std::size_t source = 0;
        TaskState state = TaskState::Due; ///< of the entries that it reads
        Command command;
    };

    /// `sources` outlive the walk. `cursor`: where one before it stood; empty: from the start. Errors: Usage, for what
    /// is no cursor.
    static Result<SourceWalk> from(const std::vector<TaskSource>& sources, StateSet states, const QByteArray& cursor,
        TimePoint now, const WalkBounds& bounds);

    /// What reads up to `count` entries from here; nullopt: the walk is over.
    std::optional<Reading> next(qint64 count);
    /// Goes behind what next() had read, of up to `count` entries.
    void pass(const std::vector<SourceEntry>& entries, qint64 count);
    /// Empty: the walk is over.
    QByteArray cursor() const;

private:
    /// A source, and which half of it where it has a due time.
    struct Part
    {
        std::size_t source = 0;
        TaskState state = TaskState::Due;
        bool isDueHalf = false;
        bool isWanted = false;
    };

    SourceWalk(const std::vector<TaskSource>& sources, TimePoint now, const WalkBounds& bounds)
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
    WalkBounds m_bounds;
    std::vector<Part> m_parts;
    std::size_t m_part = 0;
    TimePoint m_dueUntil; ///< what was due when the walk began
    QByteArray m_score; ///< of a sorted set: the last one that was met; empty: from its start
    qint64 m_passed = 0; ///< entries with that score that were met; of a list: entries from its end
};

} // namespace dueline
