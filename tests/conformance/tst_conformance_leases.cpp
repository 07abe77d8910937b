// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

#include <set>

using namespace dueline;

/// Tests claiming, extending and recovering leases.
class TestConformanceLeases : public ConformanceTest
{
    Q_OBJECT

    const char* impossible() override { return can().leases ? nullptr : "This layout does not claim: leases"; }

    static TypeSelection exactly(const QByteArray& type) { return {false, {type}, {}}; }

private slots:
    void tasksAreClaimedByDueTimeAndTiesById()
    {
        REQUIRE_FEATURE(Times);
        const TimePoint first = now() - 10s;
        std::vector<NewTask> tasks;
        for (const auto& [id, due] : std::vector<std::pair<const char*, int>>{
                 {"t#late", 5000}, {"t#b", 1000}, {"t#a", 1000}, {"t#C", 1000}, {"t#early", 0}}) {
            NewTask task;
            task.id = id;
            task.dueAt = first + Millis(due);
            tasks.push_back(task);
        }
        add(tasks);
        const Claim claimed = claim();
        QCOMPARE(idsOf(claimed.leases), (std::vector<TaskId>{"t#early", "t#C", "t#a", "t#b", "t#late"}));
        QCOMPARE(claimed.leases[0].dueAt, first);
        QCOMPARE(claimed.leases[1].dueAt, first + 1s);
    }

    void whatComesBackIsMergedByItsDueTime()
    {
        REQUIRE_FEATURE(Times);
        addDue({"t#1", "t#2", "t#3", "t#4"});
        const Claim held = claim(2); // Both t#1 and t#2 are claimed.
        must(worker().release(queue, {held.leases[1]}));
        QCOMPARE(idsOf(claim(1).leases), (std::vector<TaskId>{"t#2"}));
        must(worker().release(queue, {held.leases[0]}));
        QCOMPARE(idsOf(claim().leases), (std::vector<TaskId>{"t#1", "t#3", "t#4"}));
    }

    void nothingIsClaimedBeforeItIsDue()
    {
        REQUIRE_FEATURE(Times);
        NewTask later;
        later.id = "t#1";
        later.dueAt = now() + 1h;
        add({later});
        const Claim claimed = claim();
        QVERIFY(claimed.leases.empty());
        QCOMPARE(claimed.nextDue, later.dueAt);
        QVERIFY(!claimed.nearestExpiry);
        QCOMPARE(state("t#1"), TaskState::Scheduled);
    }

    void aQueueNobodyMadeGivesNothing()
    {
        const Claim claimed = claim();
        QVERIFY(claimed.leases.empty());
        QVERIFY(!claimed.nextDue);
        QVERIFY(!claimed.paused);
    }

    void aClaimTellsTheLeaseItGave()
    {
        addDue({"t#1"});
        const TimePoint before = now();
        const Claim claimed = claim(10, 60s);
        QCOMPARE(claimed.leases.size(), std::size_t(1));
        const Lease& lease = claimed.leases[0];
        QCOMPARE(lease.attempt, 1);
        QVERIFY(!lease.token.isEmpty());
        QVERIFY(claimed.serverNow >= before && claimed.serverNow <= now());
        QCOMPARE(claimed.expiresAt, claimed.serverNow + 60s);
        QCOMPARE(claimed.nearestExpiry, std::optional(claimed.expiresAt));

        const Task task = shown("t#1");
        QCOMPARE(task.state, TaskState::Leased);
        QCOMPARE(task.at, claimed.expiresAt);
        QCOMPARE(task.token, lease.token);
        QCOMPARE(task.worker, QByteArray("worker-a"));
        QCOMPARE(task.attempt, 1);
        QVERIFY(!task.dueAt || *task.dueAt == lease.dueAt);
        QCOMPARE(must(inspector().task(queue, "t#1")).fence, 1);
    }

