// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/undorun.h"
#include "core/queue/operation.h"

#include <QString>

#include <span>

namespace dueline {

/// What an operation was, as a noun, and of how many tasks: `retry of 12,000`.
QString deedWords(const OperationRecord& record);
/// The same with its queue and the name of its connection: `retry of 12,000 in payments (payments-prod)`.
QString deedWords(const OperationRecord& record, const QString& connection);
/// What pressing Undo would do: `Undo retry of 12,000`.
QString undoWords(const OperationRecord& record);
/// The same with its queue and the name of its connection: `Undo retry of 12,000 in payments (payments-prod)`.
QString undoWords(const OperationRecord& record, const QString& connection);
/// The same of an action that was carried out as several operations of one kind, at least one: all tasks together, `in
/// 3 queues`.
QString deedWords(std::span<const OperationRecord> parts, const QString& connection);
QString undoWords(std::span<const OperationRecord> parts);
QString undoWords(std::span<const OperationRecord> parts, const QString& connection);
/// The queue of the parts, or `3 queues`.
QString queueWords(std::span<const OperationRecord> parts);
/// How many tasks they acted on together.
qint64 tasksOf(std::span<const OperationRecord> parts);
/// How an undo ended: `17 of 20 restored, 3 have moved on`; where nothing came back it says that nothing was undone.
QString undoneWords(const UndoProgress& progress);

} // namespace dueline
