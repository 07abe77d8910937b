// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/incident.h"

namespace dueline {

/// Failure group of one layout, across all types and queues.
struct FailureKind
{
    /// name, as in Incident::name; empty: the tasks failed without an error message
    QByteArray kind;
    QByteArray sample; ///< complete error of the last task, at most 1 KiB; untrusted text
    qint64 tasks = 0;
    QByteArrayList types; ///< types of the tasks, sorted
    QByteArrayList queues; ///< queues that contain the tasks, sorted
    // queues of the tasks, sorted, at most 20 per group; set only if several queues share one key
    QByteArrayList ownQueues;
    QByteArray layout; ///< layout of the queues, as in CountedFailures
    TimePoint first{};
    TimePoint last{};
    QString filter; ///< filter that matches exactly these tasks in each of the queues: `state:failed kind:"..."`
};

/// Returns the groups, largest first. Groups of equal size are sorted by their latest failure.
std::vector<FailureKind> failureKinds(const Incidents& incidents);

} // namespace dueline
