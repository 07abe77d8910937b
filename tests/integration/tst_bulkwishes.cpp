// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/undorun.h"
#include "tests/integration/bulkplace.h"

#include <set>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

/// Operations that are paused, slowed and cancelled from elsewhere, and those that try some tasks before the rest.
class TestBulkWishes : public QObject
{
    Q_OBJECT

private slots:
    void pauseCancelAndPaceAreAskedForInTheQueue();
    void aCanaryStopsWhereItsTasksFail();
    void aCanaryGoesOnWhereTheyEndWell();
};

void TestBulkWishes::pauseCancelAndPaceAreAskedForInTheQueue()
{
    BulkPlace place;
    place.add(3000, 1h, 11ms);
    OperationRun run(requestFor(ActionKind::Discard));
    QVERIFY(run.preview(*place.backend).ok());
    QVERIFY(run.step(*place.backend).ok());
    BulkEditor& bulk = *place.backend->editor()->bulk();
    QVERIFY(bulk.wish("mail", run.id(), "pause").ok());
    QVERIFY(run.step(*place.backend)->paused); // it was on its way
    const qint64 done = run.progress().done;
    const auto paused = run.step(*place.backend);
    QVERIFY(paused->paused && paused->wait > 0ms);
    QCOMPARE(paused->done, done);
    QVERIFY2(describe(place.record(run.id())).contains(QStringLiteral("paused")), "");
    QVERIFY(bulk.wish("mail", run.id(), "pace 50").ok());
    QVERIFY(run.step(*place.backend).ok());
    const auto paced = run.step(*place.backend);
    QVERIFY(!paced->paused && paced->wait > 100ms);
    QVERIFY(bulk.wish("mail", run.id(), "cancel").ok());
    while (!run.finished())
        QVERIFY(run.step(*place.backend).ok());
    QVERIFY(run.progress().cancelled);
    const OperationRecord record = place.record(run.id());
    QVERIFY(record.finished && record.done < 3000);
    QCOMPARE(qint64(place.scores()["trash"].size()), record.done);
    QCOMPARE(place.listed(run.id()), 0);
    QCOMPARE(bulk.wish("mail", run.id(), "pause").error().code, ErrorCode::NotFound);
}

void TestBulkWishes::aCanaryStopsWhereItsTasksFail()
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
        // The first ends well, of the ten three fail.
        const auto leases = place.claim(250);
        const bool first = run.progress().done == 1;
        for (std::size_t i = 0; i < leases.size(); ++i) {
            if (!first && i < 3)
                QVERIFY(place.backend->broker()->nack("mail", {{leases[i].id, leases[i].token, 1h, "retry", "timeout", {}}}, {}).ok());
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

void TestBulkWishes::aCanaryGoesOnWhereTheyEndWell()
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

QTEST_GUILESS_MAIN(TestBulkWishes)
#include "tst_bulkwishes.moc"
