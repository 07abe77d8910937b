// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/clusterconnection.h"
#include "core/redis/redisclient.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/rediscluster.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

#include <atomic>
#include <thread>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests a cluster of three real nodes.
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
    void aBulkActionAcrossAMoveLosesNothing_data();
    void aBulkActionAcrossAMoveLosesNothing();
    void aBulkActionThatASlowMoveStopsIsResumed();
    void duectlWorksOnACluster();
    void layoutsFindTheirQueuesOnEveryMaster();
    void manyQueuesAreLookedAtTogether();
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
    // The old node doesn't have the key, so it is created on the new one.
    QVERIFY(client.call({"SET", "{asked}new", "there"}).ok());
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
        QTest::qWait(300); // lets the worker continue on the new node
    }
    QVERIFY(worker->waitForFinished(30'000));
    QCOMPARE(worker->exitCode(), 0);
    const QJsonArray queues = duectl.run("queues --json").array();
    QCOMPARE(queues.size(), 1);
    QCOMPARE(queues.at(0).toObject().value(u"done"_s).toInt(), 2'000);
    QCOMPARE(queues.at(0).toObject().value(u"failed"_s).toInt(), 0);
    // No ack was accepted twice: the run times include each task exactly once.
    const QJsonArray bins = duectl.run("timeline busy --from -5m --to 1m --bins 6 --json").array();
    int done = 0;
    for (const auto& bin : bins)
        done += bin.toObject().value(u"done"_s).toInt();
    QCOMPARE(done, 2'000);
}

void TestCluster::aBulkActionAcrossAMoveLosesNothing_data()
{
    QTest::addColumn<bool>("isAtOnce");
    QTest::newRow("key by key") << false;
    QTest::newRow("atomic") << true;
}

void TestCluster::aBulkActionAcrossAMoveLosesNothing()
{
    QFETCH(bool, isAtOnce);
    constexpr int count = 3'000;
    const int slot = clusterSlot("bulk");
    const auto move = [&] {
        const int from = m_cluster->nodeOf(slot), to = (from + 1) % m_cluster->size();
        if (isAtOnce)
            return m_cluster->moveAtOnce(slot, from, to);
        m_cluster->beginMove(slot, from, to);
        while (m_cluster->moveKeys(slot, from, to, 3) > 0) { }
        m_cluster->endMove(slot, to);
        return true;
    };
    if (!move())
        QSKIP("this server has no CLUSTER MIGRATESLOTS, which Valkey 9 introduced");
    const Duectl duectl(m_cluster->url());
    EXIT(duectl.run("add bulk t --copies 3000 --in 1h"), 0);
    const auto holds = [&](const QString& state) {
        const QJsonObject queue = duectl.run("queues --json").array().at(0).toObject();
        return queue.value(state).toInt();
    };
    for (const char* line : {"discard bulk --all --yes --pace 1000", "undo --yes --pace 1000"}) {
        QStringList arguments = words(line);
        if (arguments.front() == u"undo"_s) {
            const QJsonArray operations = duectl.run("operations bulk --json").array();
            arguments.insert(1, operations.at(0).toObject().value(u"id"_s).toString());
        }
        const auto program = duectl.start(arguments);
        int moves = 0;
        for (int round = 0; round < 3; ++round) {
            QTest::qWait(250);
            QVERIFY(move());
            moves += program->state() == QProcess::Running;
        }
        QVERIFY(moves > 0); // The slot moved while the action was running.
        QVERIFY(program->waitForFinished(60'000));
        const QByteArray said = program->readAllStandardOutput() + program->readAllStandardError();
        QVERIFY2(program->exitCode() == 0 && said.contains("3000"), said);
        const bool isUndo = arguments.front() == u"undo"_s;
        QCOMPARE(holds(u"trash"_s), isUndo ? 0 : count);
        QCOMPARE(holds(u"scheduled"_s), isUndo ? count : 0);
    }
}

/// Checks that a bulk action on a framework's queue changes no tasks while the queue's keys are on two nodes. An action
/// stopped for this reason can be resumed and undone.
void TestCluster::aBulkActionThatASlowMoveStopsIsResumed()
{
    constexpr int count = 2'000;
    RedisClient client(m_cluster->config());
    const QByteArray base = "bull:{slow}:";
    std::vector<Command> commands{{"HSET", base + "meta", "version", "bullmq:5.58.0"}};
    for (int i = 1; i <= count; ++i) {
        const QByteArray id = QByteArray::number(i);
        commands.push_back({"HSET", base + id, "name", "send", "data", "{}", "opts", "{}", "timestamp", id});
        commands.push_back({"LPUSH", base + "wait", id});
    }
    QVERIFY(client.callAll(commands).ok());
    const auto waiting = [&] {
        const Result<Reply> list = client.call({"LRANGE", base + "wait", "0", "-1"});
        QByteArrayList ids;
        for (std::size_t i = 0; list && i < list->items.size(); ++i)
            ids << list->items[i].bytes;
        return ids;
    };
    const QByteArrayList before = waiting();
    QCOMPARE(before.size(), count);
    const Duectl duectl(m_cluster->url());
    const auto program = duectl.start(words("discard {slow} --layout bullmq --all --yes --pace 500"));
    QTRY_VERIFY(waiting().size() < count);
    const int slot = clusterSlot("slow");
    const int from = m_cluster->nodeOf(slot), to = (from + 1) % m_cluster->size();
    m_cluster->beginMove(slot, from, to);
    m_cluster->moveKeys(slot, from, to, 100);
    QVERIFY(program->waitForFinished(60'000));
    const QByteArray said = program->readAllStandardOutput() + program->readAllStandardError();
    QVERIFY2(program->exitCode() == 3 && said.contains("operations resume"), said);
    const qsizetype left = waiting().size();
    QVERIFY(left > 0);
    while (m_cluster->moveKeys(slot, from, to) > 0) { }
    m_cluster->endMove(slot, to);
    QCOMPARE(waiting().size(), left);
    const QJsonArray operations = duectl.run("operations {slow} --layout bullmq --json").array();
    const QJsonObject operation = operations.at(0).toObject();
    QCOMPARE(operation.value(u"done"_s).toInt(), count - left);
    const QString id = operation.value(u"id"_s).toString();
    EXIT(duectl.run({u"operations"_s, u"resume"_s, id, u"--layout"_s, u"bullmq"_s}), 0);
    QCOMPARE(waiting().size(), 0);
    EXIT(duectl.run({u"undo"_s, id, u"--yes"_s, u"--layout"_s, u"bullmq"_s}), 0);
    QCOMPARE(waiting(), before);
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
    const QByteArray before = duectl.run("show mail large --payload").out;
    const Answer edited = duectl.run(words("edit mail large --payload-file - --json"), QByteArray(300'000, 'e'));
    EXIT(edited, 0);
    QCOMPARE(duectl.run("show mail large --payload").out, QByteArray(300'000, 'e'));
    EXIT(duectl.run({u"undo"_s, edited.object()[u"operation"_s].toString(), u"--yes"_s}), 0);
    QVERIFY(before.size() > 100'000 && duectl.run("show mail large --payload").out == before);
    EXIT(duectl.run("discard mail --all --yes"), 0);
    EXIT(duectl.run("queue mail delete --yes"), 0);
    QCOMPARE(duectl.run("queues --json").array().size(), 4);
}

void TestCluster::layoutsFindTheirQueuesOnEveryMaster()
{
    RedisClient client(m_cluster->config());
    std::set<int> nodes;
    for (const QByteArray tag : {"a", "b", "c"}) {
        nodes.insert(m_cluster->nodeOf(clusterSlot(tag)));
        const QByteArray queue = "bull:{" + tag + "}:";
        QVERIFY(client.call({"HSET", queue + "meta", "version", "bullmq:5.58.0"}).ok());
        QVERIFY(client.call({"HSET", queue + "1", "name", "send", "data", "{}", "timestamp", "1"}).ok());
        QVERIFY(client.call({"LPUSH", queue + "wait", "1"}).ok());
        QVERIFY(client.call({"XADD", "orders{" + tag + "}", "*", "f", "v"}).ok());
        QVERIFY(client.call({"XGROUP", "CREATE", "orders{" + tag + "}", "g", "0"}).ok());
    }
    QCOMPARE(nodes.size(), std::size_t(3));
    const Duectl duectl(m_cluster->url());
    for (const char* layout : {"bullmq", "stream"}) {
        const Answer listed = duectl.run(QByteArray("queues --json --layout ") + layout);
        EXIT(listed, 0);
        int read = 0; // number of queues with known counts; the other layout's queues are listed without counts
        const QJsonArray queues = listed.array();
        for (const auto& queue : queues)
            read += !queue.toObject().contains(u"unreadable"_s);
        QVERIFY2(read == 3, listed.all());
    }
}

/// Checks that listing many queues takes no more calls than on a single server. The result must be correct even for a
/// damaged queue, and for queues whose slots are moving or have moved.
void TestCluster::manyQueuesAreLookedAtTogether()
{
    constexpr int count = 600;
    const auto backend = openLayout(defaultLayout(), m_cluster->config(), "dueline", "test", Access::ReadOnly);
    QVERIFY(backend.ok());
    RedisClient client(m_cluster->config());
    std::vector<Command> commands;
    for (int i = 0; i < count; ++i) {
        const QByteArray name = "queue-" + QByteArray::number(i);
        const QByteArray base = "dueline:{" + name + "}:";
        commands.push_back({"SADD", "dueline:queues", name});
        commands.push_back({"HSET", base + "meta", "version", "1"});
        commands.push_back({"ZADD", base + "pending", "4102444800000", "t#" + QByteArray::number(i)});
        commands.push_back({"ZADD", base + "failed", "1", "t#x", "1", "t#y"});
    }
    QVERIFY(client.pipeline(commands).ok());
    QueueInspector& inspector = (*backend)->inspector();
    QVERIFY(inspector.queues().ok()); // loads the scripts
    const auto calls = [this] {
        qint64 sum = 0;
        for (int i = 0; i < m_cluster->size(); ++i) {
            const QString stats = QString::fromUtf8(m_cluster->node(i).call({"INFO", "commandstats"}).bytes);
            static const QRegularExpression scripts(u"cmdstat_eval(?:sha)?_ro:calls=(\\d+)"_s);
            for (auto found = scripts.globalMatch(stats); found.hasNext();)
                sum += found.next().captured(1).toLongLong();
        }
        return sum;
    };
    const auto isWhole = [](const Result<std::vector<QueueInfo>>& queues, int damaged = -1) {
        if (!queues || queues->size() != count)
            return false;
        return std::all_of(queues->begin(), queues->end(), [&](const QueueInfo& queue) {
            if (queue.name == "queue-" + QByteArray::number(damaged))
                return !queue.unreadable.isEmpty();
            return queue.unreadable.isEmpty() && queue.counts[TaskState::Scheduled] == 1
                && queue.counts[TaskState::Failed] == 2;
        });
    };
    const qint64 before = calls();
    QVERIFY(isWhole(inspector.queues()));
    QVERIFY2(calls() - before <= count / 50 + m_cluster->size(), QByteArray::number(calls() - before));

    const int slot = clusterSlot("queue-7");
    const int from = m_cluster->nodeOf(slot), to = (from + 1) % m_cluster->size();
    // While a slot is moving, its keys can be on either node. The list reports the move without delay.
    QElapsedTimer clock;
    clock.start();
    m_cluster->beginMove(slot, from, to);
    const auto moving = inspector.queues();
    QVERIFY(isWhole(moving, 7));
    const auto seven
        = std::find_if(moving->begin(), moving->end(), [](const QueueInfo& queue) { return queue.name == "queue-7"; });
    QVERIFY2(seven->unreadable.contains("is moving this queue"), seven->unreadable);
    while (m_cluster->moveKeys(slot, from, to) > 0) { }
    QVERIFY(isWhole(inspector.queues(), 7));
    QVERIFY2(clock.elapsed() < 5'000, QByteArray::number(clock.elapsed()));
    m_cluster->endMove(slot, to);
    QVERIFY(isWhole(inspector.queues()));
    QVERIFY(client.call({"DEL", "dueline:{queue-9}:failed"}).ok());
    QVERIFY(client.call({"SET", "dueline:{queue-9}:failed", "text"}).ok());
    QVERIFY(isWhole(inspector.queues(), 9));
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
    const QByteArray before = client.identity().runId;
    QVERIFY(!before.isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(client.call({"SET", "{dies}k", "2"}).ok(), 20'000);
    QVERIFY(client.identity().runId != before); // Clients notice the restart and check for data loss.
    QCOMPARE(client.call({"GET", "{dies}k"})->bytes, QByteArray("2"));
}

QTEST_GUILESS_MAIN(TestCluster)
#include "tst_cluster.moc"
