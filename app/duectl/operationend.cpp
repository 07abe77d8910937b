// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/operationend.h"

#include "app/duectl/actionreport.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/console/operations/operationjournal.h"
#include "core/console/operations/operationlog.h"
#include "core/redis/redisurl.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Appends the operation to this machine's journal. Prints an error if that fails.
void journalOperation(Context& context, const OperationRun& run)
{
    if (const auto kept = OperationJournal().append(run.record(), displayUrl(context.redis())); !kept)
        tell(kept.error().message);
}

/// Returns a sentence that says how to continue after an error. If Redis has lost its data or restored an older copy,
/// the operation's record or task list is missing, and the operation can't be resumed.
QString wayOn(const Context& context, const Error& error, Backend& backend, const OperationRun& run)
{
    const QString id = printable(run.id());
    const QString resume = run.record().plan.isEmpty() || error.code == ErrorCode::NotFound
        ? QString()
        : u"; \"duectl operations resume %1\" continues it"_s.arg(context.operandOf(run.id()));
    const auto kept = findOperation(backend.inspector(), run.id());
    if (kept)
        return u"The completed part is recorded as operation %1%2."_s.arg(id, resume);
    if (kept.error().code == ErrorCode::NotFound) {
        return u"Redis has no record of operation %1: Redis was restarted without its data, or emptied. The operation cannot be resumed or undone."_s
            .arg(id);
    }
    return u"The completed part is recorded as operation %1%2, unless Redis has lost its data."_s.arg(id, resume);
}

/// Adds the number of changed tasks, and how to continue, to the error.
Error stoppedBy(const Context& context, const Error& error, Backend& backend, const OperationRun& run)
{
    const OperationProgress& progress = run.progress();
    if (progress.done == 0)
        return error;
    return {error.code,
        u"Stopped after %1 of %2: %3 %4"_s.arg(QString::number(progress.done), tasksText(progress.total), error.message,
            wayOn(context, error, backend, run)),
        error.detail};
}

} // namespace

void showProgress(Progress& progress, const OperationProgress& now)
{
    if (now.phase == OperationProgress::Phase::Selecting) {
        progress.show(u"%1 checked, %2 selected"_s.arg(now.examined).arg(now.total));
        return;
    }
    QString line = u"%1 of %2"_s.arg(now.done + now.skipped).arg(now.total);
    if (now.paused)
        line += u", paused"_s;
    if (!now.stage.isEmpty())
        line += u", "_s + now.stage;
    progress.show(line);
}

Result<int> finishOperation(
    Context& context, Backend& backend, OperationRun& run, const ProgressObserver& observe, Progress& progress)
{
    const auto finished = run.finish(backend, observe);
    progress.clear();
    journalOperation(context, run);
    if (!finished)
        return stoppedBy(context, finished.error(), backend, run);
    return reportOperation(context.out(), context.json(), run, context.undoCommand(run.id()));
}

} // namespace dueline::duectl
