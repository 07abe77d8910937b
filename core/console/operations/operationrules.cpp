// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationrules.h"

#include "core/base/text.h"
#include "core/console/operations/undorun.h"

namespace dueline {

namespace {

/// Stores the selection in a record: `filter` is text for display; `match` and `states` are used to resume the
/// operation.
void describeSelection(OperationRecord& record, const OperationRequest& request)
{
    if (request.selection.kind == TaskSelection::Kind::Ids || request.selection.kind == TaskSelection::Kind::Refs)
        return;
    if (request.selection.kind == TaskSelection::Kind::Filter)
        // A resumed operation parses the filter again, so replace relative times with absolute ones.
        record.match = request.selection.filter.fixedText().toUtf8();
    record.states = stateNames(request.states);
    record.filter = record.match;
    const StateSet said
        = request.selection.kind == TaskSelection::Kind::Filter ? request.selection.filter.states() : StateSet::all();
    // Add the states if the filter alone would also select tasks in other states.
    if (request.states != StateSet::all() && said.intersected(request.states) != said)
        record.filter += (record.filter.isEmpty() ? "state:" : " state:") + record.states;
    if (record.filter.isEmpty())
        record.filter = "all";
}

} // namespace

OperationRecord newRecord(const OperationRequest& request)
{
    OperationRecord record;
    record.id = makeOperationId(request.queue, SystemClock().now());
    record.kind = actionName(request.action.kind).toByteArray();
    record.queue = request.queue;
    describeSelection(record, request);
    record.by = request.by;
    record.reason = request.reason;
    return record;
}

Error undoTooLarge(const OperationPreview& preview)
{
    return {ErrorCode::Refused,
        QStringLiteral(
            "Undo data would use about %1, more than a quarter of the %2 that Redis has left. Select fewer tasks, raise maxmemory, or skip undo (--no-undo). Nothing was changed.")
            .arg(formatBytes(preview.undoBytes), formatBytes(preview.freeBytes.value_or(0)))};
}

Result<QueueInfo> operableQueue(Backend& backend, const OperationRequest& request)
{
    if (const Capabilities& can = backend.capabilities(request.queue); !can.can(request.action.kind)) {
        const QString action = printable(actionName(request.action.kind));
        for (const auto& [place, there] : backend.queueCapabilities().byQueue) {
            if (place != request.queue && there.layout == can.layout && there.can(request.action.kind))
                return Error{ErrorCode::NotSupported,
                    QStringLiteral("The queue %1 does not support %2; %3 does.")
                        .arg(printable(request.queue, 60), action, printable(place, 60))};
        }
        return Error{ErrorCode::NotSupported,
            QStringLiteral("The %1 layout does not support %2.").arg(printable(can.layout), action)};
    }
    if (request.action.kind == ActionKind::Retry && request.action.setsDue()) {
        const Capabilities& can = backend.capabilities(request.queue);
        if (!can.retryLater) {
            return Error{ErrorCode::NotSupported,
                QStringLiteral("The %1 layout can retry tasks only immediately; omit the time.")
                    .arg(printable(can.layout))};
        }
        if (request.action.force || request.action.time == Action::Time::Shift)
            return Error{ErrorCode::Usage,
                QStringLiteral(
                    "A retry at a set time needs a time or a spread; it cannot revoke leases or shift times.")};
    }
    if (const Capabilities& can = backend.capabilities(request.queue); !request.keepsUndo && !can.undoOptional) {
        return Error{ErrorCode::NotSupported,
            QStringLiteral("Operations in the %1 layout always keep undo data; remove --no-undo.")
                .arg(printable(can.layout))};
    }
    auto info = backend.inspector().queue(request.queue);
    if (info && !info->unreadable.isEmpty()) {
        return Error{ErrorCode::WrongType,
            QStringLiteral("The queue %1 cannot be read: %2")
                .arg(printable(request.queue), printable(info->unreadable))};
    }
    if (info) {
        if (const auto settled = checkOwner(backend, *info); !settled)
            return settled.error();
    }
    return info;
}

Result<> checkOwnerOf(Backend& backend, const QueueName& queue)
{
    const auto info = backend.inspector().queue(queue);
    if (!info) // Refused: the layout can't prove that it owns the queue
        return info.error().code == ErrorCode::Refused ? Result<>(info.error()) : Result<>();
    return checkOwner(backend, *info);
}

StateSet statesFor(const Action& action, const Capabilities& can)
{
    StateSet states = applicableStates(action.kind, action.force);
    // If run-now applies to the tasks of ended workers, the layout's Due state contains no scheduled tasks.
    if (action.kind == ActionKind::RunNow && !can.states.contains(TaskState::Scheduled)
        && !can.ofEndedWorkers.contains(ActionKind::RunNow))
        states.insert(TaskState::Due);
    return states;
}

bool isForEndedWorkers(ActionKind kind, const Capabilities& can, StateSet states)
{
    return states == StateSet{TaskState::Leased} && can.ofEndedWorkers.contains(kind);
}

std::optional<SkipReason> whyNot(
    const Action& action, const Capabilities& can, TaskState state, TimePoint at, TimePoint now)
{
    const ActionKind kind = action.kind;
    if (state == TaskState::Due && at > now && statesFor(action, can).contains(state))
        return std::nullopt;
    const bool bringsForward
        = action.time == Action::Time::None && (kind == ActionKind::Retry || kind == ActionKind::RunNow);
    if (bringsForward && (state == TaskState::Due || (state == TaskState::Retrying && at <= now)))
        return SkipReason::AlreadyDue;
    if (keepsParked(kind) && state == TaskState::Scheduled && at == parkedUntil)
        return SkipReason::NotApplicable;
    if (applicableStates(kind, action.force).contains(state))
        return std::nullopt;
    if (state == TaskState::Leased && applicableStates(kind, true).contains(state)) {
        // If a framework doesn't lease tasks, not even a forced action can take a task from its worker.
        return can.leases || can.ofEndedWorkers.contains(kind) ? SkipReason::NeedsForce
            : can.cancel                                       ? SkipReason::Started
                                                               : SkipReason::Reserved;
    }
    return SkipReason::NotApplicable;
}

SkipReason skipReasonOf(ItemOutcome outcome)
{
    switch (outcome) {
    case ItemOutcome::NotFound:
        return SkipReason::NotFound;
    case ItemOutcome::Refused:
        return SkipReason::NotApplicable;
    case ItemOutcome::Done:
    case ItemOutcome::MovedOn:
        return SkipReason::MovedOn;
    default:
        // From InFlow on, both enumerations list the same reasons in the same order.
        constexpr int shift = int(SkipReason::InFlow) - int(ItemOutcome::InFlow);
        static_assert(int(SkipReason::DueSoon) - int(ItemOutcome::DueSoon) == shift);
        return SkipReason(int(outcome) + shift);
    }
}

Result<> settleUncertain(Backend& backend, const ActionStep& step, std::vector<ItemOutcome>& outcomes)
{
    for (std::size_t i = 0; i < step.refs.size(); ++i) {
        if (outcomes[i] == ItemOutcome::Done)
            continue;
        const auto detail = backend.inspector().task(step.queue, exactId(step.refs[i]));
        if (!detail && detail.error().code != ErrorCode::NotFound)
            return detail.error();
        const bool ours = detail ? detail->lastOperation == step.operation : step.action.kind == ActionKind::Delete;
        if (ours)
            outcomes[i] = ItemOutcome::Done;
    }
    return {};
}

TimePoint newDueOf(const Action& action, const TaskRef& ref, qint64 index, qint64 count, TimePoint startedAt)
{
    switch (action.time) {
    case Action::Time::None:
        break;
    case Action::Time::At:
        return action.at;
    case Action::Time::In:
        return startedAt + action.by;
    case Action::Time::Shift:
        return ref.seenAt + action.by;
    case Action::Time::Spread: {
        const qint64 gaps = count - 1;
        if (gaps < 1)
            return action.at;
        const qint64 span = (action.until - action.at).count();
        return action.at + Millis(span / gaps * index + span % gaps * index / gaps);
    }
    }
    return startedAt;
}

} // namespace dueline
