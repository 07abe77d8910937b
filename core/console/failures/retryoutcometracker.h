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

/// Outcome for a failed task after an operation such as a retry.
enum class RetryOutcome : quint8 {
    Untouched, ///< still failed: not retried yet, skipped, or restored by an undo
    Waiting, ///< waiting for its due time or for a worker
    Running,
    Done, ///< done, or deleted because the layout keeps no done tasks
    FailedAlike, ///< an attempt has failed with an error in the same failure group; more attempts may follow
    FailedOtherwise,
    Elsewhere, ///< discarded or changed by another client
};
inline constexpr std::size_t fates = 7;

/// Tracker for the outcomes of all tasks in the given operations, in bounded steps. Checks the tasks in rounds until
/// each is done or has failed permanently. Needs about 42 bytes per task.
class RetryOutcomeTracker
{
public:
    /// Number of tasks per step if several tasks are read in one call. If they are read one by one, it is tasksByOne.
    static constexpr int tasksTogether = 100;
    static constexpr int tasksByOne = 20;
    /// Time after which a turn ends even if the round isn't complete.
    static constexpr Millis turn{100};

    /// Adds an operation's tasks. `kind`: ErrorTemplate of the tasks' errors before the operation. `since`: server time
    /// when the operation began.
    void follow(const QueueName& queue, const QByteArray& kind, const RefStore& tasks, TimePoint since);

    /// Rechecks all tasks, even those with a final outcome. Call this after an undo, which may have restored any of
    /// them.
    void again();

    /// Checks the next tasks. Returns true if the turn is over because the round is complete or has taken too long.
    /// Errors: same as QueueInspector.
    Result<bool> step(Backend& backend);
    /// Returns the number of tasks with each outcome, as of each task's last check.
    const std::array<qint64, fates>& counts() const { return m_counts; }
    /// Returns the number of tasks; looked() returns how many of them have been checked at least once.
    qint64 tasks() const { return m_tasks; }
    qint64 looked() const;
    /// Returns how many rounds are complete. Each round checks all tasks.
    int rounds() const { return m_rounds; }
    /// Returns whether every task has a final outcome.
    bool isOver() const { return m_final == m_tasks; }

private:
    /// Flag added to a RetryOutcome if it is final.
    static constexpr quint8 finalBit = 0x80;
    static constexpr quint8 notLookedAt = 0x7f;

    /// Tasks from one operation.
    struct Part
    {
        QueueName queue;
        std::shared_ptr<const ErrorTemplate> kind;
        TimePoint since;
        RefStore all;
        RefStore left; ///< tasks not checked yet in this round
        std::vector<quint8> known;
        // True if payloads are so large that tasks are read one by one. Reading several tasks in one call reads their
        // payloads too.
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
    QElapsedTimer m_turn; ///< started by a turn's first step; invalid between turns
};

} // namespace dueline
