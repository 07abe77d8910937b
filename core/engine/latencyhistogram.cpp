// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/latencyhistogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace dueline {

// Below 32 µs, each microsecond has its own bucket. From 32 µs on, the five bits after the leading bit select the
// bucket within a power of two.
std::size_t LatencyHistogram::classOf(quint64 micros)
{
    if (micros < steps)
        return std::size_t(micros);
    const int shift = std::bit_width(micros) - 6;
    return std::size_t(shift + 1) * steps + std::size_t((micros >> shift) - steps);
}

quint64 LatencyHistogram::upperEnd(std::size_t index)
{
    if (index < steps)
        return index;
    const auto shift = index / steps - 1;
    return ((quint64(index % steps) + steps + 1) << shift) - 1;
}

void LatencyHistogram::record(Micros duration)
{
    const Micros counted = std::max(duration, Micros(0));
    ++m_classes[std::min(classOf(quint64(counted.count())), m_classes.size() - 1)];
    ++m_count;
    m_max = std::max(m_max, counted);
}

LatencyHistogram::Micros LatencyHistogram::percentile(double share) const
{
    if (m_count == 0)
        return Micros(0);
    const auto wanted = std::max<qint64>(1, qint64(std::ceil(share * double(m_count))));
    qint64 seen = 0;
    for (std::size_t i = 0; i < m_classes.size(); ++i) {
        seen += m_classes[i];
        if (seen >= wanted)
            return std::min(Micros(qint64(upperEnd(i))), m_max);
    }
    return m_max;
}

} // namespace dueline
