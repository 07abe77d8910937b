// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/bullactions.h"
#include "tests/support/chaosproxy.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests refused actions on Bull queues: each refusal gives a reason and changes nothing.
class TestBullRefusals : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { eachBull(); }
    void init()
    {
        if (const QString missing = NodePeer::missing(bullModule()); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void theNextRunOfARepeatingJobIsKept();
    void heldAndStalledJobsAreRefused();
    void whatTheRateLimitHoldsIsLeftThere();
    void aStepThatIsSentTwiceActsOnce();
    void aStampedQueueIsRefusedUntilSomebodySaysWhoseItIs();
    void aQueueThatWasRemovedIsNotMadeAgain();
    void whatBullMqDidIsNotUndoneHere();
    void aMissingRightChangesNothing();
    void aKeyOfAnotherTypeChangesNothing();
    void aFullServerTakesUndoAndDelete();
};

void TestBullRefusals::theNextRunOfARepeatingJobIsKept()
{
    BullActions place(bullModule());
    place.add({uR"({"name":"tick","opts":{"repeat":{"every":3600000}}})"_s,
        uR"({"name":"at night","opts":{"repeat":{"cron":"0 3 * * *"},"jobId":"x"}})"_s});
    QCOMPARE(place.info().counts[TaskState::Scheduled], 2);
    const auto before = place.content();
    for (const ActionKind kind : {ActionKind::Discard, ActionKind::Delete, ActionKind::Reschedule}) {
        QCOMPARE(place.act(kind, TaskState::Scheduled).done, 0);
        QCOMPARE(place.skipped.counts().at(SkipReason::NextRun), 2);
    }
    QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    // While a job is waiting for a worker, it still counts as its repeating job's next run.
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 2);
    QCOMPARE(place.act(ActionKind::Discard, TaskState::Due).done, 0);
    QCOMPARE(place.skipped.counts().at(SkipReason::NextRun), 2);
    // Once the repeating job is removed, its next run is an ordinary job.
    for (const Reply& row : place.server.call({"ZRANGE", place.key("repeat"), "0", "-1"}).items)
        place.server.call({"ZREM", place.key("repeat"), row.bytes});
    QCOMPARE(place.act(ActionKind::Discard, TaskState::Due).done, 2);
    QCOMPARE(place.undo(place.lastOperation).restored, 2);
}

void TestBullRefusals::heldAndStalledJobsAreRefused()
{
    BullActions place(bullModule());
    const QByteArray id = place.add({uR"({"name":"hang"})"_s}).value(0);
    NodePeer worker(place.server, bullModule(), place.queue);
    QTRY_COMPARE(place.info().counts[TaskState::Leased], 1);
    QTRY_COMPARE(place.server.call({"EXISTS", place.key(id + ":lock")}).integer, 1);
    OperationRequest forced = place.request(ActionKind::Discard);
    forced.action.force = true;
    forced.selection.kind = TaskSelection::Kind::Ids;
    forced.selection.ids = {id};
    OperationRun run(forced);
    QCOMPARE(must(run.finish(place.operating())).done, 0);
    QCOMPARE(run.skipped().counts().at(SkipReason::Held), 1);
    worker.kill9();
    place.server.call({"DEL", place.key(id + ":lock")}); // simulates an expired lock
    OperationRun second(forced);
    QCOMPARE(must(second.finish(place.operating())).done, 0);
    QCOMPARE(second.skipped().counts().at(SkipReason::Stalled), 1);
    // A worker is still holding a failed job that has a lock.
    place.server.call({"LREM", place.key("active"), "1", id});
    place.server.call({"ZADD", place.key("failed"), "1000", id});
    place.server.call({"SET", place.key(id + ":lock"), "token"});
    const auto failed = place.refs(TaskState::Failed);
    for (const ActionKind kind : {ActionKind::Retry, ActionKind::Discard, ActionKind::Delete})
        QCOMPARE(place.step(kind, failed), std::vector{ItemOutcome::Held});
}

void TestBullRefusals::whatTheRateLimitHoldsIsLeftThere()
{
    BullActions place(bullModule());
    const QByteArray id = place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s}).value(0);
    place.server.call({"SADD", place.key("limiter:limited"), id});
    place.server.call({"HSET", place.key("limiter:index"), id, place.key("limiter:limited")});
    const auto before = place.content();
    for (const ActionKind kind :
        {ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard, ActionKind::Delete}) {
        QCOMPARE(place.act(kind, TaskState::Scheduled).done, 0);
        QCOMPARE(place.skipped.counts().at(SkipReason::RateLimited), 1);
    }
    QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
}

