// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"
#include "core/console/profiles/profile.h"

namespace dueline {

/// A profile read from somewhere else, and the password that stood in its URL; empty when there was none.
struct ImportedProfile
{
    Profile profile;
    Secret password;
};

/// What a text holds of profiles.
struct ProfileImport
{
    std::vector<ImportedProfile> profiles;
    QStringList problems; ///< whole sentences about lines that were passed over; never a password
};

/// Reads an export of ours (ProfileStore::asJson), or a list of URLs: one a line, its name behind it if it has one,
/// empty lines and those that begin with # passed over. `environment`: of what comes from a list, which does not say.
/// Errors: those of ProfileStore::parse; Usage, when there is nothing in it.
Result<ProfileImport> readProfiles(
    const QByteArray& text, const QString& path, Environment environment = Environment::Development);

} // namespace dueline
