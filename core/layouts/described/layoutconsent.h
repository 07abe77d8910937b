// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/keypattern.h"
#include "core/redis/redisconfig.h"

namespace dueline {

/// The user's consent to let their own layout file change tasks on a server, stored on this machine. If the file, the
/// parameters or the server change, the user must consent again.
class LayoutConsent
{
public:
    LayoutConsent(const QByteArray& file, const Variables& given, const RedisConfig& server);

    bool isGiven() const;
    /// Stores the consent. Errors: Io.
    Result<> give() const;

private:
    QString m_path;
};

} // namespace dueline
