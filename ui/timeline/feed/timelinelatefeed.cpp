// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/feed/timelinelatefeed.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr Millis statisticsMinute{60'000};

} // namespace

/// Scan of the queues' statistics. Each step reads one queue.
struct TimelineLateFeed::Scan
{
    std::vector<QueueName> queues;
    TimePoint from{};
    TimePoint to{};
    std::size_t next = 0;
    std::vector<std::pair<QueueName, std::vector<StatisticsBin>>> read = {};

    /// Runs one step. Returns true when all queues have been read.
    Result<bool> step(Backend& backend)
    {
        if (next == queues.size())
            return true;
        auto bins = backend.inspector().statistics(queues[next], from, to);
        // A queue that was deleted or became unreadable after it was listed counts as empty.
        if (!bins && bins.error().code != ErrorCode::NotFound && bins.error().code != ErrorCode::WrongType)
            return bins.error();
        read.emplace_back(queues[next], bins ? *std::move(bins) : std::vector<StatisticsBin>());
        return ++next == queues.size();
    }
};

TimelineLateFeed::TimelineLateFeed(QObject* parent)
    : PollingFeed(parent)
{
    setActive(true);
}

void TimelineLateFeed::show(Connection* shown, const QueueName& queue)
{
    if (shown == connection() && queue == m_queue)
        return;
    if (shown != connection()) {
        follow(shown);
        if (shown)
            connect(shown, &Connection::queuesChanged, this, &TimelineLateFeed::noteQueues);
    }
    m_queue = queue;
    m_known.clear();
    m_seen.clear();
    m_from = m_until = {};
    drop();
    tell();
    refresh();
}

void TimelineLateFeed::want(TimeRange range)
{
    m_range = range;
    if (m_from == TimePoint() || range.from < m_from)
        refresh();
}

/// Returns whether start delays are recorded. Only Dueline's own workers record them; other frameworks' statistics
/// don't include them.
bool TimelineLateFeed::isRecorded(const QueueName& queue) const
{
    const Capabilities& can = connection()->session().capabilities(queue);
    return can.statistics && can.leases;
}

std::vector<QueueName> TimelineLateFeed::recordedQueues() const
{
    std::vector<QueueName> queues;
    for (const QueueInfo& queue : connection()->queues()) {
        if ((m_queue.isEmpty() || queue.name == m_queue) && queue.unreadable.isEmpty() && isRecorded(queue.name))
            queues.push_back(queue.name);
    }
    return queues;
}

bool TimelineLateFeed::hasChanged() const
{
    const std::vector<QueueName> queues = recordedQueues();
    return std::any_of(queues.begin(), queues.end(), [this](const QueueName& name) {
        const auto seen = m_seen.find(name);
        const QueueInfo* info = connection()->queue(name);
        return seen == m_seen.end() || (info && info->counts != seen->second);
    });
}

void TimelineLateFeed::noteQueues()
{
    if (m_seen.empty()) // the list of queues has just become available
        refresh();
}

void TimelineLateFeed::ask()
{
    const std::vector<QueueName> queues = recordedQueues();
    if (queues.empty() || m_range.isEmpty()) {
        tell();
        return end(every);
    }
    const TimePoint now = session().serverNow();
    const TimePoint from = std::chrono::floor<std::chrono::minutes>(std::max(m_range.from, now - longest));
    const TimePoint to = now + statisticsMinute;
    const bool isPast = m_from != TimePoint() && m_from <= from;
    if (isPast && !hasChanged())
        return end(every);
    // Reread from the minute before the one in which the last read took place: the counts of both minutes may have
    // increased since then.
    const TimePoint begin = isPast ? std::chrono::floor<std::chrono::minutes>(m_until) - statisticsMinute : from;
    if (begin >= to) // the displayed range is entirely in the future
        return end(every);
    for (const QueueName& name : queues) {
        if (const QueueInfo* info = connection()->queue(name))
            m_seen[name] = info->counts;
    }
    walk(Scan{queues, begin, to}, every, [this, isPast, from, now](Scan read) {
        if (!isPast) {
            m_known.clear();
            m_from = from;
        }
        for (const auto& [queue, bins] : read.read) {
            for (const StatisticsBin& bin : bins)
                m_known[{queue, bin.from}] = bin;
        }
        m_until = now;
        tell();
    });
}

void TimelineLateFeed::tell()
{
    if (!connection())
        return Q_EMIT loaded({}, false);
    std::vector<StatisticsBin> statistics;
    for (const auto& [key, bin] : m_known)
        statistics.push_back(bin);
    const bool recorded = m_queue.isEmpty() ? !recordedQueues().empty() : isRecorded(m_queue);
    Q_EMIT loaded(statistics, recorded);
}

} // namespace dueline
