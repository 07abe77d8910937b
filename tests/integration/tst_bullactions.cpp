// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/bullactions.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests changing Bull jobs, and undoing the changes, while Bull's own workers are running.
class TestBullActions : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { eachBull(); }
    void init()
    {
        if (const QString missing = NodePeer::missing(bullModule()); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void whatIsDoneIsUndoneExactly_data();
    void whatIsDoneIsUndoneExactly();
    void aRestoreIsUndone();
    void retriedJobsRunOnceMore();
    void jobsThatRanAreNotTakenBack();
    void whatMovedOnIsLeftAlone();
    void prioritiesKeepTheirOrder();
    void prioritiesInALongListAreRefused();
    void deduplicationGoesAndComesBack();
    void whatIsDoneIsAnnounced();
    void repeatingJobsAreRemovedWithTheirNextRun();
};

void TestBullActions::whatIsDoneIsUndoneExactly_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<TaskState>("state");
    QTest::addColumn<int>("count");
    QTest::addRow("retry") << ActionKind::Retry << TaskState::Failed << 3;
    QTest::addRow("run now") << ActionKind::RunNow << TaskState::Scheduled << 3;
    QTest::addRow("reschedule") << ActionKind::Reschedule << TaskState::Scheduled << 3;
    QTest::addRow("discard failed") << ActionKind::Discard << TaskState::Failed << 3;
    QTest::addRow("discard scheduled") << ActionKind::Discard << TaskState::Scheduled << 3;
    QTest::addRow("discard waiting") << ActionKind::Discard << TaskState::Due << 4;
    QTest::addRow("discard done") << ActionKind::Discard << TaskState::Done << 2;
}

void TestBullActions::whatIsDoneIsUndoneExactly()
{
    QFETCH(ActionKind, kind);
    QFETCH(TaskState, state);
    QFETCH(int, count);
    BullActions place(bullModule());
    place.add({uR"({"name":"log done"})"_s, uR"({"name":"done"})"_s});
    place.work(2);
    place.addFailed();
    place.addWaiting();
    for (const bool isPaused : {false, true}) {
        must(place.editor().setPaused(place.queue, isPaused));
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
            const UndoProgress undone = place.undo(place.lastOperation);
            QCOMPARE(undone.restored, count);
            QCOMPARE(undone.movedOn, 0);
            QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
        }
    }
}

void TestBullActions::aRestoreIsUndone()
{
    BullActions place(bullModule());
    place.addFailed();
    place.addWaiting();
    for (const TaskState state : {TaskState::Failed, TaskState::Scheduled, TaskState::Due}) {
        const auto before = place.content();
        const qint64 count = place.info().counts[state];
        place.act(ActionKind::Discard, state);
        const TaskId id = place.page(TaskState::Trash).at(0).id;
        const TaskDetail detail = must(place.inspector().task(place.queue, id));
        QVERIFY(detail.restoresTo.has_value());
        QCOMPARE(detail.restoresTo->state, state);
        const auto discarded = place.content();
        // Pass the references explicitly, because a scan of a state omits jobs that arrived in the millisecond in which
        // it started.
        QCOMPARE(place.act(ActionKind::Restore, place.refs(TaskState::Trash)).done, count);
        QCOMPARE(place.info().counts[state], count);
        QCOMPARE(place.undo(place.lastOperation).restored, count);
        QCOMPARE(place.info().counts[TaskState::Trash], count);
        QVERIFY2(place.content() == discarded, ActionPlace::difference(discarded, place.content()));
        QCOMPARE(place.act(ActionKind::Restore, TaskState::Trash).done, count);
        if (state != TaskState::Due) // Jobs that were due may be restored in a different order.
            QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    }
    QCOMPARE(place.act(ActionKind::Discard, TaskState::Failed).done, 3);
    QCOMPARE(place.act(ActionKind::Delete, place.refs(TaskState::Trash)).done, 3);
    QCOMPARE(place.info().counts[TaskState::Trash], 0);
    QCOMPARE(place.act(ActionKind::Delete, TaskState::Due).done, 4);
    QCOMPARE(place.server.call({"ZCARD", place.key("priority")}).integer, 0);
    QCOMPARE(place.info().counts[TaskState::Due], 0);
}

