// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/feed/timelinecount.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int mostSteps = 20; ///< maximum number of steps per search
constexpr qint64 singleTasksNear = TimelineWork::singleTasksNear;

int binCount(TimeRange range, Millis span)
{
    return int(std::clamp<qint64>(range.length() / span, 1, QueueInspector::maxBins));
}

bool isEmpty(const TimelineBin& bin)
{
    return std::all_of(allStates.begin(), allStates.end(), [&bin](TaskState state) { return bin.counts[state] == 0; });
}

std::optional<TimePoint> leasedAt(const QByteArray& token)
{
    const qsizetype dash = token.lastIndexOf('-');
    bool isNumber = false;
    const qint64 ms = token.mid(dash + 1).toLongLong(&isNumber);
    return dash > 0 && isNumber ? std::optional(fromMs(ms)) : std::nullopt;
}

/// Reads the waiting tasks in the range, using the same scan as a search.
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

/// Reads the leases that overlap the range, including leases that expire after it.
Result<> readLeased(
    QueueInspector& inspector, const QueueName& queue, TimeRange range, std::vector<TimelineTask>& tasks)
{
    PageRequest request{queue, TaskState::Leased, 0, int(singleTasksNear)};
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

/// Reads the tasks that ended in the range. Pages start with the newest task, so tasks after the range are counted and
/// skipped.
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

} // namespace

std::vector<TimelineBin> emptyBins(TimeRange range, Millis span)
{
    const int count = binCount(range, span);
    const qint64 length = range.length().count();
    std::vector<TimelineBin> bins(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) { // the inspector divides the range into the same bars
        bins[std::size_t(i)].from = range.from + Millis(length / count * i + length % count * i / count);
        bins[std::size_t(i)].to = range.from + Millis(length / count * (i + 1) + length % count * (i + 1) / count);
    }
    return bins;
}

void addBins(std::vector<TimelineBin>& sum, const std::vector<TimelineBin>& added)
{
    for (const TimelineBin& bin : added) {
        const auto after = std::upper_bound(sum.begin(), sum.end(), bin.from,
            [](TimePoint from, const TimelineBin& other) { return from < other.from; });
        if (after == sum.begin() || std::prev(after)->to <= bin.from)
            continue;
        for (const TaskState state : allStates)
            std::prev(after)->counts[state] += bin.counts[state];
    }
}

Result<bool> ExtentReading::step(Backend& backend)
{
    if (next == queues.size())
        return true;
    PageRequest request;
    request.limit = 1;
    request.states = states;
    request.queue = queues[next];
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
    return ++next == queues.size();
}

TimelineReading::TimelineReading(std::shared_ptr<const TimelineWork> work)
    : m_work(std::move(work))
    , m_answer{{m_work->range, m_work->span, emptyBins(m_work->range, m_work->span), {}, {}}, {}}
{
    addBins(m_answer.data.bins, m_work->known);
    for (const auto& [queue, ranges] : m_work->missing) {
        m_answer.counted[queue];
        for (const TimeRange& range : ranges)
            m_missing.emplace_back(queue, range);
    }
}

Result<bool> TimelineReading::step(Backend& backend)
{
    if (!m_counted) {
        if (const auto counted = count(backend.inspector()); !counted)
            return counted.error();
        if (m_next < m_missing.size())
            return false;
        m_counted = true;
        m_next = 0;
        sumUp();
    } else if (const auto read = readTasks(backend.inspector(), m_work->queues[m_next++]); !read) {
        return read.error();
    }
    const StateCounts& totals = m_answer.data.totals;
    qint64 all = 0;
    for (const TaskState state : timelineBands)
        all += totals[state];
    const bool few
        = all <= TimelineWork::singleTasks || (all <= singleTasksNear && m_work->span < TimelineWork::nearSpan);
    if (m_work->singles && few && m_next < m_work->queues.size())
        return false;
    endTasks();
    return true;
}

Result<> TimelineReading::count(QueueInspector& inspector)
{
    if (m_next == m_missing.size())
        return {};
    const auto& [queue, range] = m_missing[m_next];
    const auto bins = inspector.timeline(queue, range.from, range.to, binCount(range, m_work->span));
    if (!bins)
        return bins.error();
    std::copy_if(bins->begin(), bins->end(), std::back_inserter(m_answer.counted[queue]),
        [](const TimelineBin& bin) { return !isEmpty(bin); });
    ++m_next;
    return {};
}

void TimelineReading::sumUp()
{
    TimelineData& data = m_answer.data;
    for (const auto& [queue, counted] : m_answer.counted)
        addBins(data.bins, counted);
    for (const TimelineBin& bin : data.bins) {
        for (const TaskState state : timelineBands)
            data.totals[state] += bin.counts[state];
    }
}

/// Reads the range's tasks individually.
Result<> TimelineReading::readTasks(QueueInspector& inspector, const QueueName& queue)
{
    std::vector<TimelineTask>& tasks = m_answer.data.tasks;
    const StateCounts& totals = m_answer.data.totals;
    const TimeRange range = m_work->range;
    if (totals.pending() > 0) {
        const Result<TaskFilter> due
            = TaskFilter::parse(QStringLiteral("due>%1 due<%2").arg(toMs(range.from) - 1).arg(toMs(range.to)));
        if (!due)
            return due.error();
        if (auto read = readWaiting(inspector, queue, *due, tasks); !read)
            return read;
    }
    if (auto read = readLeased(inspector, queue, range, tasks); !read)
        return read;
    for (const TaskState state : {TaskState::Failed, TaskState::Done}) {
        if (totals[state] == 0)
            continue;
        if (auto read = readEnded(inspector, queue, state, range, totals[state], tasks); !read)
            return read;
    }
    return {};
}

/// Sorts the tasks. Removes them all if some of the counted tasks are known only from statistics, because those can't
/// be drawn individually.
void TimelineReading::endTasks()
{
    TimelineData& data = m_answer.data;
    const auto done = std::count_if(
        data.tasks.begin(), data.tasks.end(), [](const TimelineTask& task) { return task.state == TaskState::Done; });
    if (done < data.totals[TaskState::Done])
        data.tasks.clear();
    std::sort(
        data.tasks.begin(), data.tasks.end(), [](const TimelineTask& a, const TimelineTask& b) { return a.at < b.at; });
}

} // namespace dueline
