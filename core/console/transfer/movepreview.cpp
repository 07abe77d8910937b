// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/movepreview.h"

#include "core/console/operations/operationsteering.h"
#include "core/console/transfer/taskimport.h"
#include "core/console/transfer/taskwalk.h"
#include "core/console/transfer/transferlosses.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

/// Adds tasks to the preview according to how the target would import them.
Result<> foresee(MovePreview& preview, ImportedTasks& added, PlainIds& plainIds, Backend& to, const QueueName& queue,
    const std::vector<TaskRecord>& tasks)
{
    if (tasks.empty())
        return {};
    const auto outcomes = wouldImport(to, queue, tasks, plainIds);
    if (!outcomes)
        return outcomes.error();
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const ImportOutcome outcome = added.outcomeOf(tasks[i], (*outcomes)[i]);
        preview.exists += outcome == ImportOutcome::Exists ? 1 : 0;
        preview.conflicts += outcome == ImportOutcome::Conflict ? 1 : 0;
        preview.noPlace += outcome == ImportOutcome::NoPlace ? 1 : 0;
        if (outcome == ImportOutcome::Added) {
            ++preview.total;
            ++preview.counts[tasks[i].detail.task.state];
            preview.renamed += isRenamed(to, queue, tasks[i]) ? 1 : 0;
            preview.relationsLost += losesRelations(tasks[i]) ? 1 : 0;
            preview.attemptsLost += losesAttempts(to.capabilities(queue), tasks[i]) ? 1 : 0;
        }
    }
    return {};
}

} // namespace

Result<MovePreview> previewMove(
    const MoveRequest& request, Backend& from, Backend& to, const MoveObserver& observer, MoveForesight foresight)
{
    if (const auto movable = checkMove(request, from, to); !movable)
        return movable.error();
    MovePreview preview;
    preview.to = request.to;
    preview.elsewhere = request.elsewhere;
    preview.kept = keptData(request, from, to);
    preview.noUndo = adviceWithoutUndo(request, to);
    auto there = to.inspector().queue(request.to);
    if (there)
        preview.target = *std::move(there);
    else if (there.error().code != ErrorCode::NotFound)
        return there.error();
    const auto records = from.inspector().operations(request.from, moveRecordsRead);
    // Copying tasks doesn't require permission to read the operations.
    if (!records && records.error().code != ErrorCode::Permission)
        return records.error();
    const QByteArray target = moveTarget(request.to, request.elsewhere);
    if (records) {
        preview.interrupted = std::count_if(records->begin(), records->end(),
            [&](const OperationRecord& record) { return isUnfinishedMove(record, target) && !record.running; });
    }
    const bool isTyped = needsTypedIds(request, from, to);
    qint64 unfit = 0;
    QStringList unfitWhy;
    ImportedTasks added;
    PlainIds plainIds;
    TaskWalk walk(request.from, request.selection, movableStates(request));
    for (bool finished = false; !finished;) {
        const auto step = walk.step(from.inspector());
        if (!step)
            return step.error();
        std::vector<TaskRecord> foreseen;
        for (const TaskRecord& task : step->tasks) {
            if (task.detail.task.state == TaskState::Leased) {
                ++preview.leased;
            } else if (auto named = isTyped ? withTypedId(task) : Result(task); !named) {
                ++unfit;
                unfitWhy << named.error().message;
            } else if (foresight == MoveForesight::Target) {
                foreseen.push_back(*std::move(named));
            } else {
                ++preview.total;
                ++preview.counts[task.detail.task.state];
            }
        }
        if (const auto counted = foresee(preview, added, plainIds, to, request.to, foreseen); !counted)
            return counted.error();
        finished = step->finished;
        MoveProgress now;
        now.examined = walk.examined();
        now.expected = walk.inQueue();
        if (observer && !observer(now))
            return Error{ErrorCode::Cancelled, u"Nothing was changed."_s};
    }
    preview.gap = walk.gap();
    preview.damaged = walk.damaged() + unfit;
    preview.damage = (walk.damage() + unfitWhy).mid(0, TaskWalk::damageTold);
    return preview;
}

} // namespace dueline
