// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"
#include "core/redis/redisconfig.h"

#include <memory>

namespace dueline {

/// Passwords from the environment: `REDISCLI_AUTH` for the server and `DUELINE_SENTINEL_AUTH` for its sentinels; empty
/// if unset. `DUELINE_PASSWORD_COMMAND` is a command that prints the server's password.
struct Credentials
{
    Secret password;
    Secret sentinelPassword;
    /// command that prints the server's password; used if `password` is empty; may be null
    std::shared_ptr<PasswordCommand> command{};

    static Credentials ofEnvironment();
    /// Removes the variables from the environment, so that child processes don't inherit them.
    static void clearEnvironment();
    /// Fills in the credentials that a configuration doesn't have yet.
    void fill(RedisConfig& config) const;
};

} // namespace dueline
