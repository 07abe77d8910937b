// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/commandline.h"
#include "core/console/operations/operationrequest.h"

namespace dueline::duectl {

/// Which tasks a command is about, as far as it can be read without a server.
struct SelectedTasks
{
    TaskSelection selection; ///< Ids are not looked up yet
    StateSet states;
};

/// Reads `ID...`, `--match FILTER` or `--all`, of which exactly one is given, and `--state`. Errors: Usage.
Result<SelectedTasks> readSelection(const CommandLine& line);

/// How fast it goes.
struct Speed
{
    qint64 pace = 0; ///< tasks a second; 0: as fast as it goes
    int duty = 100; ///< percent of the time in which it may keep Redis busy
};

/// Reads `--pace` and `--duty`. Errors: Usage.
Result<Speed> readSpeed(const CommandLine& line);

} // namespace dueline::duectl
