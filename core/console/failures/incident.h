// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failurecensus.h"

namespace dueline {

/// What a FailureCensus has counted in one queue.
struct CountedFailures
{
    QueueName queue;
    QByteArray layout;
    std::vector<FailureGroup> texts; ///< FailureCensus::texts()
    QByteArray server = {}; ///< the id of its connection, where those of several are counted
};

/// What one queue has of a kind of failure, of one type of task.
struct IncidentShare
{
    QueueName queue;
    QByteArray layout; ///< these two as CountedFailures has them
    QByteArray server;
    QByteArray type;
    QByteArray sample; ///< the whole error of the last one, at most 1 KiB; untrusted text
    qint64 tasks = 0;
    TimePoint first{}; ///< when the first and the last of them got there
    TimePoint last{};
    FailureTrend trend;
    std::set<QueueName> ownQueues = {}; ///< FailureGroup::ownQueues of all its groups

    bool operator==(const IncidentShare&) const = default;
};

/// A kind of failure over all queues that were counted.
struct Incident
{
    QByteArray kind; ///< the ErrorKind; empty: they failed without a word
    QByteArray name; ///< the same as it is told: KindClustering::nameOf()
    QString terms; ///< what a filter says of it
    QByteArray sample; ///< the whole error of the last one, at most 1 KiB; untrusted text
    qint64 tasks = 0;
    TimePoint first{};
    TimePoint last{};
    FailureTrend trend;
    std::vector<IncidentShare> shares; ///< the most tasks first

    /// `state:failed kind:"..."`: exactly these tasks in each of the queues.
    QString filter() const { return QStringLiteral("state:failed ") + terms; }
    /// How many of them one queue has, of all types.
    qint64 tasksIn(const QueueName& queue) const;
    bool operator==(const Incident&) const = default;
};

/// All kinds of failure of some queues. A word varies when it does in all of them together.
struct Incidents
{
    std::vector<Incident> kinds; ///< the most tasks first, of equal ones the latest
    FailureTrend trend; ///< of all kinds
    qint64 counted = 0; ///< tasks

    /// The ErrorKind of each.
    QByteArrayList texts() const;
    /// The kind of this ErrorKind, or the one that holds all of it by now, or a part; null: it is gone.
    const Incident* find(const QByteArray& kind) const;
    /// The largest of those that began at or after this; where none did, the largest. Null: there are none. `queue`: of
    /// what is in this one alone, by how much is there, and new ones of 1 % or more of it before others: what has just
    /// failed once does not hide an outage; empty: of all.
    const Incident* worst(TimePoint newSince, const QueueName& queue = {}) const;
    bool operator==(const Incidents&) const = default;
};

/// `earlier`: texts() of what was made of them before, so that kinds stay what they were.
Incidents incidentsOf(const std::vector<CountedFailures>& counted, const QByteArrayList& earlier = {});

} // namespace dueline
