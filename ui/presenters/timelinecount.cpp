// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/timelinecount.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int mostSteps = 20; ///< of one search
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

} // namespace

std::vector<TimelineBin> emptyBins(TimeRange range, Millis span)
{
    const int count = binCount(range, span);
    const qint64 length = range.length().count();
    std::vector<TimelineBin> bins(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) { // as the inspector divides it
        bins[std::size_t(i)].from = range.from + Millis(length / count * i + length % count * i / count);
        bins[std::size_t(i)].to = range.from + Millis(length / count * (i + 1) + length % count * (i + 1) / count);
    }
    return bins;
}

void addBins(std::vector<TimelineBin>& sum, const std::vector<TimelineBin>& added)
{
    for (const TimelineBin& bin : added) {
        const auto after = std::upper_bound(
            sum.begin(), sum.end(), bin.from, [](TimePoint from, const TimelineBin& other) { return from < other.from; });
        if (after == sum.begin() || std::prev(after)->to <= bin.from)
            continue;
        for (const TaskState state : allStates)
            std::prev(after)->counts[state] += bin.counts[state];
    }
}

/// From the first to the last task; nullopt when there is none.
Result<std::optional<TimeRange>> timelineExtent(Backend& backend, const std::vector<QueueName>& queues)
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

Result<TimelineAnswer> readTimeline(Backend& backend, const TimelineWork& work)
{
    TimelineAnswer answer{{work.range, work.span, emptyBins(work.range, work.span), {}, {}}, {}};
    TimelineData& data = answer.data;
    addBins(data.bins, work.known);
    for (const auto& [queue, ranges] : work.missing) {
        std::vector<TimelineBin>& counted = answer.counted[queue];
        for (const TimeRange& range : ranges) {
            auto bins = backend.inspector().timeline(queue, range.from, range.to, binCount(range, work.span));
            if (!bins)
                return bins.error();
            std::copy_if(bins->begin(), bins->end(), std::back_inserter(counted),
                [](const TimelineBin& bin) { return !isEmpty(bin); });
        }
        addBins(data.bins, counted);
    }
    qint64 all = 0;
    for (const TimelineBin& bin : data.bins) {
        for (const TaskState state : timelineBands) {
            data.totals[state] += bin.counts[state];
            all += bin.counts[state];
        }
    }
    if (!work.singles || all > singleTasksNear || (all > TimelineWork::singleTasks && work.span >= TimelineWork::nearSpan))
        return answer;
    auto tasks = readTasks(backend.inspector(), work.queues, work.range, data.totals);
    if (!tasks)
        return tasks.error();
    data.tasks = std::move(*tasks);
    return answer;
}

} // namespace dueline
