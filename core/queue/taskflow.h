// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Task in a flow: it depends on other tasks, or other tasks depend on it. Names are untrusted text.
struct FlowTask
{
    QueueName queue; ///< name of the task's queue, as used by the layout or by the connection
    TaskId id;
    // layout of the task's queue in the form of `--layout`, if the connection does not open this layout; otherwise
    // empty
    QByteArray layout = {};
    QByteArray type = {};
    /// state derived from the task's current location; nullopt: the task was removed
    std::optional<TaskState> state = {};
    QByteArray nativeState = {}; ///< state in the framework; see Task::nativeState
    bool forbidden = false; ///< true if this user lacks permission to read the state
    int parent = -1; ///< index of the parent in the flow's tasks; -1: no known parent
    qint64 more = 0; ///< number of children that are not among the flow's tasks

    bool operator==(const FlowTask&) const = default;
};

/// Flow of a task. It is a tree in depth-first order: each task comes after its parent.
struct TaskFlow
{
    static constexpr std::size_t most = 200; ///< maximum number of tasks

    std::vector<FlowTask> tasks; ///< tasks; empty if the task is not part of a flow
    bool goesHigher = false; ///< true if the first task has a parent that is not included

    /// Returns the index of a task; -1 if it is not listed.
    int indexOf(QByteArrayView queue, QByteArrayView id) const;
    /// Returns the number of ancestors of a task.
    int depthOf(std::size_t task) const;
    bool operator==(const TaskFlow&) const = default;
};

} // namespace dueline
