// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "tests/chaos/journal.h"

#include <atomic>
#include <functional>
#include <random>
#include <stop_token>

namespace dueline::chaos {

/// An operator who never rests: retries, reschedules, runs now, discards (leased ones, too), restores, deletes, undoes,
/// edits in place, cancels, releases and extends leases, edits schedules, pauses and resumes; and writes down what was
/// asked for before and what was answered after.
class ConsoleOperator
{
public:
    /// `isConfirmed`: ids whose add was; another one might be added once more by its adder, after it was deleted or
    /// with other content than an edit left.
    ConsoleOperator(BackendFactory makeBackend, const Journal& journal, quint32 seed, Millis lease,
        std::function<bool(const TaskId&)> isConfirmed);

    /// Until a stop; leaves no queue paused.
    void run(const std::stop_token& stop);

    qint64 operations() const { return m_operations; }

private:
    void act(Backend& backend, const QueueName& queue);
    void undo(Backend& backend);
    /// Puts another payload, other options, or both into a task that waits.
    void edit(Backend& backend, const QueueName& queue);
    void remember(const OperationRecord& record);
    void lease(Backend& backend, const QueueName& queue);
    /// Puts the schedule "edited" anew, in another form, or takes it away.
    void reschedule(Backend& backend, const QueueName& queue);
    void pause(Backend& backend, const QueueName& queue, const std::stop_token& stop);
    OperationId newOperation(const QueueName& queue);
    quint32 roll(quint32 below) { return quint32(m_dice() % below); }

    BackendFactory m_makeBackend;
    const Journal& m_journal;
    std::mt19937 m_dice;
    Millis m_lease;
    std::function<bool(const TaskId&)> m_isConfirmed;
    std::vector<OperationRecord> m_undoable; ///< the last ones
    int m_edits = 0;
    std::atomic<qint64> m_operations{0};
};

} // namespace dueline::chaos
