// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

#include <functional>
#include <vector>

namespace dueline {

/// Finds the task whose id is exactly `idOrPrefix`. If there is none, finds the only task whose id,
/// or the part of its id after `#`, starts with this text. If necessary, scans the entire queue in
/// bounded steps and calls `goOn` between them. Errors: NotFound; Usage if `idOrPrefix` is empty;
/// Refused if several tasks match (listing at most five), if the search stopped at the layout's
/// limit after one match for a prefix, or if the layout cannot read the task by its id; Cancelled;
/// those of QueueInspector.
Result<TaskId> findTask(QueueInspector& inspector, const QueueName& queue, const QByteArray& idOrPrefix,
    const std::function<bool()>& goOn = {});

/// Finds many tasks. Returns one result per id, in order. Scans the queue at most twice for all prefixes, and not at
/// all if the queue does not exist. `states`: selects among tasks that share an id. Errors: NotFound (the queue);
/// Cancelled; those of QueueInspector.
Result<std::vector<Result<TaskId>>> findTasks(QueueInspector& inspector, const QueueName& queue,
    const std::vector<QByteArray>& idsOrPrefixes, const std::function<bool()>& goOn = {},
    StateSet states = StateSet::all());

} // namespace dueline
