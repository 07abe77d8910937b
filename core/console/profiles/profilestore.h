// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <map>

namespace dueline {

/// Saved connections in `$XDG_CONFIG_HOME/dueline/profiles.json`, or in the file named by `$DUELINE_PROFILES`. The file
/// is readable only by its owner and is always replaced atomically. Its last five versions are kept as
/// `profiles.json.1` (the newest) to `.5`. Unknown members are preserved.
class ProfileStore
{
public:
    /// Creates a store. `path`: path of the file; if empty, the default location.
    explicit ProfileStore(QString path = {});

    const QString& path() const { return m_path; }

    /// Returns the profiles in file order; empty if there is no file. Errors: Io, including if a folder in the path is
    /// inaccessible; Refused if a newer program has written the file; Usage if the file cannot be parsed, naming the
    /// file, the position and the newest valid backup.
    Result<std::vector<Profile>> load() const;
    /// Returns a profile by name. Errors: NotFound, listing the existing names; those of load().
    Result<Profile> find(const QString& name) const;
    /// Adds the profile, or replaces the profile named `replaces` (if empty, the profile with the same name). A URL
    /// with a password is an error and is not stored. Errors: Usage (no name, or an invalid URL), Exists (a different
    /// profile has the new name), those of load().
    Result<> save(const Profile& profile, const QString& replaces = {});
    /// Adds profiles under unused names: `shop (2)`. A profile equal to an existing one is not added again. Returns the
    /// names of the profiles in the given order. Errors: those of save(). After an error, no profile has been added.
    Result<QStringList> add(const std::vector<Profile>& more);
    /// Removes a profile. Errors: NotFound; those of load().
    Result<> remove(const QString& name);

    /// Returns the backup files, newest first.
    QStringList backups() const;

    /// Converts profiles to and from the text of a profiles file, which never contains a password. `path`: path to be
    /// used in messages.
    static QByteArray asJson(const std::vector<Profile>& profiles);
    static Result<std::vector<Profile>> parse(const QByteArray& text, const QString& path);
    /// Returns `wanted`, or the first unused name among `wanted (2)`, `wanted (3)`, ….
    static QString freeName(const QString& wanted, const std::vector<Profile>& profiles);

private:
    QString backupPath(int number) const;
    Result<> write(const std::vector<Profile>& profiles, const std::map<QString, QString>& renamed) const;
    Result<> replace(const QByteArray& text) const;

    QString m_path;
};

/// Returns `$XDG_CONFIG_HOME/dueline`, or `~/.config/dueline`.
QString configFolder();

} // namespace dueline
