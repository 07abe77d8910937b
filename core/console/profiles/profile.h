// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/payload/readerchoice.h"
#include "core/queue/backend.h"

#include <QStringList>

#include <map>

namespace dueline {

/// Environment of a server, which determines how strictly actions are guarded.
enum class Environment : quint8 { Production, Staging, Development };

/// Returns the name used in profiles.json: `production`, `staging`, `development`.
QString environmentName(Environment environment);
std::optional<Environment> environmentFromName(QStringView name);

/// Location of a profile's password. The profile itself never contains the password.
struct SecretPlace
{
    enum class Kind : quint8 {
        Keychain, ///< stored in the desktop's keyring
        Ask, ///< not stored: the user is prompted each time
        Variable, ///< stored in an environment variable
        Command, ///< not stored: a program prints it for each connection
    };

    Kind kind = Kind::Keychain;
    QString variable; ///< for Variable: name of the variable
    QString command{}; ///< for Command: program and arguments in the form accepted by PasswordCommand

    bool operator==(const SecretPlace&) const = default;
};

/// Returns the form used in profiles.json: `keychain`, `ask`, `variable:NAME`, `command:PROGRAM ARGUMENT…`.
QString secretPlaceName(const SecretPlace& place);
/// Parses the form used in profiles.json. Returns nullopt for unknown text, an invalid variable name or an empty
/// command.
std::optional<SecretPlace> secretPlaceFromName(const QString& name);

/// Muted failure groups: the ErrorTemplate of each, and the time of its last failure when it was muted.
using MutedFailures = std::map<QByteArray, TimePoint>;

/// Task data that the window's own recording of a server contains, in addition to counts and events.
enum class RecordedTasks : quint8 {
    None,
    Ids, ///< ids, types and due times of waiting tasks
    Complete, ///< complete waiting tasks, with their payloads
};

/// Saved connection.
struct Profile
{
    static constexpr Millis shortestTimeout{100};
    static constexpr Millis longestTimeout{600'000};
    static constexpr Millis shortestRefresh{500};
    static constexpr Millis longestRefresh{3'600'000};
    static constexpr std::size_t mostMutedFailures = 200;

    QString name;
    QString group; ///< heading under which the profile is listed; empty: none
    QString url; ///< URL in the form accepted by parseRedisUrl(), never with a password
    QString layout = QStringLiteral("native"); ///< default for saved profiles that specify no layout
    QByteArray prefix = "dueline";
    Environment environment = Environment::Development;
    bool readOnly = false; ///< true if the connection never writes, even if writes are unlocked
    Millis connectTimeout{5'000}; ///< limit for name lookup, TCP, TLS and greeting combined
    Millis commandTimeout{10'000}; ///< deadline for an entire call
    std::optional<Millis> refreshEvery; ///< refresh interval; nullopt: the window's general setting applies
    /// zone name accepted by timeZoneNamed(), such as `Asia/Shanghai`; empty: the window's zone applies
    QString timeZone;
    QStringList maskedFields; ///< members of JSON payloads that are masked, at any depth
    ReaderChoices readers; ///< chosen payload readers, by queue and type
    RecordedTasks recordedTasks = RecordedTasks::None;
    MutedFailures mutedFailures{}; ///< muted failure groups, at most `mostMutedFailures`
    SecretPlace secret;
    QString sentinelUser; ///< user name for the sentinels; empty if they need none

    /// Returns a new profile, which opens all layouts found on the server.
    static Profile fresh();

    bool operator==(const Profile&) const = default;
};

/// Returns the access level of a session with a profile. Writes and the worker are unlocked separately, because
/// permission to retry tasks does not imply permission to run a production queue on this machine. A non-production
/// profile allows actions and the worker without unlocking. A production profile starts read-only, allows actions once
/// writes are unlocked, and allows the worker once both are unlocked. A read-only profile allows only reads. Errors:
/// Refused for an attempt to unlock a read-only profile, or the worker without writes.
Result<Access> openAccess(const Profile& profile, bool unlockWrites, bool unlockWorker);

} // namespace dueline
