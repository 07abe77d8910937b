// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QHash>

namespace dueline {

/// Unique ids for the tasks of one listing or export. A QueueInspector distinguishes only the tasks of one reply. This
/// class also distinguishes tasks that have equal ids but are in different replies, such as tasks from two sets. It
/// stores two hashes per task with an exact name, and nothing for other tasks.
class TaskNames
{
public:
    /// Renames the next tasks of the listing. A task becomes `ID~DIGEST` if the listing has a different task with the
    /// same id, and `ID~2` if an identical task is in a different state. Tasks of earlier calls keep their ids.
    void distinguish(const std::vector<Task*>& tasks);
    /// Returns whether identical tasks with this exact name were found in several states.
    bool isRepeated(const TaskId& exact) const;

private:
    struct Known
    {
        quint64 exact = 0; ///< hash of the first exact name
        bool isShared = false; ///< true if other exact names have the same id
    };

    QHash<quint64, Known> m_known; ///< entries by the hash of the id
    QHash<quint64, quint64>
        /// groups of the states in which identical tasks were found, by the hash of the exact name; one byte per group,
        /// the first in the lowest byte
        m_groups;
};

} // namespace dueline
