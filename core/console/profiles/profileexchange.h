// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"
#include "core/console/profiles/profile.h"

namespace dueline {

/// Imported profile, with the password from its URL; empty if there was none.
struct ImportedProfile
{
    Profile profile;
    Secret password;
};

/// Result of reading profiles from text.
struct ProfileImport
{
    std::vector<ImportedProfile> profiles;
    /// complete sentences about lines or settings that weren't imported; never contain a password
    QStringList problems;
};

/// Reads the output of ProfileStore::asJson(), or a list of URLs: one per line, optionally followed by a name. Skips
/// empty lines and lines that start with #. `environment`: used for profiles from a list of URLs, which doesn't specify
/// one. Errors: Usage if there are no profiles; otherwise same as ProfileStore::parse().
Result<ProfileImport> readProfiles(
    const QByteArray& text, const QString& path, Environment environment = Environment::Development);

} // namespace dueline
