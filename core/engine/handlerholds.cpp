// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/handlerholds.h"

#include <algorithm>

namespace dueline {

bool HandlerHolds::isHeld(const Handler* handler, Instant now) const
{
    if (!any())
        return false;
    const std::scoped_lock lock(m_mutex);
    const auto found = m_holds.find(handler);
    return found != m_holds.end() && now < found->second.until;
}

bool HandlerHolds::hold(const Handler* handler, const QByteArray& reason, Instant startedAt, Instant now)
{
    const std::scoped_lock lock(m_mutex);
    const auto [found, first] = m_holds.try_emplace(handler);
    Hold& hold = found->second;
    if (first)
        hold.wait = firstWait;
    else if (startedAt >= hold.until)
        hold.wait = std::min<Millis>(hold.wait * 2, longestWait);
    else
        return false;
    hold.until = now + hold.wait;
    m_any.store(true, std::memory_order_release);
    const bool news = hold.reason != reason;
    hold.reason = reason;
    return news;
}

bool HandlerHolds::lift(const Handler* handler, Instant startedAt)
{
    if (!any())
        return false;
    const std::scoped_lock lock(m_mutex);
    const auto found = m_holds.find(handler);
    if (found == m_holds.end() || startedAt < found->second.until)
        return false;
    m_holds.erase(found);
    m_any.store(!m_holds.empty(), std::memory_order_release);
    return true;
}

QByteArray HandlerHolds::stuckBecause() const
{
    const std::scoped_lock lock(m_mutex);
    for (const auto& [handler, hold] : m_holds) {
        if (hold.wait >= 4 * firstWait)
            return hold.reason;
    }
    return {};
}

std::optional<Instant> HandlerHolds::nextEnd(Instant now) const
{
    std::optional<Instant> next;
    const std::scoped_lock lock(m_mutex);
    for (const auto& [handler, hold] : m_holds) {
        if (hold.until > now)
            next = std::min(next.value_or(hold.until), hold.until);
    }
    return next;
}

} // namespace dueline
