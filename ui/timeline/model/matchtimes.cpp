// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/model/matchtimes.h"

#include <QHash>

#include <algorithm>

namespace dueline {

std::size_t MatchTimes::groupOf(TaskState state)
{
    return std::size_t(state == TaskState::Due ? TaskState::Scheduled : state);
}

quint32 MatchTimes::nameOf(const TaskId& id) { return quint32(qHash(id, QHashSeed::globalSeed())); }

void MatchTimes::add(const Task& task)
{
    ++m_size;
    const std::size_t group = groupOf(task.state);
    if (task.untimed && !isRecorded(task) && task.state != TaskState::Leased)
        return; // the end time is unknown
    if (task.untimed && task.state != TaskState::Scheduled)
        m_untimed[std::size_t(task.state)].push_back(nameOf(task.id));
    else
        m_matches[group].push_back({toMs(task.at), nameOf(task.id)});
}

void MatchTimes::clear() { *this = {}; }

/// Sorts new entries. Searches usually find tasks in order, in which case no sorting is needed.
void MatchTimes::settle(std::size_t group) const
{
    std::vector<Match>& matches = m_matches[group];
    std::size_t& sorted = m_sorted[group];
    if (sorted == matches.size())
        return;
    const auto rest = matches.begin() + std::ptrdiff_t(sorted);
    if (!std::is_sorted(rest, matches.end()))
        std::sort(rest, matches.end());
    if (sorted > 0 && *rest < *std::prev(rest))
        std::inplace_merge(matches.begin(), rest, matches.end());
    sorted = matches.size();
}

qint64 MatchTimes::between(std::size_t group, TimePoint from, TimePoint to) const
{
    if (to <= from)
        return 0;
    settle(group);
    const std::vector<Match>& matches = m_matches[group];
    const auto first = std::lower_bound(matches.begin(), matches.end(), Match{toMs(from), 0});
    return std::lower_bound(first, matches.end(), Match{toMs(to), 0}) - first;
}

StateCounts MatchTimes::counts(TimePoint from, TimePoint to, TimePoint now) const
{
    StateCounts counts;
    const TimePoint later = std::clamp(now + Millis(1), from, std::max(from, to));
    const std::size_t waiting = groupOf(TaskState::Scheduled);
    counts[TaskState::Due] = between(waiting, from, later);
    counts[TaskState::Scheduled] = between(waiting, later, to);
    for (const TaskState state : allStates) {
        if (groupOf(state) != waiting)
            counts[state] = between(groupOf(state), from, to);
        if (now >= from && now < to)
            counts[state] += qint64(m_untimed[std::size_t(state)].size());
    }
    return counts;
}

bool MatchTimes::contains(TaskState state, TimePoint at, const TaskId& id) const
{
    const std::size_t group = groupOf(state);
    const quint32 name = nameOf(id);
    settle(group);
    const std::vector<Match>& matches = m_matches[group];
    const auto [first, last] = std::equal_range(matches.begin(), matches.end(), Match{toMs(at), 0});
    if (std::any_of(first, last, [name](const Match& match) { return match.name == name; }))
        return true;
    const std::vector<quint32>& untimed = m_untimed[std::size_t(state)];
    return std::find(untimed.begin(), untimed.end(), name) != untimed.end();
}

} // namespace dueline
