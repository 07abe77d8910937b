// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"
#include "core/redis/redisconfig.h"

#include <memory>

namespace dueline {

/// The passwords that come from the environment: `REDISCLI_AUTH` for the server, `DUELINE_SENTINEL_AUTH` for its
/// sentinels; empty when unset. And `DUELINE_PASSWORD_COMMAND`, the program that prints the former.
struct Credentials
{
    Secret password;
    Secret sentinelPassword;
    std::shared_ptr<PasswordCommand> command{}; ///< where there is no password; may be null

    static Credentials ofEnvironment();
    /// Takes them out of the environment, so that child processes do not inherit them.
    static void clearEnvironment();
    /// Gives a configuration what it does not have itself.
    void fill(RedisConfig& config) const;
};

} // namespace dueline
