// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskbroker.h"

#include <QStringList>

#include <map>
#include <mutex>
#include <optional>

namespace dueline {

/// The end of what the program of an attempt wrote to stdout and stderr, in the order in which it came; untrusted.
struct TaskOutput
{
    QByteArray text; ///< at most TaskOutputs::keptBytes
    qint64 leftOut = 0; ///< bytes before it
    int attempt = 0;

    bool operator==(const TaskOutput&) const = default;
};

/// Keeps what tasks wrote here, of each the last attempt. When there are more tasks than keptTasks, the one that was
/// silent for longest is forgotten. Thread-safe.
class TaskOutputs
{
public:
    static constexpr qsizetype keptBytes = 64 * 1024;
    static constexpr qsizetype keptTasks = 100;

    /// `hidden`: members of JSON that are masked.
    explicit TaskOutputs(QStringList hidden);
    ~TaskOutputs();

    void write(const QueueName& queue, const Lease& lease, bool isErrors, QByteArrayView piece);
    /// nullopt: nothing is kept.
    std::optional<TaskOutput> of(const QueueName& queue, const TaskId& id) const;

private:
    struct Kept;

    const QStringList m_hidden;
    mutable std::mutex m_mutex;
    std::map<std::pair<QueueName, TaskId>, Kept> m_kept;
    quint64 m_pieces = 0;
};

} // namespace dueline
