// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"

#include <QSet>
#include <QStringList>

namespace dueline {

/// Reads all tasks of a selection as a whole, in bounded steps and bounded memory: for a file, or another queue. It
/// goes against the way tasks take (ended ones first, waiting ones last), so that one that runs meanwhile is not met
/// twice; what ends after the walk began may be missing. For an exact picture the queue is paused.
class TaskWalk
{
public:
    TaskWalk(QueueName queue, TaskSelection selection, StateSet states);

    struct Step
    {
        std::vector<TaskRecord> tasks;
        bool finished = false;
    };
    /// At most 100 tasks and about 8 MiB of payloads, or one that is larger; may be none. An error leaves the walk as
    /// it was.
    /// Errors: those of QueueInspector, NotFound (the queue).
    Result<Step> step(QueueInspector& inspector);

    qint64 examined() const { return m_examined; } ///< tasks looked at
    qint64 gone() const { return m_gone; } ///< selected, and not there, or in no wanted state, when they were read
    /// Selected, and what is stored of them cannot be read: they are passed over.
    qint64 damaged() const { return m_damaged; }
    const QStringList& damage() const { return m_damage; } ///< a sentence each, the first `damageTold` of them
    static constexpr qsizetype damageTold = 20;
    qint64 inQueue() const { return m_inQueue; } ///< tasks in the wanted states when the walk began

private:
    struct Found
    {
        TaskId exact;
        TaskId id; ///< as it was shown
    };

    Result<> begin(QueueInspector& inspector);
    Result<> look(QueueInspector& inspector);

    QueueName m_queue;
    TaskSelection m_selection;
    StateSet m_states;
    bool m_began = false;
    TimePoint m_startedAt{};
    TimePoint m_endedUntil{}; ///< of the states that are walked
    std::vector<StateSet> m_walks; ///< still to be walked, the next one last
    QByteArray m_cursor;
    std::vector<Found> m_found; ///< not read yet, from m_next on
    std::size_t m_next = 0;
    QSet<QByteArray> m_seen; ///< of those that can be met twice
    qint64 m_examined = 0;
    qint64 m_gone = 0;
    qint64 m_damaged = 0;
    QStringList m_damage;
    qint64 m_inQueue = 0;
};

} // namespace dueline
