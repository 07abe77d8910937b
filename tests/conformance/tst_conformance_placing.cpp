// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

using namespace dueline;

/// Tests moving tasks: they are read completely at the source, then parked and placed at the target.
class TestConformancePlacing : public ConformanceTest
{
    Q_OBJECT

    TaskDetail detail(const TaskId& id, TaskState state, TimePoint at)
    {
        TaskDetail made;
        made.task.id = id;
        made.task.state = state;
        made.task.at = at;
        return made;
    }
    static Attempt attempt(int number, TimePoint at, const QByteArray& error)
    {
        return {number, "host-1.a", at, at + 3s, "failed", error};
    }
    void park(const std::vector<TaskDetail>& details)
    {
        std::vector<NewTask> tasks;
        for (const TaskDetail& one : details) {
            NewTask task;
            task.id = one.task.id;
            task.dueAt = parkedUntil;
            task.options = one.options;
            task.payload = "payload of " + one.task.id;
            task.addedAt = one.task.addedAt;
            tasks.push_back(task);
        }
        add(tasks);
    }
    std::vector<ItemOutcome> place(const std::vector<TaskDetail>& details)
    {
        return must(editor().place(queue, queue + "/import", details));
    }
    std::vector<TaskDetail> oneOfEach()
    {
        const TimePoint at = fromMs(toMs(now()));
        std::vector<TaskDetail> all{detail("t#scheduled", TaskState::Scheduled, at + 1h),
            detail("t#due", TaskState::Due, at - 1h), detail("t#retrying", TaskState::Retrying, at + 2h),
            detail("t#failed", TaskState::Failed, at - 5min), detail("t#done", TaskState::Done, at - 4min),
            detail("t#trash", TaskState::Trash, at - 3min)};
        all[0].options.maxAttempts = 9;
        all[2].task.attempt = 2;
        all[2].fence = 3;
        all[2].expiries = 1;
        all[2].firstDue = at - 3h;
        all[2].attempts = {attempt(1, at - 20min, "first\nline \\ two"), attempt(2, at - 10min, "second")};
        all[3].task.attempt = 5;
        all[3].fence = 5;
        all[3].task.dueAt = all[3].firstDue = at - 2h;
        all[3].attempts = {attempt(5, at - 5min, QByteArray("\xff\0 odd", 6))};
        all[4].task.attempt = 2;
        all[4].attempts = {attempt(1, at - 20min, "once")};
        all[4].result = QByteArray("out\0put", 7);
        all[5].task.attempt = 1;
        all[5].fence = 1;
        all[5].restoresTo = TaskPlace{TaskState::Failed, at - 10min};
        return all;
    }

private slots:
    void aTaskAsAWholeIsItsDetailAndItsPayload()
    {
        REQUIRE_FEATURE(Payloads);
        REQUIRE_FEATURE(OwnIds);
        populate();
        std::vector<TaskId> ids{"no#such"};
        for (const Task& task : everything())
            ids.push_back(task.id);
        const auto whole = must(inspector().readRecords(queue, ids));
        QCOMPARE(whole.size(), ids.size());
        QVERIFY(!whole.front());
        for (std::size_t i = 1; i < ids.size(); ++i) {
            QVERIFY2(whole[i], ids[i].constData());
            QCOMPARE(whole[i]->detail, must(inspector().task(queue, ids[i])));
            QCOMPARE(whole[i]->payload, must(inspector().payload(queue, ids[i])));
        }
    }

    void whatIsParkedIsNotBroughtForward()
    {
        REQUIRE_CAPABILITY(can().place);
        const std::vector<TaskDetail> all = oneOfEach();
        park(all);
        for (const ActionKind kind : {ActionKind::RunNow, ActionKind::Reschedule}) {
            ActionStep step;
            step.queue = queue;
            step.operation = queue + "/hasty-" + actionName(kind).toByteArray();
            step.action.kind = kind;
            for (const TaskDetail& one : all) {
                step.refs.push_back({one.task.id, TaskState::Scheduled, {}, parkedUntil});
                step.newDue.push_back(fromMs(toMs(now())));
            }
            QCOMPARE(must(editor().act(step)), std::vector<ItemOutcome>(all.size(), ItemOutcome::Refused));
        }
        QVERIFY(claim().leases.empty());
        QCOMPARE(place(all), std::vector<ItemOutcome>(all.size(), ItemOutcome::Done));
    }

