// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/bullmqactions.h"
#include "tests/integration/duectlprogram.h"

#include <QSet>

#include <cmath>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests changing BullMQ queues while BullMQ's own workers are running.
class TestBullmqActions : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        if (const QString missing = NodePeer::missing(module()); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void initTestCase_data() { addModules(); }
    void whatIsDoneIsUndoneExactly_data();
    void whatIsDoneIsUndoneExactly();
    void aRestoreIsUndone();
    void retriedJobsRunOnceMore();
    void jobsThatRanAreNotTakenBack();
    void whatMovedOnIsLeftAlone();
    void flowsAreRefused();
    void theNextRunOfAScheduleIsRefused();
    void schedulesAreListedAndRemoved();
    void heldAndStalledJobsAreRefused();
    void deduplicationGoesAndComesBack();
    void aPausedQueueRunsNothing();
    void pauseLosesNothingThatStandsInBothLists();
    void addedJobsRun();
    void addedPrioritiesAreThoseOfBullmq();
    void duectlActsAndUndoes();
};

void TestBullmqActions::whatIsDoneIsUndoneExactly_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<TaskState>("state");
    QTest::addColumn<int>("count");
    QTest::addRow("retry") << ActionKind::Retry << TaskState::Failed << 3;
    QTest::addRow("run now") << ActionKind::RunNow << TaskState::Scheduled << 2;
    QTest::addRow("reschedule") << ActionKind::Reschedule << TaskState::Scheduled << 2;
    QTest::addRow("discard failed") << ActionKind::Discard << TaskState::Failed << 3;
    QTest::addRow("discard scheduled") << ActionKind::Discard << TaskState::Scheduled << 2;
    QTest::addRow("discard waiting") << ActionKind::Discard << TaskState::Due << 4;
    QTest::addRow("discard done") << ActionKind::Discard << TaskState::Done << 2;
}

void TestBullmqActions::whatIsDoneIsUndoneExactly()
{
    QFETCH(ActionKind, kind);
    QFETCH(TaskState, state);
    QFETCH(int, count);
    BullmqActions place(module());
    place.add({uR"({"name":"log done"})"_s, uR"({"name":"done"})"_s});
    place.work(2);
    place.addFailed();
    place.addWaiting();
    for (const bool isNamed : {false, true}) {
        const auto before = place.content();
        const OperationProgress progress = isNamed ? place.act(kind, place.refs(state)) : place.act(kind, state);
        QVERIFY2(progress.done == count, qPrintable(place.skipped.summary()));
        QVERIFY(place.content() != before);
        QCOMPARE(place.info().counts[state], kind == ActionKind::Reschedule ? count : 0);
        if (kind == ActionKind::Discard)
            QCOMPARE(place.info().counts[TaskState::Trash], count);
        const auto record = must(place.inspector().operations(place.queue, 1)).at(0);
        QVERIFY(record.undoable && record.finished);
        QCOMPARE(record.done, count);
        const UndoProgress undone = place.undo(place.lastOperation);
        QCOMPARE(undone.restored, count);
        QCOMPARE(undone.movedOn, 0);
        const auto after = place.content();
        QVERIFY2(after == before, ActionPlace::difference(before, after));
        QVERIFY(!must(place.inspector().operations(place.queue, 5)).at(1).undoable);
    }
}

