// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

namespace dueline {

/// Changes to a job of Sidekiq when it is pushed to its queue.
struct SidekiqPush
{
    QueueName queue;
    QByteArray edits; ///< `FROM LENGTH TEXT …`, as withEdits() and the scripts expect them
};

/// Edits the JSON of Sidekiq jobs. Numbers are replaced as text, and everything else stays byte for byte.
struct SidekiqEditing
{
    /// Returns the edits for a push as Sidekiq's client does it: a new `enqueued_at`, in the job's own unit. `isRetry`:
    /// as Sidekiq's own retry does it, which also lowers `retry_count` by one. Only top-level fields count, and of
    /// equal names the last one. Returns nullopt unless the member is a JSON object with a class and a queue, because
    /// no worker could run it.
    static std::optional<SidekiqPush> push(const QByteArray& member, qint64 nowUs, bool isRetry);
    /// Returns the edits with which GitLab's reliable fetch puts back a job whose process has ended: it counts the
    /// interruption. nullopt if the job is no JSON object.
    static std::optional<QByteArray> putBack(const QByteArray& member);
    /// Applies edits, which must be in rising order.
    static QByteArray withEdits(const QByteArray& member, const QByteArray& edits);
    /// Returns why a job must not be thrown away; nullopt if it may be. Damaged if it is no JSON object.
    static std::optional<ItemOutcome> whyKept(const QByteArray& member);
    /// Returns whether the times in these members are milliseconds, as from version 8; the newest member decides.
    static bool hasMilliseconds(const std::vector<QByteArray>& members);
    /// Formats an instant as jobs store it.
    static QByteArray instant(qint64 us, bool asMilliseconds);
    /// Returns a new job as Sidekiq's client writes it. Errors: Usage if the payload is no JSON array; NotSupported if
    /// Sidekiq lacks an option.
    static Result<QByteArray> newJob(const QueueName& queue, const QByteArray& jid, const NewTask& task, qint64 nowUs,
        bool isDueNow, bool asMilliseconds);
};

} // namespace dueline
