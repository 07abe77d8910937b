// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisclient.h"
#include "core/redis/subscription.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redissentinels.h"

#include <QElapsedTimer>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests a master with replicas and sentinels: which servers Dueline uses, and how soon work continues after a
/// failover.
class TestSentinel : public QObject
{
    Q_OBJECT

private slots:
    void theMasterIsFound();
    void aFrozenSentinelIsPassedOver();
    void anUnknownMasterIsNamed();
    void noSentinelAtAllIsTold();
    void aServerIsNoSentinel();
    void aPlainAddressThatLeadsToASentinelIsToldWithTheWayOut();
    void whoNamedAMasterThatIsNotReachedIsTold();
    void passwordsOfServersAndSentinelsDiffer();
    void aDemotedMasterIsLeftAtOnce();
    void aFrozenMasterIsLeftWhenAnotherIsAnnounced();
    void workGoesOnAfterTheMasterIsKilled();
};

void TestSentinel::theMasterIsFound()
{
    RedisSentinels group({.replicas = 1, .sentinels = 1, .password = {}, .sentinelPassword = {}});
    RedisClient client(group.config());
    QVERIFY(client.open().ok());
    QCOMPARE(client.identity().role, QByteArray("master"));
    QVERIFY(client.call({"SET", "k", "v"}).ok());
    QCOMPARE(group.server(0).call({"GET", "k"}).bytes, QByteArray("v"));
    const Duectl duectl(group.url());
    EXIT(duectl.run("add q t --copies 20"), 0);
    EXIT(duectl.run("work --queue q --handler *=echo --exit-when-empty"), 0);
}

void TestSentinel::aFrozenSentinelIsPassedOver()
{
    RedisSentinels group({.replicas = 1, .sentinels = 1, .password = {}, .sentinelPassword = {}});
    RedisConfig config = group.config();
    RedisServer frozen({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    frozen.freeze();
    config.hosts.insert(config.hosts.begin(), {u"127.0.0.1"_s, frozen.port()});
    // There is no server at the first address.
    config.hosts.insert(config.hosts.begin(), {u"127.0.0.1"_s, RedisServer::freePort()});
    QVERIFY(RedisClient(config).open().ok());
    frozen.thaw();
}

void TestSentinel::anUnknownMasterIsNamed()
{
    RedisSentinels group({.replicas = 1, .sentinels = 1, .password = {}, .sentinelPassword = {}});
    RedisConfig config = group.config();
    config.masterName = u"other"_s;
    const auto opened = RedisClient(config).open();
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::Unreachable);
    QVERIFY2(opened.error().message.contains(u"not monitor a master named other"), qPrintable(opened.error().message));
    FAILS(Duectl(group.url().replace(u"/main"_s, u"/other"_s)).run("queues"), 3, "not monitor a master named other");
}

void TestSentinel::noSentinelAtAllIsTold()
{
    RedisConfig config;
    config.topology = Topology::Sentinel;
    config.masterName = u"main"_s;
    config.hosts = {{u"127.0.0.1"_s, RedisServer::freePort()}, {u"127.0.0.1"_s, RedisServer::freePort()}};
    const auto opened = RedisClient(config).open();
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::Unreachable);
    QVERIFY2(opened.error().message.startsWith(u"No sentinel for main responded"), qPrintable(opened.error().message));
}

void TestSentinel::aServerIsNoSentinel()
{
    RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    RedisConfig config;
    config.topology = Topology::Sentinel;
    config.masterName = u"main"_s;
    config.hosts = {{u"127.0.0.1"_s, server.port()}};
    const auto opened = RedisClient(config).open();
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::Protocol);
    QVERIFY2(opened.error().message.contains(u"not a sentinel"), qPrintable(opened.error().message));
}

void TestSentinel::aPlainAddressThatLeadsToASentinelIsToldWithTheWayOut()
{
    RedisSentinels group({.replicas = 0, .sentinels = 1, .password = {}, .sentinelPassword = {}});
    QTRY_VERIFY(RedisClient(group.config()).open().ok()); // a group without replicas doesn't wait for its sentinel
    RedisConfig config;
    config.hosts = {group.config().hosts.front()};
    const QString port = QString::number(config.hosts.front().port);
    const QString wayOut
        = u"is a sentinel, which stores no tasks. To reach its master, connect to redis-sentinel://127.0.0.1:%1/main"_s
              .arg(port);
    for (const int database : {0, 3}) {
        config.database = database;
        const auto opened = RedisClient(config).open();
        QVERIFY(!opened);
        const QString expected = database == 0 ? wayOut + u'.' : wayOut + u"/3."_s;
        QVERIFY2(opened.error().message.contains(expected), qPrintable(opened.error().message));
    }
    config.password = Secret("of the servers"); // the sentinel has no password
    QVERIFY(RedisClient(config).open().error().message.contains(wayOut));
    FAILS(Duectl(u"redis://127.0.0.1:"_s + port).run("queues"), 3, "is a sentinel, which stores no tasks");
}

