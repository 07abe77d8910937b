// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/incident.h"

namespace dueline {

/// Failure group, across all types and queues of one layout.
struct FailureKind
{
    QByteArray kind; ///< name in the form of Incident::name; empty: failed without an error text
    QByteArray sample; ///< whole error of the last task, at most 1 KiB; untrusted text
    qint64 tasks = 0;
    QByteArrayList types; ///< sorted
    QByteArrayList queues; ///< sorted
    QByteArrayList ownQueues; ///< sorted; queues of tasks in shared places, at most 20 of each group
    QByteArray layout; ///< layout, from CountedFailures
    TimePoint first{};
    TimePoint last{};
    QString filter; ///< `state:failed kind:"..."`: matches exactly these tasks in each of the queues
};

/// Returns the groups by number of tasks; equal ones latest first.
std::vector<FailureKind> failureKinds(const Incidents& incidents);

} // namespace dueline
