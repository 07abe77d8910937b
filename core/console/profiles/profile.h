// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/payload/readerchoice.h"
#include "core/queue/backend.h"

#include <QStringList>

namespace dueline {

/// Environment of a server, which determines how careful the program is.
enum class Environment : quint8 { Production, Staging, Development };

/// Returns the word in profiles.json: `production`, `staging`, `development`.
QString environmentName(Environment environment);
std::optional<Environment> environmentFromName(QStringView name);

/// Location of a profile's password. The profile itself never contains it.
struct SecretPlace
{
    enum class Kind : quint8 {
        Keychain, ///< the desktop's keyring
        Ask, ///< nowhere: the user is prompted each time
        Variable, ///< an environment variable
        Command, ///< nowhere: a program prints it at each connect
    };

    Kind kind = Kind::Keychain;
    QString variable; ///< name of the variable; Variable only
    QString command{}; ///< program and arguments, as PasswordCommand parses them; Command only

    bool operator==(const SecretPlace&) const = default;
};

/// Returns the form in profiles.json: `keychain`, `ask`, `variable:NAME`, `command:PROGRAM ARGUMENT…`.
QString secretPlaceName(const SecretPlace& place);
/// Parses that form; nullopt for another text, an invalid variable name, or an empty command.
std::optional<SecretPlace> secretPlaceFromName(const QString& name);

/// Saved connection.
struct Profile
{
    static constexpr Millis shortestTimeout{100};
    static constexpr Millis longestTimeout{600'000};
    static constexpr Millis shortestRefresh{500};
    static constexpr Millis longestRefresh{3'600'000};

    QString name;
    QString group; ///< heading in the list; empty: none
    QString url; ///< URL in the form of parseRedisUrl(), never with a password
    QString layout = QStringLiteral("native"); ///< default for saved profiles without a layout
    QByteArray prefix = "dueline";
    Environment environment = Environment::Development;
    bool readOnly = false; ///< True if the connection never writes, even if writes are unlocked.
    Millis connectTimeout{5'000}; ///< name lookup, TCP, TLS and greeting together
    Millis commandTimeout{10'000}; ///< deadline of a whole call
    std::optional<Millis> refreshEvery; ///< nullopt: the window's interval
    QString timeZone; ///< name in the form of timeZoneNamed(), `Asia/Shanghai`; empty: the window's zone
    QStringList maskedFields; ///< members of JSON payloads to mask, at any depth
    ReaderChoices readers; ///< choices of payload readers, by queue and type
    SecretPlace secret;
    QString sentinelUser; ///< user name for the sentinels, if they have one

    /// Returns a new profile, which opens all layouts that it finds.
    static Profile fresh();

    bool operator==(const Profile&) const = default;
};

/// Returns what a session may do with a profile. Writes and the worker are unlocked separately, because a user who may
/// retry a task need not run a production queue on this machine. A non-production profile allows actions and the worker
/// without an unlock. A production profile is read-only at first, allows actions once writes are unlocked, and the
/// worker once both are unlocked. A read-only profile only allows reads. Errors: Refused when unlocking a read-only
/// profile, or the worker without the writes.
Result<Access> openAccess(const Profile& profile, bool unlockWrites, bool unlockWorker);

} // namespace dueline
