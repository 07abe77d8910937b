// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

namespace dueline {

/// Fills an empty Redis, in the native layout, with the queues of a small shop, for trying things out and for pictures:
/// mail, webhooks, images, reports, billing and a paused queue of exports, with tasks in every state, due from six
/// hours ago to tomorrow, and a day of statistics with an outage of the mail server in it. Everything is done by the
/// transitions anybody uses; only the past is dated back afterwards (see DemoQueuesPast), since Redis' clock cannot be
/// turned. The types and payloads are such that `echo`, `sleep` and `fail` handlers can run them. Errors: those of the
/// ports.
Result<> fillDemoQueues(const RedisConfig& redis);

} // namespace dueline
