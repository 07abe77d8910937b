// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/taskwalk.h"

namespace dueline {

/// Returns up to 100 of the tasks that a move has put into a queue's trash, with the state that they had before.
/// `operation`: id of the move. `walk`: position in the trash. `finished`: set to true at the end of the trash. Errors:
/// those of QueueInspector.
Result<std::vector<TaskRecord>> movedBy(
    TaskWalk& walk, QueueInspector& inspector, const OperationId& operation, bool& finished);

/// Returns those of the tasks that the move has put into the trash, with the state that they had before. Errors: those
/// of QueueInspector, WrongType (a task cannot be read).
Result<std::vector<TaskRecord>> movedBy(
    QueueInspector& inspector, const QueueName& queue, const OperationId& operation, std::vector<TaskId> ids);

} // namespace dueline
