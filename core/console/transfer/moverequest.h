// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"

namespace dueline {

/// Request to move or copy tasks from one queue to another, on the same server or a different one.
struct MoveRequest
{
    QueueName from;
    QueueName to;
    TaskSelection selection;
    /// States to restrict the selection to. Tasks in the trash are copied only if no other state is selected.
    StateSet states = StateSet::all();
    bool copies = false; ///< true to copy the tasks rather than move them
    QByteArray elsewhere; ///< target server's address, without a password; empty: same server and prefix
    QByteArray by; ///< requesting user, as `user@host`
    QByteArray reason;
};

/// Returns the states whose tasks the request can move or copy.
StateSet movableStates(const MoveRequest& request);
/// Checks the target's name, both queues' owners, and whether tasks can be moved out of the source. Errors: Usage (the
/// same queue, or an invalid name), NotSupported; otherwise same as checkOwnerOf().
Result<> checkMove(const MoveRequest& request, Backend& from, Backend& to);
/// Returns sentences that say how to move the tasks back if the move can't be undone; otherwise empty.
QString adviceWithoutUndo(const MoveRequest& request, Backend& to);

/// Returns whether copied tasks need ids that start with their type. A new task gets its type from its id: a native
/// queue uses the type to find the handler, and a framework's queue uses it as the job's class or name.
bool needsTypedIds(const MoveRequest& request, const Backend& from, const Backend& to);
/// Changes a framework task's id to TYPE#ID. Errors: Usage if the type isn't valid in the target.
Result<TaskRecord> withTypedId(TaskRecord record);

/// Returns the text that a move's record uses to name the target: `to QUEUE` or `to QUEUE at URL`. readMoveTarget()
/// parses it.
QByteArray moveTarget(const QueueName& queue, const QByteArray& elsewhere);
struct MoveTarget
{
    QueueName queue;
    QByteArray elsewhere;
};
std::optional<MoveTarget> readMoveTarget(const QByteArray& text);

/// Number of operations to read when looking for interrupted moves.
inline constexpr int moveRecordsRead = 10'000;
/// Returns whether a record belongs to an unfinished move to this target.
bool isUnfinishedMove(const OperationRecord& record, const QByteArray& target);

} // namespace dueline
