// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"
#include "core/redis/reply.h"

#include <QJsonObject>

#include <span>

namespace dueline {

/// How the hash of a job is read: Bull and BullMQ have other names for some fields.
struct JobWords
{
    QByteArray attemptsMade; ///< the field that counts attempts
    QByteArray stalled; ///< the field that counts how often its worker was lost
    bool countsFailuresAlone = false; ///< of `attemptsMade`: the attempt of a completed job is one more
    QByteArray unnamed; ///< what jobs without a name are called; shown as the queue's name
    QByteArray workersListen; ///< the channel, behind the base, that each worker listens on; empty: there is none
    bool namesWorkers = false; ///< `pb` of a job that runs is the name of its worker
    bool hasMarker = false; ///< workers wait for the set `marker`
    QByteArray limited; ///< the hash, behind the base, of ids that a rate limit keeps among the delayed; empty: none
    std::vector<QByteArray> childrenKeys = {}; ///< of flows: keys of a job's children, behind its own; empty: none
};

/// One job of Bull or BullMQ as its hash has it, told as a task. Fields that are missing or of another form are left
/// out; nothing of a job is believed to be well formed.
struct BullJob
{
    static constexpr qint64 longText = 4096; ///< bytes of `opts` and `failedReason` that lists read at most
    static constexpr qsizetype shownError = 1024;

    /// HMGET of what a list shows, `data`, `opts` and `failedReason` left out.
    static Command fieldsOf(const QByteArray& hash, const JobWords& words);
    static constexpr std::size_t fieldCount = 7;
    /// HMGET of what one job's page shows besides.
    static Command furtherFieldsOf(const QByteArray& hash, const JobWords& words);
    static constexpr std::size_t furtherFieldCount = 12;

    QByteArray name;
    std::optional<TimePoint> addedAt;
    Millis delay{};
    int attemptsMade = 0;
    QByteArray worker;
    std::optional<TimePoint> processedAt;
    std::optional<TimePoint> finishedAt;
    bool isThere = false; ///< false: the hash is gone, only the id stands in the list

    static BullJob read(const Reply& fields);
    /// Since when it has been due, of one that waits; nullopt: nothing says it. After an attempt this is when that
    /// began, and the backoff has passed: how long the attempt took is not kept. `opts`: as they are stored.
    std::optional<TimePoint> dueSince(const QByteArray& opts) const;
    /// `lockFor`: what PTTL says of the lock of an active job, ms; below 0: there is none.
    Task task(const TaskSource& source, const SourceEntry& entry, qint64 lockFor, const JobWords& words) const;
};

/// `opts.attempts`, 1 where none are given or the text is no JSON object.
int maxAttemptsOf(const QByteArray& opts);
/// Attempts to show as the most: `limit`, or those that were made, with one more for a job that waits. Retrying a job
/// by hand leaves its count as it is.
int shownAttempts(const Task& task, int limit);
/// `opts.backoff`, if it is one of the framework's own two; nullopt: none, or a strategy of the program.
std::optional<Backoff> backoffOf(const QByteArray& opts);
/// Returns the options of a job that say how it runs, without those that name it, time it, or tie it to other jobs and
/// schedules. Empty if the text is no JSON object.
QJsonObject runningOptionsOf(const QByteArray& opts);
/// Attempts, oldest first, as far as the stack traces tell: text of each, times of the last one alone.
std::vector<Attempt> attemptsOf(
    const BullJob& job, const QByteArray& stacktrace, const QByteArray& failedReason, bool isDone);

} // namespace dueline
