// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/board/boardmemory.h"

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

using std::chrono::minutes;

/// Source of a queue's per-minute counts.
enum class BoardKeeping : quint8 {
    Complete, ///< Dueline's statistics, with contributions from all workers
    Ended, ///< the framework's counts of finished tasks
    Partly, ///< Dueline's statistics, which exclude tasks run by the framework's own workers
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

/// Returns the number of tasks in a state, or why it is unknown.
BoardFigure<qint64> countOf(const QueueInfo& info, TaskState state)
{
    if (!info.states.contains(state))
        return Absence::NotKept;
    return info.counts[state];
}

void countWorker(BoardWorkers& workers, const WorkerInfo& worker)
{
    ++(worker.lost ? workers.lost : workers.alive);
    if (worker.lost)
        return;
    workers.capacity += worker.concurrency;
    workers.running += worker.running;
}

/// Returns the total events in all minutes that start in [from, to).
BoardMinute eventsBetween(const std::map<TimePoint, BoardMinute>& minutesOf, TimePoint from, TimePoint to)
{
    BoardMinute sum;
    for (auto minute = minutesOf.lower_bound(from); minute != minutesOf.end() && minute->first < to; ++minute) {
        sum.added += minute->second.added;
        sum.done += minute->second.done;
        sum.failed += minute->second.failed;
    }
    return sum;
}

/// Derives events from the difference between two counts. Tasks that are no longer pending, leased, failed, or in the
/// trash have ended, even if the layout doesn't keep done tasks. `added`, `run`: increases in the framework's counters.
/// Without counters, the result is a lower bound.
BoardMinute changeOf(
    const StateCounts& before, const StateCounts& after, std::optional<qint64> added, std::optional<qint64> run)
{
    const auto grown = [&](TaskState state) { return after[state] - before[state]; };
    const qint64 kept = after.pending() + after[TaskState::Leased] - before.pending() - before[TaskState::Leased]
        + grown(TaskState::Failed) + grown(TaskState::Trash);
    BoardMinute change;
    change.failed = std::max<qint64>(0, grown(TaskState::Failed));
    change.done = run ? std::max<qint64>(0, *run - change.failed)
        : added       ? std::max<qint64>(0, *added - kept)
                      : std::max<qint64>({0, grown(TaskState::Done), -kept});
    change.added = added.value_or(std::max<qint64>(0, kept + change.done));
    return change;
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
        // Also reread the minute of the last reading and the one before, since they may have gained events afterwards.
        const TimePoint from = std::max<TimePoint>(first, std::chrono::floor<minutes>(candidate.readAt) - minutes(1));
        requests.push_back({candidate.info->name, reads ? from : TimePoint::max(), candidate.info->counts,
            candidate.info->states.contains(TaskState::Failed),
            keeping != BoardKeeping::Complete && candidate.readAt == TimePoint{}});
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
        known.past.ends.clear();
        if (const auto sampled = m_sampled.find(request.queue); sampled != m_sampled.end())
            sampled->second.precede(read->second.ends);
    }
    if (!reading.askedWorkers())
        return;
    m_workersAt = now;
    m_workers.clear();
    m_allWorkers = {};
    if (!reading.workers())
        return;
    for (const WorkerInfo& worker : *reading.workers()) {
        countWorker(m_allWorkers, worker);
        for (const QueueName& queue : worker.queues)
            countWorker(m_workers[queue], worker);
    }
}

void BoardMemory::Sampled::precede(const std::map<TimePoint, BoardMinute>& ends)
{
    const TimePoint begun = std::chrono::floor<std::chrono::minutes>(since);
    for (const auto& [minute, ended] : ends) {
        if (minute > begun)
            break;
        const auto counted = minutes.find(minute); // this minute's events, if already sampled
        const BoardMinute known = counted == minutes.end() ? BoardMinute() : counted->second;
        before[minute]
            = {0, std::max<qint64>(0, ended.done - known.done), std::max<qint64>(0, ended.failed - known.failed)};
    }
}

