// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"
#include "core/console/operations/operationrequest.h"

namespace dueline::duectl {

/// Parses a reschedule's times. `now`: the server's time. `tells`: whether to print messages about the times, as
/// settledDue() does. Errors: Usage.
Result<> readActionTimes(const CommandLine& line, Action& action, TimePoint now, bool tells);

/// Reads an action's options from the command line without contacting the server. Errors: Usage; otherwise same as
/// Context::queue().
Result<OperationRequest> readActionRequest(Context& context);

/// Adds the tasks named on the command line to the request, expanding abbreviated ids. An id that isn't found is added
/// unchanged, to be reported as skipped later. If it is the only id, returns the error instead.
Result<> resolveIds(Context& context, QueueInspector& inspector, OperationRequest& request);

} // namespace dueline::duectl
