// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/integration/livepeer.h"
#include "tests/support/chaosproxy.h"
#include "tests/support/sendsignal.h"

#include <QTemporaryDir>

#include <csignal>
#include <functional>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr int endedJobs = 120;
constexpr int killedEndsAfter = 20; ///< minimum number of jobs processed before the kill

QStringList line(const QString& command) { return QProcess::splitCommand(command); }

} // namespace

/// Tests the kills that tst_killedacts doesn't cover: during a deletion, an undo, a copy and single requests. One
/// worker from each framework is blocked during the kill and continues afterwards.
class TestKilledEnds : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;
    std::map<QByteArray, std::unique_ptr<LivePeer>> m_peers;

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toLocal8Bit()); }
    void cleanup()
    {
        if (QTest::currentTestFailed())
            m_peers.clear(); // a worker that is still blocked would delay the next row
    }
    void cleanupTestCase() { m_peers.clear(); }
    void aDeletionLeavesEachWholeOrGone_data() { addLayouts(LivePeer::layouts()); }
    void aDeletionLeavesEachWholeOrGone();
    void anUndoIsGoneOnWith_data() { addLayouts(LivePeer::layouts()); }
    void anUndoIsGoneOnWith();
    void whatRanBeforeAnUndoWentOnHasMovedOn_data() { addLayouts({"laravel", "rq", "asynq", "celery"}); }
    void whatRanBeforeAnUndoWentOnHasMovedOn();
    void aCopyIsMadeOnceAllTheSame_data() { addLayouts(LivePeer::layouts()); }
    void aCopyIsMadeOnceAllTheSame();
    void aPauseWasHeardOrWasNot_data() { addLayouts({"rq", "asynq"}); }
    void aPauseWasHeardOrWasNot();
    void anAddWasHeardOrWasNot();
    void aCancelWasHeardOrWasNot();

