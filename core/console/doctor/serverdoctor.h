// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Finds anything about one server that can lose or delay tasks, with INFO, CONFIG GET and TIME. A query that the user
/// may not send becomes a notice. `server`: its name in the findings, empty for the only one. Writes nothing. Errors:
/// as RedisClient::call, but none that endsOneLookOnly().
Result<std::vector<DoctorFinding>> examineServer(RedisClient& client, const QString& server);

} // namespace dueline
