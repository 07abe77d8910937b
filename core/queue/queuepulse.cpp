// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queuepulse.h"

#include "core/base/duration.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

bool serves(const WorkerInfo& worker, const QueueName& queue)
{
    return std::find(worker.queues.begin(), worker.queues.end(), queue) != worker.queues.end();
}

/// Returns whether the counts prove that a task was claimed. A larger number of due tasks proves nothing.
bool hasProgressed(const QueueInfo& before, const QueueInfo& now)
{
    const auto rose = [&](TaskState state) { return now.counts[state] > before.counts[state]; };
    return now.counts[TaskState::Due] < before.counts[TaskState::Due] || rose(TaskState::Done)
        || rose(TaskState::Failed) || rose(TaskState::Retrying)
        || now.counts[TaskState::Leased] != before.counts[TaskState::Leased] || now.everRun > before.everRun
        || (now.oldestDue && before.oldestDue && *now.oldestDue > *before.oldestDue);
}

} // namespace

Result<std::vector<PulseReading>> CountPulse::read(const std::vector<QueueInfo>& queues)
{
    std::vector<PulseReading> readings;
    std::vector<const QueueInfo*> infos;
    std::vector<QueueName> due;
    TimePoint now{};
    for (const QueueInfo& info : queues) {
        if (info.asOf || !info.unreadable.isEmpty())
            continue;
        PulseReading reading;
        reading.queue = info.name;
        reading.due = info.counts[TaskState::Due] + info.dueRetries;
        if (info.states.contains(TaskState::Leased))
            reading.leases = info.counts[TaskState::Leased];
        reading.hold = info.paused ? PulseHold::Paused : PulseHold::None;
        const auto before = m_counted.find(info.name);
        reading.moved = before != m_counted.end() && hasProgressed(before->second, info);
        if (reading.due > 0 || info.counts[TaskState::Leased] > 0)
            m_counted[info.name] = info;
        else if (before != m_counted.end())
            m_counted.erase(before);
        if (reading.due > 0)
            due.push_back(info.name);
        now = std::max(now, info.serverNow);
        readings.push_back(std::move(reading));
        infos.push_back(&info);
    }
    if (!due.empty()) {
        if (const auto read = readWorkers(due, now); !read)
            return read.error();
    }
    if (m_knowsWorkers) {
        for (std::size_t i = 0; i < readings.size(); ++i)
            tellWorkers(readings[i], *infos[i]);
    }
    if (const auto completed = complete(readings, infos); !completed)
        return completed.error();
    return readings;
}

Result<> CountPulse::complete(std::vector<PulseReading>&, const std::vector<const QueueInfo*>&) { return {}; }

Result<std::vector<WorkerInfo>> CountPulse::workersOf(const std::vector<QueueName>&, TimePoint)
{
    return m_inspector.workers();
}

/// Rereads the workers if the interval has passed, or if other queues now have due tasks.
Result<> CountPulse::readWorkers(const std::vector<QueueName>& queues, TimePoint now)
{
    const auto here = std::chrono::steady_clock::now();
    const bool isFresh = m_workersAt && here - *m_workersAt < workersEvery;
    const bool areKnown
        = std::all_of(queues.begin(), queues.end(), [this](const QueueName& queue) { return m_asked.contains(queue); });
    if (!m_readsWorkers || (isFresh && areKnown))
        return {};
    m_workersAt = here;
    m_asked = {queues.begin(), queues.end()};
    auto workers = workersOf(queues, now);
    m_knowsWorkers = workers.ok();
    if (!workers)
        return endsReading(workers.error().code) ? Result<>(workers.error()) : Result<>();
    m_workers = *std::move(workers);
    return {};
}

void CountPulse::tellWorkers(PulseReading& reading, const QueueInfo& info) const
{
    qint64 alive = 0;
    qint64 capacity = 0;
    for (const WorkerInfo& worker : m_workers) {
        if (!serves(worker, reading.queue) || worker.lost || worker.quiet)
            continue;
        ++alive;
        capacity += worker.concurrency;
        // Ignore the number of running tasks if the worker's last heartbeat is too old.
        if (worker.seenAt == TimePoint() || info.serverNow - worker.seenAt <= busyHeartbeat())
            reading.used += worker.running;
    }
    if (alive == 0 && info.unseenWorkers)
        return; // the layout can't observe workers, so an empty list proves nothing
    reading.workers = alive;
    if (capacity > 0)
        reading.capacity = capacity;
    if (alive == 0)
        reading.hints.push_back({PulseHint::Kind::NoWorker});
}

void addHeartbeatHint(PulseReading& reading, const std::vector<WorkerInfo>& workers, TimePoint now, Millis overdue)
{
    PulseHint hint{PulseHint::Kind::NoHeartbeat};
    for (const WorkerInfo& worker : workers) {
        if (!serves(worker, reading.queue) || worker.seenAt == TimePoint())
            continue;
        ++hint.total;
        if (now - worker.seenAt <= overdue)
            continue;
        ++hint.count;
        hint.age = std::max(hint.age, Millis(now - worker.seenAt));
    }
    if (hint.count > 0)
        reading.hints.push_back(hint);
}

QByteArray hintName(PulseHint::Kind kind)
{
    using enum PulseHint::Kind;
    switch (kind) {
    case NoWorker:
        return "no-worker";
    case NoneWaits:
        return "none-waits";
    case NoSign:
        return "no-sign";
    case NoSignAlive:
        return "no-sign-process-alive";
    case NoHeartbeat:
        return "no-heartbeat";
    case Unlocked:
        return "unlocked";
    case Stopping:
        return "stopping";
    case Idle:
        return "idle";
    case NoScheduler:
        return "no-scheduler";
    case Unmarked:
        return "unmarked";
    }
    return {};
}

QByteArray holdName(PulseHold hold)
{
    return hold == PulseHold::Paused   ? "paused"
        : hold == PulseHold::Suspended ? "suspended"
        : hold == PulseHold::Limited   ? "limited"
                                       : "";
}

QString hintText(const PulseHint& hint)
{
    using enum PulseHint::Kind;
    const QString age = formatDuration(std::chrono::floor<std::chrono::seconds>(hint.age));
    const QString count = QString::number(hint.count);
    switch (hint.kind) {
    case NoWorker:
        return u"No worker for this queue is connected or registered"_s;
    case NoneWaits:
        return u"None of the queue's connected workers (%1) is waiting for a task"_s.arg(count);
    case NoSign:
        return u"Connections waiting for tasks (%1) have sent nothing for %2"_s.arg(count, age);
    case NoSignAlive:
        return u"Connections waiting for tasks (%1) have sent nothing for %2, but a worker process is alive"_s.arg(
            count, age);
    case NoHeartbeat:
        return u"Workers without a heartbeat for %3: %1 of %2"_s.arg(count, QString::number(hint.total), age);
    case Unlocked:
        return u"Leased tasks without a lock: %1 of %2"_s.arg(count, QString::number(hint.total));
    case Stopping:
        return u"All workers (%1) have been told to stop claiming tasks"_s.arg(count);
    case Idle:
        return u"All workers (%1) report that they are idle, so their processes or connections may be stuck"_s.arg(
            count);
    case NoScheduler:
        return u"No scheduler is moving due tasks to the queue"_s;
    case Unmarked:
        return u"A worker is waiting, but the queue's marker key, which wakes workers, is missing"_s;
    }
    return {};
}

} // namespace dueline
