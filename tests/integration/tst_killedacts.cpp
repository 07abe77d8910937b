// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/celeryacts.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/laravelacts.h"
#include "tests/integration/livepeer.h"
#include "tests/integration/rqacts.h"
#include "tests/support/celerypeer.h"
#include "tests/support/chaosproxy.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/phppeer.h"
#include "tests/support/rqpeer.h"
#include "tests/support/sendsignal.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <functional>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr int actedJobs = 300;
constexpr int killedAfter = 40; ///< minimum number of jobs acted on before the kill

/// Framework that adds the jobs and whose worker runs them in the end.
struct KilledPeer
{
    QString layout;
    QString missing; ///< why the framework can't run here, or empty
    std::function<void(RedisServer&)> add;
    std::function<std::unique_ptr<PeerProcess>(RedisServer&)> work;
};

std::vector<KilledPeer> killedPeers()
{
    return {
        {u"laravel"_s, PhpPeer::missing(),
            [](RedisServer& server) {
                PhpPeer::run(&server, {u"add"_s, u"mail"_s, QString::number(actedJobs), u"36000"_s, u"Mail"_s, u"0"_s});
            },
            [](RedisServer& server) { return std::make_unique<PhpPeer>(server, "mail"); }},
        {u"rq"_s, RqPeer::missing(),
            [](RedisServer& server) {
                QStringList command{u"add"_s};
                for (int i = 0; i < actedJobs; ++i)
                    command << uR"({"id": "j%1", "task": "mark", "in": 36000})"_s.arg(i);
                RqPeer::run(server, command);
            },
            [](RedisServer& server) { return std::make_unique<RqPeer>(server, "mail", 0, RqPeer::Kind::Simple); }},
        {u"celery"_s, CeleryPeer::missing(),
            [](RedisServer& server) {
                CeleryPeer::add(server, {uR"({"id": "m", "task": "mark", "in": 36000, "count": %1})"_s.arg(actedJobs)});
            },
            [](RedisServer& server) { return std::make_unique<CeleryPeer>(server, "mail"); }},
    };
}

/// Returns the framework's keys with their values sorted, because undo may fill a list from the other end.
std::map<QByteArray, QByteArrayList> inAnyOrder(RedisServer& server)
{
    auto keys = foreignKeys(server, ComparedEnd::None);
    for (auto& [key, words] : keys)
        std::sort(words.begin(), words.end());
    return keys;
}

/// Kills a command while it is waiting for the reply to `request`, which the server has already executed. If `request`
/// is empty, kills it before it sends any request that changes data.
void killUnanswered(const RedisServer& server, const QByteArray& request, const QStringList& command)
{
    ChaosProxy proxy(server.config());
    ChaosPlan plan;
    plan.fault = ChaosPlan::Fault::Silence;
    plan.request = request;
    proxy.setPlan(plan);
    const auto program = Duectl(proxy.url()).start(command);
    QTRY_VERIFY_WITH_TIMEOUT(proxy.faults() > 0, 30'000);
    QCOMPARE(program->state(), QProcess::Running);
    sendSignal(*program, SIGKILL);
    program->waitForFinished();
}

/// Returns the listed tasks by id.
QMap<QString, QJsonObject> shown(const Duectl& duectl, const QStringList& list)
{
    QMap<QString, QJsonObject> tasks;
    for (const QJsonValue& task : duectl.run(list).array())
        tasks.insert(task.toObject().value(u"id"_s).toString(), task.toObject());
    return tasks;
}

} // namespace

/// Tests bulk actions that are killed midway: another process completes the action, undo restores every task, and the
/// framework's own worker then runs each task once. Retry and run-now with a running worker are tested for each layout;
/// tst_killedends covers other kills.
class TestKilledActs : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toLocal8Bit()); }
    void eachIsGoneOnWithAndUndone_data();
    void eachIsGoneOnWithAndUndone();
    void soIsWhatNoPeerHereRuns_data();
    void soIsWhatNoPeerHereRuns();
    void aDeleteLeavesEachWholeOrGone();
    void aStopWasHeardOrWasNot();
    void aRevokeWasHeardOrWasNot();
};

