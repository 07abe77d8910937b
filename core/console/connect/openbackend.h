// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/credentials.h"
#include "core/console/profiles/profile.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/payload/readerbook.h"

namespace dueline {

/// Everything that is needed to open one server.
struct ConnectionSpec
{
    RedisConfig redis;
    LayoutSpec layout = defaultLayout();
    QByteArray prefix = "dueline";
    QStringList maskedFields = {}; ///< members of payloads that backends do not hand out
    std::shared_ptr<ReaderBook> readers = {}; ///< what payloads are read with, in searches, too; null: they are not
    bool masksFilters = false; ///< filters do not find what `maskedFields` hides either

    bool operator==(const ConnectionSpec&) const = default;
};

/// The deadlines of a profile's connections.
Timeouts timeoutsOf(const Profile& profile);

/// Where no password and no command was given, the command that the profile names is asked at each connect.
void takePasswordCommand(const Profile& profile, RedisConfig& redis);
/// What a profile says, its passwords filled in by Credentials. Errors: Usage, NotSupported.
Result<ConnectionSpec> connectionOf(const Profile& profile);
/// The same with these passwords.
Result<ConnectionSpec> connectionOf(const Profile& profile, const Credentials& credentials);

/// Opens a backend on the calling thread, its payloads masked, and its searches reading them, as the connection says.
/// Errors: as openLayout().
Result<std::unique_ptr<Backend>> openBackend(
    const ConnectionSpec& connection, const QByteArray& session, Access access);

/// Makes backends on the thread that asks, as openBackend() does. `session`: empty means one is made here, the same for
/// all it opens.
BackendFactory backendFactory(const ConnectionSpec& connection, const QByteArray& session, Access access);

} // namespace dueline
