// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"
#include "core/console/profiles/profile.h"

namespace dueline {

/// Imported profile, and the password from its URL; empty if there was none.
struct ImportedProfile
{
    Profile profile;
    Secret password;
};

/// Result of reading profiles from text.
struct ProfileImport
{
    std::vector<ImportedProfile> profiles;
    /// complete sentences about lines or settings that were not imported; they never contain a password
    QStringList problems;
};

/// Reads the output of ProfileStore::asJson, or a list of URLs: one per line, optionally followed by a name. Skips
/// empty lines and lines that start with #. `environment`: for profiles from a list of URLs, which does not specify
/// one. Errors: those of ProfileStore::parse; Usage if there are no profiles.
Result<ProfileImport> readProfiles(
    const QByteArray& text, const QString& path, Environment environment = Environment::Development);

} // namespace dueline
