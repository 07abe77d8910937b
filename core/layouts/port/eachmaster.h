// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

namespace dueline {

enum class MasterUse : quint8 { OnlyReads, Changes };

/// Calls `visit` with `client`, which must be open. For a cluster, calls `visit` for one master after the other, each
/// with its own client. Used for work on all nodes, such as a scan of all keys. Stops at the first error. Errors: those
/// of `visit`, of RedisClient::open and ::call.
Result<> onEachMaster(
    RedisClient& client, const std::function<Result<>(RedisClient&)>& visit, MasterUse use = MasterUse::OnlyReads);

} // namespace dueline
