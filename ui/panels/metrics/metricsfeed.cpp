// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/metrics/metricsfeed.h"

#include "ui/workbench/viewedplace.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr Millis oneMinute{60'000};
constexpr Millis keptFor = std::chrono::hours(25); ///< maximum age of statistics in memory

/// Scan of the queues' statistics since a given time. Each step reads one queue.
struct MetricsReading
{
    std::vector<std::pair<QueueName, TimePoint>> wanted;
    TimePoint to{};
    std::size_t next = 0;
    std::map<QueueName, std::vector<StatisticsBin>> read = {};

    Result<bool> step(Backend& backend)
    {
        const auto& [queue, from] = wanted[next];
        auto bins = backend.inspector().statistics(queue, from, to);
        if (!bins)
            return bins.error();
        read[queue] = std::move(*bins);
        return ++next == wanted.size();
    }
};

} // namespace

MetricsFeed::MetricsFeed(ViewedPlace& view, QObject* parent)
    : PollingFeed(parent)
    , m_view(view)
{
    connect(&view, &ViewedPlace::placeChanged, this, &MetricsFeed::placeChanged);
    connect(&view, &ViewedPlace::currentChanged, this, [this] { setLive(m_view.isLive()); });
}

void MetricsFeed::placeChanged()
{
    if (m_view.current() != connection()) {
        follow(m_view.current());
        m_known.clear();
        // Read as soon as the connection's queues are known; don't wait for the timer.
        if (connection()) {
            connect(connection(), &Connection::queuesChanged, this, [this] {
                if (m_known.empty())
                    refresh();
            });
        }
    }
    m_queue = m_view.place().queue;
    again();
}

/// Discards the current scan and starts over, because the request has changed. Keeps the statistics read so far.
void MetricsFeed::again()
{
    drop();
    refresh();
}

void MetricsFeed::setLength(Millis length)
{
    if (length == m_length)
        return;
    m_length = length;
    again();
}

void MetricsFeed::setAllQueues(bool all)
{
    if (all == m_allQueues)
        return;
    m_allQueues = all;
    again();
}

void MetricsFeed::setShown(bool shown)
{
    setActive(shown);
    if (shown && !connection() && m_view.current())
        placeChanged();
}

void MetricsFeed::readAgain()
{
    for (auto& [queue, known] : m_known)
        known.counts = {}; // forget the counts, so that the queue is read again
    refresh();
}

std::vector<QueueName> MetricsFeed::queues() const
{
    if (!m_allQueues && !m_queue.isEmpty())
        return {m_queue};
    std::vector<QueueName> names;
    for (const QueueInfo& queue : connection()->queues()) {
        if (queue.unreadable.isEmpty())
            names.push_back(queue.name);
    }
    return names;
}

TimeRange MetricsFeed::range(TimePoint now) const
{
    const Millis step = MetricsData::stepFor(m_length);
    const qint64 last = (toMs(now) / step.count() + 1) * step.count(); // end of the current step
    return {fromMs(last) - m_length, fromMs(last)};
}

/// Returns the queues to read and the start time for each.
std::vector<std::pair<QueueName, TimePoint>> MetricsFeed::wanted(TimePoint now, TimePoint from) const
{
    std::vector<std::pair<QueueName, TimePoint>> wanted;
    for (const QueueName& name : queues()) {
        const auto known = m_known.find(name);
        if (known == m_known.end() || known->second.from > from) {
            wanted.emplace_back(name, from);
            continue;
        }
        const QueueInfo* info = connection()->queue(name);
        if ((info && info->counts != known->second.counts) || now - known->second.until >= oneMinute) {
            // Reread from the minute before the one in which the last read took place: the counts of both minutes may
            // have increased since then.
            wanted.emplace_back(
                name, std::max(from, std::chrono::floor<std::chrono::minutes>(known->second.until) - oneMinute));
        }
    }
    return wanted;
}

void MetricsFeed::ask()
{
    const TimePoint now = m_view.now();
    const TimeRange wholeRange = range(now);
    auto asked = wanted(now, wholeRange.from);
    if (asked.empty()) {
        publish();
        return end(refreshEvery);
    }
    std::map<QueueName, StateCounts> counts;
    for (const auto& [queue, from] : asked) {
        if (const QueueInfo* info = connection()->queue(queue))
            counts[queue] = info->counts;
    }
    walk(MetricsReading{std::move(asked), wholeRange.to + oneMinute}, refreshEvery,
        [this, counts, now](MetricsReading reading) {
            for (const auto& [queue, from] : reading.wanted) {
                Known& known = m_known[queue];
                known.bins.erase(known.bins.lower_bound(from), known.bins.end());
                for (StatisticsBin& bin : reading.read.at(queue))
                    known.bins[bin.from] = std::move(bin);
                known.from = known.until == TimePoint{} ? from : std::min(known.from, from);
                known.until = now;
                known.bins.erase(known.bins.begin(), known.bins.lower_bound(now - keptFor));
                if (const auto count = counts.find(queue); count != counts.end())
                    known.counts = count->second;
            }
            publish();
        });
}

void MetricsFeed::publish()
{
    const TimeRange shown = range(m_view.now());
    std::vector<StatisticsBin> minutes;
    for (const QueueName& queue : queues()) {
        const auto known = m_known.find(queue);
        if (known == m_known.end())
            continue;
        for (auto bin = known->second.bins.lower_bound(shown.from); bin != known->second.bins.end(); ++bin)
            minutes.push_back(bin->second);
    }
    Q_EMIT loaded(MetricsData::sum(minutes, shown, MetricsData::stepFor(m_length)));
}

} // namespace dueline
