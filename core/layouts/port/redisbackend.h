// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/redislane.h"

namespace dueline {

/// Base class for the backends of all layouts in Redis. It manages the connection, and checks the server's identity and
/// whether it accepts writes. Both are checked again after each reconnect, because a replica may have become a master,
/// or vice versa.
class RedisBackend : public Backend
{
public:
    /// Oldest supported major version of Redis. Redis 7 introduced script flags and redis.acl_check_cmd.
    static constexpr int oldestMajor = 7;

    ~RedisBackend() override;

    /// Returns why a server doesn't accept writes (it is a replica or too old); empty if it does. If the user isn't
    /// allowed to run INFO, assumes that it does.
    static QString refusalOf(const ServerIdentity& identity);

    using Backend::capabilities;
    const Capabilities& capabilities() const override { return m_capabilities; }
    Result<TimePoint> serverTime() override;
    QByteArray serverVersion() const override { return m_lane->client().identity().version; }
    QByteArray serverRun() const override { return m_lane->client().identity().runId; }
    std::optional<TimePoint> serverStart() const override { return m_lane->client().identity().startedAt; }
    QString refusal() const override { return m_refusal; }

protected:
    /// Creates a backend. `able`: the layout's capabilities on a server that accepts writes.
    RedisBackend(std::shared_ptr<RedisLane> lane, Access access, Capabilities able);

    /// Connects to the server and checks it. Call this once, before any other function. Errors: same as
    /// RedisClient::open().
    Result<> open();
    RedisClient& client() { return m_lane->client(); }
    bool mayOperate() const { return m_access != Access::ReadOnly && m_refusal.isEmpty(); }
    bool mayWork() const { return m_access == Access::OperateAndWork && m_refusal.isEmpty(); }
    /// Adds the free memory and the eviction policy to a forecast if the server has a memory limit. Does nothing in a
    /// cluster, where the affected node isn't known.
    void addMemory(Foresight& foresight);
    /// Called after the first connect and after each reconnect (`again`), once the server has been checked.
    virtual void connected(bool again) = 0;

private:
    void judge(const ServerIdentity& identity);

    std::shared_ptr<RedisLane> m_lane;
    Access m_access;
    Capabilities m_able;
    Capabilities m_capabilities;
    QString m_refusal;
    int m_listener = 0;
};

} // namespace dueline
