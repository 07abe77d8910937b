// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// The result that a result backend in the same Redis stores for a task (`celery-task-meta-ID`). It is found only by
/// the id.
struct CeleryResult
{
    static constexpr qsizetype mostBytes = 16 * 1024 * 1024; ///< bytes; of a longer result only its existence is shown
    static constexpr qsizetype longestTold = 64 * 1024;

    QByteArray status; ///< `SUCCESS`, `FAILURE`, `REVOKED`, `RETRY`, `STARTED`, or a word of the application
    QByteArray result; ///< result as stored; the exception for a failure
    QByteArray error; ///< error in one line: `KeyError: 'n'`
    QByteArray traceback;
    std::optional<TimePoint> doneAt;
    QByteArray type; ///< task type; stored with `result_extended` only, like all members below
    QByteArray payload; ///< `[args, kwargs]`
    QByteArray worker;
    int retries = 0;
    std::vector<TaskFact> further = {};

    /// Returns the queue that the task was sent to, with `result_extended` only; otherwise empty.
    QByteArray queue() const;

    /// Parses a result; nullopt if it is no JSON result of Celery.
    static std::optional<CeleryResult> read(const QByteArray& json);
    /// Reads the result of a task, with or without the prefix of the queues; nullopt if there is no readable one.
    static Result<std::optional<CeleryResult>> of(RedisClient& client, const CelerySpec& spec, const TaskId& id);

    Task task(const TaskId& id, TimePoint now) const;
    TaskDetail detail(const TaskId& id, TimePoint now) const;
    std::vector<TaskFact> facts() const;
};

} // namespace dueline
