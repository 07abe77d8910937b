// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/timelinefeed.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int mostSteps = 20; ///< of one search
constexpr Millis atLeastEvery{300'000}; // without a sign of change: 200 counts are much for an idle window

/// The bins of all `queues` added up.
Result<std::vector<TimelineBin>> countAll(
    QueueInspector& inspector, const std::vector<QueueName>& queues, TimeRange range, Millis span)
{
    const int bins = int(std::clamp<qint64>(range.length() / span, 1, 2000));
    std::vector<TimelineBin> sum;
    for (const QueueName& queue : queues) {
        Result<std::vector<TimelineBin>> counted = inspector.timeline(queue, range.from, range.to, bins);
        if (!counted)
            return counted.error();
        if (sum.empty()) {
            sum = std::move(*counted);
            continue;
        }
        for (std::size_t i = 0; i < sum.size() && i < counted->size(); ++i) {
            for (const TaskState state : allStates)
                sum[i].counts[state] += (*counted)[i].counts[state];
        }
    }
    return sum;
}

std::optional<TimePoint> leasedAt(const QByteArray& token)
{
    const qsizetype dash = token.lastIndexOf('-');
    bool isNumber = false;
    const qint64 ms = token.mid(dash + 1).toLongLong(&isNumber);
    return dash > 0 && isNumber ? std::optional(fromMs(ms)) : std::nullopt;
}

/// Tasks that wait, read by the walk a search uses, narrowed to the range.
Result<> readWaiting(
    QueueInspector& inspector, const QueueName& queue, const TaskFilter& due, std::vector<TimelineTask>& tasks)
{
    SearchRequest request;
    request.queue = queue;
    request.filter = due;
    request.states = StateSet::pending();
    for (int step = 0; step < mostSteps; ++step) {
        Result<SearchStep> found = inspector.search(request);
        if (!found)
            return found.error();
        for (const Task& task : found->matches)
            tasks.push_back({queue, task.id, task.state, task.at, {}});
        request.cursor = found->cursor;
        if (request.cursor.isEmpty())
            break;
    }
    return {};
}

/// Leases that overlap the range, whenever they expire.
Result<> readLeased(
    QueueInspector& inspector, const QueueName& queue, TimeRange range, std::vector<TimelineTask>& tasks)
{
    PageRequest request{queue, TaskState::Leased, 0, int(TimelineFeed::singleTasksNear)};
    const Result<TaskPage> page = inspector.page(request);
    if (!page)
        return page.error();
    for (const Task& task : page->tasks) {
        const std::optional<TimePoint> since = leasedAt(task.token);
        if (task.at >= range.from && since.value_or(task.at) < range.to)
            tasks.push_back({queue, task.id, task.state, task.at, since});
    }
    return {};
}

/// Tasks that ended within the range. Pages have the newest first, so those after the range are counted and passed
/// over.
Result<> readEnded(QueueInspector& inspector, const QueueName& queue, TaskState state, TimeRange range, qint64 inRange,
    std::vector<TimelineTask>& tasks)
{
    qint64 later = 0;
    const auto after = inspector.timeline(queue, range.to, range.to + std::chrono::hours(24 * 365), 1);
    if (!after)
        return after.error();
    later = after->front().counts[state];
    const Result<TaskPage> page = inspector.page({queue, state, later, int(std::min<qint64>(inRange + 20, 1000))});
    if (!page)
        return page.error();
    for (const Task& task : page->tasks) {
        if (range.contains(task.at))
            tasks.push_back({queue, task.id, task.state, task.at, {}});
    }
    return {};
}

/// The tasks in range one by one; none when one of those that were counted is known only by its statistics.
Result<std::vector<TimelineTask>> readTasks(
    QueueInspector& inspector, const std::vector<QueueName>& queues, TimeRange range, const StateCounts& totals)
{
    std::vector<TimelineTask> tasks;
    const Result<TaskFilter> due
        = TaskFilter::parse(QStringLiteral("due>%1 due<%2").arg(toMs(range.from) - 1).arg(toMs(range.to)));
    if (!due)
        return due.error();
    for (const QueueName& queue : queues) {
        if (totals.pending() > 0) {
            if (auto read = readWaiting(inspector, queue, *due, tasks); !read)
                return read.error();
        }
        if (auto read = readLeased(inspector, queue, range, tasks); !read)
            return read.error();
        for (const TaskState state : {TaskState::Failed, TaskState::Done}) {
            if (totals[state] == 0)
                continue;
            if (auto read = readEnded(inspector, queue, state, range, totals[state], tasks); !read)
                return read.error();
        }
    }
    const auto done = std::count_if(
        tasks.begin(), tasks.end(), [](const TimelineTask& task) { return task.state == TaskState::Done; });
    if (done < totals[TaskState::Done])
        return std::vector<TimelineTask>();
    std::sort(tasks.begin(), tasks.end(), [](const TimelineTask& a, const TimelineTask& b) { return a.at < b.at; });
    return tasks;
}

/// From the first to the last task; nullopt when there is none.
Result<std::optional<TimeRange>> extent(Backend& backend, const std::vector<QueueName>& queues)
{
    PageRequest request;
    request.limit = 1;
    request.states = StateSet::all();
    request.states.remove(TaskState::Trash);
    std::optional<TimeRange> range;
    for (const QueueName& queue : queues) {
        request.queue = queue;
        request.offset = 0;
        for (int end = 0; end < 2; ++end) {
            const auto page = backend.inspector().page(request);
            if (!page)
                return page.error();
            for (const Task& task : page->tasks) {
                range = range.value_or(TimeRange{task.at, task.at});
                range->from = std::min(range->from, task.at);
                range->to = std::max(range->to, task.at);
            }
            request.offset = std::max<qint64>(0, page->total - 1);
        }
    }
    return range;
}

/// Runs on a lane.
Result<TimelineData> load(Backend& backend, const std::vector<QueueName>& queues, TimeRange range, Millis span)
{
    auto bins = countAll(backend.inspector(), queues, range, span);
    if (!bins)
        return bins.error();
    TimelineData data{range, span, std::move(*bins), {}, {}};
    qint64 all = 0;
    for (const TimelineBin& bin : data.bins) {
        for (const TaskState state : timelineBands) {
            data.totals[state] += bin.counts[state];
            all += bin.counts[state];
        }
    }
    if (all > TimelineFeed::singleTasksNear || (all > TimelineFeed::singleTasks && span >= TimelineFeed::nearSpan))
        return data;
    auto tasks = readTasks(backend.inspector(), queues, range, data.totals);
    if (!tasks)
        return tasks.error();
    data.tasks = std::move(*tasks);
    return data;
}

} // namespace

