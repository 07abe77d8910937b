// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/actionreport.h"

#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "core/base/duration.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr std::size_t namedInText = 3;

QString verb(ActionKind kind) { return QString::fromLatin1(actionName(kind)); }

QString participle(ActionKind kind)
{
    switch (kind) {
    case ActionKind::Retry:
        return u"retried"_s;
    case ActionKind::RunNow:
        return u"made due now"_s;
    case ActionKind::Reschedule:
        return u"rescheduled"_s;
    case ActionKind::Discard:
        return u"discarded"_s;
    case ActionKind::Restore:
        return u"restored"_s;
    case ActionKind::Delete:
        return u"deleted"_s;
    }
    Q_UNREACHABLE();
    return {};
}

const char* word(SkipReason reason)
{
    switch (reason) {
    case SkipReason::NotFound:
        return "not_found";
    case SkipReason::MovedOn:
        return "moved_on";
    case SkipReason::NeedsForce:
        return "needs_force";
    case SkipReason::AlreadyDue:
        return "already_due";
    case SkipReason::NotApplicable:
        return "not_applicable";
    }
    Q_UNREACHABLE();
    return "";
}

/// Whether what was left alone makes the whole only partly done. A filter selects what the action applies to, so that
/// only what changed under it, or needs --force, counts; whoever names a task is told about each.
bool partly(const OperationRequest& request, const SkippedTasks& skipped)
{
    const bool named
        = request.selection.kind == TaskSelection::Kind::Ids || request.selection.kind == TaskSelection::Kind::Refs;
    for (const auto& [reason, count] : skipped.counts()) {
        const bool expected = reason == SkipReason::AlreadyDue || reason == SkipReason::NotApplicable;
        if (count > 0 && (named || !expected))
            return true;
    }
    return false;
}

QString namesOf(const SkippedTasks& skipped)
{
    QStringList names;
    for (const SkippedTask& task : skipped.named()) {
        if (names.size() == qsizetype(namedInText))
            break;
        names << printable(task.id, 80);
    }
    if (names.isEmpty())
        return {};
    return u": "_s + names.join(u", "_s) + (skipped.total() > names.size() ? u", …"_s : QString());
}

void writeSkipped(JsonWriter& json, const SkippedTasks& skipped)
{
    json.member("skipped", skipped.total());
    json.key("skipped_tasks").beginArray();
    for (const SkippedTask& task : skipped.named()) {
        json.beginObject();
        json.member("id", task.id);
        json.member("reason", word(task.reason));
        json.endObject();
    }
    json.endArray();
}

void writePreview(Output& out, const OperationRequest& request, const OperationPreview& preview, bool dryRun)
{
    JsonWriter json;
    json.beginObject();
    json.member("dry_run", dryRun);
    json.member("kind", actionName(request.action.kind));
    json.member("queue", request.queue);
    json.member("total", preview.total);
    writeCounts(json, preview.counts);
    json.member("first_due_ms", preview.firstDue ? std::optional<qint64>(toMs(*preview.firstDue)) : std::nullopt);
    json.member("last_due_ms", preview.lastDue ? std::optional<qint64>(toMs(*preview.lastDue)) : std::nullopt);
    writeSkipped(json, preview.skipped);
    json.member("undoable", preview.undoable);
    json.member("undo_bytes", preview.undoBytes);
    json.member("undo_for_ms", qint64(preview.undoFor.count()));
    json.endObject();
    out.write(json.take());
}

/// The way out for tasks that workers hold.
QString forceHint(const SkippedTasks& skipped)
{
    return skipped.counts().contains(SkipReason::NeedsForce) ? u"; --force acts on leased tasks, too"_s : QString();
}

/// The error for a named task that the action cannot do anything about.
Error leftAlone(const OperationRequest& request, const SkippedTasks& skipped)
{
    const bool gone = skipped.counts().size() == 1 && skipped.counts().begin()->first == SkipReason::NotFound;
    return {gone ? ErrorCode::NotFound : ErrorCode::Refused,
        u"Nothing to %1 in %2; left alone: %3%4%5."_s.arg(verb(request.action.kind), printable(request.queue),
            skipped.summary(), namesOf(skipped), forceHint(skipped))};
}

} // namespace

Result<int> reportPreview(
    Output& out, bool json, const OperationRequest& request, const OperationPreview& preview, bool dryRun)
{
    const bool incomplete = partly(request, preview.skipped);
    if (preview.total == 0 && incomplete)
        return leftAlone(request, preview.skipped);
    if (json) {
        writePreview(out, request, preview, dryRun);
    } else if (preview.total == 0) {
        tell(u"Nothing to %1 in %2: no task that it applies to is selected."_s.arg(
            verb(request.action.kind), printable(request.queue)));
    } else {
        out.line(u"This would %1 %2 of %3: %4."_s.arg(
            verb(request.action.kind), tasksText(preview.total), printable(request.queue), countsText(preview.counts)));
        if (preview.firstDue && preview.lastDue)
            out.line(u"Due from %1 to %2."_s.arg(formatInstant(*preview.firstDue), formatInstant(*preview.lastDue)));
        if (preview.skipped.total() > 0)
            out.line(u"Left alone: %1%2."_s.arg(preview.skipped.summary(), namesOf(preview.skipped)));
        out.line(preview.undoable ? u"It can be undone for %1, which holds about %2 in Redis."_s.arg(
                     formatDuration(preview.undoFor), formatBytes(preview.undoBytes))
                                  : u"It cannot be undone."_s);
    }
    return incomplete ? 1 : 0;
}

int reportOperation(Output& out, bool json, const OperationRun& run)
{
    const OperationRecord& record = run.record();
    const OperationProgress& progress = run.progress();
    const SkippedTasks& skipped = run.skipped();
    const bool incomplete = progress.cancelled || partly(run.request(), skipped);
    if (json) {
        JsonWriter writer;
        writer.beginObject();
        writer.member("operation", run.id());
        writer.member("kind", record.kind);
        writer.member("queue", record.queue);
        writer.member("total", record.total);
        writer.member("done", record.done);
        writeSkipped(writer, skipped);
        writer.member("undoable", record.undoable);
        writer.member("cancelled", progress.cancelled);
        writer.endObject();
        out.write(writer.take());
    } else {
        QString text = u"%1 %2"_s.arg(QString::number(record.done), participle(run.request().action.kind));
        if (skipped.total() > 0)
            text += u", %1 skipped"_s.arg(skipped.total());
        text += u"; operation %1"_s.arg(printable(run.id()));
        out.line(text
            + (record.undoable && record.done > 0 ? u"; undo: duectl undo %1"_s.arg(printable(run.id()))
                                                  : u"; it cannot be undone."_s));
    }
    if (!incomplete)
        return 0;
    out.flush();
    if (progress.cancelled)
        tell(u"Interrupted after %1 of %2."_s.arg(QString::number(progress.done), tasksText(progress.total)));
    if (skipped.total() > 0)
        tell(u"Left alone: %1%2%3."_s.arg(skipped.summary(), namesOf(skipped), forceHint(skipped)));
    return 1;
}

} // namespace dueline::duectl
