// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

namespace dueline {

/// Fills a Redis with queues as job frameworks leave them, beside the demo queues: `orders` of BullMQ 6, `thumbnails`
/// of Bull 4, `mailers` and `default` of Sidekiq 6.4, with jobs that wait, failed and are done. The keys are those that
/// the frameworks write themselves. Errors: those of RedisClient.
Result<> fillDemoFrameworks(const RedisConfig& redis);

} // namespace dueline
