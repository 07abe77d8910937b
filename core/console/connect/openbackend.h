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
    QStringList maskedFields = {}; ///< payload members whose values are masked
    std::shared_ptr<ReaderBook> readers = {}; ///< payload readers, also for searches; null: none
    /// true if filters match against masked payloads, so that no one can guess the values of `maskedFields`
    bool masksFilters = false;

    bool operator==(const ConnectionSpec&) const = default;
};

/// Returns the timeouts for connections of a profile.
Timeouts timeoutsOf(const Profile& profile);

/// Copies the profile's password command to `redis`, unless that already has a password or a command.
void takePasswordCommand(const Profile& profile, RedisConfig& redis);
/// Returns the connection parameters of a profile, with the passwords in the environment. Errors: Usage, NotSupported.
Result<ConnectionSpec> connectionOf(const Profile& profile);
/// Returns the connection parameters of a profile, with the given passwords.
Result<ConnectionSpec> connectionOf(const Profile& profile, const Credentials& credentials);

/// Opens a backend on the calling thread, with masking and payload readers as `connection` specifies. Errors: those of
/// openLayout().
Result<std::unique_ptr<Backend>> openBackend(
    const ConnectionSpec& connection, const QByteArray& session, Access access);

/// Returns a factory that calls openBackend(). `session`: session name that all of its backends share, for workers; if
/// empty, a name is generated.
BackendFactory backendFactory(const ConnectionSpec& connection, const QByteArray& session, Access access);

} // namespace dueline
