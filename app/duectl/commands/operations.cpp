// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/commands/lookthrough.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/movetarget.h"
#include "app/duectl/operationend.h"
#include "app/duectl/signals.h"
#include "app/duectl/tables.h"
#include "app/duectl/taskselection.h"
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/console/adopt/adoptundo.h"
#include "core/console/operations/operationlog.h"
#include "core/console/operations/undorun.h"
#include "core/console/transfer/moveundo.h"
#include "core/queue/bulkeditor.h"
#include "core/redis/redisurl.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr int operationsShown = 100;

/// Asks for confirmation before undoing an operation on more than one task.
Result<> confirmUndo(Context& context, const OperationRecord& record)
{
    if (record.done <= 1 || context.line().has("yes"))
        return {};
    const QString what = (record.isInterrupted() ? u"%1 of at least %2 in %3"_s : u"%1 of %2 in %3"_s)
                             .arg(printable(record.kind, 32), tasksText(record.done), printable(record.queue));
    if (!canAsk())
        return Error{ErrorCode::Refused, u"This would undo the %1: add --yes to continue."_s.arg(what)};
    if (!ask(u"Undo the %1? [y/N] "_s.arg(what)).toLower().startsWith(u'y'))
        return Error{ErrorCode::Cancelled, u"Nothing was changed."_s};
    return {};
}

int reportUndo(Context& context, const OperationRecord& record, const UndoProgress& finished)
{
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("operation", record.id);
        json.member("undoes", record.undoes);
        json.member("queue", record.queue);
        json.member("total", finished.total);
        json.member("restored", finished.restored);
        json.member("moved_on", finished.movedOn);
        json.member("cancelled", finished.cancelled);
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(describe(finished) + (finished.cancelled ? u" (interrupted)."_s : u"."_s));
    }
    return finished.movedOn > 0 || finished.cancelled ? 1 : 0;
}

using UndoObserver = std::function<bool(const UndoProgress&)>;

/// Runs an undo, shows its progress, and adds it to this machine's journal. `finish`: runs the undo to completion.
template <typename Undo, typename Finish> Result<int> finishUndo(Context& context, Undo& undo, const Finish& finish)
{
    SignalWatch signalWatch;
    Progress progress;
    const auto finished = finish([&](const UndoProgress& now) {
        progress.show(
            u"%1 of %2"_s.arg(now.restored + now.movedOn).arg(now.total) + (now.paused ? u", paused"_s : QString()));
        return signalWatch.count() == 0;
    });
    progress.clear();
    if (const auto kept = OperationJournal().append(undo.record(), displayUrl(context.redis())); !kept)
        tell(kept.error().message);
    if (!finished)
        return finished.error();
    return reportUndo(context, undo.record(), *finished);
}

/// Undoes an adoption by returning its tasks to the layout's key.
Result<int> undoAdoption(Context& context, const OperationRecord& adoption)
{
    if (const auto agreed = confirmUndo(context, adoption); !agreed)
        return agreed.error();
    AdoptUndo undo(context.connection(), adoption, Access::Operate, Context::operatorName());
    return finishUndo(context, undo, [&undo](const UndoObserver& observer) { return undo.finish(observer); });
}

/// Resumes an operation or undo whose process exited before it was done.
Result<int> resumeOperation(Context& context, Backend& backend, const OperationRecord& record)
{
    SignalWatch signalWatch;
    Progress progress;
    if (record.kind == "undo") {
        if (record.finished || record.running)
            return Error{record.running ? ErrorCode::Busy : ErrorCode::Refused,
                record.running
                    ? u"Undo %1 is already being run by %2."_s.arg(printable(record.id), printable(record.holder))
                    : u"Undo %1 has finished; there is nothing to resume."_s.arg(printable(record.id))};
        UndoRun undo(record);
        return finishUndo(context, undo, [&](const UndoObserver& observer) { return undo.finish(backend, observer); });
    }
    auto run = OperationRun::resume(record);
    if (!run)
        return run.error();
    return finishOperation(
        context, backend, **run,
        [&](const OperationProgress& now) {
            showProgress(progress, now);
            return signalWatch.count() == 0;
        },
        progress);
}

