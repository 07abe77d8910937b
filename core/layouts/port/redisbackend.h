// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/redislane.h"

namespace dueline {

/// What every layout in Redis shares: the connection, what the server says of itself, and whether it can be written to.
/// That is judged at each reconnect: a replica may have become the master, and the other way round.
class RedisBackend : public Backend
{
public:
    static constexpr int oldestMajor = 7; ///< of Redis: scripts with flags, redis.acl_check_cmd

    ~RedisBackend() override;

    /// Why a server cannot be written to (a replica, or too old); empty when it can. One that does not say what it is
    /// (INFO not allowed) is believed.
    static QString refusalOf(const ServerIdentity& identity);

    using Backend::capabilities;
    const Capabilities& capabilities() const override { return m_capabilities; }
    Result<TimePoint> serverTime() override;
    QByteArray serverVersion() const override { return m_lane->client().identity().version; }
    QByteArray serverRun() const override { return m_lane->client().identity().runId; }
    std::optional<TimePoint> serverStart() const override { return m_lane->client().identity().startedAt; }
    QString refusal() const override { return m_refusal; }

protected:
    /// `able`: what the layout can do where the server takes writes.
    RedisBackend(std::shared_ptr<RedisLane> lane, Access access, Capabilities able);

    /// Connects and judges; to be called once, before anything else. Errors: as RedisClient::open.
    Result<> open();
    RedisClient& client() { return m_lane->client(); }
    bool mayOperate() const { return m_access != Access::ReadOnly && m_refusal.isEmpty(); }
    bool mayWork() const { return m_access == Access::OperateAndWork && m_refusal.isEmpty(); }
    /// After the first connect, and after each reconnect, once it was judged.
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