    void noTaskIsGivenToTwoWorkers()
    {
        std::vector<TaskId> ids;
        for (int i = 0; i < 300; ++i)
            ids.push_back("t#" + QByteArray::number(i));
        addDue(ids);
        std::set<TaskId> given;
        std::size_t claims = 0;
        for (int round = 0; round < 5; ++round) {
            for (TaskBroker* broker : {&worker(), &otherWorker()}) {
                for (const Lease& lease : claim(*broker, 37).leases) {
                    QVERIFY2(given.insert(lease.id).second, lease.id.constData());
                    ++claims;
                }
            }
        }
        QCOMPARE(claims, std::size_t(300));
        QVERIFY(claim().leases.empty());
    }

    void aClaimGivesAtMostItsLimit()
    {
        std::vector<TaskId> ids;
        for (int i = 0; i < 300; ++i)
            ids.push_back("t#" + QByteArray::number(i));
        addDue(ids);
        QCOMPARE(claim(1).leases.size(), std::size_t(1));
        QCOMPARE(claim(40).leases.size(), std::size_t(40));
        QCOMPARE(claim(250).leases.size(), std::size_t(250));
        QCOMPARE(claim(250).leases.size(), std::size_t(9));
    }

    void typesWithoutHandlerAreLeftAlone()
    {
        REQUIRE_FEATURE(Types);
        addDue({"report#1", "mail.send#1", "mail#1", "mail.read#1", "report#2"});
        QCOMPARE(idsOf(claim(worker(), 10, 30s, exactly("mail")).leases), (std::vector<TaskId>{"mail#1"}));
        QCOMPARE(idsOf(claim(worker(), 1, 30s, {false, {}, {"mail."}}).leases), (std::vector<TaskId>{"mail.send#1"}));
        QCOMPARE(idsOf(claim(worker(), 10, 30s, {false, {"report"}, {"mail."}}).leases),
            (std::vector<TaskId>{"report#1", "mail.read#1", "report#2"}));
        QVERIFY(claim(worker(), 10, 30s, exactly("nothing")).leases.empty());
    }

    void typesThatAreLeftOutForNowStayWhereTheyAre()
    {
        REQUIRE_FEATURE(Types);
        addDue({"mail#1", "mail.send#1", "mail.send.slow#1", "mail.read#1", "report#1", "other#1"});
        // Excludes types with the prefix `mail.`, except those with the exact name or the longer prefix.
        TypeSelection without{true, {"mail.read"}, {"mail.send.s"}};
        without.exceptExact = {"report"};
        without.exceptPrefixes = {"mail."};
        QCOMPARE(idsOf(claim(worker(), 10, 30s, without).leases),
            (std::vector<TaskId>{"mail#1", "mail.send.slow#1", "mail.read#1", "other#1"}));
        TypeSelection rest{false, {}, {"m"}};
        rest.exceptExact = {"mail.send"};
        QVERIFY(claim(worker(), 10, 30s, rest).leases.empty());
        rest.exceptExact.clear();
        rest.exceptPrefixes = {"r"};
        QCOMPARE(idsOf(claim(worker(), 10, 30s, rest).leases), (std::vector<TaskId>{"mail.send#1"}));
        QCOMPARE(idsOf(claim(worker(), 10, 30s, exactly("report")).leases), (std::vector<TaskId>{"report#1"}));
    }

    void typesAreLeftAloneAmongWhatComesBackToo()
    {
        REQUIRE_FEATURE(Types);
        addDue({"a#1", "b#1"});
        const Claim held = claim();
        must(worker().release(queue, held.leases));
        QCOMPARE(idsOf(claim(worker(), 10, 30s, exactly("b")).leases), (std::vector<TaskId>{"b#1"}));
        QCOMPARE(state("a#1"), TaskState::Retrying);
    }

    void aForeignOverdueTaskDoesNotMakeAWorkerSpin()
    {
        REQUIRE_FEATURE(Types);
        NewTask own;
        own.id = "mine#1";
        own.dueAt = now() + 1h;
        add({dueTask("foreign#1"), own});
        const Claim claimed = claim(worker(), 10, 30s, exactly("mine"));
        QVERIFY(claimed.leases.empty());
        QVERIFY(!claimed.more);
        QVERIFY(claimed.nextDue);
        QVERIFY(*claimed.nextDue > claimed.serverNow);
        QVERIFY(*claimed.nextDue <= *own.dueAt);
    }

