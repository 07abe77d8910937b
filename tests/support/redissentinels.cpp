// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redissentinels.h"

#include "core/redis/redisurl.h"
#include "core/redis/sandbox.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QThread>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace dueline {

/// Sentinel process with a folder for its configuration file, which the process rewrites.
struct RedisSentinels::Sentinel
{
    QTemporaryDir folder{QDir::tempPath() + QStringLiteral("/dueline-sentinel-XXXXXX")};
    quint16 port = RedisServer::freePort();
    QProcess process;

    ~Sentinel()
    {
        process.kill();
        process.waitForFinished(5000);
    }
    void start(quint16 masterPort, int quorum, const Options& options)
    {
        QByteArray text = "port " + QByteArray::number(port) + "\nbind 127.0.0.1\ndir " + folder.path().toUtf8()
            + "\nsentinel monitor main 127.0.0.1 " + QByteArray::number(masterPort) + ' ' + QByteArray::number(quorum)
            + "\nsentinel down-after-milliseconds main " + QByteArray::number(downAfterMs)
            + "\nsentinel failover-timeout main 10000\n";
        if (!options.password.isEmpty())
            text += "sentinel auth-pass main " + options.password + '\n';
        if (!options.sentinelPassword.isEmpty())
            text += "requirepass " + options.sentinelPassword + "\nsentinel sentinel-pass " + options.sentinelPassword
                + '\n';
        QFile file(folder.filePath(QStringLiteral("sentinel.conf")));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("no configuration for a sentinel");
        file.close();
        const QString program = folder.filePath(QStringLiteral("redis-server"));
        QFile::link(*Sandbox::findServer(), program);
        process.setStandardOutputFile(folder.filePath(QStringLiteral("log")));
        process.setStandardErrorFile(folder.filePath(QStringLiteral("log")));
        const pid_t parent = ::getpid();
        process.setChildProcessModifier([parent] {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (::getppid() != parent)
                ::_exit(1);
        });
        process.start(program, {file.fileName(), QStringLiteral("--sentinel")});
        if (!process.waitForStarted(5000))
            qFatal("redis-sentinel: %s", qPrintable(process.errorString()));
    }
};

RedisSentinels::RedisSentinels()
    : RedisSentinels(Options{})
{ }

RedisSentinels::RedisSentinels(Options options)
    : m_options(std::move(options))
{
    for (int i = 0; i <= m_options.replicas; ++i) {
        QStringList arguments{QStringLiteral("--repl-diskless-sync-delay"), QStringLiteral("0")};
        if (i > 0)
            arguments << QStringLiteral("--replicaof") << QStringLiteral("127.0.0.1")
                      << QString::number(server(0).port());
        if (!m_options.password.isEmpty())
            arguments << QStringLiteral("--masterauth") << QString::fromUtf8(m_options.password);
        m_servers.push_back(std::make_unique<RedisServer>(
            RedisServer::Options{.tcp = true, .aof = false, .password = m_options.password, .arguments = arguments}));
    }
    const QDeadlineTimer deadline(60'000);
    const auto wait = [&](const char* what) {
        if (deadline.hasExpired())
            qFatal("the sentinels did not settle: %s", what);
        QThread::msleep(30);
    };
    // Sentinels that start once the replicas are in sync know them immediately, not only after their next poll, up to
    // 10 s later.
    while (server(0).call({"INFO", "replication"}).bytes.count("state=online") < m_options.replicas)
        wait("replicas");
    for (int i = 0; i < m_options.sentinels; ++i) {
        m_sentinels.push_back(std::make_unique<Sentinel>());
        m_sentinels.back()->start(server(0).port(), m_options.sentinels / 2 + 1, m_options);
    }
    const auto settled = [&](int index) {
        const Reply state = ask(index, {"SENTINEL", "MASTER", "main"});
        QHash<QByteArray, QByteArray> fields;
        for (std::size_t i = 0; i + 1 < state.items.size(); i += 2)
            fields[state.items[i].bytes] = state.items[i + 1].bytes;
        if (!fields.contains("num-other-sentinels"))
            return false; // the Sentinel is not listening yet
        const Reply replicas = ask(index, {"SENTINEL", "REPLICAS", "main"});
        int linked = 0;
        for (const Reply& replica : replicas.items) {
            for (std::size_t i = 0; i + 1 < replica.items.size(); i += 2)
                linked += replica.items[i].bytes == "master-link-status" && replica.items[i + 1].bytes == "ok";
        }
        return fields["num-other-sentinels"].toInt() == m_options.sentinels - 1 && linked == m_options.replicas;
    };
    for (int i = 0; i < m_options.sentinels; ++i) {
        while (!settled(i))
            wait("sentinels");
    }
}

RedisSentinels::~RedisSentinels() = default;

Reply RedisSentinels::ask(int index, const Command& command)
{
    RedisConfig one;
    one.hosts = {{QStringLiteral("127.0.0.1"), m_sentinels[std::size_t(index)]->port}};
    one.database = RedisConfig::noDatabase;
    one.password = Secret(m_options.sentinelPassword);
    RedisConnection connection(one);
    if (!connection.open())
        return {};
    auto replies = connection.pipeline({command});
    return replies ? replies->front() : Reply();
}

RedisConfig RedisSentinels::config() const
{
    RedisConfig config;
    config.topology = Topology::Sentinel;
    config.masterName = QStringLiteral("main");
    for (const auto& sentinel : m_sentinels)
        config.hosts.push_back({QStringLiteral("127.0.0.1"), sentinel->port});
    if (!m_options.password.isEmpty())
        config.password = Secret(m_options.password);
    if (!m_options.sentinelPassword.isEmpty())
        config.sentinelPassword = Secret(m_options.sentinelPassword);
    return config;
}

QString RedisSentinels::url() const { return displayUrl(config()); }

int RedisSentinels::master(int index)
{
    const Reply address = ask(index, {"SENTINEL", "GET-MASTER-ADDR-BY-NAME", "main"});
    for (int i = 0; address.items.size() == 2 && i < servers(); ++i) {
        if (server(i).port() == address.items[1].bytes.toUInt())
            return i;
    }
    return -1;
}

void RedisSentinels::failover() { ask(0, {"SENTINEL", "FAILOVER", "main"}); }

} // namespace dueline
