// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queueinspector.h"

namespace dueline {

namespace {

/// nullopt: it is not there. A task that goes, or is edited, between the reads looks damaged once.
Result<std::optional<WholeTask>> wholeTask(QueueInspector& inspector, const QueueName& queue, const TaskId& id)
{
    constexpr int tries = 3;
    for (int left = tries;; --left) {
        auto detail = inspector.task(queue, id);
        auto payload = detail ? inspector.payload(queue, id) : Result<QByteArray>(detail.error());
        if (payload)
            return std::optional(WholeTask{std::move(detail).value(), std::move(payload).value()});
        if (payload.error().code == ErrorCode::NotFound)
            return std::optional<WholeTask>();
        if (!detail || payload.error().code != ErrorCode::WrongType)
            return payload.error();
        if (left > 1)
            continue;
        return std::optional(WholeTask::unreadable(id, payload.error().message));
    }
}

} // namespace

Result<std::vector<std::optional<WholeTask>>> QueueInspector::whole(
    const QueueName& queue, const std::vector<TaskId>& ids)
{
    if (ids.size() > wholeTasks)
        return Error{ErrorCode::Usage, QStringLiteral("At most 100 tasks are read at once.")};
    std::vector<std::optional<WholeTask>> tasks;
    qint64 bytes = 0;
    for (const TaskId& id : ids) {
        if (bytes >= wholeBytes)
            break;
        auto task = wholeTask(*this, queue, id);
        if (!task)
            return task.error();
        bytes += *task ? (*task)->payload.size() : 0;
        tasks.push_back(*std::move(task));
    }
    return tasks;
}

} // namespace dueline
