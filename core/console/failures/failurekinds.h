// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/incident.h"

namespace dueline {

/// A kind of failure, of all types and queues that have it in one layout.
struct FailureKind
{
    QByteArray kind; ///< as it is told: Incident::name; empty: they failed without a word
    QByteArray sample; ///< the whole error of the last one, at most 1 KiB; untrusted text
    qint64 tasks = 0;
    QByteArrayList types; ///< sorted
    QByteArrayList queues; ///< sorted
    QByteArrayList ownQueues; ///< sorted; the queues of tasks in shared places, at most 20 of each group
    QByteArray layout; ///< as CountedFailures has it
    TimePoint first{};
    TimePoint last{};
    QString filter; ///< `state:failed kind:"..."`: exactly these tasks in each of the queues
};

/// By the number of tasks, of equal ones the latest first.
std::vector<FailureKind> failureKinds(const Incidents& incidents);

} // namespace dueline
