// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

namespace dueline {

/// Fills an empty Redis, in the native layout, with the queues of a small shop, for demos and screenshots: mail,
/// webhooks, images, reports, billing, and a paused queue of exports. The queues have tasks in every state, due from
/// six hours ago until tomorrow. Their statistics cover a day with an outage of the mail server. All changes use the
/// normal transitions. The history is backdated afterwards (see DemoQueuesHistory), because the server's clock cannot
/// be set. The handlers `echo`, `sleep` and `fail` can run the tasks. Errors: those of the ports.
Result<> fillDemoQueues(const RedisConfig& redis);

} // namespace dueline
