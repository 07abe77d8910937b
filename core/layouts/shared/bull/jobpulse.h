// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/bull/jobworkers.h"
#include "core/queue/queuepulse.h"

namespace dueline {

/// Observer of Bull or BullMQ queues, based on the ends of the lists from which workers claim jobs, the locks of
/// running jobs, the rate limit, and the workers' connections.
class JobPulse : public CountPulse
{
public:
    /// Creates an observer. `hasMarker`: true if workers wait for the `marker` set (BullMQ).
    JobPulse(QueueInspector& inspector, RedisClient& client, std::shared_ptr<JobWorkers> workers, QByteArray prefix,
        bool hasMarker)
        : CountPulse(inspector, true)
        , m_client(client)
        , m_jobWorkers(std::move(workers))
        , m_prefix(std::move(prefix))
        , m_hasMarker(hasMarker)
    { }

protected:
    /// Reads the workers of exactly these queues, including queues that no scan has found.
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
        qint64 checkLeft = -1; ///< remaining lifetime of the `stalled-check` key, in ms
        std::optional<TimePoint> renewed; ///< time at which a worker last renewed the `stalled-check` key
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
