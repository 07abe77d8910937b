// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationjournal.h"
#include "core/queue/backend.h"

#include <algorithm>
#include <optional>

namespace dueline {

/// Reader of the newest operations of all queues, one queue per step. It skips queues whose operations are too old.
class OperationsReading
{
public:
    explicit OperationsReading(int limit = 100)
        : m_limit(std::max(limit, 0))
    { }
    /// Reads these queues only, as QueueInspector::queues() just returned them.
    OperationsReading(const std::vector<QueueInfo>& queues, int limit);

    /// Runs one step; true when finished. Skips queues that cannot be read. Errors: those of QueueInspector.
    Result<bool> step(QueueInspector& inspector);
    Result<bool> step(Backend& backend) { return step(backend.inspector()); }
    /// Returns at most `limit` operations, newest first. Call it after the last step.
    std::vector<OperationRecord> take();

private:
    void list(std::vector<QueueInfo> queues);

    int m_limit;
    bool m_listed = false;
    std::vector<QueueInfo> m_queues; ///< queues with operations, latest operation first
    std::size_t m_next = 0;
    std::vector<OperationRecord> m_records;
};

/// Returns at most `limit` operations of all queues, or of one, newest first. Skips queues that cannot be read.
/// Errors: those of QueueInspector.
Result<std::vector<OperationRecord>> operations(
    QueueInspector& inspector, const QueueName& queue = {}, int limit = 100);

/// Returns one record by its id. Errors: NotFound, Usage, those of QueueInspector.
Result<OperationRecord> findOperation(QueueInspector& inspector, const OperationId& id);

/// Returns how many tasks the undo of an operation restored; nullopt unless `records` contains that undo and it has
/// ended.
std::optional<qint64> putBack(const OperationRecord& record, const std::vector<OperationRecord>& records);

/// Returns one line for people: `retry 17 of 20 in mail (state:failed), 3 skipped`. Names are escaped. It does not
/// mention an undo, which may have restored nothing, see putBack().
QString describe(const OperationRecord& record);

} // namespace dueline
