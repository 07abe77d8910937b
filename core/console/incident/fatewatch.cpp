// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/incident/fatewatch.h"

#include "core/queue/errorkind.h"
#include "core/queue/errorpattern.h"

#include <algorithm>

namespace dueline {

FateWatch::FateWatch(QueueName queue, QByteArray kind, std::vector<TaskId> tasks, TimePoint since)
    : m_queue(std::move(queue))
    , m_kind(std::move(kind))
    , m_since(since)
{
    for (TaskId& id : tasks)
        m_tasks.push_back({std::move(id)});
}

/// By its state, and by its last attempt since then where it failed.
void FateWatch::look(Followed& task, const TaskDetail& detail) const
{
    const TaskState state = detail.task.state;
    const auto alike = [this](const QByteArray& error) {
        return ErrorKind(m_kind).covers(errorText(error)) ? Fate::FailedAlike : Fate::FailedOtherwise;
    };
    const auto failed = std::find_if(detail.attempts.rbegin(), detail.attempts.rend(), [this](const Attempt& attempt) {
        return attempt.endedAt >= m_since && attempt.outcome != "done" && attempt.outcome != "released";
    });
    const bool failedSince = failed != detail.attempts.rend();
    task.isFinal = false;
    switch (state) {
    case TaskState::Done:
        task.fate = Fate::Done;
        task.isFinal = true;
        break;
    case TaskState::Leased:
        task.fate = Fate::Running;
        break;
    case TaskState::Failed:
        task.isFinal = detail.task.at >= m_since;
        task.fate = task.isFinal || failedSince ? alike(failedSince ? failed->error : detail.task.error) : Fate::Untouched;
        break;
    case TaskState::Trash:
        task.fate = Fate::Elsewhere;
        break;
    case TaskState::Scheduled:
    case TaskState::Due:
    case TaskState::Retrying:
        task.fate = failedSince ? alike(failed->error) : Fate::Waiting;
        break;
    }
}

Result<bool> FateWatch::step(Backend& backend)
{
    int left = tasksPerStep;
    for (; m_next < m_tasks.size() && left > 0; ++m_next) {
        Followed& task = m_tasks[m_next];
        if (task.isFinal)
            continue;
        const auto detail = backend.inspector().task(m_queue, task.id);
        if (!detail && detail.error().code != ErrorCode::NotFound)
            return detail.error();
        if (detail) {
            look(task, *detail);
        } else {
            task.fate = Fate::Done;
            task.isFinal = true;
        }
        --left;
    }
    if (m_next < m_tasks.size())
        return false;
    m_next = 0;
    return true;
}

std::array<qint64, fates> FateWatch::counts() const
{
    std::array<qint64, fates> counts{};
    for (const Followed& task : m_tasks)
        ++counts[std::size_t(task.fate)];
    return counts;
}

bool FateWatch::isOver() const
{
    return std::all_of(m_tasks.begin(), m_tasks.end(), [](const Followed& task) { return task.isFinal; });
}

} // namespace dueline
