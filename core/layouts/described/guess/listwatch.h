// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/guess/layoutguess.h"

namespace dueline {

/// Watches lists to find out from which end their items are claimed: the end that loses items, or if neither end does,
/// the end opposite the one that gains items.
class ListWatch
{
public:
    /// Current positions of the items that were first and last in a list at the previous check, each counted from its
    /// own end; nullopt if an item is no longer near that end.
    struct Moved
    {
        std::optional<qint64> head;
        std::optional<qint64> tail;
    };

    explicit ListWatch(std::vector<QByteArray> lists)
        : m_lists(std::move(lists))
    { }

    /// Records how a list has changed since the previous check.
    void see(const QByteArray& list, const Moved& moved);
    /// Checks all lists. Errors: same as RedisClient::pipeline().
    Result<> look(RedisClient& client);
    /// Returns the end from which items are claimed, for each list with enough evidence.
    RunningEnds ends() const;
    /// Returns whether no more checks are needed.
    bool isDecided() const { return ends().size() == m_lists.size(); }

private:
    /// Number of checks that found items lost or gained, for each end of a list.
    struct Counts
    {
        int headLost = 0;
        int headGained = 0;
        int tailLost = 0;
        int tailGained = 0;
    };

    std::vector<QByteArray> m_lists;
    std::map<QByteArray, std::pair<QByteArray, QByteArray>> m_last; ///< each list's first and last item
    std::map<QByteArray, Counts> m_counts;
};

} // namespace dueline
