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

/// What the operator has unlocked for this session. Writes and the worker are two decisions: who may retry a task need
/// not want this machine to run a production queue.
struct Unlocks
{
    bool writes = false;
    bool worker = false;

    bool operator==(const Unlocks&) const = default;
};

/// The most that `profile` allows with these unlocks: everything but production operates and works; production is
/// read-only, operates once writes are unlocked, and works once both are; a read-only profile only reads.
Access allowedAccess(const Profile& profile, Unlocks unlocks);

/// `wanted`, if the profile allows it. Errors: Refused, saying what has to be unlocked.
Result<Access> openAccess(const Profile& profile, Access wanted, Unlocks unlocks);

} // namespace dueline
