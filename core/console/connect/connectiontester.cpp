// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/connectiontester.h"

#include "core/base/text.h"
#include "core/console/connect/teststeps.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/errorclass.h"
#include "core/redis/hostlookup.h"
#include "core/redis/loginguard.h"
#include "core/redis/passwordcommand.h"
#include "core/redis/redisconnection.h"
#include "core/redis/redisurl.h"
#include "core/redis/sentinel.h"
#include "core/redis/sockettransport.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QStringList>
#include <QTimeZone>

namespace dueline {

namespace {

using StepKind = ConnectionStep::Kind;
using Verdict = ConnectionStep::Verdict;
using Finding = StepFinding;

constexpr Millis expiresSoon = std::chrono::hours(24 * 14);

/// Connection test. The steps run in order, and use the results of earlier steps.
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
    bool step(StepKind kind, Finding (Walk::*part)());
    bool reach();
    void chooseSeed();
    QDeadlineTimer deadline() const { return QDeadlineTimer(m_spec.redis.timeouts.connect); }
    Result<Reply> ask(const Command& command);
    Finding ssh();
    Finding sentinels();
    Finding name();
    Finding connect();
    Finding tls();
    Finding answer();
    Finding password();
    Finding signIn();
    Finding database();
    Finding permissions();
    Finding version() { return versionStep(*m_connection); }
    Finding role() { return roleStep(*m_connection, m_spec.redis.topology == Topology::Cluster); }
    Finding eviction() { return evictionStep(*m_connection); }
    Finding persistence() { return persistenceStep(*m_connection); }
    Finding clock() { return clockStep(*m_connection); }

    const ConnectionSpec& m_spec;
    const std::atomic<bool>& m_cancelled;
    const std::function<void(const ConnectionStep&)>& m_tell;
    Endpoint m_endpoint;
    /// Cluster seeds that couldn't be reached before another seed accepted the connection.
    QStringList m_deadSeeds;
    std::shared_ptr<SshTunnel> m_tunnel; ///< shared by the later steps
    std::unique_ptr<RedisConnection> m_connection;
    std::optional<Secret> m_told; ///< output of the password command
};

bool Walk::step(StepKind kind, Finding (Walk::*part)())
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
    if (!m_spec.layout.facts().needsServer)
        return true;
    return reach() && (!m_spec.redis.tls || step(StepKind::Tls, &Walk::tls)) && step(StepKind::Answer, &Walk::answer)
        && (!passwordCommandOf(m_spec.redis) || step(StepKind::Password, &Walk::password))
        && step(StepKind::SignIn, &Walk::signIn) && step(StepKind::Database, &Walk::database)
        && step(StepKind::Permissions, &Walk::permissions) && step(StepKind::Version, &Walk::version)
        && step(StepKind::Role, &Walk::role) && step(StepKind::Eviction, &Walk::eviction)
        && step(StepKind::Persistence, &Walk::persistence) && step(StepKind::Clock, &Walk::clock);
}

/// Runs the steps up to an open TCP or Unix socket: with Sentinel, the current master's; in a cluster, the socket of
/// the first seed that accepts the connection.
bool Walk::reach()
{
    if (!m_spec.redis.socketPath.isEmpty())
        return step(StepKind::Connect, &Walk::connect);
    if (!m_spec.redis.sshHost.isEmpty() && !step(StepKind::Ssh, &Walk::ssh))
        return false;
    if (m_spec.redis.topology == Topology::Sentinel) {
        if (!step(StepKind::Sentinels, &Walk::sentinels))
            return false;
    } else {
        chooseSeed();
    }
    // With a tunnel, skip the name lookup and the connection: the SSH host does both, and only a reply from the server
    // proves that they succeeded.
    return !m_spec.redis.sshHost.isEmpty()
        || (step(StepKind::Name, &Walk::name) && step(StepKind::Connect, &Walk::connect));
}

/// Selects the seed that the window would use: the first one that accepts the connection, or the first in the list if
/// none does.
void Walk::chooseSeed()
{
    const std::vector<Endpoint>& hosts = m_spec.redis.hosts;
    if (hosts.empty())
        return;
    m_endpoint = hosts.front();
    if (hosts.size() < 2 || !m_spec.redis.sshHost.isEmpty())
        return;
    for (const Endpoint& host : hosts) {
        if (m_cancelled)
            return;
        const QDeadlineTimer share(m_spec.redis.timeouts.connect / int(hosts.size()));
        const auto opened = TcpTransport(host).open(share);
        if (opened) {
            m_endpoint = host;
            return;
        }
        m_deadSeeds << displayEndpoint(host);
    }
    m_deadSeeds.clear(); // all seeds failed: the next steps report the first one's problem
}