void TestBullRefusals::aStepThatIsSentTwiceActsOnce()
{
    BullActions place(bullModule());
    place.addFailed();
    ChaosProxy proxy(place.server.config());
    const auto backend = place.openBackend(proxy.config());
    QVERIFY(backend->editor()->record(place.recordOf("lost")));
    const ActionStep step = place.retryStep(place.refs(TaskState::Failed), "lost");
    ChaosPlan plan;
    plan.fault = ChaosPlan::Fault::Swallow;
    plan.request = "EVAL";
    plan.times = 1;
    proxy.setPlan(plan);
    auto outcomes = backend->editor()->act(step);
    if (!outcomes) // The reply was lost, so repeat the step.
        outcomes = backend->editor()->act(step);
    QVERIFY2(outcomes.ok(), outcomes ? "" : qPrintable(outcomes.error().message));
    QCOMPARE(proxy.faults(), 1);
    QCOMPARE(*outcomes, std::vector<ItemOutcome>(3, ItemOutcome::Done));
    QCOMPARE(place.info().counts[TaskState::Due], 3);
    QCOMPARE(place.undo(step.operation).restored, 3);
}

void TestBullRefusals::aStampedQueueIsRefusedUntilSomebodySaysWhoseItIs()
{
    if (!NodePeer::missing(u"bullmq5"_s).isEmpty())
        QSKIP("BullMQ 5 is not there");
    BullActions place(bullModule());
    place.addFailed();
    const auto failed = place.refs(TaskState::Failed);
    const auto backend = place.openBackend(); // Open the backend before the queue has a version stamp.
    QCOMPARE(must(backend->editor()->act(place.retryStep({failed[0]}, "first"))), std::vector{ItemOutcome::Done});
    // Another program, such as a dashboard, stamps the queue.
    NodePeer::run(place.server, u"bullmq5"_s, place.queue, {u"call"_s, u"getWaitingCount"_s});
    QCOMPARE(place.server.call({"HEXISTS", place.key("meta"), "version"}).integer, 1);
    const auto before = place.content();
    const auto refused = backend->editor()->act(place.retryStep({failed[1]}, "second"));
    QVERIFY(!refused && refused.error().code == ErrorCode::Refused);
    QVERIFY2(refused.error().message.contains(u"bull:bull?stamped=yes"), qPrintable(refused.error().message));
    QCOMPARE(backend->editor()->setPaused(place.queue, true).error().code, ErrorCode::Refused);
    QCOMPARE(backend->permitted(place.queue).error().code, ErrorCode::Refused);
    NewTask task;
    task.id = "send#x";
    QCOMPARE(backend->editor()->add(place.queue, {task}).error().code, ErrorCode::Refused);
    QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    place.layout = u"bull:bull?stamped=yes"_s;
    const auto told = place.openBackend();
    QVERIFY(told->permitted(place.queue).ok());
    QCOMPARE(
        must(told->editor()->act(place.retryStep({failed[1], failed[2]}, "third"))), std::vector(2, ItemOutcome::Done));
    QCOMPARE(QSet<QByteArray>(distinct(place.work(3))).size(), 3);
}

void TestBullRefusals::aQueueThatWasRemovedIsNotMadeAgain()
{
    BullActions place(bullModule());
    place.addFailed();
    QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    const OperationId retry = place.lastOperation;
    place.call(u"obliterate"_s, uR"([{"force":true}])"_s);
    UndoRun undo(place.queue, retry, "bob@here");
    const auto undone = undo.finish(place.operating());
    QVERIFY2(!undone && undone.error().message.contains(u"removed"), undone ? "" : qPrintable(undone.error().message));
    QVERIFY(!place.editor().setPaused(place.queue, true));
    QCOMPARE(place.content().size(), 0U);
}

void TestBullRefusals::whatBullMqDidIsNotUndoneHere()
{
    BullActions place(bullModule());
    place.addFailed();
    QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    const OperationId retry = place.lastOperation;
    place.server.call({"HSET", place.overlay("op:" + uniquePartOf(retry)), "layout", "bullmq"});
    UndoRun undo(place.queue, retry, "bob@here");
    const auto undone = undo.finish(place.operating());
    QVERIFY2(!undone && undone.error().message.contains(u"bullmq"), undone ? "" : qPrintable(undone.error().message));
    QCOMPARE(place.info().counts[TaskState::Due], 3);
}

