// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/taskwalk.h"

namespace dueline {

/// Returns the tasks that the move `operation` put into a queue's trash, with their previous state. Returns up to 100
/// per call; `walk` stores the position. Errors: those of QueueInspector.
Result<std::vector<TaskRecord>> movedBy(
    TaskWalk& walk, QueueInspector& inspector, const OperationId& operation, bool& finished);

/// Returns the tasks among `ids` that the move put into the trash. Errors: those of QueueInspector, WrongType (one of
/// them cannot be read).
Result<std::vector<TaskRecord>> movedBy(
    QueueInspector& inspector, const QueueName& queue, const OperationId& operation, std::vector<TaskId> ids);

} // namespace dueline
