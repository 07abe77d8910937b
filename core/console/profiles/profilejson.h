// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <QJsonObject>

namespace dueline {

/// Returns a profile as a member of profiles.json. `base`: previous member, whose unknown fields are preserved because
/// other programs or later versions may have written them.
QJsonObject profileToJson(const Profile& profile, QJsonObject base = {});

/// Parses a profile. Errors: Usage, with a sentence fragment that names the member.
Result<Profile> profileFromJson(const QJsonObject& object);

/// Checks a profile from any source. Errors: Usage, NotSupported, each with a complete sentence.
Result<> checkProfile(const Profile& profile);

} // namespace dueline
