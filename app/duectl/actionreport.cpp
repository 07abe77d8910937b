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

/// Returns the action as a verb phrase, such as `retry` or `run now`; with `tasks`, such as `retry 5 tasks` or `run 5
/// tasks now`.
QString verb(ActionKind kind, const QString& tasks = {})
{
    const QString object = tasks.isEmpty() ? tasks : u' ' + tasks;
    return kind == ActionKind::RunNow ? u"run%1 now"_s.arg(object) : QString::fromLatin1(actionName(kind)) + object;
}

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

/// Returns whether skipped tasks make the operation incomplete. If the user named the tasks, any skipped task does.
/// With a filter, tasks that the action doesn't apply to are expected, so only tasks that need --force or that changed
/// concurrently count.
bool partly(const OperationRequest& request, const SkippedTasks& skipped)
{
    const bool named
        = request.selection.kind == TaskSelection::Kind::Ids || request.selection.kind == TaskSelection::Kind::Refs;
    for (const auto& [reason, count] : skipped.counts()) {
        const bool expected = reason == SkipReason::AlreadyDue || reason == SkipReason::NotApplicable
            || reason == SkipReason::Retried || reason == SkipReason::RetryWaits;
        if (count > 0 && (named || !expected))
            return true;
    }
    return false;
}

QString namesOf(const SkippedTasks& skipped)
{
    struct Name
    {
        QString id;
        QString state;
        qint64 count;
    };
    std::vector<Name> names; // tasks with the same id and state share an entry
    qint64 covered = 0;
    for (const SkippedTask& task : skipped.named()) {
        const QString id = printable(task.id, 80);
        const QString state = task.state ? stateText(*task.state) : QString();
        const auto known = std::find_if(
            names.begin(), names.end(), [&](const Name& name) { return name.id == id && name.state == state; });
        if (known != names.end())
            ++known->count;
        else if (names.size() < std::size_t(namedInText))
            names.push_back({id, state, 1});
        else
            continue;
        ++covered;
    }
    if (names.empty())
        return {};
    QStringList texts;
    for (const Name& name : names) {
        QStringList details;
        if (!name.state.isEmpty())
            details << name.state;
        if (name.count > 1)
            details << u"%1 times"_s.arg(name.count);
        texts << name.id + (details.isEmpty() ? QString() : u" (%1)"_s.arg(details.join(u", "_s)));
    }
    return u": "_s + texts.join(u", "_s) + (skipped.total() > covered ? u", …"_s : QString());
}

void writeSkipped(JsonWriter& json, const SkippedTasks& skipped)
{
    json.member("skipped", skipped.total());
    json.key("skipped_tasks").beginArray();
    for (const SkippedTask& task : skipped.named()) {
        json.beginObject();
        json.member("id", task.id);
        json.member("reason", nameOf(task.reason));
        json.endObject();
    }
    json.endArray();
}

void writePreview(Output& out, const OperationRequest& request, const OperationPreview& preview)
{
    JsonWriter json;
    json.beginObject();
    json.member("dry_run", true);
    json.member("kind", actionName(request.action.kind));
    json.member("queue", request.queue);
    json.member("total", preview.total);
    writeCounts(json, preview.counts);
    json.member("first_due_ms", preview.firstDue ? std::optional<qint64>(toMs(*preview.firstDue)) : std::nullopt);
    json.member("last_due_ms", preview.lastDue ? std::optional<qint64>(toMs(*preview.lastDue)) : std::nullopt);
    writeSkipped(json, preview.skipped);
    if (preview.foreseen.asked > 0) {
        json.key("would_skip").beginObject();
        json.member("of", preview.foreseen.asked);
        for (const auto& [reason, count] : preview.foreseen.reasons)
            json.member(nameOf(reason), count);
        json.endObject();
    }
    if (preview.foreseen.followed > 0)
        json.member("followed", preview.foreseen.followed);
    if (!preview.cautions.empty()) {
        json.key("cautions").beginArray();
        for (const QByteArray& caution : preview.cautions)
            json.string(caution);
        json.endArray();
    }
    json.member("undoable", preview.undoable);
    json.member("undo_bytes", preview.undoBytes);
    if (preview.freeBytes)
        json.member("free_bytes", *preview.freeBytes);
    if (preview.listBytes > 0)
        json.member("list_bytes", preview.listBytes);
    json.member("undo_for_ms", qint64(preview.undoFor.count()));
    json.endObject();
    out.write(json.take());
}

