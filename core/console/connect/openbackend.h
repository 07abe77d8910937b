// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/credentials.h"
#include "core/console/profiles/profile.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/payload/readerbook.h"

namespace dueline {

/// Parameters for opening one server.
struct ConnectionSpec
{
    RedisConfig redis;
    LayoutSpec layout = defaultLayout();
    QByteArray prefix = "dueline";
    QStringList maskedFields = {}; ///< payload members that backends mask
    std::shared_ptr<ReaderBook> readers = {}; ///< readers of payloads, also for searches; null: none
    bool masksFilters = false; ///< filters do not match values of `maskedFields`

    bool operator==(const ConnectionSpec&) const = default;
};

/// Returns the deadlines of a profile's connections.
Timeouts timeoutsOf(const Profile& profile);

/// Sets the profile's password command, if no password and no command was given.
void takePasswordCommand(const Profile& profile, RedisConfig& redis);
/// Returns the connection of a profile, with passwords from Credentials. Errors: Usage, NotSupported.
Result<ConnectionSpec> connectionOf(const Profile& profile);
/// Returns the connection of a profile with the given passwords.
Result<ConnectionSpec> connectionOf(const Profile& profile, const Credentials& credentials);

/// Opens a backend on the calling thread. Masks its payloads, and reads them in searches, as the connection specifies.
/// Errors: as openLayout().
Result<std::unique_ptr<Backend>> openBackend(
    const ConnectionSpec& connection, const QByteArray& session, Access access);

/// Returns a factory that calls openBackend() on the calling thread. `session`: if empty, all backends share a
/// generated one.
BackendFactory backendFactory(const ConnectionSpec& connection, const QByteArray& session, Access access);

} // namespace dueline
