// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

namespace dueline {

enum class MasterUse : quint8 { OnlyReads, Changes };

/// Calls `visit` with `client`, which is open, or in a cluster with a client of each master in turn: what walks all
/// keys, or loads what every node has, has to ask each. Stops at the first error. Errors: those of `visit`, of
/// RedisClient::open and ::call.
Result<> onEachMaster(
    RedisClient& client, const std::function<Result<>(RedisClient&)>& visit, MasterUse use = MasterUse::OnlyReads);

} // namespace dueline
