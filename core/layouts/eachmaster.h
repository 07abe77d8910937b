// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

namespace dueline {

/// Calls `visit` with `client`, which is open, or in a cluster with a client of each master in turn: what walks all
/// keys has to ask each; these only read. Stops at the first error. Errors: those of `visit`, of RedisClient::open and
/// ::call.
Result<> onEachMaster(RedisClient& client, const std::function<Result<>(RedisClient&)>& visit);

} // namespace dueline
