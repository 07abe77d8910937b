// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/undorun.h"
#include "core/queue/operation.h"

#include <QString>

#include <span>

namespace dueline {

/// Returns a noun phrase for an operation, with its number of tasks: `retry of 12,000`.
QString deedWords(const OperationRecord& record);
/// Returns a noun phrase for an operation, with its queue and connection: `retry of 12,000 in payments
/// (payments-prod)`.
QString deedWords(const OperationRecord& record, const QString& connection);
/// Returns a description of the undo: `Undo retry of 12,000`.
QString undoWords(const OperationRecord& record);
/// Returns a description of the undo with queue and connection: `Undo retry of 12,000 in payments (payments-prod)`.
QString undoWords(const OperationRecord& record, const QString& connection);
/// Returns a noun phrase for an action that consists of one or more operations of one kind. It contains the total
/// number of tasks and, if there are several queues, `in 3 queues`.
QString deedWords(std::span<const OperationRecord> parts, const QString& connection);
QString undoWords(std::span<const OperationRecord> parts);
QString undoWords(std::span<const OperationRecord> parts, const QString& connection);
/// Returns the queue of the parts, or `3 queues` if there are several.
QString queueWords(std::span<const OperationRecord> parts);
/// Returns the total number of tasks of all parts.
qint64 tasksOf(std::span<const OperationRecord> parts);
/// Returns the outcome of an undo: `17 of 20 restored, 3 have changed since`. If no task was restored, returns a
/// sentence saying that nothing was undone.
QString undoneWords(const UndoProgress& progress);

} // namespace dueline
