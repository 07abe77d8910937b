// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/redis/redisclient.h"

#include <chrono>
#include <map>
#include <set>
#include <utility>

namespace dueline {

/// Names of the lists for a broker's queues, one list per priority. No key stores kombu's separator (`sep`) or the
/// priorities that have their own lists (`priority_steps`). The separator is derived from the bindings, and the
/// priorities from the existing lists. This object is shared by everything that reads or edits a connection's queues.
class CeleryLists
{
public:
    CeleryLists(RedisClient& client, const CelerySpec& spec)
        : m_client(client)
        , m_spec(spec)
    { }

    /// Updates the separators from a binding.
    void meet(const QByteArray& binding);
    /// Returns the queue that has a list with this name for one of its priorities, such as `orders` for `orders:7` if a
    /// binding has the separator `:`; nullopt if there is none.
    std::optional<QueueName> queueOfPriority(const QByteArray& list) const;
    bool knowsSeparator() const { return !m_separators.empty(); }
    /// Reads the bindings unless the separator is known, and finds the lists of these queues in addition to the default
    /// ones. Errors: those of RedisClient::pipeline().
    Result<> look(const std::vector<QueueName>& queues);
    void forget();

    /// Returns the lists of a queue in the order in which they are processed: the default lists, and those found by
    /// look().
    std::vector<QByteArray> of(const QueueName& queue) const;
    /// Returns the name that scripts use for a list: `queue`, `queue3`, or `queue:` followed by the suffix of the
    /// list's name, in which `%XX` encodes a byte.
    QByteArray wordFor(const QueueName& queue, const QByteArray& list) const;

private:
    static constexpr int mostPriority = 255;
    /// lists of priorities above this one are searched for only every half minute
    static constexpr int mostCommonPriority = 9;

    struct Seen
    {
        /// Priorities beyond the default ones, each with its separator.
        std::set<std::pair<int, QByteArray>> priorities;
        /// Time of the last search for priorities above mostCommonPriority.
        std::optional<std::chrono::steady_clock::time_point> lookedAt;
    };
    /// Queue, and the priorities whose lists are searched for.
    struct Asked
    {
        QueueName queue;
        std::vector<std::pair<int, QByteArray>> priorities;
    };

    /// Returns the separators found in the bindings. There can be two while an application switches to a different
    /// separator.
    std::set<QByteArray> separators() const;
    Result<> learnSeparator(const std::vector<QueueName>& queues);
    Result<> lookAtEach(const Asked& lists);

    RedisClient& m_client;
    CelerySpec m_spec;
    std::set<QByteArray> m_separators; ///< separators; empty: no binding has been found
    std::map<QueueName, Seen> m_seen;
};

} // namespace dueline