    void aForeignTaskOfLaterIsNoNextDue()
    {
        REQUIRE_FEATURE(Types);
        NewTask foreign;
        foreign.id = "foreign#1";
        foreign.dueAt = now() + 1h;
        add({foreign});
        const Claim claimed = claim(worker(), 10, 30s, exactly("mine"));
        QVERIFY(claimed.leases.empty());
        QVERIFY(!claimed.more);
        QVERIFY(!claimed.nextDue);
    }

    void manyForeignTasksInFrontDoNotStarveAWorker()
    {
        REQUIRE_FEATURE(Types);
        std::vector<TaskId> ids;
        for (int i = 0; i < 2600; ++i)
            ids.push_back("foreign#" + QByteArray::number(i));
        ids.push_back("mine#1");
        addDue(ids);
        QCOMPARE(idsOf(claim(worker(), 10, 30s, exactly("mine")).leases), (std::vector<TaskId>{"mine#1"}));
        QVERIFY(claim(worker(), 10, 30s, exactly("mine")).leases.empty());
        QCOMPARE(counts()[TaskState::Due], 2600);
    }

    void aPausedQueueGivesNothingAndLeasesGoOn()
    {
        REQUIRE_CAPABILITY(can().pause);
        addDue({"t#1", "t#2"});
        const Lease held = claimOne();
        must(editor().setPaused(queue, true));
        QVERIFY(must(inspector().queue(queue)).paused);
        const Claim claimed = claim();
        QVERIFY(claimed.leases.empty());
        QVERIFY(claimed.paused);
        QCOMPARE(must(worker().extend(queue, {held}, 30s)), (std::vector{ExtendOutcome::Held}));
        QCOMPARE(ackOne(worker(), held), WriteOutcome::Accepted);
        must(editor().setPaused(queue, false));
        QVERIFY(!must(inspector().queue(queue)).paused);
        QCOMPARE(idsOf(claim().leases), (std::vector<TaskId>{"t#2"}));
    }

    void aTaskPastItsExpiryFailsInsteadOfStarting()
    {
        REQUIRE_FEATURE(Options);
        NewTask task = dueTask("t#1");
        task.options.expiresAt = now() - 500ms;
        NewTask fine = dueTask("t#2");
        fine.options.expiresAt = now() + 1h;
        add({task, fine});
        QCOMPARE(idsOf(claim().leases), (std::vector<TaskId>{"t#2"}));
        QCOMPARE(state("t#1"), TaskState::Failed);
        QCOMPARE(shown("t#1").error, QByteArray("expired before it started"));
        const TaskDetail detail = must(inspector().task(queue, "t#1"));
        QCOMPARE(detail.attempts.size(), std::size_t(1));
        QCOMPARE(detail.attempts[0].outcome, QByteArray("expired"));
        QCOMPARE(detail.task.attempt, 0);
    }

    void aTaskPastItsExpiryFailsWithoutAnyWorkerToo()
    {
        REQUIRE_FEATURE(Options);
        NewTask task = dueTask("t#1");
        task.options.expiresAt = now() + 40ms;
        add({task, dueTask("t#2")});
        waitPast(*task.options.expiresAt);
        sweep();
        QCOMPARE(state("t#1"), TaskState::Failed);
        QCOMPARE(shown("t#1").error, QByteArray("expired before it started"));
        QCOMPARE(state("t#2"), TaskState::Due);
    }

