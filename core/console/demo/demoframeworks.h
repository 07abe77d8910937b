// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

namespace dueline {

/// Adds job frameworks' queues to the demo, with waiting, failed, and done jobs: `orders` (BullMQ 6), `thumbnails`
/// (Bull 4), `mailers` and `default` (Sidekiq 6.4). The keys are exactly the ones the frameworks would write. Errors:
/// same as RedisClient.
Result<> fillDemoFrameworks(const RedisConfig& redis);

} // namespace dueline
