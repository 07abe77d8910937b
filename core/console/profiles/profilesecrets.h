// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/credentials.h"
#include "core/console/profiles/profile.h"
#include "core/console/profiles/secretstore.h"

#include <map>

namespace dueline {

/// Result of looking up a profile's passwords.
struct FoundSecrets
{
    Credentials credentials;
    /// Complete sentence that says why no password was found. Only shown if the server requires a password, since not
    /// all servers have one.
    QString missing;
    /// True if a password should have been found: the variable isn't set, or the keyring contains the password but
    /// didn't return it, or didn't answer.
    bool withheld = false;
    bool ask = false; ///< true to prompt the user for the password
};

/// Passwords for profiles. Passwords that were in the environment when the program started (`REDISCLI_AUTH`,
/// `DUELINE_SENTINEL_AUTH`) take precedence.
class ProfileSecrets
{
public:
    ProfileSecrets(SecretStore& store, Credentials environment);

    /// Looks up the passwords. The answer is delivered asynchronously, and never after `context` has been destroyed. An
    /// environment variable's value is cached and the variable removed, so that handler programs don't inherit it.
    void find(const Profile& profile, QObject* context, const std::function<void(FoundSecrets)>& answer);
    /// Looks up the passwords and waits for the answer in a local event loop, up to the store's time limit. For
    /// programs without an event loop.
    FoundSecrets waitFor(const Profile& profile);

    /// If the profile uses the keychain, stores its passwords there, or removes the server password if it is empty.
    /// Otherwise, removes both passwords from the keychain.
    void keep(const Profile& profile, const Credentials& credentials, QObject* context,
        const std::function<void(SecretKeeping)>& answer);
    /// Removes the stored passwords of a deleted or renamed profile.
    void forget(const QString& profileName, QObject* context, const std::function<void(Result<>)>& answer);

    SecretStore& store() { return m_store; }
    const Credentials& environment() const { return m_environment; }

    /// Returns the name of a password's keyring entry, which users can see there.
    static QString passwordKey(const QString& profileName);
    static QString sentinelKey(const QString& profileName);

private:
    Secret variable(const QString& name);

    SecretStore& m_store;
    const Credentials m_environment;
    std::map<QString, Secret> m_variables;
};

} // namespace dueline
