// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <QJsonObject>

namespace dueline {

/// Returns a profile's JSON object. `base`: its previous object, whose unknown members are kept, since other programs
/// or later versions may have written them.
QJsonObject profileToJson(const Profile& profile, QJsonObject base = {});

/// Parses a profile's JSON object. Errors: Usage. The message is a clause that names the member.
Result<Profile> profileFromJson(const QJsonObject& object);

/// Checks a profile from any source. Errors: Usage, NotSupported. The message is a complete sentence.
Result<> checkProfile(const Profile& profile);

} // namespace dueline
