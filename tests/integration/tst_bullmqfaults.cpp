// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/bullmqactions.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/chaosproxy.h"

#include <QSet>

using namespace dueline;

/// Tests changes to BullMQ queues with missing permissions, full memory, lost replies or killed programs.
class TestBullmqFaults : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        if (const QString missing = NodePeer::missing(module()); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void initTestCase_data() { addModules(); }
    void aQueueThatIsNotSureIsRefused();
    void aMissingRightChangesNothing();
    void aKeyOfAnotherTypeChangesNothing();
    void aFullServerTakesUndoAndDelete();
    void aStepThatIsSentTwiceActsOnce();
    void manyAreRetriedBesideAWorkerAndResumed();
    void manyWaitingAreDiscardedBesideAWorker();
};

void TestBullmqFaults::aQueueThatIsNotSureIsRefused()
{
    BullmqActions place(module());
    place.addFailed();
    const auto failed = place.refs(TaskState::Failed);
    const auto refusal = [&](const QString& layout) {
        const auto backend
            = must(openLayout(parseLayout(layout).value(), place.server.config(), {}, {}, Access::Operate));
        ActionStep step;
        step.queue = place.queue;
        step.operation = place.queue + "/unsure";
        step.action.kind = ActionKind::Retry;
        step.refs = failed;
        const auto answer = backend->editor()->act(step);
        return answer ? QString() : answer.error().message;
    };
    const QByteArray meta = place.key("meta");
    const QByteArray stamp = place.server.call({"HGET", meta, "version"}).bytes;
    QCOMPARE(stamp.isEmpty(), module() == u"bullmq500");
    const auto before = place.content();
    if (stamp.isEmpty()) { // Versions 3 and 4 have no version stamp either, but store different data.
        place.server.call({"RPUSH", place.key("wait"), "0:0"});
        QVERIFY2(refusal(u"bullmq"_s).contains(u"bullmq:bull?major=5"), qPrintable(refusal(u"bullmq"_s)));
        place.server.call({"DEL", place.key("wait")});
    }
    place.server.call({"HSET", meta, "version", "bullmq:4.18.2"});
    QVERIFY2(refusal(place.layout).contains(u"bullmq:4.18.2"), qPrintable(refusal(place.layout)));
    place.server.call({"HSET", meta, "version", "bullmq:7.0.0"});
    QVERIFY(refusal(place.layout).contains(u"bullmq:7.0.0"));
    if (stamp.isEmpty())
        place.server.call({"HDEL", meta, "version"});
    else
        place.server.call({"HSET", meta, "version", stamp});
    place.server.call({"SET", place.key("meta-paused"), "1"});
    QVERIFY2(refusal(place.layout).contains(u"Bull and BullMQ have both"), qPrintable(refusal(place.layout)));
    place.server.call({"DEL", place.key("meta-paused")});
    QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    // Meanwhile, a program with the other major version, such as a dashboard, opens the queue. The jobs stay the same.
    if (!stamp.isEmpty()) {
        place.server.call({"HSET", meta, "version", stamp.startsWith("bullmq:6") ? "bullmq:5.81.5" : "bullmq:6.7.0"});
        QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
        QCOMPARE(place.work(3).size(), 3);
    }
    place.server.call({"DEL", meta});
    // Only the jobs are left. Unless the user specifies the version, nothing shows which changes are safe.
    const auto lost = place.editor().setPaused(place.queue, true);
    if (stamp.isEmpty())
        QVERIFY2(lost.ok(), lost ? "" : qPrintable(lost.error().message));
    else
        QVERIFY2(!lost && lost.error().message.contains(u"\"meta\" is missing"),
            lost ? "" : qPrintable(lost.error().message));
    place.server.call({"FLUSHDB"});
    const auto gone = place.editor().setPaused(place.queue, true);
    QVERIFY2(!gone && gone.error().message.contains(u"removed"), gone ? "" : qPrintable(gone.error().message));
}

void TestBullmqFaults::aMissingRightChangesNothing()
{
    BullmqActions place(module());
    place.addFailed();
    place.addWaiting();
    const auto failed = place.refs(TaskState::Failed);
    RedisConfig config = place.server.config();
    config.user = u"less"_s;
    config.password = Secret("pw");
    for (const char* command :
        {"zrem", "zadd", "hdel", "hset", "lpush", "xadd", "rpush", "rename", "incr", "pexpire"}) {
        place.server.call(
            {"ACL", "SETUSER", "less", "reset", "on", ">pw", "~*", "&*", "+@all", QByteArray("-") + command});
        const auto backend = place.openBackend(config);
        const auto before = place.content();
        ActionStep step;
        step.queue = place.queue;
        step.operation = place.queue + "/less";
        step.action.kind = ActionKind::Retry;
        step.refs = failed;
        const auto answer = backend->editor()->act(step);
        QVERIFY2(!answer, command);
        QVERIFY2(answer.error().code == ErrorCode::Permission, qPrintable(answer.error().message));
        QVERIFY2(answer.error().message.contains(QString::fromLatin1(command).toUpper()),
            qPrintable(answer.error().message));
        QVERIFY(!backend->permitted(place.queue));
        QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    }
    // The user lacks write access to Dueline's keys.
    place.server.call({"ACL", "SETUSER", "less", "reset", "on", ">pw", "~bull:*", "&*", "+@all"});
    const auto backend = place.openBackend(config);
    const auto before = place.content();
    QVERIFY(!backend->permitted(place.queue));
    QVERIFY(!backend->editor()->record(place.recordOf("less")));
    QVERIFY(place.content() == before);
    // This user has all the permissions it needs.
    place.server.call({"ACL", "SETUSER", "less", "reset", "on", ">pw", "~bull:*", "~dueline:overlay:*", "+@all"});
    QVERIFY(place.openBackend(config)->permitted(place.queue).ok());
}

