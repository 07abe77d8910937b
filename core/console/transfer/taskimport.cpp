// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/taskimport.h"

#include "core/base/text.h"

#include <algorithm>

namespace dueline {

namespace {

bool hasPlace(const Capabilities& can, const TaskRecord& task)
{
    return can.place || StateSet::pending().contains(task.detail.task.state);
}

/// A lease is not brought along: who holds it knows nothing of the other queue.
TaskDetail withoutLease(TaskDetail detail)
{
    if (detail.task.state != TaskState::Leased)
        return detail;
    detail.task.state = TaskState::Retrying;
    detail.task.attempt = std::max(detail.task.attempt - 1, 0);
    detail.fence = std::max<qint64>(detail.fence, 1);
    return detail;
}

/// Whether any of the tasks just added is to get its place; of those that were there, only what is parked.
Result<bool> somethingIsPlaced(Backend& backend, const QueueName& queue, const std::vector<AddOutcome>& answers)
{
    if (std::find(answers.begin(), answers.end(), AddOutcome::Added) != answers.end())
        return true;
    const auto last = backend.inspector().lastDue(queue, {TaskState::Scheduled});
    if (!last)
        return last.error();
    return *last && **last >= parkedUntil;
}

} // namespace

Result<std::vector<ImportOutcome>> importTasks(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, const std::function<Result<>()>& announce)
{
    QueueEditor* editor = backend.editor();
    if (!editor || !backend.capabilities(queue).add) {
        return Error{ErrorCode::Refused,
            QStringLiteral("Nothing can be added to the queue %1 by this connection.").arg(printable(queue, 60))};
    }
    const bool places = backend.capabilities(queue).place;
    std::vector<ImportOutcome> outcomes(tasks.size(), ImportOutcome::NoPlace);
    std::vector<NewTask> added;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (!hasPlace(backend.capabilities(queue), tasks[i]))
            continue;
        NewTask task;
        task.id = tasks[i].detail.task.id;
        task.options = tasks[i].detail.options;
        task.payload = tasks[i].payload;
        if (const auto addedAt = tasks[i].detail.task.addedAt; addedAt && toMs(*addedAt) > 0)
            task.addedAt = addedAt;
        task.dueAt = places ? parkedUntil : tasks[i].detail.task.at;
        added.push_back(std::move(task));
        which.push_back(i);
    }
    if (added.empty())
        return outcomes;
    const auto answers = editor->add(queue, added);
    if (!answers)
        return answers.error();
    std::vector<TaskDetail> parked;
    std::vector<std::size_t> placed;
    for (std::size_t k = 0; k < answers->size(); ++k) {
        const AddOutcome answer = (*answers)[k];
        outcomes[which[k]] = answer == AddOutcome::Added ? ImportOutcome::Added
            : answer == AddOutcome::Exists               ? ImportOutcome::Exists
                                                         : ImportOutcome::Conflict;
        if (places && answer != AddOutcome::Conflict) {
            parked.push_back(withoutLease(tasks[which[k]].detail));
            placed.push_back(which[k]);
        }
    }
    if (parked.empty())
        return outcomes;
    const auto names = somethingIsPlaced(backend, queue, *answers);
    if (!names)
        return names.error();
    if (const auto announced = *names ? announce() : Result<>(); !announced)
        return announced.error();
    const auto places_ = editor->place(queue, operation, parked);
    if (!places_)
        return places_.error();
    for (std::size_t k = 0; k < places_->size(); ++k) {
        ImportOutcome& outcome = outcomes[placed[k]];
        if ((*places_)[k] == ItemOutcome::Done)
            outcome = ImportOutcome::Added;
        else if (outcome == ImportOutcome::Added)
            outcome = ImportOutcome::MovedOn;
    }
    return outcomes;
}

Result<std::vector<ImportOutcome>> wouldImport(
    Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks)
{
    std::vector<ImportOutcome> outcomes;
    while (outcomes.size() < tasks.size()) {
        std::vector<TaskId> ids;
        for (std::size_t i = outcomes.size(); i < tasks.size() && ids.size() < QueueInspector::taskRecords; ++i)
            ids.push_back(tasks[i].detail.task.id);
        const auto there = backend.inspector().whole(queue, ids);
        if (!there)
            return there.error();
        for (const auto& known : *there) {
            const TaskRecord& task = tasks[outcomes.size()];
            const bool same = known && known->payload == task.payload && known->detail.options == task.detail.options;
            // An interrupted import left it parked: the next one finishes it.
            const bool parked = same && known->detail.task.at == parkedUntil;
            outcomes.push_back(!hasPlace(backend.capabilities(queue), task) ? ImportOutcome::NoPlace
                    : !known || parked                                      ? ImportOutcome::Added
                    : same                                                  ? ImportOutcome::Exists
                                                                            : ImportOutcome::Conflict);
        }
    }
    return outcomes;
}

} // namespace dueline
