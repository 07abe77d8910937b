// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/taskadding.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t addPerStep = 1000;

} // namespace

/// Tasks on their way into a queue; used on the lane one turn at a time.
struct TaskAdding::Work
{
    QueueName queue;
    std::vector<NewTask> tasks;
    std::size_t next = 0;
    qint64 added = 0;

    /// True: all were given to the queue.
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
    takeTurn(&connection, work);
}

void TaskAdding::takeTurn(const QPointer<Connection>& connection, const std::shared_ptr<Work>& work)
{
    connection->session().runAgain(
        Session::laneFor(qint64(work->tasks.size())), this,
        [work](Backend& backend) -> Result<bool> {
            QueueEditor* editor = backend.editor();
            if (!editor)
                return Error{ErrorCode::Refused, tr("This connection is read-only.")};
            return dueline::takeTurn([&] { return work->step(*editor); });
        },
        [this, connection, work, of = connection->id()](const Result<bool>& complete) {
            if (!complete)
                return Q_EMIT noticed(
                    {Notice::Kind::Failure, QStringLiteral("warning"), complete.error().message, {}, {}, {}, {}, of});
            if (*complete)
                return tell(*work, of);
            if (connection)
                takeTurn(connection, work);
        });
}

void TaskAdding::tell(const Work& work, const QString& connection)
{
    const auto count = qint64(work.tasks.size());
    Notice notice{
        Notice::Kind::Result, QStringLiteral("add"), tr("%Ln task(s) added", nullptr, int(work.added)), {}, {}};
    if (work.added < count) {
        notice.kind = Notice::Kind::Warning;
        notice.detail = count == 1 && work.tasks.front().unique
            ? tr("its unique key is held by an earlier task")
            : tr("%Ln id(s) exist already", nullptr, int(count - work.added));
    }
    Q_EMIT noticed(notice.about(connection));
}

} // namespace dueline
