// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/taskadding.h"

#include "core/queue/backend.h"
#include "ui/models/tasktablemodel.h"
#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t addPerStep = 1000;

} // namespace

/// Tasks being added to a queue. Used on the lane, one time slice at a time.
struct TaskAdding::Work
{
    QueueName queue;
    std::vector<NewTask> tasks;
    std::size_t next = 0;
    qint64 added = 0;
    std::vector<TaskRef> there; ///< tasks read back from the queue after all have been added

    /// Reads back the added tasks from the queue.
    void look(Backend& backend)
    {
        for (const NewTask& task : tasks) {
            if (const auto detail = backend.inspector().task(queue, backend.editor()->idFor(queue, task)))
                there.push_back(TaskTableModel::refOf(detail->task));
        }
    }

    /// Runs one step. Returns true when all tasks have been added.
    Result<bool> step(QueueEditor& editor)
    {
        const std::size_t end = std::min(next + addPerStep, tasks.size());
        if (next == end)
            return true;
        const std::vector<NewTask> some(tasks.begin() + std::ptrdiff_t(next), tasks.begin() + std::ptrdiff_t(end));
        const auto outcomes = editor.add(queue, some);
        if (!outcomes)
            return outcomes.error();
        added += std::count(outcomes->begin(), outcomes->end(), AddOutcome::Added);
        next = end;
        return next == tasks.size();
    }
};

void TaskAdding::add(Connection& connection, const QueueName& queue, std::vector<NewTask> tasks)
{
    auto work = std::make_shared<Work>();
    work->queue = queue;
    work->tasks = std::move(tasks);
    runForTimeSlice(&connection, work);
}

void TaskAdding::runForTimeSlice(const QPointer<Connection>& connection, const std::shared_ptr<Work>& work)
{
    connection->session().runAgain(
        Session::laneFor(qint64(work->tasks.size())), this,
        [work](Backend& backend) -> Result<bool> {
            const auto editor = backend.requireEditor();
            if (!editor)
                return editor.error();
            const Result<bool> complete = dueline::runForTimeSlice([&] { return work->step(**editor); });
            if (complete && *complete && work->tasks.size() <= few)
                work->look(backend);
            return complete;
        },
        [this, connection, work, of = connection->id()](const Result<bool>& complete) {
            if (!complete)
                return Q_EMIT noticed(
                    {Notice::Kind::Failure, QStringLiteral("warning"), complete.error().message, {}, {}, {}, {}, of});
            if (*complete) {
                const auto asked = qint64(work->tasks.size());
                return Q_EMIT added({of, work->queue, asked, work->added,
                    asked == 1 && work->added == 0 && work->tasks.front().unique, work->there});
            }
            if (connection)
                runForTimeSlice(connection, work);
        });
}

} // namespace dueline
