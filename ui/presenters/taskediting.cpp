// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/taskediting.h"

#include "ui/presenters/connection.h"

namespace dueline {

void TaskEditing::refuse(const Connection* connection, const Error& error)
{
    const QString of = connection ? connection->id() : QString();
    Q_EMIT noticed({Notice::Kind::Failure, QStringLiteral("warning"), error.message, {}, {}, {}, {}, of});
}

void TaskEditing::readForEdit(Connection& connection, const QueueName& queue, const TaskId& id)
{
    connection.session().run(
        Session::Lane::Interactive, this,
        [queue, id](Backend& backend) { return dueline::readForEdit(backend, queue, id, wholeUpTo); },
        [this, queue, of = QPointer(&connection)](const Result<EditableTask>& task) {
            if (!task)
                refuse(of, task.error());
            else if (of)
                Q_EMIT readToEdit(of, queue, *task);
        });
}

void TaskEditing::readForCopy(Connection& connection, const QueueName& queue, const TaskId& id)
{
    connection.session().run(
        Session::Lane::Interactive, this,
        [queue, id](Backend& backend) { return dueline::readForCopy(backend, queue, id, wholeUpTo); },
        [this, queue, of = QPointer(&connection)](const Result<EditableTask>& task) {
            if (!task)
                refuse(of, task.error());
            else if (of)
                Q_EMIT readToCopy(of, queue, *task);
        });
}

void TaskEditing::edit(Connection& connection, EditRequest request, bool retries)
{
    request.by = Session::identity();
    connection.session().run(
        Session::Lane::Interactive, this,
        [request = std::move(request), retries](Backend& backend) -> Result<EditedTask> {
            if (retries)
                return editAndRetry(backend, request);
            auto record = editTask(backend, request);
            return record ? Result<EditedTask>(EditedTask{*std::move(record), {}}) : record.error();
        },
        [this, of = QPointer(&connection)](const Result<EditedTask>& task) {
            if (!task)
                refuse(of, task.error());
            else if (of)
                Q_EMIT edited(of, *task);
        });
}

} // namespace dueline
