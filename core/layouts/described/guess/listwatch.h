// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/guess/layoutguess.h"

namespace dueline {

/// Observes lists to determine at which end of each list items are claimed. This is the end that loses items, or if
/// neither end has lost items, the end opposite the one that gains items.
class ListWatch
{
public:
    /// Current positions of the items that were at the ends of a list during the previous check, each counted from its
    /// own end; nullopt if the item is no longer near that end.
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
    /// Checks all lists. Errors: those of RedisClient::pipeline().
    Result<> look(RedisClient& client);
    /// Returns the end at which items are claimed, for each list with enough evidence.
    RunningEnds ends() const;
    /// Returns whether further observation is unnecessary.
    bool isDecided() const { return ends().size() == m_lists.size(); }

private:
    /// Number of checks that found that an end had lost or gained items, for both ends of a list.
    struct Counts
    {
        int headLost = 0;
        int headGained = 0;
        int tailLost = 0;
        int tailGained = 0;
    };

    std::vector<QByteArray> m_lists;
    std::map<QByteArray, std::pair<QByteArray, QByteArray>> m_last; ///< first and last item of each list
    std::map<QByteArray, Counts> m_counts;
};

} // namespace dueline