    void aQueueMayLimitHowLongItsTasksWait()
    {
        REQUIRE_CAPABILITY(can().settings);
        addDue({"t#1"});
        QueueSettings settings;
        settings.expiresAfter = 1h;
        const auto configured = editor().configure(queue, settings);
        if (!fixture().holds(Fixture::Feature::Options)) {
            QCOMPARE(configured.error().code, ErrorCode::NotSupported);
            return;
        }
        must(configured);
        NewTask own = dueTask("t#own", 2h); // The task's own limit overrides the queue's.
        own.options.expiresAt = now() + 1h;
        add({dueTask("t#old", 2h), dueTask("t#older", 3h), own});
        QCOMPARE(idsOf(claim().leases), (std::vector<TaskId>{"t#own", "t#1"}));
        for (const char* id : {"t#old", "t#older"}) {
            QCOMPARE(state(id), TaskState::Failed);
            QCOMPARE(must(inspector().task(queue, id)).attempts.at(0).outcome, QByteArray("expired"));
            QCOMPARE(shown(id).error, QByteArray("expired before it started"));
        }
        // A manual retry restarts the clock on the task's waiting time.
        QCOMPARE(act(ActionKind::Retry, "t#old"), ItemOutcome::Done);
        QCOMPARE(claimOne().id, TaskId("t#old"));
    }

    void whatWaitsTooLongFailsWithoutAnyWorkerToo()
    {
        REQUIRE_FEATURE(Options);
        addDue({"t#back"});
        QCOMPARE(nackOne(worker(), claimOne(), 0ms), WriteOutcome::Accepted);
        NewTask own = dueTask("t#own", 2h);
        own.options.expiresAt = now() + 1h;
        NewTask later = dueTask("t#later");
        later.dueAt = now() + 1h;
        std::vector<NewTask> many{own, later};
        for (int i = 0; i < 250; ++i)
            many.push_back(dueTask("t#" + QByteArray::number(i), 1h));
        add(many);
        QueueSettings settings;
        settings.expiresAfter = 20ms;
        must(editor().configure(queue, settings));
        waitPast(now() + 25ms);
        sweep();
        QCOMPARE(counts()[TaskState::Failed], 251);
        QCOMPARE(state("t#back"), TaskState::Failed);
        QCOMPARE(state("t#own"), TaskState::Due);
        QCOMPARE(state("t#later"), TaskState::Scheduled);
    }

    void extendingMovesTheEndOfALease()
    {
        addDue({"t#1"});
        const Lease lease = claimOne(10s);
        const TimePoint before = now();
        QCOMPARE(must(worker().extend(queue, {lease}, 1h)), (std::vector{ExtendOutcome::Held}));
        QVERIFY(shown("t#1").at >= before + 1h && shown("t#1").at <= now() + 1h);
    }

    void aLeaseThatIsGoneIsToldLost()
    {
        addDue({"t#1", "t#2", "t#3"});
        const Claim held = claim(3);
        QCOMPARE(ackOne(worker(), held.leases[0]), WriteOutcome::Accepted);
        Lease forged = held.leases[2];
        forged.token += "x";
        const Lease unknown{"t#9", held.leases[0].token, 1, {}};
        QCOMPARE(must(worker().extend(queue, {held.leases[0], held.leases[1], forged, unknown}, 30s)),
            (std::vector{ExtendOutcome::Lost, ExtendOutcome::Held, ExtendOutcome::Lost, ExtendOutcome::Lost}));
    }

    void anExpiredLeaseIsTakenBackOnlyByRecover()
    {
        addDue({"t#1", "t#2"});
        const Claim shortClaim = claim(worker(), 1, 50ms);
        const Claim longClaim = claim(worker(), 1, 1h);
        QCOMPARE(longClaim.nearestExpiry, std::optional(shortClaim.expiresAt));
        waitPast(shortClaim.expiresAt);
        QVERIFY(claim(otherWorker()).leases.empty());
        const Recovered recovered = must(otherWorker().recover(queue, 100));
        QCOMPARE(recovered.retried, 1);
        QCOMPARE(recovered.failed, 0);
        QCOMPARE(recovered.nearestExpiry, std::optional(longClaim.expiresAt));
        QCOMPARE(state("t#1"), TaskState::Retrying);
        QCOMPARE(state("t#2"), TaskState::Leased);
        QCOMPARE(must(otherWorker().recover(queue, 100)).retried, 0);

        const TaskDetail detail = must(inspector().task(queue, "t#1"));
        QCOMPARE(detail.expiries, 1);
        QCOMPARE(detail.task.attempt, 1);
        QCOMPARE(detail.attempts.size(), std::size_t(1));
        QCOMPARE(detail.attempts[0].number, 1);
        QCOMPARE(detail.attempts[0].outcome, QByteArray("expired"));
        QCOMPARE(detail.attempts[0].worker, QByteArray("worker-a"));
        const Claim again = claim(otherWorker(), 1);
        QCOMPARE(again.leases.at(0).attempt, 2);
        QVERIFY(again.leases[0].token != shortClaim.leases[0].token);
    }

