// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

#include <chrono>
#include <map>
#include <set>

namespace dueline {

/// Workers of the Bull or BullMQ queues with one prefix. The frameworks keep no list of workers, so this class finds
/// workers by their connections. A worker's blocking connection is named `PREFIX:BASE64(QUEUE)`; BullMQ also uses
/// `…:w:NAME`. If the user isn't allowed to list connections, Bull workers are counted by their channel subscriptions,
/// and the names of BullMQ workers are read from running jobs. All reads are bounded.
class JobWorkers
{
public:
    static constexpr qint64 mostClients = 5'000; ///< CLIENT LIST is not called if there are more clients
    // maximum number of queues whose running jobs are read, up to jobsPerQueue jobs each
    static constexpr std::size_t mostQueues = 5'000;
    static constexpr qint64 jobsPerQueue = 100;
    static constexpr std::chrono::seconds believedFor{5};
    static constexpr Millis settling{300};
    static constexpr int mostSettled = 20;

    /// Ways to recognize a layout's workers if the user isn't allowed to list connections.
    struct Traces
    {
        QByteArray channel; ///< channel that all workers subscribe to, without the key prefix; empty if there is none
        bool namesInJobs = false; ///< true if a running job's `pb` field contains its worker's name
    };

    /// State of a connection on which a worker waits for jobs.
    struct Sign
    {
        bool waits = false; ///< true if its last command waited for jobs
        bool isBlocked = false; ///< true if the connection is still waiting
        Millis idle{0}; ///< time since the last command
    };

    JobWorkers(RedisClient& client, QByteArray prefix, Traces traces);

    void forget();
    /// Waits for `settling` and discards the cached results. This gives newly claimed jobs time to get their locks, and
    /// new workers time to get their names. Does nothing after mostSettled calls.
    void settle();
    /// Returns the workers of these queues. The result is cached for five seconds. Errors: same as
    /// RedisClient::pipeline().
    Result<std::vector<WorkerInfo>> of(const std::vector<QueueName>& queues, TimePoint now);
    /// Returns whether a worker of this queue is connected; nullopt if unknown. Errors: same as of().
    Result<std::optional<bool>> serve(const QueueName& queue, TimePoint now);
    /// Returns the state of this queue's worker connections as of the last call to of().
    std::vector<Sign> signsOf(const QueueName& queue) const;

private:
    struct Connection
    {
        QueueName queue;
        WorkerInfo worker;
        Sign sign;
    };

    Result<> readConnections(TimePoint now);
    Result<> readNode(RedisClient& node, TimePoint now);
    std::optional<Connection> connectionOf(const QByteArray& line, TimePoint now) const;
    /// Adds workers found by their subscriptions. Returns whether the user is allowed to read subscriptions.
    Result<bool> addListening(const std::vector<QueueName>& queues, std::vector<WorkerInfo>& workers);
    Result<> addNamesInJobs(const std::vector<QueueName>& queues, TimePoint now, std::vector<WorkerInfo>& workers);

    RedisClient& m_client;
    QByteArray m_prefix;
    Traces m_traces;
    std::optional<std::chrono::steady_clock::time_point> m_readAt;
    bool m_isSeen = false; ///< true if the user is allowed to list connections
    std::vector<Connection> m_connections;
    std::optional<std::chrono::steady_clock::time_point> m_toldAt;
    std::vector<QueueName> m_toldQueues;
    std::vector<WorkerInfo> m_told; ///< workers last returned by of()
    int m_settled = 0;
};

} // namespace dueline
