// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/redisbackend.h"

namespace dueline {

/// Options for opening a native backend.
struct NativeOptions
{
    RedisConfig redis;
    QByteArray prefix = "dueline";
    /// name of the worker or operator, used in tokens, memos and the worker list; generated if empty
    QByteArray session;
    Access access = Access::Operate;
};

/// Backend for the native layout on one connection. Before the first write to each queue, it checks whether the user
/// has the permissions that the scripts need. Every script that writes checks its queue's layout version.
class NativeBackend : public RedisBackend
{
public:
    /// Opens a connection. The backend is read-only if the server is a replica or older than Redis 7.0; refusal()
    /// returns the reason. Errors: same as RedisClient::open().
    static Result<std::unique_ptr<NativeBackend>> open(const NativeOptions& options);
    /// Opens the layout on a shared connection. Ignores `options.redis`.
    static Result<std::unique_ptr<NativeBackend>> open(const NativeOptions& options, std::shared_ptr<RedisLane> lane);
    ~NativeBackend() override;

    using RedisBackend::client; ///< public for tests that observe or interrupt the connection

    QueueInspector& inspector() override;
    QueueEditor* editor() override;
    TaskBroker* broker() override;
    ScheduleBook* schedules() override;
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override;
    Result<> permitted(const QueueName& queue) override;
    std::unique_ptr<QueueAudit> audit(const QueueName& queue) override;
    std::unique_ptr<QueuePulse> pulse() override;

private:
    NativeBackend(const NativeOptions& options, const std::shared_ptr<RedisLane>& lane);
    void connected(bool again) override;

    struct Ports;
    std::unique_ptr<Ports> m_ports;
};

} // namespace dueline
