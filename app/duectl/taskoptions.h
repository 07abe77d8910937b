// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/commandline.h"
#include "core/queue/task.h"

namespace dueline::duectl {

/// Reads a task's options from --max-attempts, --backoff, --lease and --keep-result. Errors: Usage.
Result<TaskOptions> readTaskOptions(const CommandLine& line);

/// Returns the payload given with --payload or --payload-file; empty if neither is given. Errors: Usage, Io, Refused
/// (over 512 MB).
Result<QByteArray> readPayload(const CommandLine& line);

} // namespace dueline::duectl
