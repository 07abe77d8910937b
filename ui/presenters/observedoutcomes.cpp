// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/observedoutcomes.h"

namespace dueline {

namespace {

/// Returns the final state for an outcome; nullopt for a start or a retry.
std::optional<TaskState> endedAs(const QByteArray& outcome)
{
    if (outcome == "done")
        return TaskState::Done;
    if (outcome == "failed" || outcome == "cancelled")
        return TaskState::Failed;
    return std::nullopt;
}

} // namespace

ObservedOutcomes::ObservedOutcomes(BackendFactory make, QObject* parent)
    : QObject(parent)
    , m_feed(std::move(make))
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(tellEvery);
    connect(&m_feed, &ResultsFeed::arrived, &m_soon, [this] { m_soon.start(); });
    connect(&m_soon, &QTimer::timeout, this, &ObservedOutcomes::take);
}

std::vector<QueueName> ObservedOutcomes::placesOf(const std::vector<QueueInfo>& queues, const QueueCapabilities& can)
{
    std::vector<QueueName> places;
    for (const QueueInfo& queue : queues) {
        const bool keepsEnds = queue.states.contains(TaskState::Done) || queue.states.contains(TaskState::Failed);
        // If multiple queues store their leased tasks together, a combined entry lists these tasks. Use only that
        // entry, because workers don't report the task's queue.
        const bool isPlace = queue.states.contains(TaskState::Leased);
        if (queue.unreadable.isEmpty() && can.of(queue.name).heard && !keepsEnds && isPlace)
            places.push_back(queue.name);
    }
    return places;
}

void ObservedOutcomes::take()
{
    bool isMore = false;
    for (const ResultEntry& entry : m_feed.take()) {
        const auto state
            = entry.kind == ResultEntry::Kind::Ended ? endedAs(entry.outcome.outcome) : std::optional<TaskState>();
        if (!state)
            continue;
        m_ends.push_back({entry.at + m_offset, *state, entry.queue});
        isMore = true;
    }
    const TimePoint oldest = SystemClock().now() + m_offset - keptFor;
    while (!m_ends.empty() && (m_ends.size() > most || m_ends.front().at < oldest))
        m_ends.pop_front();
    if (isMore)
        Q_EMIT changed();
}

void ObservedOutcomes::addTo(TimelineData& data, const QueueName& place) const
{
    if (!data.isKnown())
        return;
    for (const End& end : m_ends) {
        if ((!place.isEmpty() && end.place != place) || !data.range.contains(end.at))
            continue;
        const auto bin = std::size_t((end.at - data.range.from) / data.span);
        if (bin >= data.bins.size())
            continue;
        ++data.bins[bin].counts[end.state];
        ++data.totals[end.state];
        ++data.heard;
    }
    if (data.heard > 0)
        data.tasks.clear();
}

} // namespace dueline