void TestBullmqActions::aRestoreIsUndone()
{
    BullmqActions place(module());
    place.addFailed();
    place.addWaiting();
    for (const TaskState state : {TaskState::Failed, TaskState::Scheduled, TaskState::Due}) {
        const auto before = place.content();
        const qint64 count = place.info().counts[state];
        place.act(ActionKind::Discard, state);
        QCOMPARE(place.page(TaskState::Trash).size(), std::size_t(count));
        const TaskId id = place.page(TaskState::Trash).at(0).id;
        const TaskDetail detail = must(place.inspector().task(place.queue, id));
        QVERIFY(detail.restoresTo.has_value());
        QCOMPARE(detail.restoresTo->state, state);
        const auto discarded = place.content();
        QCOMPARE(place.act(ActionKind::Restore, TaskState::Trash).done, count);
        QCOMPARE(place.info().counts[state], count);
        QCOMPARE(place.undo(place.lastOperation).restored, count);
        QCOMPARE(place.info().counts[TaskState::Trash], count);
        QVERIFY2(place.content() == discarded, ActionPlace::difference(discarded, place.content()));
        QCOMPARE(place.act(ActionKind::Restore, TaskState::Trash).done, count);
        if (state != TaskState::Due) // Jobs that were due may be restored in a different order.
            QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    }
    QCOMPARE(place.act(ActionKind::Discard, TaskState::Failed).done, 3);
    // An operation ignores jobs that arrived in the millisecond in which it started.
    const TimePoint discarded = must(place.operating().serverTime());
    QTRY_VERIFY(must(place.operating().serverTime()) > discarded + Millis(1));
    QCOMPARE(place.act(ActionKind::Delete, TaskState::Trash).done, 3);
    QCOMPARE(place.info().counts[TaskState::Trash], 0);
    QCOMPARE(place.act(ActionKind::Delete, TaskState::Due).done, 4);
    QCOMPARE(place.info().counts[TaskState::Due], 0);
}

void TestBullmqActions::retriedJobsRunOnceMore()
{
    BullmqActions place(module());
    place.addFailed();
    NodePeer worker(place.server, module(), place.queue, 3); // the worker starts waiting before there are any jobs
    QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    QVERIFY2(worker.finish(), worker.said());
    const QByteArrayList ran = worker.ran();
    QCOMPARE(QSet<QByteArray>(ran.begin(), ran.end()).size(), 3);
    for (const Task& task : place.page(TaskState::Failed))
        QCOMPARE(task.attempt, 2);
    place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s});
    NodePeer second(place.server, module(), place.queue, 1);
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 1);
    QVERIFY2(second.finish(), second.said());
    place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s});
    NodePeer third(place.server, module(), place.queue, 1);
    OperationRequest soon = place.request(ActionKind::Reschedule);
    soon.action.time = Action::Time::In;
    soon.action.by = Millis(300);
    OperationRun run(soon);
    QCOMPARE(must(run.finish(place.operating())).done, 1);
    QVERIFY2(third.finish(), third.said());
}

void TestBullmqActions::jobsThatRanAreNotTakenBack()
{
    BullmqActions place(module());
    place.addFailed();
    QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    const OperationId retry = place.lastOperation;
    place.work(1);
    const qint64 ran = place.info().counts[TaskState::Failed]; // The worker may have claimed another job.
    QVERIFY2(ran == 1 || ran == 2, QByteArray::number(ran));
    const UndoProgress undone = place.undo(retry);
    QCOMPARE(undone.restored, 3 - ran);
    QCOMPARE(undone.movedOn, ran);
    QCOMPARE(place.info().counts[TaskState::Failed], 3);
    place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s});
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 1);
    place.work(1);
    QCOMPARE(place.undo(place.lastOperation).restored, 0);
    // A job that another client has rescheduled or discarded is skipped.
    const QByteArray id = place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s}).value(0);
    QCOMPARE(place.act(ActionKind::Reschedule, TaskState::Scheduled).done, 1);
    const OperationId first = place.lastOperation;
    QCOMPARE(place.act(ActionKind::Reschedule, TaskState::Scheduled).done, 1);
    QCOMPARE(place.undo(first).restored, 0);
    QCOMPARE(place.page(TaskState::Scheduled).at(0).id, id);
}

