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

/// Backend of the native layout on one connection. Before the first write to a queue, it checks the permissions that
/// the scripts need, once per connection. Every script that writes checks the layout version of its queue.
class NativeBackend : public RedisBackend
{
public:
    /// Opens a connection. A replica or a Redis server before 7.0 is opened read-only; refusal() gives the reason.
    /// Errors: those of RedisClient::open.
    static Result<std::unique_ptr<NativeBackend>> open(const NativeOptions& options);
    /// Opens the layout on a shared connection; `options.redis` is ignored.
    static Result<std::unique_ptr<NativeBackend>> open(const NativeOptions& options, std::shared_ptr<RedisLane> lane);
    ~NativeBackend() override;

    using RedisBackend::client; ///< for tests, which observe or cut the connection

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
