// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/redisbackend.h"

#include "core/base/text.h"
#include "core/layouts/port/portwords.h"

namespace dueline {

namespace {

/// Returns the capabilities that remain if the server accepts no writes.
Capabilities onlyReading(Capabilities can)
{
    can.actions.clear();
    can.add = can.undo = can.place = can.leases = can.pause = can.settings = can.cancel = can.unique = can.stages
        = false;
    can.mostPriority = 0;
    return can;
}

} // namespace

RedisBackend::RedisBackend(std::shared_ptr<RedisLane> lane, Access access, Capabilities able)
    : m_lane(std::move(lane))
    , m_access(access)
    , m_able(std::move(able))
    , m_capabilities(m_able)
{ }

RedisBackend::~RedisBackend()
{
    if (m_listener)
        m_lane->removeListener(m_listener);
}

QString RedisBackend::refusalOf(const ServerIdentity& identity)
{
    if (identity.role == "slave")
        return QStringLiteral(
            "This Redis is a replica, so the connection is read-only; connect to its master to change tasks.");
    const QByteArray major = identity.version.left(identity.version.indexOf('.'));
    if (!major.isEmpty() && major.toInt() < oldestMajor)
        return QStringLiteral("This is Redis %1, so the connection is read-only; changing tasks requires Redis 7.0 "
                              "or later.")
            .arg(printable(identity.version, 20));
    return {};
}

void RedisBackend::judge(const ServerIdentity& identity)
{
    m_refusal = refusalOf(identity);
    m_capabilities = m_refusal.isEmpty() ? m_able : onlyReading(m_able);
}

Result<> RedisBackend::open()
{
    if (auto opened = m_lane->open(); !opened)
        return opened;
    judge(client().identity());
    connected(false);
    m_listener = m_lane->addListener([this](const ServerIdentity& identity) {
        judge(identity);
        connected(true);
    });
    return {};
}

Result<TimePoint> RedisBackend::serverTime() { return client().serverTime(); }

void RedisBackend::addMemory(Foresight& foresight)
{
    if (client().config().topology == Topology::Cluster)
        return;
    const auto info = client().call({"INFO", "memory"});
    if (!info)
        return; // a user who isn't allowed to run INFO may still be allowed to perform the action
    const auto valueOf = [&info](const QByteArray& name) {
        const qsizetype at = info->bytes.indexOf("\n" + name + ':');
        const qsizetype from = at + name.size() + 2;
        return at < 0 ? QByteArray() : info->bytes.mid(from, info->bytes.indexOf('\r', from) - from);
    };
    const qint64 most = valueOf("maxmemory").toLongLong();
    if (most <= 0)
        return;
    foresight.freeBytes = std::max<qint64>(most - valueOf("used_memory").toLongLong(), 0);
    foresight.mayBeEvicted = valueOf("maxmemory_policy").startsWith("volatile-");
}

} // namespace dueline