/// Writes an operation's outcome. If no tasks were selected, the operation isn't recorded and the record's id is empty.
void writeOutcome(Output& out, const OperationRecord& record, const SkippedTasks& skipped, bool cancelled)
{
    JsonWriter json;
    json.beginObject();
    json.textOrNull("operation", record.id);
    json.member("kind", record.kind);
    json.member("queue", record.queue);
    json.member("total", record.total);
    json.member("done", record.done);
    writeSkipped(json, skipped);
    json.member("undoable", record.undoable);
    json.member("cancelled", cancelled);
    if (!record.stage.isEmpty())
        json.member("stage", record.stage);
    json.endObject();
    out.write(json.take());
}

/// Suggests another command for a task in a state that the action doesn't apply to, or explains why there is none.
/// Returns an empty string if there is nothing to suggest.
QString otherWay(ActionKind kind, TaskState state)
{
    switch (state) {
    case TaskState::Trash:
        return kind == ActionKind::Discard ? u"it is already in the trash"_s
                                           : u"restore it from the trash first with \"duectl restore\""_s;
    case TaskState::Done:
        return u"a done task cannot run again; add a new task"_s;
    case TaskState::Leased:
        return u"if the layout has leases, revoke the lease first with \"duectl release\""_s;
    case TaskState::Failed:
        return u"use \"duectl retry\" to make it due again"_s;
    case TaskState::Scheduled:
        return u"use \"duectl run-now\" to make it due"_s;
    case TaskState::Due:
    case TaskState::Retrying:
        break;
    }
    return {};
}

bool hasRetried(const SkippedTasks& skipped)
{
    return skipped.counts().contains(SkipReason::Retried) || skipped.counts().contains(SkipReason::RetryWaits);
}

/// Returns the end of an error message about skipped tasks: why they were skipped, or how to change them anyway. Empty
/// if there is nothing to add.
QString wayOut(const Action& action, const SkippedTasks& skipped, Audience audience)
{
    const ActionKind kind = action.kind;
    const bool mayRetryAgain = hasRetried(skipped) && !action.force;
    const bool canForce = audience == Audience::Person;
    if (skipped.counts().contains(SkipReason::NeedsForce)) {
        return canForce ? u"; --force revokes the lease"_s
                        : u"; an assistant cannot revoke the lease, but duectl can"_s;
    }
    if (skipped.counts().size() == 1) {
        const QString sentence = sentenceOf(skipped.counts().begin()->first);
        const QString anyway
            = canForce ? u"; --force retries anyway"_s : u"; an assistant cannot retry it again, but duectl can"_s;
        if (!sentence.isEmpty()) // drop its period, because the caller adds one
            return u". "_s + sentence.chopped(1) + (mayRetryAgain ? anyway : QString());
    }
    if (mayRetryAgain)
        return canForce ? u"; --force retries them anyway"_s
                        : u"; an assistant cannot retry them again, but duectl can"_s;
    if (kind == ActionKind::Restore)
        return {};
    for (const SkippedTask& task : skipped.named()) {
        // With --state, a task may be skipped although the action applies to its state. It needs no hint.
        if (task.state && !applicableStates(kind, false).contains(*task.state)) {
            const QString way = otherWay(kind, *task.state);
            return way.isEmpty() ? way : u"; "_s + way;
        }
    }
    return {};
}

/// Returns the error for an action that changed none of the named tasks.
Error leftAlone(const OperationRequest& request, const SkippedTasks& skipped, Audience audience)
{
    const bool gone = skipped.counts().size() == 1 && skipped.counts().begin()->first == SkipReason::NotFound;
    return {gone ? ErrorCode::NotFound : ErrorCode::Refused,
        u"Nothing to %1 in %2; skipped: %3%4%5."_s.arg(verb(request.action.kind), printable(request.queue),
            skipped.summary(), namesOf(skipped), wayOut(request.action, skipped, audience))};
}

/// Returns when tasks that are retried later will be due; empty for other actions.
QString laterText(const Action& action)
{
    if (action.kind != ActionKind::Retry || !action.setsDue())
        return {};
    return action.time == Action::Time::Spread
        ? u"New due times: from %1 to %2."_s.arg(instantText(action.at), instantText(action.until))
        : action.time == Action::Time::In ? u"New due time: %1 from now."_s.arg(formatDuration(action.by))
                                          : u"New due time: %1."_s.arg(instantText(action.at));
}

} // namespace

QString describeRequest(const OperationRequest& request, qint64 tasks)
{
    return verb(request.action.kind, u"%1 in %2"_s.arg(tasksText(tasks), printable(request.queue)));
}

QStringList cautionsOf(const OperationPreview& preview)
{
    QStringList sentences;
    if (preview.foreseen.followed > 0)
        sentences << u"Other tasks are chained to %1 of these tasks and will not run without them."_s.arg(
            preview.foreseen.followed);
    for (const QByteArray& caution : preview.cautions)
        sentences << printable(caution, 1000);
    return sentences;
}

