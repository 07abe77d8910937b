// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/records.h"

#include "app/duectl/context.h"
#include "core/console/operations/undorun.h"

namespace dueline::duectl {

Result<OperationId> recordOperation(
    QueueEditor& editor, const QByteArray& kind, const QueueName& queue, const QByteArray& subject)
{
    OperationRecord record;
    record.id = makeOperationId(queue, SystemClock().now());
    record.kind = kind;
    record.queue = queue;
    record.filter = subject;
    record.by = Context::operatorName();
    record.total = 1;
    record.done = 1;
    record.finished = true;
    if (const auto written = editor.record(record); !written)
        return written.error();
    return record.id;
}

} // namespace dueline::duectl
