// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <array>

namespace dueline {

/// How many tasks failed when, in bins of one length: a minute, or as often doubled as all fit. The first bin has the
/// first of them. Bins begin at multiples of their length, so that trends are joined and laid over each other exactly.
class FailureTrend
{
public:
    static constexpr std::size_t mostBins = 24;
    using Bins = std::array<int, mostBins>;

    void add(TimePoint at, int count = 1);
    void join(const FailureTrend& other);

    /// Where the first bin begins, and how long each is, in milliseconds; zero: nothing was added.
    TimePoint from() const { return m_from; }
    Millis each() const { return m_each; }
    const Bins& bins() const { return m_bins; }
    int most() const;
    /// The same counts in the bins of a trend that was joined from this one and others.
    Bins over(const FailureTrend& all) const;

    bool operator==(const FailureTrend&) const = default;

private:
    void widen(TimePoint first, TimePoint last, Millis each);
    TimePoint startOf(std::size_t bin) const { return m_from + m_each * qint64(bin); }

    TimePoint m_from{};
    Millis m_each{};
    Bins m_bins{};
};

} // namespace dueline
