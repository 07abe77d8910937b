// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/bullactions.h"
#include "tests/integration/duectlprogram.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests pausing Bull queues, adding jobs, and acting on thousands of jobs while Bull's own workers are running.
class TestBullOperations : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { eachBull(); }
    void init()
    {
        if (const QString missing = NodePeer::missing(bullModule()); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void aPausedQueueRunsNothing();
    void resumeLosesNothingThatStandsInBothLists();
    void thousandsAreJoinedInOrder();
    void addedJobsRun();
    void addedPrioritiesAreThoseOfBull();
    void manyAreRetriedBesideAWorkerAndResumed();
    void manyWaitingAreDiscardedBesideAWorker();
    void duectlActsAndUndoes();
};

void TestBullOperations::aPausedQueueRunsNothing()
{
    BullActions place(bullModule());
    place.addFailed();
    must(place.editor().setPaused(place.queue, true));
    QVERIFY(place.info().paused);
    QCOMPARE(place.call(u"isPaused"_s), QByteArray("true"));
    NodePeer worker(place.server, bullModule(), place.queue, 4);
    QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    place.add({uR"({"name":"one more"})"_s});
    QTest::qWait(300);
    QCOMPARE(worker.ran(), QByteArrayList());
    QCOMPARE(place.undo(place.lastOperation).restored, 3);
    QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    must(place.editor().setPaused(place.queue, false));
    QVERIFY2(worker.finish(), worker.said());
    QCOMPARE(place.call(u"isPaused"_s), QByteArray("false"));
    QCOMPARE(place.info().counts[TaskState::Due], 0);
    // Dueline can resume a queue that Bull paused, and vice versa.
    place.call(u"pause"_s);
    QVERIFY(place.info().paused);
    must(place.editor().setPaused(place.queue, false));
    QVERIFY(!place.info().paused);
    must(place.editor().setPaused(place.queue, true));
    place.call(u"resume"_s);
    QVERIFY(!place.info().paused);
}

void TestBullOperations::resumeLosesNothingThatStandsInBothLists()
{
    BullActions place(bullModule());
    const QByteArray failed = place.add({uR"({"name":"fail a"})"_s}).value(0);
    place.work(1);
    QByteArrayList ids = place.add({uR"({"name":"a","copies":3})"_s});
    must(place.editor().setPaused(place.queue, true));
    // Imitate Bull 3, which retries a job in a paused queue this way.
    place.server.call({"ZREM", place.key("failed"), failed});
    place.server.call({"LPUSH", place.key("wait"), failed});
    QCOMPARE(place.info().counts[TaskState::Due], 4);
    must(place.editor().setPaused(place.queue, false));
    QCOMPARE(place.list("wait"), (QByteArrayList{ids[2], ids[1], ids[0], failed}));
    QCOMPARE(place.list("paused"), QByteArrayList());
    // A job may also be left in `paused`.
    place.server.call({"LMOVE", place.key("wait"), place.key("paused"), "RIGHT", "LEFT"});
    must(place.editor().setPaused(place.queue, true));
    QCOMPARE(place.list("paused"), (QByteArrayList{ids[2], ids[1], ids[0], failed}));
    QCOMPARE(place.list("wait"), QByteArrayList());
    must(place.editor().setPaused(place.queue, false));
    QCOMPARE(distinct(place.work(4)), distinct(ids << failed));
}

void TestBullOperations::thousandsAreJoinedInOrder()
{
    BullActions place(bullModule());
    place.add({uR"({"name":"a","copies":2})"_s});
    must(place.editor().setPaused(place.queue, true));
    place.fillWait(10'000);
    const QByteArrayList wait = place.list("wait");
    const QByteArrayList paused = place.list("paused");
    place.server.call({"RENAME", place.key("wait"), "aside"});
    place.server.call({"RENAME", place.key("paused"), place.key("wait")});
    place.server.call({"RENAME", "aside", place.key("paused")});
    must(place.editor().setPaused(place.queue, false));
    QCOMPARE(place.list("wait"), wait + paused);
    QCOMPARE(place.list("paused"), QByteArrayList());
    QVERIFY(!place.info().paused);
}

void TestBullOperations::addedJobsRun()
{
    BullActions place(bullModule());
    place.add({uR"({"name":"first"})"_s});
    place.work(1);
    NewTask now;
    now.id = "send#order-7";
    now.payload = R"({"to":"\u5f35三","n":1.100})";
    now.options.maxAttempts = 3;
    NewTask later;
    later.id = makeTaskId("send", *place.operating().serverTime());
    later.dueIn = Millis(400);
    later.payload = "{}";
    QCOMPARE(place.editor().idFor(place.queue, now), QByteArray("order-7"));
    QCOMPARE(must(place.editor().add(place.queue, {now, later})), (std::vector{AddOutcome::Added, AddOutcome::Added}));
    QCOMPARE(must(place.editor().add(place.queue, {now})), std::vector{AddOutcome::Exists});
    const TaskDetail detail = must(place.inspector().task(place.queue, "order-7"));
    QCOMPARE(detail.task.maxAttempts, 3);
    QCOMPARE(detail.task.type, QByteArray("send"));
    QCOMPARE(must(place.inspector().payload(place.queue, "order-7")), now.payload);
    const QByteArray payload = now.payload;
    now.payload = "{}";
    QCOMPARE(must(place.editor().add(place.queue, {now})), std::vector{AddOutcome::Conflict});
    QCOMPARE(place.info().counts[TaskState::Scheduled], 1);
    QVERIFY(place.work(2).contains("order-7"));
    QCOMPARE(place.server.call({"HGET", place.key("order-7"), "data"}).bytes, payload);
    QCOMPARE(place.info().counts[TaskState::Done], 3);
    const auto refusal = [&](const NewTask& task) { return place.editor().add(place.queue, {task}).error().code; };
    now.id = "send#12";
    QCOMPARE(refusal(now), ErrorCode::Refused);
    now.id = "send#words";
    now.payload = "no JSON"; // A worker that claimed such a job would never finish it.
    QCOMPARE(refusal(now), ErrorCode::Refused);
    now.payload = "{}, {}";
    QCOMPARE(refusal(now), ErrorCode::Refused);
    now.payload = "17";
    now.options.leaseFor = Millis(1000);
    QCOMPARE(refusal(now), ErrorCode::NotSupported);
    now.options.leaseFor.reset();
    QCOMPARE(must(place.editor().add(place.queue, {now})), std::vector{AddOutcome::Added});
    QVERIFY(place.work(1).contains("words"));
}

void TestBullOperations::addedPrioritiesAreThoseOfBull()
{
    BullActions place(bullModule());
    const auto make = [](const QByteArray& id, std::optional<int> priority) {
        NewTask task;
        task.id = "send#" + id;
        task.payload = "{}";
        task.priority = priority;
        return task;
    };
    place.add({uR"({"name":"theirs","opts":{"priority":3,"jobId":"second"}})"_s});
    must(place.editor().add(place.queue, {make("fourth", {}), make("third", 5), make("first", 1)}));
    place.add({uR"({"name":"theirs","opts":{"jobId":"fifth"}})"_s});
    // Bull writes the same entries.
    QCOMPARE(place.list("wait"), (QByteArrayList{"fifth", "fourth", "third", "second", "first"}));
    QCOMPARE(place.server.call({"ZSCORE", place.key("priority"), "third"}).bytes, QByteArray("5"));
    QCOMPARE(place.server.call({"HGET", place.key("third"), "priority"}).bytes, QByteArray("5"));
    const QByteArray opts = place.server.call({"HGET", place.key("third"), "opts"}).bytes;
    QCOMPARE(QJsonDocument::fromJson(opts).object()[u"priority"_s].toInt(), 5);
    // The jobs run one at a time.
    QCOMPARE(place.work(5), (QByteArrayList{"first", "second", "third", "fourth", "fifth"}));
    // Finding a priority's position would take too long in a very long list. Jobs without a priority need no search.
    place.fillWait(310'000);
    const auto refused = place.editor().add(place.queue, {make("urgent", 1)});
    QCOMPARE(refused.error().code, ErrorCode::Refused);
    QVERIFY2(refused.error().message.contains(u"Too many jobs are waiting"_s), qPrintable(refused.error().message));
    QCOMPARE(place.server.call({"EXISTS", place.key("urgent"), place.key("priority")}).integer, 0);
    NewTask later = make("later", 1);
    later.dueIn = Millis(3'600'000);
    QCOMPARE(must(place.editor().add(place.queue, {later, make("plain", {})})),
        (std::vector{AddOutcome::Added, AddOutcome::Added}));
}

void TestBullOperations::manyAreRetriedBesideAWorkerAndResumed()
{
    const int many = bullModule() == u"bull" ? 10'000 : 500;
    BullActions place(bullModule());
    place.add({uR"({"name":"fail","data":{"n":1},"copies":%1})"_s.arg(many)});
    place.work(many);
    QCOMPARE(place.info().counts[TaskState::Failed], many);
    const Duectl duectl(place.server.url());
    NodePeer worker(place.server, bullModule(), place.queue, many);
    const auto killed = duectl.start({u"--layout"_s, place.layout, u"retry"_s, u"mail"_s, u"--all"_s, u"--yes"_s,
        u"--pace"_s, QString::number(many)});
    const auto operation = [&] { return must(place.inspector().operations(place.queue, 1)); };
    QTRY_VERIFY_WITH_TIMEOUT(!operation().empty() && operation().at(0).done > many / 10, 30'000);
    killed->kill();
    QVERIFY(killed->waitForFinished());
    const OperationRecord record = operation().at(0);
    QVERIFY(!record.finished && record.done < many);
    place.server.call({"HSET", place.overlay("op:" + uniquePartOf(record.id)), "held", "0"});
    const Answer resumed
        = duectl.run({u"--layout"_s, place.layout, u"operations"_s, u"resume"_s, QString::fromLatin1(record.id)});
    QVERIFY2(resumed.code == 0, resumed.all());
    QVERIFY2(worker.finish(120'000), worker.said().right(300));
    QCOMPARE(worker.ran().size(), many);
    QCOMPARE(distinct(worker.ran()).size(), many);
    QCOMPARE(operation().at(0).done, many);
    QCOMPARE(place.info().counts[TaskState::Due], 0);
    QCOMPARE(place.info().counts[TaskState::Failed], many);
}

void TestBullOperations::manyWaitingAreDiscardedBesideAWorker()
{
    BullActions place(bullModule());
    discardManyBesideAWorker(place, bullModule() == u"bull" ? 6'000 : 2'000);
}

void TestBullOperations::duectlActsAndUndoes()
{
    BullActions place(bullModule());
    place.addFailed();
    place.add({uR"({"name":"tick","opts":{"repeat":{"every":3600000}}})"_s});
    const Duectl duectl(place.server.url());
    const auto run = [&](const char* line) {
        return duectl.run(QStringList{u"--layout"_s, place.layout} + words(line));
    };
    const auto before = place.content();
    const Answer preview = run("retry mail --state failed --all --dry-run");
    QVERIFY2(preview.code == 0 && preview.out.contains("3 "), preview.all());
    const Answer retried = run("--json retry mail --state failed --all --yes");
    QVERIFY2(retried.code == 0, retried.all());
    QCOMPARE(retried.object()[u"done"_s].toInt(), 3);
    const QString operation = retried.object()[u"operation"_s].toString();
    const Answer undone = duectl.run({u"--layout"_s, place.layout, u"undo"_s, operation, u"--yes"_s});
    QVERIFY2(undone.code == 0 && undone.out.contains("3 of 3"), undone.all());
    const Answer refused = run("--json discard mail --state scheduled --all --yes");
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.out.contains("next_run"), refused.all());
    const Answer worked = run("work --queue mail --handler *=echo");
    QVERIFY2(worked.code != 0, worked.all());
    QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    QVERIFY2(run("pause mail").code == 0 && place.info().paused, "not paused");
    QVERIFY(run("resume mail").code == 0);
    const Answer added = run("add mail send --payload {} --id hello");
    QVERIFY2(added.code == 0, added.all());
    QCOMPARE(added.out.trimmed(), QByteArray("hello"));
}

QTEST_GUILESS_MAIN(TestBullOperations)
#include "tst_bulloperations.moc"
