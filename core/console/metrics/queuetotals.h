// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

#include <map>

namespace dueline {

/// Monotonic counters of the events in queues since they were first read, computed as sums of the per-minute
/// statistics. Only complete minutes are counted, because they no longer change.
class QueueTotals
{
public:
    /// Maximum time span that one step reads for a queue. Later steps read the rest.
    static constexpr Millis span{std::chrono::hours(1)};
    /// Time without readings after which a queue's counters restart from zero.
    static constexpr Millis kept = keepMinutes - span;

    /// Time window [from, to); both ends are at the start of a minute.
    struct Window
    {
        TimePoint from{};
        TimePoint to{};

        bool isEmpty() const { return from >= to; }
    };

    /// Returns the window to read for a queue; empty if it is too early to read more. `now`: time on the server's
    /// clock.
    Window window(const QueueName& queue, TimePoint now);
    /// Adds statistics that were read for a window.
    void add(const QueueName& queue, const Window& window, const std::vector<StatisticsBin>& bins);
    /// Returns the sums as one bin without a start time. All values are zero for a queue that was never read.
    StatisticsBin of(const QueueName& queue) const;

    /// Converts the totals to and from JSON. Unreadable parts are ignored.
    QByteArray toJson() const;
    static QueueTotals fromJson(const QByteArray& json);

private:
    struct Total
    {
        TimePoint until{}; ///< end of the minutes counted so far
        StatisticsBin sum;
    };

    std::map<QueueName, Total> m_totals;
};

} // namespace dueline
