// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/refstore.h"
#include "core/queue/backend.h"
#include "core/queue/errors/errorkind.h"

#include <QElapsedTimer>

#include <array>
#include <memory>
#include <utility>

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

/// Follows all tasks of some operations from an instant on, in bounded steps: each is looked at in its turn until it is
/// done or has failed for good. Holds about 42 bytes a task.
class FateWatch
{
public:
    /// Looked at in a step where tasks are read together, and one by one.
    static constexpr int tasksTogether = 100;
    static constexpr int tasksByOne = 20;
    /// After so long a step says that it is enough for now, though not all were looked at.
    static constexpr Millis turn{100};

    /// `since`: when the operation began, by the server's clock; `kind`: the ErrorKind they had failed with.
    void follow(const QueueName& queue, const QByteArray& kind, const RefStore& tasks, TimePoint since);

    /// Begins with the first again, those included whose fate was the last: an undo may have put any of them back.
    void again();

    /// Looks at the next ones. True: it is enough for now, or all were looked at once more. Errors: those of
    /// QueueInspector.
    Result<bool> step(Backend& backend);
    /// Of those that were looked at, as they were then.
    const std::array<qint64, fates>& counts() const { return m_counts; }
    /// All that are followed, and those of them that were looked at.
    qint64 tasks() const { return m_tasks; }
    qint64 looked() const;
    /// How often all were looked at.
    int rounds() const { return m_rounds; }
    /// Nothing more is going to happen to any of them by itself.
    bool isOver() const { return m_final == m_tasks; }

private:
    /// What is known of a task: a Fate, and whether that is its last.
    static constexpr quint8 finalBit = 0x80;
    static constexpr quint8 notLookedAt = 0x7f;

    /// The tasks of one operation.
    struct Part
    {
        QueueName queue;
        std::shared_ptr<const ErrorKind> kind;
        TimePoint since;
        RefStore all;
        RefStore left; ///< of this round
        std::vector<quint8> known;
        bool isRich = false; ///< their payloads are large: read together they would be read, too
    };

    Result<std::size_t> lookTogether(Backend& backend, Part& part, const std::vector<std::pair<qint64, TaskId>>& tasks);
    Result<std::size_t> lookByOne(Backend& backend, Part& part, const std::vector<std::pair<qint64, TaskId>>& tasks);
    void take(Part& part, qint64 place, const TaskDetail* detail);
    static quint8 fateOf(const Part& part, const TaskDetail& detail);

    std::vector<Part> m_parts;
    std::size_t m_part = 0;
    std::array<qint64, fates> m_counts{};
    qint64 m_tasks = 0;
    qint64 m_final = 0;
    int m_rounds = 0;
    QElapsedTimer m_turn; ///< valid: since its first step
};

} // namespace dueline
