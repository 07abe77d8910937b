// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/changes.h"

#include "core/base/text.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

constexpr Millis usualPeriod{hourMs};
constexpr Millis ratesBefore{10 * minuteMs};
constexpr RecordTier allTiers[]{RecordTier::Seconds, RecordTier::Minutes, RecordTier::Hours};

class ChangesReading
{
public:
    ChangesReading(RecordFile& file, const ChangesRequest& request)
        : m_file(file)
        , m_request(request)
    { }

    Result<Changes> run();

private:
    Result<> readSpans();
    Result<> findQueue();
    bool isReported(const RecordEvent& event) const;
    Result<> choosePeriod();
    std::optional<RecordEvent> eventToExplain(const std::vector<RecordEvent>& events) const;
    Result<> readEvents();
    Result<> readQueues();
    Result<> readServer();
    Result<> readUnknown();
    Result<QueueRates> rates(qint64 queue, TimePoint from, TimePoint to) const;
    template <typename Row, typename Read> Result<std::optional<Row>> latest(Read read) const;
    bool isCovered(TimePoint from, TimePoint to) const;

    RecordFile& m_file;
    ChangesRequest m_request;
    std::vector<RecordSpan> m_spans;
    std::vector<RecordQueue> m_queues; ///< queues covered by the report
    Changes m_changes;
};

Result<> ChangesReading::readSpans()
{
    auto spans = m_file.spans();
    if (!spans)
        return spans.error();
    m_spans = *std::move(spans);
    if (m_spans.empty())
        return Error{ErrorCode::NotFound, u"The recording %1 is empty."_s.arg(printable(m_file.path().toUtf8(), 200))};
    m_changes.began = m_spans.front().began;
    m_changes.seen = m_spans.back().seen;
    m_changes.isRunning = m_spans.back().isCurrent();
    m_changes.age = m_spans.back().serverNow() - m_changes.seen;
    return {};
}

Result<> ChangesReading::findQueue()
{
    auto queues = m_file.queues();
    if (!queues)
        return queues.error();
    for (const RecordQueue& queue : *queues)
        m_changes.queueNames[queue.id] = queue.name;
    m_queues = *std::move(queues);
    if (m_request.queue.isEmpty())
        return {};
    auto queue = m_file.queueNamed(m_request.queue);
    if (!queue)
        return queue.error();
    m_request.queue = queue->name;
    m_queues = {*std::move(queue)};
    return {};
}

/// Returns whether the report includes an event. Server events are part of every report.
bool ChangesReading::isReported(const RecordEvent& event) const
{
    return m_request.queue.isEmpty() || !event.queue || m_changes.queueOf(event) == m_request.queue;
}

/// Returns the first event of the same failover, since a new server and its new role can be recorded as two events.
RecordEvent startOfFailover(const std::vector<RecordEvent>& events, RecordEvent event)
{
    constexpr Millis longestFailover{10 * secondMs};
    for (auto each = events.rbegin(); each != events.rend(); ++each) {
        if (event.kind == "failover" && each->kind == "failover" && each->at <= event.at
            && event.at - each->at <= longestFailover)
            event = *each;
    }
    return event;
}

/// Returns the event that the period should begin just before; see ChangesRequest.
std::optional<RecordEvent> ChangesReading::eventToExplain(const std::vector<RecordEvent>& events) const
{
    const auto last = [&events](const auto& matches) {
        const auto found = std::find_if(events.rbegin(), events.rend(), matches);
        return found == events.rend() ? std::optional<RecordEvent>() : std::optional(*found);
    };
    const auto loss = last([&](const RecordEvent& event) { return event.kind == "loss" && isReported(event); });
    if (loss) {
        const qint64 cause = lossOf(loss->detail).event;
        const auto event = last([cause](const RecordEvent& each) { return each.id == cause; });
        return event ? startOfFailover(events, *event) : loss;
    }
    const auto discontinuity = last([](const RecordEvent& event) { return event.isDiscontinuity(); });
    return discontinuity ? startOfFailover(events, *discontinuity)
                         : last([](const RecordEvent& event) { return event.kind == "mark"; });
}

