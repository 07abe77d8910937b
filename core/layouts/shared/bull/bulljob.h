// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"
#include "core/redis/reply.h"

#include <QJsonObject>

#include <span>

namespace dueline {

/// Differences between Bull's and BullMQ's job hashes, mostly field names.
struct JobWords
{
    QByteArray attemptsMade; ///< attempt count field
    QByteArray stalled; ///< field that counts how often the job stalled because a worker was lost
    bool countsFailuresAlone = false; ///< true if `attemptsMade` counts only failed attempts, not the successful one
    QByteArray unnamed; ///< name given to jobs that were added without one; the queue name is shown instead
    QByteArray workersListen; ///< channel that all workers subscribe to, without the key prefix; empty if there is none
    bool namesWorkers = false; ///< true if a running job's `pb` field names its worker
    bool hasMarker = false; ///< true if workers wait for changes to the `marker` set
    /// Hash with the ids of jobs delayed by a rate limit, without the key prefix; empty if there is none.
    QByteArray limited;
    /// Suffixes that turn a job's key into the keys that list its children; empty if flows aren't supported.
    std::vector<QByteArray> childrenKeys = {};
};

/// Bull or BullMQ job, parsed from its hash. A job may have any content, so missing and malformed fields are skipped.
struct BullJob
{
    static constexpr qint64 longText = 4096; ///< maximum size in bytes of `opts` and `failedReason` to read for lists
    static constexpr qsizetype shownError = 1024;

    /// Returns the HMGET command for the fields shown in lists, without `data`, `opts` and `failedReason`.
    static Command fieldsOf(const QByteArray& hash, const JobWords& words);
    static constexpr std::size_t fieldCount = 7;
    /// Returns the HMGET command for the additional fields of a single job.
    static Command furtherFieldsOf(const QByteArray& hash, const JobWords& words);
    static constexpr std::size_t furtherFieldCount = 12;

    QByteArray name;
    std::optional<TimePoint> addedAt;
    Millis delay{};
    int attemptsMade = 0;
    QByteArray worker;
    std::optional<TimePoint> processedAt;
    std::optional<TimePoint> finishedAt;
    bool isThere = false; ///< false if the hash no longer exists and only the id is in the list

    static BullJob read(const Reply& fields);
    /// Returns when a waiting job became due; nullopt if unknown. After an attempt, this is the attempt's start time
    /// plus the backoff, because its end time isn't stored. `opts`: the stored options.
    std::optional<TimePoint> dueSince(const QByteArray& opts) const;
    /// Converts the job to a task. `lockFor`: PTTL of an active job's lock in ms; below 0 if there is no lock.
    Task task(const TaskSource& source, const SourceEntry& entry, qint64 lockFor, const JobWords& words) const;
};

/// Returns `opts.attempts`; 1 if the option is missing or `opts` isn't a JSON object.
int maxAttemptsOf(const QByteArray& opts);
/// Returns the maximum number of attempts to display: `limit`, or the number of attempts made (plus one for a waiting
/// job) if that is greater, because a manual retry doesn't reset the number of attempts made.
int shownAttempts(const Task& task, int limit);
/// Returns `opts.backoff` if it is one of the two built-in strategies; nullopt if it is missing or custom.
std::optional<Backoff> backoffOf(const QByteArray& opts);
/// Returns the options that control how a job runs, excluding options that set its name, its time, or its links to
/// other jobs and schedules. Empty if `opts` isn't a JSON object.
QJsonObject runningOptionsOf(const QByteArray& opts);
/// Returns the attempts recorded in the stack traces, oldest first. Every attempt has an error text, but only the last
/// one has times.
std::vector<Attempt> attemptsOf(
    const BullJob& job, const QByteArray& stacktrace, const QByteArray& failedReason, bool isDone);

} // namespace dueline
