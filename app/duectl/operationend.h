// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"
#include "core/console/operations/operationrun.h"

namespace dueline::duectl {

/// Shows an operation's progress on one line.
void showProgress(Progress& progress, const OperationProgress& now);

/// Runs an operation to the end, adds it to this machine's journal, and reports the result. Returns the exit code.
Result<int> finishOperation(
    Context& context, Backend& backend, OperationRun& run, const ProgressObserver& observe, Progress& progress);

} // namespace dueline::duectl
