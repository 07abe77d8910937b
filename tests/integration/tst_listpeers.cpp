// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/outcome.h"
#include "core/redis/subscription.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/custompeer.h"
#include "tests/support/rediscluster.h"

#include <QElapsedTimer>

#include <map>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// Collects messages published after its construction.
class Ears
{
public:
    Ears(const RedisConfig& config, const std::vector<QByteArray>& channels)
        : m_subscription(config, channels)
    {
        if (const auto opened = m_subscription.open(); !opened)
            qFatal("%s", qPrintable(opened.error().message));
    }

    /// Receives messages until `enough` returns true. Returns false after a minute.
    bool listen(const std::function<bool()>& enough)
    {
        QElapsedTimer timer;
        timer.start();
        while (!enough() && timer.elapsed() < 60'000) {
            const auto message = m_subscription.next(200ms);
            if (message && *message)
                hear(**message);
        }
        return enough();
    }

    /// Number of messages from the application's own worker, by text without the leading `done `.
    std::map<QByteArray, int> done;
    std::map<QByteArray, int> outputs; ///< number of tasks that Dueline's worker completed, by output
    int outcomes = 0; ///< number of tasks that Dueline's worker finished, with any outcome

private:
    void hear(const Message& message)
    {
        if (!message.channel.endsWith(":dueline:results")) {
            ++done[message.payload.startsWith("done ") ? message.payload.mid(5) : message.payload];
            return;
        }
        const auto decoded = decodeOutcomes(message.payload);
        for (const Outcome& outcome : decoded ? *decoded : std::vector<Outcome>()) {
            ++outcomes;
            if (outcome.outcome == "done")
                ++outputs[outcome.output];
        }
    }

    Subscription m_subscription;
};

int runsOf(const std::map<QByteArray, int>& counts)
{
    int runs = 0;
    for (const auto& [task, count] : counts)
        runs += count;
    return runs;
}

} // namespace

