// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "tests/chaos/journal.h"

#include <atomic>
#include <functional>
#include <random>
#include <stop_token>

namespace dueline::chaos {

/// Operator that never stops acting: it retries, reschedules, runs, discards (even leased), restores, deletes and edits
/// tasks, undoes actions, cancels, releases and extends leases, edits schedules, and pauses and resumes queues. Records
/// every request before sending it, and every reply afterwards.
class ConsoleOperator
{
public:
    /// Creates an operator. `isConfirmed` returns true for ids whose add is confirmed. The adder might repeat any other
    /// add, even after the task was deleted or edited.
    ConsoleOperator(BackendFactory makeBackend, const Journal& journal, quint32 seed, Millis lease,
        std::function<bool(const TaskId&)> isConfirmed);

    /// Runs until a stop is requested. Leaves no queue paused.
    void run(const std::stop_token& stop);

    qint64 operations() const { return m_operations; }

private:
    void act(Backend& backend, const QueueName& queue);
    void undo(Backend& backend);
    /// Edits a waiting task's payload, its options, or both.
    void edit(Backend& backend, const QueueName& queue);
    void remember(const OperationRecord& record);
    void lease(Backend& backend, const QueueName& queue);
    /// Replaces or removes the schedule "edited".
    void reschedule(Backend& backend, const QueueName& queue);
    void pause(Backend& backend, const QueueName& queue, const std::stop_token& stop);
    OperationId newOperation(const QueueName& queue);
    quint32 roll(quint32 below) { return quint32(m_dice() % below); }

    BackendFactory m_makeBackend;
    const Journal& m_journal;
    std::mt19937 m_dice;
    Millis m_lease;
    std::function<bool(const TaskId&)> m_isConfirmed;
    std::vector<OperationRecord> m_undoable; ///< latest operations
    int m_edits = 0;
    std::atomic<qint64> m_operations{0};
};

} // namespace dueline::chaos
