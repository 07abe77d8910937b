// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/board/boardmemory.h"

#include <algorithm>

namespace dueline {

namespace {

using std::chrono::minutes;

/// Source of the minutes of a queue.
enum class BoardKeeping : quint8 {
    Complete, ///< Dueline's own statistics, written by all workers
    Ended, ///< counts of ended tasks that the framework keeps
    Partly, ///< Dueline's own statistics, only of tasks that ran here
    None,
};

BoardKeeping keepingOf(const Capabilities& can)
{
    if (!can.statistics)
        return BoardKeeping::None;
    if (!can.leases)
        return BoardKeeping::Ended;
    return can.sharedWork ? BoardKeeping::Partly : BoardKeeping::Complete;
}

/// Returns the count of a state, or the reason why it is missing.
BoardFigure<qint64> countOf(const QueueInfo& info, TaskState state)
{
    if (!info.states.contains(state))
        return Absence::NotKept;
    return info.counts[state];
}

} // namespace

std::optional<BoardReading> BoardMemory::next(
    const std::vector<QueueInfo>& queues, const QueueCapabilities& can, TimePoint now) const
{
    const TimePoint first = std::chrono::floor<minutes>(now) - BoardRow::hour + minutes(1);
    struct Candidate
    {
        const QueueInfo* info;
        TimePoint readAt;
        BoardRow row;
    };
    std::vector<Candidate> candidates;
    for (const QueueInfo& info : queues) {
        if (!info.unreadable.isEmpty())
            continue;
        const auto known = m_known.find(info.name);
        const TimePoint readAt = known == m_known.end() ? TimePoint{} : known->second.readAt;
        const bool changed = known == m_known.end() || known->second.counts != info.counts;
        if (now - readAt >= minutes(1) || (changed && now - readAt >= queueEvery))
            candidates.push_back(
                {&info, readAt, readAt == TimePoint{} ? rowOf(info, can.of(info.name), now) : BoardRow()});
    }
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        if (a.readAt != b.readAt)
            return a.readAt < b.readAt;
        return a.readAt == TimePoint{} && isWorse(a.row, b.row);
    });
    const bool workers = can.all.workers && (!m_workersAt || now - *m_workersAt >= workersEvery);
    if (candidates.empty() && !workers)
        return std::nullopt;
    std::vector<BoardRequest> requests;
    for (const Candidate& candidate : candidates) {
        const BoardKeeping keeping = keepingOf(can.of(candidate.info->name));
        const bool reads = keeping == BoardKeeping::Complete || keeping == BoardKeeping::Ended;
        // Read the minute of the last reading and the one before it again, because their counts may have changed.
        const TimePoint from = std::max<TimePoint>(first, std::chrono::floor<minutes>(candidate.readAt) - minutes(1));
        requests.push_back({candidate.info->name, reads ? from : TimePoint::max(), candidate.info->counts,
            candidate.info->states.contains(TaskState::Failed)});
    }
    return BoardReading(std::move(requests), workers, now);
}

void BoardMemory::keep(const BoardReading& reading, TimePoint now)
{
    const TimePoint first = std::chrono::floor<minutes>(now) - BoardRow::hour + minutes(1);
    for (const BoardRequest& request : reading.requests()) {
        const auto read = reading.read().find(request.queue);
        if (read == reading.read().end())
            continue;
        Known& known = m_known[request.queue];
        known.readAt = now;
        known.counts = request.counts;
        known.minutes.erase(known.minutes.begin(), known.minutes.lower_bound(first));
        for (const auto& [minute, figures] : read->second.minutes)
            known.minutes[minute] = figures;
        known.past = read->second;
        known.past.minutes.clear();
    }
    if (!reading.askedWorkers())
        return;
    m_workersAt = now;
    m_workers.clear();
    if (!reading.workers())
        return;
    for (const WorkerInfo& worker : *reading.workers()) {
        for (const QueueName& queue : worker.queues)
            ++(worker.lost ? m_workers[queue].lost : m_workers[queue].alive);
    }
}

