// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/payload/readerchoice.h"
#include "core/queue/backend.h"

#include <QStringList>

#include <map>

namespace dueline {

/// Environment of a server. In production, actions need more confirmations than elsewhere.
enum class Environment : quint8 { Production, Staging, Development };

/// Returns an environment's name in profiles.json: `production`, `staging`, or `development`.
QString environmentName(Environment environment);
std::optional<Environment> environmentFromName(QStringView name);

/// Location of a profile's password, which is never in the profile itself.
struct SecretPlace
{
    enum class Kind : quint8 {
        Keychain, ///< in the desktop's keyring
        Ask, ///< nowhere: the user is prompted each time
        Variable, ///< in an environment variable
        Command, ///< nowhere: a command prints it for each connection
    };

    Kind kind = Kind::Keychain;
    QString variable; ///< for Variable: the variable's name
    QString command{}; ///< for Command: program and arguments, as for PasswordCommand

    bool operator==(const SecretPlace&) const = default;
};

/// Returns the text for profiles.json: `keychain`, `ask`, `variable:NAME`, or `command:PROGRAM ARGUMENT…`.
QString secretPlaceName(const SecretPlace& place);
/// Parses the text in profiles.json. Returns nullopt for unknown text, an invalid variable name, or an empty command.
std::optional<SecretPlace> secretPlaceFromName(const QString& name);

/// Failure groups that the user has muted: each group's ErrorTemplate, and the time of its last failure when it was
/// muted.
using MutedFailures = std::map<QByteArray, TimePoint>;

/// Task data that the window records for a server, in addition to counts and events.
enum class RecordedTasks : quint8 {
    None,
    Ids, ///< waiting tasks' ids, types, and due times
    Complete, ///< waiting tasks with their payloads
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
    QString group; ///< heading that the profile is listed under; may be empty
    QString url; ///< URL for parseRedisUrl(), without a password
    QString layout = QStringLiteral("native"); ///< used if a saved profile specifies no layout
    QByteArray prefix = "dueline";
    Environment environment = Environment::Development;
    bool readOnly = false; ///< true if changes are forbidden even with --unlock
    Millis connectTimeout{5'000}; ///< time limit for name lookup, TCP, TLS, and greeting together
    Millis commandTimeout{10'000}; ///< time limit for an entire call
    std::optional<Millis> refreshEvery; ///< nullopt: use the window's setting
    /// Time zone for timeZoneNamed(), such as `Asia/Shanghai`; empty: use the window's setting.
    QString timeZone;
    QStringList maskedFields; ///< JSON payload members whose values are masked, at any depth
    ReaderChoices readers; ///< payload readers selected by the user, by queue and type
    RecordedTasks recordedTasks = RecordedTasks::None;
    MutedFailures mutedFailures{}; ///< at most `mostMutedFailures`
    SecretPlace secret;
    QString sentinelUser; ///< user name for the sentinels; may be empty

    /// Returns a new profile that opens all layouts on the server.
    static Profile fresh();

    bool operator==(const Profile&) const = default;
};

/// Returns a session's access level. Writes and the worker are unlocked separately: a user who may retry tasks needn't
/// be allowed to run a production queue on this machine. A non-production profile always allows writes and the worker.
/// A production profile is read-only at first, allows actions if writes are unlocked, and allows the worker if both are
/// unlocked. A read-only profile only allows reads. Errors: Refused when unlocking a read-only profile, or the worker
/// without writes.
Result<Access> openAccess(const Profile& profile, bool unlockWrites, bool unlockWorker);

} // namespace dueline
