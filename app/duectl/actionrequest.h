// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"
#include "core/console/operations/operationrequest.h"

namespace dueline::duectl {

/// Reads the times of reschedule; `now` is the server's clock. `tells`: says which instants words mean, see settled().
/// Errors: Usage.
Result<> readActionTimes(const CommandLine& line, Action& action, TimePoint now, bool tells);

/// What the options of an action ask for, as far as it can be read without a server. Errors: Usage, and those of
/// Context::queue().
Result<OperationRequest> readActionRequest(Context& context);

/// The given ids, shortened ones completed. One that is not there stays as it was given, to be reported with the
/// others, unless it is the only one.
Result<> resolveIds(Context& context, QueueInspector& inspector, OperationRequest& request);

} // namespace dueline::duectl
