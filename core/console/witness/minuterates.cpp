// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/minuterates.h"

#include <algorithm>

namespace dueline {

/// Once a minute is complete, stores the names of the queues whose rates must be read: those whose layout has leases
/// and statistics.
void MinuteRates::begin(const std::vector<QueueInfo>& queues, TimePoint now)
{
    const TimePoint minute = std::chrono::floor<std::chrono::minutes>(now) - Millis(minuteMs);
    if (m_minute == minute)
        return;
    const bool isFirst = !m_minute;
    m_minute = minute;
    m_missing.clear();
    if (isFirst)
        return; // this minute began before the recorder was started
    for (const QueueInfo& info : queues) {
        const Capabilities& can = m_backend.capabilities(info.name);
        if (can.leases && can.statistics && info.unreadable.isEmpty())
            m_missing.push_back(info.name);
    }
}

Result<> MinuteRates::read(
    const std::vector<QueueInfo>& queues, TimePoint now, const std::map<QueueName, RecordQueue>& rows)
{
    begin(queues, now);
    if (m_missing.empty())
        return {};
    std::vector<RecentRequest> wanted;
    for (const QueueName& name : m_missing)
        wanted.push_back({name, *m_minute, *m_minute + Millis(minuteMs)});
    const auto read = m_backend.inspector().recent(wanted, *m_minute + Millis(minuteMs));
    if (!read || read->empty()) {
        m_missing.clear(); // this minute's rates can't be read
        return {};
    }
    const std::size_t count = std::min(read->size(), m_missing.size());
    for (std::size_t i = 0; i < count; ++i) {
        qint64 took = 0;
        qint64 added = 0;
        for (const StatisticsBin& bin : (*read)[i].statistics) {
            if (bin.from != *m_minute || bin.length != Millis(minuteMs))
                continue;
            took += bin.started();
            added += bin.added;
        }
        const auto queue = rows.find(m_missing[i]);
        if (queue == rows.end())
            continue;
        if (const auto set = m_file.setRates(queue->second.id, *m_minute, took, added); !set)
            return set;
    }
    m_missing.erase(m_missing.begin(), m_missing.begin() + std::ptrdiff_t(count));
    return {};
}

} // namespace dueline
