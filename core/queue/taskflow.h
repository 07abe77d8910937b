// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// A task of a flow: one that waits for others, or that others wait for. Names are untrusted text.
struct FlowTask
{
    QueueName queue; ///< as its layout, or the connection, calls it
    TaskId id;
    QByteArray layout
        = {}; ///< of a queue that the connection does not have open: as `--layout` names its layout; else empty
    QByteArray type = {};
    std::optional<TaskState> state = {}; ///< by where it stands; nullopt: it is in no place, since it was removed
    QByteArray nativeState = {}; ///< as Task::nativeState
    bool forbidden = false; ///< this user may not see where it stands
    int parent = -1; ///< which of the flow's tasks waits for it; -1: none that is known
    qint64 more = 0; ///< children that are not among the flow's tasks

    bool operator==(const FlowTask&) const = default;
};

/// The flow that a task belongs to, as a tree: each task stands behind its parent and before what comes after that.
struct TaskFlow
{
    static constexpr std::size_t most = 200; ///< tasks

    std::vector<FlowTask> tasks; ///< empty: it belongs to none
    bool goesHigher = false; ///< the first one has a parent, which is not among them

    /// Which of them it is; -1: none.
    int indexOf(QByteArrayView queue, QByteArrayView id) const;
    /// How many tasks stand above it.
    int depthOf(std::size_t task) const;
    bool operator==(const TaskFlow&) const = default;
};

} // namespace dueline
