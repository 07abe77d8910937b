// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationrun.h"
#include "tests/unit/consolerequests.h"

#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

/// Tests operations while other clients change the queue, and over an unreliable connection.
class TestConsoleOperationFaults : public QObject
{
    Q_OBJECT

private slots:
    void actsOnlyOnWhatWasPreviewed();
    void shiftingAFilterMovesEachTaskOnce();
    void aTaskMetTwiceWhileWalkingIsShiftedOnce();
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
};

void TestConsoleOperationFaults::actsOnlyOnWhatWasPreviewed()
{
    Workshop shop;
    shop.add(150, 1h);
    OperationRun run(requestFor(ActionKind::Discard));
    QCOMPARE(run.preview(shop.backend)->total, 150);
    shop.add(10, 2h, 0ms, 500);
    QCOMPARE(finish(run, shop).done, 150);
    QCOMPARE(shop.counts()[TaskState::Scheduled], 10);
}

void TestConsoleOperationFaults::shiftingAFilterMovesEachTaskOnce()
{
    Workshop shop;
    shop.add(2550, -1min, 1s); // due and scheduled tasks, found in several steps; each is shifted past many others
    OperationRequest request = reschedule(Action::Time::Shift, QStringLiteral("type:send"));
    request.action.by = 5min;
    OperationRun run(request);
    const OperationProgress progress = finish(run, shop);
    QCOMPARE(progress.done, 2550);
    for (int i = 0; i < 2550; ++i)
        QVERIFY2(shop.task(i).task.at == shop.now() - 1min + 1s * i + 5min, Workshop::id(i).constData());
}

void TestConsoleOperationFaults::aTaskMetTwiceWhileWalkingIsShiftedOnce()
{
    Workshop shop;
    shop.addRetrying(2350, 2h, 1000);
    shop.addRetrying(1, 1ms);
    shop.clock->advance(1s);
    const TimePoint seen = shop.task(0).task.at;
    bool ran = false;
    // The first task found runs, fails, and is moved behind all others before the scan ends.
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
    QCOMPARE(progress.total, 2351);
    QCOMPARE(progress.done, 2351);
    QVERIFY(shop.task(0).task.at == seen + 1h);
    QVERIFY(shop.task(1000).task.at == shop.now() - 1s + 3h);
}

void TestConsoleOperationFaults::retryingTasksAreRetriedOnce()
{
    Workshop shop;
    shop.addRetrying(2320, 1h);
    shop.faults->beforeAct = [&] { shop.clock->advance(1s); };
    OperationRun run(requestFor(ActionKind::Retry, QStringLiteral("state:retrying")));
    const OperationProgress progress = finish(run, shop);
    QCOMPARE(progress.total, 2320);
    QCOMPARE(progress.done, 2320);
    OperationRun again(requestFor(ActionKind::Retry, QStringLiteral("state:retrying")));
    QCOMPARE(again.preview(shop.backend)->skipped.counts().at(SkipReason::AlreadyDue), 2320);
    QCOMPARE(again.preview(shop.backend)->total, 0);
}

void TestConsoleOperationFaults::runningWorkersDoNotMakeASelectionEndless()
{
    Workshop shop;
    shop.add(2250, -1s);
    std::vector<Lease> leases;
    for (int i = 0; i < 9; ++i) {
        const auto some = shop.lease(250);
        leases.insert(leases.end(), some.begin(), some.end());
    }
    int searches = 0;
    // All leases are extended before each step, so the entire set is always ahead of a scan in order of expiry.
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
    QVERIFY(preview->total <= 2250);
    shop.faults->beforeSearch = {};
    const OperationProgress progress = finish(run, shop);
    QCOMPARE(progress.done, progress.total);
    QVERIFY(progress.done >= 1000);
}

void TestConsoleOperationFaults::newTasksDoNotMakeASelectionEndless()
{
    Workshop shop;
    shop.addFailed(2500);
    int number = 10'000;
    int searches = 0;
    shop.faults->beforeSearch = [&](const SearchRequest&) {
        if (++searches > 1000)
            qFatal("the selection does not end");
        shop.clock->advance(1s);
        shop.addFailed(1100, number);
        number += 1100;
    };
    OperationRun run(requestFor(ActionKind::Retry, QStringLiteral("state:failed")));
    QCOMPARE(finish(run, shop).done, 2500);
    QVERIFY(shop.task(10'000).task.state == TaskState::Failed);
}

void TestConsoleOperationFaults::whatMovesOnMeanwhileIsReported()
{
    Workshop shop;
    shop.add(200, -1s);
    OperationRun run(requestFor(ActionKind::Discard));
    QCOMPARE(run.preview(shop.backend)->total, 200);
    shop.lease(30);
    const OperationProgress progress = finish(run, shop);
    QCOMPARE(progress.done, 170);
    QCOMPARE(progress.skipped, 30);
    QCOMPARE(run.skipped().summary(), QStringLiteral("30 changed in the meantime"));
    QCOMPARE(shop.records()[0].total, 200);
    QCOMPARE(shop.records()[0].done, 170);
    QCOMPARE(shop.records()[0].skipped, 30);
}

void TestConsoleOperationFaults::aLostAnswerIsCountedAsDone()
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

void TestConsoleOperationFaults::aDeletedTaskWhoseAnswerWasLostCountsAsDone()
{
    Workshop shop;
    shop.addFailed(20);
    OperationRun run(requestFor(ActionKind::Delete));
    QVERIFY(run.preview(shop.backend).ok());
    shop.faults->lostActs = 1;
    QVERIFY(!run.step(shop.backend).ok());
    QCOMPARE(finish(run, shop).done, 20);
}

void TestConsoleOperationFaults::anAbandonedRunLeavesATrueRecord()
{
    Workshop shop;
    shop.addFailed(10'000);
    {
        OperationRun run(requestFor(ActionKind::Retry));
        QVERIFY(run.preview(shop.backend).ok());
        QVERIFY(run.step(shop.backend).ok());
        QCOMPARE(shop.records().size(), 1U); // The operation has a record once it has acted on its first task.
        QVERIFY(shop.records()[0].undoable);
        for (int i = 0; i < 75; ++i)
            QVERIFY(run.step(shop.backend).ok());
    } // the process is killed here
    const OperationRecord record = shop.records()[0];
    QVERIFY(!record.finished);
    QVERIFY(record.undoable);
    QCOMPARE(record.total, 10'000);
    QVERIFY(record.done >= 5'000 && record.done <= 7'600);
    QCOMPARE(shop.counts()[TaskState::Retrying], 7'600);
}

void TestConsoleOperationFaults::aRunWhoseConnectionDiedHasARecordThatCanBeUndone()
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
    QCOMPARE(finish(run, shop).done, 1'000); // A resumed operation continues.
    QVERIFY(shop.records()[0].finished);
}

void TestConsoleOperationFaults::cancellingStopsBetweenStepsAndSaysSo()
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

void TestConsoleOperationFaults::cancellingASelectionChangesNothing()
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

void TestConsoleOperationFaults::aFinishedRecordIsWrittenEvenIfTheFirstTryIsLost()
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

QTEST_GUILESS_MAIN(TestConsoleOperationFaults)
#include "tst_console_operationfaults.moc"
