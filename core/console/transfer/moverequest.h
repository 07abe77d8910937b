// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"

namespace dueline {

/// Request to move or copy tasks from one queue into another, on the same server or on another one.
struct MoveRequest
{
    QueueName from;
    QueueName to;
    TaskSelection selection;
    /// States to which the selection is restricted. Tasks in the trash are copied only if no other state is selected.
    StateSet states = StateSet::all();
    bool copies = false; ///< true to copy the tasks instead of moving them
    QByteArray elsewhere; ///< address of the target's server, without a password; empty: same server and prefix
    QByteArray by; ///< user who requested the move, as `user@host`
    QByteArray reason;
};

/// Returns the states in which the request can move or copy tasks.
StateSet movableStates(const MoveRequest& request);
/// Checks the target's name, the owners of both queues, and whether tasks can be moved out of the source. Errors: Usage
/// (the same queue, or an invalid name), NotSupported, those of checkOwnerOf().
Result<> checkMove(const MoveRequest& request, Backend& from, Backend& to);
/// Returns sentences that say how to move the tasks back, if the move cannot be undone; otherwise empty.
QString adviceWithoutUndo(const MoveRequest& request, Backend& to);

/// Returns whether copied tasks need ids that start with their type. A new task gets its type from its id: a native
/// queue uses the type to find the handler, and a framework's queue uses it as the class or name of the job.
bool needsTypedIds(const MoveRequest& request, const Backend& from, const Backend& to);
/// Changes the id of a framework's task to TYPE#ID. Errors: Usage if the type is not valid in the target.
Result<TaskRecord> withTypedId(TaskRecord record);

/// Returns the text with which a move's record names the target: `to QUEUE` or `to QUEUE at URL`. readMoveTarget()
/// parses this text.
QByteArray moveTarget(const QueueName& queue, const QByteArray& elsewhere);
struct MoveTarget
{
    QueueName queue;
    QByteArray elsewhere;
};
std::optional<MoveTarget> readMoveTarget(const QByteArray& text);

/// Number of operations that are read to find interrupted moves.
inline constexpr int moveRecordsRead = 10'000;
/// Returns whether a record belongs to a move to this target that has not been finished.
bool isUnfinishedMove(const OperationRecord& record, const QByteArray& target);

} // namespace dueline
