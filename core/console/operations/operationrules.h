// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"

namespace dueline {

/// Returns the record for a new operation, with a new id and the request's action, selection, user, and reason.
OperationRecord newRecord(const OperationRequest& request);

/// Returns the error for an operation whose undo data would take too much of Redis's remaining memory.
Error undoTooLarge(const OperationPreview& preview);
/// Checks whether the queue supports the request, and returns the queue. Errors: Usage, NotSupported, NotFound,
/// WrongType (the queue can't be read); otherwise same as checkOwner() and QueueInspector.
Result<QueueInfo> operableQueue(Backend& backend, const OperationRequest& request);

/// Reads a queue and calls checkOwner(). Succeeds if the queue doesn't exist or can't be read.
Result<> checkOwnerOf(Backend& backend, const QueueName& queue);

/// Returns the states that an action applies to in a layout. If a layout has no Scheduled state, its Due state includes
/// scheduled tasks, so run-now applies to it.
StateSet statesFor(const Action& action, const Capabilities& can);
/// Returns whether an action on tasks in these states needs force but is safe with it: all tasks are leased, and the
/// layout itself checks that their workers have ended.
bool isForEndedWorkers(ActionKind kind, const Capabilities& can, StateSet states);
/// Returns why a task is skipped; nullopt if the action applies to it. `at`: the task's time. `now`: server time.
std::optional<SkipReason> whyNot(
    const Action& action, const Capabilities& can, TaskState state, TimePoint at, TimePoint now);

/// Returns the reason that corresponds to an outcome other than Done.
SkipReason skipReasonOf(ItemOutcome outcome);

/// Corrects the outcomes of a step that was repeated because its reply was lost. A task with the outcome MovedOn counts
/// as done if the step's first execution changed it. Errors: same as QueueInspector.
Result<> settleUncertain(Backend& backend, const ActionStep& step, std::vector<ItemOutcome>& outcomes);

/// Returns the new due time for the task with this index among `count` tasks to reschedule. It doesn't depend on the
/// current time, so a repeated step sets the same due time.
TimePoint newDueOf(const Action& action, const TaskRef& ref, qint64 index, qint64 count, TimePoint startedAt);

} // namespace dueline
