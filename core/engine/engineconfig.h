// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <vector>

namespace dueline {

/// Queue of the engine and its share of the slots when they are scarce.
struct QueueShare
{
    QueueName queue;
    /// Weight of at least 1; a queue with weight 3 gets three tasks for each task of a queue with weight 1.
    int weight = 1;

    bool operator==(const QueueShare&) const = default;
};

/// Configuration of an engine, with its defaults.
struct EngineConfig
{
    std::vector<QueueShare> queues{};
    QByteArray session{}; ///< id of the worker, which its backends also use; empty: generated at start
    /// Ignores the weights: a queue gets slots only if the queues before it in `queues` have no due tasks.
    bool strict = false;
    int concurrency = 8; ///< number of slots, 1 to 1000; each has its own thread
    std::optional<Millis> leaseFor{}; ///< unset: the setting of each queue
    Millis timeLimit{std::chrono::minutes(30)}; ///< limit after which an attempt is stopped
    // time after a stop request until a handler that is still running loses its lease and its slot
    Millis graceFor{15'000};
    Millis drainFor{30'000}; ///< time after which a drain becomes a stop
    Millis stopFor{5'000}; ///< time during which a stop tries to write the last outcomes
    int batch = 100; ///< tasks per claim and ack: 1 to 250
    int prefetch = 200; ///< maximum number of tasks claimed ahead; only used while handlers are fast
    // number of bytes of loaded payloads above which no tasks are claimed ahead
    qint64 payloadBudget = 64 * 1024 * 1024;
    Millis safetyPoll{5'000}; ///< interval of claims when no task is known to be due
    Millis beatEvery{5'000}; ///< interval of reports to the worker list; three times as long while idle
    Millis sweepEvery{60'000}; ///< interval of housekeeping for each queue
    bool publish = true; ///< publish outcomes on the `results` channel
};

/// Returns a session id that is unique per start: host, process id and a random part, in characters that are valid in
/// tokens, keys and lists.
QByteArray makeSession();

} // namespace dueline
