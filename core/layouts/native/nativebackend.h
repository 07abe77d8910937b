// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/redis/redisclient.h"

namespace dueline {

class NativeInspector;
class NativeEditor;
class NativeBroker;

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
class NativeBackend : public Backend
{
public:
    static constexpr int oldestMajor = 7; ///< of Redis: scripts with flags, redis.acl_check_cmd

    /// Errors: as RedisClient::open. A replica, or a Redis before 7.0, opens read-only; refusal() says why.
    static Result<std::unique_ptr<NativeBackend>> open(const NativeOptions& options);
    ~NativeBackend() override;

    const Capabilities& capabilities() const override;
    QueueInspector& inspector() override;
    QueueEditor* editor() override;
    TaskBroker* broker() override;
    ScheduleBook* schedules() override;
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override;
    Result<TimePoint> serverTime() override;
    QByteArray serverVersion() const override;
    QByteArray serverRun() const override;

    /// Why a server cannot be written to (a replica, or too old); empty when it can. One that does not say what it is
    /// (INFO not allowed) is believed.
    static QString refusalOf(const ServerIdentity& identity);

    /// Why editor() and broker() are null although more was asked for; empty otherwise.
    QString refusal() const;
    RedisClient& client();

private:
    explicit NativeBackend(const NativeOptions& options);
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace dueline
