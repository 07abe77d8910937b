// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"
#include "core/redis/reply.h"

#include <QJsonObject>

#include <span>

namespace dueline {

/// Differences between the job hashes of Bull and BullMQ, mainly in the names of fields.
struct JobWords
{
    QByteArray attemptsMade; ///< field that counts attempts
    QByteArray stalled; ///< field that counts how often the job has stalled because its worker was lost
    bool countsFailuresAlone = false; ///< true if `attemptsMade` counts only failures, not the attempt that succeeded
    QByteArray unnamed; ///< name of jobs that were added without a name, for which the queue's name is shown
    /// channel to which each worker subscribes, without the key prefix; empty if there is none
    QByteArray workersListen;
    bool namesWorkers = false; ///< true if the `pb` field of a running job contains the name of its worker
    bool hasMarker = false; ///< true if workers wait for changes of the `marker` set
    QByteArray limited; ///< hash with the ids delayed by a rate limit, without the key prefix; empty if there is none
    /// suffixes of the keys that list the children of a job, appended to the job's own key; empty if there are no flows
    std::vector<QByteArray> childrenKeys = {};
};

/// Job of Bull or BullMQ parsed from its hash, which can be converted to a task. Missing or malformed fields are
/// omitted, because jobs may have any content.
struct BullJob
{
    static constexpr qint64 longText = 4096; ///< maximum number of bytes of `opts` and `failedReason` read for lists
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
    bool isThere = false; ///< if false, the hash no longer exists, and only the id is in the list

    static BullJob read(const Reply& fields);
    /// Returns the time since which a waiting job has been due; nullopt if unknown. After an attempt, this is the start
    /// of that attempt plus the backoff, since its end is not stored. `opts`: the stored options.
    std::optional<TimePoint> dueSince(const QByteArray& opts) const;
    /// Converts the job to a task. `lockFor`: PTTL of an active job's lock in ms; below 0 if there is no lock.
    Task task(const TaskSource& source, const SourceEntry& entry, qint64 lockFor, const JobWords& words) const;
};

/// Returns `opts.attempts`; 1 if it is missing or the text is not a JSON object.
int maxAttemptsOf(const QByteArray& opts);
/// Returns the maximum number of attempts to display: `limit`, or if greater, the number of attempts made (plus one for
/// a waiting job), because a manual retry does not reset that number.
int shownAttempts(const Task& task, int limit);
/// Returns `opts.backoff` if it is one of the framework's two built-in strategies; nullopt if it is missing or custom.
std::optional<Backoff> backoffOf(const QByteArray& opts);
/// Returns the options of a job that control how it runs, excluding options that name it, set its time, or connect it
/// to other jobs and schedules. Empty if the text is not a JSON object.
QJsonObject runningOptionsOf(const QByteArray& opts);
/// Returns the attempts recorded in the stack traces, oldest first. All of them have text, but only the last one has
/// times.
std::vector<Attempt> attemptsOf(
    const BullJob& job, const QByteArray& stacktrace, const QByteArray& failedReason, bool isDone);

} // namespace dueline
