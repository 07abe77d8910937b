// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/foundqueues.h"
#include "core/layouts/port/keyfamilies.h"
#include "core/layouts/port/layouttype.h"
#include "core/redis/redisclient.h"

#include <QDeadlineTimer>

#include <map>
#include <set>

namespace dueline {

/// Keys that may belong to a Celery queue without a binding, collected during a scan of all keys.
class TraceCandidates
{
public:
    // maximum number of waiting guesses; must exceed the number of keys scanned per step (KeyWalk::laterKeys)
    static constexpr std::size_t mostGuesses = 2'500;
    static constexpr std::size_t mostCertain = 5'000; ///< maximum number of waiting keys other than guesses
    static constexpr std::size_t mostUnreadable = 1'000;

    /// Adds a key if its name suggests a queue. Returns false if too many keys are waiting; the next scan round will
    /// then find the key again.
    bool meet(const QByteArray& key);
    /// Removes and returns the waiting keys. The next scan round finds them again, because they may become queues
    /// later.
    std::vector<QByteArray> take();
    /// Discards all results, but keeps the list of commands with long replies: sending such a command again would close
    /// the connection.
    void forget();
    /// Returns false for 10 minutes after this command's reply was too long to read.
    bool mayRead(const Command& command) const
    {
        const auto marked = m_unreadable.find(command);
        return marked == m_unreadable.end() || marked->second.hasExpired();
    }
    /// Records what an inspected key contains. `sight`: nullopt if the key isn't a list.
    void record(const QByteArray& key, std::optional<PlacedQueue::Sight> sight);
    /// Returns whether, since the last call of takeDropped(), record() found a queue in a family of similar keys after
    /// some of that family's keys had been skipped. The next scan round must then find the skipped keys again.
    bool takeDropped() { return m_families.takeDropped(); }
    /// Starts the next scan round, which covers all keys.
    void beginRound();
    /// Returns the lists with overlong items (see DiscoveryState).
    const std::set<QByteArray>& unread() const { return m_unread; }
    const std::set<QByteArray>& skippedLists() const { return m_families.skippedLists(); }
    /// Returns a function that sends commands, and records lists with overlong items. If such an item closes the
    /// connection, the function reconnects.
    AskServer askOver(RedisClient& client);

private:
    void markUnreadable(const Command& command);

    std::set<QByteArray> m_guesses; ///< waiting keys that are guesses (see CeleryTraces::isGuess())
    std::set<QByteArray> m_certain; ///< waiting keys other than guesses
    /// Commands with long replies, at most `mostUnreadable`, each with the time when it may be sent again.
    std::map<Command, QDeadlineTimer> m_unreadable;
    std::set<QByteArray> m_unread; ///< lists with overlong items
    KeyFamilies m_families;
    int m_rounds = 0;
};

} // namespace dueline
