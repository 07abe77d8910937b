// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskbroker.h"

#include <QStringList>

#include <map>
#include <mutex>
#include <optional>

namespace dueline {

/// Tail of the stdout and stderr of an attempt's program, in order of arrival; untrusted.
struct TaskOutput
{
    QByteArray text; ///< end of the output, at most TaskOutputs::keptBytes bytes
    qint64 leftOut = 0; ///< number of bytes omitted at the beginning
    int attempt = 0;

    bool operator==(const TaskOutput&) const = default;
};

/// Output of tasks that ran in this program, limited to each task's last attempt. Beyond keptTasks, the task with the
/// oldest output is dropped. Thread-safe.
class TaskOutputs
{
public:
    static constexpr qsizetype keptBytes = 64 * 1024;
    static constexpr qsizetype keptTasks = 100;

    /// Creates a store. `hidden`: JSON members to mask.
    explicit TaskOutputs(QStringList hidden);
    ~TaskOutputs();

    void write(const QueueName& queue, const Lease& lease, bool isErrors, QByteArrayView piece);
    /// Returns the output of a task; nullopt if none is stored.
    std::optional<TaskOutput> of(const QueueName& queue, const TaskId& id) const;

private:
    struct Kept;

    const QStringList m_hidden;
    mutable std::mutex m_mutex;
    std::map<std::pair<QueueName, TaskId>, Kept> m_kept;
    quint64 m_pieces = 0;
};

} // namespace dueline