/// Runs `operations resume|pause|continue|cancel OPERATION` and `operations pace OPERATION N`.
Result<int> steerOperation(Context& context)
{
    const auto& words = context.line().words();
    const QByteArray verb = words[0];
    const bool paces = verb == "pace";
    if (!QByteArrayList{"resume", "pause", "continue", "cancel", "pace"}.contains(verb)
        || words.size() != (paces ? 3U : 2U)) {
        return Error{ErrorCode::Usage,
            u"Usage: operations [QUEUE], operations (resume | pause | continue | cancel) OPERATION, or operations pace OPERATION N, where N is a number of tasks per second."_s};
    }
    bool fine = true;
    const qint64 pace = paces ? words[2].toLongLong(&fine) : 0;
    if (!fine || pace < 0)
        return Error{ErrorCode::Usage, u"pace needs a number of tasks per second; 0 means no limit."_s};
    const auto id = context.operationOf(words[1]);
    if (!id)
        return id.error();
    const QueueName queue = *queueOfOperation(*id);
    const auto backend = context.open(Access::Operate);
    if (!backend)
        return backend.error();
    const auto record = findOperation((*backend)->inspector(), *id);
    if (!record)
        return record.error();
    if (verb == "resume")
        return resumeOperation(context, **backend, *record);
    BulkEditor* bulk = (*backend)->editor()->bulk(queue);
    if (!bulk)
        return Error{ErrorCode::NotSupported,
            u"Operations in this layout can be controlled only by the program that runs them."_s};
    // Only undos, and operations whose task list is stored in Redis, read requests such as `pause`.
    if (!record->finished && record->plan.isEmpty() && record->undoes.isEmpty()) {
        return Error{ErrorCode::Refused,
            u"Only the program that runs operation %1 can control it. Stop the operation in that program, with "
            u"Ctrl+C or in its window."_s.arg(printable(words[1]))};
    }
    const QByteArray request = paces ? "pace " + QByteArray::number(pace) : verb == "continue" ? QByteArray() : verb;
    if (const auto asked = bulk->ask(queue, *id, request); !asked)
        return asked.error();
    if (!record->running)
        tell(u"No program is running it; \"duectl operations %1\" continues it."_s.arg(
            u"resume "_s + context.operandOf(*id)));
    return 0;
}

/// Undoes a move by returning its tasks from the target.
Result<int> undoMove(Context& context, const OperationRecord& move)
{
    MoveUndo undo(move, Context::operatorName());
    const bool isElsewhere = context.line().has("to-url") || context.line().has("to-profile");
    if (const auto target = undo.target(); target && !target->elsewhere.isEmpty() && !isElsewhere) {
        return Error{ErrorCode::Usage,
            u"The tasks were moved to %1: specify that server with --to-url or --to-profile."_s.arg(
                printable(target->elsewhere, 120))};
    }
    auto ends = openEnds(context, Access::Operate, true);
    if (!ends)
        return ends.error();
    if (const auto agreed = confirmUndo(context, move); !agreed)
        return agreed.error();
    return finishUndo(
        context, undo, [&](const UndoObserver& observer) { return undo.finish(*ends->from, *ends->to, observer); });
}

/// Returns an operation's id, ready to be pasted into a command. If duectl couldn't find the operation without
/// --layout, adds the layout and quotes the id.
QString nameInTable(const Context& context, const OperationId& id)
{
    const QString operand = context.operandOf(id);
    return operand == shellOperands({id}) ? printable(id) : operand;
}

/// Prints the keys of custom queues that `records` doesn't cover. A custom queue's operations are only listed if the
/// user specifies its layout with --layout.
void tellUnnamedDesigns(Backend& backend, const std::vector<OperationRecord>& records)
{
    if (!backend.discovery())
        return;
    QStringList keys;
    for (const QByteArray& key : backend.discovery()->state().designs) {
        const bool isListed = std::any_of(records.begin(), records.end(),
            [&key](const OperationRecord& record) { return record.queue.startsWith(key + '@'); });
        if (!isListed && keys.size() < 5)
            keys << printable(key, 60);
    }
    if (!keys.isEmpty()) {
        tell(u"The custom queues with the keys %1 also have operations. To list them, specify a queue with "
             u"--layout, such as --layout zset:KEY."_s.arg(keys.join(u", "_s)));
    }
}

} // namespace

