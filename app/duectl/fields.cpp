// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/fields.h"

#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

std::optional<qint64> msOf(const std::optional<TimePoint>& at)
{
    return at ? std::optional<qint64>(toMs(*at)) : std::nullopt;
}

} // namespace

void writeTask(JsonWriter& json, const Task& task)
{
    const bool leased = task.state == TaskState::Leased && !task.untimed; // a lease without a time limit has no end
    json.member("id", task.id);
    json.member("type", typeOf(task));
    json.member("state", stateName(task.state));
    // A task in a Redis list has no due time; its `dueAt` is when the task was read.
    const bool waitsItsTurn = task.untimed && task.state != TaskState::Leased;
    json.member("due_ms", waitsItsTurn ? std::nullopt : msOf(task.dueAt));
    json.member("attempt", task.attempt);
    json.member("max_attempts", task.maxAttempts);
    json.member("size", task.size);
    json.textOrNull("worker", task.worker);
    json.member("lease_until_ms", leased ? std::optional<qint64>(toMs(task.at)) : std::nullopt);
    json.textOrNull("error", task.error);
    if (!task.nativeState.isEmpty())
        json.member("native_state", task.nativeState);
    if (!task.ownQueue.isEmpty())
        json.member("own_queue", task.ownQueue);
}

void writeCounts(JsonWriter& json, const StateCounts& counts)
{
    for (TaskState state : allStates)
        json.member(stateName(state).data(), counts[state]);
}

void writeQueue(JsonWriter& json, const QueueInfo& queue)
{
    json.member("name", queue.name);
    for (const TaskState state : allStates) {
        const bool isKnown = queue.states.contains(state);
        json.member(stateName(state).data(), isKnown ? std::optional(queue.counts[state]) : std::nullopt);
    }
    json.member("oldest_due_ms", msOf(queue.oldestDue));
    if (queue.oldestUnknown)
        json.member("oldest_due_known", false);
    json.member("paused", queue.paused);
    if (queue.isPart)
        json.member("partial", true);
    if (!queue.layout.isEmpty()) {
        const qsizetype at = queue.name.lastIndexOf('@');
        json.member("layout", queue.layout);
        json.member("queue", at > 0 ? queue.name.left(at) : queue.name);
        json.member("as_of_ms", toMs(queue.asOf.value_or(queue.serverNow)));
    }
    if (!queue.version.isEmpty())
        json.member("version", queue.version);
    if (queue.damaged > 0)
        json.member("damaged", queue.damaged);
    if (!queue.note.isEmpty())
        json.member("note", queue.note);
    if (!queue.elsewhere.isEmpty())
        json.member("elsewhere", queue.elsewhere);
    if (!queue.unreadable.isEmpty())
        json.member("unreadable", queue.unreadable);
}

void writeOperation(JsonWriter& json, const OperationRecord& operation)
{
    json.member("id", operation.id);
    json.member("kind", operation.kind);
    json.member("queue", operation.queue);
    json.member("count", operation.total);
    json.member("done", operation.done);
    json.member("undoable", operation.undoable);
    json.member("at_ms", toMs(operation.at));
    json.member("by", operation.by);
    if (operation.skipped > 0)
        json.member("skipped", operation.skipped);
    if (!operation.finished)
        json.member("finished", false);
    if (operation.running || operation.isInterrupted())
        json.member("running", operation.running);
    if (operation.isInterrupted())
        json.member("interrupted", true);
    for (const auto& [name, text] : {std::pair{"filter", &operation.filter}, std::pair{"reason", &operation.reason},
             std::pair{"undoes", &operation.undoes}, std::pair{"undone_by", &operation.undoneBy},
             std::pair{"stage", &operation.stage}}) {
        if (!text->isEmpty())
            json.member(name, *text);
    }
}

QStringList taskTitles() { return {u"ID"_s, u"TYPE"_s, u"STATE"_s, u"DUE"_s, u">ATTEMPT"_s, u">SIZE"_s, u"ERROR"_s}; }

QString attemptsText(const Task& task)
{
    const QString made = QString::number(task.attempt);
    return task.maxAttempts > 0 ? u"%1/%2"_s.arg(made).arg(task.maxAttempts) : made;
}

QStringList taskCells(const Task& task, TimePoint now)
{
    const QString state = stateText(task.state);
    return {printable(task.id), printable(typeOf(task), 64),
        task.retried ? u"%1 (%2)"_s.arg(state, printable(task.nativeState, 40)) : state,
        task.dueAt && (!task.untimed || task.state == TaskState::Leased) ? timeText(*task.dueAt, now) : u"-"_s,
        attemptsText(task), formatBytes(task.size), printable(errorLine(task.error), 80)};
}

QString stateText(TaskState state) { return QString::fromLatin1(stateName(state)); }

QString countsText(const StateCounts& counts)
{
    QStringList parts;
    for (TaskState state : allStates) {
        if (counts[state] > 0)
            parts << u"%1 %2"_s.arg(counts[state]).arg(stateText(state));
    }
    return parts.isEmpty() ? u"nothing"_s : parts.join(u", "_s);
}

bool mayPass(const Error& error)
{
    switch (error.code) {
    case ErrorCode::Busy:
    case ErrorCode::ReadOnlyServer:
    case ErrorCode::Full:
    case ErrorCode::Disconnected:
    case ErrorCode::Timeout:
    case ErrorCode::Unreachable:
        return !error.refusesLogin();
    default:
        return false;
    }
}

QString missingQueue(const QueueName& name, const QString& gap)
{
    if (!gap.isEmpty())
        return u"Queue \"%1\" was not found; waiting for it. %2"_s.arg(printable(name), gap);
    return u"Queue \"%1\" does not exist; waiting for it. Check the name."_s.arg(printable(name));
}

std::optional<Error> unreadable(const QueueInfo& queue)
{
    if (queue.unreadable.isEmpty())
        return std::nullopt;
    return Error{queue.forbidden ? ErrorCode::Permission : ErrorCode::WrongType,
        u"The queue %1 cannot be read: %2"_s.arg(printable(queue.name), printable(queue.unreadable))};
}

} // namespace dueline::duectl
