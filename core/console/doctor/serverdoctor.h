// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Examines one server for anything that can lose or delay tasks, with INFO, CONFIG GET and TIME. Adds a finding for
/// each query that the user is not allowed to send. `server`: name of the server for the findings; empty if there is
/// only one. Writes nothing. Errors: those of RedisClient::call, except those for which endsOneLookOnly() is true.
Result<std::vector<DoctorFinding>> examineServer(RedisClient& client, const QString& server);

} // namespace dueline
