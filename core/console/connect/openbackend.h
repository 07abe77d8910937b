// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/credentials.h"
#include "core/console/profiles/profile.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/payload/readerbook.h"

namespace dueline {

/// Parameters for connecting to a server.
struct ConnectionSpec
{
    RedisConfig redis;
    LayoutSpec layout = defaultLayout();
    QByteArray prefix = "dueline";
    QStringList maskedFields = {}; ///< payload members whose values are masked
    std::shared_ptr<ReaderBook> readers = {}; ///< payload readers, also used for searches; null: none
    /// true if filters match against masked payloads, so that no one can guess the values of `maskedFields`
    bool masksFilters = false;

    bool operator==(const ConnectionSpec&) const = default;
};

/// Returns the timeouts for a profile's connections.
Timeouts timeoutsOf(const Profile& profile);

/// Copies the profile's password command to `redis`, unless `redis` already has a password or a command.
void takePasswordCommand(const Profile& profile, RedisConfig& redis);
/// Returns a profile's connection parameters, with passwords from the environment. Errors: Usage, NotSupported.
Result<ConnectionSpec> connectionOf(const Profile& profile);
/// Returns a profile's connection parameters, with the given passwords.
Result<ConnectionSpec> connectionOf(const Profile& profile, const Credentials& credentials);

/// Opens a backend on the calling thread, with the masking and payload readers specified by `connection`. Errors: same
/// as openLayout().
Result<std::unique_ptr<Backend>> openBackend(
    const ConnectionSpec& connection, const QByteArray& session, Access access);

/// Returns a factory that calls openBackend(). `session`: session name shared by all of its backends, for workers;
/// generated if empty.
BackendFactory backendFactory(const ConnectionSpec& connection, const QByteArray& session, Access access);

} // namespace dueline