void TestKilledActs::eachIsGoneOnWithAndUndone_data()
{
    QTest::addColumn<int>("peer");
    QTest::addColumn<QString>("action");
    const auto peers = killedPeers();
    for (int i = 0; i < int(peers.size()); ++i) {
        for (const char* action : {"run-now", "reschedule", "discard"})
            QTest::addRow("%s, %s", qPrintable(peers[std::size_t(i)].layout), action)
                << i << QString::fromLatin1(action);
    }
}

void TestKilledActs::eachIsGoneOnWithAndUndone()
{
    QFETCH(int, peer);
    QFETCH(QString, action);
    const KilledPeer framework = killedPeers().at(std::size_t(peer));
    if (!framework.missing.isEmpty())
        QSKIP(qPrintable(framework.missing));
    RedisServer server;
    framework.add(server);
    const auto before = inAnyOrder(server);
    const Duectl duectl(server.url());
    const QStringList with{u"--layout"_s, framework.layout};
    const auto latest = [&] { return duectl.run(with + words("operations mail --json")).array().at(0).toObject(); };
    const QString times = action == u"reschedule" ? u" --in 20h"_s : QString();
    const auto killed
        = duectl.start(with + QProcess::splitCommand(u"%1 mail --all --yes --pace 150"_s.arg(action) + times));
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"done"_s].toInt() > killedAfter, 30'000);
    sendSignal(*killed, SIGKILL);
    killed->waitForFinished();
    const int done = latest()[u"done"_s].toInt();
    QVERIFY(done < actedJobs);
    QVERIFY(inAnyOrder(server) != before);
    const QString id = latest()[u"id"_s].toString();
    if (action != u"run-now") // waiting for the real timeout once is enough
        forgetHolder(server, id.toUtf8());
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"interrupted"_s].toBool(), 15'000);
    const Answer resumed = duectl.run(with + QStringList{u"operations"_s, u"resume"_s, id});
    EXIT(resumed, 0);
    QCOMPARE(latest()[u"done"_s].toInt(), actedJobs);
    const Answer undone = duectl.run(with + QStringList{u"undo"_s, id, u"--yes"_s});
    EXIT(undone, 0);
    QCOMPARE(inAnyOrder(server), before);
    // The restored tasks can still run.
    EXIT(duectl.run(with + words("run-now mail --all --yes")), 0);
    const auto worker = framework.work(server);
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"HLEN", "marks"}).integer, actedJobs, 100'000);
    for (const Reply& runs : server.call({"HVALS", "marks"}).items)
        QCOMPARE(runs.bytes, QByteArray("1"));
}

void TestKilledActs::soIsWhatNoPeerHereRuns_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<QString>("action");
    QTest::addColumn<QByteArray>("from");
    for (const char* action : {"retry", "discard", "restore"})
        QTest::addRow("Horizon, %s", action)
            << QByteArray("laravel") << QString::fromLatin1(action) << stateName(TaskState::Failed).toByteArray();
    QTest::newRow("laravel, restore") << QByteArray("laravel") << u"restore"_s
                                      << stateName(TaskState::Scheduled).toByteArray();
    for (const char* action : {"run-now", "reschedule", "discard", "restore"})
        QTest::addRow("asynq, %s", action)
            << QByteArray("asynq") << QString::fromLatin1(action) << stateName(TaskState::Scheduled).toByteArray();
}

