// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/describedhome.h"

namespace dueline {

Result<HomeCounts> DescribedHome::counts(TimePoint)
{
    HomeCounts counts;
    const auto info = m_inspector.queue(m_queue);
    if (!info && info.error().code == ErrorCode::NotFound)
        return counts;
    if (!info)
        return info.error();
    counts.exists = true;
    counts.scheduled = info->counts[TaskState::Scheduled];
    counts.due = info->counts[TaskState::Due];
    counts.oldestDue = info->oldestDue;
    counts.oldestUnknown = info->oldestUnknown;
    counts.nextDue = info->nextDue;
    return counts;
}

Result<TaskPage> DescribedHome::page(StateSet states, TimePoint, qint64 offset, int limit)
{
    PageRequest request{m_queue, TaskState::Scheduled, offset, limit, states};
    for (const TaskState state : {TaskState::Scheduled, TaskState::Due, TaskState::Leased}) {
        if (states == StateSet{state}) {
            request.state = state;
            request.states = {};
        }
    }
    return m_inspector.page(request);
}

Result<SearchStep> DescribedHome::search(const SearchRequest& request, TimePoint)
{
    return m_inspector.search(request);
}

Result<std::optional<Task>> DescribedHome::find(const TaskId& id, TimePoint)
{
    auto detail = m_inspector.task(m_queue, id);
    if (!detail && detail.error().code == ErrorCode::NotFound)
        return std::optional<Task>();
    return detail ? Result(std::optional(std::move(detail->task))) : detail.error();
}

Result<std::optional<QByteArray>> DescribedHome::payload(const TaskId& id)
{
    auto payload = m_inspector.payload(m_queue, id, 0, -1);
    if (!payload && payload.error().code == ErrorCode::NotFound)
        return std::optional<QByteArray>();
    return payload ? Result(std::optional(*std::move(payload))) : payload.error();
}

Result<> DescribedHome::addTo(std::vector<TimelineBin>& bins, TimePoint)
{
    if (bins.empty())
        return {};
    const auto described = m_inspector.timeline(m_queue, bins.front().from, bins.back().to, int(bins.size()));
    if (!described)
        return described.error();
    for (std::size_t i = 0; i < bins.size() && i < described->size(); ++i) {
        for (const TaskState state : allStates)
            bins[i].counts[state] += (*described)[i].counts[state];
    }
    return {};
}

Result<std::optional<TimePoint>> DescribedHome::lastDue(TimePoint)
{
    return m_inspector.lastDue(m_queue, {TaskState::Scheduled, TaskState::Due});
}

} // namespace dueline
