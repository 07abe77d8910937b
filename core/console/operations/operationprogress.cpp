// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationprogress.h"

#include <QStringList>

namespace dueline {

namespace {

qint64 sumOf(const std::map<SkipReason, qint64>& counts)
{
    qint64 sum = 0;
    for (const auto& [reason, count] : counts)
        sum += count;
    return sum;
}

QString summaryOf(const std::map<SkipReason, qint64>& counts)
{
    QStringList parts;
    for (const auto& [reason, count] : counts)
        parts << QStringLiteral("%1 %2").arg(count).arg(describe(reason));
    return parts.join(QStringLiteral(", "));
}

} // namespace

QString describe(SkipReason reason)
{
    switch (reason) {
    case SkipReason::NotFound:
        return QStringLiteral("not found");
    case SkipReason::MovedOn:
        return QStringLiteral("changed in the meantime");
    case SkipReason::NeedsForce:
        return QStringLiteral("held by a worker");
    case SkipReason::AlreadyDue:
        return QStringLiteral("already due");
    case SkipReason::NotApplicable:
        return QStringLiteral("in another state");
    case SkipReason::InFlow:
        return QStringLiteral("in a flow");
    case SkipReason::NextRun:
        return QStringLiteral("created as the next run of a schedule");
    case SkipReason::Held:
        return QStringLiteral("locked by a worker");
    case SkipReason::Stalled:
        return QStringLiteral("left by a lost worker");
    case SkipReason::InGroup:
        return QStringLiteral("in a group");
    case SkipReason::Untimed:
        return QStringLiteral("without a due time");
    case SkipReason::IdTaken:
        return QStringLiteral("whose id is used by another task");
    case SkipReason::Damaged:
        return QStringLiteral("that cannot be read");
    case SkipReason::RateLimited:
        return QStringLiteral("held back by a rate limit");
    case SkipReason::LongList:
        return QStringLiteral("too far down a long list");
    case SkipReason::Running:
        return QStringLiteral("running, with no other copy");
    case SkipReason::InBatch:
        return QStringLiteral("in a batch");
    case SkipReason::UniqueLock:
        return QStringLiteral("with a uniqueness lock");
    case SkipReason::Started:
        return QStringLiteral("running");
    case SkipReason::HasDependents:
        return QStringLiteral("that other tasks are waiting for");
    case SkipReason::WaitsForOther:
        return QStringLiteral("waiting for another task");
    case SkipReason::Reserved:
        return QStringLiteral("reserved by a worker");
    case SkipReason::LeaseOver:
        return QStringLiteral("whose lease has expired");
    case SkipReason::Poison:
        return QStringLiteral("that no worker could read");
    case SkipReason::Retried:
        return QStringLiteral("already retried");
    case SkipReason::RetryWaits:
        return QStringLiteral("whose retry has not finished");
    case SkipReason::MayRun:
        return QStringLiteral("that a worker may still run");
    case SkipReason::NoMessage:
        return QStringLiteral("whose message was deleted");
    case SkipReason::OtherGroups:
        return QStringLiteral("shared with other groups");
    }
    Q_UNREACHABLE();
    return {};
}

QString sentenceOf(SkipReason reason)
{
    switch (reason) {
    case SkipReason::NotFound:
    case SkipReason::MovedOn:
    case SkipReason::NeedsForce:
    case SkipReason::AlreadyDue:
    case SkipReason::NotApplicable:
        break;
    case SkipReason::InFlow:
        return QStringLiteral("The job belongs to a flow; only BullMQ itself can update the parent job.");
    case SkipReason::NextRun:
        return QStringLiteral("The task is the next run of a schedule; without it, the schedule would stop.");
    case SkipReason::Held:
        return QStringLiteral("A worker holds the task until its lock expires.");
    case SkipReason::Stalled:
        return QStringLiteral("The task's worker is lost; the framework's next check will return the task to the "
                              "queue.");
    case SkipReason::InGroup:
        return QStringLiteral("The task belongs to a group whose order only the framework can maintain.");
    case SkipReason::Untimed:
        return QStringLiteral("The task is waiting in a list and has no due time.");
    case SkipReason::IdTaken:
        return QStringLiteral("Another task has the same id or deduplication key; that task may be in the trash.");
    case SkipReason::Damaged:
        return QStringLiteral("The task's stored data cannot be read.");
    case SkipReason::RateLimited:
        return QStringLiteral("A rate limit holds the task back; the framework will release it.");
    case SkipReason::LongList:
        return QStringLiteral("Finding the task in its list would take too long; it will run when it is due.");
    case SkipReason::Running:
        return QStringLiteral("The task is running, and only its worker has a copy.");
    case SkipReason::InBatch:
        return QStringLiteral("The task belongs to a batch, which would wait forever if the task were removed.");
    case SkipReason::UniqueLock:
        return QStringLiteral("The task has a uniqueness lock, which only its own library can release.");
    case SkipReason::Started:
        return QStringLiteral("The task is running; cancel it instead.");
    case SkipReason::HasDependents:
        return QStringLiteral("Other jobs depend on this one.");
    case SkipReason::WaitsForOther:
        return QStringLiteral("The job is waiting for another job; the framework will release it.");
    case SkipReason::Reserved:
        return QStringLiteral("A worker holds the task until its lease expires.");
    case SkipReason::LeaseOver:
        return QStringLiteral("The task's lease has expired; the next pop by any worker will return the task to the "
                              "queue.");
    case SkipReason::Poison:
        return QStringLiteral("No worker could read the task, so it would be lost.");
    case SkipReason::Retried:
        return QStringLiteral("Already retried; a retry that failed is listed as a separate task.");
    case SkipReason::RetryWaits:
        return QStringLiteral("Already retried; the retry has not finished.");
    case SkipReason::MayRun:
        return QStringLiteral("The task's worker was active recently and may still be running it; --idle sets a "
                              "shorter limit.");
    case SkipReason::NoMessage:
        return QStringLiteral("The task's message was trimmed or deleted, so the task can only be deleted.");
    case SkipReason::OtherGroups:
        return QStringLiteral("The stream's other groups would lose the message or receive it again. Once a worker of "
                              "this group has received it, a forced retry or discard affects only this group.");
    }
    return {};
}

std::optional<Millis> outlastsUndo(qint64 tasks, qint64 pace, Millis undoFor)
{
    if (pace <= 0)
        return {};
    const Millis lasts(tasks * 1000 / pace);
    return lasts > undoFor ? std::optional(lasts) : std::nullopt;
}

void SkippedTasks::add(const TaskId& id, SkipReason reason, std::optional<TaskState> state)
{
    ++m_counts[reason];
    if (m_named.size() < namedAtMost)
        m_named.push_back({id, reason, reason == SkipReason::NotApplicable ? state : std::nullopt});
}

void SkippedTasks::add(SkipReason reason, qint64 count) { m_counts[reason] += count; }

void SkippedTasks::set(SkipReason reason, qint64 count)
{
    if (count > 0)
        m_counts[reason] = count;
    else
        m_counts.erase(reason);
}

void SkippedTasks::name(const TaskId& id, SkipReason reason)
{
    if (m_named.size() < namedAtMost)
        m_named.push_back({id, reason, std::nullopt});
}

qint64 SkippedTasks::total() const { return sumOf(m_counts); }

QString SkippedTasks::summary() const { return summaryOf(m_counts); }

qint64 ForeseenSkips::total() const { return sumOf(reasons); }

QString ForeseenSkips::summary() const { return summaryOf(reasons); }

} // namespace dueline
