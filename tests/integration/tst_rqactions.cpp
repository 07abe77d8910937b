// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/integration/rqacts.h"
#include "tests/support/rqpeer.h"
#include "tests/support/sendsignal.h"

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

using Skipped = std::map<SkipReason, qint64>;

/// Tests operations on RQ jobs while RQ is running: they have the same effects as RQ's own calls, and undo restores
/// every byte.
class TestRqActions : public QObject
{
    Q_OBJECT

private slots:
    void eachActionIsUndoneToTheByte_data();
    void eachActionIsUndoneToTheByte();
    void aRestoreIsUndone();
    void whatRqCanceledIsQueuedAgain();
    void whatIsDoneIsDoneAsRqDoesIt();
    void whatIsToRunFirstIsPushedToTheFront();
    void whatRanMeanwhileIsLeftAlone();
    void whatMovedBeforeTheActIsLeftAlone();
    void whatOthersCountOnIsLeftAlone();
    void whatRepeatsIsNotLostWithItsLastRun();
    void whatAWorkerHasTakenIsLeftAlone();
    void aDeleteLeavesNothingBehind();
    void aLongQueueIsDiscardedBesideAWorker();
    void aKilledRetryIsGoneOnWithAndEachRunsOnce();
    void allWorkersAreSuspendedAtOnce();
    void aStartedJobIsStopped();
    void aJobThatWaitsTwiceIsRestoredTwice();
    void aJobThatWaitsTwiceIsDiscardedAndUndone();
    void duectlActsAndUndoes();
};

void TestRqActions::eachActionIsUndoneToTheByte_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<QByteArrayList>("ids");
    QTest::newRow("retry") << ActionKind::Retry << QByteArrayList{"f1", "f2"};
    QTest::newRow("run now") << ActionKind::RunNow << QByteArrayList{"s2", "s1"};
    QTest::newRow("reschedule") << ActionKind::Reschedule << QByteArrayList{"s1", "s2"};
    QTest::newRow("discard") << ActionKind::Discard << QByteArrayList{"q2", "s1", "f1", "q1", "d1"};
}

void TestRqActions::eachActionIsUndoneToTheByte()
{
    QFETCH(ActionKind, kind);
    QFETCH(QByteArrayList, ids);
    for (const bool hasQueue : {true, false}) {
        RqActs place;
        place.fill();
        if (!hasQueue && kind != ActionKind::Discard)
            place.server.call({"DEL", "rq:queue:mail"});
        const auto before = place.theirs();
        const auto done = place.act(kind, {ids.begin(), ids.end()});
        QCOMPARE(done.done, ids.size());
        QVERIFY(place.theirs() != before);
        const UndoProgress undone = place.undo(done.id);
        QCOMPARE(undone.restored, ids.size());
        QCOMPARE(undone.movedOn, 0);
        QCOMPARE(place.theirs(), before);
        for (const Reply& key : place.server.call({"KEYS", "dueline:*"}).items)
            QVERIFY2(place.server.call({"PTTL", key.bytes}).integer > 0, key.bytes);
    }
}

void TestRqActions::aRestoreIsUndone()
{
    RqActs place;
    place.fill();
    const auto before = place.theirs();
    QCOMPARE(place.act(ActionKind::Discard, {}).done, 8);
    const auto without = place.theirs();
    QCOMPARE(must(place.backend->inspector().page({"mail", TaskState::Trash, 0, 100})).total, 8);
    const auto placeOf
        = [&place](const TaskId& id) { return must(place.backend->inspector().task("mail", id)).restoresTo->state; };
    QCOMPARE(placeOf("q1"), TaskState::Due);
    QCOMPARE(placeOf("s1"), TaskState::Scheduled);
    QCOMPARE(placeOf("f1"), TaskState::Failed);
    const auto restored = place.act(ActionKind::Restore, {});
    QCOMPARE(restored.done, 8);
    QCOMPARE(must(place.backend->inspector().page({"mail", TaskState::Trash, 0, 100})).total, 0);
    QCOMPARE(place.undo(restored.id).restored, 8);
    QCOMPARE(place.theirs(), without);
    QCOMPARE(place.act(ActionKind::Restore, {}).done, 8);
    auto after = place.theirs();
    std::sort(after["rq:queue:mail"].begin(), after["rq:queue:mail"].end());
    auto sorted = before;
    std::sort(sorted["rq:queue:mail"].begin(), sorted["rq:queue:mail"].end());
    QCOMPARE(after, sorted);
}

