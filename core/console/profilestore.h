// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profile.h"

namespace dueline {

/// The saved connections in `$XDG_CONFIG_HOME/dueline/profiles.json`, readable by its owner alone and replaced as a
/// whole.
class ProfileStore
{
public:
    /// `path`: empty means the place above.
    explicit ProfileStore(QString path = {});

    const QString& path() const { return m_path; }

    /// In the order of the file; none when there is no file. Errors: Io; Refused when a newer program wrote it; Usage
    /// when it does not parse, naming file and place.
    Result<std::vector<Profile>> load() const;
    /// Errors: NotFound, listing the names there are; those of load().
    Result<Profile> find(const QString& name) const;
    /// Adds the profile, or replaces the one of its name. Errors: Usage (no name, a URL that does not parse), those of
    /// load(). A password in the URL is an error, not stored.
    Result<> save(const Profile& profile);
    /// Errors: NotFound; those of load().
    Result<> remove(const QString& name);

private:
    Result<> write(const std::vector<Profile>& profiles) const;

    QString m_path;
};

/// `$XDG_CONFIG_HOME/dueline`, or `~/.config/dueline`.
QString configFolder();

} // namespace dueline
