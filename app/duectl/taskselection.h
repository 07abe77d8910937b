// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/commandline.h"
#include "core/console/operations/operationrequest.h"

namespace dueline::duectl {

/// Tasks selected on the command line and not yet looked up on the server.
struct SelectedTasks
{
    TaskSelection selection; ///< ids may be abbreviated
    StateSet states;
};

/// Reads --state and exactly one of `ID...`, `--match FILTER`, and `--all`. Errors: Usage.
Result<SelectedTasks> readSelection(const CommandLine& line);

/// Speed limits of an operation.
struct Speed
{
    qint64 pace = 0; ///< maximum number of tasks per second; 0: unlimited
    int duty = 100; ///< maximum percentage of time that the operation may keep Redis busy
};

/// Reads `--pace` and `--duty`. Errors: Usage.
Result<Speed> readSpeed(const CommandLine& line);

} // namespace dueline::duectl
