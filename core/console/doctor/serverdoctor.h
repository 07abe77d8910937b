// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Examines one server for anything that can lose or delay tasks, using INFO, CONFIG GET and TIME. If the user is not
/// allowed to send a query, adds a notice. `server`: name of the server in the findings, empty if it is the only one.
/// Writes nothing. Errors: those of RedisClient::call, except those for which endsOneLookOnly() is true.
Result<std::vector<DoctorFinding>> examineServer(RedisClient& client, const QString& server);

} // namespace dueline