void BoardMemory::sample(const std::vector<QueueInfo>& queues, TimePoint now)
{
    const TimePoint current = std::chrono::floor<minutes>(now);
    for (const QueueInfo& info : queues) {
        if (!info.unreadable.isEmpty() || info.isPart)
            continue;
        const TimePoint at = info.asOf.value_or(now);
        const auto known = m_sampled.find(info.name);
        if (known == m_sampled.end()) {
            m_sampled[info.name] = {at, at, info.counts, info.everAdded, info.everRun, {}, {}};
            continue;
        }
        Sampled& sampled = known->second;
        if (at <= sampled.at)
            continue;
        sampled.minutes.erase(sampled.minutes.begin(), sampled.minutes.lower_bound(current - BoardRow::hour));
        sampled.before.erase(sampled.before.begin(), sampled.before.lower_bound(current - BoardRow::hour));
        sampled.at = at;
        const auto grown = [](std::optional<qint64> before, std::optional<qint64> after) {
            return before && after && *after >= *before ? std::optional(*after - *before) : std::nullopt;
        };
        const auto added = grown(std::exchange(sampled.everAdded, info.everAdded), info.everAdded);
        const auto run = grown(std::exchange(sampled.everRun, info.everRun), info.everRun);
        if (sampled.counts != info.counts || added.value_or(0) > 0 || run.value_or(0) > 0) {
            BoardMinute& minute = sampled.minutes[std::chrono::floor<minutes>(at)];
            const BoardMinute change = changeOf(sampled.counts, info.counts, added, run);
            minute.added += change.added;
            minute.done += change.done;
            minute.failed += change.failed;
            sampled.counts = info.counts;
        }
    }
}

BoardFigure<BoardWorkers> BoardMemory::workers(const Capabilities& can) const
{
    if (!can.workers)
        return Absence::NotKept;
    if (!m_workersAt)
        return Absence::NotRead;
    BoardWorkers workers = m_allWorkers;
    workers.atLeast = can.unlistedWorkers;
    return workers;
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
    if (row.ended.absence == Absence::NotKept || row.ended.absence == Absence::OthersWork)
        tellSamples(row, now);
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
    // If no minutes were read, the framework keeps no per-minute statistics.
    const bool told = keeping == BoardKeeping::Complete || (keeping == BoardKeeping::Ended && !known.minutes.empty());
    if (!told) {
        const Absence why = keeping == BoardKeeping::Partly ? Absence::OthersWork : Absence::NotKept;
        row.ended = why;
        row.addedRate = row.endedRate = why;
        return;
    }
    row.ended = std::array<qint64, BoardRow::bars>{};
    tellBars(row, known.minutes, now);
    const TimePoint current = std::chrono::floor<minutes>(now);
    const BoardMinute recent = eventsBetween(known.minutes, current - minutes(BoardRow::rateMinutes), current);
    row.endedRate = double(recent.done + recent.failed) / BoardRow::rateMinutes;
    if (keeping == BoardKeeping::Complete)
        row.addedRate = double(recent.added) / BoardRow::rateMinutes;
    else
        row.addedRate = Absence::NotKept;
}

/// Adds the last hour's events to the row's bars.
void BoardMemory::tellBars(BoardRow& row, const std::map<TimePoint, BoardMinute>& minutesOf, TimePoint now)
{
    const TimePoint current = std::chrono::floor<minutes>(now);
    const TimePoint first = current - BoardRow::hour + minutes(1);
    for (auto minute = minutesOf.lower_bound(first); minute != minutesOf.end() && minute->first <= current; ++minute) {
        const auto bar = std::size_t((minute->first - first) / BoardRow::barLength);
        (*row.ended.value)[bar] += minute->second.done + minute->second.failed;
        row.endedFailed[bar] += minute->second.failed;
    }
}

/// Sets the row's bars from the samples, and its rates once the samples cover enough time.
void BoardMemory::tellSamples(BoardRow& row, TimePoint now) const
{
    const auto known = m_sampled.find(row.queue);
    if (known == m_sampled.end())
        return;
    const Sampled& sampled = known->second;
    row.sampledSince = sampled.since;
    row.isLeast = !sampled.everAdded && !sampled.everRun;
    row.ended = std::array<qint64, BoardRow::bars>{};
    tellBars(row, sampled.before, now);
    tellBars(row, sampled.minutes, now);
    const TimePoint from
        = std::max<TimePoint>(sampled.since, std::chrono::floor<minutes>(now) - minutes(BoardRow::rateMinutes - 1));
    const double length = double((now - from).count()) / 60'000;
    if (now - sampled.since < sampledEnough) {
        row.addedRate = row.endedRate = Absence::NotRead;
        return;
    }
    const BoardMinute recent = eventsBetween(sampled.minutes, std::chrono::floor<minutes>(from), TimePoint::max());
    row.endedRate = double(recent.done + recent.failed) / length;
    row.addedRate = double(recent.added) / length;
    // The rates are unknown rather than zero: a task that is added and ends between two counts doesn't change them.
    if (row.isLeast && row.leased.value.value_or(0) > 0 && recent.done + recent.failed == 0)
        row.addedRate = row.endedRate = Absence::NotKept;
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
