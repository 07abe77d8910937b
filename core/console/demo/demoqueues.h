// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

namespace dueline {

/// Fills an empty Redis with demo queues in the native layout, for demos and screenshots: the queues of a small shop
/// (mail, webhooks, images, reports, billing, and a paused queue of exports). The queues have tasks in every state, due
/// from six hours ago until tomorrow. Their statistics cover a day during which the mail server had an outage. All
/// changes use the normal transitions. The history is backdated afterwards (see DemoQueuesHistory), because the
/// server's clock can't be set. The tasks can run on the handlers `echo`, `sleep`, and `fail`. Errors: any error of
/// openLayout(), RedisClient, or the backend.
Result<> fillDemoQueues(const RedisConfig& redis);

} // namespace dueline
