// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

using namespace dueline;

/// Tests that undo restores the exact previous state of tasks that haven't changed since, and that operations are
/// recorded.
class TestConformanceUndo : public ConformanceTest
{
    Q_OBJECT

    /// Returns the fields of a task that must survive an action and its undo unchanged.
    TaskDetail remembered(const TaskId& id)
    {
        TaskDetail detail = must(inspector().task(queue, id));
        detail.lastOperation.clear();
        return detail;
    }

    OperationRecord record(const OperationId& id)
    {
        OperationRecord made;
        made.id = id;
        made.kind = "retry";
        made.queue = queue;
        made.filter = "state:failed";
        made.by = "op@host";
        made.reason = "the outage \xff\n";
        made.total = 20;
        made.done = 17;
        made.skipped = 3;
        made.finished = true;
        made.undoable = true;
        return made;
    }

private slots:
    void undoingARetryRestoresAttemptsAndErrors()
    {
        REQUIRE_CAPABILITY(can().leases);
        addDue({"t#1"});
        QCOMPARE(nackOne(worker(), claimOne(), 0ms, "first"), WriteOutcome::Accepted);
        QCOMPARE(nackOne(worker(), claimOne(), std::nullopt, "second"), WriteOutcome::Accepted);
        const TaskDetail before = remembered("t#1");
        QCOMPARE(before.task.attempt, 2);
        QCOMPARE(act(ActionKind::Retry, "t#1", queue + "/op1"), ItemOutcome::Done);
        QCOMPARE(shown("t#1").attempt, 0);
        const UndoStep undone = undo(queue + "/op1");
        QCOMPARE(undone.restored, 1);
        QCOMPARE(undone.movedOn, 0);
        QCOMPARE(remembered("t#1"), before);
    }

    void undoingARetryOfATaskThatNeverRanRestoresIt()
    {
        REQUIRE_FEATURE(Options);
        NewTask task = dueTask("t#1");
        task.options.expiresAt = now() - 500ms;
        add({task});
        QVERIFY(claim().leases.empty());
        const TaskDetail before = remembered("t#1");
        QCOMPARE(act(ActionKind::Retry, "t#1", queue + "/op1"), ItemOutcome::Done);
        QCOMPARE(undo(queue + "/op1").restored, 1);
        QCOMPARE(remembered("t#1"), before);
    }

    void undoingRestoresEveryKindOfAction()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        NewTask scheduled;
        scheduled.id = "scheduled#1";
        scheduled.dueAt = now() + 1h;
        add({dueTask("retrying#1", 1min)});
        QCOMPARE(nackOne(worker(), claimOne(), 2h, "again"), WriteOutcome::Accepted);
        add({scheduled, dueTask("due#1")});
        const TaskDetail scheduledBefore = remembered("scheduled#1");
        const TaskDetail retryingBefore = remembered("retrying#1");
        const TaskDetail dueBefore = remembered("due#1");