void TestBullRefusals::aMissingRightChangesNothing()
{
    BullActions place(bullModule());
    place.addFailed();
    place.addWaiting();
    const ActionStep step = place.retryStep(place.refs(TaskState::Failed), "less");
    RedisConfig config = place.server.config();
    config.user = u"less"_s;
    config.password = Secret("pw");
    const auto lacks = [&](const Command& rights, const char* word) {
        Command user{"ACL", "SETUSER", "less", "reset", "on", ">pw"};
        user.insert(user.end(), rights.begin(), rights.end());
        place.server.call(user);
        const auto backend = place.openBackend(config);
        const auto before = place.content();
        const auto answer = backend->editor()->act(step);
        QVERIFY2(!answer && answer.error().code == ErrorCode::Permission, word);
        QVERIFY2(
            answer.error().message.contains(QString::fromLatin1(word).toUpper()), qPrintable(answer.error().message));
        QVERIFY2(!backend->permitted(place.queue) && !backend->editor()->setPaused(place.queue, true), word);
        QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    };
    for (const char* command : {"zrem", "zadd", "hdel", "hset", "lpush", "rpush", "lmove", "lset", "lrem", "linsert",
             "lindex", "zcount", "rename", "unlink", "persist", "pexpire", "incr", "publish", "hexists"})
        lacks({"~*", "&*", "+@all", QByteArray("-") + command}, command);
    // The commands are allowed, but not the channel that notifies workers.
    lacks({"~*", "resetchannels", "+@all"}, "publish");
    lacks({"~*", "resetchannels", "&other:*", "+@all"}, "publish");
    lacks({"~bull:*", "&*", "+@all"}, ""); // The user may not write Dueline's own keys.
    place.server.call({"ACL", "SETUSER", "less", "reset", "on", ">pw", "~bull:*", "~dueline:overlay:*", "resetchannels",
        "&bull:*", "+@all"});
    const auto backend = place.openBackend(config);
    QVERIFY(backend->permitted(place.queue).ok());
    QCOMPARE(must(backend->editor()->act(step)), std::vector(3, ItemOutcome::Done));
}

void TestBullRefusals::aKeyOfAnotherTypeChangesNothing()
{
    BullActions place(bullModule());
    place.addFailed();
    const auto failed = place.refs(TaskState::Failed);
    for (const char* role : {"wait", "paused", "active", "delayed", "completed", "priority", "repeat", "limiter:index",
             "meta", "meta-paused", "id"}) {
        const QByteArray key = place.key(role);
        place.server.call({"RENAME", key, "aside"});
        if (QByteArray(role) == "meta-paused")
            place.server.call({"RPUSH", key, "x"});
        else
            place.server.call({"SET", key, "no number"});
        const auto before = place.content();
        const auto answer = place.editor().act(place.retryStep(failed, "wrong"));
        QVERIFY2(!answer, role);
        QVERIFY2(
            answer.error().code == ErrorCode::WrongType && answer.error().message.contains(QString::fromLatin1(key)),
            qPrintable(answer.error().message));
        QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
        place.server.call({"DEL", key});
        place.server.call({"RENAME", "aside", key});
    }
    // A job whose hash has the wrong type is skipped; the others are acted on.
    place.server.call({"DEL", place.key(failed[0].id)});
    place.server.call({"SET", place.key(failed[0].id), "x"});
    place.server.call({"DEL", place.key(failed[1].id)});
    QCOMPARE(place.step(ActionKind::Retry, failed),
        (std::vector{ItemOutcome::Damaged, ItemOutcome::NotFound, ItemOutcome::Done}));
}

void TestBullRefusals::aFullServerTakesUndoAndDelete()
{
    BullActions place(bullModule());
    place.addFailed();
    QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    const OperationId retry = place.lastOperation;
    place.server.call({"CONFIG", "SET", "maxmemory", "1"});
    QCOMPARE(place.undo(retry).restored, 3);
    OperationRun refused(place.request(ActionKind::Retry));
    const auto answer = refused.finish(place.operating());
    QVERIFY2(!answer && answer.error().code == ErrorCode::Full, answer ? "" : qPrintable(answer.error().message));
    must(place.editor().setPaused(place.queue, true));
    must(place.editor().setPaused(place.queue, false));
    QCOMPARE(place.act(ActionKind::Delete, TaskState::Failed).done, 3);
}

QTEST_GUILESS_MAIN(TestBullRefusals)
#include "tst_bullrefusals.moc"