/// Checks kills during actions on Horizon jobs and asynq tasks, and during restores, without a worker to run the tasks
/// in the end.
void TestKilledActs::soIsWhatNoPeerHereRuns()
{
    QFETCH(QByteArray, layout);
    QFETCH(QString, action);
    QFETCH(QByteArray, from);
    RedisServer server;
    const auto writer = FrameworkWriter::of(layout, server);
    const TaskState state = stateFromName(from).value();
    for (int i = 1; i <= actedJobs; ++i) {
        WrittenJob job{FrameworkWriter::filledId(state, i), state};
        const Millis ago(1'000 * i);
        job.at = state == TaskState::Failed ? SystemClock().now() - ago : SystemClock().now() + 24h + ago;
        writer->write("mail", job);
    }
    const QString queue = QString::fromUtf8(writer->placeOf("mail", state));
    const Duectl duectl(server.url());
    const QStringList with{u"--layout"_s, QString::fromLatin1(layout)};
    const bool isRestore = action == u"restore";
    const QString all = u"%1 %2 --all --yes --state %3"_s;
    if (isRestore) {
        const QString discard = all.arg(u"discard"_s, queue, QString::fromLatin1(from));
        EXIT(duectl.run(with + QProcess::splitCommand(discard)), 0);
    }
    QString line = all.arg(action, queue, isRestore ? u"trash"_s : QString::fromLatin1(from));
    if (action == u"reschedule")
        line += u" --in 20h"_s;
    const auto before = inAnyOrder(server);
    const auto latest = [&] {
        return duectl.run(with + QStringList{u"operations"_s, queue, u"--json"_s}).array().at(0).toObject();
    };
    const auto killed = duectl.start(with + QProcess::splitCommand(line + u" --pace 150"_s));
    const auto isUnderWay = [&] {
        const QJsonObject operation = latest();
        return operation[u"kind"_s].toString() == action && operation[u"done"_s].toInt() > killedAfter;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isUnderWay(), 30'000);
    sendSignal(*killed, SIGKILL);
    killed->waitForFinished();
    const int done = latest()[u"done"_s].toInt();
    QVERIFY(done < actedJobs);
    QVERIFY(inAnyOrder(server) != before);
    const QString id = latest()[u"id"_s].toString();
    if (action != u"run-now") // waiting for the real timeout once is enough
        forgetHolder(server, id.toUtf8());
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"interrupted"_s].toBool(), 15'000);
    EXIT(duectl.run(with + QStringList{u"operations"_s, u"resume"_s, id}), 0);
    QCOMPARE(latest()[u"done"_s].toInt(), actedJobs);
    EXIT(duectl.run(with + QStringList{u"undo"_s, id, u"--yes"_s}), 0);
    QCOMPARE(inAnyOrder(server), before);
}

/// Checks that a killed deletion leaves each job either complete or deleted. A deletion can't be undone.
void TestKilledActs::aDeleteLeavesEachWholeOrGone()
{
    RqActs place;
    for (int i = 0; i < actedJobs; ++i)
        place.failed('f' + QByteArray::number(i), 10 + i % 40);
    const Duectl duectl(place.server.url());
    const auto latest = [&] { return duectl.run("operations mail@rq --json").array().at(0).toObject(); };
    const auto killed = duectl.start(QProcess::splitCommand(u"delete mail@rq --all --yes --pace 150"_s));
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"done"_s].toInt() > killedAfter, 30'000);
    sendSignal(*killed, SIGKILL);
    killed->waitForFinished();
    const int done = latest()[u"done"_s].toInt();
    QVERIFY(done < actedJobs);
    int whole = 0;
    for (int i = 0; i < actedJobs; ++i) {
        const QByteArray id = 'f' + QByteArray::number(i);
        const bool isListed = !place.server.call({"ZSCORE", "rq:failed:mail", id}).isNil();
        QCOMPARE(place.server.call({"EXISTS", "rq:job:" + id, "rq:results:" + id}).integer, isListed ? 2 : 0);
        whole += isListed;
    }
    // Each step counts the previous step's deletions, so the record may be one step behind but never ahead.
    constexpr int mostOfAStep = 100;
    QVERIFY2(whole <= actedJobs - done && whole >= actedJobs - done - mostOfAStep,
        QByteArray::number(whole) + " are left and " + QByteArray::number(done) + " counted");
    const auto left = shown(duectl, words("list mail@rq --state failed --limit 1000 --json"));
    QCOMPARE(left.size(), whole);
    // A deletion stores no list of its jobs, so it can't be resumed; the remaining jobs must be selected again.
    const QString id = latest()[u"id"_s].toString();
    const Answer resumed = duectl.run(QStringList{u"operations"_s, u"resume"_s, id});
    QVERIFY2(resumed.code == 1 && resumed.err.endsWith(".\n"), resumed.all());
    const Answer undone = duectl.run(QStringList{u"undo"_s, id, u"--yes"_s});
    QVERIFY2(undone.code == 1 && undone.err.contains("cannot be undone"), undone.all());
    QCOMPARE(place.server.call({"ZCARD", "rq:failed:mail"}).integer, whole);
    const Answer again = duectl.run("delete mail@rq --all --yes --json");
    QVERIFY2(again.code == 0 && again.object()[u"done"_s].toInt() == whole, again.all());
    QVERIFY(place.server.call({"KEYS", "rq:job:*"}).items.empty());
    QVERIFY(place.server.call({"KEYS", "rq:results:*"}).items.empty());
}

