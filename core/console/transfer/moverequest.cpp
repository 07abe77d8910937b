// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/moverequest.h"

#include "core/base/text.h"
#include "core/console/operations/operationrules.h"
#include "core/console/operations/undorun.h"

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

/// Calls checkOwnerOf() for the queues that the request changes: both for a move, just the target for a copy.
Result<> checkOwners(const MoveRequest& request, Backend& from, Backend& to)
{
    const auto source = request.copies ? Result<>() : checkOwnerOf(from, request.from);
    return source ? checkOwnerOf(to, request.to) : source;
}

/// Checks whether the source's layout supports what a move needs: discarding, undo, and QueueEditor::place().
Result<> checkSource(const MoveRequest& request, const Backend& from)
{
    const Capabilities& can = from.capabilities(request.from);
    if (request.copies || (can.undo && can.place && can.can(ActionKind::Discard)))
        return {};
    return Error{ErrorCode::NotSupported,
        u"Tasks cannot be moved out of the %1 layout. Use \"copy\" to keep the original tasks, or \"adopt\" to "
        u"move an entire custom queue."_s.arg(printable(can.layout))};
}

} // namespace

StateSet movableStates(const MoveRequest& request)
{
    StateSet states = request.states;
    if (!request.copies || states != StateSet{TaskState::Trash})
        states.remove(TaskState::Trash);
    return states;
}

Result<> checkMove(const MoveRequest& request, Backend& from, Backend& to)
{
    if (request.elsewhere.isEmpty() && request.from == request.to)
        return Error{ErrorCode::Usage,
            u"The tasks are already in the queue %1; choose another queue."_s.arg(printable(request.to, 60))};
    if (const auto valid = checkQueueName(request.to); !valid)
        return valid;
    if (const auto settled = checkOwners(request, from, to); !settled)
        return settled;
    return checkSource(request, from);
}

QString adviceWithoutUndo(const MoveRequest& request, Backend& to)
{
    const Capabilities& target = to.capabilities(request.to);
    if (request.copies || target.place)
        return {};
    return moveWithoutUndo(target.layout, request.from, request.to, request.elsewhere);
}

bool needsTypedIds(const MoveRequest& request, const Backend& from, const Backend& to)
{
    const Capabilities& target = to.capabilities(request.to);
    return request.copies && from.capabilities(request.from).copied && (target.place || target.copied);
}

Result<TaskRecord> withTypedId(TaskRecord record)
{
    Task& task = record.detail.task;
    const QByteArray type = typeOf(task).toByteArray();
    if (const auto checked = checkType(type); !checked)
        return Error{ErrorCode::Usage, u"%1: %2"_s.arg(printable(task.id, 60), checked.error().message)};
    task.id = taskIdFor(type, task.id);
    task.type.clear();
    task.nativeState.clear();
    task.ownQueue.clear();
    return record;
}

QByteArray moveTarget(const QueueName& queue, const QByteArray& elsewhere)
{
    return "to " + queue + (elsewhere.isEmpty() ? QByteArray() : " at " + elsewhere);
}

std::optional<MoveTarget> readMoveTarget(const QByteArray& text)
{
    if (!text.startsWith("to "))
        return std::nullopt;
    const qsizetype at = text.lastIndexOf(" at ");
    const bool isElsewhere = at > 2 && text.mid(at + 4).contains(':');
    return isElsewhere ? MoveTarget{text.mid(3, at - 3), text.mid(at + 4)} : MoveTarget{text.mid(3), {}};
}

bool isUnfinishedMove(const OperationRecord& record, const QByteArray& target)
{
    return record.kind == "move" && !record.finished && record.undoneBy.isEmpty() && record.filter == target;
}

} // namespace dueline
