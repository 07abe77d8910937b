// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"
#include "tests/support/must.h"
#include "tests/support/redisserver.h"

namespace dueline {

/// Opens the native layout on this server, independently of the backend under test. `observer` (may be null) receives
/// the commands that are sent.
inline std::unique_ptr<Backend> openNative(const RedisServer& server, Access access = Access::OperateAndWork,
    const std::shared_ptr<CommandObserver>& observer = {})
{
    ConnectionSpec connection;
    connection.redis = server.config();
    connection.redis.observer = observer;
    return must(openBackend(connection, {}, access));
}

} // namespace dueline
