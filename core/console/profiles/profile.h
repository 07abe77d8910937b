// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/payload/readerchoice.h"
#include "core/queue/backend.h"

#include <QStringList>

namespace dueline {

/// How careful one has to be with a server.
enum class Environment : quint8 { Production, Staging, Development };

/// `production`, `staging`, `development`: the word in profiles.json.
QString environmentName(Environment environment);
std::optional<Environment> environmentFromName(QStringView name);

/// Where the password of a profile is kept. It never stands in the profile itself.
struct SecretPlace
{
    enum class Kind : quint8 {
        Keychain, ///< the desktop's keyring
        Ask, ///< nowhere: asked for each time
        Variable, ///< an environment variable
        Command, ///< nowhere: a program prints it at each connect
    };

    Kind kind = Kind::Keychain;
    QString variable; ///< its name; Variable only
    QString command{}; ///< the program and its arguments, as PasswordCommand reads them; Command only

    bool operator==(const SecretPlace&) const = default;
};

/// `keychain`, `ask`, `variable:NAME`, `command:PROGRAM ARGUMENT…`: as in profiles.json.
QString secretPlaceName(const SecretPlace& place);
/// nullopt: none of them, a name no variable can have, or no program.
std::optional<SecretPlace> secretPlaceFromName(const QString& name);

/// A saved connection.
struct Profile
{
    static constexpr Millis shortestTimeout{100};
    static constexpr Millis longestTimeout{600'000};
    static constexpr Millis shortestRefresh{500};
    static constexpr Millis longestRefresh{3'600'000};

    QString name;
    QString group; ///< a heading it stands under; empty: none
    QString url; ///< as parseRedisUrl reads it, never with a password
    QString layout = QStringLiteral("native"); ///< of a saved one that does not say
    QByteArray prefix = "dueline";
    Environment environment = Environment::Development;
    bool readOnly = false; ///< may never write, whatever is unlocked
    Millis connectTimeout{5'000}; ///< name, TCP, TLS and greeting together
    Millis commandTimeout{10'000}; ///< for a whole call
    std::optional<Millis> refreshEvery; ///< nullopt: as the window does
    QString timeZone; ///< as timeZoneNamed() takes it, `Asia/Shanghai`; empty: as the window does
    QStringList maskedFields; ///< members of JSON payloads that are not shown, at any depth
    ReaderChoices readers; ///< what payloads are read with, by queue and type
    SecretPlace secret;
    QString sentinelUser; ///< of the sentinels, when they have users of their own

    /// A new one: it opens what is there.
    static Profile fresh();

    bool operator==(const Profile&) const = default;
};

/// What may be done with a profile in this session. Writes and the worker are two unlocks: who may retry a task need
/// not want this machine to run a production queue. Everything but production operates and works without them;
/// production is read-only, operates once writes are unlocked and works once both are; a read-only profile only reads.
/// Errors: Refused: unlocking a read-only profile, or the worker without the writes.
Result<Access> openAccess(const Profile& profile, bool unlockWrites, bool unlockWorker);

} // namespace dueline
