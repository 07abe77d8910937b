// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"
#include "core/console/operations/operationrequest.h"

namespace dueline::duectl {

/// Parses the times of a reschedule. `now`: the server's time. `tells`: whether to print messages about the times, as
/// settledDue() does. Errors: Usage.
Result<> readActionTimes(const CommandLine& line, Action& action, TimePoint now, bool tells);

/// Reads an action's options from the command line without contacting the server. Errors: Usage, and the errors of
/// Context::queue().
Result<OperationRequest> readActionRequest(Context& context);

/// Adds the tasks named on the command line to the request, and expands abbreviated ids. If an id is not found, adds it
/// unchanged, so that it is later reported as skipped. If it is the only id, returns the error instead.
Result<> resolveIds(Context& context, QueueInspector& inspector, OperationRequest& request);

} // namespace dueline::duectl
