// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <array>
#include <chrono>

namespace dueline {

/// Histogram of durations, with 32 buckets per power of two (in microseconds). Percentiles are at most 3% too large.
/// The histogram uses 10 KiB, regardless of the number of samples.
class LatencyHistogram
{
public:
    using Micros = std::chrono::microseconds;

    /// Records a duration. Negative durations count as 0.
    void record(Micros duration);
    /// Returns the duration that the fraction `share` (0 to 1) of the samples doesn't exceed; 0 if there are no
    /// samples.
    Micros percentile(double share) const;
    /// Returns the exact maximum.
    Micros max() const { return m_max; }
    qint64 count() const { return m_count; }

private:
    static constexpr int steps = 32;
    static std::size_t classOf(quint64 micros);
    static quint64 upperEnd(std::size_t index);

    std::array<qint64, std::size_t(steps) * 40> m_classes{};
    qint64 m_count = 0;
    Micros m_max{};
};

} // namespace dueline
