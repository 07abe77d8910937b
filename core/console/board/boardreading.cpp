// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/board/boardreading.h"

#include "core/console/board/boardrow.h"

#include <algorithm>

namespace dueline {

BoardReading::BoardReading(std::vector<BoardRequest> requests, bool workers, TimePoint now)
    : m_requests(std::move(requests))
    , m_wantsWorkers(workers)
    , m_now(now)
{ }

Result<> BoardReading::carryOn(const Error& error) const
{
    return endsReading(error.code) ? Result<>(error) : Result<>();
}

Result<bool> BoardReading::step(Backend& backend)
{
    const auto part = m_wantsWorkers && !m_askedWorkers ? &BoardReading::readWorkers
        : !m_failed.empty()                             ? &BoardReading::readFailed
        : !m_runs.empty()                               ? &BoardReading::readRuns
        : !m_ends.empty()                               ? &BoardReading::readEnds
        : m_next < m_requests.size()                    ? &BoardReading::readMinutes
                                                        : nullptr;
    if (!part)
        return true;
    if (const auto read = (this->*part)(backend); !read)
        return read.error();
    // Don't stop in the middle of a queue: its partial data would look complete.
    return !hasBegun() && (m_next == m_requests.size() || m_calls >= mostCalls);
}

Result<> BoardReading::readWorkers(Backend& backend)
{
    m_askedWorkers = true;
    ++m_calls;
    auto workers = backend.inspector().workers();
    if (!workers)
        return carryOn(workers.error());
    m_workers = *std::move(workers);
    return {};
}

Result<> BoardReading::readMinutes(Backend& backend)
{
    ++m_calls;
    std::vector<RecentRequest> wanted;
    for (std::size_t i = m_next; i < m_requests.size(); ++i)
        wanted.push_back({m_requests[i].queue, m_requests[i].from, m_now - BoardRow::hour});
    const auto recent = backend.inspector().recent(wanted, m_now + std::chrono::minutes(1));
    const std::size_t told = recent ? recent->size() : 1;
    for (std::size_t i = 0; i < told; ++i) {
        const std::size_t request = m_next + i;
        BoardHistory& past = m_read[m_requests[request].queue];
        if (recent) {
            for (const StatisticsBin& bin : (*recent)[i].statistics)
                past.minutes[bin.from] = {bin.added, bin.done(), bin.failed()};
            past.knowsRuns = (*recent)[i].knowsRuns;
            past.nextRun = (*recent)[i].nextRun;
            past.failedLately = (*recent)[i].failed;
        }
        if (m_requests[request].hasFailed && !past.failedLately)
            m_failed.push_back(request);
        if (!past.knowsRuns && backend.schedules())
            m_runs.push_back(request);
        if (m_requests[request].wantsEnds && past.minutes.empty())
            m_ends.push_back(request);
    }
    m_next += told;
    return recent ? Result<>() : carryOn(recent.error());
}

/// Counts the tasks that failed in the last hour. Failed tasks are sorted newest first, so a binary search finds the
/// oldest one.
Result<> BoardReading::readFailed(Backend& backend)
{
    const BoardRequest& request = m_requests[m_failed.back()];
    m_failed.pop_back();
    const TimePoint since = m_now - BoardRow::hour;
    qint64 within = 0; // tasks below this index failed in the last hour
    qint64 without = request.counts[TaskState::Failed]; // tasks from this index on failed earlier
    for (qint64 reach = 1; within < without; reach *= 2) {
        // Usually, few tasks are recent, so double the step until it reaches an older task, then bisect.
        const bool strides = without == request.counts[TaskState::Failed];
        const qint64 at = strides ? std::min(within + reach - 1, without - 1) : within + (without - within) / 2;
        ++m_calls;
        const auto page = backend.inspector().page({request.queue, TaskState::Failed, at, 1});
        if (!page)
            return carryOn(page.error());
        if (!page->tasks.empty() && page->tasks.front().at >= since)
            within = at + 1;
        else
            without = at;
    }
    m_read[request.queue].failedLately = within;
    return {};
}

Result<> BoardReading::readRuns(Backend& backend)
{
    const QueueName queue = m_requests[m_runs.back()].queue;
    m_runs.pop_back();
    ++m_calls;
    const auto schedules = backend.schedules()->schedules(queue);
    if (!schedules)
        return carryOn(schedules.error());
    BoardHistory& past = m_read[queue];
    past.knowsRuns = true;
    for (const ScheduleState& schedule : *schedules) {
        if (schedule.next && (!past.nextRun || *schedule.next < *past.nextRun))
            past.nextRun = schedule.next;
    }
    return {};
}

/// Counts the done and failed tasks that are still stored, by the minute they ended in.
Result<> BoardReading::readEnds(Backend& backend)
{
    const QueueName queue = m_requests[m_ends.back()].queue;
    m_ends.pop_back();
    ++m_calls;
    const TimePoint to = std::chrono::floor<std::chrono::minutes>(m_now) + std::chrono::minutes(1);
    const auto timeline = backend.inspector().timeline(queue, to - BoardRow::hour, to, int(BoardRow::bars));
    if (!timeline)
        return carryOn(timeline.error());
    for (const TimelineBin& bin : *timeline) {
        const BoardMinute ended{0, bin.counts[TaskState::Done], bin.counts[TaskState::Failed]};
        if (ended != BoardMinute())
            m_read[queue].ends[bin.from] = ended;
    }
    return {};
}

} // namespace dueline
