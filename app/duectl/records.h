// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueeditor.h"

namespace dueline::duectl {

/// Records a finished operation that cannot be undone, on one task or on the queue. Returns the id of the record.
/// `subject`: the task, or the request. Errors: those of QueueEditor::record.
Result<OperationId> recordOperation(
    QueueEditor& editor, const QByteArray& kind, const QueueName& queue, const QByteArray& subject);

} // namespace dueline::duectl
