// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/credentials.h"
#include "core/console/profiles/profile.h"
#include "core/console/profiles/secretstore.h"

#include <map>

namespace dueline {

/// Passwords found for a profile.
struct FoundSecrets
{
    Credentials credentials;
    /// Complete sentence that explains why no password was found, to be shown if the server requires one. An empty
    /// keyring is not an error, because not every server has a password.
    QString missing;
    /// True if the reason in `missing` is unexpected: the variable is not set, or the keyring did not answer or did not
    /// return a password that it contains.
    bool withheld = false;
    bool ask = false; ///< true if the user is prompted each time
};

/// Access to the passwords of profiles. Passwords that were in the environment at program start
/// (`REDISCLI_AUTH`, `DUELINE_SENTINEL_AUTH`) take precedence.
class ProfileSecrets
{
public:
    ProfileSecrets(SecretStore& store, Credentials environment);

    /// Finds the passwords. The answer is delivered asynchronously, and never after `context` is destroyed. When a
    /// variable is first read, its value is cached and removed from the environment, so that handler programs do not
    /// inherit it.
    void find(const Profile& profile, QObject* context, const std::function<void(FoundSecrets)>& answer);
    /// Finds the passwords in a program without an event loop. Runs a local event loop until the
    /// answer arrives. The store's time limit bounds the wait.
    FoundSecrets waitFor(const Profile& profile);

    /// If the profile uses the keychain, stores its passwords there; an empty server password is removed from the
    /// keychain instead. If the profile does not use the keychain, removes both passwords from the keychain.
    void keep(const Profile& profile, const Credentials& credentials, QObject* context,
        const std::function<void(SecretKeeping)>& answer);
    /// Removes the passwords stored for a profile name that is no longer used.
    void forget(const QString& profileName, QObject* context, const std::function<void(Result<>)>& answer);

    SecretStore& store() { return m_store; }
    const Credentials& environment() const { return m_environment; }

    /// Returns the name of a password in the keyring, where users can see the name.
    static QString passwordKey(const QString& profileName);
    static QString sentinelKey(const QString& profileName);

private:
    Secret variable(const QString& name);

    SecretStore& m_store;
    const Credentials m_environment;
    std::map<QString, Secret> m_variables;
};

} // namespace dueline
