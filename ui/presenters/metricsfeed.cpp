// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/metricsfeed.h"

#include "ui/presenters/workbench.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr Millis oneMinute{60'000};
constexpr Millis keptFor = std::chrono::hours(25); ///< what is kept here

/// What each queue has counted since its instant, a queue a step.
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

MetricsFeed::MetricsFeed(Workbench& bench, QObject* parent)
    : QObject(parent)
    , m_bench(bench)
{
    m_timer.setInterval(refreshEvery);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_bench.isLive())
            look();
    });
    connect(&bench, &Workbench::placeChanged, this, &MetricsFeed::placeChanged);
}

void MetricsFeed::placeChanged()
{
    if (m_bench.current() != m_connection) {
        if (m_connection)
            m_connection->disconnect(this);
        m_connection = m_bench.current();
        m_known.clear();
        if (m_connection) {
            // A connection that opens, or has its queues only now, is looked at without waiting for the clock.
            connect(m_connection, &Connection::queuesChanged, this, [this] {
                if (m_known.empty())
                    look();
            });
            connect(m_connection, &Connection::stateChanged, this, [this] {
                if (m_connection && m_connection->session().isOnline())
                    look();
            });
        }
    }
    m_queue = m_bench.place().queue;
    forget();
    look();
}

/// Drops an answer that is on its way; what is known of the queues stays.
void MetricsFeed::forget()
{
    ++m_generation;
    m_askedOf.reset();
    m_again = false;
}

void MetricsFeed::setLength(Millis length)
{
    if (length == m_length)
        return;
    m_length = length;
    forget();
    look();
}

void MetricsFeed::setAllQueues(bool all)
{
    if (all == m_allQueues)
        return;
    m_allQueues = all;
    forget();
    look();
}

void MetricsFeed::setShown(bool shown)
{
    m_shown = shown;
    if (!shown)
        return m_timer.stop();
    m_timer.start();
    if (!m_connection && m_bench.current())
        return placeChanged();
    look();
}

void MetricsFeed::refresh()
{
    for (auto& [queue, known] : m_known)
        known.counts = {}; // as if it had changed
    look();
}

std::vector<QueueName> MetricsFeed::queues() const
{
    if (!m_allQueues && !m_queue.isEmpty())
        return {m_queue};
    std::vector<QueueName> names;
    for (const QueueInfo& queue : m_connection->queues()) {
        if (queue.unreadable.isEmpty())
            names.push_back(queue.name);
    }
    return names;
}

TimeRange MetricsFeed::range(TimePoint now) const
{
    const Millis step = MetricsData::stepFor(m_length);
    const qint64 last = (toMs(now) / step.count() + 1) * step.count(); // the step that runs is in it
    return {fromMs(last) - m_length, fromMs(last)};
}

/// Which queues are worth a question, and from when on.
std::vector<std::pair<QueueName, TimePoint>> MetricsFeed::wanted(TimePoint now, TimePoint from) const
{
    std::vector<std::pair<QueueName, TimePoint>> wanted;
    for (const QueueName& name : queues()) {
        const auto known = m_known.find(name);
        if (known == m_known.end() || known->second.from > from) {
            wanted.emplace_back(name, from);
            continue;
        }
        const QueueInfo* info = m_connection->queue(name);
        if ((info && info->counts != known->second.counts) || now - known->second.until >= oneMinute) {
            // The minute it was read in, and the one before, which may have got its last counts since.
            wanted.emplace_back(
                name, std::max(from, std::chrono::floor<std::chrono::minutes>(known->second.until) - oneMinute));
        }
    }
    return wanted;
}

/// Answers of lanes that were closed meanwhile never come.
bool MetricsFeed::isAsking() const { return m_connection && m_askedOf == m_connection->session().generation(); }

void MetricsFeed::look()
{
    if (!m_shown || !m_connection || !m_connection->session().isOnline())
        return;
    if (isAsking()) {
        m_again = true;
        return;
    }
    const TimePoint now = m_bench.now();
    const TimeRange wholeRange = range(now);
    auto ask = wanted(now, wholeRange.from);
    if (ask.empty())
        return publish();
    m_askedOf = m_connection->session().generation();
    m_again = false;
    std::map<QueueName, StateCounts> counts;
    for (const auto& [queue, from] : ask) {
        if (const QueueInfo* info = m_connection->queue(queue))
            counts[queue] = info->counts;
    }
    m_connection->session().runInTurns(
        Session::Lane::Background, this, MetricsReading{ask, wholeRange.to + oneMinute},
        [this, generation = m_generation, ask, counts, now](Result<MetricsReading> answer) {
            if (generation != m_generation)
                return;
            m_askedOf.reset();
            if (!answer) {
                Q_EMIT failed(answer.error());
                return;
            }
            for (const auto& [queue, from] : ask) {
                Known& known = m_known[queue];
                known.bins.erase(known.bins.lower_bound(from), known.bins.end());
                for (StatisticsBin& bin : answer->read.at(queue))
                    known.bins[bin.from] = std::move(bin);
                known.from = known.until == TimePoint{} ? from : std::min(known.from, from);
                known.until = now;
                known.bins.erase(known.bins.begin(), known.bins.lower_bound(now - keptFor));
                if (const auto count = counts.find(queue); count != counts.end())
                    known.counts = count->second;
            }
            publish();
            if (m_again)
                look();
        },
        [this, generation = m_generation](const MetricsReading&) { return generation == m_generation; });
}

void MetricsFeed::publish()
{
    const TimeRange shown = range(m_bench.now());
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
