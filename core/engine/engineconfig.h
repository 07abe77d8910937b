// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <vector>

namespace dueline {

/// One of the engine's queues, and its share of the slots when there aren't enough for all queues.
struct QueueShare
{
    QueueName queue;
    /// Weight, at least 1. A queue with weight 3 gets three tasks for each task of a queue with weight 1.
    int weight = 1;

    bool operator==(const QueueShare&) const = default;
};

/// Configuration of an engine, with its defaults.
struct EngineConfig
{
    std::vector<QueueShare> queues{};
    QByteArray session{}; ///< worker id, also used by its backends; empty: generated at startup
    /// True to ignore the weights and give a queue slots only if no earlier queue in `queues` has due tasks.
    bool strict = false;
    int concurrency = 8; ///< number of slots, 1 to 1000; each has its own thread
    std::optional<Millis> leaseFor{}; ///< lease length; unset: each queue's own setting applies
    Millis timeLimit{std::chrono::minutes(30)}; ///< maximum run time of an attempt
    // grace period after a stop request; a handler that is still running after that loses its lease and its slot
    Millis graceFor{15'000};
    Millis drainFor{30'000}; ///< time after which a drain becomes a stop
    Millis stopFor{5'000}; ///< time limit for writing the last outcomes during a stop
    int batch = 100; ///< number of tasks per claim and per ack, 1 to 250
    /// Maximum number of tasks to claim ahead of free slots; used only while handlers are fast.
    int prefetch = 200;
    // total size of loaded payloads, in bytes, above which no tasks are claimed ahead
    qint64 payloadBudget = 64 * 1024 * 1024;
    Millis safetyPoll{5'000}; ///< interval between claim attempts when no task is known to be due
    /// interval between heartbeats while the worker is busy; an idle worker waits three times as long
    Millis beatEvery{5'000};
    Millis sweepEvery{60'000}; ///< interval between housekeeping runs, per queue
    bool publish = true; ///< true to publish outcomes on the `results` channel
};

/// Returns a session id unique to this start of the worker: host, process id and a random part, using only characters
/// that are valid in tokens, keys and lists.
QByteArray makeSession();

} // namespace dueline
