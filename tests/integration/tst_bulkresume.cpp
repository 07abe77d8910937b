// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/undorun.h"
#include "tests/integration/bulkplace.h"

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

/// Tests operations and undos whose process was killed, and which clients may resume them.
class TestBulkResume : public QObject
{
    Q_OBJECT

private slots:
    void anInterruptedOperationIsGoneOnWithExactly();
    void aFilteredOperationIsGoneOnWithToo();
    void onlyOneGoesOn();
    void anInterruptedOperationThatIsUndoneHasEnded();
    void anInterruptedUndoIsGoneOnWith();
};

void TestBulkResume::anInterruptedOperationIsGoneOnWithExactly()
{
    BulkPlace place;
    place.add(3000, 1h, 11ms);
    const Scores before = place.scores();
    OperationId id;
    qint64 done = 0;
    {
        OperationRun killed(requestFor(ActionKind::Reschedule, Action::Time::Shift, 1h));
        QVERIFY(killed.preview(*place.backend).ok());
        while (killed.progress().done < 1000)
            QVERIFY(killed.step(*place.backend).ok());
        done = killed.progress().done;
        id = killed.id();
    }
    OperationRecord record = place.record(id);
    QVERIFY(record.running && !record.isInterrupted());
    QCOMPARE(record.done, done);
    QVERIFY(done < 3000);
    const auto tooEarly = OperationRun::resume(record);
    QCOMPARE(tooEarly.error().code, ErrorCode::Busy);
    place.forgetHolder(id);
    record = place.record(id);
    QVERIFY(record.isInterrupted());
    QVERIFY2(describe(record).contains(QStringLiteral("interrupted")), qPrintable(describe(record)));
    place.add(500, 1h, 11ms, 10'000); // added too late to be part of the operation
    const auto other = place.open();
    auto run = OperationRun::resume(record);
    QVERIFY(run.ok());
    DONE(**run, *other);
    QCOMPARE((*run)->progress().done, 3000);
    const Scores after = place.scores();
    for (const auto& [task, score] : before.at("pending"))
        QCOMPARE(after.at("pending").at(task).toLongLong(), score.toLongLong() + 3'600'000);
    QVERIFY(place.record(id).finished);
    QCOMPARE(place.undo(id), 3000);
    for (const auto& [task, score] : before.at("pending"))
        QCOMPARE(place.scores()["pending"].size() == 3500U ? score : QByteArray(), score);
}

void TestBulkResume::aFilteredOperationIsGoneOnWithToo()
{
    BulkPlace place;
    place.add(2500, 1h, 11ms);
    OperationRequest request = requestFor(ActionKind::Discard);
    request.selection.kind = TaskSelection::Kind::Filter;
    request.selection.filter = TaskFilter::parse(QStringLiteral("payload:alice")).value();
    OperationId id;
    {
        OperationRun killed(request);
        QCOMPARE(killed.preview(*place.backend)->total, 2500);
        while (killed.progress().done < 500)
            QVERIFY(killed.step(*place.backend).ok());
        id = killed.id();
    }
    place.forgetHolder(id);
    auto run = OperationRun::resume(place.record(id));
    QVERIFY(run.ok());
    DONE(**run, *place.backend);
    QCOMPARE(place.scores()["trash"].size(), 2500U);
    QCOMPARE(place.record(id).done, 2500);
}

void TestBulkResume::onlyOneGoesOn()
{
    BulkPlace place;
    place.add(2000, 1h, 11ms);
    OperationRun killed(requestFor(ActionKind::Discard));
    QVERIFY(killed.preview(*place.backend).ok());
    QVERIFY(killed.step(*place.backend).ok());
    place.forgetHolder(killed.id());
    const OperationRecord record = place.record(killed.id());
    auto first = OperationRun::resume(record);
    auto second = OperationRun::resume(record);
    QVERIFY(first.ok() && second.ok());
    const auto other = place.open();
    QVERIFY((*first)->step(*place.backend).ok());
    const auto refused = (*second)->step(*other);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Busy);
    QVERIFY2(refused.error().message.contains(QStringLiteral("alice@there")), qPrintable(refused.error().message));
    // If the first process is still running, its next step fails and changes nothing.
    QCOMPARE(killed.step(*other).error().code, ErrorCode::Busy);
    DONE(**first, *place.backend);
    QCOMPARE((*first)->progress().done, 2000);
    QCOMPARE(killed.step(*other).error().code, ErrorCode::Refused);
}

void TestBulkResume::anInterruptedOperationThatIsUndoneHasEnded()
{
    BulkPlace place;
    place.add(2000, 1h, 11ms);
    const Scores before = place.scores();
    OperationRun killed(requestFor(ActionKind::Discard));
    QVERIFY(killed.preview(*place.backend).ok());
    for (int i = 0; i < 3; ++i)
        QVERIFY(killed.step(*place.backend).ok());
    UndoRun early("mail", killed.id(), "bob@here");
    QCOMPARE(early.step(*place.backend).error().code, ErrorCode::Busy);
    place.forgetHolder(killed.id());
    const qint64 done = killed.progress().done;
    QVERIFY(done > 0 && done < 2000);
    QCOMPARE(place.undo(killed.id()), done);
    QVERIFY(place.scores() == before);
    QCOMPARE(killed.step(*place.backend).error().code, ErrorCode::Refused);
    QCOMPARE(OperationRun::resume(place.record(killed.id())).error().code, ErrorCode::Refused);
    QVERIFY(place.scores() == before);
    QCOMPARE(place.listed(killed.id()), 0);
}

void TestBulkResume::anInterruptedUndoIsGoneOnWith()
{
    BulkPlace place;
    place.add(2000, 1h, 11ms);
    const Scores before = place.scores();
    OperationRun run(requestFor(ActionKind::Discard));
    DONE(run, *place.backend);
    UndoRun killed("mail", run.id(), "bob@here");
    for (int i = 0; i < 4; ++i)
        QVERIFY(killed.step(*place.backend).ok());
    place.forgetHolder(killed.id());
    const OperationRecord record = place.record(killed.id());
    QVERIFY(record.isInterrupted());
    UndoRun resumed(record);
    const auto finished = resumed.finish(*place.open());
    QVERIFY2(finished.ok(), finished ? "" : qPrintable(finished.error().message));
    QCOMPARE(finished->restored, 2000);
    QVERIFY(place.scores() == before);
    QCOMPARE(place.record(run.id()).undoneBy, killed.id());
}

QTEST_GUILESS_MAIN(TestBulkResume)
#include "tst_bulkresume.moc"