/// Checks that a stop request can be resent if its command is killed. A stop is a single message without a record, so
/// only the job shows whether it arrived.
void TestKilledActs::aStopWasHeardOrWasNot()
{
    if (const QString missing = RqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RqActs place;
    RqPeer::run(place.server, {u"add"_s, uR"({"id": "long", "task": "hang"})"_s});
    RqPeer worker(place.server, "mail");
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"ZCARD", "rq:wip:mail"}).integer, 1, 30'000);
    QTRY_COMPARE(place.server.call({"PUBSUB", "CHANNELS", "rq:pubsub:*"}).items.size(), std::size_t(1));
    // From now on, the server has cached the script, so it executes the command's first call.
    QCOMPARE(
        must(place.backend->editor()->cancel("mail", {"nobody", TaskState::Leased, {}, {}})), ItemOutcome::MovedOn);
    const Duectl duectl(place.server.url());
    const QStringList stop{u"cancel"_s, u"mail@rq"_s, u"long"_s};

    killUnanswered(place.server, {}, stop);
    const auto running = shown(duectl, words("list mail@rq --state leased --json"));
    QCOMPARE(running.value(u"long"_s).value(u"native_state"_s).toString(), u"started"_s);

    killUnanswered(place.server, "stop-job", stop);
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"ZCARD", "rq:failed:mail"}).integer, 1, 30'000);
    const auto failed = shown(duectl, words("list mail@rq --state failed --json"));
    QCOMPARE(failed.value(u"long"_s).value(u"native_state"_s).toString(), u"stopped"_s);
    QVERIFY(place.server.call({"KEYS", "dueline:*"}).items.empty());
    // A repeated stop reports that the first one succeeded. The job can be retried, and the retry undone.
    const Answer again = duectl.run(stop);
    QVERIFY2(again.code == 1, again.all());
    worker.kill9(); // keeps the worker from running the job again
    const auto someoneWaits = [&] {
        return !place.server.call({"INFO", "clients"}).bytes.contains("blocked_clients:0");
    };
    // A job queued before Redis notices that the worker's connection is closed would be lost.
    QTRY_VERIFY(!someoneWaits());
    const auto retried = place.act(ActionKind::Retry, {"long"});
    QCOMPARE(retried.done, 1);
    QCOMPARE(place.undo(retried.id).restored, 1);
    QCOMPARE(place.statusOf("long"), QByteArray("stopped"));
}

/// Checks that a task is revoked only once if the revoke command is killed and resent.
void TestKilledActs::aRevokeWasHeardOrWasNot()
{
    if (const QString missing = CeleryPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    CeleryServer server;
    CeleryPeer::add(server,
        {uR"({"id": "skipped", "task": "mark", "in": 15})"_s, uR"({"id": "kept", "task": "mark", "in": 15})"_s});
    CeleryPeer works(server, "mail", 1);
    QTRY_COMPARE(server.call({"HLEN", "unacked"}).integer, 2);
    const auto before = server.theirs();
    const Duectl duectl(server.url());
    const QStringList revoke{u"cancel"_s, u"@celery"_s, u"skipped"_s};

    killUnanswered(server, {}, revoke);
    QVERIFY(!duectl.run("show @celery skipped").out.contains("revoked"));

    killUnanswered(server, "pidbox", revoke);
    QCOMPARE(server.theirs(), before);
    QVERIFY(server.call({"KEYS", "dueline:*"}).items.empty());
    // Redis doesn't record revokes, so the task is still listed as held by its worker, and can be revoked again.
    const auto taken = shown(duectl, words("list @celery --state leased --json"));
    QCOMPARE(taken.value(u"skipped"_s).value(u"native_state"_s).toString(), u"eta at worker"_s);
    const Answer again = duectl.run(revoke);
    QVERIFY2(again.code == 0 && again.out.contains("1 worker received the request"), again.all());
    QVERIFY2(works.finish(), works.said());
    QCOMPARE(works.ran(), QByteArrayList{"kept"});
    QVERIFY(server.call({"HGET", "marks", "skipped"}).isNil());
    const Answer told = duectl.run("show @celery skipped");
    QVERIFY2(told.out.contains("revoked"), told.all());
}

QTEST_GUILESS_MAIN(TestKilledActs)
#include "tst_killedacts.moc"
