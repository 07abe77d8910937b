// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayList>

namespace dueline::duectl {

class Context;

// Functions that run the commands in `commandtable.cpp`. Each returns the command's exit code, or the error that ended
// it.

Result<int> runQueues(Context& context);
Result<int> runAdd(Context& context);
Result<int> runList(Context& context);
Result<int> runShow(Context& context);
Result<int> runDiff(Context& context);
/// Runs retry, discard, restore, run-now, reschedule, and delete.
Result<int> runAction(Context& context);
Result<int> runEdit(Context& context);
Result<int> runOperations(Context& context);
Result<int> runUndo(Context& context);
Result<int> runAdopt(Context& context);
/// Runs move and copy.
Result<int> runMove(Context& context);
Result<int> runExport(Context& context);
Result<int> runImport(Context& context);
Result<int> runCancel(Context& context);
Result<int> runRelease(Context& context);
Result<int> runExtend(Context& context);
Result<int> runWorkers(Context& context);
Result<int> runLeases(Context& context);
Result<int> runPause(Context& context);
Result<int> runResume(Context& context);
Result<int> runQueue(Context& context);
/// Returns the names of the settings that `queue QUEUE set NAME=VALUE` accepts.
QByteArrayList queueSettingNames();
Result<int> runTimeline(Context& context);
Result<int> runFailures(Context& context);
Result<int> runFills(Context& context);
Result<int> runResults(Context& context);
Result<int> runWatch(Context& context);
Result<int> runWork(Context& context);
Result<int> runSchedules(Context& context);
Result<int> runCheck(Context& context);
Result<int> runMetrics(Context& context);
Result<int> runRecord(Context& context);
Result<int> runChanged(Context& context);
Result<int> runForecast(Context& context);
Result<int> runPutback(Context& context);
Result<int> runMark(Context& context);
Result<int> runDoctor(Context& context);
Result<int> runAcl(Context& context);
Result<int> runFunctions(Context& context);
Result<int> runLayout(Context& context);
Result<int> runMcp(Context& context);
Result<int> runSandbox(Context& context);

} // namespace dueline::duectl
