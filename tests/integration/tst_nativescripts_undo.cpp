// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativecodec.h"
#include "core/redis/redisclient.h"
#include "tests/support/nativeoperator.h"

using namespace dueline;
using namespace std::chrono_literals;

namespace {

const std::vector<ItemOutcome> undone{ItemOutcome::Done};

} // namespace

/// Tests undo and operation records on a real server.
class TestNativeScriptsUndo : public QObject
{
    Q_OBJECT

private:
    NativeOperator place;
    const NativeKeys& keys = place.keys;

private slots:
    void cleanup() { place.empty(); }

    void undoRestoresTriesAndScoreExactly();
    void undoOfAForcedDiscardKeepsTheFence();
    void undoLeavesWhatRanSince();
    void undoAfterItsTimeRestoresNothing();
    void undoOfAnUnknownOperationIsNotFound();
    void undoOfThousandsGoesByInBoundedSteps();
    void undoneRestoreStillKnowsTheWayBack();
    void recordIsKeptOnceAndAnnouncedOnce();
    void finishedUndoMarksWhatItUndid();
};

void TestNativeScriptsUndo::undoRestoresTriesAndScoreExactly()
{
    place.failOne("mail#a");
    auto before = place.contents();
    const auto steps = [&](ActionKind kind, const char* operation) {
        QCOMPARE(place.act(operation, kind, place.refs({"mail#a"})), undone);
        place.record(operation);
        QCOMPARE(place.undo(operation).restored, 1);
    };
    steps(ActionKind::Retry, "q/op1");
    steps(ActionKind::Discard, "q/op2");
    const auto after = place.contents();
    for (const QByteArray& key : {keys.failed(), keys.tries(), keys.history(), keys.tasks()})
        QVERIFY2(after.at(key) == before.at(key), key.constData());
    for (const QByteArray& key : {keys.retry(), keys.trash(), keys.before()})
        QVERIFY2(!after.contains(key), key.constData());
}

void TestNativeScriptsUndo::undoOfAForcedDiscardKeepsTheFence()
{
    place.addDue({"mail#a"});
    const Lease lease = place.claim().at(0);
    place.act("q/op1", ActionKind::Discard, place.refs({"mail#a"}), true);
    place.record("q/op1");
    QCOMPARE(place.undo("q/op1").restored, 1);
    QCOMPARE(place.whereIs("mail#a"), "retry");
    QCOMPARE(place.ack(lease), WriteOutcome::Stale);
    QVERIFY(place.claim(place.other).at(0).token.startsWith("2-"));
}

void TestNativeScriptsUndo::undoLeavesWhatRanSince()
{
    place.failOne("mail#a");
    place.failOne("mail#b");
    place.failOne("mail#c");
    place.act("q/op1", ActionKind::Retry, place.refs({"mail#a", "mail#b", "mail#c"}));
    place.record("q/op1");
    const auto leases = place.claim(2);
    place.nack(leases.at(0), 1h); // The task is in retry, as after the operation, but has run since.
    QCOMPARE(place.undo("q/op1").restored, 1);
    QCOMPARE(place.whereIs(leases.at(0).id), "retry");
    QCOMPARE(place.whereIs(leases.at(1).id), "leased");
    QCOMPARE(place.members(keys.failed()), 1);
}

