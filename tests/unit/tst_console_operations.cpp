// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operationrun.h"
#include "tests/unit/consolefakes.h"

#include <QElapsedTimer>
#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

namespace {

OperationRequest requestFor(ActionKind kind, const QString& filter = {})
{
    OperationRequest request;
    request.queue = "mail";
    request.action.kind = kind;
    request.by = "ann@desk";
    if (!filter.isEmpty()) {
        request.selection.kind = TaskSelection::Kind::Filter;
        request.selection.filter = TaskFilter::parse(filter).value();
    }
    return request;
}

OperationRequest forIds(ActionKind kind, std::vector<TaskId> ids)
{
    OperationRequest request = requestFor(kind);
    request.selection.kind = TaskSelection::Kind::Ids;
    request.selection.ids = std::move(ids);
    return request;
}

OperationRequest reschedule(Action::Time time, const QString& filter = {})
{
    OperationRequest request = requestFor(ActionKind::Reschedule, filter);
    request.action.time = time;
    return request;
}

/// Runs to the end and checks that it came there.
OperationProgress finish(OperationRun& run, Workshop& shop)
{
    const auto progress = run.finish(shop.backend);
    if (!progress)
        qWarning("%s", qPrintable(progress.error().message));
    return progress ? *progress : OperationProgress{};
}

} // namespace

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
    void actsOnlyOnWhatWasPreviewed();
    void nothingSelectedLeavesNoRecord();
    void shiftingAFilterMovesEachTaskOnce();
    void aTaskMetTwiceWhileWalkingIsShiftedOnce();
    void spreadingIsEvenAndKeepsTheOrder();
    void oneTaskIsSpreadToTheBeginning();
    void rescheduleInCountsFromTheServersClock();
    void retryingTasksAreRetriedOnce();
    void runningWorkersDoNotMakeASelectionEndless();
    void newTasksDoNotMakeASelectionEndless();
    void whatMovesOnMeanwhileIsReported();
    void aLostAnswerIsCountedAsDone();
    void aDeletedTaskWhoseAnswerWasLostCountsAsDone();
    void anAbandonedRunLeavesATrueRecord();
    void aRunWhoseConnectionDiedHasARecordThatCanBeUndone();
    void cancellingStopsBetweenStepsAndSaysSo();
    void cancellingASelectionChangesNothing();
    void aFinishedRecordIsWrittenEvenIfTheFirstTryIsLost();
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
    QTest::addColumn<QByteArray>("counts"); // scheduled due retrying leased failed done trash, after it

    // Before: 3 scheduled, 4 retrying later, 5 failed, 6 done, 7 leased.
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
    QCOMPARE(preview->undoBytes, 15 * 110);
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
        QCOMPARE(preview->skipped.summary(), QStringLiteral("2 held by a worker (force takes the lease away)"));
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

