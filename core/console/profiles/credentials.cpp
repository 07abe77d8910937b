// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/credentials.h"

#include "core/base/environmentsecret.h"
#include "core/redis/passwordcommand.h"

namespace dueline {

Credentials Credentials::ofEnvironment()
{
    return {Secret(qgetenv("REDISCLI_AUTH")), Secret(qgetenv("DUELINE_SENTINEL_AUTH")),
        PasswordCommand::of(QString::fromLocal8Bit(qgetenv("DUELINE_PASSWORD_COMMAND")))};
}

void Credentials::clearEnvironment()
{
    takeEnvironmentSecret("REDISCLI_AUTH");
    takeEnvironmentSecret("DUELINE_SENTINEL_AUTH");
}

void Credentials::fill(RedisConfig& config) const
{
    if (config.password.isEmpty())
        config.password = password;
    if (config.password.isEmpty() && !config.passwordCommand)
        config.passwordCommand = command;
    if (config.topology == Topology::Sentinel && config.sentinelPassword.isEmpty())
        config.sentinelPassword = sentinelPassword;
}

} // namespace dueline
