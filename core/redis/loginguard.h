// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QDeadlineTimer>

#include <mutex>

namespace dueline {

/// Prevents repeated failed logins, which can lock accounts and raise alarms, across all of this program's connections.
/// After a refusal (Error::login), further attempts with the same credentials fail locally with the same error. This
/// pause lasts half a minute after the first refusal and grows to at most five minutes. Only one connection at a time
/// offers the same credentials, so a worker with ten connections is refused only once. All passwords from one password
/// command count as the same credentials. Their first pauses are short, because a vault often returns a new password
/// just before the server accepts it. Thread-safe.
class LoginGuard
{
public:
    struct Pauses
    {
        Millis first{30'000}; ///< pause after the first refusal; doubles with each further refusal
        Millis firstOfCommand{1'000}; ///< first pause for passwords from a command
        Millis longest{300'000};
    };

    /// Creates a guard. `where`: server name for messages.
    LoginGuard(const RedisConfig& config, const QString& where);
    ~LoginGuard();
    LoginGuard(const LoginGuard&) = delete;
    LoginGuard& operator=(const LoginGuard&) = delete;

    /// Returns the refusal still in effect; success if a login may be attempted.
    Result<> standing() const;
    /// Waits until no other connection is offering the same credentials to the server, then returns standing(). Errors:
    /// same as standing(); Timeout.
    Result<> enter(QDeadlineTimer deadline);
    /// Records a login's outcome. A refusal blocks further attempts, a success lifts the block, and any other error
    /// changes nothing.
    void note(const Result<>& outcome);

    /// Lifts all refusals for this configuration, so that a login can be attempted immediately.
    static void forget(const RedisConfig& config);
    /// Returns the time until the credentials may be offered again; zero if they already may.
    static Millis heldBackFor(const RedisConfig& config);
    /// Replaces the pauses, for tests.
    static void setPauses(Pauses pauses);

private:
    struct Login;
    class Register;
    static Register& theRegister();

    std::shared_ptr<Login> m_entry;
    QString m_where;
    bool m_offers = false; ///< true if the configuration has credentials that a server could refuse
    std::unique_lock<std::timed_mutex> m_turn;
};

/// Returns the password to offer: the one set most recently.
Secret passwordOf(const RedisConfig& config);
/// Returns the command that prints the password; null if there is none, or if a password was set later.
std::shared_ptr<PasswordCommand> passwordCommandOf(const RedisConfig& config);

} // namespace dueline