void TestBullActions::retriedJobsRunOnceMore()
{
    BullActions place(bullModule());
    place.addFailed();
    NodePeer worker(place.server, bullModule(), place.queue, 3); // the worker starts waiting before there are any jobs
    QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    QVERIFY2(worker.finish(), worker.said());
    QCOMPARE(distinct(worker.ran()).size(), 3);
    for (const Task& task : place.page(TaskState::Failed))
        QCOMPARE(task.attempt, 2);
    place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s});
    NodePeer second(place.server, bullModule(), place.queue, 1);
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 1);
    QVERIFY2(second.finish(), second.said());
    place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s});
    NodePeer third(place.server, bullModule(), place.queue, 1);
    OperationRequest soon = place.request(ActionKind::Reschedule);
    soon.action.time = Action::Time::In;
    soon.action.by = Millis(300);
    OperationRun run(soon);
    QCOMPARE(must(run.finish(place.operating())).done, 1);
    QVERIFY2(third.finish(), third.said());
    // A repeating job's next run can be started early. Bull adds the run after it when the job runs.
    place.add({uR"({"name":"tick","opts":{"repeat":{"every":3600000}}})"_s});
    NodePeer fourth(place.server, bullModule(), place.queue, 1);
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 1);
    QVERIFY2(fourth.finish(), fourth.said());
    QTRY_COMPARE(place.info().counts[TaskState::Scheduled], 1);
}

void TestBullActions::jobsThatRanAreNotTakenBack()
{
    BullActions place(bullModule());
    place.addFailed();
    QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    const OperationId retry = place.lastOperation;
    place.work(1);
    const qint64 waiting = place.info().counts[TaskState::Due]; // The worker claims another job before it stops.
    QVERIFY(waiting == 1 || waiting == 2);
    const UndoProgress undone = place.undo(retry);
    QCOMPARE(undone.restored, waiting);
    QCOMPARE(undone.movedOn, 3 - waiting);
    QCOMPARE(place.info().counts[TaskState::Failed], 3);
    place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s});
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 1);
    place.work(1);
    QCOMPARE(place.undo(place.lastOperation).restored, 0);
    // A job that another client has rescheduled is skipped.
    place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s});
    QCOMPARE(place.act(ActionKind::Reschedule, TaskState::Scheduled).done, 1);
    const OperationId first = place.lastOperation;
    QCOMPARE(place.act(ActionKind::Reschedule, TaskState::Scheduled).done, 1);
    QCOMPARE(place.undo(first).restored, 0);
    // Bull has run the retried jobs, which have failed again, so undo skips them.
    QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    const OperationId again = place.lastOperation;
    place.work(3);
    for (const Task& task : place.page(TaskState::Failed))
        NodePeer::run(place.server, bullModule(), place.queue, {u"retry"_s, QString::fromUtf8(task.id)});
    QCOMPARE(place.undo(again).restored, 0);
    QCOMPARE(place.info().counts[TaskState::Due], 3);
}