void TestBullmqActions::whatMovedOnIsLeftAlone()
{
    BullmqActions place(module());
    place.addFailed();
    place.addWaiting();
    const auto failed = place.refs(TaskState::Failed);
    const auto scheduled = place.refs(TaskState::Scheduled);
    const auto due = place.refs(TaskState::Due);
    NodePeer::run(place.server, module(), place.queue, {u"retry"_s, QString::fromUtf8(failed[0].id)});
    using Outcomes = std::vector<ItemOutcome>;
    const ItemOutcome done = ItemOutcome::Done;
    const ItemOutcome moved = ItemOutcome::MovedOn;
    QCOMPARE(place.step(ActionKind::Retry, failed), (Outcomes{moved, done, done}));
    QCOMPARE(place.step(ActionKind::Retry, failed), (Outcomes{moved, moved, moved}));
    QCOMPARE(place.step(ActionKind::RunNow, scheduled), (Outcomes{done, done}));
    QCOMPARE(place.step(ActionKind::Reschedule, scheduled), (Outcomes{moved, moved}));
    place.work(4);
    const auto outcomes = place.step(ActionKind::Discard, due);
    QVERIFY(std::count(outcomes.begin(), outcomes.end(), moved) > 0);
    QCOMPARE(place.step(ActionKind::Discard, {{"12345", TaskState::Due, {}, {}}}), (Outcomes{ItemOutcome::NotFound}));
    // A job that occurs twice in a step is acted on once.
    const auto again = place.refs(TaskState::Failed);
    QVERIFY(!again.empty());
    QCOMPARE(place.step(ActionKind::Discard, {again[0], again[0]}), (Outcomes{done, moved}));
}

void TestBullmqActions::flowsAreRefused()
{
    BullmqActions place(module());
    const QByteArray parent = NodePeer::run(place.server, module(), place.queue, {u"flow"_s}).value(0);
    const auto before = place.content();
    for (const ActionKind kind : {ActionKind::Discard, ActionKind::Delete}) {
        QCOMPARE(place.act(kind, TaskState::Due).done, 0);
        QCOMPARE(place.skipped.counts().at(SkipReason::InFlow), 2);
        QCOMPARE(place.act(kind, TaskState::Scheduled).done, 0);
        QCOMPARE(place.skipped.counts().at(SkipReason::InFlow), 1);
    }
    QCOMPARE(place.step(ActionKind::RunNow, {place.ref(parent)}), std::vector{ItemOutcome::InFlow});
    QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
}

void TestBullmqActions::theNextRunOfAScheduleIsRefused()
{
    BullmqActions place(module());
    if (module() == u"bullmq500") {
        place.add({uR"({"name":"tick","opts":{"repeat":{"every":3600000}}})"_s});
    } else {
        place.call(u"upsertJobScheduler"_s, uR"(["tick", {"every":3600000}, {"name":"tick"}])"_s);
        place.work(1); // The first job is due immediately.
    }
    QCOMPARE(place.info().counts[TaskState::Scheduled], 1);
    const auto before = place.content();
    for (const ActionKind kind :
        {ActionKind::Discard, ActionKind::Delete, ActionKind::RunNow, ActionKind::Reschedule}) {
        QCOMPARE(place.act(kind, TaskState::Scheduled).done, 0);
        QVERIFY2(place.skipped.counts().contains(SkipReason::NextRun), qPrintable(place.skipped.summary()));
    }
    QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
}

void TestBullmqActions::schedulesAreListedAndRemoved()
{
    BullmqActions place(module());
    ScheduleBook& book = *place.operating().schedules();
    if (module() == u"bullmq500") {
        place.add({uR"({"name":"tick","opts":{"repeat":{"every":3600000}}})"_s});
    } else {
        place.call(u"upsertJobScheduler"_s,
            uR"(["nightly", {"pattern":"0 3 * * *","tz":"Europe/Berlin"}, {"name":"clean up","data":{"n":1}}])"_s);
    }
    const auto schedules = must(book.schedules(place.queue));
    QCOMPARE(schedules.size(), std::size_t(1));
    const Schedule& schedule = schedules[0].schedule;
    QVERIFY(!schedule.damaged && schedules[0].next.has_value());
    QCOMPARE(book.remove(place.queue, "none").error().code, ErrorCode::NotFound);
    if (module() == u"bullmq500") {
        QCOMPARE(schedule.type, QByteArray("tick"));
        QCOMPARE(book.remove(place.queue, schedule.name).error().code, ErrorCode::NotSupported);
        return;
    }
    QCOMPARE(schedule.name, QByteArray("nightly"));
    QCOMPARE(schedule.type, QByteArray("clean up"));
    QCOMPARE(schedule.cron, QByteArray("0 3 * * *"));
    QCOMPARE(schedule.zone, QByteArray("Europe/Berlin"));
    QCOMPARE(schedule.payload, QByteArray(R"({"n":1})"));
    QCOMPARE(place.info().counts[TaskState::Scheduled], 1);
    must(book.remove(place.queue, "nightly"));
    QCOMPARE(must(book.schedules(place.queue)).size(), std::size_t(0));
    QCOMPARE(place.info().counts[TaskState::Scheduled], 0);
    QCOMPARE(place.call(u"getJobSchedulersCount"_s), QByteArray("0"));
}

