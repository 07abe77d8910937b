// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QString>

namespace dueline {

/// How careful one has to be with a server.
enum class Environment : quint8 { Production, Staging, Development };

/// `production`, `staging`, `development`: the word in profiles.json.
QString environmentName(Environment environment);
std::optional<Environment> environmentFromName(QStringView name);

/// A saved connection.
struct Profile
{
    QString name;
    QString url; ///< as parseRedisUrl reads it, never with a password
    QString layout = QStringLiteral("native");
    QByteArray prefix = "dueline";
    Environment environment = Environment::Development;
    bool readOnly = false; ///< may never write, whatever is unlocked

    bool operator==(const Profile&) const = default;
};

/// What may be done with a profile in this session. Writes and the worker are two unlocks: who may retry a task need
/// not want this machine to run a production queue. Everything but production operates and works without them;
/// production is read-only, operates once writes are unlocked and works once both are; a read-only profile only reads.
/// Errors: Refused: unlocking a read-only profile, or the worker without the writes.
Result<Access> openAccess(const Profile& profile, bool unlockWrites, bool unlockWorker);

} // namespace dueline
