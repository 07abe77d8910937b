// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QHash>

namespace dueline {

/// Unique ids for the tasks in a listing or export. A QueueInspector distinguishes only tasks within one reply. This
/// class also distinguishes tasks with the same id from different replies, such as tasks from two sets. It stores two
/// hashes per task with an exact name, and nothing for other tasks.
class TaskNames
{
public:
    /// Renames the listing's next tasks. A task becomes `ID~DIGEST` if the listing has a different task with the same
    /// id, and `ID~2` if it has an identical task in another state. Tasks from earlier calls keep their ids.
    void distinguish(const std::vector<Task*>& tasks);
    /// Returns whether identical tasks with this exact name were found in several states.
    bool isRepeated(const TaskId& exact) const;

private:
    struct Known
    {
        quint64 exact = 0; ///< hash of the first exact name
        bool isShared = false; ///< true if other exact names have the same id
    };

    QHash<quint64, Known> m_known; ///< entries by hash of the id
    QHash<quint64, quint64>
        /// groups of the states where identical tasks were found, by hash of the exact name; one byte per group, the
        /// first in the lowest byte
        m_groups;
};

} // namespace dueline
