// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/foundqueues.h"
#include "core/layouts/shared/jobs/queuewalk.h"

#include <chrono>
#include <map>
#include <set>

namespace dueline {

/// Search for queues that are missing from the framework's own set of queues: clients in other languages may push jobs
/// without registering the queue. LayoutType::placeOf() finds candidates by key name, and LayoutType::lookAt() inspects
/// the keys' values.
class UnlistedQueues : public QueueDiscovery
{
public:
    static constexpr std::size_t firstPlaces = 5'000; ///< number of candidates that the first call to names() inspects
    static constexpr std::size_t laterPlaces = 100; ///< number of candidates that each later call to names() inspects
    static constexpr std::chrono::seconds inspectedFor{60}; ///< period after which a candidate is inspected again

    /// Creates a search for unlisted queues. `found`: the connection's discovery results; if null, each call to names()
    /// performs one bounded step of a key scan.
    UnlistedQueues(RedisClient& client, const LayoutSpec& layout, std::shared_ptr<const FoundQueues> found);
    UnlistedQueues(const UnlistedQueues&) = delete; // not copyable: callbacks in m_walk refer to this object
    UnlistedQueues& operator=(const UnlistedQueues&) = delete;

    /// Returns the queues found so far, which may include listed ones. Empty if the user isn't allowed to scan keys.
    /// Errors: same as RedisClient::call().
    Result<std::vector<QueueName>> names();
    /// Returns the parts of a queue (such as groups) that were found by key name but aren't listed in any of the
    /// queue's keys.
    std::vector<QByteArray> parts(const QueueName& queue) const;
    /// Restarts the search. Called after a reconnect, possibly to a different server.
    void forget();

    /// Inspects the candidates found by QueueWalk::step().
    Result<bool> step() override;
    DiscoveryState state() const override;
    /// Returns no queues: the layout itself checks a given queue's keys.
    Result<std::vector<QueueName>> likely(const QueueName&) override { return std::vector<QueueName>(); }

private:
    void meet(const QByteArray& key);
    Result<> inspect();

    RedisClient& m_client;
    LayoutSpec m_layout;
    std::shared_ptr<const FoundQueues> m_found;
    QueueWalk m_walk;
    std::set<QByteArray> m_waiting; ///< candidates that haven't been inspected yet
    std::set<QByteArray> m_inspected; ///< candidates inspected since m_since
    std::chrono::steady_clock::time_point m_since{};
    std::set<QueueName> m_names;
    std::map<QueueName, std::set<QByteArray>> m_parts;
    bool m_hasInspected = false;
    bool m_isCut = false; ///< true if some candidates were skipped because m_waiting was full
    bool m_isComplete = false; ///< true once all keys have been scanned and all candidates inspected
};

} // namespace dueline
