// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/credentials.h"
#include "core/console/profiles/profile.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/payload/readerbook.h"

namespace dueline {

/// Parameters for opening a connection to one server.
struct ConnectionSpec
{
    RedisConfig redis;
    LayoutSpec layout = defaultLayout();
    QByteArray prefix = "dueline";
    QStringList maskedFields = {}; ///< payload members that backends mask
    std::shared_ptr<ReaderBook> readers = {}; ///< payload readers, which searches also use; null: none
    bool masksFilters = false; ///< true if filters must not match the values of `maskedFields`

    bool operator==(const ConnectionSpec&) const = default;
};

/// Returns the deadlines for the connections of a profile.
Timeouts timeoutsOf(const Profile& profile);

/// Sets the profile's password command in `redis`, unless a password or a command was given.
void takePasswordCommand(const Profile& profile, RedisConfig& redis);
/// Returns the connection parameters of a profile, with passwords from Credentials. Errors: Usage, NotSupported.
Result<ConnectionSpec> connectionOf(const Profile& profile);
/// Returns the connection parameters of a profile, with the given passwords.
Result<ConnectionSpec> connectionOf(const Profile& profile, const Credentials& credentials);

/// Opens a backend on the calling thread. The connection specifies how the backend masks payloads and decodes them for
/// searches. Errors: those of openLayout().
Result<std::unique_ptr<Backend>> openBackend(
    const ConnectionSpec& connection, const QByteArray& session, Access access);

/// Returns a factory that calls openBackend() on the calling thread. `session`: worker session of
/// the backends; if empty, a generated session that they share.
BackendFactory backendFactory(const ConnectionSpec& connection, const QByteArray& session, Access access);

} // namespace dueline
