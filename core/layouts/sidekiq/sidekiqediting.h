// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

namespace dueline {

/// Changes made to a Sidekiq job when it is pushed to its queue.
struct SidekiqPush
{
    QueueName queue;
    QByteArray edits; ///< `FROM LENGTH TEXT …`, the format that withEdits() and the scripts use
};

/// Job in an export or a recording: the member, followed by a line with its set and its score if it was in the set
/// `schedule` or `retry`.
struct SidekiqStored
{
    QByteArray member;
    QByteArray set = {}; ///< `schedule` or `retry`; empty if unknown
    QByteArray score = {}; ///< exact score as returned by Redis; empty if unknown

    static SidekiqStored read(const QByteArray& text);
    QByteArray text() const;
    /// Returns the score in the set for a due time: the recorded score if it is this time, which has a resolution of
    /// only a millisecond.
    QByteArray scoreFor(TimePoint due) const;
    /// Returns whether the job has failed before and has been waiting in `retry`.
    bool isRetry() const;
};

/// Functions that edit the JSON of Sidekiq jobs. Values are replaced in the text; all other bytes remain unchanged.
struct SidekiqEditing
{
    /// Returns the same edits that Sidekiq's client makes when it pushes a job: a new `enqueued_at`, in the unit that
    /// the job uses. `isRetry`: also decrement `retry_count`, like Sidekiq's own retry. Only top-level fields are
    /// edited; if a name occurs more than once, only its last field is edited. Returns nullopt unless the member is a
    /// JSON object with a class and a queue, because otherwise no worker could run the job.
    static std::optional<SidekiqPush> push(const QByteArray& member, qint64 nowUs, bool isRetry);
    /// Returns the edits that GitLab's reliable fetch makes when it requeues a job whose process has ended. They
    /// increment the number of interruptions. Returns nullopt if the job is not a JSON object.
    static std::optional<QByteArray> putBack(const QByteArray& member);
    /// Applies edits, which must be sorted by position.
    static QByteArray withEdits(const QByteArray& member, const QByteArray& edits);
    /// Returns the outcome to report if a job must not be deleted, such as Damaged for a job that is not a JSON object;
    /// nullopt if the job may be deleted.
    static std::optional<ItemOutcome> whyKept(const QByteArray& member);
    /// Returns whether the times in these members are in milliseconds, as in Sidekiq 8 and later. The newest member
    /// determines the result.
    static bool hasMilliseconds(const std::vector<QByteArray>& members);
    /// Formats a time as it is written in Sidekiq jobs.
    static QByteArray instant(qint64 us, bool asMilliseconds);
    /// Returns a new job in the format of Sidekiq's client. `isEnqueued`: true if the job has been in a queue before or
    /// is added to one, so that it has `enqueued_at`. Errors: Usage if the payload is not a JSON array; NotSupported if
    /// Sidekiq lacks one of the options.
    static Result<QByteArray> newJob(const QueueName& queue, const QByteArray& jid, const NewTask& task, qint64 nowUs,
        bool isEnqueued, bool asMilliseconds);
};

} // namespace dueline
