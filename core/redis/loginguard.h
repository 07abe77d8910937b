// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QDeadlineTimer>

#include <mutex>

namespace dueline {

/// What a server has refused is not offered to it again at once, whichever connection of this program asks: a password
/// that is tried every second locks accounts and raises alarms. After a refusal (Error::login) the same credentials are
/// answered with that same error, without the server, for half a minute, then for ever longer up to five minutes. And
/// they are offered by one connection at a time, so that a worker with ten of them is refused once. What a command
/// gives counts as the same credentials whatever it gives; there the first pauses are short, since a vault often gives
/// a new password a moment before the server takes it. From any thread.
class LoginGuard
{
public:
    struct Pauses
    {
        Millis first{30'000}; ///< after the first refusal, doubled with each further one
        Millis firstOfCommand{1'000}; ///< the same of what a command gave
        Millis longest{300'000};
    };

    /// `where`: the server that is asked, for people and to tell servers apart.
    LoginGuard(const RedisConfig& config, const QString& where);
    ~LoginGuard();
    LoginGuard(const LoginGuard&) = delete;
    LoginGuard& operator=(const LoginGuard&) = delete;

    /// The refusal that still stands; ok: it may be tried.
    Result<> standing() const;
    /// Waits until nobody else offers the same there, then as standing(). Errors: besides, Timeout.
    Result<> enter(QDeadlineTimer deadline);
    /// What came of it: a refusal stands from now on, a welcome ends one, any other error says nothing.
    void note(const Result<>& outcome);

    /// Somebody wants it to be tried again now: no refusal of this configuration stands any longer.
    static void forget(const RedisConfig& config);
    /// When these credentials are offered again somewhere at the earliest; zero: nothing keeps them.
    static Millis heldBackFor(const RedisConfig& config);
    /// For tests.
    static void setPauses(Pauses pauses);

private:
    struct Entry;
    class Register;
    static Register& theRegister();

    std::shared_ptr<Entry> m_entry;
    QString m_where;
    bool m_offers = false; ///< something that can be refused
    std::unique_lock<std::timed_mutex> m_turn;
};

/// What is offered to the server: the password given last.
Secret passwordOf(const RedisConfig& config);
/// The command to ask for it; null where a password was given meanwhile, or none is named.
std::shared_ptr<PasswordCommand> passwordCommandOf(const RedisConfig& config);

} // namespace dueline