QString undoOverEarly(const OperationRequest& request, const OperationPreview& preview)
{
    const auto lasts = outlastsUndo(preview.total, request.pace, preview.undoFor);
    if (!preview.undoable || !lasts)
        return {};
    return u" At this pace, the operation will take %1, but it can be undone only within %2 of its start."_s.arg(
        formatDuration(*lasts), formatDuration(preview.undoFor));
}

Result<int> reportPreview(Output& out, bool json, const OperationRequest& request, const OperationPreview& preview,
    bool dryRun, Audience audience)
{
    const bool incomplete = partly(request, preview.skipped);
    if (preview.total == 0 && incomplete)
        return leftAlone(request, preview.skipped, audience);
    if (json && dryRun) {
        writePreview(out, request, preview);
    } else if (json) {
        OperationRecord none;
        none.kind = actionName(request.action.kind).toByteArray();
        none.queue = request.queue;
        writeOutcome(out, none, preview.skipped, false);
    } else if (preview.total == 0) {
        tell(hasRetried(preview.skipped)
                ? u"Nothing to %1 in %2; skipped: %3%4%5."_s.arg(verb(request.action.kind), printable(request.queue),
                    preview.skipped.summary(), namesOf(preview.skipped),
                    wayOut(request.action, preview.skipped, audience))
                : u"Nothing to %1 in %2: the action does not apply to any selected task."_s.arg(
                    verb(request.action.kind), printable(request.queue)));
    } else {
        out.line(u"This would %1: %2."_s.arg(describeRequest(request, preview.total), countsText(preview.counts)));
        if (const QString later = laterText(request.action); !later.isEmpty())
            out.line(later);
        if (preview.firstDue && preview.lastDue)
            out.line((request.action.kind == ActionKind::Reschedule ? u"Currently due from %1 to %2."_s
                                                                    : u"Due from %1 to %2."_s)
                         .arg(instantText(*preview.firstDue), instantText(*preview.lastDue)));
        if (preview.skipped.total() > 0)
            out.line(u"Skipped: %1%2."_s.arg(preview.skipped.summary(), namesOf(preview.skipped)));
        if (const ForeseenSkips& foreseen = preview.foreseen; foreseen.total() > 0) {
            const QString among
                = foreseen.asked < preview.total ? u" among the first %1"_s.arg(foreseen.asked) : QString();
            out.line(u"Would be skipped%1: %2."_s.arg(among, foreseen.summary()));
        }
        for (const QString& sentence : cautionsOf(preview))
            out.line(sentence);
        out.line((preview.undoable ? u"The action can be undone for %1; its undo data uses about %2 of Redis "
                                     u"memory."_s.arg(formatDuration(preview.undoFor), formatBytes(preview.undoBytes))
                                   : u"It cannot be undone."_s)
            + undoOverEarly(request, preview));
        if (preview.isUndoTooLarge())
            out.line(
                u"Redis has %1 of free memory, and undo data may use at most a quarter of it: add --no-undo, or select "
                u"fewer tasks."_s.arg(formatBytes(*preview.freeBytes)));
    }
    return incomplete ? 1 : 0;
}

int reportOperation(Output& out, bool json, const OperationRun& run, const QString& undoCommand)
{
    const OperationRecord& record = run.record();
    const OperationProgress& progress = run.progress();
    const SkippedTasks& skipped = run.skipped();
    const bool incomplete = progress.cancelled || progress.stopped || partly(run.request(), skipped);
    if (json) {
        writeOutcome(out, record, skipped, progress.cancelled);
    } else {
        QString text = u"%1 %2"_s.arg(QString::number(record.done), participle(run.request().action.kind));
        if (skipped.total() > 0)
            text += u", %1 skipped"_s.arg(skipped.total());
        text += u"; operation %1"_s.arg(printable(run.id()));
        out.line(
            text + (record.undoable && record.done > 0 ? u"; undo: "_s + undoCommand : u"; it cannot be undone."_s));
    }
    if (!incomplete && (json || !hasRetried(skipped)))
        return 0;
    out.flush();
    if (progress.stopped)
        tell(u"Stopped automatically after %1 of %2: %3. Check the failed tasks; \"duectl undo\" reverts the rest."_s
                 .arg(QString::number(progress.done), tasksText(progress.total), progress.stage.section(u": "_s, 1)));
    if (progress.cancelled)
        tell(u"Interrupted after %1 of %2."_s.arg(QString::number(progress.done), tasksText(progress.total)));
    if (skipped.total() > 0)
        tell(u"Skipped: %1%2%3."_s.arg(
            skipped.summary(), namesOf(skipped), wayOut(run.request().action, skipped, Audience::Person)));
    return incomplete ? 1 : 0;
}

} // namespace dueline::duectl