void TestRqActions::whatRqCanceledIsQueuedAgain()
{
    RqActs place;
    place.canceled("c1");
    place.canceled("c2", {"dependency_ids", R"(["x"])"});
    place.server.call({"SADD", "rq:queues", "rq:queue:mail"});
    const auto before = place.theirs();
    QCOMPARE(must(place.backend->inspector().task("mail", "c1")).restoresTo->state, TaskState::Due);
    const auto done = place.act(ActionKind::Restore, {"c1", "c2"});
    QCOMPARE(done.done, 1);
    QCOMPARE(done.skipped, (Skipped{{SkipReason::WaitsForOther, 1}}));
    QCOMPARE(place.queue(), QByteArrayList{"c1"});
    QCOMPARE(place.statusOf("c1"), QByteArray("queued"));
    QCOMPARE(place.undo(done.id).restored, 1);
    QCOMPARE(place.theirs(), before);
}

void TestRqActions::whatIsDoneIsDoneAsRqDoesIt()
{
    if (const QString missing = RqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RqActs place;
    place.fill();
    QCOMPARE(place.act(ActionKind::Retry, {"f1"}).done, 1);
    QCOMPARE(place.act(ActionKind::RunNow, {"s1"}).done, 1);
    QCOMPARE(place.act(ActionKind::Discard, {"q1", "s2"}).done, 2);
    const auto found = [&place](const char* id) {
        return RqPeer::run(place.server, {u"places"_s, QString::fromLatin1(id)}).value(0);
    };
    QCOMPARE(found("f1"), QByteArray("queued queue:mail"));
    QCOMPARE(found("s1"), QByteArray("queued queue:mail"));
    QCOMPARE(found("q1"), QByteArray("canceled canceled:mail"));
    QCOMPARE(found("s2"), QByteArray("canceled canceled:mail"));
    // The job gets its arguments unchanged.
    RqPeer worker(place.server, "mail", 3, RqPeer::Kind::Simple);
    QVERIFY2(worker.finish(), worker.said());
    QCOMPARE(worker.ran(), (QByteArrayList{"q2", "f1", "s1"}));
    QCOMPARE(place.server.call({"HGET", "arrived", "f1"}).bytes, QByteArray("(('é',), {})"));
    QCOMPARE(found("f1"), QByteArray("finished finished:mail"));
    // A job's lifetime restarts when it is queued.
    place.server.call({"HSET", "rq:job:f2", "ttl", "600"});
    QCOMPARE(place.act(ActionKind::Retry, {"f2"}).done, 1);
    const qint64 left = place.server.call({"PTTL", "rq:job:f2"}).integer;
    QVERIFY2(left > 590'000 && left <= 600'000, QByteArray::number(left));
}

void TestRqActions::whatIsToRunFirstIsPushedToTheFront()
{
    RqActs place;
    place.fill();
    place.server.call({"HSET", "rq:job:s1", "enqueue_at_front", "1"});
    const auto before = place.theirs();
    const auto done = place.act(ActionKind::RunNow, {"s1", "s2"});
    QCOMPARE(place.queue(), (QByteArrayList{"s1", "q1", "q2", "s2"}));
    QCOMPARE(place.undo(done.id).restored, 2);
    QCOMPARE(place.theirs(), before);
}

void TestRqActions::whatRanMeanwhileIsLeftAlone()
{
    if (const QString missing = RqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RqActs place;
    for (int i = 0; i < 3; ++i)
        place.failed('f' + QByteArray::number(i), 11 + i);
    const auto done = place.act(ActionKind::Retry, {});
    QCOMPARE(done.done, 3);
    RqPeer worker(place.server, "mail", 2, RqPeer::Kind::Simple);
    QVERIFY(worker.finish());
    QCOMPARE(worker.ran(), (QByteArrayList{"f0", "f1"}));
    const UndoProgress undone = place.undo(done.id);
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 2);
    QCOMPARE(place.statusOf("f2"), QByteArray("failed"));
    QVERIFY(place.queue().isEmpty());
    QCOMPARE(place.statusOf("f0"), QByteArray("finished"));
}

void TestRqActions::whatMovedBeforeTheActIsLeftAlone()
{
    RqActs place;
    place.fill();
    for (const auto& [kind, id] : std::map<ActionKind, TaskId>{{ActionKind::Retry, "f1"}, {ActionKind::RunNow, "s1"},
             {ActionKind::Reschedule, "s2"}, {ActionKind::Discard, "f2"}, {ActionKind::Delete, "d2"}}) {
        OperationRequest request = place.request({kind}, {id});
        request.action.time = kind == ActionKind::Reschedule ? Action::Time::At : Action::Time::None;
        OperationRun run(request);
        QCOMPARE(must(run.preview(*place.backend)).total, 1);
        // Another client changes the times of all jobs.
        for (const char* other : {"s1", "s2"})
            place.server.call({"ZINCRBY", "rq:scheduled:mail", "7", other});
        for (const char* other : {"f1", "f2", "d1", "d2"})
            place.server.call({"HSET", QByteArray("rq:job:") + other, "ended_at",
                "2020-11-25T18:00:0" + QByteArray::number(int(kind)) + ".000000Z"});
        const auto before = place.theirs();
        QCOMPARE(must(run.finish(*place.backend)).done, 0);
        QCOMPARE(run.skipped().counts(), (Skipped{{SkipReason::MovedOn, 1}}));
        QCOMPARE(place.theirs(), before);
    }
    OperationRun run(place.request({ActionKind::Discard}, {"q1"}));
    QCOMPARE(must(run.preview(*place.backend)).total, 1);
    place.server.call({"LPOP", "rq:queue:mail"});
    QCOMPARE(must(run.finish(*place.backend)).done, 0);
}

void TestRqActions::whatOthersCountOnIsLeftAlone()
{
    RqActs place;
    place.fill();
    place.job("waits", "deferred");
    place.server.call({"ZADD", "rq:deferred:mail", "1600000002", "waits"});
    place.server.call({"SADD", "rq:job:q1:dependents", "waits"});
    place.server.call({"HSET", "rq:job:f1", "group_id", "g1"});
    place.server.call({"HSET", "rq:job:f2", "rate_limit_key", "api"});
    const auto before = place.theirs();
    QCOMPARE(place.act(ActionKind::Discard, {"q1", "waits", "f1", "f2"}).skipped,
        (Skipped{{SkipReason::HasDependents, 1}, {SkipReason::WaitsForOther, 1}, {SkipReason::InGroup, 1},
            {SkipReason::RateLimited, 1}}));
    QCOMPARE(place.act(ActionKind::Delete, {"q1", "waits", "f1", "f2"}).done, 0);
    QCOMPARE(place.act(ActionKind::RunNow, {"waits"}).skipped, (Skipped{{SkipReason::WaitsForOther, 1}}));
    QCOMPARE(place.act(ActionKind::Reschedule, {"waits", "q1"}).skipped,
        (Skipped{{SkipReason::WaitsForOther, 1}, {SkipReason::Untimed, 1}}));
    QCOMPARE(place.act(ActionKind::Retry, {"f2"}).skipped, (Skipped{{SkipReason::RateLimited, 1}}));
    QCOMPARE(place.theirs(), before);
    QCOMPARE(place.act(ActionKind::Retry, {"f1"}).done, 1); // the job is still in its group
    const auto added = place.backend->editor()->add("mail", {NewTask{"mark#n", {}, {}, {}, "[]"}});
    QCOMPARE(added.error().message, u"RQ tasks are Python pickles, which only Python can write."_s);
    QVERIFY(!place.backend->capabilities().add && !place.backend->broker());
}

/// Checks that a repeating job survives actions on its last run's entry. RQ 2 keeps the job in both the finished and
/// the scheduled registry. Both entries share one hash; before 2.8, its status stays `finished`.
void TestRqActions::whatRepeatsIsNotLostWithItsLastRun()
{
    for (const char* status : {"scheduled", "finished"}) {
        RqActs place;
        for (const char* id : {"r1", "d1"})
            place.finished(id);
        place.server.call({"SADD", "rq:queues", "rq:queue:mail"});
        place.server.call({"HSET", "rq:job:r1", "status", status, "repeats_left", "2"});
        place.server.call({"ZADD", "rq:scheduled:mail", "9000000000", "r1"});
        const auto before = place.theirs();
        const StateSet done{TaskState::Done};
        const StateSet scheduled{TaskState::Scheduled};
        const auto discarded = place.act(ActionKind::Discard, {}, done);
        QCOMPARE(discarded.done, 1);
        QCOMPARE(discarded.skipped, (Skipped{{SkipReason::NextRun, 1}}));
        QCOMPARE(place.undo(discarded.id).restored, 1);
        QCOMPARE(place.theirs(), before);
        QCOMPARE(place.act(ActionKind::Delete, {}, done).skipped, (Skipped{{SkipReason::NextRun, 1}}));
        auto after = place.theirs();
        QCOMPARE(after["rq:job:r1"], before.at("rq:job:r1"));
        QCOMPARE(after["rq:scheduled:mail"], before.at("rq:scheduled:mail"));
        // Act on the job in the scheduled registry.
        for (const ActionKind kind : {ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard}) {
            const auto acted = place.act(kind, {"r1"}, scheduled);
            QCOMPARE(acted.done, 1);
            QCOMPARE(place.undo(acted.id).restored, 1);
            QCOMPARE(place.theirs(), after);
        }
        QCOMPARE(place.act(ActionKind::Discard, {"r1"}, scheduled).done, 1);
        QCOMPARE(place.act(ActionKind::Delete, {}, done).skipped, (Skipped{{SkipReason::MovedOn, 1}}));
    }
}

void TestRqActions::whatAWorkerHasTakenIsLeftAlone()
{
    RqActs place;
    place.fill();
    place.job("run", "started", {"worker_name", "w1"});
    place.server.call({"ZADD", "rq:wip:mail", "9000000000", "run"});
    place.job("new", "started");
    place.server.call({"ZADD", "rq:wip:mail", "9000000000", "new:0123456789abcdef0123456789abcdef"});
    place.server.call({"ZADD", "rq:executions:new", "9000000000", "0123456789abcdef0123456789abcdef"});
    place.job("taken", "queued");
    place.server.call({"RPUSH", "rq:queue:mail:intermediate", "taken"});
    const auto before = place.theirs();
    for (const ActionKind kind : {ActionKind::Discard, ActionKind::Delete})
        QCOMPARE(place.act(kind, {"run", "new", "taken"}, StateSet::all(), true).skipped,
            (Skipped{{SkipReason::Started, 3}}));
    QCOMPARE(place.theirs(), before);
    QCOMPARE(sentenceOf(SkipReason::Started), u"The task is running; cancel it instead."_s);
    QCOMPARE(place.backend->editor()->release("mail", {"run", TaskState::Leased, {}, {}}).error().code,
        ErrorCode::NotSupported);
}

void TestRqActions::aDeleteLeavesNothingBehind()
{
    RqActs place;
    place.fill();
    place.canceled("c1");
    place.server.call({"SADD", "rq:job::f1:dependencies", "x"});
    for (const char* set : {"finished", "failed"}) // the hashes of these jobs have expired
        place.server.call({"ZADD", QByteArray("rq:") + set + ":mail", "9000000003", QByteArray("gone-") + set});
    QCOMPARE(place.act(ActionKind::Discard, {"q2"}).done, 1);
    QCOMPARE(place.act(ActionKind::Delete, {}).done, 11);
    const auto left = place.theirs();
    QCOMPARE(left.size(), std::size_t(1));
    QVERIFY(left.count("rq:queues") == 1);
    QVERIFY(place.server.call({"KEYS", "dueline:overlay:mail@rq:trash*"}).items.empty());
}

void TestRqActions::aLongQueueIsDiscardedBesideAWorker()
{
    if (const QString missing = RqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RqActs place;
    for (int i = 0; i < 1500; ++i)
        place.queued('q' + QByteArray::number(i));
    const QByteArrayList before = place.queue();
    const auto alone = place.act(ActionKind::Discard, {}, {TaskState::Due});
    QCOMPARE(alone.done, 1500);
    QVERIFY(place.queue().isEmpty());
    QCOMPARE(place.undo(alone.id).restored, 1500);
    QCOMPARE(place.queue(), before); // Restored in the original order.
    RqPeer worker(place.server, "mail", 0, RqPeer::Kind::Simple);
    const auto beside = place.act(ActionKind::Discard, {}, {TaskState::Due});
    QVERIFY(beside.done > 0);
    QCOMPARE(place.act(ActionKind::Restore, {}).done, beside.done);
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HLEN", "marks"}).integer, 1500, 100'000);
    for (const Reply& runs : place.server.call({"HVALS", "marks"}).items)
        QCOMPARE(runs.bytes, QByteArray("1"));
}

void TestRqActions::aKilledRetryIsGoneOnWithAndEachRunsOnce()
{
    if (const QString missing = RqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    constexpr int jobs = 2000;
    RqActs place;
    for (int i = 0; i < jobs; ++i)
        place.failed('f' + QByteArray::number(i), 10 + i % 40);
    place.server.call({"SADD", "rq:queues", "rq:queue:mail"});
    const Duectl duectl(place.server.url());
    const auto latest = [&duectl] { return duectl.run("--layout rq operations mail --json").array().at(0).toObject(); };
    RqPeer worker(place.server, "mail", 0, RqPeer::Kind::Simple);
    const auto killed = duectl.start(words("--layout rq retry mail --state failed --all --yes --pace 800"));
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"done"_s].toInt() > 200, 30'000);
    sendSignal(*killed, SIGKILL);
    killed->waitForFinished();
    const int done = latest()[u"done"_s].toInt();
    QVERIFY(done < jobs);
    QCOMPARE(place.server.call({"ZCARD", "rq:failed:mail"}).integer, jobs - done);
    const QString id = latest()[u"id"_s].toString();
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"interrupted"_s].toBool(), 15'000);
    const Answer resumed = duectl.run({u"--layout"_s, u"rq"_s, u"operations"_s, u"resume"_s, id});
    EXIT(resumed, 0);
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HLEN", "marks"}).integer, jobs, 100'000);
    QTRY_VERIFY(place.queue().isEmpty());
    for (const Reply& runs : place.server.call({"HVALS", "marks"}).items)
        QCOMPARE(runs.bytes, QByteArray("1"));
    QCOMPARE(place.server.call({"ZCARD", "rq:failed:mail"}).integer, 0);
}

void TestRqActions::allWorkersAreSuspendedAtOnce()
{
    RqActs place;
    place.fill();
    QueueEditor& editor = *place.backend->editor();
    QVERIFY(editor.setPaused("@rq", true).ok());
    QCOMPARE(place.server.call({"GET", "rq:suspended"}).bytes, QByteArray("1"));
    QVERIFY(must(place.backend->inspector().queue("mail")).paused);
    QVERIFY(editor.setPaused({}, false).ok()); // a connection with several layouts passes an empty queue name
    QCOMPARE(place.server.call({"EXISTS", "rq:suspended"}).integer, 0);
    const auto one = editor.setPaused("mail", true);
    QCOMPARE(one.error().code, ErrorCode::NotSupported);
    QCOMPARE(one.error().message, u"RQ can only suspend all workers: duectl pause @rq."_s);
    if (const QString missing = RqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    QVERIFY(editor.setPaused("@rq", true).ok());
    RqPeer worker(place.server, "mail", 2);
    QTest::qWait(1500);
    QCOMPARE(place.queue().size(), 2);
    QVERIFY(editor.setPaused("@rq", false).ok());
    QVERIFY2(worker.finish(), worker.said());
    QCOMPARE(worker.ran(), (QByteArrayList{"q1", "q2"}));
}

void TestRqActions::aStartedJobIsStopped()
{
    RqActs place;
    place.job("lost", "started", {"worker_name", "w1"});
    place.server.call({"SADD", "rq:queues", "rq:queue:mail"});
    place.server.call({"ZADD", "rq:wip:mail", "9000000000", "lost"});
    QueueEditor& editor = *place.backend->editor();
    const auto unheard = editor.cancel("mail", {"lost", TaskState::Leased, {}, {}});
    QCOMPARE(unheard.error().code, ErrorCode::Refused);
    QVERIFY2(unheard.error().message.contains(u"w1"_s), qPrintable(unheard.error().message));
    place.queued("q1");
    QCOMPARE(must(editor.cancel("mail", {"q1", TaskState::Leased, {}, {}})), ItemOutcome::MovedOn);
    place.server.call({"DEL", "rq:queue:mail", "rq:wip:mail"});
    if (const QString missing = RqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RqPeer::run(place.server, {u"add"_s, uR"({"id":"long \"quoted\"","task":"hang"})"_s});
    RqPeer worker(place.server, "mail");
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"ZCARD", "rq:wip:mail"}).integer, 1, 30'000);
    const Duectl duectl(place.server.url());
    QTRY_COMPARE(place.server.call({"PUBSUB", "CHANNELS", "rq:pubsub:*"}).items.size(), std::size_t(1));
    EXIT(duectl.run({u"cancel"_s, u"mail@rq"_s, u"long \"quoted\""_s}), 0);
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"ZCARD", "rq:failed:mail"}).integer, 1, 30'000);
    const Task stopped = must(place.backend->inspector().page({"mail", TaskState::Failed, 0, 10})).tasks.at(0);
    QCOMPARE(stopped.nativeState, QByteArray("stopped"));
    const TimePoint now = must(place.backend->inspector().queue("mail")).serverNow;
    QVERIFY(stopped.at <= now && stopped.at > now - Millis(60'000)); // RQ does not record when a stopped job ended
    worker.kill9(); // keeps the worker from running the job again
    const auto someoneWaits = [&] {
        return !place.server.call({"INFO", "clients"}).bytes.contains("blocked_clients:0");
    };
    QTRY_VERIFY(!someoneWaits()); // a job queued before Redis notices that the connection is closed would be lost
    const auto retried = place.act(ActionKind::Retry, {stopped.id});
    QCOMPARE(retried.done, 1);
    QCOMPARE(place.undo(retried.id).restored, 1);
    QCOMPARE(place.statusOf(stopped.id), QByteArray("stopped"));
}

/// Checks that each of several list entries for the same job can be restored, whether or not another one is waiting.
void TestRqActions::aJobThatWaitsTwiceIsRestoredTwice()
{
    RqActs place;
    place.queued("a");
    place.queued("b");
    place.server.call({"RPUSH", "rq:queue:mail", "a"});
    const auto before = place.theirs();
    const Duectl duectl(place.server.url());
    const auto run
        = [&](const char* words) { return duectl.run(QByteArray("--layout rq ") + words + " mail a --yes"); };
    const Command both{"LRANGE", "rq:queue:mail", "0", "-1"};
    EXIT(run("discard"), 0);
    const Answer whileOneWaits = run("restore");
    QVERIFY2(whileOneWaits.code == 0 && whileOneWaits.out.startsWith("1 restored"), whileOneWaits.all());
    QCOMPARE(place.theirs(), before);
    EXIT(run("discard"), 0);
    EXIT(run("discard"), 0);
    QCOMPARE(place.server.call(both).items.size(), 1);
    EXIT(run("restore"), 0);
    QCOMPARE(place.server.call(both).items.size(), 2);
    // After undoing the restore, both entries can be restored again.
    const Answer again = run("restore");
    EXIT(again, 0);
    QCOMPARE(place.theirs(), before);
    const QByteArray id = again.out.mid(again.out.lastIndexOf("duectl undo ") + 12).trimmed();
    EXIT(duectl.run("--layout rq undo " + id + " --yes"), 0);
    EXIT(run("restore"), 0);
    QCOMPARE(place.theirs(), before);
    const Answer none = run("restore");
    QVERIFY2(none.code != 0, none.all());
}

void TestRqActions::aJobThatWaitsTwiceIsDiscardedAndUndone()
{
    RqActs place;
    place.queued("a");
    place.queued("b");
    place.server.call({"RPUSH", "rq:queue:mail", "a"});
    const auto before = place.theirs();
    const auto first = place.act(ActionKind::Discard, {"a"});
    const auto second = place.act(ActionKind::Discard, {"a"});
    QCOMPARE(first.done + second.done, 2);
    QCOMPARE(place.undo(second.id).restored, 1);
    QCOMPARE(place.undo(first.id).restored, 1);
    QCOMPARE(place.theirs(), before);
}

void TestRqActions::duectlActsAndUndoes()
{
    RqActs place;
    place.fill();
    const auto before = place.theirs();
    const Duectl duectl(place.server.url());
    const Answer retried = duectl.run("--layout rq retry mail --match error:boom --yes");
    EXIT(retried, 0);
    QVERIFY2(retried.out.startsWith("2 retried"), retried.all());
    QCOMPARE(place.queue().size(), 4);
    const QByteArray id = retried.out.mid(retried.out.lastIndexOf("duectl undo ") + 12).trimmed();
    EXIT(duectl.run("--layout rq undo " + id + " --yes"), 0);
    QCOMPARE(place.theirs(), before);
    EXIT(duectl.run("--layout rq discard mail f1 --yes"), 0);
    QVERIFY2(
        duectl.run("--layout rq show mail f1").out.contains("trash"), duectl.run("--layout rq show mail f1").all());
    EXIT(duectl.run("--layout rq restore mail f1 --yes"), 0);
    QCOMPARE(place.theirs(), before);
    // The commands also work if duectl detects the layout. Names then include the layout.
    const Answer found = duectl.run("discard mail@rq q1 --yes");
    EXIT(found, 0);
    EXIT(duectl.run("undo " + found.out.mid(found.out.lastIndexOf("duectl undo ") + 12).trimmed() + " --yes"), 0);
    QCOMPARE(place.theirs(), before);
    EXIT(duectl.run("reschedule mail@rq s1 --in 10m --yes"), 0);
    QVERIFY2(duectl.run("operations mail@rq").out.contains("discard"), duectl.run("operations mail@rq").all());
    EXIT(duectl.run("pause @rq"), 0);
    QCOMPARE(place.server.call({"EXISTS", "rq:suspended"}).integer, 1);
    EXIT(duectl.run("resume @rq"), 0);
    QCOMPARE(place.server.call({"EXISTS", "rq:suspended"}).integer, 0);
    // The doctor's remedy for suspended workers works.
    EXIT(duectl.run("pause @rq"), 0);
    place.scheduled("late", 1'600'000'000);
    QStringList remedies;
    for (const QJsonValue& finding : duectl.run("doctor --json").array())
        remedies << finding[u"remedy"_s].toString();
    QVERIFY2(remedies.contains(u"duectl resume @rq"_s), qPrintable(remedies.join(u'\n')));
    EXIT(duectl.run("resume @rq"), 0);
    const Answer one = duectl.run("pause mail@rq");
    QVERIFY2(one.code != 0 && one.err.contains("duectl pause @rq"), one.all());
    const Answer added = duectl.run("--layout rq add mail mark --payload []");
    QVERIFY2(added.code != 0 && !added.err.isEmpty(), added.all());
}

QTEST_GUILESS_MAIN(TestRqActions)
#include "tst_rqactions.moc"
