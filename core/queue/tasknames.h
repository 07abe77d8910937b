// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QHash>

namespace dueline {

/// Unique ids for the tasks of one listing or export. A QueueInspector distinguishes only the tasks of one reply; this
/// class also distinguishes tasks with equal ids in different replies, such as those of two sets. It keeps two hashes
/// for each task with an exact name, and nothing for other tasks.
class TaskNames
{
public:
    /// Renames the next tasks: to `ID~DIGEST` if the listing has another task with the id and other bytes, and to
    /// `ID~2` if an equal task was in another state. Tasks of earlier calls keep their ids.
    void distinguish(const std::vector<Task*>& tasks);
    /// Returns whether equal tasks with this exact name were met in several states.
    bool isRepeated(const TaskId& exact) const;

private:
    struct Known
    {
        quint64 exact = 0; ///< hash of the first exact name
        bool isShared = false; ///< other exact names have the id, too
    };

    QHash<quint64, Known> m_known; ///< by the hash of the id
    QHash<quint64, quint64>
        m_groups; ///< by the hash of the exact name: groups of states, a byte each, the first lowest
};

} // namespace dueline