Finding Walk::ssh()
{
    if (m_spec.redis.hosts.empty())
        return {Verdict::Failed, QStringLiteral("Enter an address."), {}};
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
    m_endpoint = master->master;
    return {Verdict::Ok, QStringLiteral("%1 is the master").arg(displayEndpoint(m_endpoint)), {}};
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
    if (!m_deadSeeds.isEmpty())
        return {Verdict::Warning,
            QStringLiteral("%1; no response from %2").arg(where, m_deadSeeds.join(QStringLiteral(", "))), {}};
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
    const QString until
        = QDateTime::fromMSecsSinceEpoch(toMs(peer.validUntil), QTimeZone::utc()).date().toString(Qt::ISODate);
    Finding found{Verdict::Ok,
        QStringLiteral("%1, certificate of %2 valid until %3")
            .arg(peer.protocol, printable(peer.subject.toUtf8(), 80), until),
        printable(peer.cipher.toUtf8(), 80)};
    if (peer.validUntil - SystemClock().now() < expiresSoon)
        found.verdict = Verdict::Warning;
    return found;
}

/// Connects and sends PING without a password or a database, which later steps test.
Finding Walk::answer()
{
    RedisConfig bare = m_spec.redis;
    bare.topology = Topology::Standalone;
    if (bare.socketPath.isEmpty())
        bare.hosts = {m_endpoint};
    bare.user.clear();
    bare.password = {};
    bare.passwordCommand.reset();
    bare.database = RedisConfig::noDatabase;
    m_connection = std::make_unique<RedisConnection>(bare);
    if (const auto opened = m_connection->open(); !opened)
        return Finding::of(opened.error());
    const auto pong = m_connection->pipeline({{"PING"}});
    if (!pong)
        return Finding::of(pong.error());
    return {Verdict::Ok, QStringLiteral("Redis server responded"), {}};
}

Result<Reply> Walk::ask(const Command& command) { return m_connection->call(command); }

/// Runs the password command. The result reveals neither the password nor its length.
Finding Walk::password()
{
    auto told = passwordCommandOf(m_spec.redis)->password(QDeadlineTimer(PasswordCommand::patience));
    if (!told)
        return Finding::of(told.error());
    m_told = *std::move(told);
    return {Verdict::Ok, QStringLiteral("the command returned a password"), {}};
}

Finding Walk::signIn()
{
    const RedisConfig& redis = m_spec.redis;
    const Secret password = m_told.value_or(redis.password);
    if (!redis.user.isEmpty() || !password.isEmpty()) {
        Command command{"AUTH"};
        if (!redis.user.isEmpty())
            command.push_back(redis.user.toUtf8());
        command.push_back(password.bytes());
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
    return {Verdict::Ok, password.isEmpty() ? QStringLiteral("no password needed") : QStringLiteral("accepted"), {}};
}

Finding Walk::database()
{
    const int number = m_spec.redis.database;
    const auto reply = ask({"SELECT", QByteArray::number(number)});
    // Connections start in database 0, so a user without permission for SELECT can still use that database.
    if (!reply && !(number == 0 && reply.error().code == ErrorCode::Permission))
        return Finding::of(databaseError(reply.error(), QByteArray::number(number)));
    return {Verdict::Ok, QString::number(number), {}};
}

/// Checks read access by reading the queues, and all other permissions with the layout's own check. Writes nothing.
Finding Walk::permissions()
{
    const auto backend = openLayout(m_spec.layout, m_spec.redis, m_spec.prefix, {}, Access::ReadOnly);
    if (!backend)
        return Finding::of(backend.error());
    const auto queues = (*backend)->inspector().queues();
    if (!queues)
        return Finding::of(queues.error());
    const QString seen = queues->empty() ? QStringLiteral("no queues yet")
        : queues->size() == 1            ? QStringLiteral("1 queue")
                                         : QStringLiteral("%1 queues").arg(queues->size());
    const QueueName queue = queues->empty() ? QueueName("connection-test") : queues->front().name;
    if (const auto permitted = (*backend)->permitted(queue); !permitted) {
        const Error& error = permitted.error();
        if (error.code == ErrorCode::NotSupported)
            return {Verdict::Ok, QStringLiteral("read; %1").arg(seen), {}};
        // NOPERM means that the user may not run any scripts, which is an error. Other missing permissions only prevent
        // changes.
        if (error.code != ErrorCode::Permission || error.detail.startsWith(u"NOPERM"))
            return Finding::of(error);
        return {Verdict::Warning, QStringLiteral("Read-only access: %1").arg(error.message), error.detail};
    }
    return {Verdict::Ok, QStringLiteral("read and write; %1").arg(seen), {}};
}

} // namespace

bool testConnection(const ConnectionSpec& spec, const std::atomic<bool>& cancelled,
    const std::function<void(const ConnectionStep&)>& tell)
{
    return Walk(spec, cancelled, tell).run();
}

} // namespace dueline
