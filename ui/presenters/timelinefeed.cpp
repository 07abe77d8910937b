// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/timelinefeed.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

namespace {

/// Runs on a lane: the bins of all `queues` added up, and their tasks when there are few.
Result<TimelineData> load(Backend& backend, const std::vector<QueueName>& queues, TimeRange range, Millis span)
{
    TimelineData data;
    data.range = range;
    data.span = span;
    const int bins = int(std::clamp<qint64>(range.length() / span, 1, 2000));
    QueueInspector& inspector = backend.inspector();
    for (const QueueName& queue : queues) {
        Result<std::vector<TimelineBin>> counted = inspector.timeline(queue, range.from, range.to, bins);
        if (!counted)
            return counted.error();
        if (data.bins.empty()) {
            data.bins = std::move(*counted);
            continue;
        }
        for (std::size_t i = 0; i < data.bins.size() && i < counted->size(); ++i) {
            for (const TaskState state : allStates)
                data.bins[i].counts[state] += (*counted)[i].counts[state];
        }
    }
    for (const TimelineBin& bin : data.bins) {
        for (const TaskState state : allStates)
            data.totals[state] += bin.counts[state];
    }
    qint64 live = 0;
    for (const TaskState state :
        {TaskState::Scheduled, TaskState::Due, TaskState::Retrying, TaskState::Leased, TaskState::Failed})
        live += data.totals[state];
    if (span >= Millis(10'000) || live > TimelineFeed::singleTasks)
        return data;
    // Few enough: each by itself. They are read by the same walk a search uses, narrowed to the range in view.
    const QString filter = QStringLiteral("due>%1 due<%2").arg(toMs(range.from) - 1).arg(toMs(range.to));
    const Result<TaskFilter> due = TaskFilter::parse(filter);
    if (!due)
        return data;
    for (const QueueName& queue : queues) {
        SearchRequest request;
        request.queue = queue;
        request.filter = *due;
        request.states = StateSet::pending();
        for (int step = 0; step < 20; ++step) {
            Result<SearchStep> found = inspector.search(request);
            if (!found)
                return found.error();
            for (const Task& task : found->matches)
                data.tasks.push_back({queue, task.id, task.state, task.at, {}});
            request.cursor = found->cursor;
            if (request.cursor.isEmpty())
                break;
        }
        PageRequest leased;
        leased.queue = queue;
        leased.state = TaskState::Leased;
        leased.limit = 200;
        if (Result<TaskPage> page = inspector.page(leased); page) {
            for (const Task& task : page->tasks) {
                std::optional<TimePoint> since;
                const qsizetype dash = task.token.lastIndexOf('-');
                if (dash > 0)
                    since = fromMs(task.token.mid(dash + 1).toLongLong());
                if (task.at >= range.from && since.value_or(task.at) < range.to)
                    data.tasks.push_back({queue, task.id, task.state, task.at, since});
            }
        }
    }
    std::sort(
        data.tasks.begin(), data.tasks.end(), [](const TimelineTask& a, const TimelineTask& b) { return a.at < b.at; });
    return data;
}

} // namespace

TimelineFeed::TimelineFeed(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(refreshEvery);
    connect(&m_timer, &QTimer::timeout, this, &TimelineFeed::refresh);
    m_timer.start();
}

void TimelineFeed::show(Connection* connection, const QueueName& queue)
{
    m_connection = connection;
    m_queue = queue;
    ++m_generation;
    m_asking = false;
    ask();
}

void TimelineFeed::want(TimeRange range, Millis span)
{
    const Wish wish{range, span};
    if (wish == m_wish)
        return;
    m_wish = wish;
    ask();
}

void TimelineFeed::setLive(bool live) { live ? m_timer.start() : m_timer.stop(); }

void TimelineFeed::refresh() { ask(); }

void TimelineFeed::ask()
{
    if (!m_connection || !m_connection->session().isOnline() || m_wish.span.count() <= 0)
        return;
    if (m_asking) {
        m_again = true;
        return;
    }
    std::vector<QueueName> queues;
    if (!m_queue.isEmpty()) {
        queues.push_back(m_queue);
    } else {
        for (const QueueInfo& queue : m_connection->queues()) {
            if (queue.unreadable.isEmpty())
                queues.push_back(queue.name);
        }
    }
    if (queues.empty())
        return Q_EMIT loaded({m_wish.range, m_wish.span, {}, {}, {}});
    m_asking = true;
    m_again = false;
    m_connection->session().run(
        Session::Lane::Interactive, this,
        [queues, wish = m_wish](Backend& backend) { return load(backend, queues, wish.range, wish.span); },
        [this, generation = m_generation](Result<TimelineData> data) {
            if (generation != m_generation)
                return;
            m_asking = false;
            if (data)
                Q_EMIT loaded(*data);
            if (m_again)
                ask();
        });
}

} // namespace dueline
