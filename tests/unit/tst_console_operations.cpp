// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationrun.h"
#include "tests/unit/consolerequests.h"

#include <QElapsedTimer>
#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

class TestConsoleOperations : public QObject
{
    Q_OBJECT

private slots:
    void everyActionDoesWhatItsNameSays_data();
    void everyActionDoesWhatItsNameSays();
    void aFilterSelectsExactlyItsMatches();
    void statesNarrowTheSelection();
    void namedTasksAreLookedUpAndTheMissingOnesReported();
    void aTaskNamedTwiceIsActedOnOnce();
    void whatTheOperatorSawIsTheCondition();
    void thePreviewChangesNothingAndTellsWhatWillHappen();
    void thePreviewTellsWhoIsHeldByAWorker();
    void thePreviewCountsWhatIsDueAlready();
    void deletingCannotBeUndoneAndSaysSo();
    void nothingSelectedLeavesNoRecord();
    void spreadingIsEvenAndKeepsTheOrder();
    void oneTaskIsSpreadToTheBeginning();
    void rescheduleInCountsFromTheServersClock();
    void thePaceIsKept();
    void theRecordTellsWhoAskedForWhat();
    void aReadOnlyConnectionPreviewsButDoesNotAct();
    void aMissingQueueIsNotFound();
    void manyTasksAreNamedToALimitAndCountedExactly();
};

void TestConsoleOperations::everyActionDoesWhatItsNameSays_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("force");
    // Counts after the operation, in the order scheduled, due, retrying, leased, failed, done, trash.
    QTest::addColumn<QByteArray>("counts");

    // Before each operation, the queue has 3 scheduled, 4 retrying, 5 failed, 6 done and 7 leased tasks.
    QTest::newRow("retry") << int(ActionKind::Retry) << false << QByteArray("3 0 9 7 0 6 0");
    QTest::newRow("retry, forced") << int(ActionKind::Retry) << true << QByteArray("3 0 16 0 0 6 0");
    QTest::newRow("run-now") << int(ActionKind::RunNow) << false << QByteArray("0 3 4 7 5 6 0");
    QTest::newRow("reschedule") << int(ActionKind::Reschedule) << false << QByteArray("3 0 4 7 5 6 0");
    QTest::newRow("discard") << int(ActionKind::Discard) << false << QByteArray("0 0 0 7 0 0 18");
    QTest::newRow("discard, forced") << int(ActionKind::Discard) << true << QByteArray("0 0 0 0 0 0 25");
    QTest::newRow("restore") << int(ActionKind::Restore) << false << QByteArray("3 0 4 7 5 6 0");
    QTest::newRow("delete") << int(ActionKind::Delete) << false << QByteArray("0 0 0 7 0 0 0");
    QTest::newRow("delete, forced") << int(ActionKind::Delete) << true << QByteArray("0 0 0 0 0 0 0");
}

void TestConsoleOperations::everyActionDoesWhatItsNameSays()
{
    QFETCH(int, kind);
    QFETCH(bool, force);
    QFETCH(QByteArray, counts);
    Workshop shop;
    shop.addFailed(5, 100);
    shop.addDone(6, 200);
    shop.addRetrying(4, 1h, 300);
    shop.add(7, -1s, 0ms, 400);
    shop.lease(7);
    shop.add(3, 1h);

    OperationRequest request = requestFor(ActionKind(kind));
    request.action.force = force;
    if (request.action.kind == ActionKind::Reschedule) {
        request.action.time = Action::Time::In;
        request.action.by = 2h;
    }
    OperationRun run(request);
    const OperationProgress progress = finish(run, shop);
    QByteArrayList after;
    for (const TaskState state : allStates)
        after << QByteArray::number(shop.counts()[state]);
    QCOMPARE(after.join(' '), counts);
    QCOMPARE(progress.done + progress.skipped, progress.total);
    QVERIFY(progress.phase == OperationProgress::Phase::Finished);
    if (progress.done > 0) {
        QCOMPARE(shop.records().size(), 1U);
        QCOMPARE(shop.records()[0].done, progress.done);
        QVERIFY(shop.records()[0].finished);
        QCOMPARE(shop.records()[0].undoable, request.action.kind != ActionKind::Delete);
    }
}

void TestConsoleOperations::aFilterSelectsExactlyItsMatches()
{
    Workshop shop;
    shop.addFailed(250);
    OperationRun run(requestFor(ActionKind::Retry, QStringLiteral("state:failed id:send#001*")));
    const OperationProgress progress = finish(run, shop);
    QCOMPARE(progress.done, 100);
    QCOMPARE(shop.counts()[TaskState::Retrying], 100);
    QVERIFY(shop.task(142).task.state == TaskState::Retrying);
    QVERIFY(shop.task(42).task.state == TaskState::Failed);
}

void TestConsoleOperations::statesNarrowTheSelection()
{
    Workshop shop;
    shop.addFailed(5, 100);
    shop.addDone(6, 200);
    OperationRequest request = requestFor(ActionKind::Discard);
    request.states = {TaskState::Done};
    OperationRun run(request);
    QCOMPARE(finish(run, shop).done, 6);
    QCOMPARE(shop.counts()[TaskState::Failed], 5);
    QCOMPARE(run.record().filter, QByteArray("state:done"));
}