TimelineFeed::TimelineFeed(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(refreshEvery);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_again || hasChanged())
            ask();
    });
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

void TimelineFeed::fit()
{
    if (!m_connection || !m_connection->session().isOnline())
        return;
    m_connection->session().run(
        Session::Lane::Interactive, this, [queues = queues()](Backend& backend) { return extent(backend, queues); },
        [this, generation = m_generation](const Result<std::optional<TimeRange>>& found) {
            if (generation != m_generation || !found || !*found)
                return;
            // A little air at both ends, and never narrower than somebody can read.
            const TimeRange range = **found;
            const Millis air = std::max(range.length() / 40, Millis(30'000));
            Q_EMIT fitted({range.from - air, range.to + air});
        });
}

bool TimelineFeed::waits() const { return m_asking && m_askedOf == m_connection->session().generation(); }

std::vector<QueueName> TimelineFeed::queues() const
{
    if (!m_queue.isEmpty())
        return {m_queue};
    std::vector<QueueName> names;
    for (const QueueInfo& queue : m_connection->queues()) {
        if (queue.unreadable.isEmpty())
            names.push_back(queue.name);
    }
    return names;
}

namespace {

/// What the overview says of these queues. The server's clock goes on, which is no change.
std::vector<QueueInfo> overview(const Connection& connection, const std::vector<QueueName>& queues)
{
    std::vector<QueueInfo> infos;
    for (const QueueName& name : queues) {
        if (const QueueInfo* info = connection.queue(name)) {
            infos.push_back(*info);
            infos.back().serverNow = {};
        }
    }
    return infos;
}

} // namespace

bool TimelineFeed::hasChanged() const
{
    if (!m_connection || m_connection->session().serverNow() - m_askedAt >= atLeastEvery)
        return true;
    const std::vector<QueueInfo> now = overview(*m_connection, queues());
    if (now != m_seen)
        return true;
    // The expiry of a lease moves without a count that changes; in long bars nobody sees it.
    return m_wish.span < nearSpan && std::any_of(now.begin(), now.end(), [](const QueueInfo& queue) {
        return queue.counts[TaskState::Leased] > 0;
    });
}

void TimelineFeed::ask()
{
    if (!m_connection || !m_connection->session().isOnline() || m_wish.span.count() <= 0)
        return;
    if (waits()) {
        m_again = true;
        return;
    }
    const std::vector<QueueName> queues = this->queues();
    if (queues.empty())
        return Q_EMIT loaded({m_wish.range, m_wish.span, {}, {}, {}});
    m_seen = overview(*m_connection, queues);
    m_askedAt = m_connection->session().serverNow();
    m_asking = true;
    m_askedOf = m_connection->session().generation();
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
