// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/undorun.h"
#include "tests/integration/bulkplace.h"

#include <set>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

/// Tests operations that other clients pause, slow down or cancel, and operations that try a few tasks first.
class TestBulkRequests : public QObject
{
    Q_OBJECT

private slots:
    void pauseCancelAndPaceAreAskedForInTheQueue();
    void anUndoIsPausedPacedAndCancelledInTheQueueToo();
    void anUndoOfWhatWasDoneByNameIsPausedAsWell();
    void whatRestsKeepsItsHolderAndItsList();
    void aPauseOfOnesOwnStandsInTheRecord();
    void whatIsPausedAndGoneOnWithGoesOn();
    void aCanaryStopsWhereItsTasksFail();
    void aCanaryGoesOnWhereTheyEndWell();
};

void TestBulkRequests::pauseCancelAndPaceAreAskedForInTheQueue()
{
    BulkPlace place;
    place.add(3000, 1h, 11ms);
    OperationRun run(requestFor(ActionKind::Discard));
    QVERIFY(run.preview(*place.backend).ok());
    QVERIFY(run.step(*place.backend).ok());
    BulkEditor& bulk = *place.backend->editor()->bulk("mail");
    QVERIFY(bulk.ask("mail", run.id(), "pause").ok());
    QVERIFY(run.step(*place.backend)->paused); // reports the pause request
    const qint64 done = run.progress().done;
    const auto paused = run.step(*place.backend);
    QVERIFY(paused->paused && paused->wait > 0ms);
    QCOMPARE(paused->done, done);
    QVERIFY2(describe(place.record(run.id())).contains(QStringLiteral("paused")), "");
    QVERIFY(bulk.ask("mail", run.id(), "pace 50").ok());
    QVERIFY(run.step(*place.backend).ok());
    const auto paced = run.step(*place.backend);
    QVERIFY(!paced->paused && paced->wait > 100ms);
    QVERIFY(bulk.ask("mail", run.id(), "cancel").ok());
    while (!run.finished())
        QVERIFY(run.step(*place.backend).ok());
    QVERIFY(run.progress().cancelled);
    const OperationRecord record = place.record(run.id());
    QVERIFY(record.finished && record.done < 3000);
    QCOMPARE(qint64(place.scores()["trash"].size()), record.done);
    QCOMPARE(place.listed(run.id()), 0);
    QCOMPARE(bulk.ask("mail", run.id(), "pause").error().code, ErrorCode::NotFound);
}

void TestBulkRequests::anUndoIsPausedPacedAndCancelledInTheQueueToo()
{
    BulkPlace place;
    place.add(3000, 1h, 11ms);
    OperationRun run(requestFor(ActionKind::Discard));
    DONE(run, *place.backend);
    UndoRun undo("mail", run.id(), "bob@here");
    QVERIFY(undo.step(*place.backend).ok());
    QVERIFY(undo.progress().restored > 0);
    BulkEditor& bulk = *place.backend->editor()->bulk("mail");
    QVERIFY(bulk.ask("mail", undo.id(), "pause").ok());
    QVERIFY(undo.step(*place.backend)->paused); // reports the pause request
    const qint64 restored = undo.progress().restored;
    place.forgetHolder(undo.id());
    const auto paused = undo.step(*place.backend);
    QVERIFY(paused->paused && paused->wait > 0ms && !paused->finished);
    QCOMPARE(paused->restored, restored);
    QVERIFY(place.record(undo.id()).running); // The paused step renewed the claim.
    QVERIFY(bulk.ask("mail", undo.id(), "pace 50").ok());
    QVERIFY(undo.step(*place.backend).ok());
    const auto paced = undo.step(*place.backend);
    QVERIFY(!paced->paused && paced->wait > 100ms);
    QVERIFY2(paced->restored - restored <= 20, qPrintable(QString::number(paced->restored - restored)));
    QVERIFY(bulk.ask("mail", undo.id(), "cancel").ok());
    while (!undo.finished())
        QVERIFY(undo.step(*place.backend).ok());
    QVERIFY(undo.progress().cancelled);
    QCOMPARE(qint64(place.scores()["pending"].size()), undo.progress().restored);
    QVERIFY(undo.progress().restored < 3000);
    // A second client continues the canceled undo at a different pace.
    place.forgetHolder(undo.id());
    QVERIFY(bulk.ask("mail", undo.id(), {}).ok());
    UndoRun rest(place.record(undo.id()));
    DONE(rest, *place.open());
    QCOMPARE(place.scores()["pending"].size(), 3000U);
}

void TestBulkRequests::anUndoOfWhatWasDoneByNameIsPausedAsWell()
{
    BulkPlace place;
    place.add(900, 1h, 11ms); // more tasks than a single scan step finds
    OperationRequest request = requestFor(ActionKind::Discard);
    request.selection.kind = TaskSelection::Kind::Filter;
    request.selection.filter = TaskFilter::parse(QStringLiteral("type:send")).value();
    OperationRun run(request);
    DONE(run, *place.backend);
    QVERIFY(run.record().plan.isEmpty());
    UndoRun undo("mail", run.id(), "bob@here", 100);
    QVERIFY(undo.step(*place.backend)->wait > 20ms);
    const qint64 restored = undo.progress().restored;
    QVERIFY(restored < 900);
    undo.setPaused(true);
    for (int steps = 0; steps < 3; ++steps)
        QVERIFY(undo.step(*place.backend)->paused);
    QCOMPARE(undo.progress().restored, restored);
    QCOMPARE(place.field(undo.id(), "wish"), QByteArray("pause"));
    QVERIFY(place.backend->editor()->bulk("mail")->ask("mail", undo.id(), {}).ok());
    QVERIFY(!undo.step(*place.backend)->paused);
    undo.setPace(0);
    DONE(undo, *place.backend);
    QCOMPARE(undo.progress().restored, 900);
}