std::vector<BoardRow> BoardMemory::rows(
    const std::vector<QueueInfo>& queues, const QueueCapabilities& can, TimePoint now) const
{
    std::vector<BoardRow> rows;
    rows.reserve(queues.size());
    for (const QueueInfo& info : queues)
        rows.push_back(rowOf(info, can.of(info.name), now));
    return rows;
}

BoardRow BoardMemory::rowOf(const QueueInfo& info, const Capabilities& can, TimePoint now) const
{
    BoardRow row;
    row.queue = info.name;
    row.layout = can.layout;
    row.serverNow = now;
    row.asOf = info.asOf;
    row.paused = info.paused;
    row.unreadable = info.unreadable;
    row.forbidden = info.forbidden;
    if (!info.unreadable.isEmpty()) {
        row.ended = Absence::Unreadable;
        row.due = row.leased = row.failedLately = row.failed = Absence::Unreadable;
        row.oldestDue = row.nextRun = Absence::Unreadable;
        row.addedRate = row.endedRate = Absence::Unreadable;
        row.workers = Absence::Unreadable;
        return row;
    }
    row.due = countOf(info, TaskState::Due);
    if (row.due) {
        *row.due.value += info.dueRetries;
        row.dueRetries = info.dueRetries;
    }
    row.leased = countOf(info, TaskState::Leased);
    row.failed = countOf(info, TaskState::Failed);
    if (info.oldestDue)
        row.oldestDue = *info.oldestDue;
    else
        row.oldestDue = info.oldestUnknown ? Absence::NotKept : Absence::Nothing;
    row.workers = workersOf(info, can);
    if (const auto known = m_known.find(info.name); known != m_known.end())
        tellMinutes(row, known->second, can, now);
    if (!info.states.contains(TaskState::Failed))
        row.failedLately = Absence::NotKept;
    return row;
}

void BoardMemory::tellMinutes(BoardRow& row, const Known& known, const Capabilities& can, TimePoint now)
{
    if (known.past.nextRun)
        row.nextRun = *known.past.nextRun;
    else
        row.nextRun = known.past.knowsRuns ? Absence::Nothing : Absence::NotKept;
    row.failedLately = known.past.failedLately ? BoardFigure<qint64>(*known.past.failedLately) : Absence::NotKept;
    const BoardKeeping keeping = keepingOf(can);
    // A framework without statistics by the minute returns no minutes.
    const bool told = keeping == BoardKeeping::Complete || (keeping == BoardKeeping::Ended && !known.minutes.empty());
    if (!told) {
        const Absence why = keeping == BoardKeeping::Partly ? Absence::OthersWork : Absence::NotKept;
        row.ended = why;
        row.addedRate = row.endedRate = why;
        return;
    }
    const TimePoint current = std::chrono::floor<minutes>(now);
    const TimePoint first = current - BoardRow::hour + minutes(1);
    std::array<qint64, BoardRow::bars> ended{};
    qint64 added = 0;
    qint64 out = 0;
    for (auto minute = known.minutes.lower_bound(first); minute != known.minutes.end(); ++minute) {
        if (minute->first > current)
            break;
        const BoardMinute& figures = minute->second;
        const auto bar = std::size_t((minute->first - first) / BoardRow::barLength);
        ended[bar] += figures.done + figures.failed;
        row.endedFailed[bar] += figures.failed;
        if (minute->first < current && minute->first >= current - minutes(BoardRow::rateMinutes)) {
            added += figures.added;
            out += figures.done + figures.failed;
        }
    }
    row.ended = ended;
    row.endedRate = double(out) / BoardRow::rateMinutes;
    if (keeping == BoardKeeping::Complete)
        row.addedRate = double(added) / BoardRow::rateMinutes;
    else
        row.addedRate = Absence::NotKept;
}

BoardFigure<BoardWorkers> BoardMemory::workersOf(const QueueInfo& info, const Capabilities& can) const
{
    if (!can.workers)
        return Absence::NotKept;
    if (info.unseenWorkers)
        return Absence::Unseen;
    if (!m_workersAt)
        return Absence::NotRead;
    const auto known = m_workers.find(info.name);
    BoardWorkers workers = known == m_workers.end() ? BoardWorkers() : known->second;
    workers.atLeast = can.unlistedWorkers;
    return workers;
}

} // namespace dueline