void TestSentinel::whoNamedAMasterThatIsNotReachedIsTold()
{
    RedisSentinels group({.replicas = 0, .sentinels = 1, .password = {}, .sentinelPassword = {}});
    const QString master = u"127.0.0.1:"_s + QString::number(group.server(0).port());
    const QString sentinel = u"127.0.0.1:"_s + QString::number(group.config().hosts.front().port);
    QTRY_VERIFY(RedisClient(group.config()).open().ok());
    group.server(0).stop();
    const auto opened = RedisClient(group.config()).open();
    QVERIFY(!opened);
    QVERIFY2(opened.error().message.startsWith(u"The sentinel %1 names %2 as the master of main, but this address "
                                               u"cannot be reached from here: "_s.arg(sentinel, master)),
        qPrintable(opened.error().message));
    QVERIFY2(opened.error().message.contains(u"replica-announce-ip"), qPrintable(opened.error().message));
}

void TestSentinel::passwordsOfServersAndSentinelsDiffer()
{
    RedisSentinels group({.replicas = 1, .sentinels = 1, .password = "of-servers", .sentinelPassword = "of-sentinels"});
    QVERIFY(RedisClient(group.config()).open().ok());
    RedisConfig wrong = group.config();
    wrong.sentinelPassword = Secret("wrong");
    QCOMPARE(RedisClient(wrong).open().error().code, ErrorCode::Authentication);
    Duectl duectl(group.url());
    duectl.setVariable("REDISCLI_AUTH", u"of-servers"_s);
    duectl.setVariable("DUELINE_SENTINEL_AUTH", u"of-sentinels"_s);
    EXIT(duectl.run("add q t"), 0);
}

void TestSentinel::aDemotedMasterIsLeftAtOnce()
{
    RedisSentinels group({.replicas = 2, .sentinels = 1, .password = {}, .sentinelPassword = {}});
    RedisClient client(group.config());
    QVERIFY(client.call({"SET", "k", "1"}).ok());
    Subscription wake(group.config(), {"channel"});
    QVERIFY(wake.open().ok());
    group.failover();
    QTRY_VERIFY_WITH_TIMEOUT(group.server(0).call({"INFO", "replication"}).bytes.contains("role:slave"), 20'000);
    QVERIFY(client.call({"SET", "k", "2"}).ok());
    QCOMPARE(group.server(group.master()).call({"GET", "k"}).bytes, QByteArray("2"));
    // The subscription notices the failover too, and finds the new master.
    QTRY_VERIFY_WITH_TIMEOUT(!wake.next(Millis(50)).ok(), 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(wake.open().ok(), 10'000); // the new master disconnects its clients, too
}

void TestSentinel::aFrozenMasterIsLeftWhenAnotherIsAnnounced()
{
    RedisSentinels group({.replicas = 2, .sentinels = 3, .password = {}, .sentinelPassword = {}});
    RedisClient client(group.config());
    QVERIFY(client.call({"SET", "k", "1"}).ok());
    group.server(0).freeze();
    QElapsedTimer clock;
    clock.start();
    // The call waits for the frozen master until the sentinels name a new one.
    const auto set = client.call({"SET", "k", "2"});
    group.server(0).thaw();
    QVERIFY2(set.ok(), qPrintable(set.ok() ? QString() : set.error().message));
    QVERIFY(group.master() > 0);
    QCOMPARE(group.server(group.master()).call({"GET", "k"}).bytes, QByteArray("2"));
    qInfo("a write waited %lld ms for the failover of a frozen master", clock.elapsed());
}

void TestSentinel::workGoesOnAfterTheMasterIsKilled()
{
    RedisSentinels group;
    const Duectl duectl(group.url());
    EXIT(duectl.run("add q t --copies 3000 --spread 6s"), 0);
    const auto worker = duectl.start(words("work --queue q --handler *=echo --exit-when-empty"));
    QTRY_VERIFY_WITH_TIMEOUT(
        duectl.run("queues --json").array().at(0).toObject().value(u"done"_s).toInt() > 200, 10'000);
    QElapsedTimer clock;
    // The sentinels determine when a new master is named, Dueline how soon it is used.
    std::atomic<qint64> named = -1;
    group.server(0).kill9();
    clock.start();
    const std::unique_ptr<QThread> watching(QThread::create([&] {
        while (named < 0 && clock.elapsed() < 20'000) {
            if (group.master() > 0)
                named = clock.elapsed();
        }
    }));
    watching->start();
    QTRY_VERIFY_WITH_TIMEOUT(duectl.run("add q t --id after").code == 0, 20'000);
    const qint64 waited = clock.elapsed();
    watching->wait();
    qInfo("working again %lld ms after the master was killed; the sentinels named another after %lld ms", waited,
        named.load());
    QVERIFY(worker->waitForFinished(40'000));
    QCOMPARE(worker->exitCode(), 0);
    QCOMPARE(duectl.run("list q --state pending --json").array().size(), 0);
}

QTEST_GUILESS_MAIN(TestSentinel)
#include "tst_sentinel.moc"
