// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <array>

namespace dueline {

/// Histogram of failures over time. All bins have the same length: one minute, doubled until all failures fit. The
/// first bin contains the first failure. Each bin starts at a multiple of its length, so that trends can be merged and
/// aligned exactly.
class FailureTrend
{
public:
    static constexpr std::size_t mostBins = 24;
    using Bins = std::array<int, mostBins>;

    void add(TimePoint at, int count = 1);
    void join(const FailureTrend& other);

    /// Returns the start of the first bin; zero if the trend is empty. each() returns a bin's length.
    TimePoint from() const { return m_from; }
    Millis each() const { return m_each; }
    const Bins& bins() const { return m_bins; }
    int most() const;
    /// Returns this trend's counts in the bins of `all`, a trend that includes this one.
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