void TestBulkRequests::whatRestsKeepsItsHolderAndItsList()
{
    BulkPlace place;
    place.add(3000, 1h, 11ms);
    OperationRun run(requestFor(ActionKind::Discard));
    QVERIFY(run.preview(*place.backend).ok());
    QVERIFY(run.step(*place.backend).ok());
    run.setPaused(true);
    const QByteArray list = BulkPlace::key("op:" + run.id().mid(5) + ":list");
    for (int hour = 0; hour < 3; ++hour) { // Each iteration advances time by nearly a day.
        place.server.call({"PEXPIRE", list, "60000"});
        place.forgetHolder(run.id());
        QVERIFY(run.step(*place.backend)->paused);
        QVERIFY(place.server.call({"PTTL", list}).integer > 23 * 3'600'000);
        QCOMPARE(OperationRun::resume(place.record(run.id())).error().code, ErrorCode::Busy);
    }
    run.setPaused(false);
    place.server.call({"PEXPIRE", list, "60000"});
    QVERIFY(!run.step(*place.backend)->paused);
    QVERIFY(place.server.call({"PTTL", list}).integer > 23 * 3'600'000);
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, 3000);
}

void TestBulkRequests::aPauseOfOnesOwnStandsInTheRecord()
{
    BulkPlace place;
    place.add(3000, 1h, 11ms);
    OperationRun run(requestFor(ActionKind::Discard));
    run.setPaused(true); // The operation has no record yet.
    QVERIFY(run.step(*place.backend)->paused);
    QVERIFY(place.backend->inspector().operations("mail")->empty());
    run.setPaused(false);
    while (run.progress().done == 0)
        QVERIFY(!run.step(*place.backend)->paused);
    run.setPaused(true);
    const auto paused = run.step(*place.backend);
    QVERIFY(paused->paused && paused->wait > 0ms);
    const qint64 done = paused->done;
    QCOMPARE(place.record(run.id()).asked, QByteArray("pause"));
    QCOMPARE(run.step(*place.backend)->done, done);
    // A second client resumes the operation.
    QVERIFY(place.backend->editor()->bulk("mail")->ask("mail", run.id(), {}).ok());
    QVERIFY(!run.step(*place.backend)->paused);
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, 3000);
}

void TestBulkRequests::whatIsPausedAndGoneOnWithGoesOn()
{
    BulkPlace place;
    place.add(3000, 1h, 11ms);
    OperationId id;
    {
        OperationRun killed(requestFor(ActionKind::Discard));
        while (killed.progress().done == 0)
            QVERIFY(killed.step(*place.backend).ok());
        killed.setPaused(true);
        QVERIFY(killed.step(*place.backend)->paused);
        id = killed.id();
    }
    place.forgetHolder(id);
    const auto run = OperationRun::resume(place.record(id));
    QVERIFY(run.ok());
    QVERIFY(!(*run)->step(*place.backend)->paused);
    DONE(**run, *place.backend);
    QCOMPARE(place.scores()["trash"].size(), 3000U);
}

void TestBulkRequests::aCanaryStopsWhereItsTasksFail()
{
    BulkPlace place;
    place.add(400, -1min, 1ms);
    place.failAll();
    OperationRequest request = requestFor(ActionKind::Retry);
    request.canary = Canary{20, 1min};
    OperationRun run(request);
    int acts = 0;
    while (!run.finished()) {
        QVERIFY(run.step(*place.backend).ok());
        QVERIFY(++acts < 100);
        // The first task succeeds. Of the next ten, three fail.
        const auto leases = place.claim(250);
        const bool first = run.progress().done == 1;
        for (std::size_t i = 0; i < leases.size(); ++i) {
            if (!first && i < 3)
                QVERIFY(place.backend->broker()
                            ->nack("mail", {{leases[i].id, leases[i].token, 1h, "retry", "timeout", {}}}, {})
                            .ok());
            else
                QVERIFY(place.backend->broker()->ack("mail", {{leases[i].id, leases[i].token, {}}}, {}).ok());
        }
    }
    QVERIFY(run.progress().stopped);
    QCOMPARE(run.progress().done, 11);
    QCOMPARE(run.progress().stage, QStringLiteral("stopped: 3 of 10 failed"));
    const OperationRecord record = place.record(run.id());
    QVERIFY(record.finished);
    QCOMPARE(record.stage, QByteArray("stopped: 3 of 10 failed"));
    QCOMPARE(place.scores()["failed"].size(), 389U);
}

void TestBulkRequests::aCanaryGoesOnWhereTheyEndWell()
{
    BulkPlace place;
    place.add(400, -1min, 1ms);
    place.failAll();
    OperationRequest request = requestFor(ActionKind::Retry);
    request.canary = Canary{};
    OperationRun run(request);
    std::set<qint64> seen;
    for (int acts = 0; !run.finished() && acts < 100; ++acts) {
        QVERIFY(run.step(*place.backend).ok());
        seen.insert(run.progress().done);
        if (run.progress().done > 11)
            continue;
        for (const Lease& lease : place.claim(250))
            QVERIFY(place.backend->broker()->ack("mail", {{lease.id, lease.token, {}}}, {}).ok());
    }
    QVERIFY(run.finished() && !run.progress().stopped);
    QVERIFY(seen.contains(1) && seen.contains(11));
    QCOMPARE(run.progress().done, 400);
}

QTEST_GUILESS_MAIN(TestBulkRequests)
#include "tst_bulkrequests.moc"
