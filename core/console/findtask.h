// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

#include <functional>

namespace dueline {

/// The task that `idOrPrefix` means: the one of exactly that id, else the only one whose id, or its part after the `#`,
/// begins with it. Looks at every task of the queue in bounded steps until it is sure; `goOn` is asked between them.
/// Errors: NotFound; Usage when it is empty; Refused when several match, listing at most five; Cancelled; those of
/// QueueInspector.
Result<TaskId> findTask(QueueInspector& inspector, const QueueName& queue, const QByteArray& idOrPrefix,
    const std::function<bool()>& goOn = {});

} // namespace dueline
