// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationjournal.h"
#include "core/queue/backend.h"

#include <algorithm>
#include <optional>

namespace dueline {

/// Reader of the newest operations across all queues, one queue per step. Skips queues whose latest operation is too
/// old to be included.
class OperationsReading
{
public:
    explicit OperationsReading(int limit = 100)
        : m_limit(std::max(limit, 0))
    { }
    /// Creates a reader for queues just returned by QueueInspector::queues().
    OperationsReading(const std::vector<QueueInfo>& queues, int limit);

    /// Runs one step. Returns true after the last one. Skips unreadable queues. Errors: same as QueueInspector.
    Result<bool> step(QueueInspector& inspector);
    Result<bool> step(Backend& backend) { return step(backend.inspector()); }
    /// Returns up to `limit` operations, newest first. Call this once, after the last step.
    std::vector<OperationRecord> take();

private:
    void list(std::vector<QueueInfo> queues);

    int m_limit;
    bool m_listed = false;
    std::vector<QueueInfo> m_queues; ///< queues with operations, latest operation first
    std::size_t m_next = 0;
    std::vector<OperationRecord> m_records;
};

/// Returns up to `limit` operations from all queues, or from one queue, newest first. Skips unreadable queues. Errors:
/// same as QueueInspector.
Result<std::vector<OperationRecord>> operations(
    QueueInspector& inspector, const QueueName& queue = {}, int limit = 100);

/// Returns the operation with this id. Errors: NotFound, Usage; otherwise same as QueueInspector.
Result<OperationRecord> findOperation(QueueInspector& inspector, const OperationId& id);

/// Returns how many tasks an undo of this operation restored. `records`: operations that may contain the undo. Returns
/// nullopt if none of them is an undo that has ended.
std::optional<qint64> putBack(const OperationRecord& record, const std::vector<OperationRecord>& records);

/// Returns a one-line description of an operation, such as `retry 17 of 20 in mail (state:failed), 3 skipped`. Names
/// are escaped. Doesn't mention an undo, which may have restored nothing; see putBack().
QString describe(const OperationRecord& record);

} // namespace dueline
