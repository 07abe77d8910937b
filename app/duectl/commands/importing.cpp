// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands/importing.h"

#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/console/connect/readingbackend.h"
#include "core/console/operations/operationjournal.h"
#include "core/redis/redisurl.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr std::size_t problemsTold = 20;

int reportImport(Context& context, const QueueName& queue, const ImportRun& run, bool dryRun,
    const std::vector<std::pair<const char*, qint64>>& facts)
{
    const ImportProgress& done = run.progress();
    const bool recorded = !dryRun && done.added > 0;
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("dry_run", dryRun);
        json.member("queue", queue);
        json.textOrNull("operation", recorded ? run.record().id : QByteArray());
        json.member("lines", done.lines);
        json.member("added", done.added);
        json.key("states").beginObject();
        writeCounts(json, done.states);
        json.endObject();
        json.member("exists", done.exists);
        json.member("conflicts", done.conflicts);
        json.member("invalid", done.invalid);
        json.member("no_place", done.noPlace);
        json.member("attempts_lost", done.attemptsLost);
        if (done.relationsLost > 0)
            json.member("relations_lost", done.relationsLost);
        if (done.flowParents > 0)
            json.member("flow_parents", done.flowParents);
        json.member("moved_on", done.movedOn);
        json.member("not_asked_for", done.filtered);
        json.member("were_leased", done.wereLeased);
        json.member("cancelled", done.cancelled);
        for (const auto& [name, value] : facts)
            json.member(name, value);
        json.key("problems").beginArray();
        for (const ImportProblem& problem : done.problems) {
            json.beginObject();
            json.member("line", problem.line);
            json.member("message", problem.why.toUtf8());
            json.endObject();
        }
        json.endArray();
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(describe(done, dryRun, countsText(done.states))
            + (done.cancelled ? u" (interrupted)."_s : u"."_s)
            + (recorded && run.record().undoable ? u" Undo: "_s + context.undoCommand(run.record().id) : QString()));
        if (done.wereLeased > 0)
            context.out().line(u"%1 leased during the export and will run again."_s.arg(
                done.wereLeased == 1 ? u"1 was"_s : u"%1 were"_s.arg(done.wereLeased)));
    }
    if (done.attemptsLost > 0)
        tell(attemptsLostText(done.attemptsLost));
    if (done.relationsLost > 0)
        tell(relationsLostText(done.relationsLost));
    if (done.flowParents > 0)
        tell(flowParentsText(done.flowParents));
    if (done.missing > 0)
        tell(missingText(done.missing));
    if (done.renamed > 0)
        tell(renamedText(done.renamed));
    for (std::size_t i = 0; i < done.problems.size() && i < problemsTold; ++i)
        tell(done.problems[i].why);
    if (const qint64 more = done.invalid + done.conflicts + done.flowParents - qint64(problemsTold); more > 0)
        tell(u"%1 more lines are not shown."_s.arg(more));
    const bool partly = done.invalid + done.conflicts + done.noPlace + done.movedOn + done.flowParents > 0;
    return partly || done.cancelled ? 1 : 0;
}

} // namespace

Result<ImportRequest> importRequest(
    Context& context, const QueueName& queue, const TaskFilter& filter, StateSet states, const QByteArray& source)
{
    ImportRequest request;
    request.queue = queue;
    request.states = states;
    request.filter = filter;
    if (filter.needsPayload()) {
        auto texts = ReadingBackend::textsOf(context.readers(), queue);
        if (!texts)
            return texts.error();
        request.filter.setTexts(*std::move(texts));
    }
    request.source = source;
    request.by = Context::operatorName();
    request.reason = context.line().value("reason");
    request.dryRun = context.line().has("dry-run");
    return request;
}

Result<int> importInto(Context& context, Backend& backend, ImportRequest request, QIODevice& device,
    const SignalWatch& signalWatch, const QString& remedy, const std::vector<std::pair<const char*, qint64>>& facts)
{
    const QueueName queue = request.queue;
    const bool dryRun = request.dryRun;
    ImportRun run(std::move(request), device);
    Progress progress;
    const auto finished = run.finish(backend, [&](const ImportProgress& now) {
        progress.show(now.size > 0
                ? u"%1 lines, %2 of %3"_s.arg(now.lines).arg(formatBytes(now.bytes), formatBytes(now.size))
                : u"%1 lines, %2"_s.arg(now.lines).arg(formatBytes(now.bytes)));
        return signalWatch.count() == 0;
    });
    progress.clear();
    if (!dryRun && run.progress().added > 0) {
        if (const auto kept = OperationJournal().append(run.record(), displayUrl(context.redis())); !kept)
            tell(kept.error().message);
    }
    if (!finished) {
        if (dryRun || run.progress().added == 0)
            return finished.error();
        return Error{finished.error().code,
            u"Stopped after %1: %2 The added tasks are recorded as operation %3; %4."_s.arg(
                tasksText(run.progress().added), finished.error().message, printable(run.record().id), remedy),
            finished.error().detail};
    }
    return reportImport(context, queue, run, dryRun, facts);
}

} // namespace dueline::duectl