void TestBullActions::whatMovedOnIsLeftAlone()
{
    BullActions place(bullModule());
    place.addFailed();
    place.addWaiting();
    const auto failed = place.refs(TaskState::Failed);
    const auto scheduled = place.refs(TaskState::Scheduled);
    const auto due = place.refs(TaskState::Due);
    NodePeer::run(place.server, bullModule(), place.queue, {u"retry"_s, QString::fromUtf8(failed[0].id)});
    using Outcomes = std::vector<ItemOutcome>;
    const ItemOutcome done = ItemOutcome::Done;
    const ItemOutcome moved = ItemOutcome::MovedOn;
    QCOMPARE(place.step(ActionKind::Retry, failed), (Outcomes{moved, done, done}));
    QCOMPARE(place.step(ActionKind::Retry, failed), (Outcomes{moved, moved, moved}));
    QCOMPARE(place.step(ActionKind::RunNow, scheduled), (Outcomes{done, done, done}));
    QCOMPARE(place.step(ActionKind::Reschedule, scheduled), (Outcomes{moved, moved, moved}));
    place.work(5);
    const auto outcomes = place.step(ActionKind::Discard, due);
    QVERIFY(std::count(outcomes.begin(), outcomes.end(), moved) > 0);
    QCOMPARE(place.step(ActionKind::Discard, {{"12345", TaskState::Due, {}, {}}}), (Outcomes{ItemOutcome::NotFound}));
    // A job that occurs twice in a step is acted on once.
    const auto again = place.refs(TaskState::Failed);
    QVERIFY(!again.empty());
    QCOMPARE(place.step(ActionKind::Discard, {again[0], again[0]}), (Outcomes{done, moved}));
}

void TestBullActions::prioritiesKeepTheirOrder()
{
    BullActions place(bullModule());
    QStringList jobs;
    for (int i = 0; i < 60; ++i)
        jobs << uR"({"name":"p","opts":{"priority":%1,"delay":%2}})"_s.arg(i % 7 + 1).arg(3600000 + i);
    place.add(jobs);
    place.add({uR"({"name":"p4","opts":{"priority":4},"copies":20})"_s, uR"({"name":"p0","copies":5})"_s,
        uR"({"name":"p2","opts":{"priority":2},"copies":20})"_s});
    // Read from the head, so the jobs that run last come first.
    const auto priorities = [&place] {
        std::vector<int> all;
        for (const QByteArray& id : place.list("wait")) {
            const int priority = place.server.call({"HGET", place.key(id), "priority"}).bytes.toInt();
            all.push_back(priority == 0 ? 100 : priority);
        }
        return all;
    };
    const auto isInOrder = [](const std::vector<int>& all) { return std::is_sorted(all.rbegin(), all.rend()); };
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 60);
    QCOMPARE(priorities().size(), 105U);
    QVERIFY(isInOrder(priorities()));
    // Other jobs are added in between, and some are claimed. Undo must still find the remaining ones.
    place.add({uR"({"name":"p4","opts":{"priority":4},"copies":8})"_s, uR"({"name":"p1","opts":{"priority":1}})"_s});
    place.work(5);
    const qint64 taken = 114 - qint64(priorities().size()); // The worker claims another job before it stops.
    QVERIFY(taken >= 5 && taken < 9);
    const UndoProgress undone = place.undo(place.lastOperation);
    QCOMPARE(undone.movedOn, taken);
    QCOMPARE(undone.restored, 60 - taken);
    QCOMPARE(place.info().counts[TaskState::Scheduled], 60 - taken);
    QCOMPARE(priorities().size(), 54U);
    QCOMPARE(place.server.call({"ZCARD", place.key("priority")}).integer, 49);
    QVERIFY(isInOrder(priorities()));
}

void TestBullActions::prioritiesInALongListAreRefused()
{
    BullActions place(bullModule());
    place.add({uR"({"name":"urgent","opts":{"priority":3,"delay":3600000},"copies":3})"_s,
        uR"({"name":"plain","opts":{"delay":7200000}})"_s});
    place.fillWait(120'000);
    // One step can insert two jobs into the middle of the list, but not three, so the next step handles the third.
    const auto scheduled = place.refs(TaskState::Scheduled);
    QCOMPARE(place.step(ActionKind::RunNow, scheduled),
        (std::vector{ItemOutcome::Done, ItemOutcome::Done, ItemOutcome::LongList, ItemOutcome::Done}));
    place.add({uR"({"name":"urgent","opts":{"priority":3,"delay":3600000},"copies":4})"_s});
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 5);
    QCOMPARE(place.undo(place.lastOperation).restored, 5);
    QCOMPARE(place.info().counts[TaskState::Scheduled], 5);
    place.fillWait(200'000);
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 0);
    QCOMPARE(place.skipped.counts().at(SkipReason::LongList), 5);
}

