// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/console/connect/connectionstep.h"
#include "core/redis/redisconnection.h"

namespace dueline {

/// Between a server and this machine: due times follow the server's clock, people and programs their own.
inline constexpr Millis clockTolerance{1'000};

/// What a step of the connection test found.
struct StepFinding
{
    ConnectionStep::Verdict verdict = ConnectionStep::Verdict::Ok;
    QString text;
    QString exact;

    static StepFinding of(const Error& error) { return {ConnectionStep::Verdict::Failed, error.message, error.detail}; }
};

// What a server that has let us in says of itself. What the user may not ask is a warning.

StepFinding versionStep(RedisConnection& connection);
/// `cluster`: it is a node of one, and the others serve the rest.
StepFinding roleStep(RedisConnection& connection, bool cluster);
StepFinding evictionStep(RedisConnection& connection);
StepFinding persistenceStep(RedisConnection& connection);
/// Against this machine's.
StepFinding clockStep(RedisConnection& connection);

} // namespace dueline
