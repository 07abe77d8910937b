// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <vector>

namespace dueline {

/// A queue the engine works on, with its share while slots are scarce.
struct QueueShare
{
    QueueName queue;
    int weight = 1; ///< at least 1; a queue of weight 3 gets three tasks where one of weight 1 gets one

    bool operator==(const QueueShare&) const = default;
};

/// How an engine works. The values here are the design's.
struct EngineConfig
{
    std::vector<QueueShare> queues{};
    QByteArray session{}; ///< the worker's id, the one its backends were opened with; empty: made at start
    /// Weights do not count: a queue gets slots only while those before it in `queues` have nothing due.
    bool strict = false;
    int concurrency = 8; ///< slots, each a thread: 1 to 1000
    std::optional<Millis> leaseFor{}; ///< unset: each queue's own setting
    Millis timeLimit{std::chrono::minutes(30)}; ///< an attempt is stopped when it runs longer
    Millis graceFor{15'000}; ///< a handler that goes on for longer after it was asked to stop loses lease and slot
    Millis drainFor{30'000}; ///< a drain that takes longer becomes a stop
    Millis stopFor{5'000}; ///< how long a stop tries to write the last outcomes
    int batch = 100; ///< tasks per claim and ack: 1 to 250
    int prefetch = 200; ///< tasks claimed ahead, at most, and only while handlers are quick
    qint64 payloadBudget = 64 * 1024 * 1024; ///< bytes of payload held before claiming ahead stops
    Millis safetyPoll{5'000}; ///< a claim this often although nothing is known to be due
    Millis beatEvery{5'000}; ///< reports to the worker list while there is work; a third as often while there is none
    Millis sweepEvery{60'000}; ///< housekeeping per queue
    bool publish = true; ///< outcomes go to the results channel
};

/// A session id unique per start: host, process id and a random part, in letters that tokens, keys and lists bear.
QByteArray makeSession();

} // namespace dueline
