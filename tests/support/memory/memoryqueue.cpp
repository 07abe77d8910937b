// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory/memoryqueue.h"

#include "core/queue/errors/errorexcerpt.h"

#include <algorithm>
#include <bit>

namespace dueline {

namespace {

constexpr std::size_t keptAttempts = 20;
constexpr qsizetype maxError = 1024;

} // namespace

MemoryTask* MemoryQueue::find(const TaskId& id)
{
    const auto found = m_tasks.find(id);
    return found == m_tasks.end() ? nullptr : &found->second;
}

const MemoryTask* MemoryQueue::find(const TaskId& id) const
{
    const auto found = m_tasks.find(id);
    return found == m_tasks.end() ? nullptr : &found->second;
}

MemoryTask* MemoryQueue::findLease(const TaskId& id, const QByteArray& token)
{
    MemoryTask* task = find(id);
    return task && task->column == MemoryColumn::Leased && task->token == token ? task : nullptr;
}

void MemoryQueue::insert(MemoryTask task)
{
    m_columns[std::size_t(task.column)].emplace(task.at, task.id);
    const TaskId id = task.id;
    m_tasks.insert_or_assign(id, std::move(task));
}

void MemoryQueue::erase(const TaskId& id)
{
    const auto found = m_tasks.find(id);
    if (found == m_tasks.end())
        return;
    m_columns[std::size_t(found->second.column)].erase({found->second.at, found->second.id});
    m_tasks.erase(found);
}

void MemoryQueue::move(MemoryTask& task, MemoryColumn to, TimePoint at)
{
    if (task.column == MemoryColumn::Leased && to != MemoryColumn::Leased) {
        task.token.clear();
        task.session.clear();
        task.cancelRequested = false;
    }
    m_columns[std::size_t(task.column)].erase({task.at, task.id});
    task.column = to;
    task.at = at;
    m_columns[std::size_t(to)].emplace(at, task.id);
    if (to == MemoryColumn::Failed || to == MemoryColumn::Done)
        task.startBefore.reset();
}

void MemoryQueue::noteAttempt(MemoryTask& task, const QByteArray& outcome, const QByteArray& error, TimePoint now)
{
    Attempt attempt;
    attempt.number = task.attempts;
    attempt.worker = task.session;
    attempt.startedAt = task.column == MemoryColumn::Leased ? task.leasedAt : now;
    attempt.endedAt = now;
    attempt.outcome = outcome;
    attempt.error = errorExcerpt(error, maxError);
    task.history.push_back(std::move(attempt));
    if (task.history.size() > keptAttempts)
        task.history.erase(task.history.begin());
}

std::optional<UniqueHold> MemoryQueue::holderOf(const QByteArray& key, TimePoint now) const
{
    const auto found = uniqueKeys.find(key);
    return found == uniqueKeys.end() || found->second.until <= now ? std::nullopt : std::optional(found->second);
}

bool MemoryQueue::mayStart(const MemoryTask& task, TimePoint now) const
{
    if (task.startBefore)
        return *task.startBefore > now;
    return settings.expiresAfter <= Millis(0) || task.at + settings.expiresAfter > now;
}

void MemoryQueue::expireUnstarted(MemoryTask& task, TimePoint now)
{
    noteAttempt(task, "expired", "expired before it started", now);
    move(task, MemoryColumn::Failed, now);
    ++statistics(now).failedByType[typeOf(task.id).toByteArray()];
}

StatisticsBin& MemoryQueue::statistics(TimePoint now)
{
    const TimePoint minute = std::chrono::floor<std::chrono::minutes>(now);
    StatisticsBin& bin = minutes[minute];
    bin.from = minute;
    return bin;
}

std::optional<TimePoint> MemoryQueue::head() const
{
    std::optional<TimePoint> head;
    for (const MemoryColumn waiting : {MemoryColumn::Pending, MemoryColumn::Retry}) {
        const Column& places = column(waiting);
        if (!places.empty() && (!head || places.begin()->first < *head))
            head = places.begin()->first;
    }
    return head;
}

std::optional<TimePoint> MemoryQueue::nearestExpiry() const
{
    const Column& leased = column(MemoryColumn::Leased);
    return leased.empty() ? std::nullopt : std::optional(leased.begin()->first);
}

MemoryTask taskFrom(const NewTask& task, TimePoint now)
{
    MemoryTask made;
    made.id = task.id;
    made.payload = task.payload;
    made.options = task.options;
    made.startBefore = task.options.expiresAt;
    made.addedAt = timeOfId(task.id).value_or(task.addedAt.value_or(now));
    made.at = task.dueAt.value_or(now + task.dueIn.value_or(Millis(0)));
    return made;
}

TaskState stateOf(const MemoryTask& task, TimePoint now)
{
    switch (task.column) {
    case MemoryColumn::Pending:
        return task.at > now ? TaskState::Scheduled : TaskState::Due;
    case MemoryColumn::Retry:
        return TaskState::Retrying;
    case MemoryColumn::Leased:
        return TaskState::Leased;
    case MemoryColumn::Failed:
        return TaskState::Failed;
    case MemoryColumn::Done:
        return TaskState::Done;
    case MemoryColumn::Trash:
        return TaskState::Trash;
    }
    Q_UNREACHABLE();
    return {};
}

MemoryColumn columnOf(TaskState state)
{
    switch (state) {
    case TaskState::Scheduled:
    case TaskState::Due:
        return MemoryColumn::Pending;
    case TaskState::Retrying:
        return MemoryColumn::Retry;
    case TaskState::Leased:
        return MemoryColumn::Leased;
    case TaskState::Failed:
        return MemoryColumn::Failed;
    case TaskState::Done:
        return MemoryColumn::Done;
    case TaskState::Trash:
        return MemoryColumn::Trash;
    }
    Q_UNREACHABLE();
    return {};
}

Task describe(const MemoryTask& task, const QueueSettings& settings, TimePoint now)
{
    Task shown;
    shown.id = task.id;
    shown.state = stateOf(task, now);
    shown.at = task.at;
    const bool waits = task.column == MemoryColumn::Pending || task.column == MemoryColumn::Retry;
    shown.dueAt = waits ? task.at : task.firstDue;
    shown.attempt = task.attempts + (task.column == MemoryColumn::Leased ? 1 : 0);
    shown.maxAttempts = task.options.maxAttempts.value_or(settings.retry.maxAttempts);
    shown.size = task.payload.size();
    shown.token = task.token;
    shown.worker = task.session;
    const auto wrong = std::find_if(
        task.history.rbegin(), task.history.rend(), [](const Attempt& attempt) { return attempt.outcome != "done"; });
    if (wrong != task.history.rend())
        shown.error = wrong->error;
    shown.addedAt = task.addedAt;
    return shown;
}

Task describeForList(const MemoryTask& task, const QueueSettings& settings, TimePoint now)
{
    Task shown = describe(task, settings, now);
    if (task.payload.size() <= Task::previewedPayload)
        shown.preview = task.payload.left(Task::previewBytes);
    return shown;
}

std::size_t durationClass(Millis duration)
{
    constexpr std::size_t last = std::tuple_size_v<decltype(StatisticsBin::lateness)> - 1;
    return std::min(std::size_t(std::bit_width(quint64(std::max<qint64>(duration.count(), 0)))), last);
}

void addStatistics(StatisticsBin& sum, const StatisticsBin& from)
{
    sum.added += from.added;
    sum.retried += from.retried;
    sum.expired += from.expired;
    sum.trashed += from.trashed;
    for (const auto& [type, count] : from.failedByType)
        sum.failedByType[type] += count;
    for (std::size_t i = 0; i < sum.lateness.size(); ++i) {
        sum.lateness[i] += from.lateness[i];
        sum.runTime[i] += from.runTime[i];
    }
}

} // namespace dueline
