// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/emptycheck.h"

#include <algorithm>

namespace dueline {

EmptyCheck::EmptyCheck(QueueInspector& inspector, TypeSelection types)
    : m_inspector(inspector)
    , m_types(std::move(types))
{ }

Result<bool> EmptyCheck::isEmpty(const QueueName& queue)
{
    Result<QueueInfo> info = m_inspector.queue(queue);
    if (!info) {
        if (info.error().code == ErrorCode::NotFound)
            return true;
        return info.error();
    }
    if (info->counts.pending() + info->counts[TaskState::Leased] == 0)
        return true;
    if (m_types.all && !m_types.hasExceptions())
        return false;
    // Scan twice: a task requeued during the scan may move from the unscanned part to the scanned part.
    for (int walk = 0; walk < 2; ++walk) {
        const Result<bool> found = findsOurs(queue);
        if (!found)
            return found;
        if (*found)
            return false;
    }
    return true;
}

Result<bool> EmptyCheck::findsOurs(const QueueName& queue)
{
    SearchRequest request;
    request.queue = queue;
    request.states = StateSet{TaskState::Scheduled, TaskState::Due, TaskState::Retrying, TaskState::Leased};
    do {
        Result<SearchStep> step = m_inspector.search(request);
        if (!step)
            return step.error();
        const bool ours = std::any_of(step->matches.begin(), step->matches.end(),
            [this](const Task& task) { return m_types.contains(typeOf(task)); });
        if (ours)
            return true;
        request.cursor = step->cursor;
    } while (!request.cursor.isEmpty());
    return false;
}

} // namespace dueline
