// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Task in a flow: it depends on other tasks, or they depend on it. Names are untrusted text.
struct FlowTask
{
    QueueName queue; ///< queue of the task, as named by the layout or the connection
    TaskId id;
    // layout of the task's queue in `--layout` form, if it isn't open on this connection; otherwise empty
    QByteArray layout = {};
    QByteArray type = {};
    /// state derived from where the task is now; nullopt: the task was removed
    std::optional<TaskState> state = {};
    QByteArray nativeState = {}; ///< see Task::nativeState
    bool forbidden = false; ///< true if this user isn't allowed to read the state
    int parent = -1; ///< index of the parent in the flow's tasks; -1 if unknown
    qint64 more = 0; ///< number of children that the flow doesn't list

    bool operator==(const FlowTask&) const = default;
};

/// Flow of a task: a tree in depth-first order, with each task after its parent.
struct TaskFlow
{
    static constexpr std::size_t most = 200; ///< maximum number of tasks

    std::vector<FlowTask> tasks; ///< tasks; empty if the task isn't part of a flow
    bool goesHigher = false; ///< true if the first task has a parent that the flow doesn't list

    /// Returns a task's index, or -1.
    int indexOf(QByteArrayView queue, QByteArrayView id) const;
    /// Returns how many ancestors a task has.
    int depthOf(std::size_t task) const;
    bool operator==(const TaskFlow&) const = default;
};

} // namespace dueline
