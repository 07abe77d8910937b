// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

#include <map>
#include <set>

namespace dueline {

/// Chooses which of a layout's queues to count next if there are too many to count them all (CountBudget). The others
/// keep their last counts. Requested queues are always counted. Up to half of the remaining budget goes to queues whose
/// last two counts differ. New queues come next, and then all others in round-robin order.
class QueueCountScheduler
{
public:
    /// Treatment of queues that have never been counted.
    enum class Newcomers : quint8 {
        WaitTheirTurn, ///< new queues are listed once they have been counted
        /// New queues are always counted, in addition to the others, so that every queue is listed from the start.
        AtOnce,
    };

    void pace(const CountBudget& pace) { m_pace = pace; }
    /// Removes the limit, so that all queues are counted each time.
    void unpace() { m_pace.reset(); }
    /// Returns whether there are too many queues to count them all each time.
    bool isNeeded(std::size_t queues) const { return m_pace && queues > m_pace->most; }

    /// Chooses the queues to count now. `queues` must be sorted. Pass the resulting counts to join().
    std::vector<QueueName> choose(const std::vector<QueueName>& queues, Newcomers newcomers);
    /// Returns the queues in `queues` that have counts, sorted by name. Omits queues that choose() returned but `fresh`
    /// doesn't contain. Queues not returned by choose() keep their last counts.
    std::vector<QueueInfo> join(const std::vector<QueueName>& queues, std::vector<QueueInfo> fresh);
    /// Returns the number of queues passed to the last join() that have never been counted.
    std::size_t waiting() const { return m_waiting; }
    /// Discards all counts. Called after connecting to a different server.
    void forget();

private:
    std::optional<CountBudget> m_pace; ///< nullopt to count all queues each time
    std::map<QueueName, QueueInfo> m_counted; ///< each queue's last count
    std::set<QueueName> m_changing; ///< queues whose last two counts differ
    std::set<QueueName> m_chosen; ///< queues returned by the last choose()
    std::set<QueueName> m_met; ///< queues that have been chosen at least once
    std::size_t m_waiting = 0;
    QueueName m_turn; ///< queue counted last when going through the queues in round-robin order
};

} // namespace dueline