void TestBullmqActions::heldAndStalledJobsAreRefused()
{
    BullmqActions place(module());
    const QByteArray id = place.add({uR"({"name":"hang"})"_s}).value(0);
    NodePeer worker(place.server, module(), place.queue);
    QTRY_COMPARE(place.info().counts[TaskState::Leased], 1);
    OperationRequest forced = place.request(ActionKind::Discard);
    forced.action.force = true;
    forced.selection.kind = TaskSelection::Kind::Ids;
    forced.selection.ids = {id};
    OperationRun run(forced);
    QCOMPARE(must(run.finish(place.operating())).done, 0);
    QCOMPARE(run.skipped().counts().at(SkipReason::Held), 1);
    worker.kill9();
    place.server.call({"DEL", "bull:mail:" + id + ":lock"}); // simulates an expired lock
    OperationRun second(forced);
    QCOMPARE(must(second.finish(place.operating())).done, 0);
    QCOMPARE(second.skipped().counts().at(SkipReason::Stalled), 1);
}

void TestBullmqActions::deduplicationGoesAndComesBack()
{
    if (module() == u"bullmq500")
        QSKIP("5.0.0 has no deduplication");
    BullmqActions place(module());
    const QByteArray id
        = place.add({uR"({"name":"once","opts":{"delay":3600000,"deduplication":{"id":"x"}}})"_s}).value(0);
    const auto before = place.content();
    QCOMPARE(place.act(ActionKind::Discard, TaskState::Scheduled).done, 1);
    QCOMPARE(place.server.call({"EXISTS", place.key("de:x")}).integer, 0);
    QCOMPARE(place.undo(place.lastOperation).restored, 1);
    QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    // A new job has the same deduplication id, so the discarded job stays in the trash.
    QCOMPARE(place.act(ActionKind::Discard, TaskState::Scheduled).done, 1);
    const OperationId discard = place.lastOperation;
    place.add({uR"({"name":"once","opts":{"delay":3600000,"deduplication":{"id":"x"}}})"_s});
    QCOMPARE(place.undo(discard).restored, 0);
    QCOMPARE(place.step(ActionKind::Restore, {place.ref(id)}), std::vector{ItemOutcome::IdTaken});
    QCOMPARE(place.info().counts[TaskState::Trash], 1);
}

void TestBullmqActions::aPausedQueueRunsNothing()
{
    BullmqActions place(module());
    place.addFailed();
    must(place.editor().setPaused(place.queue, true));
    QVERIFY(place.info().paused);
    QVERIFY(place.call(u"isPaused"_s) == "true");
    const auto before = place.content();
    NodePeer worker(place.server, module(), place.queue, 4);
    QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    place.add({uR"({"name":"one more"})"_s});
    QTest::qWait(300);
    QCOMPARE(worker.ran(), QByteArrayList());
    QCOMPARE(place.undo(place.lastOperation).restored, 3);
    QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    QVERIFY(place.info().paused);
    must(place.editor().setPaused(place.queue, false));
    QVERIFY2(worker.finish(), worker.said());
    QCOMPARE(place.call(u"isPaused"_s), QByteArray("false"));
    QCOMPARE(place.info().counts[TaskState::Due], 0);
}

