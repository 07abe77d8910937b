// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <vector>

namespace dueline {

/// Queue of the engine, with its share when slots are scarce.
struct QueueShare
{
    QueueName queue;
    int weight = 1; ///< weight of at least 1; a queue of weight 3 gets three tasks for each task of a queue of weight 1

    bool operator==(const QueueShare&) const = default;
};

/// Configuration of an engine, with its defaults.
struct EngineConfig
{
    std::vector<QueueShare> queues{};
    QByteArray session{}; ///< id of the worker, with which its backends were opened; empty: generated at start
    /// Ignores the weights: a queue gets slots only while earlier queues in `queues` have no due tasks.
    bool strict = false;
    int concurrency = 8; ///< number of slots, each a thread: 1 to 1000
    std::optional<Millis> leaseFor{}; ///< unset: each queue's own setting
    Millis timeLimit{std::chrono::minutes(30)}; ///< an attempt that runs longer is stopped
    Millis graceFor{15'000}; ///< a handler that runs on for longer after a stop request loses lease and slot
    Millis drainFor{30'000}; ///< a drain that takes longer becomes a stop
    Millis stopFor{5'000}; ///< time in which a stop tries to write the last outcomes
    int batch = 100; ///< tasks per claim and ack: 1 to 250
    int prefetch = 200; ///< maximum of tasks claimed ahead, which happens only while handlers are fast
    qint64 payloadBudget = 64 * 1024 * 1024; ///< bytes of loaded payload at which claiming ahead pauses
    Millis safetyPoll{5'000}; ///< interval of claims when no task is known to be due
    Millis beatEvery{5'000}; ///< interval of reports to the worker list; three times as long while idle
    Millis sweepEvery{60'000}; ///< interval of housekeeping per queue
    bool publish = true; ///< publish outcomes on the results channel
};

/// Returns a session id unique per start: host, process id and a random part, in characters that are valid in tokens,
/// keys and lists.
QByteArray makeSession();

} // namespace dueline
