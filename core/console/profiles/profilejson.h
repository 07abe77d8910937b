// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <QJsonObject>

namespace dueline {

/// Returns a profile as a member of profiles.json. `base`: the previous member. Its unknown fields are kept, so that
/// fields written by other programs or later versions are preserved.
QJsonObject profileToJson(const Profile& profile, QJsonObject base = {});

/// Parses a profile. Errors: Usage, with part of a sentence that names the member.
Result<Profile> profileFromJson(const QJsonObject& object);

/// Checks a profile from any source. Errors: Usage, NotSupported; complete sentences.
Result<> checkProfile(const Profile& profile);

} // namespace dueline
