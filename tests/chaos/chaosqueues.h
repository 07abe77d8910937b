// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/redis/redisconfig.h"
#include "tests/chaos/journal.h"

namespace dueline::chaos {

/// What the keys of a run begin with.
inline const QByteArray keyPrefix = "dueline";

RedisConfig withRunTimeouts(RedisConfig config);
/// Of the native layout, to operate.
BackendFactory operatorBackends(const RedisConfig& config);
/// Makes the queues of a run (adder.h), with a task each, their settings and their schedules. Errors: as QueueEditor.
Result<> makeQueues(Backend& backend, const Journal& journal, Millis lease);
/// How many tasks wait or are leased; -1: it cannot be told just now. A queue that is still paused goes on.
qint64 leftToDo(Backend& backend);
/// Takes the schedules away, or the queues would never be empty; what could not be taken.
QStringList removeSchedules(Backend& backend);

} // namespace dueline::chaos
