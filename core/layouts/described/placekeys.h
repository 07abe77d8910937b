// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"
#include "core/layouts/shared/jobs/queuewalk.h"

#include <chrono>

namespace dueline {

/// Key of a place in one queue.
struct PlaceKey
{
    std::size_t place = 0;
    QByteArray key;
    Variables values; ///< variables in the key
    std::optional<TimePoint> at = {}; ///< time of all tasks in the key, for a place with one list per timestamp

    bool operator==(const PlaceKey&) const = default;
};

/// Finds a described layout's queues, and the keys of their places. Read-only.
class PlaceKeys : public QueueDiscovery
{
public:
    static constexpr std::size_t mostQueues = 10'000;
    /// Maximum number of keys per place. A place may have many keys, for example one per timestamp, worker or string.
    static constexpr std::size_t mostKeys = 5'000;
    static constexpr std::size_t mostKeysOfQueue = 20'000;

    /// Keys of a queue's places.
    struct Found
    {
        std::vector<PlaceKey> keys;
        QString gap; ///< sentence about keys that are missing; empty if all were found
    };

    PlaceKeys(RedisClient& client, const Description& description, QueueName shared);

    /// Returns the names of up to `mostQueues` queues, and of the shared queue. If there are more, discovery() reports
    /// that the list is incomplete. Errors: same as RedisClient::pipeline().
    Result<std::vector<QueueName>> names();
    /// Returns the keys of a queue's places. Errors: same as RedisClient::pipeline().
    Result<Found> of(const QueueName& queue);
    /// Returns commands that check whether a queue exists: it does if isSign() accepts one of the replies. Empty if the
    /// name alone is sufficient evidence.
    std::vector<Command> signsOf(const QueueName& queue) const;
    static bool isSign(const Reply& reply);
    /// Returns whether the description allows a queue with this name.
    bool isQueue(const QueueName& name) const;
    bool isShared(const QueueName& queue) const { return queue == m_shared; }
    const QueueName& shared() const { return m_shared; }
    /// Returns whether the description names the queue.
    bool isNamed(const QueueName& queue) const;
    bool hasPlace(const DescribedPlace& place, const QueueName& queue) const;

    void forget();
    /// Returns the search for queues; null if all queue names are in a single key.
    QueueDiscovery* discovery() { return m_walks || m_isCut ? this : nullptr; }
    /// Returns whether of() needs neither round trips nor scans for any queue.
    bool areKeysFixed() const;

    Result<bool> step() override { return m_walks ? m_walk.step() : Result<bool>(true); }
    DiscoveryState state() const override;
    /// Returns no queues: a specified queue is checked with signsOf().
    Result<std::vector<QueueName>> likely(const QueueName&) override { return std::vector<QueueName>(); }

private:
    void meet(const QByteArray& key);
    /// Adds the queue names in a key, up to a total of `mostQueues` + 1.
    Result<> addListed(const QByteArray& key, std::set<QueueName>& names);
    Result<> addSubscribed(std::set<QueueName>& names);
    /// Returns up to `most` + 1 members of a set or a sorted set.
    Result<std::vector<QByteArray>> membersOf(const QByteArray& key, bool isSorted, std::size_t most);

    RedisClient& m_client;
    const Description& m_description;
    QueueName m_shared;
    std::set<QueueName> m_names; ///< queue names found in keys
    /// keys found by a search, by place
    std::map<std::size_t, std::map<QByteArray, Variables>> m_keys;
    QueueWalk m_walk;
    bool m_isCut = false; ///< true if names() left out some queues
    bool m_walks = false; ///< true if names or keys are found by scanning all keys
};

} // namespace dueline
