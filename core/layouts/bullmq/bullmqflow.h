// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bullmq/bullmqspec.h"
#include "core/queue/taskflow.h"
#include "core/redis/redisclient.h"

#include <array>
#include <set>

namespace dueline {

/// Reads the flow (tree) of a BullMQ job: first the ancestors up to the root, through `parentKey`, then the
/// descendants, through the keys that list children. If there are too many children, the rest are only counted.
class BullmqFlow
{
public:
    /// Creates a flow reader. `now`: current server time.
    BullmqFlow(RedisClient& client, const BullmqSpec& spec, TimePoint now)
        : m_client(client)
        , m_spec(spec)
        , m_now(now)
    { }

    /// Reads the flow. Errors: same as RedisClient.
    Result<TaskFlow> read(const QueueName& queue, const TaskId& id);

    /// Returns the suffixes of the keys that list a job's children.
    static const std::vector<QByteArray>& childrenKeys();

private:
    struct Node
    {
        QByteArray key; ///< key of the job: `PREFIX:QUEUE:ID`
        int parent = -1;
        std::vector<std::size_t> below = {}; ///< indexes of the job's children in m_nodes
        /// Number of children in each of the keys that list children (see childrenKeys()).
        std::array<qint64, 4> counts = {};

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
    std::vector<Node> m_nodes; ///< nodes of the tree, starting with the root
    std::set<QByteArray> m_known;
    bool m_goesHigher = false;
    // number of children whose names may still be read from hashes; a hash is read in full or not at all
    qint64 m_namesLeft = 5000;
};

} // namespace dueline