void TestBullmqActions::pauseLosesNothingThatStandsInBothLists()
{
    BullmqActions place(module());
    place.add({uR"({"name":"a","copies":4})"_s});
    // Another version may leave jobs in `paused` while other jobs are in `wait`.
    const QByteArray first
        = place.server.call({"LMOVE", place.key("wait"), place.key("paused"), "RIGHT", "LEFT"}).bytes;
    QVERIFY(!first.isEmpty());
    QCOMPARE(place.info().counts[TaskState::Due], 4);
    must(place.editor().setPaused(place.queue, true));
    QCOMPARE(place.info().counts[TaskState::Due], 4);
    must(place.editor().setPaused(place.queue, false));
    QCOMPARE(place.info().counts[TaskState::Due], 4);
    QCOMPARE(place.server.call({"EXISTS", place.key("paused")}).integer, 0);
    QCOMPARE(place.work(4).size(), 4);
}

void TestBullmqActions::addedJobsRun()
{
    BullmqActions place(module());
    place.add({uR"({"name":"first"})"_s});
    place.work(1);
    NewTask now;
    now.id = "send#order-7";
    now.payload = R"({"to":"張三","n":1.100})";
    now.options.maxAttempts = 3;
    NewTask later;
    later.id = makeTaskId("send", *place.operating().serverTime());
    later.dueIn = Millis(400);
    later.payload = "{}";
    QCOMPARE(place.editor().idFor(place.queue, now), QByteArray("order-7"));
    QCOMPARE(must(place.editor().add(place.queue, {now, later})), (std::vector{AddOutcome::Added, AddOutcome::Added}));
    QCOMPARE(must(place.editor().add(place.queue, {now})), std::vector{AddOutcome::Exists});
    now.payload = "{}";
    QCOMPARE(must(place.editor().add(place.queue, {now})), std::vector{AddOutcome::Conflict});
    const TaskDetail detail = must(place.inspector().task(place.queue, "order-7"));
    QCOMPARE(detail.task.maxAttempts, 3);
    QCOMPARE(detail.task.type, QByteArray("send"));
    QCOMPARE(must(place.inspector().payload(place.queue, "order-7")), QByteArray(R"({"to":"張三","n":1.100})"));
    QCOMPARE(place.info().counts[TaskState::Scheduled], 1);
    const QByteArrayList ran = place.work(2);
    QVERIFY(ran.contains("order-7"));
    QCOMPARE(place.info().counts[TaskState::Done], 3);
    now.id = "send#12";
    QCOMPARE(place.editor().add(place.queue, {now}).error().code, ErrorCode::Refused);
    now.id = "send#a:b";
    QCOMPARE(place.editor().add(place.queue, {now}).error().code, ErrorCode::Refused);
    now.id = "send#lease";
    now.options.leaseFor = Millis(1000);
    QCOMPARE(place.editor().add(place.queue, {now}).error().code, ErrorCode::NotSupported);
}

