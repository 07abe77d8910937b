// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Task result, as stored by a result backend on the same Redis server (`celery-task-meta-ID`). A result can be found
/// only by its task's id.
struct CeleryResult
{
    // maximum size in bytes of a result to read; for larger results, only their existence is reported
    static constexpr qsizetype mostBytes = 16 * 1024 * 1024;
    static constexpr qsizetype longestTold = 64 * 1024;

    QByteArray status; ///< `SUCCESS`, `FAILURE`, `REVOKED`, `RETRY`, `STARTED`, or an application-defined status
    QByteArray result; ///< result as stored, or the exception if the task failed
    QByteArray error; ///< one-line error, such as `KeyError: 'n'`
    QByteArray traceback;
    std::optional<TimePoint> doneAt;
    QByteArray type; ///< task type; like all members below, stored only with `result_extended`
    QByteArray payload; ///< arguments as JSON, in the form `[args, kwargs]`
    QByteArray worker;
    int retries = 0;
    std::vector<TaskFact> further = {};

    /// Returns the queue that the task was sent to; empty without `result_extended`.
    QByteArray queue() const;

    /// Parses a result; nullopt if it isn't a Celery result in JSON.
    static std::optional<CeleryResult> read(const QByteArray& json);
    /// Reads a task's result, with or without the queues' key prefix; nullopt if there is no readable result.
    static Result<std::optional<CeleryResult>> of(RedisClient& client, const CelerySpec& spec, const TaskId& id);

    Task task(const TaskId& id, TimePoint now) const;
    TaskDetail detail(const TaskId& id, TimePoint now) const;
    std::vector<TaskFact> facts() const;
};

} // namespace dueline
