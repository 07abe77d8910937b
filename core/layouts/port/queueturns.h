// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

#include <map>
#include <set>

namespace dueline {

/// Which queues of a layout are counted next where there are more than are counted at once (CountPace), and how the
/// others were counted last. Those that are wanted first come each time; then, in at most half of what is left, those
/// whose figures changed between their last two counts; then those that are new; then the others in turn.
class QueueTurns
{
public:
    /// What happens to a queue that was never counted.
    enum class Newcomers : quint8 {
        WaitTheirTurn, ///< it is listed once it was counted
        AtOnce, ///< it is counted besides, so every queue is listed from the first time on
    };

    void pace(const CountPace& pace) { m_pace = pace; }
    /// Counted all at once from now on.
    void unpace() { m_pace.reset(); }
    /// Whether so many queues are too many to count all.
    bool isNeeded(std::size_t queues) const { return m_pace && queues > m_pace->most; }

    /// Those of `queues`, which are sorted, that are counted now; to be told to join() afterwards.
    std::vector<QueueName> choose(const std::vector<QueueName>& queues, Newcomers newcomers);
    /// All that were counted and are among `queues`, by name; those not in `fresh` as of when they were. A queue that
    /// was counted and is not in `fresh` is left out.
    std::vector<QueueInfo> join(const std::vector<QueueName>& queues, std::vector<QueueInfo> fresh);
    /// Of those that the last join() was told of, how many were never counted.
    std::size_t waiting() const { return m_waiting; }
    /// What was counted is of another server.
    void forget();

private:
    std::optional<CountPace> m_pace; ///< nullopt: all at once
    std::map<QueueName, QueueInfo> m_counted; ///< as they were last
    std::set<QueueName> m_changing; ///< whose figures changed between their last two counts
    std::set<QueueName> m_chosen; ///< by the last choose()
    std::set<QueueName> m_met; ///< chosen at any time
    std::size_t m_waiting = 0;
    QueueName m_turn; ///< counted last, of those in turn
};

} // namespace dueline