        Action reschedule;
        reschedule.kind = ActionKind::Reschedule;
        reschedule.at = now() + 5h;
        for (const char* id : {"scheduled#1", "retrying#1", "due#1"})
            QCOMPARE(act(reschedule, refOf(id), queue + "/op1"), ItemOutcome::Done);
        QCOMPARE(undo(queue + "/op1").restored, 3);
        for (const char* id : {"scheduled#1", "retrying#1"})
            QCOMPARE(act(ActionKind::RunNow, id, queue + "/op2"), ItemOutcome::Done);
        QCOMPARE(undo(queue + "/op2").restored, 2);
        for (const char* id : {"scheduled#1", "retrying#1", "due#1"})
            QCOMPARE(act(ActionKind::Discard, id, queue + "/op3"), ItemOutcome::Done);
        QCOMPARE(undo(queue + "/op3").restored, 3);
        QCOMPARE(remembered("scheduled#1"), scheduledBefore);
        QCOMPARE(remembered("retrying#1"), retryingBefore);
        QCOMPARE(remembered("due#1"), dueBefore);
    }

    void undoingARestorePutsATaskBackIntoTheTrash()
    {
        REQUIRE_FEATURE(Restored);
        addDue({"t#1"});
        QCOMPARE(act(ActionKind::Discard, "t#1", queue + "/op1"), ItemOutcome::Done);
        const Task trashed = shown("t#1");
        QCOMPARE(act(ActionKind::Restore, "t#1", queue + "/op2"), ItemOutcome::Done);
        QCOMPARE(undo(queue + "/op2").restored, 1);
        QCOMPARE(state("t#1"), TaskState::Trash);
        QCOMPARE(shown("t#1").at, trashed.at);
        QCOMPARE(act(ActionKind::Restore, "t#1", queue + "/op3"), ItemOutcome::Done);
        QCOMPARE(state("t#1"), TaskState::Due);
    }

    void undoingAForcedDiscardLetsTheTaskRunAgain()
    {
        REQUIRE_CAPABILITY(can().leases);
        addDue({"t#1"});
        const Lease lease = claimOne(1h);
        Action action;
        action.kind = ActionKind::Discard;
        action.force = true;
        QCOMPARE(act(action, refOf("t#1"), queue + "/op1"), ItemOutcome::Done);
        QCOMPARE(undo(queue + "/op1").restored, 1);
        QCOMPARE(state("t#1"), TaskState::Retrying);
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Stale);
        const Lease second = claimOne();
        QCOMPARE(second.attempt, 1);
        QVERIFY(second.token != lease.token);
    }

    void whatWasGivenBackUnrunIsStillUndone()
    {
        REQUIRE_CAPABILITY(can().leases);
        failTask("t#1");
        const TaskDetail before = remembered("t#1");
        QCOMPARE(act(ActionKind::Retry, "t#1", queue + "/op1"), ItemOutcome::Done);
        const Claim held = claim(1); // A worker claims the next task, stops, and releases it.
        must(worker().release(queue, held.leases));
        QCOMPARE(undo(queue + "/op1").restored, 1);
        TaskDetail after = remembered("t#1");
        QVERIFY(after.fence > before.fence); // A fence is never issued twice.
        after.fence = before.fence;
        QCOMPARE(after, before);
        QCOMPARE(act(ActionKind::Retry, "t#1", queue + "/op2"), ItemOutcome::Done);
        const Lease again = claimOne();
        QVERIFY(again.token != held.leases.at(0).token);
        QVERIFY(again.token.split('-').first().toInt() > held.leases.at(0).token.split('-').first().toInt());
    }

    void aTaskThatWaitedForTheFirstTimeDoesNotBecomeNewAgain()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        addDue({"t#1"});
        Action reschedule;
        reschedule.kind = ActionKind::Reschedule;
        reschedule.at = now() - 1h;
        QCOMPARE(act(reschedule, refOf("t#1"), queue + "/op1"), ItemOutcome::Done);
        must(worker().release(queue, claim(1).leases));
        QCOMPARE(undo(queue + "/op1").restored, 0);
        QCOMPARE(state("t#1"), TaskState::Retrying);
    }

    void whatHasRunSinceIsNotUndone()
    {
        REQUIRE_CAPABILITY(can().leases);
        failTask("t#1");
        failTask("t#2");
        failTask("t#3");
        for (const char* id : {"t#1", "t#2", "t#3"})
            QCOMPARE(act(ActionKind::Retry, id, queue + "/op1"), ItemOutcome::Done);
        const Claim held = claim(2);
        // The task is waiting for a retry again, but it has run since.
        QCOMPARE(nackOne(worker(), held.leases.at(0), 0ms), WriteOutcome::Accepted);
        const UndoStep undone = undo(queue + "/op1");
        QCOMPARE(undone.restored, 1);
        QVERIFY(undone.movedOn <= 2);
        QCOMPARE(state(held.leases[0].id), TaskState::Retrying);
        QCOMPARE(state(held.leases[1].id), TaskState::Leased);
        QCOMPARE(counts()[TaskState::Failed], 1);
        QCOMPARE(ackOne(worker(), held.leases[1]), WriteOutcome::Accepted);
    }

    void whatFailedSinceWithoutRunningIsNotUndone()
    {
        REQUIRE_FEATURE(Options);
        NewTask task = dueTask("t#1");
        task.options.expiresAt = now() - 500ms;
        add({task});
        Action reschedule;
        reschedule.kind = ActionKind::Reschedule;
        reschedule.at = now() - 100ms;
        QCOMPARE(act(reschedule, refOf("t#1"), queue + "/op1"), ItemOutcome::Done);
        QVERIFY(claim().leases.empty());
        QCOMPARE(undo(queue + "/op1").restored, 0);
        QCOMPARE(state("t#1"), TaskState::Failed);
    }

    void anUndoLeavesATaskOfTheSameIdAlone()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        NewTask task;
        task.id = "t#1";
        task.dueAt = now() + 1h;
        add({task});
        Action reschedule;
        reschedule.kind = ActionKind::Reschedule;
        reschedule.at = now() - 1h;
        QCOMPARE(act(reschedule, refOf("t#1"), queue + "/op1"), ItemOutcome::Done);
        QueueSettings settings;
        settings.keepDone = 0ms;
        must(editor().configure(queue, settings));
        // The task is done and has been removed, so its id is available again.
        QCOMPARE(ackOne(worker(), claimOne()), WriteOutcome::Accepted);
        task.dueAt = now() + 5h;
        add({task});
        QCOMPARE(must(inspector().task(queue, "t#1")).lastOperation, OperationId());
        QCOMPARE(undo(queue + "/op1").restored, 0);
        QCOMPARE(shown("t#1").at, *task.dueAt);
    }

    void whatAnotherOperationTouchedIsNotUndone()
    {
        REQUIRE_FEATURE(Restored);
        addDue({"t#1", "t#2"});
        QCOMPARE(act(ActionKind::Discard, "t#1", queue + "/op1"), ItemOutcome::Done);
        QCOMPARE(act(ActionKind::Discard, "t#2", queue + "/op1"), ItemOutcome::Done);
        QCOMPARE(act(ActionKind::Restore, "t#2", queue + "/op2"), ItemOutcome::Done);
        QCOMPARE(undo(queue + "/op1").restored, 1);
        QCOMPARE(state("t#1"), TaskState::Due);
        QCOMPARE(state("t#2"), TaskState::Due);
        QCOMPARE(undo(queue + "/op2").restored, 1);
        QCOMPARE(state("t#2"), TaskState::Trash);
    }

    void undoingTwiceRestoresOnce()
    {
        REQUIRE_FEATURE(Times);
        addDue({"t#1"});
        QCOMPARE(act(ActionKind::Discard, "t#1", queue + "/op1"), ItemOutcome::Done);
        QCOMPARE(undo(queue + "/op1").restored, 1);
        QCOMPARE(undo(queue + "/op1").restored, 0);
        QCOMPARE(state("t#1"), TaskState::Due);
        QCOMPARE(must(inspector().task(queue, "t#1")).lastOperation, OperationId());
        Action reschedule;
        reschedule.kind = ActionKind::Reschedule;
        reschedule.at = now() + 2h;
        QCOMPARE(act(reschedule, refOf("t#1"), queue + "/op2"), ItemOutcome::Done);
        QCOMPARE(undo(queue + "/op2").restored, 1);
        QCOMPARE(undo(queue + "/op2").restored, 0);
    }

    void anUndoTouchesOnlyItsOwnOperationAmongMany()
    {
        REQUIRE_FEATURE(BareRefs);
        std::vector<TaskId> ids;
        for (int i = 0; i < 700; ++i)
            ids.push_back("t#" + QByteArray::number(i));
        addDue(ids);
        for (int first = 0; first < 700; first += 100) {
            ActionStep step;
            step.queue = queue;
            step.operation = first < 350 ? queue + "/op1" : queue + "/op2";
            step.action.kind = ActionKind::Discard;
            for (int i = first; i < first + 100; ++i)
                step.refs.push_back({ids[std::size_t(i)], TaskState::Due, {}, {}});
            QCOMPARE(must(editor().act(step)), std::vector(100, ItemOutcome::Done));
        }
        QCOMPARE(undo(queue + "/op1").restored, 400);
        // Layouts that store tasks as keys may report slightly outdated counts if there are many tasks.
        QTRY_COMPARE(counts()[TaskState::Due], 400);
        QTRY_COMPARE(counts()[TaskState::Trash], 300);
        QCOMPARE(undo(queue + "/op2").restored, 300);
        QTRY_COMPARE(counts()[TaskState::Due], 700);
    }

    void anUnknownOperationIsNotFound()
    {
        addDue({"t#1"});
        const auto step = editor().undo(queue, queue + "/nobody", queue + "/op1", {});
        QVERIFY(!step);
        QCOMPARE(step.error().code, ErrorCode::NotFound);
    }

    void anOperationIsRememberedAsItWasRecorded()
    {
        addDue({"t#1"});
        const TimePoint before = now();
        OperationRecord first = record(queue + "/op1");
        must(editor().record(first));
        const auto kept = must(inspector().operations(queue));
        QCOMPARE(kept.size(), std::size_t(1));
        QVERIFY(kept[0].at >= before && kept[0].at <= now());
        first.at = kept[0].at;
        QCOMPARE(kept[0], first);

        waitPast(now() + 5ms);
        first.done = 18;
        first.undoneBy = queue + "/op2";
        must(editor().record(first));
        const auto again = must(inspector().operations(queue));
        QCOMPARE(again.size(), std::size_t(1));
        QCOMPARE(again[0].at, kept[0].at);
        QCOMPARE(again[0].done, 18);
        QCOMPARE(again[0].undoneBy, OperationId(queue + "/op2"));
        QVERIFY(!again[0].undoable);
    }

    void anUndoPutsItsNameOnWhatItUndid()
    {
        addDue({"t#1"});
        must(editor().record(record(queue + "/op1")));
        OperationRecord undoing = record(queue + "/op2");
        undoing.kind = "undo";
        undoing.undoes = queue + "/op1";
        undoing.undoable = false;
        undoing.finished = false;
        const auto undoneBy = [&] {
            for (const OperationRecord& kept : must(inspector().operations(queue))) {
                if (kept.id == queue + "/op1")
                    return kept.undoneBy;
            }
            return OperationId("no such record");
        };
        must(editor().record(undoing));
        QCOMPARE(undoneBy(), OperationId());
        undoing.finished = true;
        must(editor().record(undoing));
        QCOMPARE(undoneBy(), OperationId(queue + "/op2"));
        must(editor().record(record(queue + "/op1"))); // A late repeat of the first record() call removes nothing.
        QCOMPARE(undoneBy(), OperationId(queue + "/op2"));
    }

    void aRecordThatIsHeldIsWrittenByItsHolderAlone()
    {
        REQUIRE_FEATURE(Records);
        addDue({"t#1"});
        OperationRecord move = record(queue + "/op1");
        move.kind = "move";
        move.finished = false;
        move.inTransit = {"t#1", QByteArray("9 t#\0\n", 6), ""};
        move.holder = "alice@here/1";
        move.holdFor = Millis(60'000);
        must(editor().record(move));
        const auto kept = [&] { return must(inspector().operations(queue)).at(0); };
        QVERIFY(kept().running);
        QCOMPARE(kept().holder, QByteArray("alice@here/1"));
        QCOMPARE(kept().inTransit, move.inTransit);
        OperationRecord other = move;
        other.holder = "bob@there/2";
        QCOMPARE(editor().record(other).error().code, ErrorCode::Busy);
        // Once a client has released its claim, another client may continue and finish the operation. From then on, the
        // first client is refused.
        move.inTransit.clear();
        move.holdFor = Millis(0);
        must(editor().record(move));
        QVERIFY(!kept().running && kept().inTransit.empty());
        must(editor().record(other));
        other.finished = true;
        must(editor().record(other));
        must(editor().record(other)); // A repeated call changes nothing.
        QVERIFY(!kept().running);
        QCOMPARE(editor().record(move).error().code, ErrorCode::Refused);
        QVERIFY(kept().finished);
        QCOMPARE(kept().holder, QByteArray("bob@there/2"));
    }

    void anOperationPastItsTimeIsNotUndone()
    {
        REQUIRE_CAPABILITY(can().settings);
        addDue({"t#1"});
        QCOMPARE(act(ActionKind::Discard, "t#1", queue + "/op1"), ItemOutcome::Done);
        must(editor().record(record(queue + "/op1")));
        QueueSettings settings;
        settings.keepUndo = 1ms;
        must(editor().configure(queue, settings));
        waitPast(now() + 2ms);
        QVERIFY(!must(inspector().operations(queue)).at(0).undoable);
        QCOMPARE(must(editor().undo(queue, queue + "/op1", queue + "/op2", {})).restored, 0);
        QCOMPARE(state("t#1"), TaskState::Trash);
    }

    void operationsAreListedNewestFirst()
    {
        REQUIRE_FEATURE(Records);
        addDue({"t#1"});
        QVERIFY(!must(inspector().queue(queue)).lastOperation);
        for (int i = 1; i <= 5; ++i) {
            must(editor().record(record(queue + "/op" + QByteArray::number(i))));
            waitPast(now());
        }
        const auto kept = must(inspector().operations(queue, 3));
        QCOMPARE(kept.size(), std::size_t(3));
        QCOMPARE(kept[0].id, OperationId(queue + "/op5"));
        QCOMPARE(kept[2].id, OperationId(queue + "/op3"));
        // The overview shows when the last operation ran.
        QVERIFY(must(inspector().queue(queue)).lastOperation == kept[0].at);
        QVERIFY(must(inspector().operations("nobody")).empty());
    }
};

QTEST_GUILESS_MAIN(TestConformanceUndo)
#include "tst_conformance_undo.moc"
