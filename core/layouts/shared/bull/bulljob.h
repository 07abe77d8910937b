// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"
#include "core/redis/reply.h"

#include <QJsonObject>

#include <span>

namespace dueline {

/// Differences between the job hashes of Bull and BullMQ. Most of them are field names.
struct JobWords
{
    QByteArray attemptsMade; ///< field that counts attempts
    QByteArray stalled; ///< field that counts how often the job has stalled because a worker was lost
    bool countsFailuresAlone = false; ///< true if `attemptsMade` counts only failed attempts, not the successful one
    QByteArray unnamed; ///< name of jobs that were added without a name; the queue name is shown instead
    /// channel to which all workers subscribe, without the key prefix; empty if there is no such channel
    QByteArray workersListen;
    bool namesWorkers = false; ///< true if the `pb` field of a running job contains the name of its worker
    bool hasMarker = false; ///< true if workers wait for changes to the `marker` set
    /// Hash with the ids of jobs delayed by a rate limit, without the key prefix; empty if there is none.
    QByteArray limited;
    /// suffixes that turn a job's key into the keys that list its children; empty if flows are not supported
    std::vector<QByteArray> childrenKeys = {};
};

/// Job of Bull or BullMQ, parsed from its hash. Missing and malformed fields are skipped, because a job may have any
/// content.
struct BullJob
{
    static constexpr qint64 longText = 4096; ///< maximum size in bytes of `opts` and `failedReason` read for lists
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
    /// Returns the time since which a waiting job has been due; nullopt if unknown. After an attempt, this is the start
    /// time of the attempt plus the backoff, because the end time of the attempt is not stored. `opts`: the stored
    /// options.
    std::optional<TimePoint> dueSince(const QByteArray& opts) const;
    /// Converts the job to a task. `lockFor`: PTTL of an active job's lock in ms; below 0 if there is no lock.
    Task task(const TaskSource& source, const SourceEntry& entry, qint64 lockFor, const JobWords& words) const;
};

/// Returns `opts.attempts`; 1 if the option is missing or `opts` is not a JSON object.
int maxAttemptsOf(const QByteArray& opts);
/// Returns the maximum number of attempts to display: `limit`, or the number of attempts made (plus one for a waiting
/// job) if that is greater. It can be greater because a manual retry does not reset the number of attempts made.
int shownAttempts(const Task& task, int limit);
/// Returns `opts.backoff` if it is one of the two built-in strategies; nullopt if it is missing or custom.
std::optional<Backoff> backoffOf(const QByteArray& opts);
/// Returns the options that control how a job runs, excluding options for its name, its time, and its links to other
/// jobs and schedules. Empty if `opts` is not a JSON object.
QJsonObject runningOptionsOf(const QByteArray& opts);
/// Returns the attempts recorded in the stack traces, oldest first. Each attempt has an error text, but only the last
/// attempt has times.
std::vector<Attempt> attemptsOf(
    const BullJob& job, const QByteArray& stacktrace, const QByteArray& failedReason, bool isDone);

} // namespace dueline
