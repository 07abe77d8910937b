// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/openbackend.h"

#include <atomic>

namespace dueline {

/// A queue of another framework: found, and not readable by a layout of this version.
struct ForeignQueue
{
    QByteArray framework; ///< `BullMQ 5.81.5`, `Sidekiq`, `asynq`, `RQ`, `Celery`
    QByteArray name; ///< as its framework calls it; any bytes
    qint64 tasks = 0; ///< that wait, run or failed; finished ones are not counted

    bool operator==(const ForeignQueue&) const = default;
};

struct ForeignQueues
{
    std::vector<ForeignQueue> queues; ///< by framework, then name
    /// Why there may be more: the walk over the keys came to its limit, or is not allowed; empty: that is all.
    QString incomplete;

    bool operator==(const ForeignQueues&) const = default;
};

/// How much a look may cost the server.
struct ForeignLimits
{
    qint64 keys = 200'000; ///< looked at by SCAN, a thousand a call, on each master
    Millis within{2'000};
    std::size_t queues = 500;
};

/// Looks for queues of other frameworks, by the keys they have in common and a bounded SCAN; reads no task and writes
/// nothing. A frameworks' own reading calls write (clean up, stamp a version); these do not. In a cluster every master
/// is asked. `cancelled` is looked at between two questions; null: it cannot be. Errors: as RedisClient::open and
/// ::call, but never Permission; Cancelled.
Result<ForeignQueues> findForeignQueues(
    const ConnectionSpec& spec, const ForeignLimits& limits = {}, const std::atomic<bool>* cancelled = nullptr);

} // namespace dueline
