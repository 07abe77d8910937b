// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connectionwalk.h"

#include "core/base/text.h"
#include "core/layouts/native/nativescripts.h"
#include "core/redis/errorclass.h"
#include "core/redis/hostlookup.h"
#include "core/redis/redisconnection.h"
#include "core/redis/redisurl.h"
#include "core/redis/sentinel.h"
#include "core/redis/sockettransport.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QStringList>

#include <cmath>

namespace dueline {

namespace {

using Kind = ConnectionStep::Kind;
using Verdict = ConnectionStep::Verdict;

constexpr Millis clockTolerance{1'000}; ///< due times depend on the server's clock
constexpr int oldestMajor = 7;
constexpr Millis expiresSoon = std::chrono::hours(24 * 14);

/// What a step found.
struct Finding
{
    Verdict verdict = Verdict::Ok;
    QString text;
    QString exact;

    static Finding of(const Error& error) { return {Verdict::Failed, error.message, error.detail}; }
};

QByteArray field(const QByteArray& info, const QByteArray& name)
{
    for (const QByteArray& line : info.split('\n')) {
        if (line.startsWith(name + ':'))
            return line.mid(name.size() + 1).trimmed();
    }
    return {};
}

/// The walk: what one step finds is what the next begins with.
class Walk
{
public:
    Walk(const ConnectionSpec& spec, const std::atomic<bool>& cancelled,
        const std::function<void(const ConnectionStep&)>& tell)
        : m_spec(spec)
        , m_cancelled(cancelled)
        , m_tell(tell)
    { }

    bool run();

private:
    bool step(Kind kind, Finding (Walk::*part)());
    bool reach();
    QDeadlineTimer deadline() const { return QDeadlineTimer(m_spec.redis.timeouts.connect); }
    Result<Reply> ask(const Command& command);
    Finding ssh();
    Finding sentinels();
    Finding name();
    Finding connect();
    Finding tls();
    Finding answer();
    Finding signIn();
    Finding database();
    Finding permissions();
    Finding version();
    Finding role();
    Finding eviction();
    Finding persistence();
    Finding clock();

    const ConnectionSpec& m_spec;
    const std::atomic<bool>& m_cancelled;
    const std::function<void(const ConnectionStep&)>& m_tell;
    Endpoint m_endpoint;
    std::shared_ptr<SshTunnel> m_tunnel; ///< the steps after the first go through it, too
    std::unique_ptr<RedisConnection> m_connection;
};

bool Walk::step(Kind kind, Finding (Walk::*part)())
{
    if (m_cancelled)
        return false;
    QElapsedTimer watch;
    watch.start();
    Finding found = (this->*part)();
    const std::chrono::microseconds took(watch.nsecsElapsed() / 1000);
    if (m_cancelled)
        return false;
    m_tell({kind, found.verdict, took, std::move(found.text), std::move(found.exact)});
    return found.verdict != Verdict::Failed;
}

bool Walk::run()
{
    if (m_spec.layout.kind == LayoutSpec::Kind::Memory)
        return true;
    return reach() && (!m_spec.redis.tls || step(Kind::Tls, &Walk::tls)) && step(Kind::Answer, &Walk::answer)
        && step(Kind::SignIn, &Walk::signIn) && step(Kind::Database, &Walk::database)
        && step(Kind::Permissions, &Walk::permissions) && step(Kind::Version, &Walk::version)
        && step(Kind::Role, &Walk::role) && step(Kind::Eviction, &Walk::eviction)
        && step(Kind::Persistence, &Walk::persistence) && step(Kind::Clock, &Walk::clock);
}

/// To a socket, to the master the sentinels name, or to the server: of a cluster to the seed named first.
bool Walk::reach()
{
    if (!m_spec.redis.socketPath.isEmpty())
        return step(Kind::Connect, &Walk::connect);
    if (!m_spec.redis.sshHost.isEmpty() && !step(Kind::Ssh, &Walk::ssh))
        return false;
    if (m_spec.redis.topology == Topology::Sentinel) {
        if (!step(Kind::Sentinels, &Walk::sentinels))
            return false;
    } else if (!m_spec.redis.hosts.empty()) {
        m_endpoint = m_spec.redis.hosts.front();
    }
    // At the other end of a tunnel, the name and the connection are told by the answer.
    return !m_spec.redis.sshHost.isEmpty() || (step(Kind::Name, &Walk::name) && step(Kind::Connect, &Walk::connect));
}

Finding Walk::ssh()
{
    if (m_spec.redis.hosts.empty())
        return {Verdict::Failed, QStringLiteral("No address is given."), {}};
    auto tunnel = SshTunnel::open(m_spec.redis.sshHost, m_spec.redis.hosts.front(), deadline());
    if (!tunnel)
        return Finding::of(tunnel.error());
    m_tunnel = std::move(*tunnel);
    return {Verdict::Ok, QStringLiteral("through %1").arg(printable(m_spec.redis.sshHost.toUtf8(), 80)), {}};
}

Finding Walk::sentinels()
{
    const auto master = findMaster(m_spec.redis, deadline());
    if (!master)
        return Finding::of(master.error());
    m_endpoint = *master;
    return {Verdict::Ok, QStringLiteral("%1 is the master").arg(displayEndpoint(*master)), {}};
}

Finding Walk::name()
{
    const auto addresses = lookUpHost(m_endpoint.host, deadline());
    if (!addresses)
        return Finding::of(addresses.error());
    QStringList texts;
    for (const QHostAddress& address : *addresses)
        texts << address.toString();
    return {Verdict::Ok, texts.mid(0, 4).join(QStringLiteral(", ")), {}};
}

Finding Walk::connect()
{
    std::unique_ptr<Transport> transport;
    QString where;
    if (m_spec.redis.socketPath.isEmpty()) {
        transport = std::make_unique<TcpTransport>(m_endpoint);
        where = displayEndpoint(m_endpoint);
    } else {
        transport = std::make_unique<UnixTransport>(m_spec.redis.socketPath);
        where = printable(m_spec.redis.socketPath.toUtf8(), 120);
    }
    if (const auto opened = transport->open(deadline()); !opened)
        return Finding::of(opened.error());
    return {Verdict::Ok, where, {}};
}

Finding Walk::tls()
{
    auto transport = makeTransport(m_spec.redis, m_endpoint);
    if (!transport)
        return Finding::of(transport.error());
    if (const auto opened = (*transport)->open(deadline()); !opened)
        return Finding::of(opened.error());
    const TlsPeer peer = (*transport)->tlsPeer().value_or(TlsPeer{});
    const QString until = QDateTime::fromMSecsSinceEpoch(toMs(peer.validUntil), Qt::UTC).date().toString(Qt::ISODate);
    Finding found{Verdict::Ok,
        QStringLiteral("%1, certificate of %2 valid until %3")
            .arg(peer.protocol, printable(peer.subject.toUtf8(), 80), until),
        printable(peer.cipher.toUtf8(), 80)};
    if (peer.validUntil - SystemClock().now() < expiresSoon)
        found.verdict = Verdict::Warning;
    return found;
}

/// Without password and database, so that each has a step of its own.
Finding Walk::answer()
{
    RedisConfig bare = m_spec.redis;
    bare.topology = Topology::Standalone;
    if (bare.socketPath.isEmpty())
        bare.hosts = {m_endpoint};
    bare.user.clear();
    bare.password = {};
    bare.database = RedisConfig::noDatabase;
    m_connection = std::make_unique<RedisConnection>(bare);
    if (const auto opened = m_connection->open(); !opened)
        return Finding::of(opened.error());
    const auto pong = m_connection->pipeline({{"PING"}});
    if (!pong)
        return Finding::of(pong.error());
    return {Verdict::Ok, QStringLiteral("it is a Redis"), {}};
}

Result<Reply> Walk::ask(const Command& command) { return m_connection->call(command); }

Finding Walk::signIn()
{
    const RedisConfig& redis = m_spec.redis;
    if (!redis.user.isEmpty() || !redis.password.isEmpty()) {
        Command command{"AUTH"};
        if (!redis.user.isEmpty())
            command.push_back(redis.user.toUtf8());
        command.push_back(redis.password.bytes());
        if (const auto reply = ask(command); !reply)
            return Finding::of(reply.error());
    }
    const auto replies = m_connection->pipeline({{"PING"}, {"ACL", "WHOAMI"}});
    if (!replies)
        return Finding::of(replies.error());
    const Reply& pong = replies->front();
    if (pong.isError() && !pong.bytes.startsWith("NOPERM"))
        return Finding::of(errorFromReply(pong.bytes));
    const Reply& who = replies->back();
    if (who.isBytes())
        return {Verdict::Ok, QStringLiteral("as %1").arg(printable(who.bytes, 60)), {}};
    return {
        Verdict::Ok, redis.password.isEmpty() ? QStringLiteral("no password needed") : QStringLiteral("accepted"), {}};
}

Finding Walk::database()
{
    const int number = m_spec.redis.database;
    const auto reply = ask({"SELECT", QByteArray::number(number)});
    // A user without SELECT is fine in database 0.
    if (!reply && !(number == 0 && reply.error().code == ErrorCode::Permission))
        return Finding::of(reply.error());
    return {Verdict::Ok, QString::number(number), {}};
}

/// Reads what the window would read, and asks the layout's own question about the rest; nothing is written.
Finding Walk::permissions()
{
    const auto backend = openLayout(m_spec.layout, m_spec.redis, m_spec.prefix, {}, Access::ReadOnly);
    if (!backend)
        return Finding::of(backend.error());
    const auto queues = (*backend)->inspector().queues();
    if (!queues)
        return Finding::of(queues.error());
    const QueueName queue = queues->empty() ? QueueName("connection-test") : queues->front().name;
    RedisClient client(m_spec.redis);
    if (const auto opened = client.open(); !opened)
        return Finding::of(opened.error());
    NativeScripts scripts(client, m_spec.prefix, {});
    const QString seen = queues->empty() ? QStringLiteral("no queue yet")
        : queues->size() == 1            ? QStringLiteral("1 queue")
                                         : QStringLiteral("%1 queues").arg(queues->size());
    if (const auto prepared = scripts.prepare(queue); !prepared) {
        // The server's own no: the scripts cannot be run at all, not even those that only read.
        if (prepared.error().code != ErrorCode::Permission || prepared.error().detail.startsWith(u"NOPERM"))
            return Finding::of(prepared.error());
        return {Verdict::Warning, QStringLiteral("Only reading is allowed: %1").arg(prepared.error().message),
            prepared.error().detail};
    }
    return {Verdict::Ok, QStringLiteral("read and write; %1").arg(seen), {}};
}

/// For a section of INFO that is not allowed: not knowing is no failure.
Finding unknown(const Error& error) { return {Verdict::Warning, error.message, error.detail}; }

Finding Walk::version()
{
    const auto info = ask({"INFO", "server"});
    if (!info)
        return unknown(info.error());
    const QByteArray version = field(info->bytes, "redis_version");
    const QByteArray valkey = field(info->bytes, "valkey_version");
    const QString shown = valkey.isEmpty() ? QStringLiteral("Redis %1").arg(printable(version, 20))
                                           : QStringLiteral("Valkey %1").arg(printable(valkey, 20));
    if (version.left(version.indexOf('.')).toInt() < oldestMajor) {
        return {Verdict::Warning,
            QStringLiteral("This is %1: it opens read-only; changing tasks needs Redis 7.0 or later.").arg(shown), {}};
    }
    return {Verdict::Ok, shown, {}};
}

Finding Walk::role()
{
    const auto info = ask({"INFO", "replication"});
    if (!info)
        return unknown(info.error());
    if (field(info->bytes, "role") == "slave") {
        const Endpoint master{
            QString::fromUtf8(field(info->bytes, "master_host")), quint16(field(info->bytes, "master_port").toUInt())};
        return {Verdict::Warning,
            QStringLiteral("This is a replica of %1: it opens read-only; connect to its master to change tasks.")
                .arg(displayEndpoint(master)),
            {}};
    }
    const int replicas = field(info->bytes, "connected_slaves").toInt();
    return {Verdict::Ok,
        replicas == 0       ? QStringLiteral("master")
            : replicas == 1 ? QStringLiteral("master with 1 replica")
                            : QStringLiteral("master with %1 replicas").arg(replicas),
        {}};
}

Finding Walk::eviction()
{
    const auto info = ask({"INFO", "memory"});
    if (!info)
        return unknown(info.error());
    const QByteArray policy = field(info->bytes, "maxmemory_policy");
    const qint64 limit = field(info->bytes, "maxmemory").toLongLong();
    const QString shown = printable(policy, 40);
    if (policy == "noeviction" || policy.isEmpty())
        return {Verdict::Ok, limit > 0 ? QStringLiteral("%1 at %2").arg(shown, formatBytes(limit)) : shown, {}};
    return {Verdict::Warning,
        limit > 0
            ? QStringLiteral("Redis throws keys away when it holds %2 (%1), tasks among them; set maxmemory-policy to "
                             "noeviction.")
                  .arg(shown, formatBytes(limit))
            : QStringLiteral("Once maxmemory is set Redis throws keys away (%1), tasks among them; set "
                             "maxmemory-policy to noeviction.")
                  .arg(shown),
        {}};
}

Finding Walk::persistence()
{
    const auto info = ask({"INFO", "persistence"});
    if (!info)
        return unknown(info.error());
    for (const auto* name : {"aof_last_write_status", "aof_last_bgrewrite_status", "rdb_last_bgsave_status"}) {
        if (field(info->bytes, name) == "err") {
            return {Verdict::Warning, QStringLiteral("Redis cannot write to its disk; its log says why."),
                QString::fromLatin1(name) + QStringLiteral(":err")};
        }
    }
    if (field(info->bytes, "aof_enabled") == "1")
        return {Verdict::Ok, QStringLiteral("append-only file"), {}};
    const auto save = ask({"CONFIG", "GET", "save"});
    if (save && save->items.size() == 2 && save->items[1].bytes.isEmpty()) {
        return {Verdict::Warning,
            QStringLiteral("Redis writes nothing to disk: a restart loses all tasks; set appendonly to yes."), {}};
    }
    return {Verdict::Warning,
        save
            ? QStringLiteral("Redis writes snapshots only: a crash loses what came since; set appendonly to yes.")
            : QStringLiteral("There is no append-only file: a crash loses at least what came since the last snapshot."),
        {}};
}

Finding Walk::clock()
{
    const TimePoint before = SystemClock().now();
    const auto reply = ask({"TIME"});
    if (!reply)
        return Finding::of(reply.error());
    const TimePoint after = SystemClock().now();
    if (reply->items.size() != 2)
        return {Verdict::Failed, QStringLiteral("Redis gave an answer that TIME cannot give."), {}};
    const TimePoint server
        = fromMs(reply->items[0].bytes.toLongLong() * 1000 + reply->items[1].bytes.toLongLong() / 1000);
    const Millis offset = server - (before + (after - before) / 2);
    const QString shown = QStringLiteral("%1%2 ms")
                              .arg(offset < Millis(0) ? QStringLiteral("−") : QStringLiteral("+"))
                              .arg(std::abs(offset.count()));
    if (std::chrono::abs(offset) > clockTolerance) {
        return {Verdict::Warning,
            QStringLiteral("The server's clock is %1 off this machine's; due times follow the server's.").arg(shown),
            {}};
    }
    return {Verdict::Ok, shown, {}};
}

} // namespace

bool walkConnection(const ConnectionSpec& spec, const std::atomic<bool>& cancelled,
    const std::function<void(const ConnectionStep&)>& tell)
{
    return Walk(spec, cancelled, tell).run();
}

} // namespace dueline
