// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operationjournal.h"
#include "core/queue/backend.h"

namespace dueline {

/// The operations of all queues (or of the one named), newest first, at most `limit`. A queue that cannot be read is
/// left out. Errors: those of QueueInspector.
Result<std::vector<OperationRecord>> operations(
    QueueInspector& inspector, const QueueName& queue = {}, int limit = 100);

/// One record by its id. Errors: NotFound, Usage, those of QueueInspector.
Result<OperationRecord> findOperation(QueueInspector& inspector, const OperationId& id);

/// One line for people: `retry 17 of 20 in mail (state:failed), 3 skipped`. Names are escaped.
QString describe(const OperationRecord& record);

} // namespace dueline
