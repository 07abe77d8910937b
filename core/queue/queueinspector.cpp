// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queueinspector.h"

#include "core/base/text.h"

#include <algorithm>

namespace dueline {

namespace {

/// Returns one task, or nullopt. Rereads a task that seems damaged, because it may have been removed or edited between
/// the two requests.
Result<std::optional<TaskRecord>> taskRecord(QueueInspector& inspector, const QueueName& queue, const TaskId& id)
{
    constexpr int tries = 3;
    for (int left = tries;; --left) {
        auto detail = inspector.task(queue, id);
        auto payload = detail ? inspector.payload(queue, id) : Result<QByteArray>(detail.error());
        if (payload)
            return std::optional(TaskRecord{std::move(detail).value(), std::move(payload).value()});
        if (payload.error().code == ErrorCode::NotFound)
            return std::optional<TaskRecord>();
        if (!detail || payload.error().code != ErrorCode::WrongType)
            return payload.error();
        if (left > 1)
            continue;
        return std::optional(TaskRecord::unreadable(id, payload.error().message));
    }
}

} // namespace

Result<TaskDetail> QueueInspector::taskIn(const QueueName& queue, const TaskId& id, StateSet states)
{
    auto detail = task(queue, id);
    if (!detail || states.contains(detail->task.state))
        return detail;
    return Error{ErrorCode::NotFound,
        QStringLiteral("The task \"%1\" in \"%2\" is now in another state.").arg(printable(id), printable(queue))};
}

/// Ignores unreadable pages: the search that follows will report the error.
TimePoint QueueInspector::endedUntil(const QueueName& queue, StateSet states, TimePoint now)
{
    constexpr int newest = 20; // more than one, because some layouts sort by the end of the retention period
    TimePoint until = now;
    for (const TaskState state : {TaskState::Failed, TaskState::Done, TaskState::Trash}) {
        if (!states.contains(state))
            continue;
        const auto page = this->page({queue, state, 0, newest});
        if (!page)
            continue;
        for (const Task& task : page->tasks)
            until = std::max(until, task.at);
    }
    return until;
}

Result<std::vector<TimelineBin>> timelineBins(TimePoint from, TimePoint to, int bins)
{
    if (bins < 1 || bins > QueueInspector::maxBins || to <= from) {
        return Error{
            ErrorCode::Usage, QStringLiteral("A timeline needs 1 to 2000 bins, and an end later than its start.")};
    }
    std::vector<TimelineBin> timeline;
    timeline.resize(std::size_t(bins));
    const qint64 span = (to - from).count();
    for (int i = 0; i < bins; ++i) {
        timeline[std::size_t(i)].from = from + Millis(span / bins * i + span % bins * i / bins);
        timeline[std::size_t(i)].to = from + Millis(span / bins * (i + 1) + span % bins * (i + 1) / bins);
    }
    return timeline;
}

Result<std::vector<RecentHistory>> QueueInspector::recent(const std::vector<RecentRequest>& wanted, TimePoint to)
{
    if (wanted.empty())
        return Error{ErrorCode::Usage, QStringLiteral("No queue was specified.")};
    std::vector<RecentHistory> first(1);
    if (wanted.front().from < to) {
        auto bins = statistics(wanted.front().queue, wanted.front().from, to);
        if (!bins)
            return bins.error();
        first.front().statistics = *std::move(bins);
    }
    return first;
}

Result<std::optional<TimePoint>> QueueInspector::lastDue(const QueueName& queue, StateSet states)
{
    std::optional<TimePoint> last;
    for (const TaskState state : {TaskState::Scheduled, TaskState::Due, TaskState::Retrying}) {
        if (!states.contains(state))
            continue;
        PageRequest request;
        request.queue = queue;
        request.state = state;
        request.limit = 1;
        auto page = this->page(request);
        if (page && page->total > 1) {
            // Tasks are sorted by time, earliest first, so the last task is the latest.
            request.offset = page->total - 1;
            auto end = this->page(request);
            if (!end || !end->tasks.empty())
                page = std::move(end);
        }
        if (!page)
            return page.error();
        if (!page->tasks.empty())
            last = std::max(last, std::optional(page->tasks.back().at));
    }
    return last;
}

Result<std::vector<TimelineBin>> QueueInspector::timeline(
    const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    auto timeline = timelineBins(from, to, bins);
    if (!timeline)
        return timeline;
    for (const TaskState state : allStates) {
        if (state == TaskState::Trash)
            continue;
        PageRequest request;
        request.queue = queue;
        request.state = state;
        request.limit = maxPage;
        for (request.offset = 0; request.offset < timelineTasks; request.offset += maxPage) {
            const auto page = this->page(request);
            if (!page)
                return page.error();
            for (const Task& task : page->tasks) {
                const auto bin = std::upper_bound(timeline->begin(), timeline->end(), task.at,
                    [](TimePoint at, const TimelineBin& other) { return at < other.to; });
                if (bin != timeline->end() && task.at >= from)
                    ++bin->counts[state];
            }
            if (request.offset + maxPage >= page->total)
                break;
        }
    }
    return timeline;
}

Result<std::vector<std::optional<TaskRecord>>> QueueInspector::readRecords(
    const QueueName& queue, const std::vector<TaskId>& ids)
{
    if (ids.size() > taskRecords)
        return Error{ErrorCode::Usage, QStringLiteral("At most 100 tasks can be read in one call.")};
    std::vector<std::optional<TaskRecord>> tasks;
    qint64 bytes = 0;
    for (const TaskId& id : ids) {
        if (bytes >= wholeBytes)
            break;
        auto task = taskRecord(*this, queue, id);
        if (!task)
            return task.error();
        bytes += *task ? (*task)->payload.size() : 0;
        tasks.push_back(*std::move(task));
    }
    return tasks;
}

} // namespace dueline
