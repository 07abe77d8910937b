// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationjournal.h"
#include "core/queue/backend.h"

#include <algorithm>
#include <optional>

namespace dueline {

/// Reader of the newest operations of all queues, one queue per step. It does not read queues whose latest operation is
/// too old.
class OperationsReading
{
public:
    explicit OperationsReading(int limit = 100)
        : m_limit(std::max(limit, 0))
    { }
    /// Creates a reader for queues that have just been returned by QueueInspector::queues().
    OperationsReading(const std::vector<QueueInfo>& queues, int limit);

    /// Runs one step. Returns true after the last one. Skips queues that cannot be read. Errors: those of
    /// QueueInspector.
    Result<bool> step(QueueInspector& inspector);
    Result<bool> step(Backend& backend) { return step(backend.inspector()); }
    /// Returns up to `limit` operations, newest first. Call this once, after the last step.
    std::vector<OperationRecord> take();

private:
    void list(std::vector<QueueInfo> queues);

    int m_limit;
    bool m_listed = false;
    std::vector<QueueInfo> m_queues; ///< queues that have operations, the one with the latest operation first
    std::size_t m_next = 0;
    std::vector<OperationRecord> m_records;
};

/// Returns up to `limit` operations of all queues, or of one queue, newest first. Skips queues that cannot be read.
/// Errors: those of QueueInspector.
Result<std::vector<OperationRecord>> operations(
    QueueInspector& inspector, const QueueName& queue = {}, int limit = 100);

/// Returns the operation with this id. Errors: NotFound, Usage, those of QueueInspector.
Result<OperationRecord> findOperation(QueueInspector& inspector, const OperationId& id);

/// Returns how many tasks an undo of this operation restored. `records`: operations that may contain the undo. Returns
/// nullopt if they contain none that has ended.
std::optional<qint64> putBack(const OperationRecord& record, const std::vector<OperationRecord>& records);

/// Returns one line that describes an operation, such as `retry 17 of 20 in mail (state:failed), 3 skipped`. Names are
/// escaped. Does not mention an undo, which may have restored nothing; see putBack().
QString describe(const OperationRecord& record);

} // namespace dueline
