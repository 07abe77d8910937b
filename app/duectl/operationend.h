// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"
#include "core/console/operations/operationrun.h"

namespace dueline::duectl {

/// How far it is, in one line.
void showProgress(Progress& progress, const OperationProgress& now);

/// Carries an operation to its end, notes it on this machine and reports it; answers the exit code.
Result<int> finishOperation(
    Context& context, Backend& backend, OperationRun& run, const ProgressObserver& observe, Progress& progress);

} // namespace dueline::duectl
