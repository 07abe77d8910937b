// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

#include <chrono>
#include <map>
#include <set>

namespace dueline {

/// Who works the queues of Bull or BullMQ below one prefix. Nobody registers there: a worker's blocking connection is
/// named `PREFIX:BASE64(QUEUE)`, with BullMQ also `…:w:NAME`; where the user may not list connections, Bull's workers
/// are counted by the channel they listen on, and names stand in the jobs that BullMQ's hold. All of it is bounded.
class JobWorkers
{
public:
    static constexpr qint64 mostClients = 5'000; ///< of more, no connection is listed
    static constexpr std::size_t mostQueues = 5'000; ///< asked for what runs; of each the first jobsPerQueue
    static constexpr qint64 jobsPerQueue = 100;
    static constexpr std::chrono::seconds believedFor{5};
    static constexpr Millis settling{300};
    static constexpr int mostSettled = 20;

    /// How the layout's workers show where connections may not be listed.
    struct Traces
    {
        QByteArray channel; ///< behind the base, one that each worker of the queue listens on; empty: there is none
        bool namesInJobs = false; ///< the field `pb` of a job that runs names its worker
    };

    JobWorkers(RedisClient& client, QByteArray prefix, Traces traces);

    void forget();
    /// Lets a job that is just being taken get its lock, and a worker that is just starting its name: waits for
    /// `settling`, a few times in all, and forgets.
    void settle();
    /// Workers of these queues. Read anew once what was read is five seconds old. Errors: as RedisClient::pipeline().
    Result<std::vector<WorkerInfo>> of(const std::vector<QueueName>& queues, TimePoint now);
    /// Whether a worker of this queue is connected; nullopt: that cannot be seen. Errors: as of().
    Result<std::optional<bool>> serve(const QueueName& queue, TimePoint now);

private:
    struct Connection
    {
        QueueName queue;
        WorkerInfo worker;
    };

    Result<> readConnections(TimePoint now);
    Result<> readNode(RedisClient& node, TimePoint now);
    std::optional<Connection> connectionOf(const QByteArray& line, TimePoint now) const;
    /// Whether that can be told.
    Result<bool> addListening(const std::vector<QueueName>& queues, std::vector<WorkerInfo>& workers);
    Result<> addNamesInJobs(const std::vector<QueueName>& queues, TimePoint now, std::vector<WorkerInfo>& workers);

    RedisClient& m_client;
    QByteArray m_prefix;
    Traces m_traces;
    std::optional<std::chrono::steady_clock::time_point> m_readAt;
    bool m_isSeen = false; ///< connections may be listed
    std::vector<Connection> m_connections;
    std::optional<std::chrono::steady_clock::time_point> m_toldAt;
    std::vector<QueueName> m_toldQueues;
    std::vector<WorkerInfo> m_told; ///< the last answer of of()
    int m_settled = 0;
};

} // namespace dueline
