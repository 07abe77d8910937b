// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/credentials.h"
#include "core/console/profiles/profile.h"
#include "core/console/profiles/secretstore.h"

#include <map>

namespace dueline {

/// The passwords found for a profile.
struct FoundSecrets
{
    Credentials credentials;
    /// Why there is no password although the profile names a place for it; a whole sentence, to be shown when the
    /// server wants one. A keyring that has none is no mistake: not every server wants a password.
    QString missing;
    /// `missing` is news to whoever expects a password there: the variable is not set, or the keyring holds it and does
    /// not give it, or does not answer.
    bool withheld = false;
    bool ask = false; ///< the profile wants the person to be asked each time
};

/// Finds the passwords of profiles where each profile says. What the environment gave at the start (`REDISCLI_AUTH`,
/// `DUELINE_SENTINEL_AUTH`) wins.
class ProfileSecrets
{
public:
    ProfileSecrets(SecretStore& store, Credentials environment);

    /// The answer comes later, and not once `context` is gone. A variable is taken out of the environment when it is
    /// first read, so that handler programs do not inherit it, and remembered.
    void find(const Profile& profile, QObject* context, const std::function<void(FoundSecrets)>& answer);
    /// The same for programs without an event loop: runs one until the answer is there. Bounded by the store's
    /// patience.
    FoundSecrets waitFor(const Profile& profile);

    /// Keeps the passwords of a profile whose place is the keychain; an empty one is taken out. For other places both
    /// are taken out, since nothing may stay behind.
    void keep(const Profile& profile, const Credentials& credentials, QObject* context,
        const std::function<void(SecretKeeping)>& answer);
    /// Takes out what was kept under a name that is no more.
    void forget(const QString& profileName, QObject* context, const std::function<void(Result<>)>& answer);

    SecretStore& store() { return m_store; }
    const Credentials& environment() const { return m_environment; }

    /// Under which a password stands in the keyring; people may read it there.
    static QString passwordKey(const QString& profileName);
    static QString sentinelKey(const QString& profileName);

private:
    Secret variable(const QString& name);

    SecretStore& m_store;
    const Credentials m_environment;
    std::map<QString, Secret> m_variables;
};

} // namespace dueline