private:
    static void addLayouts(const std::vector<QByteArray>& layouts)
    {
        QTest::addColumn<QByteArray>("layout");
        for (const QByteArray& layout : layouts)
            QTest::newRow(layout.constData()) << layout;
    }
    /// Returns a layout's worker, or null if the framework can't run on this machine.
    LivePeer* peerOf(const QByteArray& layout)
    {
        if (!LivePeer::missing(layout).isEmpty())
            return nullptr;
        auto& peer = m_peers[layout];
        if (!peer)
            peer = std::make_unique<LivePeer>(layout);
        peer->clear();
        return peer.get();
    }
    /// Kills a command as soon as `isUnderWay` returns true, and waits until the server has closed its connections.
    static void killOnce(
        LivePeer& peer, const Duectl& duectl, const QString& command, const std::function<bool()>& isUnderWay)
    {
        const qint64 clients = peer.clients();
        const auto program = duectl.start(line(command));
        QDeadlineTimer deadline(30'000);
        while (!isUnderWay() && program->state() != QProcess::NotRunning && !deadline.hasExpired())
            QTest::qWait(5);
        sendSignal(*program, SIGKILL);
        program->waitForFinished();
        QVERIFY2(program->exitStatus() == QProcess::CrashExit, Duectl::finish(*program).all());
        QTRY_COMPARE(peer.clients(), clients);
    }
    /// Kills a command while it is waiting for the reply to the call that contains `request`, which the server has
    /// already executed. If `request` is empty, kills it before it sends anything that changes data.
    static void killUnanswered(LivePeer& peer, const QByteArray& request, const QStringList& command)
    {
        ChaosProxy proxy(peer.server.config());
        ChaosPlan plan;
        plan.fault = ChaosPlan::Fault::Silence;
        plan.request = request;
        proxy.setPlan(plan);
        const auto program = Duectl(proxy.url()).start(command);
        QTRY_VERIFY_WITH_TIMEOUT(proxy.faults() > 0 || program->state() == QProcess::NotRunning, 30'000);
        sendSignal(*program, SIGKILL);
        program->waitForFinished();
        QVERIFY2(program->exitStatus() == QProcess::CrashExit, Duectl::finish(*program).all());
    }
    static QJsonObject latest(const Duectl& duectl, const QString& queue)
    {
        return duectl.run({u"operations"_s, queue, u"--json"_s}).array().at(0).toObject();
    }
};

#define LIVE(peer)                                                                                                     \
    QFETCH(QByteArray, layout);                                                                                        \
    LivePeer* const peer = peerOf(layout);                                                                             \
    if (!peer)                                                                                                         \
    QSKIP(qPrintable(LivePeer::missing(layout)))

/// Checks that a killed deletion leaves each task either complete or deleted. A deletion can't be undone.
void TestKilledEnds::aDeletionLeavesEachWholeOrGone()
{
    LIVE(peer);
    const Duectl duectl(peer->server.url());
    peer->hold();
    peer->add(endedJobs, 0);
    killOnce(*peer, duectl, u"delete %1 --all --state due --yes --pace 100"_s.arg(peer->queue()),
        [&] { return peer->waiting() <= endedJobs - killedEndsAfter; });
    const qint64 whole = peer->waiting();
    QVERIFY2(whole > 0 && whole < endedJobs, QByteArray::number(whole));
    const QJsonObject record = latest(duectl, peer->queue());
    QVERIFY(record[u"done"_s].toInt() <= endedJobs - whole); // a task is counted after its deletion, never before
    const QString id = record[u"id"_s].toString();
    const Answer resumed = duectl.run({u"operations"_s, u"resume"_s, id});
    QVERIFY2(resumed.code == 1 && resumed.err.endsWith(".\n"), resumed.all());
    const Answer undone = duectl.run({u"undo"_s, id, u"--yes"_s});
    QVERIFY2(undone.code == 1 && undone.err.contains("cannot be undone"), undone.all());
    QCOMPARE(peer->waiting(), whole);
    peer->release();
    QTRY_COMPARE_WITH_TIMEOUT(peer->ran(), whole + 1, 60'000);
    QTRY_COMPARE(peer->left(), QByteArrayList());
    QCOMPARE(peer->ran(), whole + 1);
    QCOMPARE(peer->lasting(), QByteArrayList());
}

/// Checks that another process can resume a killed undo. The worker first runs the tasks restored so far, and later the
/// rest.
void TestKilledEnds::anUndoIsGoneOnWith()
{
    LIVE(peer);
    const Duectl duectl(peer->server.url());
    peer->hold();
    peer->add(endedJobs, 0);
    const Answer discarded = duectl.run(line(u"discard %1 --all --state due --yes --json"_s.arg(peer->queue())));
    EXIT(discarded, 0);
    QCOMPARE(peer->waiting(), 0);
    const QString id = discarded.object()[u"operation"_s].toString();
    killOnce(*peer, duectl, u"undo %1 --yes --pace 100"_s.arg(id), [&] { return peer->waiting() >= killedEndsAfter; });
    const qint64 back = peer->waiting();
    QVERIFY2(back < endedJobs, QByteArray::number(back));
    peer->release();
    QTRY_COMPARE_WITH_TIMEOUT(peer->ran(), back + 1, 60'000);
    const QByteArray trash = "list " + peer->queue().toUtf8() + " --state trash --limit 1000 --json";
    QCOMPARE(duectl.run(trash.constData()).array().size(), endedJobs - back);
    const QJsonObject undo = latest(duectl, peer->queue());
    QCOMPARE(undo[u"kind"_s].toString(), u"undo"_s);
    // The killed undo still counts as running, so no other process may resume it.
    const Answer early = duectl.run({u"operations"_s, u"resume"_s, undo[u"id"_s].toString()});
    const bool isOver = early.code == 0; // on a slow machine, the undo may no longer be claimed
    QVERIFY2(isOver || early.err.contains("being run by"), early.all());
    if (!isOver) {
        forgetHolder(peer->server, undo[u"id"_s].toString().toUtf8());
        QVERIFY(latest(duectl, peer->queue())[u"interrupted"_s].toBool());
        EXIT(duectl.run({u"operations"_s, u"resume"_s, undo[u"id"_s].toString()}), 0);
    }
    QTRY_COMPARE_WITH_TIMEOUT(peer->ran(), endedJobs + 1, 60'000);
    QTRY_COMPARE(peer->left(), QByteArrayList());
    QCOMPARE(peer->ran(), endedJobs + 1);
    QCOMPARE(duectl.run(trash.constData()).array().size(), 0);
    QCOMPARE(peer->lasting(), QByteArrayList());
}

/// Checks that the resumed undo of a run-now restores only the tasks that the worker hasn't run since the undo was
/// killed.
void TestKilledEnds::whatRanBeforeAnUndoWentOnHasMovedOn()
{
    LIVE(peer);
    const Duectl duectl(peer->server.url());
    peer->hold();
    peer->add(endedJobs, 36'000);
    const QString all = u"run-now %1 --all --state %2 --yes --json"_s.arg(
        peer->queue(), layout == "celery" ? u"due"_s : u"scheduled"_s);
    const Answer pushed = duectl.run(line(all));
    EXIT(pushed, 0);
    QCOMPARE(peer->later(), 0);
    QCOMPARE(peer->waiting(), endedJobs);
    const QString id = pushed.object()[u"operation"_s].toString();
    killOnce(*peer, duectl, u"undo %1 --yes --pace 100"_s.arg(id), [&] { return peer->later() >= killedEndsAfter; });
    const qint64 back = peer->later();
    QVERIFY2(back < endedJobs, QByteArray::number(back));
    peer->release();
    QTRY_COMPARE_WITH_TIMEOUT(peer->ran(), endedJobs - back + 1, 60'000);
    const QString undo = latest(duectl, peer->queue())[u"id"_s].toString();
    forgetHolder(peer->server, undo.toUtf8());
    const Answer resumed = duectl.run({u"operations"_s, u"resume"_s, undo, u"--json"_s});
    EXIT(resumed, 1);
    QCOMPARE(resumed.object()[u"restored"_s].toInt(), back);
    QCOMPARE(resumed.object()[u"moved_on"_s].toInt(), endedJobs - back);
    QCOMPARE(peer->lasting(), QByteArrayList());
    if (layout == "celery") {
        // A Celery worker also claims tasks with a future time and holds them until then.
        QTRY_COMPARE(peer->server.call({"HLEN", "unacked"}).integer, back);
        QCOMPARE(peer->ran(), endedJobs - back + 1);
        m_peers.erase(layout);
        return;
    }
    QCOMPARE(peer->later(), back);
    EXIT(duectl.run(line(all)), 0);
    QTRY_COMPARE_WITH_TIMEOUT(peer->ran(), endedJobs + 1, 60'000);
    QTRY_COMPARE(peer->left(), QByteArrayList());
    QCOMPARE(peer->ran(), endedJobs + 1);
}

/// Checks that a second copy adds the tasks missing after a copy was killed midway, possibly after writing a task but
/// before adding it to the queue. Each copy can be undone separately.
void TestKilledEnds::aCopyIsMadeOnceAllTheSame()
{
    LIVE(peer);
    constexpr int copied = 150; // one step copies 100 tasks
    const Duectl duectl(peer->server.url());
    peer->hold();
    peer->add(copied, 0);
    const auto before = peer->theirs();
    ChaosProxy slow(peer->server.config());
    ChaosPlan plan;
    if (layout == "rq" || layout == "asynq") // the other frameworks' tasks are read slowly anyway
        plan.fault = ChaosPlan::Fault::Delay;
    plan.pause = Millis(1);
    slow.setPlan(plan);
    const auto come = [&] { return peer->server.call({"ZCARD", "dueline:{own}:pending"}).integer; };
    const QString copy = u"copy %1 --all --state due --to own --yes --json"_s.arg(peer->queue());
    killOnce(*peer, Duectl(slow.url()), copy, [&] { return come() > 0; });
    const qint64 first = come();
    QVERIFY2(first > 0 && first < copied, QByteArray::number(first));
    QCOMPARE(peer->theirs(), before);
    const QJsonObject record = latest(duectl, u"own"_s);
    const bool isKnown = !record.isEmpty(); // without a record, no task has been added to the queue
    const Answer again = duectl.run(line(copy));
    QVERIFY2(again.code <= 1, again.all());
    const qint64 parked = peer->server.call({"ZCOUNT", "dueline:{own}:pending", "253402300799000", "+inf"}).integer;
    QCOMPARE(parked, 0);
    QCOMPARE(come(), copied);
    QCOMPARE(again.object()[u"done"_s].toInt() + again.object()[u"exists"_s].toInt(), copied);
    QVERIFY(again.object()[u"exists"_s].toInt() <= first);
    const int exists = again.object()[u"exists"_s].toInt();
    EXIT(duectl.run({u"undo"_s, again.object()[u"operation"_s].toString(), u"--yes"_s}), 0);
    QCOMPARE(come(), exists);
    if (isKnown) {
        const QString id = record[u"id"_s].toString();
        const Answer resumed = duectl.run({u"operations"_s, u"resume"_s, id});
        QVERIFY2(resumed.code == 1 && resumed.err.endsWith(".\n"), resumed.all());
        EXIT(duectl.run({u"undo"_s, id, u"--yes"_s}), 0);
    }
    QCOMPARE(come(), 0);
    QCOMPARE(peer->theirs(), before);
    peer->release();
    QTRY_COMPARE_WITH_TIMEOUT(peer->ran(), copied + 1, 60'000);
    QTRY_COMPARE(peer->left(), QByteArrayList());
}

/// Checks that a pause can be resent if its command is killed, whether or not the server has executed its only request.
void TestKilledEnds::aPauseWasHeardOrWasNot()
{
    LIVE(peer);
    const Duectl duectl(peer->server.url());
    const QByteArray mark = layout == "rq" ? "rq:suspended" : "asynq:{mail}:paused";
    const QString queue = layout == "rq" ? u"@rq"_s : peer->queue();
    const auto isPaused = [&] { return peer->server.call({"EXISTS", mark}).integer == 1; };
    peer->hold();
    killUnanswered(*peer, {}, {u"pause"_s, queue});
    QVERIFY(!isPaused());

    // Without a cached script, the client sends the script's source, which contains the key's name.
    peer->server.call({"SCRIPT", "FLUSH"});
    killUnanswered(*peer, layout == "rq" ? "suspended" : "paused", {u"pause"_s, queue});
    QTRY_VERIFY(isPaused());
    peer->add(3, 0);
    peer->release();
    QTRY_COMPARE(peer->server.call({"LLEN", layout == "rq" ? "rq:wip:mail" : "asynq:{mail}:active"}).integer, 0);
    EXIT(duectl.run({u"pause"_s, queue}), 0);
    QCOMPARE(peer->waiting(), 3);
    QCOMPARE(peer->ran(), 1);

    peer->server.call({"SCRIPT", "FLUSH"});
    killUnanswered(*peer, layout == "rq" ? "suspended" : "paused", {u"resume"_s, queue});
    QTRY_VERIFY(!isPaused());
    EXIT(duectl.run({u"resume"_s, queue}), 0);
    QTRY_COMPARE_WITH_TIMEOUT(peer->ran(), 4, 60'000);
    QCOMPARE(peer->lasting(), QByteArrayList());
}

/// Checks that a task with a given id is added only once if an add is killed and repeated.
void TestKilledEnds::anAddWasHeardOrWasNot()
{
    LivePeer* const peer = peerOf("asynq");
    if (!peer)
        QSKIP(qPrintable(LivePeer::missing("asynq")));
    const Duectl duectl(peer->server.url());
    peer->hold();
    EXIT(duectl.run("add mail@asynq mark --id first"), 0); // the server caches the script
    const QStringList add{u"add"_s, u"mail@asynq"_s, u"mark"_s, u"--id"_s, u"mine"_s};

    killUnanswered(*peer, {}, add);
    QCOMPARE(peer->waiting(), 1);

    killUnanswered(*peer, "mine", add);
    QTRY_COMPARE(peer->waiting(), 2);
    EXIT(duectl.run(add), 0); // already added, with the same content
    QCOMPARE(peer->waiting(), 2);
    peer->release();
    QTRY_COMPARE_WITH_TIMEOUT(peer->ran(), 3, 60'000);
    QTRY_COMPARE(peer->left(), QByteArrayList());
    QCOMPARE(peer->server.call({"HGET", "marks", "mine"}).bytes, QByteArray("1"));
    QCOMPARE(peer->lasting(), QByteArrayList());
}

/// Checks that a killed cancel command has either canceled the task or changed nothing, as tst_killedacts does for RQ's
/// stop and Celery's revoke.
void TestKilledEnds::aCancelWasHeardOrWasNot()
{
    LivePeer* const peer = peerOf("asynq");
    if (!peer)
        QSKIP(qPrintable(LivePeer::missing("asynq")));
    const Duectl duectl(peer->server.url());
    AsynqPeer::add(peer->server, {uR"({"id": "long", "type": "hang", "retry": 0})"_s});
    const auto running = [&] { return duectl.run("list mail@asynq --state leased --json").array().size(); };
    QTRY_COMPARE_WITH_TIMEOUT(running(), 1, 30'000);
    const QStringList cancel{u"cancel"_s, u"mail@asynq"_s, u"long"_s};

    killUnanswered(*peer, {}, cancel);
    QCOMPARE(running(), 1);

    // Without a cached script, the client sends the script's source, which contains the channel's name.
    peer->server.call({"SCRIPT", "FLUSH"});
    killUnanswered(*peer, "asynq:cancel", cancel);
    QTRY_COMPARE_WITH_TIMEOUT(peer->server.call({"ZCARD", "asynq:{mail}:archived"}).integer, 1, 30'000);
    const Answer again = duectl.run(cancel);
    QVERIFY2(again.code == 1, again.all());
    QCOMPARE(peer->lasting(), QByteArrayList());
}

QTEST_GUILESS_MAIN(TestKilledEnds)
#include "tst_killedends.moc"
