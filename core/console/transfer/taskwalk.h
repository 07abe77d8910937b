// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"
#include "core/queue/tasknames.h"

#include <QSet>
#include <QStringList>

namespace dueline {

/// Reader of all selected tasks' complete data, for a file or another queue, in bounded steps and with bounded memory.
/// Different tasks get different ids. States are read in reverse order of a task's life (ended first, waiting last), so
/// that a running task isn't read twice. Tasks that end during the walk may be missing; pause the queue for an exact
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
    /// Returns up to 100 tasks with about 8 MiB of payloads in total, or one task with a larger payload. May return
    /// none. Can be called again after an error. Errors: NotFound (the queue); otherwise same as QueueInspector.
    Result<Step> step(QueueInspector& inspector);

    qint64 examined() const { return m_examined; } ///< number of tasks examined
    // Number of selected tasks that were removed or left the selected states before they could be read.
    qint64 gone() const { return m_gone; }
    /// Returns how many selected tasks were skipped because their stored data is unreadable.
    qint64 damaged() const { return m_damaged; }
    // One sentence for each of the first `damageTold` damaged tasks.
    const QStringList& damage() const { return m_damage; }
    static constexpr qsizetype damageTold = 20;
    /// Returns a sentence that says why tasks may be missing; otherwise empty.
    const QString& gap() const { return m_gap; }
    qint64 inQueue() const { return m_inQueue; } ///< number of tasks in the selected states at the start

private:
    struct Found
    {
        TaskId exact;
        TaskId id; ///< displayed id
        // States to read the task in. A task in the trash may have the same id as another task.
        StateSet states;
        StateSet group; ///< like `states`, but used if several of the tasks found share an exact id
    };

    Result<> begin(QueueInspector& inspector);
    Result<> look(QueueInspector& inspector);
    Result<> read(QueueInspector& inspector, Step& step);

    QueueName m_queue;
    TaskSelection m_selection;
    StateSet m_states;
    bool m_began = false;
    TimePoint m_startedAt{};
    TimePoint m_endedUntil{}; ///< tasks that ended after this are ignored
    std::vector<StateSet> m_walks; ///< states not scanned yet, with the next ones at the end
    QByteArray m_cursor;
    std::vector<Found> m_found; ///< tasks found; those from m_next on haven't been read yet
    std::size_t m_next = 0;
    bool m_isBytes = false; ///< true if tasks are identified by their bytes (Task::exact)
    TaskNames m_names; ///< gives tasks with equal ids different names, across all search() calls
    QSet<QByteArray> m_seen; ///< ids of tasks that the scan may find a second time
    qint64 m_examined = 0;
    qint64 m_gone = 0;
    qint64 m_damaged = 0;
    QStringList m_damage;
    QString m_gap;
    qint64 m_inQueue = 0;
};

} // namespace dueline
