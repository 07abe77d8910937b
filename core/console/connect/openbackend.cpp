// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/openbackend.h"

#include "core/console/connect/maskingbackend.h"
#include "core/console/connect/readingbackend.h"
#include "core/redis/passwordcommand.h"
#include "core/redis/redisurl.h"

#include <algorithm>

namespace dueline {

Timeouts timeoutsOf(const Profile& profile)
{
    const Timeouts usual;
    return {profile.connectTimeout, std::min(usual.progress, profile.commandTimeout), profile.commandTimeout};
}

void takePasswordCommand(const Profile& profile, RedisConfig& redis)
{
    if (profile.secret.kind == SecretPlace::Kind::Command && redis.password.isEmpty() && !redis.passwordCommand)
        redis.passwordCommand = PasswordCommand::of(profile.secret.command);
}

Result<ConnectionSpec> connectionOf(const Profile& profile)
{
    return connectionOf(profile, Credentials::ofEnvironment());
}

Result<ConnectionSpec> connectionOf(const Profile& profile, const Credentials& credentials)
{
    auto redis = parseRedisUrl(profile.url);
    if (!redis)
        return redis.error();
    auto layout = parseLayouts(profile.layout);
    if (!layout)
        return layout.error();
    ConnectionSpec connection{*std::move(redis), *std::move(layout), profile.prefix, profile.maskedFields,
        std::make_shared<ReaderBook>(profile.readers)};
    connection.redis.timeouts = timeoutsOf(profile);
    connection.redis.sentinelUser = profile.sentinelUser;
    credentials.fill(connection.redis);
    takePasswordCommand(profile, connection.redis);
    return connection;
}

Result<std::unique_ptr<Backend>> openBackend(const ConnectionSpec& connection, const QByteArray& session, Access access)
{
    auto opened = openLayout(connection.layout, connection.redis, connection.prefix, session, access);
    if (opened && connection.readers)
        opened = std::unique_ptr<Backend>(std::make_unique<ReadingBackend>(std::move(*opened), connection.readers));
    if (!opened || connection.maskedFields.isEmpty())
        return opened;
    return std::unique_ptr<Backend>(std::make_unique<MaskingBackend>(
        std::move(*opened), connection.maskedFields, connection.readers, connection.masksFilters));
}

BackendFactory backendFactory(const ConnectionSpec& connection, const QByteArray& session, Access access)
{
    return [=] { return openBackend(connection, session, access); };
}

} // namespace dueline
