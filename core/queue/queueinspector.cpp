// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queueinspector.h"

namespace dueline {

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
        auto detail = task(queue, id);
        auto bytesOfIt = detail ? payload(queue, id) : Result<QByteArray>(detail.error());
        if (!bytesOfIt && bytesOfIt.error().code != ErrorCode::NotFound)
            return bytesOfIt.error();
        if (!bytesOfIt) {
            tasks.push_back(std::nullopt);
            continue;
        }
        bytes += bytesOfIt->size();
        tasks.push_back(WholeTask{std::move(detail).value(), std::move(bytesOfIt).value()});
    }
    return tasks;
}

} // namespace dueline
