// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bullmq/bullmqspec.h"
#include "core/queue/taskflow.h"
#include "core/redis/redisclient.h"

#include <array>
#include <set>

namespace dueline {

/// Reads the flow of a BullMQ job: up by `parentKey` to the first one, from there down by the keys of children. Of
/// very many children some are read, and the others counted.
class BullmqFlow
{
public:
    /// `now`: the server's clock.
    BullmqFlow(RedisClient& client, const BullmqSpec& spec, TimePoint now)
        : m_client(client)
        , m_spec(spec)
        , m_now(now)
    { }

    /// Errors: those of RedisClient.
    Result<TaskFlow> read(const QueueName& queue, const TaskId& id);

    /// Keys of a job's children behind its own, and what holds them.
    static const std::vector<QByteArray>& childrenKeys();

private:
    struct Node
    {
        QByteArray key; ///< `PREFIX:QUEUE:ID`
        int parent = -1;
        std::vector<std::size_t> below = {}; ///< children that are among the nodes
        std::array<qint64, 4> counts = {}; ///< children that each of the keys holds

        qint64 children() const;
    };

    Result<> climb(const QByteArray& key);
    Result<> descend();
    Result<> count(const std::vector<std::size_t>& level);
    Result<std::vector<std::vector<QByteArray>>> childrenOf(
        const std::vector<std::size_t>& parents, const std::vector<std::size_t>& most);
    std::size_t add(const QByteArray& key, std::size_t parent);
    Result<TaskFlow> told();
    FlowTask taskOf(const QByteArray& key) const;
    Result<> tellPlaces(std::vector<FlowTask>& tasks, const std::vector<QByteArray>& keys);

    RedisClient& m_client;
    const BullmqSpec& m_spec;
    TimePoint m_now;
    std::vector<Node> m_nodes; ///< the first one is the highest
    std::set<QByteArray> m_known;
    bool m_goesHigher = false;
    qint64 m_namesLeft = 5000; ///< of children in hashes, which come whole or not at all
};

} // namespace dueline
