// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profilesecrets.h"
#include "core/console/profiles/profilestore.h"

#include <QObject>

namespace dueline {

/// The saved connections, and their passwords. Changes are written at once.
class Profiles : public QObject
{
    Q_OBJECT

public:
    Profiles(ProfileStore store, SecretStore& secrets, Credentials environment, QObject* parent = nullptr);

    const std::vector<Profile>& all() const { return m_all; }
    /// Null when there is none of that name.
    const Profile* find(const QString& name) const;
    /// Reads the file again. Errors: as ProfileStore::load(); then there are none.
    Result<> load();
    /// Saves a profile in the place of `replaces` (empty: a new one). `password`: nullopt leaves what is kept, also
    /// under a new name. Errors: as ProfileStore::save(); Exists, when a new one has a name that is taken.
    Result<> save(const Profile& profile, const QString& replaces, const std::optional<Secret>& password);
    /// Keeps these passwords where the profile of this name says; nothing of it changes besides.
    void keepPassword(const QString& name, const Credentials& credentials);
    /// Takes its password out of the keyring, too. Errors: as ProfileStore::remove().
    Result<> remove(const QString& name);
    /// A copy under a name that is free, without the password.
    Profile copyOf(const Profile& profile) const;
    /// The saved connection to this server and database, whoever the user; null: none.
    const Profile* ofTarget(const RedisConfig& target) const;
    /// A connection to an address that somebody gave: as careful as what is saved of the same server.
    /// Errors: as parseRedisUrl().
    Result<Profile> unsaved(const QString& url) const;
    /// The passwords for a connection as it is entered in the place of `replaces` (empty: a new one), which may take as
    /// long as a person who is asked by a keyring. Of what was never saved none is kept, and so no keyring is asked.
    void findSecrets(const Profile& entered, const QString& replaces, QObject* context,
        const std::function<void(const FoundSecrets&)>& answer);
    ProfileSecrets& secrets() { return m_secrets; }

Q_SIGNALS:
    void changed();
    /// A password could not be kept, or not for longer than this program runs, or not be taken out; a whole sentence.
    void secretsProblem(const QString& reason);

private:
    void keep(const Profile& profile, const Credentials& credentials);

    ProfileStore m_store;
    ProfileSecrets m_secrets;
    std::vector<Profile> m_all;
};

} // namespace dueline
