// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

using namespace dueline;

/// Tests that an operator's actions change only tasks that are still as the operator saw them, and report why they skip
/// others.
class TestConformanceActions : public ConformanceTest
{
    Q_OBJECT

    /// Adds one task in each state, with the state in its id.
    void addOneOfEach()
    {
        failTask("failed#1");
        add({dueTask("done#1", 50min)});
        QCOMPARE(ackOne(worker(), claimOne()), WriteOutcome::Accepted);
        add({dueTask("retrying#1", 40min)});
        QCOMPARE(nackOne(worker(), claimOne(), 2h, "again"), WriteOutcome::Accepted);
        add({dueTask("trash#1", 30min)});
        QCOMPARE(act(ActionKind::Discard, "trash#1", queue + "/before"), ItemOutcome::Done);
        add({dueTask("leased#1", 20min)});
        QCOMPARE(claimOne(1h).id, TaskId("leased#1"));
        NewTask scheduled;
        scheduled.id = "scheduled#1";
        scheduled.dueAt = now() + 1h;
        add({scheduled, dueTask("due#1")});
    }

private slots:
    void everyActionAppliesToItsStatesAndRefusesOthers_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("force");
        for (const char* name : {"retry", "run-now", "reschedule", "discard", "restore", "delete"}) {
            const int kind = int(*actionFromName(name));
            QTest::addRow("%s", name) << kind << false;
            QTest::addRow("%s, forced", name) << kind << true;
        }
    }
    void everyActionAppliesToItsStatesAndRefusesOthers()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        QFETCH(int, kind);
        QFETCH(bool, force);
        REQUIRE_CAPABILITY(can().can(ActionKind(kind)));
        addOneOfEach();
        for (const TaskState seen : allStates) {
            const TaskId id = stateName(seen).toByteArray() + "#1";
            QCOMPARE(state(id), seen);
            const TaskDetail before = must(inspector().task(queue, id));
            Action action;
            action.kind = ActionKind(kind);
            action.force = force;
            action.at = now() + 5h;
            const bool applies = applicableStates(action.kind, force).contains(seen);
            QCOMPARE(act(action, refOf(id)), applies ? ItemOutcome::Done : ItemOutcome::Refused);
            if (!applies)
                QCOMPARE(must(inspector().task(queue, id)), before);
        }
    }

    void retryingAFailedTaskStartsItsAttemptsAnew()
    {
        REQUIRE_CAPABILITY(can().leases);
        failTask("t#1", "it broke");
        const TimePoint before = now();
        QCOMPARE(act(ActionKind::Retry, "t#1", queue + "/op7"), ItemOutcome::Done);
        const TaskDetail detail = must(inspector().task(queue, "t#1"));
        QCOMPARE(detail.task.state, TaskState::Retrying);
        QVERIFY(detail.task.at >= before && detail.task.at <= now());
        QCOMPARE(detail.task.attempt, 0);
        QCOMPARE(detail.expiries, 0);
        QCOMPARE(detail.fence, 1);
        QCOMPARE(detail.attempts.size(), std::size_t(1));
        QCOMPARE(detail.task.error, QByteArray("it broke"));
        QCOMPARE(detail.lastOperation, OperationId(queue + "/op7"));
        const Lease lease = claimOne();
        QCOMPARE(lease.attempt, 1);
        QCOMPARE(must(inspector().task(queue, "t#1")).fence, 2);
    }

    void retryingForgetsTheLeasesThatRanOut()
    {
        REQUIRE_CAPABILITY(can().leases);
        addDue({"t#1"});
        for (int round = 1; round <= 3; ++round) {
            waitPast(claim(1, 20ms).expiresAt);
            must(worker().recover(queue, 100));
        }
        QCOMPARE(state("t#1"), TaskState::Failed);
        QCOMPARE(act(ActionKind::Retry, "t#1"), ItemOutcome::Done);
        QCOMPARE(must(inspector().task(queue, "t#1")).expiries, 0);
        waitPast(claim(1, 20ms).expiresAt);
        QCOMPARE(must(worker().recover(queue, 100)).retried, 1);
    }

    void retryingATaskThatExpiredBeforeItStartedLetsItStart()
    {
        REQUIRE_FEATURE(Options);
        NewTask task = dueTask("t#1");
        task.options.expiresAt = now() - 500ms;
        add({task});
        QVERIFY(claim().leases.empty());
        QCOMPARE(act(ActionKind::Retry, "t#1"), ItemOutcome::Done);
        QCOMPARE(claimOne().id, TaskId("t#1"));
    }

    void retryMakesARetryingTaskDueNowAndKeepsItsAttempts()
    {
        REQUIRE_CAPABILITY(can().leases);
        addDue({"t#1"});
        QCOMPARE(nackOne(worker(), claimOne(), 2h), WriteOutcome::Accepted);
        QCOMPARE(act(ActionKind::Retry, "t#1"), ItemOutcome::Done);
        QVERIFY(shown("t#1").at <= now());
        QCOMPARE(claimOne().attempt, 2);
    }

    void aRetryAtATimeWaitsUntilThenWithAttemptsAnew()
    {
        REQUIRE_CAPABILITY(can().leases && can().retryLater);
        failTask("failed#1", "it broke");
        add({dueTask("retrying#1")});
        QCOMPARE(nackOne(worker(), claimOne(), 3h, "again"), WriteOutcome::Accepted);
        const TaskDetail failedBefore = must(inspector().task(queue, "failed#1"));
        const TaskDetail retryingBefore = must(inspector().task(queue, "retrying#1"));
        Action later;
        later.kind = ActionKind::Retry;
        later.time = Action::Time::At;
        later.at = fromMs(toMs(now() + 2h));
        QCOMPARE(act(later, refOf("failed#1"), queue + "/op1"), ItemOutcome::Done);
        QCOMPARE(act(later, refOf("retrying#1"), queue + "/op1"), ItemOutcome::Done);
        for (const char* id : {"failed#1", "retrying#1"}) {
            const TaskDetail detail = must(inspector().task(queue, id));
            QCOMPARE(detail.task.state, TaskState::Retrying);
            QCOMPARE(detail.task.at, later.at);
            QCOMPARE(detail.lastOperation, OperationId(queue + "/op1"));
        }
        QCOMPARE(shown("failed#1").attempt, 0);
        QCOMPARE(shown("retrying#1").attempt, 1); // unchanged, as after an immediate retry
        QVERIFY(claim().leases.empty()); // No worker can claim the tasks before then.
        QCOMPARE(undo(queue + "/op1").restored, 2);
        const auto isAsBefore = [this](TaskDetail before) {
            TaskDetail detail = must(inspector().task(queue, before.task.id));
            detail.lastOperation = before.lastOperation; // Some layouts record the undo as the last operation.
            return detail == before;
        };
        QVERIFY(isAsBefore(failedBefore));
        QVERIFY(isAsBefore(retryingBefore));

        later.at = fromMs(toMs(now() + 60ms)); // The retried task will become due and be claimed.
        QCOMPARE(act(later, refOf("failed#1"), queue + "/op2"), ItemOutcome::Done);
        waitPast(later.at);
        QCOMPARE(claimOne().id, TaskId("failed#1"));
    }

    void aRetryAtATimeIsUndone()
    {
        REQUIRE_CAPABILITY(can().retryLater && fixture().states().contains(TaskState::Failed));
        failTask("failed#1", "it broke");
        const TaskDetail before = must(inspector().task(queue, "failed#1"));
        const TaskRef seen = refOf("failed#1");
        Action later;
        later.kind = ActionKind::Retry;
        later.time = Action::Time::At;
        later.at = fromMs((toMs(now()) / 1000 + 7200) * 1000); // Some layouts store only whole seconds.
        QCOMPARE(act(later, seen, queue + "/op1"), ItemOutcome::Done);
        QCOMPARE(act(later, seen, queue + "/op2"), ItemOutcome::MovedOn);
        const Task waiting = shown("failed#1");
        QVERIFY(waiting.state == TaskState::Scheduled || waiting.state == TaskState::Retrying);
        QCOMPARE(waiting.at, later.at);
        QCOMPARE(undo(queue + "/op1").restored, 1);
        TaskDetail after = must(inspector().task(queue, "failed#1"));
        after.lastOperation = before.lastOperation; // Some layouts record the undo as the last operation.
        QCOMPARE(after, before);
        QCOMPARE(undo(queue + "/op1").restored, 0);
    }

    void runNowMakesAScheduledTaskDue()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        NewTask task;
        task.id = "t#1";
        task.dueAt = now() + 1h;
        add({task});
        QCOMPARE(act(ActionKind::RunNow, "t#1"), ItemOutcome::Done);
        QCOMPARE(state("t#1"), TaskState::Due);
        QCOMPARE(claimOne().id, TaskId("t#1"));
    }

    void rescheduleGivesEachTaskItsNewDueTime()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        addDue({"t#1", "t#2", "t#3"});
        QCOMPARE(nackOne(worker(), claimOne(), 2h), WriteOutcome::Accepted);
        ActionStep step;
        step.queue = queue;
        step.operation = queue + "/op1";
        step.action.kind = ActionKind::Reschedule;
        step.refs = {refOf("t#2"), refOf("t#1"), refOf("t#3")};
        const TimePoint base = now();
        step.newDue = {base + 1h, base + 3h, base - 1h};
        QCOMPARE(must(editor().act(step)), std::vector(3, ItemOutcome::Done));
        QCOMPARE(shown("t#2").at, base + 1h);
        QCOMPARE(state("t#2"), TaskState::Scheduled);
        QCOMPARE(shown("t#1").at, base + 3h);
        QCOMPARE(state("t#1"), TaskState::Retrying);
        QCOMPARE(shown("t#3").at, base - 1h);
        QCOMPARE(state("t#3"), TaskState::Due);
    }

    void discardedTasksLieInTheTrashWithAllThatIsKnownOfThem()
    {
        REQUIRE_CAPABILITY(fixture().states().contains(TaskState::Failed));
        failTask("t#1", "it broke");
        const TaskDetail before = must(inspector().task(queue, "t#1"));
        QCOMPARE(act(ActionKind::Discard, "t#1"), ItemOutcome::Done);
        const TaskDetail after = must(inspector().task(queue, "t#1"));
        QCOMPARE(after.task.state, TaskState::Trash);
        QVERIFY(after.task.at >= before.task.at && after.task.at <= now());
        QCOMPARE(after.attempts, before.attempts);
        QCOMPARE(after.task.attempt, before.task.attempt);
        QCOMPARE(after.task.error, before.task.error);
        QCOMPARE(after.fence, before.fence);
    }

    void restoringPutsATaskBackWhereItWas_data()
    {
        QTest::addColumn<QByteArray>("from");
        for (const char* name : {"scheduled", "due", "retrying", "failed", "done"})
            QTest::addRow("%s", name) << QByteArray(name);
    }
    void restoringPutsATaskBackWhereItWas()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        QFETCH(QByteArray, from);
        addOneOfEach();
        const TaskId id = from + "#1";
        const Task before = shown(id);
        QCOMPARE(act(ActionKind::Discard, id, queue + "/op1"), ItemOutcome::Done);
        QCOMPARE(act(ActionKind::Restore, id, queue + "/op2"), ItemOutcome::Done);
        const Task after = shown(id);
        QCOMPARE(after.state, before.state);
        QCOMPARE(after.at, before.at);
        QCOMPARE(after.attempt, before.attempt);
        QCOMPARE(after.error, before.error);
    }

    void deletedTasksAreGoneForGood()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        NewTask large = dueTask("large#1");
        large.payload = QByteArray(100'000, 'x');
        add({large});
        addOneOfEach();
        for (const char* id : {"large#1", "scheduled#1", "due#1", "retrying#1", "failed#1", "done#1", "trash#1"}) {
            const TaskRef ref = refOf(id);
            Action action;
            action.kind = ActionKind::Delete;
            QCOMPARE(act(action, ref), ItemOutcome::Done);
            QVERIFY2(!exists(id), id);
            QCOMPARE(act(action, ref), ItemOutcome::NotFound);
        }
        QCOMPARE(counts()[TaskState::Leased], 1);
        QCOMPARE(
            counts().pending() + counts()[TaskState::Failed] + counts()[TaskState::Done] + counts()[TaskState::Trash],
            0);
        failTask("failed#1", "a new life");
        QCOMPARE(must(inspector().task(queue, "failed#1")).attempts.size(), std::size_t(1));
    }

    void whatHasMovedOnIsReportedAndNotTouched()
    {
        REQUIRE_CAPABILITY(can().leases);
        addDue({"t#1"});
        const TaskRef seen = refOf("t#1");
        const Lease lease = claimOne();
        Action discard;
        discard.kind = ActionKind::Discard;
        QCOMPARE(act(discard, seen), ItemOutcome::MovedOn);
        QCOMPARE(act(forced(ActionKind::Discard), seen), ItemOutcome::MovedOn);
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Accepted);
        QCOMPARE(act(discard, seen), ItemOutcome::MovedOn);
        QCOMPARE(state("t#1"), TaskState::Done);
        QCOMPARE(must(inspector().task(queue, "t#1")).lastOperation, OperationId());
    }

    void aTaskThatBecameDueMeanwhileHasNotMovedOn()
    {
        REQUIRE_FEATURE(Times);
        NewTask task;
        task.id = "t#1";
        task.dueIn = 40ms;
        add({task});
        TaskRef seen = refOf("t#1");
        seen.seenState = TaskState::Scheduled;
        waitPast(seen.seenAt);
        Action discard;
        discard.kind = ActionKind::Discard;
        QCOMPARE(act(discard, seen), ItemOutcome::Done);
    }

    void outcomesStandInTheOrderOfTheRefs()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        addOneOfEach();
        ActionStep step;
        step.queue = queue;
        step.operation = queue + "/op1";
        step.action.kind = ActionKind::Retry;
        step.refs = {refOf("due#1"), refOf("failed#1"), {"gone#1", TaskState::Failed, {}, {}}, refOf("retrying#1"),
            {"done#1", TaskState::Failed, {}, {}}};
        QCOMPARE(must(editor().act(step)),
            (std::vector{ItemOutcome::Refused, ItemOutcome::Done, ItemOutcome::NotFound, ItemOutcome::Done,
                ItemOutcome::MovedOn}));
    }

    void anOperationActsOnATaskOnce()
    {
        REQUIRE_FEATURE(Restored);
        NewTask task;
        task.id = "t#1";
        task.dueAt = now() + 1h;
        add({task, dueTask("t#2")});
        Action shift;
        shift.kind = ActionKind::Reschedule;
        shift.at = now() + 2h;
        QCOMPARE(act(shift, refOf("t#1"), queue + "/op1"), ItemOutcome::Done);
        const TimePoint moved = shown("t#1").at;
        // The scan will find the task again, because the shift moves it ahead of the scan.
        shift.at = now() + 3h;
        QCOMPARE(act(shift, refOf("t#1"), queue + "/op1"), ItemOutcome::Done);
        QCOMPARE(shown("t#1").at, moved);

        QCOMPARE(act(ActionKind::Discard, "t#2", queue + "/op2"), ItemOutcome::Done);
        const TaskRef trashed = refOf("t#2");
        Action restore;
        restore.kind = ActionKind::Restore;
        QCOMPARE(act(restore, trashed, queue + "/op3"), ItemOutcome::Done);
        QCOMPARE(act(restore, trashed, queue + "/op3"), ItemOutcome::Done);
        QCOMPARE(claimOne().id, TaskId("t#2"));
        QCOMPARE(act(restore, trashed, queue + "/op3"), ItemOutcome::MovedOn);
    }

    void anIdGivenTwiceInOneStepIsActedOnOnce()
    {
        REQUIRE_FEATURE(OwnIds);
        addDue({"t#1"});
        ActionStep step;
        step.queue = queue;
        step.operation = queue + "/op1";
        step.action.kind = ActionKind::Discard;
        step.refs = {refOf("t#1"), refOf("t#1")};
        QCOMPARE(must(editor().act(step)), (std::vector{ItemOutcome::Done, ItemOutcome::MovedOn}));
        QCOMPARE(undo(queue + "/op1").restored, 1);
    }

    void whatIsOverdueKeepsItsPlaceWhenItIsRunNow_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("retry") << int(ActionKind::Retry);
        QTest::newRow("run-now") << int(ActionKind::RunNow);
    }
    void whatIsOverdueKeepsItsPlaceWhenItIsRunNow()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        QFETCH(int, kind);
        addDue({"t#1"});
        QCOMPARE(nackOne(worker(), claimOne(), 0ms), WriteOutcome::Accepted);
        waitPast(now() + 5ms);
        const TimePoint due = shown("t#1").at;
        QCOMPARE(act(ActionKind(kind), "t#1"), ItemOutcome::Done);
        QCOMPARE(shown("t#1").at, due);
    }

    void aHundredTasksFitInOneStep()
    {
        REQUIRE_FEATURE(BareRefs);
        std::vector<TaskId> ids;
        for (int i = 0; i < 100; ++i)
            ids.push_back("t#" + QByteArray::number(i));
        addDue(ids);
        ActionStep step;
        step.queue = queue;
        step.operation = queue + "/op1";
        step.action.kind = ActionKind::Discard;
        for (const TaskId& id : ids)
            step.refs.push_back({id, TaskState::Due, {}, {}});
        QCOMPARE(must(editor().act(step)), std::vector(100, ItemOutcome::Done));
        QCOMPARE(counts()[TaskState::Trash], 100);
        QCOMPARE(undo(queue + "/op1").restored, 100);
        QCOMPARE(counts()[TaskState::Due], 100);
    }
};

QTEST_GUILESS_MAIN(TestConformanceActions)
#include "tst_conformance_actions.moc"