Result<> ChangesReading::choosePeriod()
{
    m_changes.to = m_request.to.value_or(m_changes.seen);
    if (m_request.from && m_request.event == 0) {
        m_changes.from = *m_request.from;
    } else {
        const auto events = m_file.events(m_changes.began, m_changes.to);
        if (!events)
            return events.error();
        const auto chosen = std::find_if(events->begin(), events->end(),
            [id = m_request.event](const RecordEvent& event) { return event.id == id; });
        m_changes.around = chosen == events->end() ? eventToExplain(*events) : *chosen;
        m_changes.from = std::max(m_changes.began, m_changes.to - usualPeriod);
        if (m_changes.around) {
            const QJsonValue before = QJsonDocument::fromJson(m_changes.around->detail).object().value(u"before_ms"_s);
            m_changes.from = std::min(m_changes.around->at, fromMs(before.toInteger(toMs(m_changes.around->at))));
        }
    }
    if (m_changes.to < m_changes.from)
        return Error{ErrorCode::Usage, u"The period ends before it begins."_s};
    return readEvents();
}

Result<> ChangesReading::readEvents()
{
    auto events = m_file.events(m_changes.from, m_changes.to);
    if (!events)
        return events.error();
    const auto vanished = vanishedTasks(m_file);
    if (!vanished)
        return vanished.error();
    for (RecordEvent& event : *events) {
        if (!isReported(event)) {
            m_changes.lostElsewhere += event.kind == "loss" ? lossOf(event.detail).tasks : 0;
            continue;
        }
        if (event.kind == "loss" && event.queue) {
            LostTasks lost{m_changes.queueOf(event), event.at, lossOf(event.detail), {}};
            const auto known = std::find_if(vanished->begin(), vanished->end(), [&](const VanishedTasks& tasks) {
                return tasks.event == lost.loss.event && tasks.queue == *event.queue;
            });
            if (known != vanished->end())
                lost.known = *known;
            m_changes.losses.push_back(std::move(lost));
        }
        m_changes.events.push_back(std::move(event));
    }
    m_changes.gaps = gapsBetween(m_spans, m_changes.from, m_changes.to);
    return {};
}

/// Returns the latest row across all tiers. `read`: returns a tier's last row.
template <typename Row, typename Read> Result<std::optional<Row>> ChangesReading::latest(Read read) const
{
    std::optional<Row> latest;
    for (const RecordTier tier : allTiers) {
        const auto row = read(tier);
        if (!row)
            return row.error();
        // Prefer finer tiers: a row in a coarser one contains the maxima over its period.
        if (*row && (!latest || (*row)->at >= latest->at)) {
            latest = **row;
            latest->at += lengthOf(tier);
        }
    }
    return latest;
}

/// Returns whether [from, to] lies within one span, that is, the recording has no gap there.
bool ChangesReading::isCovered(TimePoint from, TimePoint to) const
{
    return std::any_of(
        m_spans.begin(), m_spans.end(), [&](const RecordSpan& span) { return span.began <= from && span.seen >= to; });
}

/// Returns the average rates over the complete, gap-free minutes in [from, to].
Result<QueueRates> ChangesReading::rates(qint64 queue, TimePoint from, TimePoint to) const
{
    const auto rows = m_file.samples(RecordTier::Minutes, queue, from, to);
    if (!rows)
        return rows.error();
    qint64 added = 0;
    qint64 took = 0;
    int minutes = 0;
    for (const RecordSample& row : *rows) {
        const TimePoint end = row.at + lengthOf(RecordTier::Minutes);
        if (end > to || !row[RecordSample::Added] || !row[RecordSample::Took] || !isCovered(row.at, end))
            continue;
        added += *row[RecordSample::Added];
        took += *row[RecordSample::Took];
        ++minutes;
    }
    if (minutes == 0)
        return QueueRates{};
    return QueueRates{double(added) / minutes, double(took) / minutes};
}

Result<> ChangesReading::readQueues()
{
    for (const RecordQueue& queue : m_queues) {
        const auto sampleAt = [&](TimePoint at) {
            return latest<RecordSample>([&](RecordTier tier) { return m_file.lastSample(tier, queue.id, at); });
        };
        const auto before = sampleAt(std::max(m_changes.from, m_changes.began));
        if (!before)
            return before.error();
        const auto after = sampleAt(m_changes.to);
        if (!after)
            return after.error();
        if (!*before && !*after)
            continue;
        const auto ratesThen = rates(queue.id, m_changes.from - ratesBefore, m_changes.from);
        if (!ratesThen)
            return ratesThen.error();
        const auto ratesNow = rates(queue.id, m_changes.from, m_changes.to);
        if (!ratesNow)
            return ratesNow.error();
        m_changes.queues.push_back({queue.name, queue.layout, *before, *after, *ratesThen, *ratesNow});
    }
    return {};
}

