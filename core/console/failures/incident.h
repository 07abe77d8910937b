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
    std::vector<FailureGroup> texts; ///< result of FailureCensus::texts()
    QByteArray server = {}; ///< id of the connection, if several connections are counted
};

/// Failures of one group in one queue with one task type.
struct IncidentShare
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
    std::set<QueueName> ownQueues = {}; ///< own queues of all groups in this share; see FailureGroup::ownQueues

    bool operator==(const IncidentShare&) const = default;
};

/// Failure group across all counted queues.
struct Incident
{
    QByteArray kind; ///< ErrorTemplate; empty: the tasks failed without an error message
    QByteArray name; ///< displayed form of the kind: KindClustering::nameOf()
    QString terms; ///< filter terms that match the group
    QByteArray sample; ///< complete error of the task that failed last, at most 1 KiB; untrusted text
    qint64 tasks = 0;
    TimePoint first{};
    TimePoint last{};
    FailureTrend trend;
    std::vector<IncidentShare> shares; ///< shares of the group, largest first

    /// Returns a filter that matches exactly these tasks in each of the queues: `state:failed kind:"..."`.
    QString filter() const { return QStringLiteral("state:failed ") + terms; }
    /// Returns the number of this group's tasks in one queue, regardless of their type.
    qint64 tasksIn(const QueueName& queue) const;
    bool operator==(const Incident&) const = default;
};

/// All failure groups in the counted queues. A word counts as varying if it varies across the queues.
struct Incidents
{
    /// groups, largest first; groups of equal size are sorted by their latest failure
    std::vector<Incident> kinds;
    FailureTrend trend; ///< trend of all groups
    qint64 counted = 0; ///< total number of counted tasks

    /// Returns the ErrorTemplate of each group.
    QByteArrayList texts() const;
    /// Returns the group with this ErrorTemplate, or else a group that now covers the template or is covered by it;
    /// null if there is none.
    const Incident* find(const QByteArray& kind) const;
    /// Returns the largest group that began at or after `newSince`, or else the largest group; null
    /// if there are none. `queue`: count only tasks in this queue; empty: all queues. If a queue is
    /// given, a new group is preferred only if it contains at least 1% of the tasks. Otherwise, a
    /// single new failure could hide an outage. `isIgnored`: returns whether to leave a group out;
    /// null: none.
    const Incident* worst(TimePoint newSince, const QueueName& queue = {},
        const std::function<bool(const Incident& group)>& isIgnored = {}) const;
    bool operator==(const Incidents&) const = default;
};

/// Groups the failures. `earlier`: texts() of a previous result, used to keep the groups stable.
Incidents incidentsOf(const std::vector<CountedFailures>& counted, const QByteArrayList& earlier = {});

} // namespace dueline
