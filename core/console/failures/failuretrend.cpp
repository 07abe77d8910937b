// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/failuretrend.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr Millis shortest = std::chrono::minutes(1);

/// Returns the start of the bin that an instant falls into.
TimePoint binStart(TimePoint at, Millis each)
{
    const qint64 rest = toMs(at) % each.count();
    return at - Millis(rest < 0 ? rest + each.count() : rest);
}

} // namespace

void FailureTrend::add(TimePoint at, int count)
{
    if (m_each <= Millis(0) || at < m_from || at >= startOf(mostBins))
        widen(at, at, shortest);
    m_bins[std::size_t((at - m_from) / m_each)] += count;
}

void FailureTrend::join(const FailureTrend& other)
{
    // Widen the bins only once, for the last bin with failures.
    for (std::size_t i = mostBins; i-- > 0;) {
        if (other.m_bins[i] == 0)
            continue;
        widen(other.m_from, other.startOf(i), other.m_each);
        break;
    }
    for (std::size_t i = 0; i < mostBins; ++i) {
        if (other.m_bins[i] > 0)
            add(other.startOf(i), other.m_bins[i]);
    }
}

int FailureTrend::most() const { return *std::max_element(m_bins.begin(), m_bins.end()); }

FailureTrend::Bins FailureTrend::over(const FailureTrend& all) const
{
    Bins bins{};
    for (std::size_t i = 0; i < mostBins && all.m_each > Millis(0); ++i) {
        if (m_bins[i] > 0)
            bins[std::size_t(std::clamp<qint64>((startOf(i) - all.m_from) / all.m_each, 0, mostBins - 1))] += m_bins[i];
    }
    return bins;
}

/// Widens the bins to at least `each`, and beyond that until all failures, `first`, and `last` fit.
void FailureTrend::widen(TimePoint first, TimePoint last, Millis each)
{
    each = std::max(each, m_each);
    for (std::size_t i = 0; i < mostBins; ++i) {
        if (m_bins[i] > 0) {
            first = std::min(first, startOf(i));
            last = std::max(last, startOf(i));
        }
    }
    while (binStart(last, each) >= binStart(first, each) + each * qint64(mostBins))
        each *= 2;
    FailureTrend wider;
    wider.m_from = binStart(first, each);
    wider.m_each = each;
    m_bins = over(wider);
    m_from = wider.m_from;
    m_each = each;
}

} // namespace dueline
