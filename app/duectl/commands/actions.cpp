// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/actionreport.h"
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/operationend.h"
#include "app/duectl/signals.h"
#include "app/duectl/tables.h"
#include "app/duectl/taskselection.h"
#include "core/base/text.h"
#include "core/console/operations/findtask.h"
#include "core/console/operations/operationrules.h"
#include "core/console/operations/operationrun.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Reads the times of reschedule; `now` is the server's clock.
Result<> readActionTimes(const CommandLine& line, Action& action, TimePoint now)
{
    if (line.has("in")) {
        const auto in = line.duration("in");
        if (!in)
            return in.error();
        action.time = Action::Time::In;
        action.by = **in;
    } else if (line.has("at")) {
        const auto at = line.instant("at");
        if (!at)
            return at.error();
        action.time = Action::Time::At;
        action.at = **at;
    } else if (line.has("shift")) {
        const auto shift = line.duration("shift", true);
        if (!shift)
            return shift.error();
        action.time = Action::Time::Shift;
        action.by = **shift;
    } else {
        const QString text = QString::fromUtf8(line.value("spread"));
        const qsizetype dots = text.indexOf(u".."_s);
        if (dots < 0)
            return usage(u"--spread takes FROM..TO, such as --spread now..+2h."_s);
        const auto from = parseMoment(text.left(dots), now);
        if (!from)
            return usage(u"--spread: "_s + from.error().message);
        const auto to = parseMoment(text.mid(dots + 2), now);
        if (!to)
            return usage(u"--spread: "_s + to.error().message);
        if (*to < *from)
            return usage(u"--spread takes the earlier time first."_s);
        action.time = Action::Time::Spread;
        action.at = *from;
        action.until = *to;
    }
    return {};
}

Result<Canary> readCanary(const CommandLine& line)
{
    Canary canary;
    if (line.has("canary-failures")) {
        QByteArray text = line.value("canary-failures");
        if (text.endsWith('%'))
            text.chop(1);
        bool fine = false;
        canary.failuresPercent = text.toInt(&fine);
        if (!fine || canary.failuresPercent < 0 || canary.failuresPercent > 100)
            return usage(u"--canary-failures takes a percentage from 0 to 100, such as 20%."_s);
    }
    const auto wait = line.duration("canary-wait");
    if (!wait)
        return wait.error();
    canary.wait = wait->value_or(canary.wait);
    return canary;
}

/// What the options ask for, as far as it can be read without a server.
Result<OperationRequest> readActionRequest(Context& context)
{
    const CommandLine& line = context.line();
    OperationRequest request;
    const auto queue = context.queue();
    if (!queue)
        return queue.error();
    request.queue = *queue;
    request.action.kind = *actionFromName(line.command()->name);
    request.action.force = line.has("force");
    request.by = Context::operatorName();
    request.reason = line.value("reason");
    request.keepsUndo = !line.has("no-undo");
    const auto speed = readSpeed(line);
    if (!speed)
        return speed.error();
    request.pace = speed->pace;
    request.duty = speed->duty;
    if (line.has("canary")) {
        const auto canary = readCanary(line);
        if (!canary)
            return canary.error();
        request.canary = *canary;
    } else if (line.has("canary-failures") || line.has("canary-wait")) {
        return usage(u"--canary-failures and --canary-wait go with --canary."_s);
    }

    const auto selected = readSelection(line);
    if (!selected)
        return selected.error();
    request.selection = selected->selection;
    request.states = selected->states;
    if (request.action.kind == ActionKind::Reschedule) {
        const int times = int(line.has("in")) + int(line.has("at")) + int(line.has("shift")) + int(line.has("spread"));
        if (times != 1)
            return usage(u"reschedule takes %1 of --in, --at, --shift and --spread."_s.arg(
                times == 0 ? u"one"_s : u"only one"_s));
        if (const auto read = readActionTimes(line, request.action, SystemClock().now()); !read)
            return read.error();
    }
    return request;
}

/// The given ids, shortened ones completed. One that is not there stays as it was given, to be reported with the
/// others, unless it is the only one.
Result<> resolveIds(Context& context, QueueInspector& inspector, OperationRequest& request)
{
    const auto& words = context.line().words();
    const std::vector<QByteArray> given(words.begin() + 1, words.end());
    if (given.empty())
        return {};
    const auto found = findTasks(inspector, request.queue, given);
    if (!found)
        return found.error();
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Result<TaskId>& id = (*found)[i];
        if (!id && (id.error().code != ErrorCode::NotFound || given.size() == 1))
            return id.error();
        request.selection.ids.push_back(id ? *id : given[i]);
    }
    return {};
}

/// Whether the operator wants it; many tasks are never changed without being asked for.
Result<> confirmAction(Context& context, const OperationRequest& request, const OperationPreview& preview)
{
    if (preview.total <= 1 || context.line().has("yes"))
        return {};
    const QString what = describeRequest(request, preview.total);
    const QString counts = countsText(preview.counts);
    const QString undo = preview.undoable ? undoOverEarly(request, preview) : u" This cannot be undone."_s;
    if (!canAsk())
        return Error{ErrorCode::Refused,
            u"This would %1 (%2): add --yes to do it, or --dry-run to see more first.%3"_s.arg(what, counts, undo)};
    const QString question = u"%1%2 (%3)?%4 "_s.arg(what.left(1).toUpper(), what.mid(1), counts, undo);
    const bool yes = context.isProduction()
        ? ask(question + u"This is production; type the count: "_s) == QString::number(preview.total)
        : ask(question + u"[y/N] "_s).toLower().startsWith(u'y');
    return yes ? Result<>() : Result<>(Error{ErrorCode::Cancelled, u"Nothing was changed."_s});
}

} // namespace

Result<int> runAction(Context& context)
{
    auto request = readActionRequest(context);
    if (!request)
        return request.error();
    const bool dryRun = context.line().has("dry-run");
    const auto backend = context.open(dryRun ? Access::ReadOnly : Access::Operate);
    if (!backend)
        return backend.error();
    QueueInspector& inspector = (*backend)->inspector();
    if (const auto resolved = resolveIds(context, inspector, *request); !resolved)
        return resolved.error();
    if (request->action.time == Action::Time::Spread) {
        const auto now = context.now();
        if (!now)
            return now.error();
        if (const auto read = readActionTimes(context.line(), request->action, *now); !read)
            return read.error();
    }

    // Ctrl+C ends a walk or an operation in order; a question it ends at once, since nothing has happened yet.
    auto signalWatch = std::make_optional<SignalWatch>();
    Progress progress;
    OperationRun run(*request);
    const auto observe = [&](const OperationProgress& now) {
        showProgress(progress, now);
        return signalWatch->count() == 0;
    };
    const auto preview = run.preview(**backend, observe);
    progress.clear();
    if (!preview) {
        run.drop(**backend);
        return preview.error();
    }
    if (dryRun || preview->total == 0)
        return reportPreview(context.out(), context.json(), *request, *preview, dryRun);
    if (preview->isUndoTooLarge()) {
        run.drop(**backend);
        return undoTooLarge(*preview);
    }
    signalWatch.reset();
    if (const auto agreed = confirmAction(context, *request, *preview); !agreed)
        return agreed.error();
    signalWatch.emplace();
    return finishOperation(context, **backend, run, observe, progress);
}

} // namespace dueline::duectl
