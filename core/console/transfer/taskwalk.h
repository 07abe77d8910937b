// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"
#include "core/queue/tasknames.h"

#include <QSet>
#include <QStringList>

namespace dueline {

/// Reader of all tasks in a selection, with complete data, for a file or another queue. It runs in
/// bounded steps and with bounded memory. Different tasks get different ids. States are visited in
/// the reverse order of a task's life (ended first, waiting last), so that a running task is not
/// read twice. A task that ends after the start may be missing: pause the queue for an exact
/// result.
class TaskWalk
{
public:
    TaskWalk(QueueName queue, TaskSelection selection, StateSet states);

    struct Step
    {
        std::vector<TaskRecord> tasks;
        bool finished = false;
    };
    /// Returns up to 100 tasks with about 8 MiB of payloads in total, or a single larger task. The result may be empty.
    /// After an error, the walk is unchanged. Errors: those of QueueInspector, NotFound (the queue).
    Result<Step> step(QueueInspector& inspector);

    qint64 examined() const { return m_examined; } ///< number of tasks examined so far
    // number of selected tasks that were removed or changed state before they could be read
    qint64 gone() const { return m_gone; }
    /// Returns the number of selected tasks that were skipped because their stored data cannot be read.
    qint64 damaged() const { return m_damaged; }
    // one sentence for each of the first `damageTold` damaged tasks
    const QStringList& damage() const { return m_damage; }
    static constexpr qsizetype damageTold = 20;
    /// Returns a sentence that describes the tasks that the walk cannot find; empty if it finds all of them.
    const QString& gap() const { return m_gap; }
    qint64 inQueue() const { return m_inQueue; } ///< number of tasks in the selected states at the start

private:
    struct Found
    {
        TaskId exact;
        TaskId id; ///< displayed id
        // states in which to read the task, because a task in the trash may have the same id as another task
        StateSet states;
        StateSet group; ///< states in which to read the task if several found tasks have the same exact id
    };

    Result<> begin(QueueInspector& inspector);
    Result<> look(QueueInspector& inspector);
    Result<> read(QueueInspector& inspector, Step& step);

    QueueName m_queue;
    TaskSelection m_selection;
    StateSet m_states;
    bool m_began = false;
    TimePoint m_startedAt{};
    TimePoint m_endedUntil{}; ///< tasks of the scanned states that ended after this time are excluded
    std::vector<StateSet> m_walks; ///< remaining scans, the next one last
    QByteArray m_cursor;
    std::vector<Found> m_found; ///< tasks to read, starting at m_next
    std::size_t m_next = 0;
    bool m_isBytes = false; ///< true if tasks are identified by their bytes (Task::exact)
    TaskNames m_names; ///< names that distinguish tasks with equal ids from different calls
    QSet<QByteArray> m_seen; ///< ids of tasks that can appear twice
    qint64 m_examined = 0;
    qint64 m_gone = 0;
    qint64 m_damaged = 0;
    QStringList m_damage;
    QString m_gap;
    qint64 m_inQueue = 0;
};

} // namespace dueline
