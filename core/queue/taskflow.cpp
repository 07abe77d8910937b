// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/taskflow.h"

#include <algorithm>

namespace dueline {

int TaskFlow::indexOf(QByteArrayView queue, QByteArrayView id) const
{
    const auto found = std::find_if(tasks.begin(), tasks.end(),
        [&](const FlowTask& task) { return task.id == id && task.queue == queue && task.layout.isEmpty(); });
    return found == tasks.end() ? -1 : int(found - tasks.begin());
}

int TaskFlow::depthOf(std::size_t task) const
{
    int depth = 0;
    for (int parent = tasks[task].parent; parent >= 0; parent = tasks[std::size_t(parent)].parent)
        ++depth;
    return depth;
}

} // namespace dueline
