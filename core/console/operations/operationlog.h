// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationjournal.h"
#include "core/queue/backend.h"

#include <algorithm>
#include <optional>

namespace dueline {

/// Reads the newest operations of all queues, a queue a step, no further than they can be among the newest.
class OperationsReading
{
public:
    explicit OperationsReading(int limit = 100)
        : m_limit(std::max(limit, 0))
    { }
    /// Of these alone, as QueueInspector::queues() has just told them.
    OperationsReading(const std::vector<QueueInfo>& queues, int limit);

    /// True: all was read. A queue that cannot be read is left out. Errors: those of QueueInspector.
    Result<bool> step(QueueInspector& inspector);
    Result<bool> step(Backend& backend) { return step(backend.inspector()); }
    /// At most `limit`, newest first; once all was read.
    std::vector<OperationRecord> take();

private:
    void list(std::vector<QueueInfo> queues);

    int m_limit;
    bool m_listed = false;
    std::vector<QueueInfo> m_queues; ///< those with operations, the last to have one first
    std::size_t m_next = 0;
    std::vector<OperationRecord> m_records;
};

/// The operations of all queues (or of the one named), newest first, at most `limit`. A queue that cannot be read is
/// left out. Errors: those of QueueInspector.
Result<std::vector<OperationRecord>> operations(
    QueueInspector& inspector, const QueueName& queue = {}, int limit = 100);

/// One record by its id. Errors: NotFound, Usage, those of QueueInspector.
Result<OperationRecord> findOperation(QueueInspector& inspector, const OperationId& id);

/// How many tasks came back by the undo of an operation, where that undo is among `records` and has ended.
std::optional<qint64> putBack(const OperationRecord& record, const std::vector<OperationRecord>& records);

/// One line for people: `retry 17 of 20 in mail (state:failed), 3 skipped`. Names are escaped. Whether it was undone is
/// not said: an undo may have found nothing left, see putBack().
QString describe(const OperationRecord& record);

} // namespace dueline
