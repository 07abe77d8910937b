// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

namespace dueline {

/// Changes to make to a Sidekiq job when pushing it to its queue.
struct SidekiqPush
{
    QueueName queue;
    QByteArray edits; ///< `FROM LENGTH TEXT …`, the format that withEdits() and the scripts use
};

/// Job in an export or a recording: the member, plus a line with its set and score if it was in `schedule` or `retry`.
struct SidekiqStored
{
    QByteArray member;
    QByteArray set = {}; ///< `schedule` or `retry`; empty if unknown
    QByteArray score = {}; ///< exact score as returned by Redis; empty if unknown

    static SidekiqStored read(const QByteArray& text);
    QByteArray text() const;
    /// Returns the score to store for a due time. Prefers the recorded score if it matches, because due times are only
    /// precise to the millisecond.
    QByteArray scoreFor(TimePoint due) const;
    /// Returns whether the job has failed before and was waiting in `retry`.
    bool isRetry() const;
};

/// Functions that edit the JSON of Sidekiq jobs. They replace values in the text and leave all other bytes unchanged.
struct SidekiqEditing
{
    /// Returns the edits that Sidekiq's client makes when it pushes a job: a new `enqueued_at`, in the job's unit.
    /// `isRetry`: also decrement `retry_count`, like Sidekiq's own retry. Edits only top-level fields, and only the
    /// last of fields with the same name. Returns nullopt if the member isn't a JSON object with a class and a queue,
    /// because no worker could run it. `isLater`: leave `enqueued_at` unchanged, because the job goes to the schedule;
    /// Sidekiq sets `enqueued_at` when it moves the job to its queue.
    static std::optional<SidekiqPush> push(const QByteArray& member, qint64 nowUs, bool isRetry, bool isLater = false);
    /// Returns a job with other arguments. Errors: Usage if they aren't a JSON array; Refused if the job can't be read,
    /// or holds a uniqueness lock for its arguments.
    static Result<QByteArray> withArguments(const QByteArray& member, const QByteArray& arguments);
    /// Returns the edits that GitLab's reliable fetch makes when it requeues a dead process's job: they increment the
    /// number of interruptions. nullopt if the job isn't a JSON object.
    static std::optional<QByteArray> putBack(const QByteArray& member);
    /// Applies edits, which must be sorted by position.
    static QByteArray withEdits(const QByteArray& member, const QByteArray& edits);
    /// Returns the outcome to report if a job must not be deleted, such as Damaged for a job that isn't a JSON object;
    /// nullopt if it may be deleted.
    static std::optional<ItemOutcome> whyKept(const QByteArray& member);
    /// Returns whether these members use milliseconds for times, like Sidekiq 8 and later. The newest member decides.
    static bool hasMilliseconds(const std::vector<QByteArray>& members);
    /// Formats a time the way Sidekiq jobs store it.
    static QByteArray instant(qint64 us, bool asMilliseconds);
    /// Returns a new job in the format of Sidekiq's client. `isEnqueued`: true if the job is or has been in a queue, so
    /// it has `enqueued_at`. Errors: Usage if the payload isn't a JSON array; NotSupported for an option that Sidekiq
    /// doesn't have.
    static Result<QByteArray> newJob(const QueueName& queue, const QByteArray& jid, const NewTask& task, qint64 nowUs,
        bool isEnqueued, bool asMilliseconds);
};

} // namespace dueline
