// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

namespace dueline {

/// Fills an empty Redis with the queues of a small shop, for trying things out and for pictures: mail, reports,
/// webhooks, billing and images, with tasks in every state and due times from an hour ago to tomorrow. The tasks' types
/// and payloads are such that `echo`, `sleep` and `fail` handlers can run them. Errors: those of the ports; Refused
/// when `backend` may not operate and work.
Result<> fillDemoQueues(Backend& backend);

} // namespace dueline
