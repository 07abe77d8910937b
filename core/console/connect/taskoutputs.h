// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskbroker.h"

#include <QStringList>

#include <map>
#include <mutex>
#include <optional>

namespace dueline {

/// Last part of what an attempt's program has written to stdout and stderr, in order of arrival. Untrusted.
struct TaskOutput
{
    QByteArray text; ///< at most TaskOutputs::keptBytes bytes
    qint64 leftOut = 0; ///< number of bytes dropped before `text`
    int attempt = 0;

    bool operator==(const TaskOutput&) const = default;
};

/// Output of the last attempt of each task that ran in this program. If there are more than keptTasks tasks, drops the
/// output of the one that has been silent the longest. Thread-safe.
class TaskOutputs
{
public:
    static constexpr qsizetype keptBytes = 64 * 1024;
    static constexpr qsizetype keptTasks = 100;

    /// Creates a store. `hidden`: JSON members whose values are masked.
    explicit TaskOutputs(QStringList hidden);
    ~TaskOutputs();

    void write(const QueueName& queue, const Lease& lease, bool isErrors, QByteArrayView piece);
    /// Returns a task's output; nullopt if none is stored.
    std::optional<TaskOutput> of(const QueueName& queue, const TaskId& id) const;

private:
    struct Kept;

    const QStringList m_hidden;
    mutable std::mutex m_mutex;
    std::map<std::pair<QueueName, TaskId>, Kept> m_kept;
    quint64 m_pieces = 0;
};

} // namespace dueline
