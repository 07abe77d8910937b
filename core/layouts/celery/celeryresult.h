// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Result of a task, as stored by a result backend on the same Redis server (`celery-task-meta-ID`). A result can be
/// found only by the task's id.
struct CeleryResult
{
    // maximum size in bytes of a result that is read; of a larger result, only the existence is reported
    static constexpr qsizetype mostBytes = 16 * 1024 * 1024;
    static constexpr qsizetype longestTold = 64 * 1024;

    QByteArray status; ///< `SUCCESS`, `FAILURE`, `REVOKED`, `RETRY`, `STARTED`, or a status defined by the application
    QByteArray result; ///< result as stored, or the exception if the task failed
    QByteArray error; ///< one-line error, such as `KeyError: 'n'`
    QByteArray traceback;
    std::optional<TimePoint> doneAt;
    QByteArray type; ///< task type; like all members below, stored only with `result_extended`
    QByteArray payload; ///< arguments as JSON, in the form `[args, kwargs]`
    QByteArray worker;
    int retries = 0;
    std::vector<TaskFact> further = {};

    /// Returns the queue to which the task was sent; empty without `result_extended`.
    QByteArray queue() const;

    /// Parses a result; nullopt if it is not a JSON result of Celery.
    static std::optional<CeleryResult> read(const QByteArray& json);
    /// Reads the result of a task, with or without the key prefix of the queues; nullopt if there is no readable
    /// result.
    static Result<std::optional<CeleryResult>> of(RedisClient& client, const CelerySpec& spec, const TaskId& id);

    Task task(const TaskId& id, TimePoint now) const;
    TaskDetail detail(const TaskId& id, TimePoint now) const;
    std::vector<TaskFact> facts() const;
};

} // namespace dueline