    void parkedTasksGetTheStateTheyHad()
    {
        REQUIRE_CAPABILITY(can().place);
        const std::vector<TaskDetail> all = oneOfEach();
        park(all);
        QVERIFY(claim().leases.empty()); // Workers don't claim parked tasks.
        QCOMPARE(place(all), std::vector<ItemOutcome>(all.size(), ItemOutcome::Done));
        for (const TaskDetail& one : all) {
            const TaskDetail there = must(inspector().task(queue, one.task.id));
            QCOMPARE(there.task.state, one.task.state);
            QCOMPARE(there.task.at, one.task.at);
            QCOMPARE(there.task.attempt, one.task.attempt);
            QCOMPARE(there.fence, one.fence);
            QCOMPARE(there.expiries, one.expiries);
            if (one.firstDue)
                QCOMPARE(there.firstDue, one.firstDue);
            QCOMPARE(there.attempts, one.attempts);
            QCOMPARE(there.result, one.result);
            QCOMPARE(there.options, one.options);
            QCOMPARE(there.restoresTo, one.restoresTo);
            if (one.task.dueAt)
                QCOMPARE(there.task.dueAt, one.task.dueAt);
            QCOMPARE(must(inspector().payload(queue, one.task.id)), "payload of " + one.task.id);
        }
        const auto leases = claim().leases;
        QCOMPARE(idsOf(leases), std::vector<TaskId>{"t#due"});
        QCOMPARE(act(ActionKind::Restore, "t#trash", queue + "/back"), ItemOutcome::Done);
        QCOMPARE(shown("t#trash").state, TaskState::Failed);
        QCOMPARE(shown("t#trash").at, all[5].restoresTo->at);
    }

    void aTaskThatWasLeasedBeforeWaitsAsOneThatComesBack()
    {
        REQUIRE_CAPABILITY(can().place);
        TaskDetail one = detail("t#1", TaskState::Due, now() - 1min);
        one.task.attempt = 1;
        one.fence = 4;
        park({one});
        place({one});
        QCOMPARE(shown("t#1").state, TaskState::Retrying);
        const Lease lease = claimOne();
        QCOMPARE(lease.attempt, 2);
        QVERIFY2(lease.token.startsWith("5-"), lease.token.constData());
    }

    void placingAgainChangesNothing()
    {
        REQUIRE_CAPABILITY(can().place);
        const std::vector<TaskDetail> all = oneOfEach();
        park(all);
        place(all);
        std::vector<TaskDetail> before;
        for (const TaskDetail& one : all)
            before.push_back(must(inspector().task(queue, one.task.id)));
        QCOMPARE(place(all), std::vector<ItemOutcome>(all.size(), ItemOutcome::Done));
        for (std::size_t i = 0; i < all.size(); ++i)
            QCOMPARE(must(inspector().task(queue, all[i].task.id)), before[i]);
    }

    void whatIsNotParkedIsLeftAlone()
    {
        REQUIRE_CAPABILITY(can().place);
        add({dueTask("t#1")});
        const TaskDetail before = must(inspector().task(queue, "t#1"));
        const auto outcomes = place({detail("t#1", TaskState::Failed, now()), detail("t#2", TaskState::Failed, now())});
        QCOMPARE(outcomes, (std::vector{ItemOutcome::MovedOn, ItemOutcome::NotFound}));
        QCOMPARE(must(inspector().task(queue, "t#1")), before);
    }

    void undoDiscardsWhatCameAndDidNotRun()
    {
        REQUIRE_CAPABILITY(can().place);
        std::vector<TaskDetail> all = oneOfEach();
        all.push_back(detail("t#runs", TaskState::Due, now() - 2h));
        park(all);
        place(all);
        const Lease lease = claimOne();
        QCOMPARE(lease.id, TaskId("t#runs"));
        QCOMPARE(undo(queue + "/import").restored, 5); // The sixth task is already in the trash.
        QCOMPARE(state("t#runs"), TaskState::Leased);
        for (const char* id : {"t#scheduled", "t#due", "t#retrying", "t#failed", "t#done", "t#trash"})
            QCOMPARE(state(id), TaskState::Trash);
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Accepted);
        QVERIFY(claim().leases.empty());
        // Restoring returns the tasks to the states they were placed in.
        QCOMPARE(act(ActionKind::Restore, "t#failed", queue + "/back"), ItemOutcome::Done);
        QCOMPARE(shown("t#failed").state, TaskState::Failed);
        QCOMPARE(shown("t#failed").attempt, 5);
    }
};

QTEST_GUILESS_MAIN(TestConformancePlacing)
#include "tst_conformance_placing.moc"
