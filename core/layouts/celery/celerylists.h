// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/redis/redisclient.h"

#include <chrono>
#include <map>
#include <set>
#include <utility>

namespace dueline {

/// Names of the lists of a broker's queues, one for each priority. No key says which separator kombu writes
/// (`sep`) and which priorities have a list of their own (`priority_steps`): bindings tell the first, the lists that
/// are there the second. Shared by all that reads or changes the queues of a connection.
class CeleryLists
{
public:
    CeleryLists(RedisClient& client, const CelerySpec& spec)
        : m_client(client)
        , m_spec(spec)
    { }

    /// Learns a separator from a binding.
    void meet(const QByteArray& binding);
    bool knowsSeparator() const { return !m_separators.empty(); }
    /// Looks at bindings, unless a separator is known, and which lists these queues have besides the usual ones.
    /// Errors: as RedisClient::pipeline().
    Result<> look(const std::vector<QueueName>& queues);
    void forget();

    /// The lists of a queue, what runs first in front: the usual ones, and those that look() has seen.
    std::vector<QByteArray> of(const QueueName& queue) const;
    /// Returns the name that scripts use for a list: `queue`, `queue3`, or `queue:` and the ending of the list's name,
    /// in which each `%XX` is a byte.
    QByteArray wordFor(const QueueName& queue, const QByteArray& list) const;

private:
    static constexpr int mostPriority = 255;
    static constexpr int mostCommonPriority = 9; ///< lists of higher ones are looked for every half minute

    struct Seen
    {
        std::set<std::pair<int, QByteArray>> priorities; ///< besides the usual ones, each with its separator
        std::optional<std::chrono::steady_clock::time_point> lookedAt; ///< at those above mostCommonPriority
    };
    /// Lists that are looked for.
    struct Asked
    {
        QueueName queue;
        std::vector<std::pair<int, QByteArray>> priorities;
    };

    /// Returns the separators of the bindings: two while an application changes its separator.
    std::set<QByteArray> separators() const;
    Result<> learnSeparator(const std::vector<QueueName>& queues);
    Result<> lookAtEach(const Asked& lists);

    RedisClient& m_client;
    CelerySpec m_spec;
    std::set<QByteArray> m_separators; ///< empty: no binding was met
    std::map<QueueName, Seen> m_seen;
};

} // namespace dueline
