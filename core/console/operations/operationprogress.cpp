// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationprogress.h"

#include <QStringList>

#include <array>

namespace dueline {

namespace {

/// Texts for a reason: its name in JSON, words that can follow a task count, and a sentence.
struct SkipWords
{
    SkipReason reason;
    const char* name;
    const char* words;
    const char* sentence; ///< empty if the reason is the task's state or a concurrent change
};

constexpr std::array skipWords{
    SkipWords{SkipReason::NotFound, "not_found", "not found", ""},
    SkipWords{SkipReason::MovedOn, "moved_on", "changed in the meantime", ""},
    SkipWords{SkipReason::NeedsForce, "needs_force", "held by a worker", ""},
    SkipWords{SkipReason::AlreadyDue, "already_due", "already due", ""},
    SkipWords{SkipReason::NotApplicable, "not_applicable", "in another state", ""},
    SkipWords{SkipReason::InFlow, "in_flow", "in a flow",
        "The job belongs to a flow; only BullMQ itself can update the parent job."},
    SkipWords{SkipReason::NextRun, "next_run", "created as the next run of a schedule",
        "The task is the next run of a schedule; without it, the schedule would stop."},
    SkipWords{SkipReason::Held, "held", "locked by a worker", "A worker holds the task until its lock expires."},
    SkipWords{SkipReason::Stalled, "stalled", "left by a lost worker",
        "The task's worker is lost; the framework's next check will return the task to the queue."},
    SkipWords{SkipReason::InGroup, "in_group", "in a group",
        "The task belongs to a group whose order only the framework can maintain."},
    SkipWords{
        SkipReason::Untimed, "untimed", "without a due time", "The task is waiting in a list and has no due time."},
    SkipWords{SkipReason::IdTaken, "id_taken", "whose id is used by another task",
        "Another task has the same id or deduplication key; that task may be in the trash."},
    SkipWords{SkipReason::Damaged, "damaged", "that cannot be read", "The task's stored data cannot be read."},
    SkipWords{SkipReason::RateLimited, "rate_limited", "held back by a rate limit",
        "A rate limit holds the task back; the framework will release it."},
    SkipWords{SkipReason::LongList, "long_list", "too far down a long list",
        "Finding the task in its list would take too long; it will run when it is due."},
    SkipWords{SkipReason::Running, "running", "running, with no other copy",
        "The task is running, and only its worker has a copy."},
    SkipWords{SkipReason::InBatch, "in_batch", "in a batch",
        "The task belongs to a batch, which would wait forever if the task were removed."},
    SkipWords{SkipReason::UniqueLock, "unique_lock", "with a uniqueness lock",
        "The task has a uniqueness lock, which only its own library can release."},
    SkipWords{SkipReason::Started, "started", "running", "The task is running; cancel it instead."},
    SkipWords{SkipReason::HasDependents, "has_dependents", "that other tasks are waiting for",
        "Other jobs depend on this one."},
    SkipWords{SkipReason::WaitsForOther, "waits_for_other", "waiting for another task",
        "The job is waiting for another job; the framework will release it."},
    SkipWords{
        SkipReason::Reserved, "reserved", "reserved by a worker", "A worker holds the task until its lease expires."},
    SkipWords{SkipReason::LeaseOver, "lease_over", "whose lease has expired",
        "The task's lease has expired; the next pop by any worker will return the task to the queue."},
    SkipWords{SkipReason::Poison, "poison", "that no worker could read",
        "No worker could read the task, so it would be lost."},
    SkipWords{SkipReason::Retried, "retried", "already retried",
        "Already retried; a retry that failed is listed as a separate task."},
    SkipWords{SkipReason::RetryWaits, "retry_waits", "whose retry has not finished",
        "Already retried; the retry has not finished."},
    SkipWords{SkipReason::MayRun, "may_run", "that a worker may still run",
        "The task's worker was active recently and may still be running it; --idle sets a shorter limit."},
    SkipWords{SkipReason::NoMessage, "no_message", "whose message was deleted",
        "The task's message was trimmed or deleted, so the task can only be deleted."},
    SkipWords{SkipReason::OtherGroups, "other_groups", "shared with other groups",
        "The stream's other groups would lose the message or receive it again. Once a worker of this group has received it, a forced retry or discard affects only this group."},
    SkipWords{SkipReason::DueSoon, "due_soon", "due now or within 2 s",
        "The task is due now or within 2 s, so the program that owns the queue may already have read it."},
};

/// Returns whether the table has a row for each reason, in order.
constexpr bool isComplete()
{
    for (std::size_t i = 0; i < skipWords.size(); ++i) {
        if (skipWords[i].reason != SkipReason(i))
            return false;
    }
    return skipWords.back().reason == SkipReason::DueSoon;
}
static_assert(isComplete());

const SkipWords& wordsOf(SkipReason reason) { return skipWords[std::size_t(reason)]; }

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

const char* nameOf(SkipReason reason) { return wordsOf(reason).name; }

QString describe(SkipReason reason) { return QString::fromLatin1(wordsOf(reason).words); }

QString sentenceOf(SkipReason reason) { return QString::fromLatin1(wordsOf(reason).sentence); }

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
