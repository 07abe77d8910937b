// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/outcome.h"
#include "core/redis/subscription.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/custompeer.h"

#include <QElapsedTimer>

#include <map>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// Collects outcomes published by Dueline's workers. Subscribes in its constructor.
class ZsetEars
{
public:
    ZsetEars(const RedisConfig& config, const QByteArray& key)
        : m_subscription(config, {'{' + key + "}:dueline:results"})
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
            const auto message = m_subscription.next(100ms);
            if (!message || !*message)
                continue;
            const auto decoded = decodeOutcomes((*message)->payload);
            for (const Outcome& outcome : decoded ? *decoded : std::vector<Outcome>()) {
                if (outcome.outcome != "done")
                    continue;
                ++done[outcome.id];
                types.insert(typeOf(outcome).toByteArray());
            }
        }
        return enough();
    }

    std::map<QByteArray, int> done;
    std::set<QByteArray> types;

private:
    Subscription m_subscription;
};

/// Number of tasks that each kind of worker in a mixed fleet has run.
struct Shares
{
    int theirs = 0;
    int ours = 0;
    int twice = 0; ///< tasks that ran more than once
    std::size_t tasks = 0;

    Shares(const std::map<QByteArray, int>& byThem, const std::map<QByteArray, int>& byUs)
    {
        std::map<QByteArray, int> all = byThem;
        for (const auto& [task, runs] : byThem)
            theirs += runs;
        for (const auto& [task, runs] : byUs) {
            ours += runs;
            all[task] += runs;
        }
        for (const auto& [task, runs] : all)
            twice += runs > 1 ? 1 : 0;
        tasks = all.size();
    }
};

/// Design to test, as a row.
struct Design
{
    const char* peer;
    const char* layout;
    const char* key;
};
constexpr std::array designs{Design{"cron", "cron:delayed", "delayed"},
    Design{"lock", "zset:tasks?lock=lock_%1", "tasks"}, Design{"poll", "zset:jobs", "jobs"}};

} // namespace

