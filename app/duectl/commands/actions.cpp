// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/actionreport.h"
#include "app/duectl/actionrequest.h"
#include "app/duectl/commands.h"
#include "app/duectl/commands/lookthrough.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/operationend.h"
#include "app/duectl/signals.h"
#include "app/duectl/tables.h"
#include "core/console/operations/operationrules.h"
#include "core/console/operations/operationrun.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Asks for confirmation if the action applies to more than one task.
Result<> confirmAction(Context& context, const OperationRequest& request, const OperationPreview& preview)
{
    if (preview.total <= 1 || context.line().has("yes"))
        return {};
    const QString what = describeRequest(request, preview.total);
    const QString counts = countsText(preview.counts);
    QString besides = preview.undoable ? undoOverEarly(request, preview) : u" This cannot be undone."_s;
    for (const QString& caution : cautionsOf(preview))
        besides += u' ' + caution;
    if (!canAsk())
        return Error{ErrorCode::Refused,
            u"This would %1 (%2): add --yes to continue, or --dry-run for details.%3"_s.arg(what, counts, besides)};
    const QString question = u"%1%2 (%3)?%4 "_s.arg(what.left(1).toUpper(), what.mid(1), counts, besides);
    return confirmCount(question, preview.total, context.isProduction());
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
        if (const auto read = readActionTimes(context.line(), request->action, *now, true); !read)
            return read.error();
    }

    // During a scan or an operation, Ctrl+C ends the command cleanly. At a prompt, it ends the program immediately,
    // because nothing has changed yet.
    auto signalWatch = std::make_optional<SignalWatch>();
    Progress progress;
    inspector.seekOnly(request->queue, request->states);
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
    const bool isOfTrash = request->action.kind == ActionKind::Restore || request->states == StateSet{TaskState::Trash};
    if (preview->total == 0 && isOfTrash) {
        const auto queue = inspector.queue(request->queue);
        if (const auto trash = queue ? checkTrash(**backend, *queue) : Result<>(); !trash)
            return trash.error();
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
