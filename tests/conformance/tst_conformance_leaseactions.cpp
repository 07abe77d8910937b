// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

using namespace dueline;

/// Tests an operator's actions on leases: revoking or extending one, and asking its worker to stop.
class TestConformanceLeaseActions : public ConformanceTest
{
    Q_OBJECT

    const char* impossible() override { return can().leases ? nullptr : "This layout does not claim: leases"; }

private slots:
    void forcedActionsTakeTheLeaseAway_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("after");
        QTest::newRow("retry") << int(ActionKind::Retry) << int(TaskState::Retrying);
        QTest::newRow("run-now") << int(ActionKind::RunNow) << int(TaskState::Retrying);
        QTest::newRow("discard") << int(ActionKind::Discard) << int(TaskState::Trash);
    }
    void forcedActionsTakeTheLeaseAway()
    {
        REQUIRE_FEATURE(Times);
        QFETCH(int, kind);
        QFETCH(int, after);
        addDue({"t#1"});
        const Lease lease = claimOne(1h);
        Action action = forced(ActionKind(kind));
        TaskRef other = refOf("t#1");
        other.seenToken += "x";
        QCOMPARE(act(action, other), ItemOutcome::MovedOn);
        QCOMPARE(act(action, refOf("t#1")), ItemOutcome::Done);
        QCOMPARE(state("t#1"), TaskState(after));
        QCOMPARE(shown("t#1").attempt, 0);
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Stale);
        QCOMPARE(must(worker().extend(queue, {lease}, 30s)), (std::vector{ExtendOutcome::Lost}));
        QCOMPARE(state("t#1"), TaskState(after));
        if (TaskState(after) == TaskState::Trash)
            QCOMPARE(act(ActionKind::Restore, "t#1", queue + "/op2"), ItemOutcome::Done);
        const Lease second = claimOne();
        QCOMPARE(second.id, TaskId("t#1"));
        QCOMPARE(second.attempt, 1);
        QVERIFY(second.token != lease.token);
        QCOMPARE(must(inspector().task(queue, "t#1")).fence, 2);
    }

    void aForcedDeleteLeavesTheWorkerWithNothing()
    {
        addDue({"t#1"});
        const Lease lease = claimOne(1h);
        QCOMPARE(act(forced(ActionKind::Delete), refOf("t#1")), ItemOutcome::Done);
        QVERIFY(!exists("t#1"));
        QCOMPARE(counts(), StateCounts());
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Unknown);
    }

    void anOperatorCanTakeALeaseBack()
    {
        REQUIRE_CAPABILITY(can().cancel);
        addDue({"t#1"});
        const Lease lease = claimOne(1h);
        QCOMPARE(must(editor().release(queue, refOf("t#1"))), ItemOutcome::Done);
        QCOMPARE(state("t#1"), TaskState::Retrying);
        QVERIFY(shown("t#1").at <= now());
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Stale);
        QCOMPARE(must(editor().release(queue, {"t#1", TaskState::Leased, lease.token, {}})), ItemOutcome::MovedOn);
        QCOMPARE(must(editor().release(queue, {"t#9", TaskState::Leased, lease.token, {}})), ItemOutcome::NotFound);
        QCOMPARE(claimOne().attempt, 1);
    }

    void aHeartbeatDoesNotTakeAnExtensionBack()
    {
        addDue({"t#1"});
        const Claim held = claim();
        QCOMPARE(must(editor().extend(queue, refOf("t#1"), 2h)), ItemOutcome::Done);
        const TimePoint until = shown("t#1").at;
        QCOMPARE(must(worker().extend(queue, held.leases, 30s)), (std::vector{ExtendOutcome::Held}));
        QCOMPARE(shown("t#1").at, until);
        QCOMPARE(must(worker().extend(queue, held.leases, 5h)), (std::vector{ExtendOutcome::Held}));
        QVERIFY(shown("t#1").at > until);
    }

    void anOperatorCanGiveALeaseMoreTime()
    {
        REQUIRE_CAPABILITY(can().cancel);
        addDue({"t#1"});
        const Lease lease = claimOne(10s);
        const TimePoint before = now();
        QCOMPARE(must(editor().extend(queue, refOf("t#1"), 2h)), ItemOutcome::Done);
        QVERIFY(shown("t#1").at >= before + 2h && shown("t#1").at <= now() + 2h);
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Accepted);
        QCOMPARE(must(editor().extend(queue, {"t#1", TaskState::Leased, lease.token, {}}, 2h)), ItemOutcome::MovedOn);
        QCOMPARE(must(editor().extend(queue, {"t#9", TaskState::Leased, lease.token, {}}, 2h)), ItemOutcome::NotFound);
    }

    void aWorkerIsAskedToStopATask()
    {
        REQUIRE_CAPABILITY(can().cancel);
        addDue({"t#1", "t#2"});
        const Claim held = claim(2, 1h);
        QCOMPARE(must(editor().cancel(queue, refOf("t#1"))), ItemOutcome::Done);
        QCOMPARE(
            must(worker().extend(queue, held.leases, 1h)), (std::vector{ExtendOutcome::Cancel, ExtendOutcome::Held}));
        QCOMPARE(nackOne(worker(), held.leases[0], 0ms, "cancelled"), WriteOutcome::Accepted);
        const Lease again = claimOne();
        QCOMPARE(again.id, TaskId("t#1"));
        QCOMPARE(must(worker().extend(queue, {again}, 1h)), (std::vector{ExtendOutcome::Held}));
        QCOMPARE(
            must(editor().cancel(queue, {"t#1", TaskState::Leased, held.leases[0].token, {}})), ItemOutcome::MovedOn);
        QCOMPARE(must(editor().cancel(queue, {"t#9", TaskState::Leased, again.token, {}})), ItemOutcome::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestConformanceLeaseActions)
#include "tst_conformance_leaseactions.moc"
