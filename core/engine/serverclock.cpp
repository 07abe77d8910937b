// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/serverclock.h"

#include <algorithm>
#include <utility>

namespace dueline {

using namespace std::chrono_literals;

ServerClock::ServerClock()
    : m_since(monotonicNow())
    , m_offset((std::chrono::system_clock::now().time_since_epoch() - monotonicNow().time_since_epoch()).count())
{ }

bool ServerClock::sample(Instant sent, Instant received, TimePoint serverNow)
{
    const Nanos low = serverNow.time_since_epoch() - received.time_since_epoch();
    const Nanos high = serverNow.time_since_epoch() + 1ms - sent.time_since_epoch();
    const std::scoped_lock lock(m_mutex);
    if (received - m_since > 30s) {
        m_previous = m_current;
        m_current = {};
        m_since = received;
    }
    // if the ranges don't overlap, one of the two clocks has been changed
    if (high < m_current.low || low > m_current.high)
        m_current = m_previous = {};
    m_current = {std::max(m_current.low, low), std::min(m_current.high, high)};
    Range range{std::max(m_current.low, m_previous.low), std::min(m_current.high, m_previous.high)};
    if (range.low > range.high)
        range = m_current;
    const Nanos offset = range.low + (range.high - range.low) / 2;
    const Nanos before(m_offset.exchange(offset.count(), std::memory_order_relaxed));
    return std::exchange(m_sampled, true) && std::chrono::abs(offset - before) > 1s;
}

Instant ServerClock::toLocal(TimePoint at) const
{
    return Instant(at.time_since_epoch() - Nanos(m_offset.load(std::memory_order_relaxed)));
}

std::chrono::microseconds ServerClock::toServer(Instant at) const
{
    return std::chrono::floor<std::chrono::microseconds>(
        at.time_since_epoch() + Nanos(m_offset.load(std::memory_order_relaxed)));
}

} // namespace dueline
