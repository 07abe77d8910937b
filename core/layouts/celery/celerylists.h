// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/redis/redisclient.h"

#include <chrono>
#include <map>
#include <set>
#include <utility>

namespace dueline {

/// Names of the lists that store the messages of a broker's queues, one list per priority. kombu's settings `sep` (the
/// separator) and `priority_steps` (the priorities with separate lists) aren't stored in Redis, so the separator is
/// derived from the bindings, and the priorities from the existing lists. Shared by all objects that read or edit the
/// queues on a connection.
class CeleryLists
{
public:
    CeleryLists(RedisClient& client, const CelerySpec& spec)
        : m_client(client)
        , m_spec(spec)
    { }

    /// Adds the separator that a binding uses.
    void meet(const QByteArray& binding);
    /// Returns the queue for which a list with this name stores the messages of one priority; nullopt if there is none.
    /// For example, `orders:7` belongs to `orders` if a binding has the separator `:`.
    std::optional<QueueName> queueOfPriority(const QByteArray& list) const;
    bool knowsSeparator() const { return !m_separators.empty(); }
    /// Reads the bindings unless the separator is already known, and finds these queues' lists for non-default
    /// priorities. Errors: same as RedisClient::pipeline().
    Result<> look(const std::vector<QueueName>& queues);
    void forget();

    /// Returns a queue's lists in the order workers process them: the default lists, and the lists found by look().
    std::vector<QByteArray> of(const QueueName& queue) const;
    /// Returns the name that scripts use for a list: `queue`, `queue3`, or `queue:` followed by the suffix of the
    /// list's name, in which `%XX` encodes a byte.
    QByteArray wordFor(const QueueName& queue, const QByteArray& list) const;

private:
    static constexpr int mostPriority = 255;
    /// Highest priority whose lists are always searched for. Lists for higher priorities are searched for at most once
    /// every 30 seconds.
    static constexpr int mostCommonPriority = 9;

    struct Seen
    {
        /// Non-default priorities, each with its separator.
        std::set<std::pair<int, QByteArray>> priorities;
        /// Time of the last search for priorities above mostCommonPriority.
        std::optional<std::chrono::steady_clock::time_point> lookedAt;
    };
    /// Queue, and the priorities whose lists to search for.
    struct Asked
    {
        QueueName queue;
        std::vector<std::pair<int, QByteArray>> priorities;
    };

    /// Returns the separators found in the bindings. There may be two while an application migrates from one to the
    /// other.
    std::set<QByteArray> separators() const;
    Result<> learnSeparator(const std::vector<QueueName>& queues);
    Result<> lookAtEach(const Asked& lists);

    RedisClient& m_client;
    CelerySpec m_spec;
    std::set<QByteArray> m_separators; ///< separators found in bindings; empty if no binding has been found
    std::map<QueueName, Seen> m_seen;
};

} // namespace dueline
