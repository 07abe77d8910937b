// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

#include <map>

namespace dueline {

/// Monotonic counters of queue events since the queues were first read. They are sums of the per-minute statistics, and
/// only include complete minutes, which no longer change.
class QueueTotals
{
public:
    /// Longest period of a queue's statistics to read in one call. The next reading continues where it ended.
    static constexpr Millis span{std::chrono::hours(1)};
    /// Time since its last reading after which a queue's counters restart from zero.
    static constexpr Millis kept = keepMinutes - span;

    /// Period [from, to) of whole minutes.
    struct Window
    {
        TimePoint from{};
        TimePoint to{};

        bool isEmpty() const { return from >= to; }
    };

    /// Returns the period of statistics to read for a queue; empty if no additional minute is complete. `now`: server
    /// time.
    Window window(const QueueName& queue, TimePoint now);
    /// Adds the statistics read for a window.
    void add(const QueueName& queue, const Window& window, const std::vector<StatisticsBin>& bins);
    /// Returns a queue's totals as a single bin without a start time; all zero if the queue was never read.
    StatisticsBin of(const QueueName& queue) const;

    /// Converts the totals to JSON, or reads them from JSON. Skips unreadable parts.
    QByteArray toJson() const;
    static QueueTotals fromJson(const QByteArray& json);

private:
    struct Total
    {
        TimePoint until{}; ///< end of the last minute included
        StatisticsBin sum;
    };

    std::map<QueueName, Total> m_totals;
};

} // namespace dueline
