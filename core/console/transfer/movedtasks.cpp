// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/movedtasks.h"

#include <algorithm>

namespace dueline {

namespace {

bool isTaken(const TaskRecord& task, const OperationId& operation)
{
    return task.detail.lastOperation == operation && task.detail.restoresTo;
}

/// Returns a trashed task, with its state changed back to the one before it was discarded.
TaskRecord asItWas(TaskRecord task)
{
    TaskDetail& detail = task.detail;
    detail.task.state = detail.restoresTo->state;
    detail.task.at = detail.restoresTo->at;
    if (StateSet::pending().contains(detail.task.state))
        detail.task.dueAt = detail.task.at;
    detail.restoresTo.reset();
    return task;
}

} // namespace

Result<std::vector<TaskRecord>> movedBy(
    TaskWalk& walk, QueueInspector& inspector, const OperationId& operation, bool& finished)
{
    auto step = walk.step(inspector);
    if (!step)
        return step.error();
    finished = step->finished;
    std::vector<TaskRecord> taken;
    for (TaskRecord& task : step->tasks) {
        if (isTaken(task, operation))
            taken.push_back(asItWas(std::move(task)));
    }
    return taken;
}

Result<std::vector<TaskRecord>> movedBy(
    QueueInspector& inspector, const QueueName& queue, const OperationId& operation, std::vector<TaskId> ids)
{
    std::vector<TaskRecord> taken;
    while (!ids.empty()) {
        const auto end = ids.begin() + std::ptrdiff_t(std::min(ids.size(), QueueInspector::taskRecords));
        auto read = inspector.readRecords(queue, {ids.begin(), end});
        if (!read)
            return read.error();
        ids.erase(ids.begin(), ids.begin() + std::ptrdiff_t(read->size()));
        for (auto& task : *read) {
            if (task && !task->damage.isEmpty())
                return Error{ErrorCode::WrongType, task->damage};
            if (task && isTaken(*task, operation))
                taken.push_back(asItWas(*std::move(task)));
        }
    }
    return taken;
}

} // namespace dueline
