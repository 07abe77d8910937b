// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/taskwalk.h"

namespace dueline {

/// Returns up to 100 tasks that a move has put into a queue's trash, with the state they had before. `operation`: the
/// move's id. `walk`: position in the trash. `finished`: set to true at the end of the trash. Errors: same as
/// QueueInspector.
Result<std::vector<TaskRecord>> movedBy(
    TaskWalk& walk, QueueInspector& inspector, const OperationId& operation, bool& finished);

/// Returns the given tasks that the move has put into the trash, with the state they had before. Errors: WrongType (a
/// task is unreadable); otherwise same as QueueInspector.
Result<std::vector<TaskRecord>> movedBy(
    QueueInspector& inspector, const QueueName& queue, const OperationId& operation, std::vector<TaskId> ids);

} // namespace dueline
