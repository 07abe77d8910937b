// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failurecensus.h"

#include <functional>

namespace dueline {

/// Result of a FailureCensus in one queue.
struct CountedFailures
{
    QueueName queue;
    QByteArray layout;
    std::vector<FailureCount> texts; ///< result of FailureCensus::texts()
    QByteArray server = {}; ///< id of the connection, if several connections are counted
};

/// Failures with the same cause, across all counted queues.
struct FailureGroup
{
    /// Part of a group: its failures in one queue with one task type.
    struct Share
    {
        QueueName queue;
        QByteArray layout; ///< layout and server, as in CountedFailures
        QByteArray server;
        QByteArray type;
        QByteArray sample; ///< complete error of the task that failed last, at most 1 KiB; untrusted text
        qint64 tasks = 0;
        TimePoint first{}; ///< failure times of the earliest and the latest task
        TimePoint last{};
        FailureTrend trend;
        /// union of FailureCount::ownQueues for all failures in this share
        std::set<QueueName> ownQueues = {};

        bool operator==(const Share&) const = default;
    };

    QByteArray error; ///< common ErrorTemplate; empty: the tasks failed without an error message
    QByteArray name; ///< displayed form of the error: KindClustering::nameOf()
    QString terms; ///< filter terms that match the group
    QByteArray sample; ///< complete error of the task that failed last, at most 1 KiB; untrusted text
    qint64 tasks = 0;
    TimePoint first{}; ///< failure times of the earliest and the latest task
    TimePoint last{};
    FailureTrend trend;
    std::vector<Share> shares; ///< parts of the group by queue and task type, largest first

    /// Returns a filter that matches exactly these tasks in each of the queues: `state:failed kind:"..."`.
    QString filter() const { return QStringLiteral("state:failed ") + terms; }
    /// Returns the number of this group's tasks in one queue, regardless of their type.
    qint64 tasksIn(const QueueName& queue) const;
    /// Returns the task types of the group, sorted.
    QByteArrayList types() const;
    /// Returns the queues that contain the tasks, sorted.
    QByteArrayList queues() const;
    /// Returns the queues to which the tasks belong (Task::ownQueue), sorted, at most 20 per share; empty unless
    /// several queues share one key.
    QByteArrayList ownQueues() const;
    bool operator==(const FailureGroup&) const = default;
};

/// All failure groups in the counted queues. The queues' messages are clustered together, so a word that differs only
/// between queues also counts as varying.
struct FailureGroups
{
    /// groups, largest first; groups of equal size are sorted by their latest failure
    std::vector<FailureGroup> groups;
    FailureTrend trend; ///< trend of all groups
    qint64 counted = 0; ///< total number of counted tasks

    /// Returns the ErrorTemplate of each group.
    QByteArrayList texts() const;
    /// Returns the group with this ErrorTemplate, or else a group that now covers the template or is covered by it;
    /// null if there is none.
    const FailureGroup* find(const QByteArray& error) const;
    /// Returns the largest group that began at or after `newSince`, or else the largest group; null
    /// if there are none. `queue`: count only tasks in this queue; empty: all queues. If a queue is
    /// given, a new group is preferred only if it contains at least 1% of the tasks. Otherwise, a
    /// single new failure could hide an outage. `isIgnored`: returns whether to leave a group out;
    /// null: none.
    const FailureGroup* worst(TimePoint newSince, const QueueName& queue = {},
        const std::function<bool(const FailureGroup& group)>& isIgnored = {}) const;
    bool operator==(const FailureGroups&) const = default;
};

/// Groups the failures. `earlier`: texts() of a previous result, used to keep the groups stable.
FailureGroups failureGroupsOf(const std::vector<CountedFailures>& counted, const QByteArrayList& earlier = {});

/// Splits the groups by layout, so that each result has shares of one layout only. Returns the results, largest first;
/// results of equal size are sorted by their latest failure. The trends are not split and remain empty.
std::vector<FailureGroup> splitByLayout(const FailureGroups& groups);

} // namespace dueline
