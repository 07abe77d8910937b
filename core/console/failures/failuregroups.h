// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failurecensus.h"

#include <functional>

namespace dueline {

/// Result of counting the failed tasks of one queue.
struct CountedFailures
{
    QueueName queue;
    QByteArray layout;
    std::vector<FailureCount> texts; ///< FailureCensus::texts()
    QByteArray server = {}; ///< id of the connection; empty if only one connection is counted
};

/// Failures with the same error message, apart from varying parts, in all counted queues.
struct FailureGroup
{
    /// Failures of the group in one queue and with one task type.
    struct Share
    {
        QueueName queue;
        QByteArray layout; ///< as in CountedFailures, like `server`
        QByteArray server;
        QByteArray type;
        QByteArray sample; ///< complete error of the task that failed last, up to 1 KiB; untrusted
        qint64 tasks = 0;
        TimePoint first{}; ///< time at which the first of the tasks failed; `last`: time at which the last one failed
        TimePoint last{};
        FailureTrend trend;
        /// Queues that the tasks belong to (FailureCount::ownQueues).
        std::set<QueueName> ownQueues = {};

        bool operator==(const Share&) const = default;
    };

    QByteArray error; ///< ErrorTemplate that all errors match; empty: the tasks failed without an error message
    QByteArray name; ///< `error` in its displayed form (KindClustering::nameOf())
    QString terms; ///< filter terms for the errors of the group
    QByteArray sample; ///< complete error of the task that failed last, up to 1 KiB; untrusted
    qint64 tasks = 0;
    TimePoint first{}; ///< time at which the first of the tasks failed; `last`: time at which the last one failed
    TimePoint last{};
    FailureTrend trend;
    std::vector<Share> shares; ///< parts of the group by queue and task type, largest first

    /// Returns a filter that matches exactly the tasks of the group, in each of its queues: `state:failed kind:"..."`.
    QString filter() const { return QStringLiteral("state:failed ") + terms; }
    /// Returns how many tasks of the group are in a queue.
    qint64 tasksIn(const QueueName& queue) const;
    /// Returns the task types of the group, sorted.
    QByteArrayList types() const;
    /// Returns the queues in which the tasks are stored, sorted.
    QByteArrayList queues() const;
    /// Returns the queues that the tasks belong to (Task::ownQueue), sorted, at most 20 per share. Empty unless several
    /// queues share one key.
    QByteArrayList ownQueues() const;
    bool operator==(const FailureGroup&) const = default;
};

/// Failure groups of all counted queues. The messages of all queues are clustered together, so a word that differs only
/// between queues varies, too.
struct FailureGroups
{
    /// Groups, largest first; among equally large groups, the one with the latest failure first.
    std::vector<FailureGroup> groups;
    FailureTrend trend; ///< trend of all failures
    qint64 counted = 0; ///< number of counted tasks

    /// Returns the ErrorTemplate of each group.
    QByteArrayList texts() const;
    /// Returns the group with this ErrorTemplate. If there is none, returns a group whose template covers it or is
    /// covered by it; otherwise null.
    const FailureGroup* find(const QByteArray& error) const;
    /// Returns the group that needs attention most: the largest one that began at or after `newSince` or, if there is
    /// none, the largest one; null if there are no groups. `queue`: count only the tasks in this queue; empty: in all
    /// queues. With a queue, a new group takes precedence only if it has at least 1% of the tasks, so that a single new
    /// failure does not hide an outage. `isIgnored`: returns whether to skip a group; may be null.
    const FailureGroup* worst(TimePoint newSince, const QueueName& queue = {},
        const std::function<bool(const FailureGroup& group)>& isIgnored = {}) const;
    bool operator==(const FailureGroups&) const = default;
};

/// Groups the failures of all queues. `earlier`: texts() of the previous result, which keeps the groups stable.
FailureGroups failureGroupsOf(const std::vector<CountedFailures>& counted, const QByteArrayList& earlier = {});

/// Splits each group by layout, so that the queues of a result have the same layout. Returns the results, largest
/// first; among equally large ones, the one with the latest failure first. Their trends are empty.
std::vector<FailureGroup> splitByLayout(const FailureGroups& groups);

} // namespace dueline