void TestNativeScriptsUndo::undoAfterItsTimeRestoresNothing()
{
    place.failOne("mail#a");
    place.act("q/op1", ActionKind::Retry, place.refs({"mail#a"}));
    place.record("q/op1");
    place.server.call({"HSET", keys.meta(), "keep_undo", "60000"});
    place.server.call({"ZADD", keys.operations(), QByteArray::number(place.nowMs() - 61'000), "op1"});
    const UndoStep step = place.undo("q/op1");
    QCOMPARE(step.restored, 0);
    QCOMPARE(step.movedOn, 1);
    QCOMPARE(place.whereIs("mail#a"), "retry");
}

void TestNativeScriptsUndo::undoOfAnUnknownOperationIsNotFound()
{
    place.addDue({"mail#a"});
    const auto step = place.editor.undo("q", "q/nothing", "q/undo", {}, UndoTurn());
    QVERIFY(!step);
    QCOMPARE(step.error().code, ErrorCode::NotFound);
}

void TestNativeScriptsUndo::undoOfThousandsGoesByInBoundedSteps()
{
    std::vector<TaskId> ids;
    for (int i = 0; i < 3000; ++i)
        ids.push_back("mail#" + QByteArray::number(i));
    place.addDue(ids);
    const auto discard = [&](const OperationId& operation, int from, int to) {
        for (int i = from; i < to; i += 100) {
            std::vector<TaskRef> seen;
            for (int j = i; j < i + 100; ++j)
                seen.push_back({ids[std::size_t(j)], TaskState::Due, {}, {}});
            QCOMPARE(place.act(operation, ActionKind::Discard, seen), std::vector(100, ItemOutcome::Done));
        }
    };
    discard("q/op1", 0, 2900);
    discard("q/op2", 2900, 3000);
    place.record("q/op1");
    place.record("q/op2");
    QCOMPARE(place.undo("q/op2").restored, 100);
    QByteArray cursor;
    qint64 restored = 0;
    int steps = 0;
    do {
        const UndoStep step = place.value(place.editor.undo("q", "q/op1", "q/undo", cursor, UndoTurn()));
        QVERIFY(step.restored <= 1100);
        restored += step.restored;
        cursor = step.cursor;
        ++steps;
    } while (!cursor.isEmpty());
    QCOMPARE(restored, 2900);
    QVERIFY(steps > 3);
    QCOMPARE(place.members(keys.pending()), 3000);
    QCOMPARE(place.fields(keys.before()), 0);
}

void TestNativeScriptsUndo::undoneRestoreStillKnowsTheWayBack()
{
    place.add({{"mail#a", {}, 1h, {}, "x"}});
    const qint64 due = *place.score(keys.pending(), "mail#a");
    place.act("q/op1", ActionKind::Discard, place.refs({"mail#a"}));
    place.act("q/op2", ActionKind::Restore, place.refs({"mail#a"}));
    place.record("q/op2");
    QCOMPARE(place.undo("q/op2").restored, 1);
    QCOMPARE(place.whereIs("mail#a"), "trash");
    QCOMPARE(place.act("q/op3", ActionKind::Restore, place.refs({"mail#a"})), undone);
    QCOMPARE(place.score(keys.pending(), "mail#a"), due);
}

void TestNativeScriptsUndo::recordIsKeptOnceAndAnnouncedOnce()
{
    place.addDue({"mail#a"});
    OperationRecord record;
    record.id = "q/op1";
    record.kind = "retry";
    record.queue = "q";
    record.filter = "state:failed";
    record.by = "me@here";
    record.reason = "because";
    record.total = 10;
    record.undoable = true;
    QVERIFY(place.editor.record(record).ok());
    const TimePoint first = place.value(place.inspector.operations("q", 10)).at(0).at;
    QVERIFY(std::abs(toMs(first) - place.nowMs()) < 5000);
    const TimePoint at = first - 60s; // pretend that the record was written a minute ago
    place.server.call({"HSET", keys.operation("q/op1"), "at", QByteArray::number(toMs(at))});
    record.done = 8;
    record.skipped = 2;
    record.finished = true;
    for (int i = 0; i < 3; ++i)
        QVERIFY(place.editor.record(record).ok());
    record.at = at;
    QCOMPARE(place.value(place.inspector.operations("q", 10)), std::vector{record});
    QCOMPARE(place.server.call({"XLEN", keys.events()}).integer, 1);
}

void TestNativeScriptsUndo::finishedUndoMarksWhatItUndid()
{
    place.addDue({"mail#a"});
    place.record("q/op1");
    OperationRecord undo;
    undo.id = "q/op2";
    undo.kind = "undo";
    undo.queue = "q";
    undo.undoes = "q/op1";
    QVERIFY(place.editor.record(undo).ok());
    QVERIFY(place.value(place.inspector.operations("q", 10)).at(1).undoable);
    undo.finished = true;
    QVERIFY(place.editor.record(undo).ok());
    const auto records = place.value(place.inspector.operations("q", 10));
    QCOMPARE(records.at(0).id, "q/op2");
    QCOMPARE(records.at(1).undoneBy, "q/op2");
    QVERIFY(!records.at(1).undoable);
}

QTEST_GUILESS_MAIN(TestNativeScriptsUndo)
#include "tst_nativescripts_undo.moc"
