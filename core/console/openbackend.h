// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profile.h"
#include "core/layouts/layoutregistry.h"

namespace dueline {

/// The password to use: the one of the URL, else `REDISCLI_AUTH`, else none.
Secret passwordFor(const RedisConfig& config);

/// Everything that is needed to open one server.
struct ConnectionSpec
{
    RedisConfig redis;
    LayoutSpec layout;
    QByteArray prefix = "dueline";

    bool operator==(const ConnectionSpec&) const = default;
};

/// What a profile says, its password taken from passwordFor(). Errors: Usage, NotSupported.
Result<ConnectionSpec> connectionOf(const Profile& profile);

/// Makes backends on the thread that asks. `session`: empty means one is made here, the same for all it opens.
BackendFactory backendFactory(const ConnectionSpec& connection, const QByteArray& session, Access access);

} // namespace dueline
