// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/asynqacts.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/asynqpeer.h"
#include "tests/support/sendsignal.h"

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

using Skipped = std::map<SkipReason, qint64>;

/// Tests operator actions on asynq tasks while a server is running. The server is simulated and changes the keys as
/// asynq's own does.
class TestAsynqServer : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        if (const QString missing = AsynqPeer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void whatTheServerLeavesIsReadBack();
    void whatIsDoneIsRunByTheServer();
    void aUniqueKeyIsFreedAndPutBack();
    void aRunningTaskIsCancelled();
    void whatWasTakenBetweenPreviewAndActIsLeftAlone();
    void aPausedQueueRunsNothing();
    void whatRanMeanwhileIsNotUndone();
    void aLongQueueIsDiscardedBesideTheServer();
    void aKilledRetryIsGoneOnWithAndEachRunsOnce();
    void duectlActsAndUndoes();

private:
    /// Adds archived tasks, spread over one minute, that succeed when retried.
    static void fillArchive(AsynqActs& place, int tasks)
    {
        for (int i = 0; i < tasks; ++i)
            place.put('f' + QByteArray::number(i), "archived", 1'600'000'000 + i % 60, "mark");
    }
    static QByteArrayList runsOf(AsynqActs& place)
    {
        QByteArrayList runs;
        for (const Reply& count : place.server.call({"HVALS", "marks"}).items)
            runs.append(count.bytes);
        runs.removeAll("1");
        return runs;
    }
};

void TestAsynqServer::whatTheServerLeavesIsReadBack()
{
    AsynqActs place;
    AsynqPeer::add(place.server,
        {uR"({"type":"fail","id":"f1","retry":0,"payload":"{\"é\":1}"})"_s, uR"({"type":"fail","id":"r1"})"_s,
            uR"({"id":"d1","retention":600})"_s, uR"({"id":"gone"})"_s, uR"({"id":"s1","in":3600})"_s});
    AsynqPeer worker(place.server, "mail", 4);
    QVERIFY2(worker.finish(), worker.said());
    QueueInspector& inspector = place.backend->inspector();
    const QueueInfo mail = must(inspector.queue("mail"));
    QCOMPARE(mail.counts[TaskState::Failed], 1);
    QCOMPARE(mail.counts[TaskState::Retrying], 1);
    QCOMPARE(mail.counts[TaskState::Done], 1);
    QCOMPARE(mail.counts[TaskState::Scheduled], 1);
    QCOMPARE(mail.counts[TaskState::Leased] + mail.counts[TaskState::Due], 0);
    const TaskDetail failed = must(inspector.task("mail", "f1"));
    QCOMPARE(failed.task.error, QByteArray("boom für f1"));
    QCOMPARE(failed.task.attempt, 1);
    QCOMPARE(failed.task.maxAttempts, 1);
    QCOMPARE(must(inspector.payload("mail", "f1")), QByteArray(R"({"é":1})"));
    QCOMPARE(must(inspector.task("mail", "r1")).task.attempt, 1);
    const TimePoint now = mail.serverNow;
    QVERIFY(must(inspector.task("mail", "d1")).task.at > now - Millis(60'000));
    QCOMPARE(inspector.task("mail", "gone").error().code, ErrorCode::NotFound);
    QVERIFY(must(inspector.workers()).empty()); // The server removed its report when it ended.
}

void TestAsynqServer::whatIsDoneIsRunByTheServer()
{
    AsynqActs place;
    place.put("f1", "archived", 1'600'000'000, "mark");
    place.put("f2", "archived", 1'600'000'001, "mark");
    for (const char* id : {"s1", "s2", "s3"})
        place.put(id, "scheduled", 9'000'000'000, "mark");
    place.put("p1", "pending", 0, "mark");
    QCOMPARE(place.act(ActionKind::Retry, {"f1"}).done, 1);
    QCOMPARE(place.act(ActionKind::RunNow, {"s1"}).done, 1);
    QCOMPARE(place.act(ActionKind::Discard, {"p1", "f2"}).done, 2);
    Action soon{ActionKind::Reschedule};
    soon.time = Action::Time::At;
    soon.at = must(place.backend->inspector().queue("mail")).serverNow + Millis(1500);
    OperationRun reschedule(AsynqActs::request("mail", soon, {"s2"}));
    QCOMPARE(must(reschedule.finish(*place.backend)).done, 1);
    AsynqPeer worker(place.server, "mail", 4);
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HLEN", "marks"}).integer, 3, 30'000);
    QCOMPARE(worker.ran(), (QByteArrayList{"f1", "s1", "s2"}));
    // A restored task runs next.
    QCOMPARE(place.act(ActionKind::Restore, {"p1", "f2"}).done, 2);
    QVERIFY2(worker.finish(), worker.said());
    QCOMPARE(worker.ran().last(), QByteArray("p1"));
    QCOMPARE(place.stateOf("f2"), QByteArray("archived"));
    QCOMPARE(place.stateOf("s3"), QByteArray("scheduled"));
    QCOMPARE(runsOf(place), QByteArrayList());
    QCOMPARE(place.server.call({"EXISTS", AsynqActs::base + "t:f1", AsynqActs::base + "t:p1"}).integer, 0);
    QVERIFY2(!worker.said().contains("no such task"), worker.said());
}

void TestAsynqServer::aUniqueKeyIsFreedAndPutBack()
{
    AsynqActs place;
    const auto add = [&place](const char* id) {
        return AsynqPeer::add(place.server,
            {u"{\"type\":\"mark\",\"payload\":\"only\",\"unique\":3600,\"in\":3600,\"id\":\"%1\"}"_s.arg(
                QLatin1StringView(id))})
            .value(0);
    };
    QCOMPARE(add("u1"), QByteArray("u1"));
    QCOMPARE(add("u2"), QByteArray("taken"));
    QCOMPARE(place.act(ActionKind::Discard, {"u1"}).done, 1);
    QCOMPARE(add("u3"), QByteArray("u3"));
    QCOMPARE(place.act(ActionKind::Restore, {"u1"}).skipped, (Skipped{{SkipReason::IdTaken, 1}}));
    QCOMPARE(place.act(ActionKind::Delete, {"u3"}).done, 1);
    QCOMPARE(place.act(ActionKind::Restore, {"u1"}).done, 1);
    QCOMPARE(add("u4"), QByteArray("taken"));
    QCOMPARE(place.act(ActionKind::RunNow, {"u1"}).done, 1);
    AsynqPeer worker(place.server, "mail", 1);
    QVERIFY2(worker.finish(), worker.said());
    QCOMPARE(worker.ran(), (QByteArrayList{"u1"}));
    QCOMPARE(add("u5"), QByteArray("u5")); // The server released the unique key when the task ended.
}

void TestAsynqServer::aRunningTaskIsCancelled()
{
    AsynqActs place;
    AsynqPeer::add(place.server, {uR"({"type":"hang","id":"h 1","retry":0})"_s});
    AsynqPeer worker(place.server, "mail", 1);
    QTRY_COMPARE_WITH_TIMEOUT(place.countIn("lease"), 1, 30'000);
    const auto running = [&place] {
        return must(place.backend->inspector().page({"mail", TaskState::Leased, 0, 5})).tasks;
    };
    QTRY_VERIFY(!running().at(0).worker.isEmpty());
    const auto workers = must(place.backend->inspector().workers());
    QCOMPARE(workers.size(), std::size_t(1));
    QCOMPARE(workers[0].id, running().at(0).worker);
    QCOMPARE(workers[0].queues, (std::vector<QueueName>{"mail"}));
    QVERIFY(!workers[0].lost);
    for (const ActionKind kind : {ActionKind::Discard, ActionKind::Delete, ActionKind::Retry})
        QCOMPARE(place.act(kind, {"h 1"}, StateSet::all(), true).done, 0);
    EXIT(Duectl(place.server.url()).run({u"cancel"_s, u"mail@asynq"_s, u"h 1"_s}), 0);
    QVERIFY2(worker.finish(), worker.said());
    const Task ended = must(place.backend->inspector().task("mail", "h 1")).task;
    QCOMPARE(ended.state, TaskState::Failed);
    QCOMPARE(ended.error, QByteArray("context canceled"));
    // No server is listening anymore.
    place.put("h 2", "active", 9'000'000'000, "hang");
    QCOMPARE(
        place.backend->editor()->cancel("mail", {"h 2", TaskState::Leased, {}, {}}).error().code, ErrorCode::Refused);
}

void TestAsynqServer::whatWasTakenBetweenPreviewAndActIsLeftAlone()
{
    for (const ActionKind kind : {ActionKind::Discard, ActionKind::Delete}) {
        AsynqActs place;
        place.put("p1", "pending", 0, "mark");
        place.put("p2", "pending", 0, "hang");
        place.put("p3", "pending", 0, "mark");
        OperationRun run(AsynqActs::request("mail", {kind}, {"p1", "p2", "p3"}));
        QCOMPARE(must(run.preview(*place.backend)).total, 3);
        AsynqPeer worker(place.server, "mail");
        QTRY_VERIFY2(worker.said().contains("began p2"), worker.said());
        QCOMPARE(must(run.finish(*place.backend)).done, 1);
        QCOMPARE(run.skipped().counts(), (Skipped{{SkipReason::NotFound, 1}, {SkipReason::Started, 1}}));
        QCOMPARE(place.stateOf("p2"), QByteArray("active"));
        QCOMPARE(place.server.call({"HLEN", "marks"}).integer, 1);
        QVERIFY(place.pending().isEmpty());
    }
}

void TestAsynqServer::aPausedQueueRunsNothing()
{
    AsynqActs place;
    place.put("p1", "pending", 0, "mark");
    QueueEditor& editor = *place.backend->editor();
    QVERIFY(editor.setPaused("mail", true).ok());
    AsynqPeer worker(place.server, "mail", 1);
    place.server.call({"CONFIG", "RESETSTAT"});
    // Wait until the server has polled the paused queue.
    QTRY_VERIFY_WITH_TIMEOUT(
        place.server.call({"INFO", "commandstats"}).bytes.contains("cmdstat_exists:calls=2"), 20'000);
    QCOMPARE(place.pending(), (QByteArrayList{"p1"}));
    QVERIFY(editor.setPaused("mail", false).ok());
    QVERIFY2(worker.finish(), worker.said());
    QCOMPARE(worker.ran(), (QByteArrayList{"p1"}));
}

void TestAsynqServer::whatRanMeanwhileIsNotUndone()
{
    AsynqActs place;
    fillArchive(place, 300);
    const auto done = place.act(ActionKind::Retry, {});
    QCOMPARE(done.done, 300);
    AsynqPeer worker(place.server, "mail");
    QTRY_VERIFY_WITH_TIMEOUT(place.server.call({"HLEN", "marks"}).integer > 30, 30'000);
    const UndoProgress undone = place.undo(done.id);
    QCOMPARE(undone.restored + undone.movedOn, 300);
    QVERIFY(undone.movedOn > 30);
    QTRY_COMPARE(place.server.call({"HLEN", "marks"}).integer, undone.movedOn);
    QCOMPARE(place.countIn("archived"), undone.restored);
    QCOMPARE(runsOf(place), QByteArrayList());
    QVERIFY2(!worker.said().contains("no such task"), worker.said());
}

void TestAsynqServer::aLongQueueIsDiscardedBesideTheServer()
{
    constexpr int tasks = 1000;
    AsynqActs place;
    for (int i = 0; i < tasks; ++i)
        place.put('p' + QByteArray::number(i), "pending", 0, "mark");
    const QByteArrayList before = place.pending();
    const auto alone = place.act(ActionKind::Discard, {}, {TaskState::Due});
    QCOMPARE(alone.done, tasks);
    QVERIFY(place.pending().isEmpty());
    QCOMPARE(place.undo(alone.id).restored, tasks);
    QCOMPARE(place.pending(), before); // back in the original order
    AsynqPeer worker(place.server, "mail");
    const auto beside = place.act(ActionKind::Discard, {}, {TaskState::Due});
    QVERIFY(beside.done > 0);
    QCOMPARE(place.act(ActionKind::Restore, {}).done, beside.done);
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HLEN", "marks"}).integer, tasks, 100'000);
    QCOMPARE(runsOf(place), QByteArrayList());
    QVERIFY2(!worker.said().contains("no such task"), worker.said());
}

void TestAsynqServer::aKilledRetryIsGoneOnWithAndEachRunsOnce()
{
    constexpr int tasks = 500;
    AsynqActs place;
    fillArchive(place, tasks);
    const Duectl duectl(place.server.url());
    const auto latest
        = [&duectl] { return duectl.run("--layout asynq operations mail --json").array().at(0).toObject(); };
    auto worker = std::make_unique<AsynqPeer>(place.server, "mail", 0, 2);
    const auto killed = duectl.start(words("--layout asynq retry mail --state failed --all --yes --pace 100"));
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"done"_s].toInt() >= 100, 30'000);
    worker->kill9(); // The worker may be running a task.
    sendSignal(*killed, SIGKILL);
    killed->waitForFinished();
    const int done = latest()[u"done"_s].toInt();
    QVERIFY(done < tasks);
    QCOMPARE(place.countIn("archived"), tasks - done); // The record matches the number of tasks acted on.
    const QString id = latest()[u"id"_s].toString();
    worker = std::make_unique<AsynqPeer>(place.server, "mail", 0, 2);
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"interrupted"_s].toBool(), 15'000);
    EXIT(duectl.run({u"--layout"_s, u"asynq"_s, u"operations"_s, u"resume"_s, id}), 0);
    // The second server recovers the first one's task once the lease has expired.
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HLEN", "marks"}).integer, tasks, 100'000);
    QTRY_VERIFY(place.server.call({"LLEN", AsynqActs::base + "active"}).integer == 0);
    QVERIFY(place.pending().isEmpty());
    QCOMPARE(runsOf(place), QByteArrayList());
    QCOMPARE(place.countIn("archived") + place.countIn("retry") + place.countIn("lease"), 0);
    QVERIFY2(!worker->said().contains("no such task"), worker->said());
    int beganAgain = 0;
    for (const Reply& count : place.server.call({"HVALS", "began"}).items)
        beganAgain += count.bytes.toInt() - 1;
    // At most one task may start twice: the one the first server was running.
    QVERIFY2(beganAgain <= 1, QByteArray::number(beganAgain));
}

void TestAsynqServer::duectlActsAndUndoes()
{
    AsynqActs place;
    place.fill();
    const auto before = place.theirs();
    const Duectl duectl(place.server.url());
    const auto undo = [&duectl](const Answer& answer) {
        return duectl.run("undo " + answer.out.mid(answer.out.lastIndexOf("duectl undo ") + 12).trimmed() + " --yes");
    };
    const Answer retried = duectl.run("retry mail@asynq --state failed --all --yes");
    EXIT(retried, 0);
    QVERIFY2(retried.out.startsWith("2 retried"), retried.all());
    QCOMPARE(place.pending().size(), 4);
    EXIT(undo(retried), 0);
    QCOMPARE(place.theirs(), before);
    EXIT(duectl.run("discard mail@asynq f1 --yes"), 0);
    QVERIFY2(duectl.run("show mail@asynq f1").out.contains("trash"), duectl.run("show mail@asynq f1").all());
    EXIT(duectl.run("restore mail@asynq f1 --yes"), 0);
    QCOMPARE(place.theirs(), before);
    const Answer moved = duectl.run("reschedule mail@asynq s1 --in 10m --yes");
    EXIT(moved, 0);
    QVERIFY(place.theirs() != before);
    EXIT(undo(moved), 0);
    QCOMPARE(place.theirs(), before);
    AsynqPeer worker(place.server, "nothing");
    const Answer workers = duectl.run("workers --json");
    EXIT(workers, 0);
    QVERIFY2(workers.out.contains("nothing"), workers.all());
    EXIT(duectl.run("pause mail@asynq"), 0);
    QCOMPARE(place.server.call({"EXISTS", AsynqActs::base + "paused"}).integer, 1);
    EXIT(duectl.run("resume mail@asynq"), 0);
}

QTEST_GUILESS_MAIN(TestAsynqServer)
#include "tst_asynqserver.moc"
