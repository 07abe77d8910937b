// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

namespace dueline {

/// Changes made to a Sidekiq job when it is pushed to its queue.
struct SidekiqPush
{
    QueueName queue;
    QByteArray edits; ///< `FROM LENGTH TEXT …`, the format of withEdits() and the scripts
};

/// Functions that edit the JSON of Sidekiq jobs. Values are replaced in the text, and all other bytes remain unchanged.
struct SidekiqEditing
{
    /// Returns the edits for a push, which are the same as in Sidekiq's client: a new `enqueued_at`, in the unit that
    /// the job uses. `isRetry`: also decrements `retry_count`, like Sidekiq's own retry. Only top-level fields are
    /// edited; if a name occurs several times, only the last one. Returns nullopt unless the member is a JSON object
    /// with a class and a queue, because no worker could run the job otherwise.
    static std::optional<SidekiqPush> push(const QByteArray& member, qint64 nowUs, bool isRetry);
    /// Returns the edits with which GitLab's reliable fetch requeues a job whose process has ended: they count the
    /// interruption. Returns nullopt if the job is not a JSON object.
    static std::optional<QByteArray> putBack(const QByteArray& member);
    /// Applies edits, which must be in ascending order.
    static QByteArray withEdits(const QByteArray& member, const QByteArray& edits);
    /// Returns why a job must not be deleted; nullopt if it may be deleted. Damaged if the job is not a JSON object.
    static std::optional<ItemOutcome> whyKept(const QByteArray& member);
    /// Returns whether the times in these members are in milliseconds, as in version 8 and later, judging by the newest
    /// member.
    static bool hasMilliseconds(const std::vector<QByteArray>& members);
    /// Formats a time in the form used in jobs.
    static QByteArray instant(qint64 us, bool asMilliseconds);
    /// Returns a new job in the form that Sidekiq's client writes. Errors: Usage if the payload is not a JSON array;
    /// NotSupported for an option that Sidekiq lacks.
    static Result<QByteArray> newJob(const QueueName& queue, const QByteArray& jid, const NewTask& task, qint64 nowUs,
        bool isDueNow, bool asMilliseconds);
};

} // namespace dueline
