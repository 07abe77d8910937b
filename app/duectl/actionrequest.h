// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"
#include "core/console/operations/operationrequest.h"

namespace dueline::duectl {

/// Parses the times of a reschedule. `now`: the server's time. `tells`: true to print messages about the times, as
/// settledDue() does. Errors: Usage.
Result<> readActionTimes(const CommandLine& line, Action& action, TimePoint now, bool tells);

/// Reads the options of an action without a server. Errors: Usage, and the errors of Context::queue().
Result<OperationRequest> readActionRequest(Context& context);

/// Expands abbreviated ids. An id that is not found is left unchanged, and its task is later reported as skipped. If
/// the only id is not found, returns the error.
Result<> resolveIds(Context& context, QueueInspector& inspector, OperationRequest& request);

} // namespace dueline::duectl
