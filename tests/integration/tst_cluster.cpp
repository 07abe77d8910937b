// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/clusterconnection.h"
#include "core/redis/redisclient.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/rediscluster.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Three real nodes as if they were one server.
class TestCluster : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_cluster = std::make_unique<RedisCluster>(); }
    void cleanup();
    void commandsGoToTheirNodes();
    void aTransactionGoesToOneNode();
    void aMovedSlotIsFollowed();
    void aSlotUnderWayIsAskedForWhereItIs();
    void aQueueKeepsWorkingWhileItsSlotMoves();
    void duectlWorksOnACluster();
    void aSingleServerIsNoCluster();
    void aNodeThatDiesIsToldAndFoundAgain();

private:
    std::unique_ptr<RedisCluster> m_cluster;
};

void TestCluster::cleanup()
{
    for (int i = 0; i < m_cluster->size(); ++i)
        m_cluster->node(i).call({"FLUSHALL"});
}

void TestCluster::commandsGoToTheirNodes()
{
    RedisClient client(m_cluster->config());
    QVERIFY(client.open().ok());
    QCOMPARE(client.identity().role, QByteArray("master"));
    std::vector<Command> commands;
    for (int i = 0; i < 200; ++i)
        commands.push_back({"SET", "key" + QByteArray::number(i), QByteArray::number(i)});
    for (int i = 0; i < 200; ++i)
        commands.push_back({"GET", "key" + QByteArray::number(i)});
    const auto replies = client.pipeline(commands);
    QVERIFY(replies.ok());
    for (int i = 0; i < 200; ++i)
        QCOMPARE((*replies)[std::size_t(200 + i)].bytes, QByteArray::number(i));
    for (int i = 0; i < m_cluster->size(); ++i)
        QVERIFY(m_cluster->node(i).call({"DBSIZE"}).integer > 20);
}

