// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queuepulse.h"

namespace dueline {

/// List of worker processes. `<prefix>:workers` is a sorted set of ids by last heartbeat. `<prefix>:w:<id>` is a hash
/// with the fields `host pid started seen lease concurrency running queues`. Times are in ms, and each queue name is in
/// braces, as in `{mail}{sms}`. Uses plain idempotent commands rather than scripts, because these keys and the queues
/// are in different cluster slots.
class NativeWorkers
{
public:
    /// Time for which a worker stays in the list after its last heartbeat.
    static constexpr Millis remembered{std::chrono::hours(1)};

    explicit NativeWorkers(NativeScripts& scripts)
        : m_scripts(scripts)
    { }

    /// Sends a worker's heartbeat, or, if the worker is `leaving`, removes it from the list. `seenAt` is set from the
    /// server's clock.
    Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving);
    /// Returns all listed workers, sorted by id. A worker is `lost` if its last heartbeat is overdue.
    Result<std::vector<WorkerInfo>> list();

private:
    Result<TimePoint> now();

    NativeScripts& m_scripts;
};

/// Observer of native queues. It watches the first due task and retry, the leases, and the workers' heartbeats.
class NativePulse : public CountPulse
{
public:
    NativePulse(QueueInspector& inspector, NativeScripts& scripts)
        : CountPulse(inspector, true)
        , m_scripts(scripts)
    { }

protected:
    Result<> complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos) override;

private:
    /// First due member of each of the two sets that workers claim tasks from (`pending` and `retry`); empty if none is
    /// due.
    using Heads = std::array<QByteArray, 2>;

    NativeScripts& m_scripts;
    std::map<QueueName, Heads> m_heads;
};

} // namespace dueline
