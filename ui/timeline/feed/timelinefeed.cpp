// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/feed/timelinefeed.h"

#include "ui/presenters/connection.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace dueline {

namespace {

/// Interval between reads while nothing changes. It is long, because a read takes 200 counts, which is expensive for an
/// idle window.
constexpr Millis atLeastEvery{300'000};
constexpr std::size_t mostKept = 20'000; ///< maximum number of cached bars for all queues

/// Returns the parts of `wanted` that are outside of `known`.
std::vector<TimeRange> without(TimeRange wanted, TimeRange known)
{
    if (known.to <= wanted.from || known.from >= wanted.to)
        return {wanted};
    std::vector<TimeRange> rest;
    if (wanted.from < known.from)
        rest.push_back({wanted.from, known.from});
    if (known.to < wanted.to)
        rest.push_back({known.to, wanted.to});
    return rest;
}

} // namespace

TimelineFeed::TimelineFeed(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(refreshEvery);
    connect(&m_timer, &QTimer::timeout, this, &TimelineFeed::follow);
    m_timer.start();
}

TimelineFeed::~TimelineFeed() = default;

void TimelineFeed::show(Connection* connection, const QueueName& queue)
{
    begin(connection ? std::vector{connection} : std::vector<Connection*>(), queue);
}

void TimelineFeed::showAll(const std::vector<Connection*>& connections) { begin(connections, {}); }

void TimelineFeed::begin(const std::vector<Connection*>& connections, const QueueName& queue)
{
    std::vector<Source> sources;
    sources.reserve(connections.size());
    for (Connection* connection : connections) {
        // If neither the queue nor the connection changes, keep the data. Ignore pending answers: they belong to an
        // earlier generation.
        Source* known = queue == m_queue ? sourceOf(connection) : nullptr;
        sources.push_back(known ? std::move(*known) : Source(connection));
        sources.back().owed = {};
        connect(connection, &Connection::heardChanged, this, &TimelineFeed::tell, Qt::UniqueConnection);
    }
    m_queue = queue;
    m_sources = std::move(sources);
    ++m_generation;
    tell();
    askAll();
}

TimelineFeed::Source* TimelineFeed::sourceOf(const Connection* connection)
{
    const auto found = std::find_if(m_sources.begin(), m_sources.end(),
        [connection](const Source& source) { return source.connection == connection; });
    return found == m_sources.end() ? nullptr : &*found;
}

void TimelineFeed::want(TimeRange range, Millis span)
{
    const Request request{range, span};
    if (request == m_request)
        return;
    m_request = request;
    Q_EMIT wanted(range);
    askAll();
}

void TimelineFeed::setLive(bool live) { live ? m_timer.start() : m_timer.stop(); }

void TimelineFeed::setTellsQueues(bool tells)
{
    if (std::exchange(m_tellsQueues, tells) != tells)
        tell();
}

void TimelineFeed::refresh()
{
    for (Source& source : m_sources)
        source.known.clear();
    askAll();
}

void TimelineFeed::follow()
{
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        if (m_sources[i].owed.isWantedAgain() || hasChanged(m_sources[i]))
            ask(i);
    }
}

