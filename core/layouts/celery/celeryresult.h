// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// What a result backend in the same Redis keeps of one task (`celery-task-meta-ID`): found by its id alone.
struct CeleryResult
{
    static constexpr qsizetype mostBytes = 16 * 1024 * 1024; ///< of what is longer only that it is there is told
    static constexpr qsizetype longestTold = 64 * 1024;

    QByteArray status; ///< `SUCCESS`, `FAILURE`, `REVOKED`, `RETRY`, `STARTED`, or a word of the application's own
    QByteArray result; ///< as it is written there; of a failure the exception
    QByteArray error; ///< one line: `KeyError: 'n'`
    QByteArray traceback;
    std::optional<TimePoint> doneAt;
    QByteArray type; ///< with `result_extended` alone, as all below
    QByteArray payload; ///< `[args, kwargs]`
    QByteArray worker;
    int retries = 0;
    std::vector<TaskFact> further = {};

    /// The queue that it says it was sent to, with `result_extended` alone; else empty.
    QByteArray queue() const;

    /// nullopt: it is no result of Celery in JSON.
    static std::optional<CeleryResult> read(const QByteArray& json);
    /// Of one task, under the prefix of the queues or none; nullopt: there is none, or none that can be read.
    static Result<std::optional<CeleryResult>> of(RedisClient& client, const CelerySpec& spec, const TaskId& id);

    Task task(const TaskId& id, TimePoint now) const;
    TaskDetail detail(const TaskId& id, TimePoint now) const;
    std::vector<TaskFact> facts() const;
};

} // namespace dueline
