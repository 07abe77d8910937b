// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/redis/redisconfig.h"
#include "tests/chaos/journal.h"

namespace dueline::chaos {

/// Prefix of all keys in a run.
inline const QByteArray keyPrefix = "dueline";

RedisConfig withRunTimeouts(RedisConfig config);
/// Returns a factory for an operator's native layout backends.
BackendFactory operatorBackends(const RedisConfig& config);
/// Creates a run's queues (see adder.h), each with a task, settings and schedules. Errors: same as QueueEditor's.
Result<> makeQueues(Backend& backend, const Journal& journal, Millis lease);
/// Returns the number of waiting and leased tasks, or -1 if it is currently unknown. Resumes queues that are still
/// paused.
qint64 leftToDo(Backend& backend);
/// Removes the schedules, which would keep the queues from draining. Returns the schedules that could not be removed.
QStringList removeSchedules(Backend& backend);

} // namespace dueline::chaos