Result<> ChangesReading::readServer()
{
    const auto serverAt = [this](TimePoint at) {
        return latest<ServerSample>([&](RecordTier tier) { return m_file.lastServer(tier, at); });
    };
    const auto before = serverAt(std::max(m_changes.from, m_changes.began));
    if (!before)
        return before.error();
    const auto after = serverAt(m_changes.to);
    if (!after)
        return after.error();
    m_changes.serverBefore = *before;
    m_changes.serverAfter = *after;
    return {};
}

Result<> ChangesReading::readUnknown()
{
    const auto unknown = m_file.meta("unknown");
    if (!unknown)
        return unknown.error();
    const QByteArrayList commands = unknown->split(',');
    if (commands.contains("INFO"))
        m_changes.unknown.push_back(QT_TRANSLATE_NOOP("LayoutWords",
            "The recorder's Redis user is not allowed to run INFO, so restarts, flushes, evictions and memory are "
            "unknown."));
    else if (commands.contains("INFO commandstats"))
        m_changes.unknown.push_back(QT_TRANSLATE_NOOP("LayoutWords",
            "The recorder's Redis user is not allowed to run INFO commandstats, so it is unknown whether FLUSHALL "
            "or FLUSHDB ran."));
    if (commands.contains("marks"))
        m_changes.unknown.push_back(QT_TRANSLATE_NOOP("LayoutWords",
            "The recorder's Redis user is not allowed to read marks, such as deployments. \"duectl acl viewer\" "
            "prints a rule that allows it."));
    if (m_changes.from < m_changes.began)
        m_changes.unknown.push_back(
            QT_TRANSLATE_NOOP("LayoutWords", "The recording begins after the start of this period."));
    if (m_request.to && m_changes.to > m_changes.seen)
        m_changes.unknown.push_back(
            QT_TRANSLATE_NOOP("LayoutWords", "The recording ends before the end of this period."));
    return {};
}

Result<Changes> ChangesReading::run()
{
    for (const auto& [key, value] : {std::pair("server", &m_changes.server), std::pair("writer", &m_changes.writer)}) {
        auto text = m_file.meta(key);
        if (!text)
            return text.error();
        *value = *std::move(text);
    }
    for (const auto step : {&ChangesReading::readSpans, &ChangesReading::findQueue, &ChangesReading::choosePeriod,
             &ChangesReading::readQueues, &ChangesReading::readServer, &ChangesReading::readUnknown}) {
        if (const auto done = (this->*step)(); !done)
            return done.error();
    }
    return std::move(m_changes);
}

} // namespace

bool QueueChange::isChanged() const
{
    return !before || !after || before->flags != after->flags
        || std::any_of(std::begin(lossFigures), std::end(lossFigures),
            [this](const auto& each) { return (*before)[each.first] != (*after)[each.first]; });
}

QByteArray Changes::queueOf(const RecordEvent& event) const
{
    const auto queue = event.queue ? queueNames.find(*event.queue) : queueNames.end();
    return queue == queueNames.end() ? QByteArray() : queue->second;
}

LossTotals Changes::lossTotals() const
{
    LossTotals totals;
    std::set<QByteArray> queuesWithLoss;
    for (const LostTasks& lost : losses) {
        totals.tasks += lost.loss.tasks;
        totals.mayHaveRun += lost.loss.mayHaveRun;
        queuesWithLoss.insert(lost.queue);
    }
    totals.queues = qint64(queuesWithLoss.size());
    return totals;
}

bool Changes::isEmpty() const
{
    return events.empty() && gaps.empty()
        && std::none_of(queues.begin(), queues.end(), [](const QueueChange& queue) { return queue.isChanged(); });
}

Result<Changes> readChanges(RecordFile& file, const ChangesRequest& request)
{
    return file.readTogether([&] { return ChangesReading(file, request).run(); });
}

} // namespace dueline
