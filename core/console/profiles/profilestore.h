// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <map>

namespace dueline {

/// Saved connections, in `$XDG_CONFIG_HOME/dueline/profiles.json` or the file named by `$DUELINE_PROFILES`. The file is
/// readable only by its owner and replaced atomically. Its last five versions are kept as `profiles.json.1` (the
/// newest) to `.5`. Unknown members are kept.
class ProfileStore
{
public:
    /// Creates a store. `path`: the file's path; if empty, the default location.
    explicit ProfileStore(QString path = {});

    const QString& path() const { return m_path; }

    /// Returns the profiles in file order; empty if there is no file. Errors: Io, also if a folder on the path is
    /// inaccessible; Refused if a newer program wrote the file; Usage if the file can't be parsed (the message names
    /// the file, the position, and the newest valid backup).
    Result<std::vector<Profile>> load() const;
    /// Returns the profile with this name. Errors: NotFound (the message lists the names); otherwise same as load().
    Result<Profile> find(const QString& name) const;
    /// Adds a profile, or replaces the profile named `replaces` or, if that is empty, the one with the same name.
    /// Refuses URLs with a password. Errors: Usage (no name, or an invalid URL), Exists (another profile has the new
    /// name); otherwise same as load().
    Result<> save(const Profile& profile, const QString& replaces = {});
    /// Adds profiles. If a name is already in use, appends a number, as in `shop (2)`. Doesn't add profiles that equal
    /// an existing one. Returns the names that the profiles are stored under, in the given order. Errors: same as
    /// save(), in which case no profile is added.
    Result<QStringList> add(const std::vector<Profile>& more);
    /// Removes a profile. Errors: NotFound; otherwise same as load().
    Result<> remove(const QString& name);

    /// Returns the paths of the backups, newest first.
    QStringList backups() const;

    /// Converts profiles to the text of a profiles file, or parses such text. The text never contains a password.
    /// `path`: file path for messages.
    static QByteArray asJson(const std::vector<Profile>& profiles);
    static Result<std::vector<Profile>> parse(const QByteArray& text, const QString& path);
    /// Returns `wanted` or, if a profile has this name, the first unused name of the form `wanted (2)`, `wanted (3)`,
    /// ….
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
