// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/bull/jobworkers.h"
#include "core/queue/queuepulse.h"

namespace dueline {

/// Pulse of Bull or BullMQ queues. Watches the jobs next in line, the running jobs' locks, the rate limit, and the
/// workers' connections.
class JobPulse : public CountPulse
{
public:
    /// Creates a pulse. `hasMarker`: true if workers wait for the `marker` set (BullMQ).
    JobPulse(QueueInspector& inspector, RedisClient& client, std::shared_ptr<JobWorkers> workers, QByteArray prefix,
        bool hasMarker)
        : CountPulse(inspector, true)
        , m_client(client)
        , m_jobWorkers(std::move(workers))
        , m_prefix(std::move(prefix))
        , m_hasMarker(hasMarker)
    { }

protected:
    /// Reads the workers of exactly these queues, even if no scan has found the queues yet.
    Result<std::vector<WorkerInfo>> workersOf(const std::vector<QueueName>& queues, TimePoint now) override
    {
        return m_jobWorkers->of(queues, now);
    }
    Result<> complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos) override;

private:
    /// Data from a queue's previous reading.
    struct Known
    {
        QByteArray head; ///< job that workers will claim next; empty if unknown
        qint64 checkLeft = -1; ///< remaining time to live of the `stalled-check` key, in ms
        std::optional<TimePoint> renewed; ///< time when a worker last renewed the `stalled-check` key
    };

    Result<> readLocks(PulseReading& reading, const QByteArray& base);
    void tellConnections(PulseReading& reading, const Known& known, TimePoint now, bool isUnmarked) const;

    RedisClient& m_client;
    std::shared_ptr<JobWorkers> m_jobWorkers;
    QByteArray m_prefix;
    bool m_hasMarker;
    std::map<QueueName, Known> m_known;
};

} // namespace dueline