/// Tests designs with lists or announced keys, together with their authors' producers and workers.
class TestListPeers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (const QString missing = CustomPeer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void theirListIsShownAndRunByOurs();
    void ourTasksRunUnderTheirWorker();
    void bothWorkersShareAListAndNothingRunsTwice();
    void theirWorkerLosesWhatItHoldsOursDoesNot();
    void bothWorkersRunEveryMessage();
    void ourWorkerKilledLosesNoMessage();
    void announcedTasksRunAtTheirTimeToo();
    void aListOfAClusterIsShared();

private:
    static std::unique_ptr<QProcess> work(const RedisServer& server, const QString& layout, const QString& queue,
        const QString& handler, const QString& more = {})
    {
        return Duectl(server.url())
            .start(QStringList{u"--layout"_s, layout, u"work"_s, u"--queue"_s, queue, u"--handler"_s, u"*="_s + handler}
                + QProcess::splitCommand(more));
    }
    static void stop(QProcess& worker)
    {
        worker.terminate();
        if (!worker.waitForFinished(20'000))
            worker.kill();
    }
};

void TestListPeers::theirListIsShownAndRunByOurs()
{
    RedisServer server;
    CustomPeer::produce(server, u"list produce --n 20"_s);
    const Duectl duectl(server.url());
    const QStringList layout{u"--layout"_s, u"list:task_queue?results=results"_s};
    const Answer queues = duectl.run(layout + words("queues --json"));
    EXIT(queues, 0);
    QCOMPARE(queues.array().at(0).toObject().value(u"due"_s).toInt(), 20);
    const Answer list = duectl.run(layout + words("list task_queue --json --limit 100"));
    EXIT(list, 0);
    QCOMPARE(list.array().size(), 20);
    const QString first = list.array().at(0).toObject().value(u"id"_s).toString();
    const Answer shown = duectl.run(layout + QStringList{u"show"_s, u"task_queue"_s, first, u"--payload"_s});
    EXIT(shown, 0);
    QCOMPARE(shown.out, QByteArray("task0"));
    Ears ears(server.config(), {"results"});
    EXIT(duectl.run(layout + words("work --queue task_queue --handler *=sleep:1 --exit-when-empty")), 0);
    QVERIFY(ears.listen([&] { return runsOf(ears.done) >= 20; }));
    for (int i = 0; i < 20; ++i)
        QCOMPARE(ears.done["task" + QByteArray::number(i)], 1);
    QCOMPARE(server.call({"EXISTS", "task_queue"}).integer, 0);
}

void TestListPeers::ourTasksRunUnderTheirWorker()
{
    RedisServer server;
    const Duectl duectl(server.url());
    for (int i = 0; i < 5; ++i) {
        EXIT(duectl.run(u"--layout list:task_queue add task_queue task_queue --payload ours%1"_s.arg(i).toUtf8()), 0);
        EXIT(duectl.run(u"--layout resend:test_queue add test_queue test_queue --payload mine%1"_s.arg(i).toUtf8()), 0);
        EXIT(duectl.run(u"--layout pubsub:new_job?keys=job* add new_job new_job --id job%1 --in 1h"_s.arg(i).toUtf8()),
            0);
    }
    CustomPeer list(server, u"list work --seconds 60"_s);
    CustomPeer resend(server, u"resend work --seconds 60"_s);
    QTRY_COMPARE_WITH_TIMEOUT(list.count().size(), std::size_t(5), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(resend.count().size(), std::size_t(5), 30'000);
    QCOMPARE(list.count()["ours3"], 1);
    QCOMPARE(resend.count()["mine3"], 1);
    // The application's own worker only receives tasks announced while it is listening.
    CustomPeer pubsub(server, u"pubsub work --seconds 60"_s);
    QTRY_COMPARE_WITH_TIMEOUT(pubsub.count("listening").size(), std::size_t(1), 30'000);
    EXIT(duectl.run("--layout pubsub:new_job?keys=job* add new_job new_job --id job9 --in 1h"), 0);
    QTRY_COMPARE_WITH_TIMEOUT(pubsub.count()["job9"], 1, 30'000);
    QCOMPARE(pubsub.count().size(), std::size_t(1));
}

void TestListPeers::bothWorkersShareAListAndNothingRunsTwice()
{
    RedisServer server;
    Ears ears(server.config(), {"results"});
    CustomPeer theirs(server, u"list work --seconds 120 --sleep 1"_s);
    const auto ours
        = work(server, u"list:task_queue?results=results"_s, u"task_queue"_s, u"sleep:2"_s, u"--concurrency 2"_s);
    CustomPeer::produce(server, u"list produce --n 1000"_s);
    QVERIFY(ears.listen([&] { return runsOf(ears.done) >= 1000; }));
    QTest::qWait(300); // a second run would have been reported by now
    ears.listen([n = 0]() mutable { return ++n > 5; });
    QCOMPARE(ears.done.size(), std::size_t(1000));
    QCOMPARE(runsOf(ears.done), 1000);
    const int byThem = runsOf(theirs.count());
    QVERIFY2(byThem > 0 && byThem < 1000, qPrintable(u"theirs ran %1"_s.arg(byThem)));
    qInfo("list: theirs ran %d, ours %d, twice 0", byThem, 1000 - byThem);
    stop(*ours);
}

void TestListPeers::theirWorkerLosesWhatItHoldsOursDoesNot()
{
    RedisServer server;
    Ears ears(server.config(), {"results"});
    CustomPeer::produce(server, u"list produce --n 200"_s);
    CustomPeer theirs(server, u"list work --seconds 60 --die-in 10"_s);
    QVERIFY(theirs.finish());
    QVERIFY(ears.listen([&] { return runsOf(ears.done) >= 9; }));
    auto ours = work(
        server, u"list:task_queue?results=results"_s, u"task_queue"_s, u"sleep:20"_s, u"--lease 1s --concurrency 4"_s);
    QVERIFY(ears.listen([&] { return runsOf(ears.done) >= 30; }));
    ours->kill(); // four tasks are running, and more have been claimed
    ours->waitForFinished();
    QVERIFY(server.call({"ZCARD", "{task_queue}:dueline:leased"}).integer > 0);
    ours = work(
        server, u"list:task_queue?results=results"_s, u"task_queue"_s, u"sleep:1"_s, u"--lease 1s --concurrency 8"_s);
    QVERIFY(ears.listen([&] { return ears.done.size() >= 199; }));
    QVERIFY(!ears.done.contains("task9")); // The other worker was killed while holding the tenth task.
    QCOMPARE(server.call({"EXISTS", "task_queue"}).integer, 0);
    stop(*ours);
}

void TestListPeers::bothWorkersRunEveryMessage()
{
    RedisServer server;
    Ears ears(server.config(), {"{test_queue}:dueline:results"});
    CustomPeer theirs(server, u"resend work --seconds 120 --sleep 1"_s);
    const auto ours = work(server, u"resend:test_queue"_s, u"test_queue"_s, u"echo"_s);
    CustomPeer::produce(server, u"resend produce --n 1000 --old 2 --delay-time 60"_s);
    const auto missing = [&] {
        const auto byThem = theirs.count();
        int none = 0;
        for (int i = 0; i < 1000; ++i) {
            const QByteArray message = "message_" + QByteArray::number(i);
            none += byThem.contains(message) || ears.outputs.contains(message) ? 0 : 1;
        }
        return none;
    };
    QVERIFY2(ears.listen([&] { return missing() == 0; }), qPrintable(u"%1 did not run"_s.arg(missing())));
    const int byThem = runsOf(theirs.count());
    const int byUs = runsOf(ears.outputs);
    QCOMPARE(byThem + byUs, 1000); // no worker was killed, so no task ran twice
    QVERIFY(theirs.count("dropped").empty());
    qInfo("resend: theirs ran %d, ours %d, sent again by theirs %d", byThem, byUs, runsOf(theirs.count("again")));
    stop(*ours);
}

void TestListPeers::ourWorkerKilledLosesNoMessage()
{
    RedisServer server;
    Ears ears(server.config(), {"{test_queue}:dueline:results"});
    CustomPeer::produce(server, u"resend produce --n 200 --old 2 --delay-time 60"_s);
    CustomPeer theirs(server, u"resend work --seconds 60 --die-in 10"_s);
    QVERIFY(theirs.finish());
    QCOMPARE(theirs.count().size(), std::size_t(10));
    auto ours = work(server, u"resend:test_queue"_s, u"test_queue"_s, u"sleep:30"_s, u"--lease 1s --concurrency 4"_s);
    QVERIFY(ears.listen([&] { return ears.outcomes >= 20; }));
    ours->kill();
    ours->waitForFinished();
    ours = work(server, u"resend:test_queue"_s, u"test_queue"_s, u"echo"_s, u"--lease 1s"_s);
    const int before = ears.outcomes;
    // The other worker started ten of the 200 tasks and was killed while running the tenth. Dueline's worker completed
    // the rest, although it was killed once.
    QVERIFY(ears.listen([&] { return ears.outcomes >= 190; }));
    QVERIFY(before < 190);
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "{test_queue}:dueline:leased"}).integer, 0, 20'000);
    QCOMPARE(server.call({"EXISTS", "test_queue"}).integer, 0);
    QCOMPARE(server.call({"EXISTS", "{test_queue}:dueline:failed"}).integer, 0);
    stop(*ours);
}

void TestListPeers::announcedTasksRunAtTheirTimeToo()
{
    RedisServer server;
    Ears ears(server.config(), {"{new_job}:dueline:results"});
    CustomPeer theirs(server, u"pubsub work --seconds 60"_s);
    QTRY_COMPARE_WITH_TIMEOUT(theirs.count("listening").size(), std::size_t(1), 30'000);
    auto ours = work(server, u"pubsub:new_job?keys=job*"_s, u"new_job"_s, u"echo"_s, u"--lease 1s"_s);
    CustomPeer::produce(server, u"pubsub produce --n 50 --ahead 1 --spread 1"_s);
    QTRY_COMPARE_WITH_TIMEOUT(theirs.count().size(), std::size_t(50), 20'000); // All tasks are due immediately.
    QVERIFY(ears.listen([&] { return runsOf(ears.outputs) >= 10; }));
    ours->kill(); // the worker is killed between tasks
    ours->waitForFinished();
    ours = work(server, u"pubsub:new_job?keys=job*"_s, u"new_job"_s, u"echo"_s, u"--lease 1s"_s);
    QVERIFY(ears.listen([&] { return ears.outputs.size() >= 50; }));
    QCOMPARE(server.call({"EXISTS", "job0", "job49"}).integer, 2); // the keys stay, as with the other worker
    // Each task ran twice: the other worker ran it when it was announced, and Dueline's worker at its due time.
    QCOMPARE(runsOf(theirs.count()), 50);
    const auto atOnce = theirs.instants();
    const double due = server.call({"GET", "job49"}).bytes.toDouble();
    QVERIFY(atOnce.at("job49") < due);
    stop(*ours);
}

void TestListPeers::aListOfAClusterIsShared()
{
    RedisCluster cluster;
    const Duectl duectl(cluster.url());
    Command push{"LPUSH", "task_queue"};
    for (int i = 0; i < 300; ++i)
        push.push_back("task" + QByteArray::number(i));
    for (int i = 0; i < cluster.size(); ++i) // Only the node that owns the key's slot accepts the command.
        cluster.node(i).call(push);
    Ears ears(cluster.node(0).config(), {"results"}); // a message reaches every node
    CustomPeer theirs({u"--cluster"_s, QString::number(cluster.node(0).port())}, u"list work --seconds 60 --sleep 2"_s);
    const auto ours = duectl.start(
        words("--layout list:task_queue?results=results work --queue task_queue --handler *=sleep:1 --concurrency 1"));
    QVERIFY(ears.listen([&] { return ears.done.size() >= 300; }));
    QCOMPARE(runsOf(ears.done), 300);
    const int byThem = runsOf(theirs.count());
    QVERIFY2(byThem > 0 && byThem < 300, qPrintable(u"theirs ran %1"_s.arg(byThem)));
    stop(*ours);
    // Keys in different slots can't be read as one queue.
    FAILS(duectl.run("--layout pubsub:new_job?keys=job* queues"), 1, "Redis Cluster");
}

QTEST_GUILESS_MAIN(TestListPeers)
#include "tst_listpeers.moc"
