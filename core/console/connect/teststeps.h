// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/console/connect/connectionstep.h"
#include "core/redis/redisconnection.h"

namespace dueline {

/// Maximum acceptable difference between the server's clock, which determines when tasks are due, and this machine's
/// clock.
inline constexpr Millis clockTolerance{1'000};

/// Result of a connection test step.
struct StepFinding
{
    ConnectionStep::Verdict verdict = ConnectionStep::Verdict::Ok;
    QString text;
    QString exact;

    static StepFinding of(const Error& error) { return {ConnectionStep::Verdict::Failed, error.message, error.detail}; }
};

// Steps that query the server after login. If the user lacks permission for a query, the result is a warning.

StepFinding versionStep(RedisConnection& connection);
/// Checks the server's role. Dueline can only read from a replica. `cluster`: whether the server is a cluster node.
StepFinding roleStep(RedisConnection& connection, bool cluster);
StepFinding evictionStep(RedisConnection& connection);
StepFinding persistenceStep(RedisConnection& connection);
/// Compares the server's clock with this machine's.
StepFinding clockStep(RedisConnection& connection);

} // namespace dueline