Result<int> runOperations(Context& context)
{
    if (context.line().words().size() > 1)
        return steerOperation(context);
    QueueName queue;
    if (!context.line().words().empty()) {
        const auto name = context.queue();
        if (!name)
            return name.error();
        queue = *name;
    }
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    if (!queue.isEmpty()) {
        const auto info = (*inspector)->queue(queue);
        if (!info)
            return info.error();
        if (const auto error = unreadable(*info))
            return *error;
    }
    if (queue.isEmpty()) {
        if (const auto discovered = discover(context.backend()); !discovered)
            return discovered.error();
    }
    const auto records = operations(**inspector, queue, operationsShown);
    if (!records)
        return records.error();
    if (const QString looked = queue.isEmpty() ? lookedThrough(context.backend()) : QString(); !looked.isEmpty())
        tell(looked);
    if (queue.isEmpty())
        tellUnnamedDesigns(context.backend(), *records);
    const auto areAllRead = queue.isEmpty() ? tellUnread(context.backend(), OwnPart::Operations) : Result(true);
    if (!areAllRead)
        return areAllRead.error();
    const int code = *areAllRead ? 0 : 1;
    if (context.json()) {
        JsonWriter json;
        json.beginArray();
        for (const OperationRecord& record : *records) {
            json.beginObject();
            writeOperation(json, record);
            json.endObject();
        }
        json.endArray();
        context.out().write(json.take());
        return code;
    }
    if (records->empty()) {
        if (*areAllRead)
            tell(u"No operations yet."_s);
        return code;
    }
    const auto now = context.now();
    if (!now)
        return now.error();
    Table table({u"OPERATION"_s, u"WHEN"_s, u"BY"_s, u"UNDO"_s, u"WHAT"_s});
    for (const OperationRecord& record : *records) {
        QString what = describe(record);
        if (!record.reason.isEmpty())
            what += u" - "_s + printable(record.reason, 80);
        const qint64 back = putBack(record, *records).value_or(record.done);
        const QString undo = record.undoneBy.isEmpty()
            ? (record.undoable && (record.done > 0 || !record.finished) ? u"yes"_s : u"-"_s)
            : back < record.done ? u"%1 of %2"_s.arg(back).arg(record.done)
                                 : u"undone"_s;
        table.row({nameInTable(context, record.id), timeText(record.at, *now), printable(record.by, 48), undo, what});
    }
    context.out().write(table.take());
    return code;
}

Result<int> runUndo(Context& context)
{
    const auto undone = context.operationOf(context.line().words()[0]);
    if (!undone)
        return undone.error();
    const QueueName queue = *queueOfOperation(*undone);
    const auto speed = readSpeed(context.line());
    if (!speed)
        return speed.error();
    const auto backend = context.open(Access::Operate);
    if (!backend)
        return backend.error();
    const auto found = findOperation((*backend)->inspector(), *undone);
    const bool moved = found && (found->kind == "adopt" || found->kind == "move");
    if (moved && (context.line().has("pace") || context.line().has("duty")))
        return Error{ErrorCode::Usage, u"--pace and --duty do not apply to the undo of a move or an adoption."_s};
    if (found && found->kind == "adopt")
        return undoAdoption(context, *found);
    if (found && found->kind == "move")
        return undoMove(context, *found);
    UndoRun run(queue, *undone, Context::operatorName(), speed->pace, speed->duty);
    const auto record = run.preview(**backend);
    if (!record)
        return record.error();
    if (const auto agreed = confirmUndo(context, *record); !agreed)
        return agreed.error();

    return finishUndo(context, run, [&](const UndoObserver& observer) { return run.finish(**backend, observer); });
}

} // namespace dueline::duectl
