// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <map>

namespace dueline {

/// The saved connections in `$XDG_CONFIG_HOME/dueline/profiles.json`, or in the file that `$DUELINE_PROFILES` names,
/// readable by its owner alone and replaced as a whole. What it held before the last five changes stays beside it as
/// `profiles.json.1` (the newest) to `.5`. Members we do not know are kept.
class ProfileStore
{
public:
    /// `path`: empty means the place above.
    explicit ProfileStore(QString path = {});

    const QString& path() const { return m_path; }

    /// In the order of the file; none when there is no file. Errors: Io, also where a folder on the way may not be
    /// entered; Refused when a newer program wrote it; Usage when it does not parse, naming file, place and the
    /// newest backup that does.
    Result<std::vector<Profile>> load() const;
    /// Errors: NotFound, listing the names there are; those of load().
    Result<Profile> find(const QString& name) const;
    /// Adds the profile, or replaces the one called `replaces` (empty: of its own name). Errors: Usage (no name, a URL
    /// that does not parse), Exists (the new name is taken), those of load(). A password in the URL is an error, not
    /// stored.
    Result<> save(const Profile& profile, const QString& replaces = {});
    /// Adds profiles under names that are free: `shop (2)`; one that is there just so is left alone. The names they
    /// have, in the order given. Errors: as save(); then none is added.
    Result<QStringList> add(const std::vector<Profile>& more);
    /// Errors: NotFound; those of load().
    Result<> remove(const QString& name);

    /// The files with what was there before, the newest first.
    QStringList backups() const;

    /// Profiles as the text of such a file, which never holds a password. `path`: for messages.
    static QByteArray asJson(const std::vector<Profile>& profiles);
    static Result<std::vector<Profile>> parse(const QByteArray& text, const QString& path);
    /// `wanted`, or the first of `wanted (2)`, … that no profile has.
    static QString freeName(const QString& wanted, const std::vector<Profile>& profiles);

private:
    QString backupPath(int number) const;
    Result<> write(const std::vector<Profile>& profiles, const std::map<QString, QString>& renamed) const;
    Result<> replace(const QByteArray& text) const;

    QString m_path;
};

/// `$XDG_CONFIG_HOME/dueline`, or `~/.config/dueline`.
QString configFolder();

} // namespace dueline