/// Tests designs that use sorted sets by time, together with their authors' producers and workers.
class TestZsetPeers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (const QString missing = CustomPeer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void theirTasksAreShownAndRunByOurs_data() { rows(); }
    void theirTasksAreShownAndRunByOurs();
    void ourTasksRunUnderTheirWorker_data() { rows(); }
    void ourTasksRunUnderTheirWorker();
    void bothWorkersShareAThousandTasks_data() { rows(); }
    void bothWorkersShareAThousandTasks();
    void nothingIsLostWhenAWorkerIsKilled_data() { rows(); }
    void nothingIsLostWhenAWorkerIsKilled();
    void asPublishedNobodyRunsThemAndOursDoes();
    void whatTheirExpiryLoopDropsIsGone();
    void aTaskTheyHoldIsShownAsLeasedAndRefused();
    void whatOursHasNotStartedIsTheirsWhenItStops_data() { rows(); }
    void whatOursHasNotStartedIsTheirsWhenItStops();
    void tasksRunAtTheirTime_data() { rows(); }
    void tasksRunAtTheirTime();

private:
    static void rows()
    {
        QTest::addColumn<QString>("peer");
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QByteArray>("key");
        for (const Design& design : designs)
            QTest::newRow(design.peer) << QString::fromLatin1(design.peer) << QString::fromLatin1(design.layout)
                                       << QByteArray(design.key);
    }
    static QStringList layout(const QString& name) { return {u"--layout"_s, name}; }
    static std::unique_ptr<QProcess> work(
        const RedisServer& server, const QString& name, const QByteArray& key, const char* more)
    {
        return Duectl(server.url())
            .start(layout(name) + QStringList{u"work"_s, u"--queue"_s, QString::fromLatin1(key)} + words(more));
    }
    static void stop(QProcess& worker)
    {
        worker.terminate();
        if (!worker.waitForFinished(20'000))
            worker.kill();
    }
};

void TestZsetPeers::theirTasksAreShownAndRunByOurs()
{
    QFETCH(QString, peer);
    QFETCH(QString, layout);
    QFETCH(QByteArray, key);
    RedisServer server;
    const QByteArrayList ids = CustomPeer::produce(server, peer + u" produce --n 20 --ahead -30 --spread 20"_s);
    QCOMPARE(ids.size(), 20);
    const Duectl duectl(server.url());
    const Answer queues = duectl.run(TestZsetPeers::layout(layout) + words("queues --json"));
    EXIT(queues, 0);
    QCOMPARE(queues.array().at(0).toObject().value(u"due"_s).toInt(), 20);
    const Answer list = duectl.run(
        TestZsetPeers::layout(layout) + words("list --json --limit 100") + QStringList{QString::fromLatin1(key)});
    EXIT(list, 0);
    QCOMPARE(list.array().size(), 20);
    const Answer shown = duectl.run(TestZsetPeers::layout(layout)
        + QStringList{u"show"_s, QString::fromLatin1(key), QString::fromLatin1(ids.first()), u"--payload"_s});
    EXIT(shown, 0);
    QCOMPARE(shown.out, ids.first());
    ZsetEars ears(server.config(), key);
    const auto ours = work(server, layout, key, "--handler *=echo --exit-when-empty");
    QVERIFY(ears.listen([&] { return ears.done.size() >= 20; }));
    EXIT(Duectl::finish(*ours), 0);
    for (const QByteArray& id : ids)
        QCOMPARE(ears.done[id], 1);
    QCOMPARE(server.call({"EXISTS", key}).integer, 0);
    if (peer == u"cron")
        QVERIFY(!ears.types.contains(key)); // In cron, the type is the command, not the key.
    else
        QCOMPARE(ears.types, std::set<QByteArray>{key});
}

void TestZsetPeers::ourTasksRunUnderTheirWorker()
{
    QFETCH(QString, peer);
    QFETCH(QString, layout);
    QFETCH(QByteArray, key);
    RedisServer server;
    const Duectl duectl(server.url());
    std::set<QByteArray> ids;
    for (int i = 0; i < 3; ++i) {
        const QString type = peer == u"cron" ? u"report%1"_s.arg(i) : QString::fromLatin1(key);
        QStringList add{u"add"_s, QString::fromLatin1(key), type, u"--in"_s, u"1s"_s};
        if (i == 1 && peer != u"cron")
            add << u"--id"_s << u"named_1"_s;
        const Answer added = duectl.run(TestZsetPeers::layout(layout) + add);
        EXIT(added, 0);
        ids.insert(added.lines().at(0));
    }
    QCOMPARE(ids.size(), std::size_t(3));
    QVERIFY(peer == u"cron" || ids.contains("named_1"));
    CustomPeer theirs(server, peer + u" work --poll 0.2 --seconds 60"_s);
    QTRY_COMPARE_WITH_TIMEOUT(theirs.count().size(), ids.size(), 30'000);
    for (const QByteArray& id : ids)
        QCOMPARE(theirs.count()[id], 1);
}

void TestZsetPeers::bothWorkersShareAThousandTasks()
{
    QFETCH(QString, peer);
    QFETCH(QString, layout);
    QFETCH(QByteArray, key);
    RedisServer server;
    ZsetEars ears(server.config(), key);
    CustomPeer theirs(server, peer + u" work --poll 0.1 --seconds 120 --sleep 1"_s);
    CustomPeer::produce(server, peer + u" produce --n 1000 --ahead -0.5 --spread 2.5"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!theirs.count().empty(), 20'000); // the worker may take a while to start
    const auto ours = work(server, layout, key, "--handler *=sleep:2 --concurrency 2");
    QVERIFY(ears.listen([&] { return Shares(theirs.count(), ears.done).tasks >= 1000; }));
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", key}).integer, 0, 20'000);
    // A second run of a task would have been reported by now.
    ears.listen([rounds = 0]() mutable { return ++rounds > 5; });
    const Shares shares(theirs.count(), ears.done);
    QCOMPARE(shares.tasks, std::size_t(1000));
    QVERIFY2(
        shares.theirs > 0 && shares.ours > 0, qPrintable(u"theirs %1, ours %2"_s.arg(shares.theirs).arg(shares.ours)));
    for (const auto& [id, runs] : ears.done)
        QCOMPARE(runs, 1); // Dueline never runs a task twice
    if (peer == u"lock")
        QCOMPARE(shares.twice, 0);
    qInfo("%s: theirs ran %d, ours %d, twice %d", qPrintable(peer), shares.theirs, shares.ours, shares.twice);
    stop(*ours);
}

void TestZsetPeers::nothingIsLostWhenAWorkerIsKilled()
{
    QFETCH(QString, peer);
    QFETCH(QString, layout);
    QFETCH(QByteArray, key);
    RedisServer server;
    ZsetEars ears(server.config(), key);
    const QByteArrayList ids = CustomPeer::produce(server, peer + u" produce --n 200 --ahead -20 --spread 10"_s);
    CustomPeer theirs(server, peer + u" work --poll 0.1 --seconds 60 --die-in 10"_s);
    QVERIFY(theirs.finish());
    auto ours = work(server, layout, key, "--handler *=sleep:150 --lease 1s --concurrency 4");
    QVERIFY(ears.listen([&] { return ears.done.size() >= 30; }));
    // If four tasks end at the same time, there may be no lease just now.
    QTRY_VERIFY(server.call({"ZCARD", '{' + key + "}:dueline:leased"}).integer > 0);
    ours->kill();
    ours->waitForFinished();
    QVERIFY(server.call({"ZCARD", '{' + key + "}:dueline:leased"}).integer > 0);
    ours = work(server, layout, key, "--handler *=sleep:1 --lease 1s --concurrency 8");
    // Expect all tasks except the nine that the other worker completed. If the design has locks, the task that the
    // other worker held stays locked for a minute.
    const std::size_t expected = peer == u"lock" ? 190 : 191;
    QVERIFY2(
        ears.listen([&] { return ears.done.size() >= expected; }), QByteArray::number(qulonglong(ears.done.size())));
    QCOMPARE(Shares(theirs.count(), ears.done).tasks, std::size_t(ids.size()));
    if (peer == u"lock") { // Delete the lock, as if its minute had elapsed.
        const QByteArray held = server.call({"ZRANGE", key, "0", "0"}).items.at(0).bytes;
        QVERIFY(server.call({"PTTL", "lock_" + held}).integer > 0);
        server.call({"DEL", "lock_" + held});
        QVERIFY(ears.listen([&] { return ears.done.contains(held); }));
    }
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", '{' + key + "}:dueline:leased"}).integer, 0, 20'000);
    QCOMPARE(server.call({"EXISTS", key}).integer, 0);
    stop(*ours);
}

void TestZsetPeers::asPublishedNobodyRunsThemAndOursDoes()
{
    RedisServer server;
    const QByteArrayList ids = CustomPeer::produce(server, u"lock produce --n 5 --ahead -5 --spread 1"_s);
    CustomPeer theirs(server, u"lock-broken work --poll 0.2 --seconds 2"_s);
    QVERIFY(theirs.finish());
    QVERIFY(theirs.count().empty());
    const QString design = u"zset:tasks?lock=lock_%1"_s;
    const Duectl duectl(server.url());
    // The other worker set locks but ran no tasks. Until a lock expires, its task is shown as held by the lock's owner.
    const Answer queues = duectl.run(layout(design) + words("queues --json"));
    EXIT(queues, 0);
    QCOMPARE(queues.array().at(0).toObject().value(u"leased"_s).toInt(), 5);
    for (const QByteArray& id : ids)
        server.call({"DEL", "lock_" + id});
    QCOMPARE(duectl.run(layout(design) + words("queues --json")).array().at(0).toObject().value(u"due"_s).toInt(), 5);
    ZsetEars ears(server.config(), "tasks");
    const auto ours = work(server, design, "tasks", "--handler tasks=echo --exit-when-empty");
    QVERIFY(ears.listen([&] { return ears.done.size() >= 5; }));
    EXIT(Duectl::finish(*ours), 0);
}

void TestZsetPeers::whatTheirExpiryLoopDropsIsGone()
{
    RedisServer server;
    const QString design = u"zset:tasks?lock=lock_%1"_s;
    const QByteArrayList ids = CustomPeer::produce(server, u"lock produce --n 40 --ahead -5 --spread 1"_s);
    ZsetEars ears(server.config(), "tasks");
    // The other worker doesn't see the tasks that Dueline's worker holds.
    const auto ours = work(server, design, "tasks", "--handler tasks=sleep:700 --concurrency 4 --lease 5s");
    QTRY_VERIFY_WITH_TIMEOUT(server.call({"ZCARD", "{tasks}:dueline:leased"}).integer >= 4, 20'000);
    CustomPeer expiry(server, u"lock-expire work --poll 0.1 --seconds 1"_s);
    QVERIFY(expiry.finish());
    QCOMPARE(server.call({"EXISTS", "tasks"}).integer, 0);
    QVERIFY(ears.listen([&] { return ears.done.size() >= 4; }));
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "{tasks}:dueline:leased"}).integer, 0, 20'000);
    stop(*ours);
}

void TestZsetPeers::aTaskTheyHoldIsShownAsLeasedAndRefused()
{
    RedisServer server;
    const QByteArrayList ids = CustomPeer::produce(server, u"lock produce --n 1 --ahead -5"_s);
    CustomPeer theirs(server, u"lock work --poll 0.1 --seconds 30 --sleep 20000"_s);
    QTRY_COMPARE_WITH_TIMEOUT(theirs.count().size(), std::size_t(1), 20'000);
    const Duectl duectl(server.url());
    const QStringList design = layout(u"zset:tasks?lock=lock_%1"_s);
    const QString id = QString::fromLatin1(ids.first());
    const QJsonObject shown = duectl.run(design + QStringList{u"show"_s, u"tasks"_s, id, u"--json"_s}).object();
    QCOMPARE(shown.value(u"state"_s).toString(), u"leased"_s);
    const Answer discard = duectl.run(design + QStringList{u"discard"_s, u"tasks"_s, id, u"--force"_s});
    QVERIFY2(discard.code == 1, discard.all().constData());
    QCOMPARE(server.call({"ZCARD", "tasks"}).integer, 1);
}

void TestZsetPeers::whatOursHasNotStartedIsTheirsWhenItStops()
{
    QFETCH(QString, peer);
    QFETCH(QString, layout);
    QFETCH(QByteArray, key);
    RedisServer server;
    ZsetEars ears(server.config(), key);
    CustomPeer::produce(server, peer + u" produce --n 100 --ahead -20 --spread 10"_s);
    const auto ours = work(server, layout, key, "--handler *=sleep:40 --concurrency 2");
    QVERIFY(ears.listen([&] { return ears.done.size() >= 10; }));
    stop(*ours);
    ears.listen([rounds = 0]() mutable { return ++rounds > 3; });
    QCOMPARE(server.call({"ZCARD", '{' + key + "}:dueline:leased"}).integer, 0);
    QCOMPARE(server.call({"ZCARD", '{' + key + "}:dueline:retry"}).integer, 0);
    QCOMPARE(server.call({"ZCARD", key}).integer, 100 - qint64(ears.done.size()));
}

void TestZsetPeers::tasksRunAtTheirTime()
{
    QFETCH(QString, peer);
    QFETCH(QString, layout);
    QFETCH(QByteArray, key);
    RedisServer server;
    ZsetEars ears(server.config(), key);
    const auto ours = work(server, layout, key, "--handler *=echo");
    const QByteArrayList ids = CustomPeer::produce(server, peer + u" produce --n 50 --ahead 1.5 --spread 1"_s);
    std::map<QByteArray, double> due;
    for (const QByteArray& id : ids)
        due[id] = server.call({"ZSCORE", key, id}).bytes.toDouble();
    QVERIFY(ears.listen([&] { return ears.done.size() >= 50; }));
    for (const QByteArray& id : ids) { // no task runs early
        const double ended = server.call({"ZSCORE", '{' + key + "}:dueline:done", id}).bytes.toDouble();
        QVERIFY2(ended >= due[id] * 1000, id.constData());
    }
    stop(*ours);
}

QTEST_GUILESS_MAIN(TestZsetPeers)
#include "tst_zsetpeers.moc"
