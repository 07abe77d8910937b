// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/failurecensus.h"
#include "core/console/operations/kindclustering.h"

namespace dueline {

/// A kind of failure, of all types and queues that have it in one layout.
struct FailureKind
{
    QByteArray kind; ///< the ErrorKind; empty: they failed without a word
    QByteArray sample; ///< the whole error of the last one, at most 1 KiB; untrusted text
    qint64 tasks = 0;
    QByteArrayList types; ///< sorted
    QByteArrayList queues; ///< sorted
    QByteArray layout; ///< as CountedFailures has it
    TimePoint first{};
    TimePoint last{};
    QString filter; ///< `state:failed kind:"..."`: exactly these tasks in each of the queues
};

/// What a FailureCensus has counted in one queue.
struct CountedFailures
{
    QueueName queue;
    QByteArray layout;
    std::vector<FailureGroup> texts; ///< FailureCensus::texts()
    TimePoint trendFrom = {}; ///< of their trends, as FailureCensus has it
    Millis trendEach = {};
};

/// What varies in the errors of several queues, all of them together.
KindClustering clusteringOf(const std::vector<CountedFailures>& counted);

/// The kinds of several queues, by the number of tasks, of equal ones the latest first. A word varies when it does in
/// all queues together.
std::vector<FailureKind> failureKinds(const std::vector<CountedFailures>& counted);

} // namespace dueline
