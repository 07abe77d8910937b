// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

#include <map>
#include <set>

namespace dueline {

/// Scheduler that chooses the queues of a layout to count next if there are too many (CountBudget). The last counts of
/// the other queues are kept. Wanted queues are counted each time. At most half of the remaining counts are for queues
/// whose last two counts differ. New queues have precedence over the others, which take turns.
class QueueCountScheduler
{
public:
    /// Treatment of queues that were never counted.
    enum class Newcomers : quint8 {
        WaitTheirTurn, ///< The queues are listed once they have been counted.
        AtOnce, ///< new queues are counted in addition, so that every queue is listed from the start
    };

    void pace(const CountBudget& pace) { m_pace = pace; }
    /// Counts all queues each time from now on.
    void unpace() { m_pace.reset(); }
    /// Returns whether there are too many queues to count all of them.
    bool isNeeded(std::size_t queues) const { return m_pace && queues > m_pace->most; }

    /// Chooses the queues to count now. `queues` must be sorted. The caller passes the counts to join().
    std::vector<QueueName> choose(const std::vector<QueueName>& queues, Newcomers newcomers);
    /// Returns the queues in `queues` that have counts, sorted by name. A queue that choose() returned but that is
    /// missing from `fresh` is omitted; all others keep their last counts.
    std::vector<QueueInfo> join(const std::vector<QueueName>& queues, std::vector<QueueInfo> fresh);
    /// Returns how many of the queues in the last join() have never been counted.
    std::size_t waiting() const { return m_waiting; }
    /// Discards all counts, because they belong to another server.
    void forget();

private:
    std::optional<CountBudget> m_pace; ///< budget; nullopt: all queues are counted each time
    std::map<QueueName, QueueInfo> m_counted; ///< last counts
    std::set<QueueName> m_changing; ///< queues whose last two counts differ
    std::set<QueueName> m_chosen; ///< queues that the last choose() returned
    std::set<QueueName> m_met; ///< queues that have been chosen at least once
    std::size_t m_waiting = 0;
    QueueName m_turn; ///< last queue that was counted in turn
};

} // namespace dueline
