// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

namespace dueline {

enum class MasterUse : quint8 { OnlyReads, Changes };

/// Calls `visit` with `client`, which must be open. For a cluster, calls `visit` for each master in turn, with that
/// master's client. Used for work on all nodes, such as scanning all keys. Stops at the first error. Errors: same as
/// `visit`, RedisClient::open() and call().
Result<> onEachMaster(
    RedisClient& client, const std::function<Result<>(RedisClient&)>& visit, MasterUse use = MasterUse::OnlyReads);

} // namespace dueline
