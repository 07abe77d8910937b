// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/adoptreport.h"
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/signals.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/console/adopt/adoptrun.h"
#include "core/console/operations/operationlog.h"
#include "core/redis/redisurl.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Asks for confirmation before moving more than one task.
Result<> confirmAdoption(Context& context, const AdoptPreview& preview)
{
    if (preview.entries <= 1 || context.line().has("yes"))
        return {};
    const QString what
        = u"move %1 into the native queue %2"_s.arg(tasksText(preview.entries), printable(preview.to, 60));
    if (!canAsk()) {
        return Error{
            ErrorCode::Refused, u"This would %1: add --yes to continue, or --dry-run for details."_s.arg(what)};
    }
    const QString question = what.left(1).toUpper() + what.mid(1) + u"? "_s;
    return confirmCount(question, preview.entries, context.isProduction());
}

/// Returns the connection's only adoptable layout, or the connection's layout if none is adoptable. Errors: Usage
/// (several layouts are adoptable).
Result<LayoutSpec> adoptableLayout(const LayoutSpec& layout)
{
    std::vector<LayoutSpec> adoptable;
    QStringList names;
    for (const LayoutSpec& part : layout.parts()) {
        if (!part.facts().adoptable)
            continue;
        adoptable.push_back(part);
        names << printable(part.text().toUtf8(), 100);
    }
    if (adoptable.size() > 1) {
        return Error{ErrorCode::Usage,
            u"Only one custom queue can be adopted at a time: select one of %1 with --layout."_s.arg(
                names.join(u", "_s))};
    }
    return adoptable.empty() ? layout : adoptable.front();
}

Error adoptionStoppedBy(const Error& error, const AdoptRun& run)
{
    if (run.progress().done == 0)
        return error;
    return {error.code,
        u"Stopped after %1 of %2: %3 The moved tasks are recorded as operation %4."_s.arg(
            QString::number(run.progress().done), tasksText(run.progress().total), error.message,
            printable(run.record().id)),
        error.detail};
}

} // namespace

Result<int> runAdopt(Context& context)
{
    AdoptRequest request;
    request.to = context.line().value("to");
    request.by = Context::operatorName();
    request.reason = context.line().value("reason");
    const auto layout = adoptableLayout(context.layout());
    if (!layout)
        return layout.error();
    request.from = context.connection();
    request.from.layout = *layout;
    const bool dryRun = context.line().has("dry-run");
    request.access = dryRun ? Access::ReadOnly : Access::Operate;
    if (const auto adoptable = checkAdoptable(request.from); !adoptable)
        return adoptable.error();
    if (const auto target = adoptTarget(request); !target) {
        return Error{target.error().code,
            request.to.isEmpty() ? target.error().message + u" Specify another queue with --to."_s
                                 : target.error().message};
    }
    if (const auto opened = context.open(request.access); !opened) // prompts for a password if none is set
        return opened.error();
    request.from = context.connection();
    request.from.layout = *layout;

    AdoptRun run(request);
    const auto preview = run.preview();
    if (!preview)
        return preview.error();
    if (dryRun || (preview->entries == 0 && preview->interrupted == 0))
        return reportAdoptPreview(context.out(), context.json(), request.from.layout, *preview, dryRun);
    if (const auto agreed = confirmAdoption(context, *preview); !agreed)
        return agreed.error();

    SignalWatch signalWatch;
    Progress progress;
    const auto finished = run.finish([&](const AdoptProgress& now) {
        progress.show(u"%1 of %2"_s.arg(now.done + now.left.total()).arg(now.total));
        return signalWatch.count() == 0;
    });
    progress.clear();
    if (const auto kept = OperationJournal().append(run.record(), displayUrl(context.redis())); !kept)
        tell(kept.error().message);
    if (!finished)
        return adoptionStoppedBy(finished.error(), run);
    return reportAdoption(context.out(), context.json(), run.record(), *finished, preview->staying);
}

} // namespace dueline::duectl
