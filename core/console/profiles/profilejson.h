// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <QJsonObject>

namespace dueline {

/// A profile as a member of profiles.json. `base`: what stood there before; what we do not know of it is kept, so that
/// a field of somebody else's, or of a later Dueline, survives being saved here.
QJsonObject profileToJson(const Profile& profile, QJsonObject base = {});

/// Errors: Usage, a part of a sentence that names the member.
Result<Profile> profileFromJson(const QJsonObject& object);

/// What is wrong with a profile, wherever it came from. Errors: Usage, NotSupported; whole sentences.
Result<> checkProfile(const Profile& profile);

} // namespace dueline
