// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/commandline.h"
#include "core/console/operations/operationrequest.h"

namespace dueline::duectl {

/// Tasks selected on the command line, before the server is contacted.
struct SelectedTasks
{
    TaskSelection selection; ///< selection, in which ids have not been resolved yet
    StateSet states;
};

/// Reads `ID...`, `--match FILTER` or `--all`, and `--state`. Exactly one of the first three must be given. Errors:
/// Usage.
Result<SelectedTasks> readSelection(const CommandLine& line);

/// Speed of an operation.
struct Speed
{
    qint64 pace = 0; ///< tasks per second; 0: unlimited
    int duty = 100; ///< maximum percentage of time during which Redis may be busy
};

/// Reads `--pace` and `--duty`. Errors: Usage.
Result<Speed> readSpeed(const CommandLine& line);

} // namespace dueline::duectl
