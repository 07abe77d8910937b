// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profilesecrets.h"
#include "core/console/profiles/profilestore.h"
#include "ui/presenters/settings/webhooks.h"

#include <QObject>

namespace dueline {

/// Returns whether both configurations refer to the same server. Ignores TLS, user and database.
bool isSameServer(const RedisConfig& a, const RedisConfig& b);

/// Saved connections with their passwords and webhooks. Changes are saved immediately.
class Profiles : public QObject
{
    Q_OBJECT

public:
    Profiles(ProfileStore store, SecretStore& secrets, Credentials environment, QObject* parent = nullptr);

    const std::vector<Profile>& all() const { return m_all; }
    /// Returns the profile with this name; null if there is none.
    const Profile* find(const QString& name) const;
    /// Reloads the profiles from the file. On error, the list is empty. Errors: same as ProfileStore::load().
    Result<> load();
    /// Saves a profile. Replaces the profile named `replaces`, or adds a new profile if `replaces` is empty.
    /// `password`: nullopt keeps the stored password, even if the profile is renamed. Errors: same as
    /// ProfileStore::save(), and Exists if a new profile's name is already in use.
    Result<> save(const Profile& profile, const QString& replaces, const std::optional<Secret>& password);
    /// Stores passwords in the profile's password store. Doesn't change the profile.
    void keepPassword(const QString& name, const Credentials& credentials);
    /// Removes a profile and its password from the keyring. Errors: same as ProfileStore::remove().
    Result<> remove(const QString& name);
    /// Returns a copy of the profile with an unused name and without the password.
    Profile copyOf(const Profile& profile) const;
    /// Returns the saved connection for this server and database, ignoring the user; null if there is none.
    const Profile* ofTarget(const RedisConfig& target) const;
    /// Returns an unsaved connection for a URL. It gets the restrictions of any profiles saved for the same server.
    /// Errors: same as parseRedisUrl().
    Result<Profile> unsaved(const QString& url) const;
    /// Finds the passwords for a connection that the user has entered. `replaces`: name of the connection it will
    /// replace; empty if it is new. This can take a long time, because a keyring may prompt the user. New connections
    /// have no stored password, so no keyring is queried for them.
    void findSecrets(const Profile& entered, const QString& replaces, QObject* context,
        const std::function<void(const FoundSecrets&)>& answer);
    ProfileSecrets& secrets() { return m_secrets; }
    Webhooks& webhooks() { return m_webhooks; }

Q_SIGNALS:
    void changed();
    /// Emitted when a password or webhook couldn't be stored or removed, or is kept only until the program exits.
    /// `reason`: complete sentence.
    void secretsProblem(const QString& reason);

private:
    void keep(const Profile& profile, const Credentials& credentials);

    ProfileStore m_store;
    ProfileSecrets m_secrets;
    Webhooks m_webhooks;
    std::vector<Profile> m_all;
};

} // namespace dueline
