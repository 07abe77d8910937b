// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Examines a server for anything that can lose or delay tasks, using INFO, CONFIG GET, and TIME. Adds a finding for
/// each query that the user may not send. `server`: the server's name in findings; empty if there is only one. Writes
/// nothing. Errors: same as RedisClient::call(), except errors that endsOneLookOnly() accepts.
Result<std::vector<DoctorFinding>> examineServer(RedisClient& client, const QString& server);

} // namespace dueline
