// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/console/connect/connectionstep.h"
#include "core/redis/redisconnection.h"

namespace dueline {

/// Maximum acceptable difference between the server's clock, by which tasks become due, and this machine's clock.
inline constexpr Millis clockTolerance{1'000};

/// Result of one step of the connection test.
struct StepFinding
{
    ConnectionStep::Verdict verdict = ConnectionStep::Verdict::Ok;
    QString text;
    QString exact;

    static StepFinding of(const Error& error) { return {ConnectionStep::Verdict::Failed, error.message, error.detail}; }
};

// Steps that query the server after the login. If the user is not allowed to send a query, the result is a warning.

StepFinding versionStep(RedisConnection& connection);
/// Checks the role of the server. On a replica, Dueline can only read. `cluster`: whether the server is a node of a
/// cluster.
StepFinding roleStep(RedisConnection& connection, bool cluster);
StepFinding evictionStep(RedisConnection& connection);
StepFinding persistenceStep(RedisConnection& connection);
/// Compares the server's clock with this machine's.
StepFinding clockStep(RedisConnection& connection);

} // namespace dueline