void TestBullActions::deduplicationGoesAndComesBack()
{
    if (bullModule() == u"bull3")
        QSKIP("3.29 has no deduplication");
    BullActions place(bullModule());
    const QString job = uR"({"name":"once","opts":{"delay":3600000,"debounce":{"id":"x"}}})"_s;
    const QByteArray id = place.add({job}).value(0);
    QCOMPARE(place.server.call({"GET", place.key("de:x")}).bytes, id);
    const auto before = place.content();
    QCOMPARE(place.act(ActionKind::Discard, TaskState::Scheduled).done, 1);
    QCOMPARE(place.server.call({"EXISTS", place.key("de:x")}).integer, 0);
    QCOMPARE(place.undo(place.lastOperation).restored, 1);
    QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    // A new job has the same id, so the discarded job stays in the trash.
    QCOMPARE(place.act(ActionKind::Discard, TaskState::Scheduled).done, 1);
    const OperationId discard = place.lastOperation;
    place.add({job});
    QCOMPARE(place.undo(discard).restored, 0);
    QCOMPARE(place.step(ActionKind::Restore, {place.ref(id)}), std::vector{ItemOutcome::IdTaken});
    QCOMPARE(place.info().counts[TaskState::Trash], 1);
}

void TestBullActions::whatIsDoneIsAnnounced()
{
    BullActions place(bullModule());
    place.addFailed();
    place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s});
    const QByteArray earliest
        = QByteArray::number(place.page(TaskState::Scheduled).at(0).at.time_since_epoch().count());
    place.operating();
    CommandMonitor monitor(place.server);
    const auto said = [&monitor] {
        QByteArrayList words;
        for (const Command& command : monitor.taken()) {
            if (command.size() == 3 && command[0].toLower() == "publish")
                words << command[1].mid(command[1].lastIndexOf(':') + 1) + ' ' + command[2];
        }
        return words;
    };
    place.act(ActionKind::Retry, {place.ref("1")});
    QCOMPARE(said(), QByteArrayList{"waiting@dueline 1"});
    place.act(ActionKind::RunNow, TaskState::Scheduled);
    QCOMPARE(said(), QByteArrayList{"waiting@dueline 4"});
    place.undo(place.lastOperation);
    QCOMPARE(said(), QByteArrayList{"delayed " + earliest});
    must(place.editor().setPaused(place.queue, true));
    must(place.editor().setPaused(place.queue, true));
    QCOMPARE(said(), QByteArrayList{"paused paused"});
    must(place.editor().setPaused(place.queue, false));
    QCOMPARE(said(), QByteArrayList{"resumed resumed"});
}

void TestBullActions::repeatingJobsAreRemovedWithTheirNextRun()
{
    BullActions place(bullModule());
    place.add({uR"({"name":"tick:tock","opts":{"repeat":{"every":3600000}}})"_s,
        uR"({"name":"at night","opts":{"repeat":{"cron":"0 3 * * *","tz":"Asia/Taipei"},"jobId":"x"}})"_s,
        uR"({"name":"later","opts":{"delay":3600000}})"_s});
    ScheduleBook& book = *place.operating().schedules();
    const auto schedules = must(book.schedules(place.queue));
    QCOMPARE(schedules.size(), 2U);
    QCOMPARE(place.info().counts[TaskState::Scheduled], 3);
    QCOMPARE(book.remove(place.queue, "none").error().code, ErrorCode::NotFound);
    for (const ScheduleState& state : schedules)
        must(book.remove(place.queue, state.schedule.name));
    QCOMPARE(place.info().counts[TaskState::Scheduled], 1);
    QCOMPARE(place.call(u"getRepeatableCount"_s), QByteArray("0"));
    QCOMPARE(place.page(TaskState::Scheduled).at(0).type, QByteArray("later"));
}

QTEST_GUILESS_MAIN(TestBullActions)
#include "tst_bullactions.moc"
