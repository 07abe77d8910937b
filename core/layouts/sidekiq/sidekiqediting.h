// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

namespace dueline {

/// What changes in a job of Sidekiq when it is pushed to its queue.
struct SidekiqPush
{
    QueueName queue;
    QByteArray edits; ///< `FROM LENGTH TEXT …`, as withEdits() and the scripts take them
};

/// How jobs of Sidekiq are changed where they stand: numbers are replaced as text, and all else stays byte for byte.
struct SidekiqEditing
{
    /// As its own client pushes it: a new `enqueued_at`, in the unit that the job has; `isRetry`: as its own retry
    /// does, with a `retry_count` that is lower by one. Only fields of the job itself, of equal names the last one,
    /// count. nullopt: it is no JSON object, or has no class or queue, so no worker could run it.
    static std::optional<SidekiqPush> push(const QByteArray& member, qint64 nowUs, bool isRetry);
    /// The bytes with their edits, which are in rising order.
    static QByteArray withEdits(const QByteArray& member, const QByteArray& edits);
    /// Why a job must not be thrown away; nullopt: it may. What is no JSON object: Damaged.
    static std::optional<ItemOutcome> whyKept(const QByteArray& member);
    /// Whether the times of these members are milliseconds, as from version 8 on; the newest one counts.
    static bool hasMilliseconds(const std::vector<QByteArray>& members);
    /// An instant as it stands in a job.
    static QByteArray instant(qint64 us, bool asMilliseconds);
    /// A new job as Sidekiq's client writes it. Errors: Usage (the payload is no JSON array), NotSupported (what
    /// Sidekiq does not know).
    static Result<QByteArray> newJob(const QueueName& queue, const QByteArray& jid, const NewTask& task, qint64 nowUs,
        bool isDueNow, bool asMilliseconds);
};

} // namespace dueline
