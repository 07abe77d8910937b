// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/operation.h"

namespace dueline {

namespace {

constexpr std::array allActions{ActionKind::Retry, ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard,
    ActionKind::Restore, ActionKind::Delete};

} // namespace

QByteArray uniquePartOf(const OperationId& id) { return id.mid(id.lastIndexOf('/') + 1); }

QByteArrayView actionName(ActionKind kind)
{
    switch (kind) {
    case ActionKind::Retry:
        return "retry";
    case ActionKind::RunNow:
        return "run-now";
    case ActionKind::Reschedule:
        return "reschedule";
    case ActionKind::Discard:
        return "discard";
    case ActionKind::Restore:
        return "restore";
    case ActionKind::Delete:
        return "delete";
    }
    Q_UNREACHABLE();
    return {};
}

std::optional<ActionKind> actionFromName(QByteArrayView name)
{
    for (const ActionKind kind : allActions) {
        if (name == actionName(kind))
            return kind;
    }
    return std::nullopt;
}

StateSet applicableStates(ActionKind kind, bool force)
{
    StateSet states;
    bool takesLeases = true;
    switch (kind) {
    case ActionKind::Retry:
        states = {TaskState::Retrying, TaskState::Failed};
        break;
    case ActionKind::RunNow:
        states = {TaskState::Scheduled, TaskState::Retrying};
        break;
    case ActionKind::Reschedule:
        states = StateSet::pending();
        takesLeases = false;
        break;
    case ActionKind::Discard:
        states = StateSet{TaskState::Leased, TaskState::Trash}.complement();
        break;
    case ActionKind::Restore:
        states = {TaskState::Trash};
        takesLeases = false;
        break;
    case ActionKind::Delete:
        states = StateSet{TaskState::Leased}.complement();
        break;
    }
    if (force && takesLeases)
        states.insert(TaskState::Leased);
    return states;
}

} // namespace dueline
