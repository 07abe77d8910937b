// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/foundqueues.h"
#include "core/layouts/shared/jobs/queuewalk.h"

#include <chrono>
#include <set>

namespace dueline {

/// Queues that the framework's own set of queues misses: a client in another language pushed there and registered
/// nothing. LayoutType::placeOf() finds candidates by the names of keys, LayoutType::lookAt() decides by their content.
class UnlistedQueues : public QueueDiscovery
{
public:
    static constexpr std::size_t firstPlaces = 5'000; ///< inspected by the first names()
    static constexpr std::size_t laterPlaces = 100; ///< by each names() after that
    static constexpr std::chrono::seconds inspectedFor{60}; ///< until places are inspected again

    /// `found`: what the connection's discovery has found; null: each names() makes one bounded step of a key walk.
    UnlistedQueues(RedisClient& client, const LayoutSpec& layout, std::shared_ptr<const FoundQueues> found);
    UnlistedQueues(const UnlistedQueues&) = delete; // m_walk calls back
    UnlistedQueues& operator=(const UnlistedQueues&) = delete;

    /// Listed queues may be among them. A user who may not scan keys gets none. Errors: as RedisClient::call().
    Result<std::vector<QueueName>> names();
    /// Starts over: another server may answer.
    void forget();

    /// Inspects what QueueWalk::step() meets.
    Result<bool> step() override;
    DiscoveryState state() const override;
    /// The layout asks for the keys of a named queue itself.
    Result<std::vector<QueueName>> likely(const QueueName&) override { return std::vector<QueueName>(); }

private:
    void meet(const QByteArray& key);
    Result<> inspect();

    RedisClient& m_client;
    LayoutSpec m_layout;
    std::shared_ptr<const FoundQueues> m_found;
    QueueWalk m_walk;
    std::set<QByteArray> m_waiting; ///< places to inspect
    std::set<QByteArray> m_inspected; ///< places, since m_since
    std::chrono::steady_clock::time_point m_since{};
    std::set<QueueName> m_names;
    bool m_hasInspected = false;
    bool m_isCut = false; ///< places were met that m_waiting had no room for
    bool m_isComplete = false; ///< all keys were looked through once and every place inspected
};

} // namespace dueline
