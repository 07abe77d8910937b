// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/connectiontester.h"
#include "core/redis/clustermap.h"
#include "core/redis/redisclient.h"
#include "core/redis/subscription.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/rediscluster.h"
#include "tests/support/redissentinels.h"
#include "tests/support/sshserver.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Puts an `ssh` that sleeps before each connection first in PATH, for the lifetime of this object. Connections go to
/// `sshd`.
class SlowSsh
{
public:
    SlowSsh(const SshServer& sshd, const QByteArray& seconds)
        : m_before(qgetenv("PATH"))
    {
        QFile file(m_folder.filePath(u"ssh"_s));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no script");
        file.write("#!/bin/sh\necho $$ >> '" + m_folder.path().toUtf8() + "/started'\nsleep " + seconds + "\nexec '"
            + sshd.programFolder().toUtf8() + "/ssh' \"$@\"\n");
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        qputenv("PATH", m_folder.path().toUtf8() + ':' + m_before);
    }
    ~SlowSsh() { qputenv("PATH", m_before); }
    /// Returns how many times ssh was started.
    qsizetype started() const
    {
        QFile file(m_folder.filePath(u"started"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : 0;
    }

private:
    QTemporaryDir m_folder;
    QByteArray m_before;
};

QString throughBastion(const QString& url) { return url + (url.contains(u'?') ? u"&"_s : u"?"_s) + u"ssh=bastion"_s; }

RedisConfig throughBastion(RedisConfig config)
{
    config.sshHost = u"bastion"_s;
    config.timeouts.progress = Millis(1'000);
    config.timeouts.reply = Millis(8'000);
    return config;
}

} // namespace

#define NEEDS_SSHD()                                                                                                   \
    do {                                                                                                               \
        if (const QString why = SshServer::missing(); !why.isEmpty())                                                  \
            QSKIP(qPrintable(why));                                                                                    \
    } while (false)

/// Tests sentinels and clusters behind a bastion host. Each node has one tunnel, shared by all connections to it.
class TestSshTopology : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sentinelsAndTheMasterTheyNameAreReached();
    void aFailoverIsFollowedThroughTheTunnels();
    void everyNodeOfAClusterIsReached();
    void aSlowBastionLeavesNobodyWithoutTime_data();
    void aSlowBastionLeavesNobodyWithoutTime();
};

void TestSshTopology::sentinelsAndTheMasterTheyNameAreReached()
{
    NEEDS_SSHD();
    const SshServer sshd;
    const SlowSsh ssh(sshd, "0");
    RedisSentinels group({.replicas = 1, .sentinels = 1, .password = {}, .sentinelPassword = {}});
    const Duectl duectl(throughBastion(group.url()));
    EXIT(duectl.run("add q t --copies 20"), 0);
    QCOMPARE(ssh.started(), 2); // One tunnel leads to the sentinel, one to the master.
    EXIT(duectl.run("work --queue q --handler *=echo --exit-when-empty"), 0);
    QCOMPARE(group.server(0).call({"ZCARD", "dueline:{q}:done"}).integer, 20);

    std::vector<ConnectionStep> steps;
    testConnection({throughBastion(group.config()), defaultLayout(), "dueline"}, false,
        [&steps](const ConnectionStep& step) { steps.push_back(step); });
    QVERIFY(steps.size() > 3);
    QCOMPARE(steps[0].kind, ConnectionStep::Kind::Ssh);
    QCOMPARE(steps[1].kind, ConnectionStep::Kind::Sentinels);
    QCOMPARE(steps[1].text, u"127.0.0.1:%1 is the master"_s.arg(group.server(0).port()));
    QVERIFY2(steps.back().kind == ConnectionStep::Kind::Clock, qPrintable(steps.back().text));

    // No connection bypasses the tunnel.
    RedisClient client(throughBastion(group.config()));
    QVERIFY(client.call({"SET", "k", "v"}).ok());
    sshd.freeze();
    QVERIFY(!client.call({"GET", "k"}).ok());
    sshd.thaw();
    QTRY_VERIFY_WITH_TIMEOUT(client.call({"GET", "k"}).ok(), 15'000);
}

void TestSshTopology::aFailoverIsFollowedThroughTheTunnels()
{
    NEEDS_SSHD();
    const SshServer sshd;
    const SlowSsh ssh(sshd, "0");
    RedisSentinels group({.replicas = 2, .sentinels = 1, .password = {}, .sentinelPassword = {}});
    RedisClient client(throughBastion(group.config()));
    QVERIFY(client.call({"SET", "k", "1"}).ok());
    group.failover();
    QTRY_VERIFY_WITH_TIMEOUT(group.server(0).call({"INFO", "replication"}).bytes.contains("role:slave"), 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(client.call({"SET", "k", "2"}).ok(), 20'000);
    QCOMPARE(group.server(group.master()).call({"GET", "k"}).bytes, QByteArray("2"));
}

void TestSshTopology::everyNodeOfAClusterIsReached()
{
    NEEDS_SSHD();
    const SshServer sshd;
    const SlowSsh ssh(sshd, "0");
    RedisCluster cluster;
    const Duectl duectl(throughBastion(cluster.url()));
    for (const char* queue : {"mail", "billing", "images", "reports", "webhooks"})
        EXIT(duectl.run(QByteArray("add ") + queue + " t --copies 10"), 0);
    EXIT(duectl.run("work --queue mail --queue billing --queue images --handler *=echo --exit-when-empty"), 0);
    QCOMPARE(duectl.run("queues --json").array().size(), 5);
    const qsizetype before = ssh.started();
    RedisClient client(throughBastion(cluster.config()));
    for (int i = 0; i < 60; ++i)
        QVERIFY(client.call({"SET", "key" + QByteArray::number(i), "v"}).ok());
    QCOMPARE(ssh.started() - before, 3);
    for (int i = 0; i < cluster.size(); ++i)
        QVERIFY(cluster.node(i).call({"DBSIZE"}).integer > 5);
    // A moved slot is reached through the other node's tunnel.
    const int slot = clusterSlot("key1");
    const int from = cluster.nodeOf(slot), to = (from + 1) % cluster.size();
    cluster.beginMove(slot, from, to);
    while (cluster.moveKeys(slot, from, to) > 0) { }
    cluster.endMove(slot, to);
    QCOMPARE(client.call({"GET", "key1"})->bytes, QByteArray("v"));
    Subscription results(throughBastion(cluster.config()), {"channel"});
    QVERIFY(results.open().ok());
    sshd.freeze();
    QVERIFY(!client.call({"GET", "key1"}).ok());
    sshd.thaw();
    QTRY_VERIFY_WITH_TIMEOUT(client.call({"GET", "key1"}).ok(), 15'000);
}

void TestSshTopology::aSlowBastionLeavesNobodyWithoutTime_data()
{
    QTest::addColumn<bool>("isCluster");
    QTest::newRow("sentinels") << false;
    QTest::newRow("cluster") << true;
}

/// Checks that connecting succeeds through a bastion host that takes two seconds, longer than each of three hosts has
/// to reply.
void TestSshTopology::aSlowBastionLeavesNobodyWithoutTime()
{
    NEEDS_SSHD();
    QFETCH(bool, isCluster);
    const SshServer sshd;
    const SlowSsh ssh(sshd, "2");
    std::unique_ptr<RedisCluster> cluster;
    std::unique_ptr<RedisSentinels> group;
    if (isCluster)
        cluster = std::make_unique<RedisCluster>();
    else
        group = std::make_unique<RedisSentinels>(
            RedisSentinels::Options{.replicas = 1, .sentinels = 1, .password = {}, .sentinelPassword = {}});
    RedisConfig config = throughBastion(isCluster ? cluster->config() : group->config());
    config.timeouts.connect = Millis(9'000); // as a user of a slow bastion host would set it
    RedisClient client(config);
    const auto opened = client.open();
    QVERIFY2(opened.ok(), opened ? "" : qPrintable(opened.error().message));
    QVERIFY(client.call({"PING"}).ok());
}

QTEST_GUILESS_MAIN(TestSshTopology)
#include "tst_sshtopology.moc"
