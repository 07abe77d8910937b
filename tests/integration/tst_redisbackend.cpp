// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/scriptedserver.h"

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the server properties and permitted changes that every Redis layout reports, including after a reconnect.
class TestRedisBackend : public QObject
{
    Q_OBJECT

private slots:
    void aServerThatBecomesAReplicaIsReadOnlyUntilItIsAMasterAgain_data() { layouts(); }
    void aServerThatBecomesAReplicaIsReadOnlyUntilItIsAMasterAgain();
    void anOldServerIsReadOnlyUntilItIsANewOne_data() { layouts(); }
    void anOldServerIsReadOnlyUntilItIsANewOne();
    void aRestartedServerIsAnotherOne_data() { layouts(); }
    void aRestartedServerIsAnotherOne();
    void whoMayOnlyReadSendsNothingElse_data() { layouts(); }
    void whoMayOnlyReadSendsNothingElse();
    void duectlSaysWhyAReplicaIsNotChanged_data() { layouts(); }
    void duectlSaysWhyAReplicaIsNotChanged();

private:
    static void layouts()
    {
        QTest::addColumn<QString>("layout");
        for (const char* layout :
            {"native", "cron:jobs", "zset:jobs", "list:jobs", "resend:jobs", "pubsub:jobs?keys=job*"})
            QTest::newRow(layout) << QString::fromLatin1(layout);
    }
    static std::unique_ptr<Backend> open(
        const QString& layout, const RedisConfig& redis, Access access = Access::OperateAndWork)
    {
        auto backend = openLayout(parseLayout(layout).value(), redis, {}, "tester", access);
        if (!backend)
            qFatal("%s", qUtf8Printable(backend.error().message));
        return std::move(*backend);
    }
    /// Closes every connection except the test's own.
    static void breakConnections(RedisServer& server)
    {
        server.call({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
    }
};

void TestRedisBackend::aServerThatBecomesAReplicaIsReadOnlyUntilItIsAMasterAgain()
{
    QFETCH(QString, layout);
    RedisServer server;
    const auto backend = open(layout, server.config());
    const Capabilities able = backend->capabilities();
    QVERIFY(able.add && able.leases && backend->editor() && backend->broker() && backend->refusal().isEmpty());

    server.call({"REPLICAOF", "127.0.0.1", QByteArray::number(RedisServer::freePort())});
    breakConnections(server);
    QVERIFY(backend->serverTime().ok());
    QVERIFY(!backend->editor() && !backend->broker());
    QVERIFY2(backend->refusal().startsWith(u"This Redis is a replica"), qPrintable(backend->refusal()));
    QVERIFY(backend->capabilities().actions.empty() && !backend->capabilities().add && !backend->capabilities().leases);
    QVERIFY(backend->capabilities().states == able.states);

    server.call({"REPLICAOF", "NO", "ONE"});
    breakConnections(server);
    QVERIFY(backend->serverTime().ok());
    QVERIFY(backend->editor() && backend->broker());
    QCOMPARE(backend->refusal(), QString());
    QVERIFY(backend->capabilities() == able);
}

void TestRedisBackend::anOldServerIsReadOnlyUntilItIsANewOne()
{
    QFETCH(QString, layout);
    std::atomic_int connections = 0;
    ScriptedServer server([&connections](ScriptedServer::Client& client) {
        const bool isOld = ++connections == 1;
        if (!client.greet(isOld ? "6.2.14" : "7.2.4") || !client.expectCommand() || isOld)
            return; // an old server closes the connection on the first command
        client.send("*2\r\n$10\r\n1800000000\r\n$1\r\n0\r\n");
        client.holdOpen();
    });
    const auto backend = open(layout, server.config());
    QVERIFY(!backend->editor() && !backend->broker() && backend->capabilities().actions.empty());
    QVERIFY2(backend->refusal().startsWith(u"This is Redis 6.2.14"), qPrintable(backend->refusal()));

    QVERIFY(backend->serverTime().ok());
    QCOMPARE(backend->serverVersion(), QByteArray("7.2.4"));
    QVERIFY(backend->editor() && backend->broker() && !backend->capabilities().actions.empty());
    QCOMPARE(backend->refusal(), QString());
}

void TestRedisBackend::aRestartedServerIsAnotherOne()
{
    QFETCH(QString, layout);
    RedisServer server;
    const auto backend = open(layout, server.config());
    const QByteArray before = backend->serverRun();
    QVERIFY(!before.isEmpty());
    const auto began = backend->serverStart();
    const auto serverNow = backend->serverTime();
    QVERIFY(began && serverNow.ok() && *began <= *serverNow + std::chrono::seconds(1));
    QVERIFY(*serverNow - *began < std::chrono::minutes(5));
    breakConnections(server);
    QVERIFY(backend->serverTime().ok());
    QCOMPARE(backend->serverRun(), before);
    server.restart();
    QVERIFY(backend->serverTime().ok());
    QVERIFY(!backend->serverRun().isEmpty() && backend->serverRun() != before);
}

void TestRedisBackend::whoMayOnlyReadSendsNothingElse()
{
    QFETCH(QString, layout);
    RedisServer server;
    const auto backend = open(layout, server.config(), Access::ReadOnly);
    QVERIFY(!backend->editor() && !backend->broker());
    QCOMPARE(backend->refusal(), QString()); // There is no refusal, because write access was not requested.
    const auto queues = backend->inspector().queues();
    QVERIFY(queues && queues->empty());
    QCOMPARE(server.call({"DBSIZE"}).integer, 0);
}

void TestRedisBackend::duectlSaysWhyAReplicaIsNotChanged()
{
    QFETCH(QString, layout);
    RedisServer server({.tcp = false,
        .aof = false,
        .password = {},
        .arguments = {u"--replicaof"_s, u"127.0.0.1"_s, QString::number(RedisServer::freePort())}});
    const Duectl duectl(server.url());
    FAILS(duectl.run(QStringList{u"--layout"_s, layout, u"pause"_s, u"jobs"_s}), 3, "This Redis is a replica");
}

QTEST_GUILESS_MAIN(TestRedisBackend)
#include "tst_redisbackend.moc"
