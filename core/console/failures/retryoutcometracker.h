// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/refstore.h"
#include "core/queue/backend.h"
#include "core/queue/errors/errortemplate.h"

#include <QElapsedTimer>

#include <array>
#include <memory>
#include <utility>

namespace dueline {

/// Outcome of a task that an operation allowed to run again.
enum class RetryOutcome : quint8 {
    Untouched, ///< still failed: skipped, restored by an undo, or not retried yet
    Waiting, ///< waiting for its due time or for a worker
    Running,
    Done, ///< done, or deleted if the layout keeps no done tasks
    FailedAlike, ///< an attempt failed again with an error of the same failure group, whether or not a retry follows
    FailedOtherwise,
    Elsewhere, ///< discarded or changed by another client
};
inline constexpr std::size_t fates = 7;

/// Tracker of the outcomes of all tasks in the given operations. It runs in bounded steps. It
/// checks the tasks in turn until each is done or has failed permanently. It uses about 42 bytes
/// per task.
class RetryOutcomeTracker
{
public:
    /// Number of tasks per step when tasks are read together. tasksByOne applies when they are read one by one.
    static constexpr int tasksTogether = 100;
    static constexpr int tasksByOne = 20;
    /// Maximum duration of a turn, even if some tasks remain to be checked.
    static constexpr Millis turn{100};

    /// Adds the tasks of an operation. `since`: start of the operation, by the server's clock; `kind`: the
    /// ErrorTemplate of the tasks before the operation.
    void follow(const QueueName& queue, const QByteArray& kind, const RefStore& tasks, TimePoint since);

    /// Starts over with the first task, including tasks with a final outcome, because an undo may have restored any of
    /// them.
    void again();

    /// Checks the next tasks. Returns true if the time slice has ended, or if all tasks have been checked once more.
    /// Errors: those of QueueInspector.
    Result<bool> step(Backend& backend);
    /// Returns the number of tasks by outcome, as of each task's last check.
    const std::array<qint64, fates>& counts() const { return m_counts; }
    /// Returns the number of tracked tasks. looked() returns how many of them have been checked.
    qint64 tasks() const { return m_tasks; }
    qint64 looked() const;
    /// Returns how often all tasks have been checked.
    int rounds() const { return m_rounds; }
    /// Returns whether every task has a final outcome.
    bool isOver() const { return m_final == m_tasks; }

private:
    /// Flag for a final outcome. A task's state is its RetryOutcome, combined with this flag.
    static constexpr quint8 finalBit = 0x80;
    static constexpr quint8 notLookedAt = 0x7f;

    /// Tasks of one operation.
    struct Part
    {
        QueueName queue;
        std::shared_ptr<const ErrorTemplate> kind;
        TimePoint since;
        RefStore all;
        RefStore left; ///< tasks still to be checked in this round
        std::vector<quint8> known;
        // True if payloads are large. Tasks are then read one by one, because reading them together would include the
        // payloads.
        bool isRich = false;
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
    QElapsedTimer m_turn; ///< time since the first step of the turn, if a turn is running
};

} // namespace dueline