void TestConsoleOperations::actsOnlyOnWhatWasPreviewed()
{
    Workshop shop;
    shop.add(150, 1h);
    OperationRun run(requestFor(ActionKind::Discard));
    QCOMPARE(run.preview(shop.backend)->total, 150);
    shop.add(10, 2h, 0ms, 500);
    QCOMPARE(finish(run, shop).done, 150);
    QCOMPARE(shop.counts()[TaskState::Scheduled], 10);
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

void TestConsoleOperations::shiftingAFilterMovesEachTaskOnce()
{
    Workshop shop;
    shop.add(550, -1min, 1s); // due and scheduled ones; each is moved past many others
    OperationRequest request = reschedule(Action::Time::Shift, QStringLiteral("type:send"));
    request.action.by = 5min;
    OperationRun run(request);
    const OperationProgress progress = finish(run, shop);
    QCOMPARE(progress.done, 550);
    for (int i = 0; i < 550; ++i)
        QVERIFY2(shop.task(i).task.at == shop.now() - 1min + 1s * i + 5min, Workshop::id(i).constData());
}

void TestConsoleOperations::aTaskMetTwiceWhileWalkingIsShiftedOnce()
{
    Workshop shop;
    shop.addRetrying(350, 2h, 1000);
    shop.addRetrying(1, 1ms);
    shop.clock->advance(1s);
    const TimePoint seen = shop.task(0).task.at;
    bool ran = false;
    // The task that was met first runs, fails and waits again behind all others, before the walk is over.
    shop.faults->beforeSearch = [&](const SearchRequest& search) {
        if (ran || search.cursor.isEmpty())
            return;
        ran = true;
        const auto leases = shop.lease(1);
        QCOMPARE(leases.at(0).id, Workshop::id(0));
        Nack nack;
        nack.id = leases[0].id;
        nack.token = leases[0].token;
        nack.retryIn = 3h;
        QVERIFY(shop.backend.broker()->nack("mail", {nack}, {}).ok());
    };
    OperationRequest request = reschedule(Action::Time::Shift, QStringLiteral("state:retrying"));
    request.action.by = 1h;
    OperationRun run(request);
    const OperationProgress progress = finish(run, shop);
    QVERIFY(ran);
    QCOMPARE(progress.total, 351);
    QCOMPARE(progress.done, 351);
    QVERIFY(shop.task(0).task.at == seen + 1h);
    QVERIFY(shop.task(1000).task.at == shop.now() - 1s + 3h);
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
    shop.clock->advance(10min); // the operator thinks before he agrees
    const TimePoint started = shop.now();
    shop.faults->beforeAct = [&] { shop.clock->advance(1s); };
    QCOMPARE(finish(run, shop).done, 150);
    QVERIFY(shop.task(0).task.at == started + 30min);
    QVERIFY(shop.task(149).task.at == started + 30min);
}

void TestConsoleOperations::retryingTasksAreRetriedOnce()
{
    Workshop shop;
    shop.addRetrying(320, 1h);
    shop.faults->beforeAct = [&] { shop.clock->advance(1s); };
    OperationRun run(requestFor(ActionKind::Retry, QStringLiteral("state:retrying")));
    const OperationProgress progress = finish(run, shop);
    QCOMPARE(progress.total, 320);
    QCOMPARE(progress.done, 320);
    OperationRun again(requestFor(ActionKind::Retry, QStringLiteral("state:retrying")));
    QCOMPARE(again.preview(shop.backend)->skipped.counts().at(SkipReason::AlreadyDue), 320);
    QCOMPARE(again.preview(shop.backend)->total, 0);
}

void TestConsoleOperations::runningWorkersDoNotMakeASelectionEndless()
{
    Workshop shop;
    shop.add(250, -1s);
    const auto leases = shop.lease(250);
    int searches = 0;
    // Before each look all leases are extended: whoever walks by expiry finds the whole set ahead again.
    shop.faults->beforeSearch = [&](const SearchRequest&) {
        if (++searches > 1000)
            qFatal("the selection does not end");
        shop.clock->advance(1s);
        QVERIFY(shop.backend.broker()->extend("mail", leases, 30s).ok());
    };
    OperationRequest request = requestFor(ActionKind::Discard, QStringLiteral("state:leased"));
    request.action.force = true;
    OperationRun run(request);
    const auto preview = run.preview(shop.backend);
    QVERIFY(preview.ok());
    QCOMPARE(preview->total, preview->counts[TaskState::Leased]);
    QVERIFY(preview->total <= 250);
    shop.faults->beforeSearch = {};
    const OperationProgress progress = finish(run, shop);
    QCOMPARE(progress.done, progress.total);
    QVERIFY(progress.done >= 100);
}

void TestConsoleOperations::newTasksDoNotMakeASelectionEndless()
{
    Workshop shop;
    shop.addFailed(500);
    int number = 1000;
    int searches = 0;
    shop.faults->beforeSearch = [&](const SearchRequest&) {
        if (++searches > 1000)
            qFatal("the selection does not end");
        shop.clock->advance(1s);
        shop.addFailed(200, number);
        number += 200;
    };
    OperationRun run(requestFor(ActionKind::Retry, QStringLiteral("state:failed")));
    QCOMPARE(finish(run, shop).done, 500);
    QVERIFY(shop.task(1000).task.state == TaskState::Failed);
}

void TestConsoleOperations::whatMovesOnMeanwhileIsReported()
{
    Workshop shop;
    shop.add(200, -1s);
    OperationRun run(requestFor(ActionKind::Discard));
    QCOMPARE(run.preview(shop.backend)->total, 200);
    shop.lease(30);
    const OperationProgress progress = finish(run, shop);
    QCOMPARE(progress.done, 170);
    QCOMPARE(progress.skipped, 30);
    QCOMPARE(run.skipped().summary(), QStringLiteral("30 moved on meanwhile"));
    QCOMPARE(shop.records()[0].total, 200);
    QCOMPARE(shop.records()[0].done, 170);
    QCOMPARE(shop.records()[0].skipped, 30);
}

void TestConsoleOperations::aLostAnswerIsCountedAsDone()
{
    Workshop shop;
    shop.addFailed(150);
    OperationRun run(requestFor(ActionKind::Retry));
    QVERIFY(run.preview(shop.backend).ok());
    shop.faults->lostActs = 1;
    QVERIFY(!run.step(shop.backend).ok());
    const OperationProgress progress = finish(run, shop);
    QCOMPARE(progress.done, 150);
    QCOMPARE(progress.skipped, 0);
}

void TestConsoleOperations::aDeletedTaskWhoseAnswerWasLostCountsAsDone()
{
    Workshop shop;
    shop.addFailed(20);
    OperationRun run(requestFor(ActionKind::Delete));
    QVERIFY(run.preview(shop.backend).ok());
    shop.faults->lostActs = 1;
    QVERIFY(!run.step(shop.backend).ok());
    QCOMPARE(finish(run, shop).done, 20);
}

void TestConsoleOperations::anAbandonedRunLeavesATrueRecord()
{
    Workshop shop;
    shop.addFailed(10'000);
    {
        OperationRun run(requestFor(ActionKind::Retry));
        QVERIFY(run.preview(shop.backend).ok());
        QVERIFY(run.step(shop.backend).ok());
        QCOMPARE(shop.records().size(), 1U); // from the first task on, there is a record
        QVERIFY(shop.records()[0].undoable);
        for (int i = 0; i < 75; ++i)
            QVERIFY(run.step(shop.backend).ok());
    } // the program dies here
    const OperationRecord record = shop.records()[0];
    QVERIFY(!record.finished);
    QVERIFY(record.undoable);
    QCOMPARE(record.total, 10'000);
    QVERIFY(record.done >= 5'000 && record.done <= 7'600);
    QCOMPARE(shop.counts()[TaskState::Retrying], 7'600);
}

void TestConsoleOperations::aRunWhoseConnectionDiedHasARecordThatCanBeUndone()
{
    Workshop shop;
    shop.addFailed(1'000);
    shop.faults->actsBeforeDeath = 3;
    OperationRun run(requestFor(ActionKind::Retry));
    const auto progress = run.finish(shop.backend);
    QVERIFY(!progress.ok());
    QVERIFY(progress.error().code == ErrorCode::Disconnected);
    QCOMPARE(run.progress().done, 300);
    QVERIFY(!run.finished());
    QVERIFY(!shop.records()[0].finished);
    QVERIFY(shop.records()[0].undoable);
    shop.faults->unreachable = false;
    shop.faults->actsBeforeDeath = -1;
    QCOMPARE(finish(run, shop).done, 1'000); // and it can be gone on with
    QVERIFY(shop.records()[0].finished);
}

void TestConsoleOperations::cancellingStopsBetweenStepsAndSaysSo()
{
    Workshop shop;
    shop.addFailed(1'000);
    OperationRun run(requestFor(ActionKind::Retry));
    const auto progress = run.finish(shop.backend, [](const OperationProgress& now) { return now.done < 300; });
    QVERIFY(progress.ok());
    QVERIFY(progress->cancelled);
    QVERIFY(run.finished());
    QCOMPARE(progress->done, 300);
    QCOMPARE(shop.counts()[TaskState::Retrying], 300);
    QVERIFY(shop.records()[0].finished);
    QCOMPARE(shop.records()[0].done, 300);
    QCOMPARE(shop.records()[0].total, 1'000);
}

void TestConsoleOperations::cancellingASelectionChangesNothing()
{
    Workshop shop;
    shop.addFailed(2'000);
    OperationRun run(requestFor(ActionKind::Retry));
    const auto preview = run.preview(shop.backend, [](const OperationProgress&) { return false; });
    QVERIFY(!preview.ok());
    QVERIFY(preview.error().code == ErrorCode::Cancelled);
    OperationRun other(requestFor(ActionKind::Retry));
    QVERIFY(other.step(shop.backend).ok());
    other.cancel();
    QVERIFY(other.step(shop.backend)->cancelled);
    QVERIFY(other.finished());
    QCOMPARE(shop.counts()[TaskState::Failed], 2'000);
    QVERIFY(shop.records().empty());
}

void TestConsoleOperations::aFinishedRecordIsWrittenEvenIfTheFirstTryIsLost()
{
    Workshop shop;
    shop.addFailed(50);
    OperationRun run(requestFor(ActionKind::Retry));
    QVERIFY(run.preview(shop.backend).ok());
    shop.faults->beforeAct = [&] { shop.faults->lostRecords = 1; };
    QVERIFY(!run.step(shop.backend).ok());
    QVERIFY(!run.finished());
    QVERIFY(run.step(shop.backend).ok());
    QVERIFY(run.finished());
    QVERIFY(shop.records()[0].finished);
    QCOMPARE(shop.records()[0].done, 50);
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
    // The last step need not be waited out: 80 tasks at 400 a second.
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
