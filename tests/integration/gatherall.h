// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/bulkeditor.h"
#include "tests/support/must.h"

namespace dueline {

/// Adds all tasks that a scan finds to an operation's list, in as many calls as needed (more on a busy machine).
/// Returns the number of tasks.
inline qint64 gatherAll(BulkEditor& bulk, const QueueName& queue, const OperationId& operation, BulkWalk walk)
{
    qint64 tasks = 0;
    do {
        const BulkTaken taken = must(bulk.gather(queue, operation, walk));
        tasks += taken.tasks;
        walk.cursor = taken.cursor;
    } while (!walk.cursor.isEmpty());
    return tasks;
}

} // namespace dueline
