// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

#include <map>

namespace dueline {

/// What happened in queues since they were first looked at, as counters that only grow: the sums of their statistics by
/// the minute, of complete minutes alone, since no more comes to these.
class QueueTotals
{
public:
    /// The most that is read of a queue at once; what is older is read the next time.
    static constexpr Millis span{std::chrono::hours(1)};
    /// A queue that nobody asked about for so long begins anew.
    static constexpr Millis kept = keepMinutes - span;

    /// [from, to), both at the beginning of a minute.
    struct Window
    {
        TimePoint from{};
        TimePoint to{};

        bool isEmpty() const { return from >= to; }
    };

    /// What is to be read of a queue; empty: nothing yet. `now`: the server's clock.
    Window window(const QueueName& queue, TimePoint now);
    /// Adds what was read of it.
    void add(const QueueName& queue, const Window& window, const std::vector<StatisticsBin>& bins);
    /// The sums, in one bin without a beginning. Of a queue that was not asked about: zeros.
    StatisticsBin of(const QueueName& queue) const;

    /// As JSON, and back; what cannot be read of it is as if it were not there.
    QByteArray toJson() const;
    static QueueTotals fromJson(const QByteArray& json);

private:
    struct Entry
    {
        TimePoint until{}; ///< what came before is counted
        StatisticsBin sum;
    };

    std::map<QueueName, Entry> m_entries;
};

} // namespace dueline