void TestBullmqActions::addedPrioritiesAreThoseOfBullmq()
{
    BullmqActions place(module());
    place.add({uR"({"name":"before"})"_s});
    place.work(1);
    const auto make = [](const QByteArray& id, std::optional<int> priority, std::optional<Millis> in = {}) {
        NewTask task;
        task.id = "send#" + id;
        task.payload = "{}";
        task.priority = priority;
        task.dueIn = in;
        return task;
    };
    QCOMPARE(place.operating().capabilities(place.queue).mostPriority, 2097151);
    must(place.editor().add(
        place.queue, {make("fifth", 2097151), make("second", 1), make("fourth", 5), make("first", {})}));
    place.add({uR"({"name":"third","opts":{"priority":3,"jobId":"third"}})"_s});
    must(place.editor().add(place.queue, {make("later", 7, Millis(3'600'000))}));
    // Apart from numbers, the stored fields equal the ones written by BullMQ's own add.
    const auto stored = [&place](const QByteArray& id, const char* field) {
        return place.server.call({"HGET", place.key(id), field}).bytes;
    };
    QCOMPARE(stored("fourth", "priority"), QByteArray("5"));
    QCOMPARE(stored("later", "priority"), QByteArray("7"));
    QCOMPARE(QJsonDocument::fromJson(stored("fourth", "opts")).object()[u"priority"_s].toInt(), 5);
    QCOMPARE(stored("first", "priority"), QByteArray("0"));
    QVERIFY(!stored("first", "opts").contains("priority"));
    QCOMPARE(NodePeer::run(place.server, module(), place.queue, {u"state"_s, u"fourth"_s}).value(0),
        QByteArray("prioritized"));
    const auto score = [&place](const QByteArray& id) {
        return place.server.call({"ZSCORE", place.key("prioritized"), id}).bytes.toDouble();
    };
    QCOMPARE(std::floor(score("fourth") / 4294967296.0), 5.0);
    QCOMPARE(std::floor(score("third") / 4294967296.0), 3.0);
    QCOMPARE(idsOf(place.page(TaskState::Due)), (QByteArrayList{"first", "second", "third", "fourth", "fifth"}));
    QByteArrayList ran;
    if (module() == u"bullmq500") { // the worker may run one more job than it reports, so the order is unknown
        ran = place.work(5);
        QCOMPARE(QSet<QByteArray>(ran.begin(), ran.end()).size(), 5);
    } else {
        for (int worker = 0; ran.size() < 5; ++worker) {
            QVERIFY2(worker < 5, ran.join(' ')); // Each worker runs at least one job.
            ran += place.work(1); // The worker may claim another job before it stops.
        }
        QCOMPARE(ran, (QByteArrayList{"first", "second", "third", "fourth", "fifth"}));
    }
    QCOMPARE(place.editor().add(place.queue, {make("a", 0)}).error().code, ErrorCode::Usage);
    QCOMPARE(place.editor().add(place.queue, {make("a", 2097152)}).error().code, ErrorCode::Usage);
    const Duectl duectl(place.server.url());
    const auto run = [&](const char* line) {
        return duectl.run(QStringList{u"--layout"_s, place.layout} + words(line));
    };
    Answer added = run("add mail send --payload {} --id by-duectl --priority 9");
    QVERIFY2(added.code == 0 && stored("by-duectl", "priority") == "9", added.all());
    for (const char* line : {"--layout native add plain send --priority 1",
             "--layout zset:jobs add jobs jobs --priority 1", "--layout sidekiq add mail Mail --priority 1"}) {
        added = duectl.run(words(line));
        FAILS(added, 1, "does not support priorities");
    }
    FAILS(run("add mail send --priority 0"), 2, "--priority");
    FAILS(run("add mail send --priority 2097152"), 2, "2097151");
}

void TestBullmqActions::duectlActsAndUndoes()
{
    BullmqActions place(module());
    place.addFailed();
    NodePeer::run(place.server, module(), place.queue, {u"flow"_s});
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
    // A retried job keeps its stack trace but not the time of the attempt.
    const Answer shown = run("--json show mail 1");
    const QJsonArray attempts = shown.object()[u"attempts"_s].toArray();
    QVERIFY2(attempts.size() == 1 && attempts[0][u"ended_ms"_s].isNull(), shown.all());
    QVERIFY(!run("show mail 1").out.contains("1970"));
    const Answer undone = duectl.run({u"--layout"_s, place.layout, u"undo"_s, operation, u"--yes"_s});
    QVERIFY2(undone.code == 0 && undone.out.contains("3 of 3"), undone.all());
    QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    const Answer refused = run("--json discard mail --state due --all --yes");
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.out.contains("in_flow"), refused.all());
    const Answer told = run("discard mail --state due --all --yes");
    QVERIFY2(told.err.contains("only BullMQ itself can update the parent job."), told.all());
    const Answer worked = run("work --queue mail --handler *=echo");
    QVERIFY2(worked.code != 0, worked.all());
    QVERIFY2(run("pause mail").code == 0 && place.info().paused, "not paused");
    QVERIFY(run("resume mail").code == 0);
    const Answer added = run("add mail send --payload {} --id hello");
    QVERIFY2(added.code == 0, added.all());
    QCOMPARE(added.out.trimmed(), QByteArray("hello"));
}

QTEST_GUILESS_MAIN(TestBullmqActions)
#include "tst_bullmqactions.moc"
