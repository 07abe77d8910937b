// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"

namespace dueline {

/// Returns the failures per minute in the last two bins of a trend up to `now`; 0 if there were none in the last two
/// minutes or in the last bin, whichever is longer. `last`: time of the last failure.
double failuresPerMinute(const FailureTrend& trend, TimePoint last, TimePoint now);

/// Newest failed tasks of a failure group in all of its queues. The search starts with the last few minutes before the
/// last failure, and extends further back until there are enough tasks. It runs in bounded steps.
class RecentFailures
{
public:
    static constexpr qint64 mostExamined = 20'000; ///< maximum number of tasks examined per queue and type

    struct Found
    {
        QueueName queue;
        Task task;

        bool operator==(const Found&) const = default;
    };

    /// Creates a search for the `most` newest tasks of the group.
    RecentFailures(const FailureGroup& group, std::size_t most);

    /// Runs one step. Returns true when finished. Errors: those of QueueInspector, Usage.
    Result<bool> step(Backend& backend);
    /// Returns the tasks found so far, newest first.
    const std::vector<Found>& tasks() const { return m_found; }

private:
    /// Tasks of one queue and type.
    struct Part
    {
        QueueName queue;
        QString filter;
        qint64 tasks = 0;
        TimePoint first{};
        TimePoint last{};
    };

    void begin();
    void take(const Task& task);
    bool hasEnough() const;

    std::size_t m_most;
    std::vector<Part> m_parts; ///< parts to search, the next one at the end
    std::vector<Found> m_found;
    std::vector<Found> m_ofPart; ///< tasks found in the current part
    /// length of the searched period before the last failure; zero: the search of the part has not started
    Millis m_span{};
    QByteArray m_cursor;
    qint64 m_examined = 0;
};

} // namespace dueline