void TestConsoleOperations::namedTasksAreLookedUpAndTheMissingOnesReported()
{
    Workshop shop;
    shop.addFailed(3);
    OperationRun run(forIds(ActionKind::Retry, {Workshop::id(1), "send#nobody", Workshop::id(2)}));
    const OperationProgress progress = finish(run, shop);
    QCOMPARE(progress.done, 2);
    QCOMPARE(progress.skipped, 1);
    QCOMPARE(run.skipped().named().size(), 1U);
    QVERIFY(run.skipped().named()[0] == (SkippedTask{"send#nobody", SkipReason::NotFound}));
    QVERIFY(shop.task(0).task.state == TaskState::Failed);
    QVERIFY(shop.task(1).task.state == TaskState::Retrying);
    QCOMPARE(shop.records()[0].filter, QByteArray());
}

void TestConsoleOperations::aTaskNamedTwiceIsActedOnOnce()
{
    Workshop shop;
    shop.add(2, 1h);
    OperationRequest request = forIds(ActionKind::Reschedule, {Workshop::id(0), Workshop::id(0)});
    request.action.time = Action::Time::Shift;
    request.action.by = 5min;
    OperationRun run(request);
    QCOMPARE(finish(run, shop).total, 1);
    QVERIFY(shop.task(0).task.at == shop.now() + 1h + 5min);
}

void TestConsoleOperations::whatTheOperatorSawIsTheCondition()
{
    Workshop shop;
    shop.addFailed(2);
    OperationRequest request = requestFor(ActionKind::Retry);
    request.selection.kind = TaskSelection::Kind::Refs;
    request.selection.refs = {{Workshop::id(0), TaskState::Failed, {}, shop.now()},
        {Workshop::id(1), TaskState::Retrying, {}, shop.now() + 1h}};
    OperationRun run(request);
    QCOMPARE(finish(run, shop).done, 1);
    QVERIFY(shop.task(0).task.state == TaskState::Retrying);
    QVERIFY(shop.task(1).task.state == TaskState::Failed);
    QCOMPARE(run.skipped().counts().at(SkipReason::MovedOn), 1);
}

void TestConsoleOperations::thePreviewChangesNothingAndTellsWhatWillHappen()
{
    Workshop shop;
    shop.add(10, 1h, 1min);
    shop.addFailed(5, 100);
    OperationRun run(requestFor(ActionKind::Discard));
    const auto preview = run.preview(shop.backend);
    QVERIFY(preview.ok());
    QCOMPARE(preview->total, 15);
    QCOMPARE(preview->counts[TaskState::Scheduled], 10);
    QCOMPARE(preview->counts[TaskState::Failed], 5);
    QVERIFY(preview->firstDue == shop.now() + 1h);
    QVERIFY(preview->lastDue == shop.now() + 1h + 9min);
    QVERIFY(preview->undoable);
    QCOMPARE(preview->undoBytes, 15 * 120);
    QVERIFY(preview->undoFor == 24h);
    QVERIFY(preview->heldFor == 7 * 24h);
    QCOMPARE(shop.counts()[TaskState::Trash], 0);
    QVERIFY(shop.records().empty());
}

void TestConsoleOperations::thePreviewTellsWhoIsHeldByAWorker()
{
    Workshop shop;
    shop.add(3, -1s);
    shop.lease(2);
    for (const QString& filter : {QString(), QStringLiteral("type:send")}) {
        OperationRun run(requestFor(ActionKind::Discard, filter));
        const auto preview = run.preview(shop.backend);
        QVERIFY(preview.ok());
        QCOMPARE(preview->total, 1);
        QCOMPARE(preview->skipped.counts().at(SkipReason::NeedsForce), 2);
        QCOMPARE(preview->skipped.summary(), QStringLiteral("2 held by a worker"));
    }
    OperationRequest forced = requestFor(ActionKind::Discard);
    forced.action.force = true;
    OperationRun run(forced);
    QCOMPARE(run.preview(shop.backend)->total, 3);
}

void TestConsoleOperations::thePreviewCountsWhatIsDueAlready()
{
    Workshop shop;
    shop.add(4, -1min);
    shop.add(2, 1h, 0ms, 10);
    for (const QString& filter : {QString(), QStringLiteral("type:send")}) {
        OperationRun run(requestFor(ActionKind::RunNow, filter));
        const auto preview = run.preview(shop.backend);
        QVERIFY(preview.ok());
        QCOMPARE(preview->total, 2);
        QCOMPARE(preview->skipped.counts().at(SkipReason::AlreadyDue), 4);
    }
}

void TestConsoleOperations::deletingCannotBeUndoneAndSaysSo()
{
    Workshop shop;
    shop.addFailed(2);
    OperationRun run(requestFor(ActionKind::Delete));
    const auto preview = run.preview(shop.backend);
    QVERIFY(!preview->undoable);
    QCOMPARE(preview->undoBytes, 0);
    finish(run, shop);
    QVERIFY(!shop.records()[0].undoable);
}

