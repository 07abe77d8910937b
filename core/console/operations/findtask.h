// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

#include <functional>
#include <vector>

namespace dueline {

/// Finds a task by its id or a unique prefix: first the task whose id is `idOrPrefix`, then the only task whose id, or
/// its part after `#`, starts with `idOrPrefix`. If necessary, scans the entire queue in bounded steps and calls `goOn`
/// after each. Errors: NotFound; Usage if `idOrPrefix` is empty; Refused if several tasks match (lists at most five),
/// if the search reached the layout's limit after one match for a prefix, or if the layout can't read the task by its
/// id; Cancelled; otherwise same as QueueInspector.
Result<TaskId> findTask(QueueInspector& inspector, const QueueName& queue, const QByteArray& idOrPrefix,
    const std::function<bool()>& goOn = {});

/// Finds several tasks, like findTask(). Returns one result per id, in order. Scans the queue at most twice for all
/// prefixes. `states`: if several tasks share an id, only finds one in one of these states. Errors: NotFound (the
/// queue); Cancelled; otherwise same as QueueInspector.
Result<std::vector<Result<TaskId>>> findTasks(QueueInspector& inspector, const QueueName& queue,
    const std::vector<QByteArray>& idsOrPrefixes, const std::function<bool()>& goOn = {},
    StateSet states = StateSet::all());

} // namespace dueline
