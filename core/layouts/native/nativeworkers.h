// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// The list of worker processes: `<prefix>:workers`, a sorted set of ids by last heartbeat, and `<prefix>:w:<id>`, a
/// hash with `host pid started seen lease concurrency running queues`; times in ms, queues each in braces,
/// `{mail}{sms}`. Plain idempotent commands, since these keys lie in other cluster slots than any queue.
class NativeWorkers
{
public:
    /// A worker that stopped reporting is remembered this long.
    static constexpr Millis remembered{std::chrono::hours(1)};

    explicit NativeWorkers(NativeScripts& scripts)
        : m_scripts(scripts)
    { }

    /// Reports a worker, or takes it off the list when it is `leaving`. `seenAt` is set from the server's clock.
    Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving);
    /// All workers that are remembered, by id; `lost` when the last heartbeat is older than was promised.
    Result<std::vector<WorkerInfo>> list();

private:
    Result<TimePoint> now();

    NativeScripts& m_scripts;
};

} // namespace dueline
