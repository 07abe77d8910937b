// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"
#include "core/redis/redisconfig.h"

#include <memory>

namespace dueline {

/// Passwords from the environment: `REDISCLI_AUTH` for the server, `DUELINE_SENTINEL_AUTH` for its sentinels; empty if
/// unset. `DUELINE_PASSWORD_COMMAND` names a program that prints the password of the server.
struct Credentials
{
    Secret password;
    Secret sentinelPassword;
    std::shared_ptr<PasswordCommand> command{}; ///< command that prints the password, used if none is set; may be null

    static Credentials ofEnvironment();
    /// Removes these variables from the environment, so that child processes do not inherit them.
    static void clearEnvironment();
    /// Adds these credentials to a configuration that has none.
    void fill(RedisConfig& config) const;
};

} // namespace dueline
