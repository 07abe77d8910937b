// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// Message that asynq stores in the `msg` field of a task's hash. It may be malformed.
struct AsynqMessage
{
    static constexpr qsizetype shownError = 1024;
    static constexpr qint64 usualTimeout = 1800; ///< asynq's default timeout, in seconds

    QByteArray type;
    QByteArray payload;
    QByteArray id;
    QByteArray queue;
    qint64 maxRetry = 0; ///< number of retries after the first run
    qint64 retried = 0;
    QByteArray error;
    qint64 timeout = 0; ///< timeout in seconds; 0 if there is none
    qint64 deadline = 0; ///< deadline in seconds since 1970; 0 if there is none
    QByteArray uniqueKey;
    qint64 lastFailedAt = 0; ///< time of the last failure in seconds since 1970; 0 if there was none
    qint64 retention = 0; ///< retention period after completion, in seconds
    qint64 completedAt = 0; ///< completion time in seconds since 1970; 0 if not completed
    QByteArray group;
    std::vector<std::pair<QByteArray, QByteArray>> headers;
    std::vector<QByteArray> unknown; ///< fields added by later versions of asynq, as text such as `16: 5`

    /// Parses a message; nullopt if it is invalid.
    static std::optional<AsynqMessage> read(const QByteArray& bytes);
    QByteArray written() const;
    /// Returns a valid message with another payload. All other bytes stay unchanged.
    static QByteArray withPayload(const QByteArray& message, const QByteArray& payload);

    /// Returns the task without its size, preview and worker.
    Task task(const TaskSource& source, const SourceEntry& entry) const;
};

} // namespace dueline
