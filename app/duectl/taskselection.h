// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/commandline.h"
#include "core/console/operationrequest.h"

namespace dueline::duectl {

/// Which tasks a command is about, as far as it can be read without a server.
struct SelectedTasks
{
    TaskSelection selection; ///< Ids are not looked up yet
    StateSet states;
};

/// Reads `ID...`, `--match FILTER` or `--all`, of which exactly one is given, and `--state`. Errors: Usage.
Result<SelectedTasks> readSelection(const CommandLine& line);

} // namespace dueline::duectl
