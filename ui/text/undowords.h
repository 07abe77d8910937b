// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/undorun.h"
#include "core/queue/operation.h"

#include <QString>

#include <span>

namespace dueline {

/// Returns a noun phrase for an operation and its task count, such as `retry of 12,000`.
QString deedWords(const OperationRecord& record);
/// Returns a noun phrase for an operation, including its queue and connection, such as `retry of 12,000 in payments
/// (payments-prod)`.
QString deedWords(const OperationRecord& record, const QString& connection);
/// Returns a label for undoing the operation, such as `Undo retry of 12,000`.
QString undoWords(const OperationRecord& record);
/// Returns a label for undoing the operation, including its queue and connection, such as `Undo retry of 12,000 in
/// payments (payments-prod)`.
QString undoWords(const OperationRecord& record, const QString& connection);
/// Returns a noun phrase for an action that consists of one or more operations of the same kind, with the total number
/// of tasks and, for multiple queues, a phrase such as `in 3 queues`.
QString deedWords(std::span<const OperationRecord> parts, const QString& connection);
QString undoWords(std::span<const OperationRecord> parts);
QString undoWords(std::span<const OperationRecord> parts, const QString& connection);
/// Returns the parts' queue, or a phrase such as `3 queues`.
QString queueWords(std::span<const OperationRecord> parts);
/// Returns the total number of tasks in all parts.
qint64 tasksOf(std::span<const OperationRecord> parts);
/// Returns an undo's outcome, such as `17 of 20 restored, 3 have changed since`, or a sentence saying that nothing was
/// undone.
QString undoneWords(const UndoProgress& progress);

} // namespace dueline
