// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"

namespace dueline {

/// The record of a request before anything was done: a new id, what is done, to what, by whom and why.
OperationRecord newRecord(const OperationRequest& request);

/// That what undo would hold is more than Redis can spare.
Error undoTooLarge(const OperationPreview& preview);
/// The queue, where this can be done to its tasks. Errors: NotSupported, NotFound, WrongType (it cannot be read), those
/// of QueueInspector.
Result<QueueInfo> operableQueue(Backend& backend, const OperationRequest& request);

/// Checks as checkOwner() a queue that is looked at first; one that is not there, or cannot be read, passes.
Result<> checkOwnerOf(Backend& backend, const QueueName& queue);

/// The states that an action is for in a queue where this can be done. A layout that has run-now and no state for what
/// is scheduled keeps what has a due time of its own among what is due.
StateSet statesFor(const Action& action, const Capabilities& can);
/// Why a task that was seen in this state, at this instant, is left alone; nullopt: it is acted on.
std::optional<SkipReason> whyNot(
    const Action& action, const Capabilities& can, TaskState state, TimePoint at, TimePoint now);

/// Why one that was acted on, and not done, was left alone.
SkipReason skipReasonOf(ItemOutcome outcome);

/// A step was sent before and its answer was lost: what seems to have moved on may have been moved by it, and then
/// counts as done. Errors: those of QueueInspector.
Result<> settleUncertain(Backend& backend, const ActionStep& step, std::vector<ItemOutcome>& outcomes);

/// The due time that a rescheduled task gets, the `index`-th of `count`. Computed from what was seen and from fixed
/// instants alone, so that a repeated step asks for the same.
TimePoint newDueOf(const Action& action, const TaskRef& ref, qint64 index, qint64 count, TimePoint startedAt);

} // namespace dueline
