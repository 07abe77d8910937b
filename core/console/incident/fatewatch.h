// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <map>

namespace dueline {

/// What became of a task that an operation let run again.
enum class Fate : quint8 {
    Untouched, ///< failed still, as before: not retried yet, left alone, or put back
    Waiting, ///< waits for its time or for a worker
    Running,
    Done, ///< or gone, where what is done is not kept
    FailedAlike, ///< an attempt failed again with the same kind of error, for good or to be tried again
    FailedOtherwise,
    Elsewhere, ///< somebody discarded or changed it
};
inline constexpr std::size_t fates = 7;

/// Follows some tasks from an instant on, in bounded steps: each is looked at until it is done or has failed for good.
class FateWatch
{
public:
    static constexpr int tasksPerStep = 25;

    /// `since`: when the operation began, by the server's clock; `kind`: the ErrorKind they had failed with.
    FateWatch(QueueName queue, QByteArray kind, std::vector<TaskId> tasks, TimePoint since);

    /// Looks at the next ones. True: that was a round. Errors: those of QueueInspector.
    Result<bool> step(Backend& backend);
    /// Of all that are followed, as they were last looked at.
    std::array<qint64, fates> counts() const;
    qint64 tasks() const { return qint64(m_tasks.size()); }
    /// Nothing more is going to happen to any of them by itself.
    bool isOver() const;

private:
    struct Followed
    {
        TaskId id;
        Fate fate = Fate::Untouched;
        bool isFinal = false;
    };

    void look(Followed& task, const TaskDetail& detail) const;

    QueueName m_queue;
    QByteArray m_kind;
    TimePoint m_since;
    std::vector<Followed> m_tasks;
    std::size_t m_next = 0;
};

} // namespace dueline
