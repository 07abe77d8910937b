// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the workbench that decide what the table and the timeline show of the current connection.
#include "ui/workbench/workbench.h"

namespace dueline {

namespace {

StateSet shownStates(const SidebarPlace& place)
{
    if (place.state)
        return {*place.state};
    StateSet states = StateSet::all();
    states.remove(TaskState::Trash); // trash has its own view
    return states;
}

TaskScope brushed(TaskScope scope, const Workbench::Brush& brush)
{
    for (const TaskState state : allStates) {
        if (brush.hidden.contains(state))
            scope.states.remove(state);
    }
    // These terms are generated, so they parse together with a filter that has already parsed.
    if (auto both = TaskFilter::parse((scope.filter.fixedText() + u' ' + brush.terms).trimmed()))
        scope.filter = *std::move(both);
    return scope;
}

} // namespace

bool Workbench::hasTimeline() const
{
    std::size_t queues = 0;
    for (const auto& of : m_connections)
        queues += m_timelineOfAll || (of.get() == m_current && m_place.queue.isEmpty()) ? of->queues().size() : 0;
    return queues <= mostTimelineQueues;
}

void Workbench::showTasks()
{
    const TaskScope scope{m_place.queue, shownStates(m_place), m_filter};
    const TaskScope listed = m_brush ? brushed(scope, *m_brush) : scope;
    m_timelineMatches.look(m_current, scope, listed == scope);
    m_taskFeed.show(m_current, listed);
    if (m_brush)
        m_tasks.setAll(listed.filter.states().intersected(listed.states));
}

void Workbench::showTimeline()
{
    m_timelineMarks.show(m_timelineOfAll || !hasTimeline() ? nullptr : m_current.data(), m_place.queue);
    m_timelineLate.show(m_timelineOfAll || !hasTimeline() ? nullptr : m_current.data(), m_place.queue);
    m_hadTimeline = hasTimeline();
    std::vector<Connection*> shown;
    for (const auto& connection : m_connections) {
        if (m_hadTimeline && (m_timelineOfAll || connection.get() == m_current))
            shown.push_back(connection.get());
    }
    m_timelineMatches.setShown(shown, m_timelineOfAll ? QueueName() : m_place.queue);
    if (m_timelineOfAll && m_hadTimeline)
        m_timelineFeed.showAll(shown);
    else
        m_timelineFeed.show(shown.empty() ? nullptr : shown.front(), m_place.queue);
}

void Workbench::setBrush(const std::optional<Brush>& brush)
{
    const bool taken = brush && !m_timelineOfAll && !m_place.queue.isEmpty();
    const std::optional<Brush> next = taken ? brush : std::nullopt;
    if (next == m_brush)
        return;
    m_brush = next;
    showTasks();
    updateFilters();
}

void Workbench::setTimelineOfAll(bool all)
{
    m_timelineOfAll = all;
    if (all && m_brush)
        Q_EMIT brushRefused();
    usePeriods();
    showTimeline();
    Q_EMIT timelineScopeChanged();
}

void Workbench::setFilter(const TaskFilter& filter)
{
    m_filter = filter;
    showTasks();
    updateFilters();
}

} // namespace dueline