void TestCluster::aTransactionGoesToOneNode()
{
    ClusterConnection cluster(m_cluster->config());
    QVERIFY(cluster.open(QDeadlineTimer(5'000)).ok());
    std::vector<Command> commands;
    for (const char* tag : {"{a}", "{b}", "{c}", "{d}", "{e}"}) {
        commands.push_back({"MULTI"});
        commands.push_back({"SET", QByteArray(tag) + "1", "x"});
        commands.push_back({"SET", QByteArray(tag) + "2", "y"});
        commands.push_back({"EXEC"});
    }
    const auto replies = cluster.pipeline(commands, QDeadlineTimer(5'000));
    QVERIFY(replies.ok());
    for (std::size_t i = 3; i < replies->size(); i += 4) {
        QVERIFY2((*replies)[i].isArray(), (*replies)[i].bytes);
        QCOMPARE((*replies)[i].items.size(), std::size_t(2));
    }
}

void TestCluster::aMovedSlotIsFollowed()
{
    RedisClient client(m_cluster->config());
    QVERIFY(client.call({"SET", "{moving}k", "before"}).ok());
    const int slot = clusterSlot("moving");
    const int from = m_cluster->nodeOf(slot), to = (from + 1) % m_cluster->size();
    m_cluster->beginMove(slot, from, to);
    QCOMPARE(m_cluster->moveKeys(slot, from, to), 1);
    m_cluster->endMove(slot, to);
    QCOMPARE(client.call({"GET", "{moving}k"})->bytes, QByteArray("before"));
    QVERIFY(client.call({"SET", "{moving}k", "after"}).ok());
    QCOMPARE(m_cluster->node(to).call({"GET", "{moving}k"}).bytes, QByteArray("after"));
}

void TestCluster::aSlotUnderWayIsAskedForWhereItIs()
{
    RedisClient client(m_cluster->config());
    QVERIFY(client.call({"SET", "{asked}k", "here"}).ok());
    const int slot = clusterSlot("asked");
    const int from = m_cluster->nodeOf(slot), to = (from + 1) % m_cluster->size();
    m_cluster->beginMove(slot, from, to);
    QCOMPARE(client.call({"GET", "{asked}k"})->bytes, QByteArray("here"));
    QVERIFY(client.call({"SET", "{asked}new", "there"}).ok()); // not at the old node: it is made at the new one
    QCOMPARE(m_cluster->moveKeys(slot, from, to), 1);
    QCOMPARE(client.call({"GET", "{asked}k"})->bytes, QByteArray("here"));
    QCOMPARE(client.call({"GET", "{asked}new"})->bytes, QByteArray("there"));
    m_cluster->endMove(slot, to);
    QCOMPARE(client.call({"GET", "{asked}k"})->bytes, QByteArray("here"));
}

void TestCluster::aQueueKeepsWorkingWhileItsSlotMoves()
{
    const Duectl duectl(m_cluster->url());
    EXIT(duectl.run("add busy t --copies 2000 --spread 2s"), 0);
    const auto worker = duectl.start(words("work --queue busy --handler *=echo --exit-when-empty"));
    const int slot = clusterSlot("busy");
    for (int round = 0; round < 3; ++round) {
        const int from = m_cluster->nodeOf(slot), to = (from + 1) % m_cluster->size();
        m_cluster->beginMove(slot, from, to);
        while (m_cluster->moveKeys(slot, from, to, 3) > 0) { }
        m_cluster->endMove(slot, to);
        QTRY_COMPARE(m_cluster->nodeOf(slot), to);
        QTest::qWait(300); // the worker works on there for a while
    }
    QVERIFY(worker->waitForFinished(30'000));
    QCOMPARE(worker->exitCode(), 0);
    const QJsonArray queues = duectl.run("queues --json").array();
    QCOMPARE(queues.size(), 1);
    QCOMPARE(queues.at(0).toObject().value(u"done"_s).toInt(), 2'000);
    QCOMPARE(queues.at(0).toObject().value(u"failed"_s).toInt(), 0);
    // No ack was accepted twice: the run times count each task once.
    const QJsonArray bins = duectl.run("timeline busy --from -5m --to 1m --bins 6 --json").array();
    int done = 0;
    for (const auto& bin : bins)
        done += bin.toObject().value(u"done"_s).toInt();
    QCOMPARE(done, 2'000);
}

void TestCluster::duectlWorksOnACluster()
{
    const Duectl duectl(m_cluster->url());
    for (const char* queue : {"mail", "billing", "images", "reports", "webhooks"}) {
        EXIT(duectl.run(QByteArray("add ") + queue + " t --copies 30 --max-attempts 1"), 0);
        EXIT(
            duectl.run(QByteArray("work --queue ") + queue + " --handler *=fail --exit-when-empty --concurrency 4"), 0);
    }
    EXIT(duectl.run("queue mail set results=keep"), 0);
    EXIT(duectl.run("add mail big --payload-file /bin/ls --id large"), 0);
    EXIT(duectl.run("discard mail --all --yes"), 0);
    EXIT(duectl.run("queue mail delete --yes"), 0);
    QCOMPARE(duectl.run("queues --json").array().size(), 4);
}

void TestCluster::aSingleServerIsNoCluster()
{
    RedisServer single({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    RedisConfig config = m_cluster->config();
    config.hosts = {{u"127.0.0.1"_s, single.port()}};
    RedisClient client(config);
    const auto opened = client.open();
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::Protocol);
    QVERIFY2(opened.error().message.contains(u"redis://"), qPrintable(opened.error().message));
}

void TestCluster::aNodeThatDiesIsToldAndFoundAgain()
{
    RedisConfig config = m_cluster->config();
    config.timeouts.reply = Millis(1'500);
    RedisClient client(config);
    const int node = m_cluster->nodeOf(clusterSlot("dies"));
    QVERIFY(client.call({"SET", "{dies}k", "1"}).ok());
    m_cluster->node(node).kill9();
    const auto lost = client.call({"GET", "{dies}k"});
    QVERIFY(!lost);
    m_cluster->node(node).start();
    QTRY_VERIFY_WITH_TIMEOUT(client.call({"SET", "{dies}k", "2"}).ok(), 20'000);
    QCOMPARE(client.call({"GET", "{dies}k"})->bytes, QByteArray("2"));
}

QTEST_GUILESS_MAIN(TestCluster)
#include "tst_cluster.moc"
