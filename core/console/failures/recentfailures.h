// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"

namespace dueline {

/// Returns the failures per minute, averaged over the last two bins of a trend up to `now`. Returns 0 if the last
/// failure is older than two minutes and older than one bin. `last`: time of the last failure.
double failuresPerMinute(const FailureTrend& trend, TimePoint last, TimePoint now);

/// Search for a failure group's newest failed tasks in all of its queues. Examines a short period before the last
/// failure first, and extends it until there are enough tasks. Runs in bounded steps.
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

    /// Creates a search for up to `most` tasks.
    RecentFailures(const FailureGroup& group, std::size_t most);

    /// Runs one step. Returns true once all steps have run. Errors: Usage; otherwise same as QueueInspector.
    Result<bool> step(Backend& backend);
    /// Returns the tasks found so far, newest first.
    const std::vector<Found>& tasks() const { return m_found; }

private:
    /// The group's tasks in one queue and of one type.
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
    std::vector<Part> m_parts; ///< parts not completely searched yet; the last one is searched first
    std::vector<Found> m_found;
    std::vector<Found> m_ofPart; ///< the current part's newest tasks
    /// Length of the period before the last failure that is searched in the current part; zero: the search hasn't
    /// started.
    Millis m_span{};
    QByteArray m_cursor;
    qint64 m_examined = 0;
};

} // namespace dueline
