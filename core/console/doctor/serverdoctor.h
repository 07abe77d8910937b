// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// What about one server can lose or delay tasks, from INFO, CONFIG GET and TIME; what the user may not ask is a
/// notice. `server`: its name in the findings, empty for the only one. Writes nothing. Errors: as RedisClient::call,
/// but none that endsOneLookOnly().
Result<std::vector<DoctorFinding>> examineServer(RedisClient& client, const QString& server);

} // namespace dueline
