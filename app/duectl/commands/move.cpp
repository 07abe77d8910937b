// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/movetarget.h"
#include "app/duectl/signals.h"
#include "app/duectl/tables.h"
#include "app/duectl/taskselection.h"
#include "core/base/text.h"
#include "core/console/operations/findtask.h"
#include "core/console/operations/operationjournal.h"
#include "core/console/transfer/moverun.h"
#include "core/console/transfer/transferlosses.h"
#include "core/redis/redisurl.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Reads the options without contacting the server.
Result<MoveRequest> readMove(Context& context)
{
    const CommandLine& line = context.line();
    MoveRequest request;
    request.copies = line.command()->name == "copy";
    request.by = Context::operatorName();
    request.reason = line.value("reason");
    const auto from = context.queue();
    if (!from)
        return from.error();
    request.from = *from;
    if (!line.has("to"))
        return Error{ErrorCode::Usage, u"Specify the target queue with --to QUEUE."_s};
    request.to = line.value("to");
    if (const auto valid = checkQueueName(request.to); !valid)
        return valid.error();
    const auto selected = readSelection(line);
    if (!selected)
        return selected.error();
    request.selection = selected->selection;
    request.states = selected->states;
    return request;
}

QString placeText(const MoveRequest& request)
{
    return u"the queue %1%2"_s.arg(printable(request.to, 60),
        request.elsewhere.isEmpty() ? QString() : u" at "_s + printable(request.elsewhere, 120));
}

/// Asks for confirmation before moving more than one task.
Result<> confirmMove(const Context& context, const MoveRequest& request, const MovePreview& preview, bool production)
{
    if (preview.total <= 1 || context.line().has("yes"))
        return {};
    const QString what = u"%1 %2 of %3 (%4) to %5"_s.arg(request.copies ? u"copy"_s : u"move"_s,
        tasksText(preview.total), printable(request.from, 60), countsText(preview.counts), placeText(request));
    const QString noUndo = preview.noUndo.isEmpty() ? QString() : u' ' + preview.noUndo;
    if (!canAsk())
        return Error{ErrorCode::Refused,
            u"This would %1: add --yes to continue, or --dry-run for details.%2"_s.arg(what, noUndo)};
    if (!noUndo.isEmpty())
        tell(preview.noUndo);
    const QString question = what.left(1).toUpper() + what.mid(1) + u"? "_s;
    return confirmCount(question, preview.total, production);
}

void writeWay(JsonWriter& json, const MoveRequest& request)
{
    json.member("kind", request.copies ? "copy" : "move");
    json.member("from", request.from);
    json.member("queue", request.to);
    json.textOrNull("at", request.elsewhere);
}

/// Reports a preview. Returns the exit code that the actual move would return: 1 if some tasks wouldn't be moved.
int reportMovePreview(
    Context& context, const MoveRequest& request, const MovePreview& preview, const TransferLosses& losses, bool dryRun)
{
    MoveProgress refused;
    refused.exists = preview.exists;
    refused.conflicts = preview.conflicts;
    refused.noPlace = preview.noPlace;
    if (!preview.gap.isEmpty())
        tell(preview.gap);
    const int code = refused.left() + preview.leased + preview.damaged > 0 || !preview.gap.isEmpty() ? 1 : 0;
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("dry_run", dryRun);
        writeWay(json, request);
        json.key("operation").null();
        json.member("total", preview.total);
        json.key("states").beginObject();
        writeCounts(json, preview.counts);
        json.endObject();
        json.member("leased", preview.leased);
        json.member("exists", preview.exists);
        json.member("conflicts", preview.conflicts);
        json.member("no_place", preview.noPlace);
        json.member("attempts_lost", preview.attemptsLost);
        if (preview.relationsLost > 0)
            json.member("relations_lost", preview.relationsLost);
        json.member("damaged", preview.damaged);
        json.member("interrupted", preview.interrupted);
        json.textOrNull("no_undo", preview.noUndo.toUtf8());
        json.key("not_kept").beginArray();
        for (const QString& sentence : losses.notKept)
            json.string(sentence.toUtf8());
        json.endArray();
        json.endObject();
        context.out().write(json.take());
        return code;
    }
    for (const QString& sentence : preview.damage)
        tell(sentence);
    const auto reportRefused = [&] {
        if (refused.left() > 0)
            context.out().line(u"Not %1: %2."_s.arg(request.copies ? u"copied"_s : u"moved"_s, refused.leftSummary()));
    };
    if (preview.total == 0 && refused.left() == 0) {
        context.out().line(u"There are no tasks to %1%2."_s.arg(request.copies ? u"copy"_s : u"move"_s,
            preview.leased > 0 ? u"; %1 held by a worker"_s.arg(tasksText(preview.leased)) : QString()));
        return code;
    }
    const QString counts = preview.total > 0 ? u" (%1)"_s.arg(countsText(preview.counts)) : QString();
    context.out().line(u"Would %1 %2%3 to %4%5."_s.arg(request.copies ? u"copy"_s : u"move"_s, tasksText(preview.total),
        counts, placeText(request), preview.target ? QString() : u", which will be created"_s));
    if (preview.target && preview.target->paused)
        context.out().line(u"The target queue is paused."_s);
    reportRefused();
    if (preview.leased > 0)
        context.out().line(u"Leased tasks skipped: %1."_s.arg(preview.leased));
    if (preview.damaged > 0)
        context.out().line(u"Unreadable tasks skipped: %1."_s.arg(preview.damaged));
    if (preview.interrupted > 0)
        context.out().line(u"An interrupted move will be completed first."_s);
    if (preview.attemptsLost > 0)
        context.out().line(attemptsLostText(preview.attemptsLost));
    if (preview.relationsLost > 0)
        context.out().line(relationsLostText(preview.relationsLost));
    if (preview.renamed > 0)
        context.out().line(renamedText(preview.renamed));
    if (preview.total == 0)
        return code;
    context.out().line(u"Kept: %1."_s.arg(losses.kept));
    context.out().line(u"Not kept:"_s);
    for (const QString& sentence : losses.notKept)
        context.out().line(u"  - "_s + sentence);
    if (!preview.noUndo.isEmpty())
        context.out().line(preview.noUndo);
    return code;
}

