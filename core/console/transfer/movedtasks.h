// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/taskwalk.h"

namespace dueline {

/// The tasks in the trash of a queue that the move `operation` put there, as they were before, at most 100 per call;
/// `walk` goes on where it ended. Errors: those of QueueInspector.
Result<std::vector<TaskRecord>> movedBy(
    TaskWalk& walk, QueueInspector& inspector, const OperationId& operation, bool& finished);

/// Those of `ids` that it put there. Errors: those of QueueInspector, WrongType (one of them cannot be read).
Result<std::vector<TaskRecord>> movedBy(
    QueueInspector& inspector, const QueueName& queue, const OperationId& operation, std::vector<TaskId> ids);

} // namespace dueline
