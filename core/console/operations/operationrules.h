// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"

namespace dueline {

/// Creates the record of a new request: a new id, the action, the tasks, the user and the reason.
OperationRecord newRecord(const OperationRequest& request);

/// Returns the error for an operation whose undo would need more memory than Redis can spare.
Error undoTooLarge(const OperationPreview& preview);
/// Returns the queue if it supports the action. Errors: NotSupported, NotFound, WrongType (the queue cannot be read),
/// those of QueueInspector.
Result<QueueInfo> operableQueue(Backend& backend, const OperationRequest& request);

/// Reads a queue and runs checkOwner(). Succeeds if the queue does not exist or is unreadable.
Result<> checkOwnerOf(Backend& backend, const QueueName& queue);

/// Returns the states to which an action applies in a queue. If the layout supports run-now but has no Scheduled state,
/// scheduled tasks count as due.
StateSet statesFor(const Action& action, const Capabilities& can);
/// Returns whether an action on tasks in these states requires force and can be forced: all tasks are leased, and the
/// layout itself checks that their workers have ended.
bool isForEndedWorkers(ActionKind kind, const Capabilities& can, StateSet states);
/// Returns why a task with this state and instant is skipped; nullopt if the action applies to it.
std::optional<SkipReason> whyNot(
    const Action& action, const Capabilities& can, TaskState state, TimePoint at, TimePoint now);

/// Converts an outcome other than Done to the reason why the task was skipped.
SkipReason skipReasonOf(ItemOutcome outcome);

/// Corrects the outcomes of a repeated step whose first reply was lost. A task with the outcome MovedOn may have been
/// moved by the step itself, in which case it counts as done. Errors: those of QueueInspector.
Result<> settleUncertain(Backend& backend, const ActionStep& step, std::vector<ItemOutcome>& outcomes);

/// Returns the due time of rescheduled task number `index` of `count`. It depends only on the reference and on fixed
/// instants, so a repeated step requests the same time.
TimePoint newDueOf(const Action& action, const TaskRef& ref, qint64 index, qint64 count, TimePoint startedAt);

} // namespace dueline
