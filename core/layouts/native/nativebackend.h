// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/redisbackend.h"

namespace dueline {

/// How a native backend is opened.
struct NativeOptions
{
    RedisConfig redis;
    QByteArray prefix = "dueline";
    QByteArray session; ///< identifies the worker or operator in tokens, memos and the worker list; empty: made here
    Access access = Access::Operate;
};

/// The native layout on one connection. The permissions the scripts need are probed before the first write to a queue,
/// once per connection and queue; the layout version of a queue is checked by every script that writes.
class NativeBackend : public RedisBackend
{
public:
    /// Errors: as RedisClient::open. A replica, or a Redis before 7.0, opens read-only; refusal() says why.
    static Result<std::unique_ptr<NativeBackend>> open(const NativeOptions& options);
    /// The same on a connection that others use, too; `options.redis` is not looked at.
    static Result<std::unique_ptr<NativeBackend>> open(const NativeOptions& options, std::shared_ptr<RedisLane> lane);
    ~NativeBackend() override;

    using RedisBackend::client; ///< for tests that watch or cut the connection

    QueueInspector& inspector() override;
    QueueEditor* editor() override;
    TaskBroker* broker() override;
    ScheduleBook* schedules() override;
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override;
    Result<> permitted(const QueueName& queue) override;
    std::unique_ptr<QueueAudit> audit(const QueueName& queue) override;

private:
    NativeBackend(const NativeOptions& options, const std::shared_ptr<RedisLane>& lane);
    void connected(bool again) override;

    struct Ports;
    std::unique_ptr<Ports> m_ports;
};

} // namespace dueline
