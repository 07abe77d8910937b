// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

#include <functional>
#include <vector>

namespace dueline {

/// The task that `idOrPrefix` means: the one of exactly that id, else the only one whose id, or its part after the `#`,
/// begins with it. Looks at every task of the queue in bounded steps until it is sure; `goOn` is asked between them.
/// Errors: NotFound; Usage when it is empty; Refused when several match, listing at most five; Cancelled; those of
/// QueueInspector.
Result<TaskId> findTask(QueueInspector& inspector, const QueueName& queue, const QByteArray& idOrPrefix,
    const std::function<bool()>& goOn = {});

/// The same of many at once, one answer each in their order: however many are not there as they stand, the queue is
/// walked through but once or twice for all of them, and not at all where there is no such queue. Errors: NotFound (the
/// queue); Cancelled; those of QueueInspector. If tasks share an id,
/// `states` selects among them.
Result<std::vector<Result<TaskId>>> findTasks(QueueInspector& inspector, const QueueName& queue,
    const std::vector<QByteArray>& idsOrPrefixes, const std::function<bool()>& goOn = {},
    StateSet states = StateSet::all());

} // namespace dueline