void TestBullmqFaults::aKeyOfAnotherTypeChangesNothing()
{
    BullmqActions place(module());
    place.addFailed();
    const auto failed = place.refs(TaskState::Failed);
    for (const char* role :
        {"wait", "paused", "prioritized", "delayed", "completed", "marker", "events", "repeat", "pc", "id"}) {
        const QByteArray key = place.key(role);
        place.server.call({"RENAME", key, "aside"});
        if (QByteArray(role) == "pc" || QByteArray(role) == "id")
            place.server.call({"SET", key, "no number"});
        else
            place.server.call({"SET", key, "x"});
        const auto before = place.content();
        ActionStep step;
        step.queue = place.queue;
        step.operation = place.queue + "/wrong";
        step.action.kind = ActionKind::Retry;
        step.refs = failed;
        const auto answer = place.editor().act(step);
        QVERIFY2(!answer, role);
        QVERIFY2(
            answer.error().code == ErrorCode::WrongType && answer.error().message.contains(QString::fromLatin1(key)),
            qPrintable(answer.error().message));
        QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
        place.server.call({"DEL", key});
        place.server.call({"RENAME", "aside", key});
    }
    // A job whose hash is missing or has the wrong type is skipped; the other job is acted on.
    place.server.call({"DEL", "bull:mail:" + failed[0].id});
    place.server.call({"SET", "bull:mail:" + failed[0].id, "x"});
    place.server.call({"DEL", "bull:mail:" + failed[1].id});
    QCOMPARE(place.step(ActionKind::Retry, failed),
        (std::vector{ItemOutcome::Damaged, ItemOutcome::NotFound, ItemOutcome::Done}));
}

void TestBullmqFaults::aFullServerTakesUndoAndDelete()
{
    BullmqActions place(module());
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

void TestBullmqFaults::aStepThatIsSentTwiceActsOnce()
{
    BullmqActions place(module());
    place.addFailed();
    const auto failed = place.refs(TaskState::Failed);
    ChaosProxy proxy(place.server.config());
    const auto backend = place.openBackend(proxy.config());
    QVERIFY(backend->editor()->record(place.recordOf("lost")));
    ActionStep step;
    step.queue = place.queue;
    step.operation = place.queue + "/lost";
    step.action.kind = ActionKind::Retry;
    step.refs = failed;
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

void TestBullmqFaults::manyAreRetriedBesideAWorkerAndResumed()
{
    const int many = module() == u"bullmq" ? 10'000 : 500;
    BullmqActions place(module());
    place.add({uR"({"name":"fail","data":{"n":1},"copies":%1})"_s.arg(many)});
    place.work(many);
    QCOMPARE(place.info().counts[TaskState::Failed], many);
    const Duectl duectl(place.server.url());
    NodePeer worker(place.server, module(), place.queue, many);
    const auto killed = duectl.start({u"--layout"_s, place.layout, u"retry"_s, u"mail"_s, u"--all"_s, u"--yes"_s,
        u"--pace"_s, QString::number(many)});
    const auto operation = [&] { return must(place.inspector().operations(place.queue, 1)); };
    QTRY_VERIFY_WITH_TIMEOUT(!operation().empty() && operation().at(0).done > many / 10, 30'000);
    killed->kill();
    QVERIFY(killed->waitForFinished());
    const OperationRecord record = operation().at(0);
    QVERIFY(!record.finished && record.done < many);
    place.server.call({"HSET", "dueline:overlay:bull:mail:op:" + uniquePartOf(record.id), "held", "0"});
    const Answer resumed
        = duectl.run({u"--layout"_s, place.layout, u"operations"_s, u"resume"_s, QString::fromLatin1(record.id)});
    QVERIFY2(resumed.code == 0, resumed.all());
    QVERIFY2(worker.finish(120'000), worker.said().right(300));
    const QByteArrayList ran = worker.ran();
    QCOMPARE(ran.size(), many);
    QCOMPARE(QSet<QByteArray>(ran.begin(), ran.end()).size(), many);
    QCOMPARE(operation().at(0).done, many);
    QCOMPARE(place.info().counts[TaskState::Due], 0);
    QCOMPARE(place.info().counts[TaskState::Failed], many);
}

void TestBullmqFaults::manyWaitingAreDiscardedBesideAWorker()
{
    BullmqActions place(module());
    discardManyBesideAWorker(place, module() == u"bullmq" ? 6'000 : 2'000);
}

QTEST_GUILESS_MAIN(TestBullmqFaults)
#include "tst_bullmqfaults.moc"
