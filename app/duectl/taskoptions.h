// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/commandline.h"
#include "core/queue/task.h"

namespace dueline::duectl {

/// What a task carries beyond its queue's defaults, of --max-attempts, --backoff, --lease and --keep-result. Errors:
/// Usage.
Result<TaskOptions> readTaskOptions(const CommandLine& line);

/// The bytes of --payload, or of --payload-file; empty when neither was given. Errors: Usage, Io, Refused (over 512
/// MB).
Result<QByteArray> readPayload(const CommandLine& line);

} // namespace dueline::duectl
