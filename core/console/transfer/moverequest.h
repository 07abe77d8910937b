// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"

namespace dueline {

/// Request to move or copy tasks from one queue into another, on the same server or a different one.
struct MoveRequest
{
    QueueName from;
    QueueName to;
    TaskSelection selection;
    /// Restriction of the selection. Tasks in the trash are copied only if this set contains no other states.
    StateSet states = StateSet::all();
    bool copies = false; ///< true to copy the tasks instead of moving them
    QByteArray elsewhere; ///< address of the other server without a password; empty: same server and prefix
    QByteArray by; ///< user who requested the move: `user@host`
    QByteArray reason;
};

/// Returns the states whose tasks this request can move or copy.
StateSet movableStates(const MoveRequest& request);
/// Checks the names and owners of both queues, and whether tasks can leave the source. Errors: Usage (the same queue),
/// NotSupported, those of checkOwnerOf().
Result<> checkMove(const MoveRequest& request, Backend& from, Backend& to);
/// Returns a sentence that explains how to return moved tasks if undo is not possible; otherwise empty.
QString adviceWithoutUndo(const MoveRequest& request, Backend& to);

/// Returns whether the ids of a framework's tasks need a type prefix. A new task gets its type from the start of the
/// id: a native queue uses the type to find the handler, and a framework's queue uses it as the class or name of the
/// job.
bool needsTypedIds(const MoveRequest& request, const Backend& from, const Backend& to);
/// Converts the id of a framework's task to TYPE#ID. Errors: Usage if the type is not valid in the target.
Result<TaskRecord> withTypedId(TaskRecord record);

/// Converts the target of a move to and from the text in its record: `to QUEUE` or `to QUEUE at URL`.
QByteArray moveTarget(const QueueName& queue, const QByteArray& elsewhere);
struct MoveTarget
{
    QueueName queue;
    QByteArray elsewhere;
};
std::optional<MoveTarget> readMoveTarget(const QByteArray& text);

/// Number of operations to read when searching for unfinished moves.
inline constexpr int moveRecordsRead = 10'000;
/// Returns whether a record belongs to an unfinished move to this target.
bool isUnfinishedMove(const OperationRecord& record, const QByteArray& target);

} // namespace dueline