TimeRange TimelineFeed::withMargin(TimeRange tasks)
{
    const Millis margin = std::max(tasks.length() / 40, Millis(30'000));
    return {tasks.from - margin, tasks.to + margin};
}

void TimelineFeed::fit(StateSet states)
{
    states.remove(TaskState::Trash);
    if (states.isEmpty())
        return;
    struct Found
    {
        std::optional<TimeRange> range;
        std::size_t owed = 0;
    };
    const auto found = std::make_shared<Found>();
    for (const Source& source : m_sources) {
        if (!source.connection || !source.connection->session().isOnline())
            continue;
        ++found->owed;
        std::vector<QueueName> queues;
        for (const QueueInfo& queue : overview(source))
            queues.push_back(queue.name);
        source.connection->session().runInTurns(
            Session::Lane::Interactive, this, ExtentReading{queues, states},
            [this, found, generation = m_generation](const Result<ExtentReading>& extent) {
                --found->owed;
                if (extent && extent->range) {
                    const TimeRange one = *extent->range;
                    found->range = found->range.value_or(one);
                    found->range
                        = TimeRange{std::min(found->range->from, one.from), std::max(found->range->to, one.to)};
                }
                if (generation != m_generation || found->owed > 0 || !found->range)
                    return;
                Q_EMIT fitted(withMargin(*found->range));
            },
            [this, generation = m_generation](const ExtentReading&) { return generation == m_generation; });
    }
}

bool TimelineFeed::waits(const Source& source) const
{
    return source.connection && source.owed.isOwedBy(source.connection->session());
}

/// Returns the overview of the displayed queues without the server's time, so that the passing of time doesn't count as
/// a change.
std::vector<QueueInfo> TimelineFeed::overview(const Source& source) const
{
    std::vector<QueueInfo> infos;
    for (const QueueInfo& queue : source.connection->queues()) {
        if (m_queue.isEmpty() ? queue.unreadable.isEmpty() : queue.name == m_queue) {
            infos.push_back(queue);
            infos.back().serverNow = {};
        }
    }
    if (infos.empty() && !m_queue.isEmpty()) { // a queue that isn't listed yet may have tasks
        infos.emplace_back();
        infos.back().name = m_queue;
    }
    return infos;
}

bool TimelineFeed::hasChanged(const Source& source) const
{
    if (!source.connection || source.connection->session().serverNow() - source.countedAt >= atLeastEvery)
        return true;
    const std::vector<QueueInfo> now = overview(source);
    if (now != source.seen)
        return true;
    // The overview doesn't change when a lease expires, but the bars do. With long bars, the change isn't visible, so
    // no new count is needed.
    return m_request.span < TimelineWork::nearSpan && std::any_of(now.begin(), now.end(), [](const QueueInfo& queue) {
        return queue.counts[TaskState::Leased] > 0;
    });
}

/// Returns whether a queue's counts are still valid.
bool TimelineFeed::stands(const Known& known, const QueueInfo& queue) const
{
    return known.seen == queue && known.request.span == m_request.span
        && (m_request.span >= TimelineWork::nearSpan || queue.counts[TaskState::Leased] == 0);
}

TimelineWork TimelineFeed::workFor(const Source& source) const
{
    TimelineWork work{m_request.range, m_request.span, {}, {}, {}, m_sources.size() == 1};
    for (const QueueInfo& queue : source.seen) {
        work.queues.push_back(queue.name);
        const auto known = source.known.find(queue.name);
        const bool kept = known != source.known.end() && stands(known->second, queue);
        auto missing = kept ? without(m_request.range, known->second.request.range) : std::vector{m_request.range};
        if (kept)
            work.known.insert(work.known.end(), known->second.bins.begin(), known->second.bins.end());
        if (!missing.empty())
            work.missing.emplace(queue.name, std::move(missing));
    }
    return work;
}

/// Caches the displayed bars. `seen`: overview of the queues when they were counted.
void TimelineFeed::keep(
    Source& source, TimelineAnswer& answer, const TimelineWork& work, const std::vector<QueueInfo>& seen) const
{
    const Request request{work.range, work.span};
    const bool whole = request.range.length() % request.span == Millis(0)
        // Don't cache a range with more bins than the limit: its bars have a different length.
        && request.range.length() / request.span <= QueueInspector::maxBins;
    std::map<QueueName, Known> kept;
    std::size_t bars = 0;
    for (const QueueInfo& queue : seen) {
        std::vector<TimelineBin> bins = std::move(answer.counted[queue.name]);
        const auto asked = work.missing.find(queue.name);
        const auto before = source.known.find(queue.name);
        const bool counted = asked != work.missing.end() && asked->second == std::vector{request.range};
        for (std::size_t i = 0; !counted && before != source.known.end() && i < before->second.bins.size(); ++i) {
            if (request.range.contains(before->second.bins[i].from))
                bins.push_back(before->second.bins[i]);
        }
        bars += bins.size();
        if (whole && bars <= mostKept)
            kept.emplace(queue.name, Known{queue, request, std::move(bins)});
    }
    source.known = std::move(kept);
}

void TimelineFeed::askAll()
{
    for (std::size_t i = 0; i < m_sources.size(); ++i)
        ask(i);
}

void TimelineFeed::ask(std::size_t index)
{
    Source& source = m_sources[index];
    if (!source.connection || !source.connection->session().isOnline() || m_request.span.count() <= 0)
        return;
    if (waits(source))
        return source.owed.wantAgain();
    source.seen = overview(source);
    source.owed = {};
    if (source.seen.empty()) {
        if (source.connection->refreshedAt() == TimePoint{}) // the queues are still unknown
            source.owed.wantAgain();
        else
            source.data = TimelineData{m_request.range, m_request.span, {}, {}, {}};
        return tell();
    }
    const TimePoint now = source.connection->session().serverNow();
    if (source.known.empty() || now - source.countedAt >= atLeastEvery) {
        source.known.clear();
        source.countedAt = now;
    }
    source.owed.ask(source.connection->session());
    const auto work = std::make_shared<const TimelineWork>(workFor(source));
    source.connection->session().runInTurns(
        Session::Lane::Interactive, this, TimelineReading(work),
        [this, index, work, seen = source.seen, generation = m_generation](Result<TimelineReading> read) {
            if (generation != m_generation)
                return;
            Source& answered = m_sources[index];
            answered.owed.end();
            if (read) {
                keep(answered, read->answer(), *work, seen);
                answered.data = std::move(read->answer().data);
                tell();
            }
            if (answered.owed.isWantedAgain())
                ask(index);
        },
        [this, generation = m_generation](const TimelineReading&) { return generation == m_generation; });
}

/// Returns a source's counts, including outcomes observed from workers.
TimelineData TimelineFeed::withHeard(const Source& source) const
{
    TimelineData data = *source.data;
    if (source.connection && source.connection->heardEnds())
        source.connection->heardEnds()->addTo(data, m_queue);
    return data;
}

void TimelineFeed::tell()
{
    const bool nothingKnown = std::none_of(
        m_sources.begin(), m_sources.end(), [](const Source& source) { return source.data.has_value(); });
    if (nothingKnown)
        return Q_EMIT loaded({});
    if (m_sources.size() == 1) {
        TimelineData data = withHeard(m_sources.front());
        addQueues(data);
        return Q_EMIT loaded(data);
    }
    TimelineData sum{m_request.range, m_request.span, emptyBins(m_request.range, m_request.span), {}, {}};
    for (const Source& source : m_sources) {
        if (!source.data || source.data->range != sum.range || source.data->span != sum.span)
            continue;
        const TimelineData data = withHeard(source);
        addBins(sum.bins, data.bins);
        for (const TaskState state : allStates)
            sum.totals[state] += data.totals[state];
        sum.heard += data.heard;
    }
    addQueues(sum);
    Q_EMIT loaded(sum);
}

/// Adds the queues whose displayed bars are all known.
void TimelineFeed::addQueues(TimelineData& data) const
{
    if (!m_tellsQueues)
        return;
    auto queues = std::make_shared<TimelineQueues>();
    for (const Source& source : m_sources) {
        if (!source.connection)
            continue;
        for (const auto& [name, known] : source.known) {
            if (known.request == Request{data.range, data.span})
                (*queues)[{source.connection->id(), name}] = known.bins;
        }
    }
    data.queues = std::move(queues);
}

} // namespace dueline
