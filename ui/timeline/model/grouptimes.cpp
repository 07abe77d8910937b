// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/model/grouptimes.h"

#include "core/base/text.h"
#include "core/console/failures/kindclustering.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/taskfilter.h"

#include <algorithm>
#include <tuple>

namespace dueline {

namespace {

constexpr qsizetype wordsLength = 160; ///< maximum length of a readable name, in characters

/// Returns whether `a` comes before `b`. Larger groups come first, and groups of equal size are sorted by name.
bool isLarger(const TimelineGroup& a, const TimelineGroup& b)
{
    return std::tie(b.total, a.name) < std::tie(a.total, b.name);
}

} // namespace

GroupTimes::GroupTimes() = default;
GroupTimes::~GroupTimes() = default;
GroupTimes::GroupTimes(GroupTimes&&) noexcept = default;
GroupTimes& GroupTimes::operator=(GroupTimes&&) noexcept = default;

void GroupTimes::add(const Task& task, const QByteArray& name, const QByteArray& sample)
{
    ++m_size;
    if (!task.untimed) {
        m_range = m_range.value_or(TimeRange{task.at, task.at});
        m_range = TimeRange{std::min(m_range->from, task.at), std::max(m_range->to, task.at)};
    }
    if (name.isEmpty())
        return m_none.add(task);
    auto known = m_index.constFind(name);
    if (known == m_index.constEnd() && m_named.size() < mostNames) {
        known = m_index.insert(name, m_named.size());
        m_named.push_back({name, sample, {}});
    }
    (known == m_index.constEnd() ? m_others : m_named[*known].times).add(task);
}

StateCounts GroupTimes::counts(TimePoint from, TimePoint to, TimePoint now) const
{
    StateCounts sum = m_none.counts(from, to, now);
    const auto add = [&](const MatchTimes& times) {
        const StateCounts counts = times.counts(from, to, now);
        for (const TaskState state : allStates)
            sum[state] += counts[state];
    };
    for (const Named& named : m_named)
        add(named.times);
    if (m_others.size() > 0)
        add(m_others);
    return sum;
}

bool GroupTimes::contains(TaskState state, TimePoint at, const TaskId& id) const
{
    return m_none.contains(state, at, id) || m_others.contains(state, at, id)
        || std::any_of(
            m_named.begin(), m_named.end(), [&](const Named& named) { return named.times.contains(state, at, id); });
}

qint64 GroupTimes::countOf(const std::vector<std::size_t>& names, TimePoint from, TimePoint to, TimePoint now) const
{
    qint64 count = 0;
    for (const std::size_t name : names)
        count += sumOfBands(m_named[name].times.counts(from, to, now));
    return count;
}

std::vector<GroupTimes::Joined> GroupTimes::joined(TimelineColour by) const
{
    std::vector<Joined> all;
    if (by != TimelineColour::Error) {
        for (std::size_t i = 0; i < m_named.size(); ++i) {
            const QByteArray& name = m_named[i].name;
            const bool isType = by == TimelineColour::Type;
            all.push_back({{name, isType ? printable(name, wordsLength) : QString(),
                               isType ? QStringLiteral("type:") + quotedForFilter(QString::fromUtf8(name)) : QString()},
                {i}});
        }
        return all;
    }
    if (!m_kinds || m_clustered != m_named.size()) {
        QByteArrayList errors;
        for (const Named& named : m_named)
            errors.append(named.name);
        m_kinds = std::make_unique<KindClustering>(errors);
        m_clustered = m_named.size();
    }
    all.resize(m_kinds->kinds().size());
    for (std::size_t i = 0; i < m_named.size(); ++i) {
        const std::optional<std::size_t> kind = m_kinds->kindOf(m_named[i].name);
        if (!kind)
            continue;
        if (all[*kind].of.empty())
            all[*kind].group
                = {m_kinds->kinds()[*kind].text(), printable(m_named[i].sample, wordsLength), m_kinds->filterOf(*kind)};
        all[*kind].of.push_back(i);
    }
    return all;
}

TimelineGroups GroupTimes::groups(TimelineColour by, const TimelineData& data, TimePoint now) const
{
    TimelineGroups groups;
    groups.by = by;
    std::vector<Joined> all = joined(by);
    for (Joined& each : all)
        each.group.total = countOf(each.of, data.range.from, data.range.to, now);
    std::sort(all.begin(), all.end(), [](const Joined& a, const Joined& b) { return isLarger(a.group, b.group); });
    const auto isNone = [](const Joined& each) { return each.group.total == 0; };
    all.erase(std::find_if(all.begin(), all.end(), isNone), all.end());
    const std::size_t named = std::min(all.size(), TimelineGroups::most);
    for (std::size_t i = 0; i < named; ++i) {
        all[i].group.colour = i;
        groups.named.push_back(all[i].group);
    }
    for (const TimelineBin& bin : data.bins) {
        std::vector<qint64>& counts = groups.bins.emplace_back(named + 1);
        for (std::size_t i = 0; i < all.size(); ++i)
            counts[std::min(i, named)] += countOf(all[i].of, bin.from, bin.to, now);
        counts[named] += sumOfBands(m_others.counts(bin.from, bin.to, now));
        groups.others += counts[named];
    }
    for (const TimelineTask& task : data.tasks) {
        int place = m_others.contains(task.state, task.at, task.id) ? int(named) : -1;
        for (std::size_t i = 0; i < all.size() && place < 0; ++i) {
            const auto has
                = [&](std::size_t name) { return m_named[name].times.contains(task.state, task.at, task.id); };
            if (std::any_of(all[i].of.begin(), all[i].of.end(), has))
                place = int(std::min(i, named));
        }
        groups.tasks.push_back(place);
    }
    return groups;
}

TimelineGroups groupsOfQueues(const TimelineData& data, const TimelineQueues& queues, StateSet states)
{
    TimelineGroups groups;
    groups.by = TimelineColour::Queue;
    const auto countOf = [&states](const TimelineBin& bin) {
        qint64 sum = 0;
        for (const TaskState state : timelineBands)
            sum += states.contains(state) ? bin.counts[state] : 0;
        return sum;
    };
    const auto placeOf = [&data](const TimelineBin& bin) {
        const auto after = std::upper_bound(data.bins.begin(), data.bins.end(), bin.from,
            [](TimePoint from, const TimelineBin& other) { return from < other.from; });
        return after == data.bins.begin() || std::prev(after)->to <= bin.from
            ? data.bins.size()
            : std::size_t(std::prev(after) - data.bins.begin());
    };
    std::vector<std::pair<TimelineGroup, const std::vector<TimelineBin>*>> all;
    for (const auto& [queue, bins] : queues) {
        TimelineGroup group{queue.key(), {}, {}};
        for (const TimelineBin& bin : bins)
            group.total += placeOf(bin) < data.bins.size() ? countOf(bin) : 0;
        if (group.total > 0)
            all.emplace_back(group, &bins);
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return isLarger(a.first, b.first); });
    const std::size_t named = std::min(all.size(), TimelineGroups::most);
    groups.bins.assign(data.bins.size(), std::vector<qint64>(named + 1));
    QHash<QueueName, int> places;
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto& [group, bins] = all[i];
        group.colour = i;
        if (i < named)
            groups.named.push_back(group);
        else
            groups.others += group.total;
        places.insert(TimelineQueue::of(group.name).queue, int(std::min(i, named)));
        for (const TimelineBin& bin : *bins) {
            if (const std::size_t place = placeOf(bin); place < data.bins.size())
                groups.bins[place][std::min(i, named)] += countOf(bin);
        }
    }
    for (const TimelineTask& task : data.tasks) // all individual tasks are on one connection
        groups.tasks.push_back(places.value(task.queue, -1));
    return groups;
}

} // namespace dueline
