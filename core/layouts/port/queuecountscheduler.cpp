// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/queuecountscheduler.h"

#include <algorithm>

namespace dueline {

namespace {

/// Returns whether a queue's counts have changed, ignoring the times of the counts.
bool hasChanged(QueueInfo before, const QueueInfo& after)
{
    before.serverNow = after.serverNow;
    before.asOf = after.asOf;
    return before != after;
}

} // namespace

std::vector<QueueName> QueueCountScheduler::choose(const std::vector<QueueName>& queues, Newcomers newcomers)
{
    const std::set<QueueName> known(queues.begin(), queues.end());
    const std::size_t most = m_pace ? m_pace->most : known.size();
    std::vector<QueueName> counted;
    m_chosen.clear();
    const auto choose = [&](const QueueName& queue, std::size_t limit) {
        if (counted.size() < limit && known.count(queue) && m_chosen.insert(queue).second)
            counted.push_back(queue);
    };
    if (m_pace) {
        for (const QueueName& queue : m_pace->first)
            choose(queue, most);
    }
    const std::size_t busiest = counted.size() + (most - counted.size()) / 2;
    for (const QueueName& queue : m_changing)
        choose(queue, busiest);
    std::erase_if(m_met, [&known](const QueueName& queue) { return !known.count(queue); });
    for (const QueueName& queue : known) {
        if (counted.size() == most)
            break;
        if (!m_met.count(queue))
            choose(queue, most);
    }
    auto turn = known.upper_bound(m_turn);
    for (std::size_t i = 0; i < known.size() && counted.size() < most; ++i) {
        if (turn == known.end())
            turn = known.begin();
        choose(*turn, most);
        m_turn = *turn++;
    }
    if (newcomers == Newcomers::AtOnce) {
        for (const QueueName& queue : known) {
            if (!m_counted.count(queue) && m_chosen.insert(queue).second)
                counted.push_back(queue);
        }
    }
    m_met.insert(m_chosen.begin(), m_chosen.end());
    return counted;
}

std::vector<QueueInfo> QueueCountScheduler::join(const std::vector<QueueName>& queues, std::vector<QueueInfo> fresh)
{
    const std::set<QueueName> known(queues.begin(), queues.end());
    std::set<QueueName> answered;
    for (QueueInfo& info : fresh) {
        answered.insert(info.name);
        const auto before = m_counted.find(info.name);
        if (before != m_counted.end() && hasChanged(before->second, info))
            m_changing.insert(info.name);
        else
            m_changing.erase(info.name);
        m_counted.insert_or_assign(info.name, std::move(info));
    }
    std::erase_if(m_counted, [&](const auto& each) {
        return !known.count(each.first) || (m_chosen.count(each.first) && !answered.count(each.first));
    });
    std::erase_if(m_changing, [this](const QueueName& queue) { return !m_counted.count(queue); });
    m_waiting = std::size_t(
        std::count_if(known.begin(), known.end(), [this](const QueueName& queue) { return !m_met.count(queue); }));
    std::vector<QueueInfo> all;
    all.reserve(m_counted.size());
    for (const auto& [queue, info] : m_counted) {
        all.push_back(info);
        if (!answered.count(queue))
            all.back().asOf = info.serverNow;
    }
    return all;
}

void QueueCountScheduler::forget()
{
    m_counted.clear();
    m_changing.clear();
    m_met.clear();
    m_waiting = 0;
}

} // namespace dueline
