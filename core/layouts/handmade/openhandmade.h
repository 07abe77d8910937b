// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/handmade/handmadespec.h"
#include "core/queue/backend.h"
#include "core/redis/redisconfig.h"

namespace dueline {

/// Opens one of the designs on the calling thread. `session`: names the worker or operator; made here when empty.
/// Errors: those of RedisClient::open; Refused for a design whose keys would lie in several slots of a
/// cluster.
Result<std::unique_ptr<Backend>> openHandmade(
    const HandmadeSpec& spec, const RedisConfig& redis, const QByteArray& session, Access access);

} // namespace dueline
