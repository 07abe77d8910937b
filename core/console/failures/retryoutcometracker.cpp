// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/retryoutcometracker.h"

#include "core/queue/errors/errorpattern.h"

#include <algorithm>
#include <numeric>

namespace dueline {

namespace {

/// number of payload bytes per step above which tasks are read one by one
constexpr qint64 mostBytesTogether = 512 * 1024;

} // namespace

void RetryOutcomeTracker::follow(const QueueName& queue, const QByteArray& kind, const RefStore& tasks, TimePoint since)
{
    m_parts.push_back({queue, std::make_shared<ErrorTemplate>(kind), since, tasks, tasks, {}, false});
    m_parts.back().known.assign(std::size_t(tasks.size()), notLookedAt);
    m_tasks += tasks.size();
    m_rounds = 0;
}

void RetryOutcomeTracker::again()
{
    for (Part& part : m_parts) {
        part.left = part.all;
        part.isRich = false;
        for (quint8& known : part.known)
            known &= quint8(~finalBit);
    }
    m_part = 0;
    m_final = 0;
    m_turn.invalidate();
}

qint64 RetryOutcomeTracker::looked() const { return std::accumulate(m_counts.begin(), m_counts.end(), qint64(0)); }

/// Returns a task's outcome: its state or, if it has failed since the operation, the failure group of its last error.
quint8 RetryOutcomeTracker::fateOf(const Part& part, const TaskDetail& detail)
{
    const auto alike = [&part](const QByteArray& error) {
        return quint8(part.kind->covers(errorText(error)) ? RetryOutcome::FailedAlike : RetryOutcome::FailedOtherwise);
    };
    const auto failed = std::find_if(detail.attempts.rbegin(), detail.attempts.rend(), [&part](const Attempt& attempt) {
        return attempt.endedAt >= part.since && attempt.outcome != "done" && attempt.outcome != "released";
    });
    const bool failedSince = failed != detail.attempts.rend();
    switch (detail.task.state) {
    case TaskState::Done:
        return quint8(RetryOutcome::Done) | finalBit;
    case TaskState::Leased:
        return quint8(RetryOutcome::Running);
    case TaskState::Failed: {
        const bool isFinal = detail.task.at >= part.since;
        if (!isFinal && !failedSince)
            return quint8(RetryOutcome::Untouched);
        return alike(failedSince ? failed->error : detail.task.error) | (isFinal ? finalBit : quint8(0));
    }
    case TaskState::Trash:
        return quint8(RetryOutcome::Elsewhere);
    case TaskState::Scheduled:
    case TaskState::Due:
    case TaskState::Retrying:
        return failedSince ? alike(failed->error) : quint8(RetryOutcome::Waiting);
    }
    return quint8(RetryOutcome::Elsewhere);
}

void RetryOutcomeTracker::take(Part& part, qint64 place, const TaskDetail* detail)
{
    quint8& known = part.known[std::size_t(place)];
    if (known != notLookedAt)
        --m_counts[known];
    known = detail ? fateOf(part, *detail) : quint8(RetryOutcome::Done) | finalBit;
    ++m_counts[known & ~finalBit];
    m_final += known & finalBit ? 1 : 0;
}

/// Checks several tasks in one call. Returns how many were checked.
Result<std::size_t> RetryOutcomeTracker::lookTogether(
    Backend& backend, Part& part, const std::vector<std::pair<qint64, TaskId>>& tasks)
{
    std::vector<TaskId> ids;
    for (const auto& [place, id] : tasks)
        ids.push_back(id);
    const auto records = backend.inspector().readRecords(part.queue, ids);
    if (!records)
        return records.error();
    qint64 bytes = 0;
    for (std::size_t i = 0; i < records->size(); ++i) {
        const std::optional<TaskRecord>& record = (*records)[i];
        bytes += record ? record->payload.size() : 0;
        TaskDetail detail = record ? record->detail : TaskDetail();
        if (record && !record->damage.isEmpty())
            detail.task.state = TaskState::Trash; // the task is damaged, so its state is unknown: count it as Elsewhere
        take(part, tasks[i].first, record ? &detail : nullptr);
    }
    part.isRich = bytes > mostBytesTogether;
    return records->size();
}

Result<std::size_t> RetryOutcomeTracker::lookByOne(
    Backend& backend, Part& part, const std::vector<std::pair<qint64, TaskId>>& tasks)
{
    const std::size_t most = std::min(tasks.size(), std::size_t(tasksByOne));
    for (std::size_t i = 0; i < most; ++i) {
        const auto detail = backend.inspector().task(part.queue, tasks[i].second);
        if (!detail && detail.error().code != ErrorCode::NotFound)
            return detail.error();
        take(part, tasks[i].first, detail ? &*detail : nullptr);
    }
    return most;
}

Result<bool> RetryOutcomeTracker::step(Backend& backend)
{
    if (m_parts.empty())
        return true;
    if (!m_turn.isValid())
        m_turn.start();
    Part& part = m_parts[m_part];
    const qint64 begin = part.left.position();
    std::vector<std::pair<qint64, TaskId>> tasks; // tasks without a final outcome, with their indexes in part.known
    const std::vector<TaskRef> refs = part.left.peek(tasksTogether);
    for (std::size_t i = 0; i < refs.size(); ++i) {
        const qint64 place = begin + qint64(i);
        if (!(part.known[std::size_t(place)] & finalBit))
            tasks.emplace_back(place, refs[i].id);
    }
    qint64 end = begin + qint64(refs.size());
    if (!tasks.empty()) {
        // In other layouts, reading tasks together saves no calls, and reads their payloads too.
        const bool together = !part.isRich && backend.capabilities(part.queue).layout == "native";
        const auto looked = together ? lookTogether(backend, part, tasks) : lookByOne(backend, part, tasks);
        if (!looked) {
            m_turn.invalidate();
            return looked.error();
        }
        if (*looked < tasks.size()) // the next step continues with the remaining tasks
            end = tasks[*looked].first;
    }
    part.left.skip(end - begin);
    if (part.left.position() == part.left.size()) {
        part.left = part.all;
        if (++m_part == m_parts.size()) {
            m_part = 0;
            ++m_rounds;
            m_turn.invalidate();
            return true;
        }
    }
    if (m_turn.hasExpired(turn.count())) {
        m_turn.invalidate();
        return true;
    }
    return false;
}

} // namespace dueline
