// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/operation.h"

namespace dueline {

namespace {

constexpr std::array allActions{ActionKind::Retry, ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard,
    ActionKind::Restore, ActionKind::Delete};

} // namespace

QString refusalText(ItemOutcome outcome)
{
    switch (outcome) {
    case ItemOutcome::Done:
    case ItemOutcome::NotFound:
    case ItemOutcome::MovedOn:
        break;
    case ItemOutcome::Refused:
        return QStringLiteral("The action does not apply to its state.");
    case ItemOutcome::InFlow:
        return QStringLiteral("It belongs to a flow; only BullMQ itself can settle its parent.");
    case ItemOutcome::NextRun:
        return QStringLiteral("It is the next run of a schedule; without it the schedule would stop.");
    case ItemOutcome::Held:
        return QStringLiteral("A worker holds it until its lock expires.");
    case ItemOutcome::Stalled:
        return QStringLiteral("Its worker is gone; the next worker's stalled check puts it back.");
    case ItemOutcome::InGroup:
        return QStringLiteral("It belongs to a group, which only its framework can keep in order.");
    case ItemOutcome::Untimed:
        return QStringLiteral("It waits its turn in a list and has no due time.");
    case ItemOutcome::IdTaken:
        return QStringLiteral("Another task has its id, or its deduplication key, by now.");
    case ItemOutcome::Damaged:
        return QStringLiteral("What is stored of it cannot be read.");
    case ItemOutcome::RateLimited:
        return QStringLiteral("A rate limit holds it back; its framework releases it.");
    case ItemOutcome::LongList:
        return QStringLiteral("Finding its place would take too long; it runs when it is due.");
    case ItemOutcome::Running:
        return QStringLiteral("It is running; its only copy is with its worker.");
    case ItemOutcome::InBatch:
        return QStringLiteral("It belongs to a batch, which would wait for it for ever.");
    case ItemOutcome::UniqueLock:
        return QStringLiteral("A uniqueness lock goes with it; only its own library can free that.");
    case ItemOutcome::Started:
        return QStringLiteral("A worker runs it; stop it instead.");
    case ItemOutcome::HasDependents:
        return QStringLiteral("Others wait for it (dependents).");
    case ItemOutcome::WaitsForOther:
        return QStringLiteral("It waits for another job; its framework releases it.");
    case ItemOutcome::Reserved:
        return QStringLiteral("A worker holds it until its lease runs out.");
    case ItemOutcome::LeaseOver:
        return QStringLiteral("Its time is over; the next pop of any worker puts it back.");
    case ItemOutcome::Poison:
        return QStringLiteral("No worker could read it; it would be lost.");
    }
    return {};
}

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
