// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

#include <chrono>
#include <set>

namespace dueline {

/// Fact about a queue's workers that may explain why no tasks are claimed. It is derived from data on the server.
struct PulseHint
{
    enum class Kind : quint8 {
        NoWorker, ///< no worker of this queue is connected or registered
        NoneWaits, ///< `count` workers are connected, but none of them is waiting for a task
        NoSign, ///< the `count` connections waiting for tasks have sent nothing for `age`
        NoSignAlive, ///< like NoSign, but a process has used another connection since then
        NoHeartbeat, ///< `count` of `total` workers haven't sent a heartbeat for `age`
        Unlocked, ///< `count` of `total` leased tasks have no lock
        Stopping, ///< all `count` workers were told to stop claiming tasks
        Idle, ///< `count` workers report that they are idle
        NoScheduler, ///< no scheduler is moving due scheduled tasks to the queue
        Unmarked, ///< a worker is waiting for the queue's marker, which is missing
    };

    Kind kind = Kind::NoWorker;
    qint64 count = 0;
    qint64 total = 0;
    Millis age{0};

    bool operator==(const PulseHint&) const = default;
};

/// Reason why workers must not claim due tasks.
enum class PulseHold : quint8 { None, Paused, Suspended, Limited };

/// State of a queue and its workers at one point in time.
struct PulseReading
{
    static constexpr std::size_t mostLeased = 100;

    QueueName queue;
    qint64 due = 0; ///< number of tasks that a worker could claim, including tasks on hold
    /// true if the task that was first in the previous reading is no longer waiting, or the counts prove that a task
    /// was claimed
    bool moved = false;
    std::vector<QByteArray> leased = {}; ///< ids of leased tasks, at most mostLeased
    std::optional<qint64> leases = {}; ///< number of leased tasks; nullopt if unknown
    qint64 unlocked = 0; ///< number of leased tasks without a lock
    std::optional<qint64> workers = {}; ///< number of live workers; nullopt if unknown
    /// number of tasks that the live workers can run at the same time; nullopt if unknown
    std::optional<qint64> capacity = {};
    qint64 used = 0; ///< number of tasks that the workers report as running
    PulseHold hold = PulseHold::None;
    Millis holdFor{0}; ///< time for which the rate limit will keep holding tasks
    std::vector<PulseHint> hints = {};
};

/// Read-only pulse of queues: their waiting tasks and the health of their workers. It compares each reading with the
/// previous one, so use one object per sequence of readings.
class QueuePulse
{
public:
    virtual ~QueuePulse() = default;

    /// Reads the queues. Sends requests only if there are due or leased tasks. `queues`: as returned by queues().
    /// Leaves out queues that can't be read or haven't just been counted. Fails only with connection errors.
    virtual Result<std::vector<PulseReading>> read(const std::vector<QueueInfo>& queues) = 0;
};

/// Pulse that uses only the counts and the workers. Layouts derive from it to add the first waiting task, leases and
/// hints.
class CountPulse : public QueuePulse
{
public:
    static constexpr std::chrono::seconds workersEvery{3}; ///< interval for reading the workers

    CountPulse(QueueInspector& inspector, bool readsWorkers)
        : m_inspector(inspector)
        , m_readsWorkers(readsWorkers)
    { }

    Result<std::vector<PulseReading>> read(const std::vector<QueueInfo>& queues) override;

protected:
    /// Completes the readings. `infos`: the queues that the readings belong to, in the same order. Fails only with
    /// connection errors.
    virtual Result<> complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos);
    /// Reads these queues' workers. By default, reads all workers. Errors: same as QueueInspector.
    virtual Result<std::vector<WorkerInfo>> workersOf(const std::vector<QueueName>& queues, TimePoint now);
    /// Returns the age at which a heartbeat no longer proves that its worker is running tasks. The default suits
    /// workers that send a heartbeat at least every 10 s, and allows for the interval between reads.
    virtual Millis busyHeartbeat() const { return Millis(16'000); }
    /// Returns the workers from the last read.
    const std::vector<WorkerInfo>& workers() const { return m_workers; }
    QueueInspector& inspector() { return m_inspector; }

private:
    Result<> readWorkers(const std::vector<QueueName>& queues, TimePoint now);
    void tellWorkers(PulseReading& reading, const QueueInfo& info) const;

    QueueInspector& m_inspector;
    bool m_readsWorkers;
    std::optional<std::chrono::steady_clock::time_point> m_workersAt;
    std::set<QueueName> m_asked; ///< queues whose workers have been read
    bool m_knowsWorkers = false;
    std::vector<WorkerInfo> m_workers;
    std::map<QueueName, QueueInfo> m_counted; ///< last counts of queues with due or leased tasks
};

/// Adds a hint if workers haven't sent a heartbeat for longer than `overdue`, which must exceed the heartbeat interval.
void addHeartbeatHint(PulseReading& reading, const std::vector<WorkerInfo>& workers, TimePoint now, Millis overdue);

/// Returns a hint's or hold's identifier for scripts: `no-heartbeat`, `paused`.
QByteArray hintName(PulseHint::Kind kind);
QByteArray holdName(PulseHold hold);
/// Returns a hint's sentence, without the final period.
QString hintText(const PulseHint& hint);

} // namespace dueline
