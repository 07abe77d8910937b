// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/findtask.h"

#include "core/base/text.h"

#include <QStringList>

#include <set>

namespace dueline {

namespace {

constexpr int examinePerLook = 200;
constexpr std::size_t namedAtMost = 5;

bool begins(const TaskId& id, const QByteArray& prefix)
{
    if (id.startsWith(prefix))
        return true;
    const qsizetype hash = id.indexOf('#');
    return hash >= 0 && QByteArrayView(id).sliced(hash + 1).startsWith(prefix);
}

Error ambiguous(const QByteArray& prefix, const std::set<TaskId>& found)
{
    QStringList names;
    for (const TaskId& id : found) {
        if (names.size() < int(namedAtMost))
            names << printable(id, 80);
    }
    const QString more = found.size() > namedAtMost ? QStringLiteral(", …") : QString();
    return {ErrorCode::Refused,
        QStringLiteral("Several ids begin with \"%1\": %2%3. Give more of the id.")
            .arg(printable(prefix, 80), names.join(QStringLiteral(", ")), more)};
}

} // namespace

Result<TaskId> findTask(
    QueueInspector& inspector, const QueueName& queue, const QByteArray& idOrPrefix, const std::function<bool()>& goOn)
{
    const Error notFound{ErrorCode::NotFound,
        QStringLiteral("There is no task \"%1\" in the queue \"%2\".")
            .arg(printable(idOrPrefix, 80), printable(queue))};
    if (idOrPrefix.isEmpty())
        return Error{ErrorCode::Usage, QStringLiteral("An empty id names no task.")};
    const auto exact = inspector.task(queue, idOrPrefix);
    if (exact)
        return idOrPrefix;
    if (exact.error().code != ErrorCode::NotFound)
        return exact.error();

    // A task may move while we look, and so be met twice, or be passed in both places: the first is no ambiguity, and
    // the second is over with a second look.
    std::set<TaskId> found;
    for (int look = 0; look < 2 && found.empty(); ++look) {
        SearchRequest request;
        request.queue = queue;
        request.examine = examinePerLook;
        do {
            const auto step = inspector.search(request);
            if (!step)
                return step.error();
            for (const Task& task : step->matches) {
                if (begins(task.id, idOrPrefix))
                    found.insert(task.id);
            }
            if (found.size() > namedAtMost)
                return ambiguous(idOrPrefix, found);
            if (goOn && !goOn())
                return Error{ErrorCode::Cancelled, QStringLiteral("The search for the task was cancelled.")};
            request.cursor = step->cursor;
        } while (!request.cursor.isEmpty());
    }
    if (found.empty())
        return notFound;
    if (found.size() > 1)
        return ambiguous(idOrPrefix, found);
    return *found.begin();
}

} // namespace dueline