int reportMove(Context& context, const MoveRequest& request, const MoveRun& run, const QString& noUndo)
{
    const MoveProgress& done = run.progress();
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("dry_run", false);
        writeWay(json, request);
        json.member("operation", run.record().id);
        json.member("done", done.done);
        json.member("leased", done.leased);
        json.member("exists", done.exists);
        json.member("conflicts", done.conflicts);
        json.member("no_place", done.noPlace);
        json.member("attempts_lost", done.attemptsLost);
        if (done.relationsLost > 0)
            json.member("relations_lost", done.relationsLost);
        json.member("moved_on", done.movedOn);
        json.member("damaged", done.damaged);
        json.member("cancelled", done.cancelled);
        json.textOrNull("no_undo", noUndo.toUtf8());
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(u"%1 %2 to %3%4."_s.arg(tasksText(done.done), request.copies ? u"copied"_s : u"moved"_s,
                               placeText(request), done.cancelled ? u" (interrupted)"_s : QString())
            + (run.record().undoable                     ? u" Undo: "_s + context.undoCommand(run.record().id)
                    : request.copies && done.done > 0    ? u" A copy to this queue cannot be undone."_s
                    : !noUndo.isEmpty() && done.done > 0 ? u' ' + noUndo
                                                         : QString()));
    }
    if (done.attemptsLost > 0)
        tell(attemptsLostText(done.attemptsLost));
    if (done.relationsLost > 0)
        tell(relationsLostText(done.relationsLost));
    if (done.renamed > 0)
        tell(renamedText(done.renamed));
    for (const QString& sentence : done.damage)
        tell(sentence);
    if (!done.gap.isEmpty())
        tell(done.gap);
    if (done.left() > 0)
        tell(u"Not %1: %2."_s.arg(request.copies ? u"copied"_s : u"moved"_s, done.leftSummary()));
    return done.left() > 0 || done.cancelled || !done.gap.isEmpty() ? 1 : 0;
}

} // namespace

Result<int> runMove(Context& context)
{
    auto request = readMove(context);
    if (!request)
        return request.error();
    const bool dryRun = context.line().has("dry-run");
    auto ends = openEnds(context, dryRun ? Access::ReadOnly : Access::Operate, !dryRun && !request->copies);
    if (!ends)
        return ends.error();
    request->elsewhere = ends->elsewhere;
    auto to = findQueue(*ends->to, ends->toLayout, request->to, QueueUse::MayFill);
    if (!to)
        return to.error();
    request->to = to->name;
    const auto& words = context.line().words();
    if (words.size() > 1) {
        const auto found = findTasks(ends->from->inspector(), request->from, {words.begin() + 1, words.end()});
        if (!found)
            return found.error();
        for (const Result<TaskId>& id : *found) {
            if (!id)
                return id.error();
            request->selection.ids.push_back(*id);
        }
    }

    auto signalWatch = std::make_optional<SignalWatch>();
    Progress progress;
    MoveRun run(*request);
    const auto observe = [&](const MoveProgress& now) {
        progress.show(u"%1 of %2 checked, %3 arrived"_s.arg(now.examined).arg(now.expected).arg(now.done));
        return signalWatch->count() == 0;
    };
    const auto preview = previewMove(
        *request, *ends->from, *ends->to, observe, dryRun ? MoveForesight::Target : MoveForesight::Source);
    progress.clear();
    if (!preview)
        return preview.error();
    if (dryRun || (preview->total == 0 && preview->interrupted == 0))
        return reportMovePreview(context, *request, *preview, lossesOf(*request, *ends->from, *ends->to), dryRun);
    signalWatch.reset();
    if (const auto agreed = confirmMove(context, *request, *preview, ends->production); !agreed)
        return agreed.error();
    signalWatch.emplace();
    const auto finished = run.finish(*ends->from, *ends->to, observe);
    progress.clear();
    if (const auto kept = OperationJournal().append(run.record(), displayUrl(context.redis())); !kept)
        tell(kept.error().message);
    if (finished)
        return reportMove(context, *request, run, adviceWithoutUndo(*request, *ends->to));
    if (run.progress().done == 0)
        return finished.error();
    return Error{finished.error().code,
        u"Stopped after %1: %2 The completed part is recorded as operation %3."_s.arg(
            tasksText(run.progress().done), finished.error().message, printable(run.record().id)),
        finished.error().detail};
}

} // namespace dueline::duectl
