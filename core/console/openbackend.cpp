// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/openbackend.h"

#include "core/redis/redisurl.h"

namespace dueline {

Secret passwordFor(const RedisConfig& config)
{
    return config.password.isEmpty() ? Secret(qgetenv("REDISCLI_AUTH")) : config.password;
}

Result<ConnectionSpec> connectionOf(const Profile& profile)
{
    auto redis = parseRedisUrl(profile.url);
    if (!redis)
        return redis.error();
    auto layout = parseLayout(profile.layout);
    if (!layout)
        return layout.error();
    ConnectionSpec connection{*std::move(redis), *std::move(layout), profile.prefix};
    connection.redis.password = passwordFor(connection.redis);
    return connection;
}

BackendFactory backendFactory(const ConnectionSpec& connection, const QByteArray& session, Access access)
{
    return layoutFactory(connection.layout, connection.redis, connection.prefix, session, access);
}

} // namespace dueline
