// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueeditor.h"

namespace dueline::duectl {

/// Adds the record of a finished operation that can't be undone. Returns its id. `subject`: the affected task, or the
/// request. Errors: same as QueueEditor::record().
Result<OperationId> recordOperation(
    QueueEditor& editor, const QByteArray& kind, const QueueName& queue, const QByteArray& subject);

} // namespace dueline::duectl
