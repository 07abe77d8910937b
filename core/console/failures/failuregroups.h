// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failurecensus.h"

#include <functional>

namespace dueline {

/// Result of counting one queue's failed tasks.
struct CountedFailures
{
    QueueName queue;
    QByteArray layout;
    std::vector<FailureCount> texts; ///< FailureCensus::texts()
    QByteArray server = {}; ///< connection id; empty if only one connection is counted
};

/// Failures in all counted queues with the same error message, apart from varying parts.
struct FailureGroup
{
    /// The group's failures in one queue and of one task type.
    struct Share
    {
        QueueName queue;
        QByteArray layout; ///< same meaning as in CountedFailures, and so is `server`
        QByteArray server;
        QByteArray type;
        QByteArray sample; ///< complete error of the most recently failed task, up to 1 KiB; untrusted
        qint64 tasks = 0;
        TimePoint first{}; ///< time of the first failure; `last`: time of the last one
        TimePoint last{};
        FailureTrend trend;
        /// Queues that the tasks belong to (FailureCount::ownQueues).
        std::set<QueueName> ownQueues = {};

        bool operator==(const Share&) const = default;
    };

    QByteArray error; ///< ErrorTemplate that matches all errors; empty: the tasks failed without an error message
    QByteArray name; ///< `error` as displayed (KindClustering::nameOf())
    QString terms; ///< filter terms for the group's errors
    QByteArray sample; ///< complete error of the most recently failed task, up to 1 KiB; untrusted
    qint64 tasks = 0;
    TimePoint first{}; ///< time of the first failure; `last`: time of the last one
    TimePoint last{};
    FailureTrend trend;
    std::vector<Share> shares; ///< the group's parts by queue and task type, largest first

    /// Returns a filter that matches exactly the group's tasks, in each of its queues: `state:failed kind:"..."`.
    QString filter() const { return QStringLiteral("state:failed ") + terms; }
    /// Returns how many of the group's tasks are in a queue.
    qint64 tasksIn(const QueueName& queue) const;
    /// Returns the group's task types, sorted.
    QByteArrayList types() const;
    /// Returns the queues that store the tasks, sorted.
    QByteArrayList queues() const;
    /// Returns the queues that the tasks belong to (Task::ownQueue), sorted, at most 20 per share. Empty unless several
    /// queues share a key.
    QByteArrayList ownQueues() const;
    bool operator==(const FailureGroup&) const = default;
};

/// Failure groups of all counted queues. All queues' messages are clustered together, so a word that only differs
/// between queues also becomes a placeholder.
struct FailureGroups
{
    /// Groups, largest first; groups of equal size are sorted by their latest failure, newest first.
    std::vector<FailureGroup> groups;
    FailureTrend trend;
    qint64 counted = 0;

    /// Returns each group's ErrorTemplate.
    QByteArrayList texts() const;
    /// Returns the group with this ErrorTemplate or, if there is none, a group whose template covers it or is covered
    /// by it; null if there is no such group either.
    const FailureGroup* find(const QByteArray& error) const;
    /// Returns the group that needs the most attention: the largest one that began at or after `newSince` or, if there
    /// is none, the largest one; null if there are no groups. `queue`: only count tasks in this queue; empty: in all
    /// queues. With a queue, a new group takes precedence only if it has at least 1% of the tasks, so that a single new
    /// failure doesn't hide an outage. `isIgnored`: returns whether to skip a group; may be null.
    const FailureGroup* worst(TimePoint newSince, const QueueName& queue = {},
        const std::function<bool(const FailureGroup& group)>& isIgnored = {}) const;
    bool operator==(const FailureGroups&) const = default;
};

/// Groups all queues' failures. `earlier`: texts() of the previous result, to keep the groups stable.
FailureGroups failureGroupsOf(const std::vector<CountedFailures>& counted, const QByteArrayList& earlier = {});

/// Splits each group by layout, so that all queues in a result have the same layout. Returns the results, largest
/// first; results of equal size are sorted by their latest failure, newest first. Their trends are empty.
std::vector<FailureGroup> splitByLayout(const FailureGroups& groups);

} // namespace dueline