void TestConsoleOperations::nothingSelectedLeavesNoRecord()
{
    Workshop shop;
    shop.add(3, 1h);
    OperationRun run(requestFor(ActionKind::Retry));
    QCOMPARE(finish(run, shop).total, 0);
    QVERIFY(run.finished());
    QVERIFY(shop.records().empty());
}

void TestConsoleOperations::spreadingIsEvenAndKeepsTheOrder()
{
    Workshop shop;
    shop.add(241, 1h, 1s);
    OperationRequest request = reschedule(Action::Time::Spread);
    request.action.at = shop.now() + 1h;
    request.action.until = shop.now() + 3h;
    OperationRun run(request);
    QCOMPARE(finish(run, shop).done, 241);
    for (int i = 0; i < 241; ++i)
        QVERIFY2(shop.task(i).task.at == shop.now() + 1h + 30s * i, Workshop::id(i).constData());
}

void TestConsoleOperations::oneTaskIsSpreadToTheBeginning()
{
    Workshop shop;
    shop.add(1, 1h);
    OperationRequest request = reschedule(Action::Time::Spread);
    request.action.at = shop.now() + 2h;
    request.action.until = shop.now() + 3h;
    OperationRun run(request);
    finish(run, shop);
    QVERIFY(shop.task(0).task.at == shop.now() + 2h);
}

void TestConsoleOperations::rescheduleInCountsFromTheServersClock()
{
    Workshop shop;
    shop.add(150, 1h, 1s);
    OperationRequest request = reschedule(Action::Time::In);
    request.action.by = 30min;
    OperationRun run(request);
    QVERIFY(run.preview(shop.backend).ok());
    shop.clock->advance(10min); // the operator waits before confirming
    const TimePoint started = shop.now();
    shop.faults->beforeAct = [&] { shop.clock->advance(1s); };
    QCOMPARE(finish(run, shop).done, 150);
    QVERIFY(shop.task(0).task.at == started + 30min);
    QVERIFY(shop.task(149).task.at == started + 30min);
}

void TestConsoleOperations::thePaceIsKept()
{
    Workshop shop;
    shop.addFailed(100);
    OperationRequest request = requestFor(ActionKind::Retry);
    request.pace = 400;
    OperationRun run(request);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(finish(run, shop).done, 100);
    // There is no pause after the last step, so the pace applies to only 80 tasks, which take 200 ms at 400 tasks per
    // second.
    QVERIFY2(timer.elapsed() >= 190, QByteArray::number(timer.elapsed()));
}

void TestConsoleOperations::theRecordTellsWhoAskedForWhat()
{
    Workshop shop;
    shop.addFailed(2);
    OperationRequest request = requestFor(ActionKind::Retry, QStringLiteral("state:failed error:timeout"));
    request.reason = "provider is back";
    OperationRun run(request);
    finish(run, shop);
    const OperationRecord record = shop.records()[0];
    QCOMPARE(record.kind, QByteArray("retry"));
    QCOMPARE(record.by, QByteArray("ann@desk"));
    QCOMPARE(record.reason, QByteArray("provider is back"));
    QCOMPARE(record.filter, QByteArray("state:failed error:timeout"));
    QCOMPARE(record.id, run.id());
    QVERIFY(record.id.startsWith("mail/"));
    QVERIFY(record.at == shop.now());
    QCOMPARE(shop.task(0).lastOperation, run.id());
}

void TestConsoleOperations::aReadOnlyConnectionPreviewsButDoesNotAct()
{
    Workshop shop;
    shop.addFailed(3);
    FaultyBackend readOnly(shop.store, shop.faults, Access::ReadOnly);
    OperationRun run(requestFor(ActionKind::Retry));
    const auto preview = run.preview(readOnly);
    QVERIFY2(preview.ok(), preview ? "" : qPrintable(preview.error().message));
    QCOMPARE(preview->total, 3);
    const auto step = run.step(readOnly);
    QVERIFY(!step.ok());
    QVERIFY(step.error().code == ErrorCode::Refused);
    QCOMPARE(shop.counts()[TaskState::Failed], 3);
}

void TestConsoleOperations::aMissingQueueIsNotFound()
{
    Workshop shop;
    OperationRun run(requestFor(ActionKind::Retry));
    const auto preview = run.preview(shop.backend);
    QVERIFY(!preview.ok());
    QVERIFY(preview.error().code == ErrorCode::NotFound);
}

void TestConsoleOperations::manyTasksAreNamedToALimitAndCountedExactly()
{
    SkippedTasks skipped;
    for (int i = 0; i < 2'500; ++i)
        skipped.add(Workshop::id(i), i % 2 ? SkipReason::MovedOn : SkipReason::NotFound);
    skipped.add(SkipReason::NeedsForce, 7);
    QCOMPARE(skipped.named().size(), SkippedTasks::namedAtMost);
    QCOMPARE(skipped.total(), 2'507);
    QCOMPARE(skipped.counts().at(SkipReason::MovedOn), 1'250);
}

QTEST_GUILESS_MAIN(TestConsoleOperations)
#include "tst_console_operations.moc"
