// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeplacing.h"

#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativewords.h"
#include "core/redis/errorclass.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t mostPlaced = 100;
constexpr std::size_t linesKept = 20; ///< maximum number of history lines

/// Returns a worker's session in the form used in history lines. Replaces an invalid name from another program with
/// `-`.
QByteArray workerWord(const QByteArray& worker)
{
    return NativeScripts::checkSession(worker) && !worker.isEmpty() ? worker : QByteArray("-");
}

QByteArray historyLines(const std::vector<Attempt>& attempts)
{
    QByteArray history;
    for (std::size_t i = attempts.size() - std::min(attempts.size(), linesKept); i < attempts.size(); ++i) {
        const Attempt& attempt = attempts[i];
        if (!history.isEmpty())
            history += '\n';
        history += QByteArray::number(attempt.number) + ' ' + QByteArray::number(toMs(attempt.startedAt)) + ' '
            + QByteArray::number(toMs(attempt.endedAt)) + ' ' + workerWord(attempt.worker) + ' '
            + NativeCodec::historyNote(attempt.outcome, attempt.error);
    }
    return history;
}

/// Returns the `tries` entry for a task that has been leased before; empty for done tasks, which have no such entry.
/// The fence is at least the number of attempts.
QByteArray triesEntry(const TaskDetail& task)
{
    const qint64 fence = std::max<qint64>(task.fence, task.task.attempt);
    const auto firstDue = task.firstDue ? task.firstDue : task.task.dueAt;
    if (task.task.state == TaskState::Done || fence == 0)
        return {};
    return QByteArray::number(std::max(task.task.attempt, 0)) + ' ' + QByteArray::number(fence) + ' '
        + QByteArray::number(std::max(task.expiries, 0)) + ' '
        + QByteArray::number(firstDue ? std::max<qint64>(toMs(*firstDue), 0) : 0);
}

/// Returns the role of the set for a state. A task that has been leased must not be in `pending`: claims assume that
/// tasks there have never been leased.
QByteArray placedRole(TaskState state, bool wasLeased)
{
    const QByteArray role = roleOf(state);
    return role == "leased" || (role == "pending" && wasLeased) ? QByteArray("retry") : role;
}

} // namespace

Result<std::vector<ItemOutcome>> NativePlacing::place(
    const QueueName& queue, const QByteArray& operation, const std::vector<TaskDetail>& tasks)
{
    if (tasks.size() > mostPlaced)
        return Error{ErrorCode::Usage, nativewords::placingIsLong()};
    std::vector<ItemOutcome> outcomes;
    if (tasks.empty())
        return outcomes;
    const NativeKeys k = m_scripts.keys(queue);
    std::vector<QByteArray> arguments{operation, k.wakeChannel(), QByteArray::number(toMs(parkedUntil))};
    for (const TaskDetail& task : tasks) {
        const QByteArray tries = triesEntry(task);
        QByteArray restoresTo;
        if (task.restoresTo && task.task.state == TaskState::Trash) {
            restoresTo = placedRole(task.restoresTo->state, !tries.isEmpty()) + ' '
                + QByteArray::number(toMs(task.restoresTo->at));
        }
        arguments.insert(arguments.end(),
            {task.task.id, placedRole(task.task.state, !tries.isEmpty()), QByteArray::number(toMs(task.task.at)), tries,
                historyLines(task.attempts),
                task.result && task.task.state == TaskState::Done ? 'r' + *task.result : QByteArray(), restoresTo});
    }
    const auto reply = m_scripts.run("place", k,
        {k.pending(), k.retry(), k.failed(), k.done(), k.trash(), k.tries(), k.before(), k.history(), k.results(),
            k.expiring(), k.meta(), k.tasks(), k.operation(operation)},
        arguments);
    if (!reply)
        return reply.error();
    if (reply->bytes.size() != qsizetype(tasks.size()))
        return unexpectedReply();
    for (const char code : reply->bytes)
        outcomes.push_back(code == '1' ? ItemOutcome::Done
                : code == '0'          ? ItemOutcome::NotFound
                                       : ItemOutcome::MovedOn);
    return outcomes;
}

} // namespace dueline
