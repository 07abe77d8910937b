// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

#include <chrono>
#include <set>

namespace dueline {

/// Fact about the workers of a queue that may explain why no task is taken. It is based on data that was read.
struct PulseHint
{
    enum class Kind : quint8 {
        NoWorker, ///< no worker of this queue is connected or registered
        NoneWaits, ///< `count` workers are connected, but none waits for a task
        NoSign, ///< the `count` connections that waited for tasks have sent nothing for `age`
        NoSignAlive, ///< as NoSign, but a process has used another connection since
        NoHeartbeat, ///< `count` of `total` workers have sent no heartbeat for `age`
        Unlocked, ///< `count` of `total` leased tasks have no lock
        Stopping, ///< all `count` workers were told to take no more tasks
        Idle, ///< `count` workers report that they are idle
        NoScheduler, ///< no scheduler moves the due scheduled tasks to the queue
        Unmarked, ///< a worker waits for the queue's marker, which is missing
    };

    Kind kind = Kind::NoWorker;
    qint64 count = 0;
    qint64 total = 0;
    Millis age{0};

    bool operator==(const PulseHint&) const = default;
};

/// Reason why workers must not take due tasks.
enum class PulseHold : quint8 { None, Paused, Suspended, Limited };

/// State of a queue and its workers at one instant.
struct PulseReading
{
    static constexpr std::size_t mostLeased = 100;

    QueueName queue;
    qint64 due = 0; ///< tasks that a worker could take, including held tasks
    /// True if the first task of the previous reading no longer waits, or if the counts prove that a task was taken.
    bool moved = false;
    std::vector<QByteArray> leased = {}; ///< ids of leased tasks, at most mostLeased
    std::optional<qint64> leases = {}; ///< number of leased tasks; nullopt: unknown
    qint64 unlocked = 0; ///< number of tasks in `leases` without a lock
    std::optional<qint64> workers = {}; ///< live workers; nullopt: unknown
    std::optional<qint64> capacity = {}; ///< tasks that the live workers can run simultaneously; nullopt: unknown
    qint64 used = 0; ///< number of tasks that the workers report as running
    PulseHold hold = PulseHold::None;
    Millis holdFor{0}; ///< remaining time of a rate limit
    std::vector<PulseHint> hints = {};
};

/// Read-only observer of the waiting tasks in queues and of the health of their workers. Each reading is compared with
/// the previous one, so keep one observer for each sequence of readings.
class QueuePulse
{
public:
    virtual ~QueuePulse() = default;

    /// Reads the queues. Sends requests only if they have due or leased tasks. `queues`: as returned by queues(). Omits
    /// queues that cannot be read or were not counted just now. Errors: only those of the connection.
    virtual Result<std::vector<PulseReading>> read(const std::vector<QueueInfo>& queues) = 0;
};

/// Reader that uses only the counts and the workers. A layout derives from it to add the first waiting task, leases
/// and hints.
class CountPulse : public QueuePulse
{
public:
    static constexpr std::chrono::seconds workersEvery{3}; ///< interval at which the workers are read

    CountPulse(QueueInspector& inspector, bool readsWorkers)
        : m_inspector(inspector)
        , m_readsWorkers(readsWorkers)
    { }

    Result<std::vector<PulseReading>> read(const std::vector<QueueInfo>& queues) override;

protected:
    /// Completes the readings; `infos`: their queues, in the same order. Errors: only those of the connection.
    virtual Result<> complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos);
    /// Reads the workers of these queues. By default it reads all workers. Errors: as QueueInspector.
    virtual Result<std::vector<WorkerInfo>> workersOf(const std::vector<QueueName>& queues, TimePoint now);
    /// Returns the workers that were read last.
    const std::vector<WorkerInfo>& workers() const { return m_workers; }
    QueueInspector& inspector() { return m_inspector; }

private:
    Result<> readWorkers(const std::vector<QueueName>& queues, TimePoint now);
    void tellWorkers(PulseReading& reading, const QueueInfo& info) const;

    QueueInspector& m_inspector;
    bool m_readsWorkers;
    std::optional<std::chrono::steady_clock::time_point> m_workersAt;
    std::set<QueueName> m_asked; ///< queues whose workers were read
    bool m_knowsWorkers = false;
    std::vector<WorkerInfo> m_workers;
    std::map<QueueName, QueueInfo> m_counted; ///< last counts of each queue with due or leased tasks
};

/// Adds the hint that workers have sent no heartbeat for longer than `overdue`, which is longer than their interval.
void addHeartbeatHint(PulseReading& reading, const std::vector<WorkerInfo>& workers, TimePoint now, Millis overdue);

/// Returns the identifier of a hint or hold for scripts: `no-heartbeat`, `paused`.
QByteArray hintName(PulseHint::Kind kind);
QByteArray holdName(PulseHold hold);
/// Returns the sentence for a hint, without a period.
QString hintText(const PulseHint& hint);

} // namespace dueline