    void recoverTakesAtMostItsLimit()
    {
        addDue({"t#1", "t#2", "t#3"});
        waitPast(claim(3, 50ms).expiresAt);
        QCOMPARE(must(worker().recover(queue, 2)).retried, 2);
        const Recovered last = must(worker().recover(queue, 2));
        QCOMPARE(last.retried, 1);
        QVERIFY(!last.nearestExpiry);
    }

    void aTaskThatKillsItsWorkersEnds()
    {
        addDue({"killer#1"});
        for (int round = 1; round <= 3; ++round) {
            const Claim claimed = claim(1, 40ms);
            QCOMPARE(claimed.leases.at(0).attempt, round);
            waitPast(claimed.expiresAt);
            const Recovered recovered = must(worker().recover(queue, 100));
            QCOMPARE(recovered.retried, round < 3 ? 1 : 0);
            QCOMPARE(recovered.failed, round < 3 ? 0 : 1);
        }
        QCOMPARE(state("killer#1"), TaskState::Failed);
        QCOMPARE(shown("killer#1").error, QByteArray("lease expired 3 times"));
        QCOMPARE(must(inspector().task(queue, "killer#1")).expiries, 3);
    }

    void releasedTasksAreDueAtOnceAndTheirAttemptIsNotSpent()
    {
        addDue({"t#1"});
        const Lease first = claimOne();
        QCOMPARE(must(worker().release(queue, {first})), (std::vector{WriteOutcome::Accepted}));
        QCOMPARE(state("t#1"), TaskState::Retrying);
        QCOMPARE(shown("t#1").attempt, 0);
        QVERIFY(shown("t#1").at <= now());
        QCOMPARE(must(worker().release(queue, {first})), (std::vector{WriteOutcome::Stale}));
        const Lease second = claimOne();
        QCOMPARE(second.attempt, 1);
        QVERIFY(second.token != first.token);
        QCOMPARE(must(inspector().task(queue, "t#1")).fence, 2);
        QVERIFY(must(inspector().task(queue, "t#1")).attempts.empty());
        const Lease unknown{"t#9", first.token, 1, {}};
        QCOMPARE(must(worker().release(queue, {unknown})), (std::vector{WriteOutcome::Unknown}));
    }

    void unreadableTasksArePutAsideAndNotLost()
    {
        REQUIRE_FEATURE(Damage);
        addDue({"t#1", "t#2"});
        fixture().damage(queue, "t#1");
        const Claim held = claim(2);
        const auto loads = must(worker().load(queue, held.leases));
        QVERIFY(loads.at(0).damaged);
        QVERIFY(!loads.at(1).damaged);
        must(worker().quarantine(queue, {held.leases[0]}, "no envelope"));
        const QueueInfo info = must(inspector().queue(queue));
        QCOMPARE(info.damaged, 1);
        QCOMPARE(info.counts[TaskState::Leased], 1);
        QCOMPARE(info.counts.pending(), 0);
        must(worker().quarantine(queue, {held.leases[0]}, "no envelope"));
        QCOMPARE(must(inspector().queue(queue)).damaged, 1);
    }
};

QTEST_GUILESS_MAIN(TestConformanceLeases)
#include "tst_conformance_leases.moc"
