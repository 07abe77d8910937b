// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/credentials.h"
#include "core/console/profiles/profile.h"
#include "core/console/profiles/secretstore.h"

#include <map>

namespace dueline {

/// Passwords that were found for a profile.
struct FoundSecrets
{
    Credentials credentials;
    /// Complete sentence that explains why there is no password, to be shown if the server requires one. An empty
    /// keyring is not an error, since not every server has a password.
    QString missing;
    /// True if the reason in `missing` is unexpected: the variable is not set, or the keyring has the password but does
    /// not return it or does not answer.
    bool withheld = false;
    bool ask = false; ///< the profile prompts the user each time
};

/// Lookup of profile passwords in their locations. Passwords that the environment contained at the start
/// (`REDISCLI_AUTH`, `DUELINE_SENTINEL_AUTH`) take precedence.
class ProfileSecrets
{
public:
    ProfileSecrets(SecretStore& store, Credentials environment);

    /// Finds the passwords. The answer is delivered asynchronously, and never after `context` is destroyed. When a
    /// variable is first read, its value is cached and removed from the environment, so that handler programs do not
    /// inherit it.
    void find(const Profile& profile, QObject* context, const std::function<void(FoundSecrets)>& answer);
    /// Finds the passwords in a program without an event loop: runs one until the answer arrives. The wait is limited
    /// by the store's patience.
    FoundSecrets waitFor(const Profile& profile);

    /// Stores the passwords of a profile that uses the keychain, and removes empty ones. For any other location,
    /// removes both passwords from the keychain.
    void keep(const Profile& profile, const Credentials& credentials, QObject* context,
        const std::function<void(SecretKeeping)>& answer);
    /// Removes the passwords of a profile whose name is no longer used.
    void forget(const QString& profileName, QObject* context, const std::function<void(Result<>)>& answer);

    SecretStore& store() { return m_store; }
    const Credentials& environment() const { return m_environment; }

    /// Returns the name of a password in the keyring. Users can see it.
    static QString passwordKey(const QString& profileName);
    static QString sentinelKey(const QString& profileName);

private:
    Secret variable(const QString& name);

    SecretStore& m_store;
    const Credentials m_environment;
    std::map<QString, Secret> m_variables;
};

} // namespace dueline
