// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/redis/redisconfig.h"
#include "tests/chaos/journal.h"

namespace dueline::chaos {

/// Prefix of all keys of a run.
inline const QByteArray keyPrefix = "dueline";

RedisConfig withRunTimeouts(RedisConfig config);
/// Returns a factory for backends of the native layout for an operator.
BackendFactory operatorBackends(const RedisConfig& config);
/// Creates the queues of a run (adder.h), each with a task, settings and schedules. Errors: as QueueEditor.
Result<> makeQueues(Backend& backend, const Journal& journal, Millis lease);
/// Returns the number of waiting and leased tasks; -1 if it is currently unknown. Resumes a queue that is still
/// paused.
qint64 leftToDo(Backend& backend);
/// Removes the schedules, which would otherwise keep the queues from ever being empty. Returns the schedules that
/// could not be removed.
QStringList removeSchedules(Backend& backend);

} // namespace dueline::chaos
