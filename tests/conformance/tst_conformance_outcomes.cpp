// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

#include "core/queue/outcome.h"

using namespace dueline;

/// Tests how tasks end: with a single ack or nack by the lease's owner.
class TestConformanceOutcomes : public ConformanceTest
{
    Q_OBJECT

    const char* impossible() override { return can().leases ? nullptr : "This layout does not claim: leases"; }

    void configure(const std::function<void(QueueSettings&)>& change)
    {
        QueueSettings settings = must(inspector().queue(queue)).settings;
        change(settings);
        must(editor().configure(queue, settings));
    }

private slots:
    void anAckedTaskIsDone()
    {
        addDue({"t#1"});
        const TimePoint before = now();
        QCOMPARE(ackOne(worker(), claimOne()), WriteOutcome::Accepted);
        const Task task = shown("t#1");
        QCOMPARE(task.state, TaskState::Done);
        QVERIFY(task.at >= before && task.at <= now());
        QCOMPARE(task.token, QByteArray());
        QCOMPARE(task.error, QByteArray());
        QCOMPARE(counts()[TaskState::Leased], 0);
        QVERIFY(claim().leases.empty());
    }

    void anAckIsAcceptedOnce()
    {
        addDue({"t#1"});
        const Lease lease = claimOne();
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Accepted);
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Stale);
        QCOMPARE(nackOne(worker(), lease, 1s), WriteOutcome::Stale);
        QCOMPARE(state("t#1"), TaskState::Done);
    }

    void aDroppedTaskIsUnknownAfterwards()
    {
        addDue({"t#1"});
        configure([](QueueSettings& settings) { settings.keepDone = 0ms; });
        const Lease lease = claimOne();
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Accepted);
        QVERIFY(!exists("t#1"));
        QCOMPARE(counts(), StateCounts());
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Unknown);
        QCOMPARE(nackOne(worker(), lease, 1s), WriteOutcome::Unknown);
    }

    void aDroppedTaskLeavesNothingBehind()
    {
        REQUIRE_FEATURE(Payloads);
        NewTask task = dueTask("t#1");
        task.payload = QByteArray(100'000, 'x');
        add({task});
        configure([](QueueSettings& settings) { settings.keepDone = 0ms; });
        QCOMPARE(nackOne(worker(), claimOne(), 0ms, "first"), WriteOutcome::Accepted);
        QCOMPARE(ackOne(worker(), claimOne()), WriteOutcome::Accepted);
        task.payload = "other content, and yet no conflict";
        add({task});
        QCOMPARE(must(inspector().payload(queue, "t#1")), task.payload);
        const TaskDetail detail = must(inspector().task(queue, "t#1"));
        QVERIFY(detail.attempts.empty());
        QCOMPARE(detail.task.attempt, 0);
    }

    void anAckAfterTheLeaseButBeforeAnybodyElseIsLate()
    {
        addDue({"t#1"});
        const Claim claimed = claim(1, 30ms);
        waitPast(claimed.expiresAt);
        QCOMPARE(ackOne(worker(), claimed.leases.at(0)), WriteOutcome::AcceptedLate);
        QCOMPARE(state("t#1"), TaskState::Done);
    }

    void aZombieCannotAckWhatAnotherWorkerHolds()
    {
        addDue({"t#1"});
        const Claim zombie = claim(1, 30ms);
        waitPast(zombie.expiresAt);
        must(otherWorker().recover(queue, 100));
        // The task was recovered but hasn't been leased again.
        QCOMPARE(ackOne(worker(), zombie.leases.at(0)), WriteOutcome::Stale);
        const Claim second = claim(otherWorker());
        QCOMPARE(ackOne(worker(), zombie.leases.at(0)), WriteOutcome::Stale);
        QCOMPARE(nackOne(worker(), zombie.leases.at(0), 1s), WriteOutcome::Stale);
        QCOMPARE(state("t#1"), TaskState::Leased);
        QCOMPARE(ackOne(otherWorker(), second.leases.at(0)), WriteOutcome::Accepted);
    }

    void outcomesStandInTheOrderOfTheAcks()
    {
        addDue({"t#1", "t#2", "t#3"});
        const Claim held = claim(3);
        QCOMPARE(ackOne(worker(), held.leases[1]), WriteOutcome::Accepted);
        const auto ack = [&](const Lease& lease) { return Ack{lease.id, lease.token, {}}; };
        const std::vector<Ack> acks{
            ack(held.leases[0]), ack(held.leases[1]), {"t#9", held.leases[0].token, {}}, ack(held.leases[2])};
        QCOMPARE(must(worker().ack(queue, acks, {})),
            (std::vector{WriteOutcome::Accepted, WriteOutcome::Stale, WriteOutcome::Unknown, WriteOutcome::Accepted}));
        QVERIFY(must(worker().ack(queue, {}, {})).empty());
    }

    void twoHundredAndFiftyAcksFitInOneCall()
    {
        std::vector<TaskId> ids;
        for (int i = 0; i < 250; ++i)
            ids.push_back("t#" + QByteArray::number(i));
        addDue(ids);
        std::vector<Ack> acks;
        for (const Lease& lease : claim(250).leases)
            acks.push_back({lease.id, lease.token, {}});
        const auto outcomes = must(worker().ack(queue, acks, {}));
        QCOMPARE(outcomes, std::vector(250, WriteOutcome::Accepted));
        QCOMPARE(counts()[TaskState::Done], 250);
    }

    void anIdGivenTwiceInOneAckCountsOnce()
    {
        addDue({"t#1"});
        const Lease lease = claimOne();
        must(worker().ack(queue, {{lease.id, lease.token, {}}, {lease.id, lease.token, {}}}, {}));
        QCOMPARE(counts()[TaskState::Done], 1);
        qint64 done = 0;
        for (const StatisticsBin& bin : must(inspector().statistics(queue, now() - 1h, now() + 1h)))
            done += bin.done();
        QCOMPARE(done, 1);
    }

    void aResultIsKeptOnlyWhereTheTaskAsksForIt()
    {
        REQUIRE_FEATURE(Options);
        NewTask asking = dueTask("t#1", 2ms);
        asking.options.keepResult = true;
        add({asking, dueTask("t#2")});
        const QByteArray result("\0any\xff", 5);
        for (const Lease& lease : claim(2).leases)
            QCOMPARE(must(worker().ack(queue, {{lease.id, lease.token, result}}, {})),
                (std::vector{WriteOutcome::Accepted}));
        QCOMPARE(must(inspector().task(queue, "t#1")).result, std::optional(result));
        QVERIFY(!must(inspector().task(queue, "t#2")).result);
    }

    void aQueueThatKeepsResultsKeepsThemOfEveryTask()
    {
        addDue({"t#1", "t#2"});
        QueueSettings settings;
        settings.keepResults = true;
        must(editor().configure(queue, settings));
        for (const Lease& lease : claim(2).leases)
            QCOMPARE(must(worker().ack(queue, {{lease.id, lease.token, "of " + lease.id}}, {})),
                (std::vector{WriteOutcome::Accepted}));
        QCOMPARE(must(inspector().task(queue, "t#1")).result, std::optional(QByteArray("of t#1")));
        QCOMPARE(must(inspector().task(queue, "t#2")).result, std::optional(QByteArray("of t#2")));
    }

    void aQueueThatKeepsRunsTellsWhoRanADoneTask()
    {
        addDue({"t#1", "t#2"});
        QueueSettings settings;
        settings.keepRuns = true;
        must(editor().configure(queue, settings));
        const TimePoint before = now();
        std::vector<Ack> acks;
        for (const Lease& lease : claim(2).leases) {
            if (lease.id == "t#2")
                QCOMPARE(nackOne(worker(), lease, 0ms, "connection refused"), WriteOutcome::Accepted);
            else
                acks.push_back({lease.id, lease.token, {}});
        }
        const Lease again = claimOne();
        acks.push_back({again.id, again.token, {}});
        QCOMPARE(must(worker().ack(queue, acks, {})), (std::vector(2, WriteOutcome::Accepted)));

        const TaskDetail first = must(inspector().task(queue, "t#1"));
        QCOMPARE(first.attempts.size(), std::size_t(1));
        const Attempt& run = first.attempts[0];
        QCOMPARE(run.number, 1);
        QCOMPARE(run.worker, QByteArray("worker-a"));
        QCOMPARE(run.outcome, QByteArray("done"));
        QCOMPARE(run.error, QByteArray());
        QVERIFY(run.startedAt >= before && run.startedAt <= run.endedAt && run.endedAt <= now());
        QCOMPARE(first.task.attempt, 1);

        // Lists and filters show a finished task without its previous errors.
        const TaskDetail second = must(inspector().task(queue, "t#2"));
        QCOMPARE(second.attempts.size(), std::size_t(2));
        QCOMPARE(second.attempts[1].number, 2);
        QCOMPARE(second.attempts[1].outcome, QByteArray("done"));
        for (const Task& task : {second.task, shown("t#2")}) {
            QCOMPARE(task.attempt, 2);
            QCOMPARE(task.error, QByteArray("connection refused"));
        }
        QCOMPARE(shown("t#1").attempt, 1);
        QCOMPARE(shown("t#1").error, QByteArray());
        must(editor().configure(queue, QueueSettings()));
        addDue({"t#3"});
        const Lease third = claimOne();
        QCOMPARE(ackOne(worker(), third), WriteOutcome::Accepted);
        QVERIFY(must(inspector().task(queue, "t#3")).attempts.empty());
    }

    void aNackedTaskComesBackAfterItsDelay()
    {
        addDue({"t#1"});
        const TimePoint before = now();
        const Lease lease = claimOne();
        QCOMPARE(nackOne(worker(), lease, 1h, "connection refused"), WriteOutcome::Accepted);
        const TaskDetail detail = must(inspector().task(queue, "t#1"));
        QCOMPARE(detail.task.state, TaskState::Retrying);
        QVERIFY(detail.task.at >= before + 1h && detail.task.at <= now() + 1h);
        QCOMPARE(detail.task.dueAt, std::optional(detail.task.at));
        QCOMPARE(detail.task.attempt, 1);
        QCOMPARE(detail.task.error, QByteArray("connection refused"));
        QCOMPARE(detail.fence, 1);
        QCOMPARE(detail.attempts.size(), std::size_t(1));
        const Attempt& attempt = detail.attempts[0];
        QCOMPARE(attempt.number, 1);
        QCOMPARE(attempt.worker, QByteArray("worker-a"));
        QCOMPARE(attempt.outcome, QByteArray("retry"));
        QCOMPARE(attempt.error, QByteArray("connection refused"));
        QVERIFY(attempt.startedAt >= before && attempt.startedAt <= attempt.endedAt && attempt.endedAt <= now());
        QVERIFY(claim().leases.empty());
    }

    void anotherAttemptHasAnotherNumberAndToken()
    {
        addDue({"t#1"});
        const Lease first = claimOne();
        QCOMPARE(nackOne(worker(), first, 0ms), WriteOutcome::Accepted);
        const Lease second = claimOne();
        QCOMPARE(second.attempt, 2);
        QVERIFY(second.token != first.token);
        QCOMPARE(shown("t#1").attempt, 2);
        QCOMPARE(ackOne(worker(), second), WriteOutcome::Accepted);
    }

    void aTaskFailsWhenItsWorkerSaysSo()
    {
        addDue({"t#1"});
        const Lease lease = claimOne();
        const TimePoint before = now();
        QCOMPARE(nackOne(worker(), lease, std::nullopt, "exit 3"), WriteOutcome::Accepted);
        const TaskDetail detail = must(inspector().task(queue, "t#1"));
        QCOMPARE(detail.task.state, TaskState::Failed);
        QVERIFY(detail.task.at >= before && detail.task.at <= now());
        QCOMPARE(detail.task.attempt, 1);
        QCOMPARE(detail.task.error, QByteArray("exit 3"));
        QVERIFY(!detail.task.dueAt || *detail.task.dueAt == lease.dueAt);
        QCOMPARE(detail.attempts.at(0).outcome, QByteArray("failed"));
        QVERIFY(claim().leases.empty());
    }

    void theLastTwentyAttemptsAreKept()
    {
        addDue({"t#1"});
        for (int i = 1; i <= 23; ++i)
            QCOMPARE(nackOne(worker(), claimOne(), 0ms, "error " + QByteArray::number(i)), WriteOutcome::Accepted);
        const TaskDetail detail = must(inspector().task(queue, "t#1"));
        QCOMPARE(detail.task.attempt, 23);
        QCOMPARE(detail.attempts.size(), std::size_t(20));
        QCOMPARE(detail.attempts.front().number, 4);
        QCOMPARE(detail.attempts.back().number, 23);
        QCOMPARE(detail.task.error, QByteArray("error 23"));
    }

    void errorsOfAnyBytesComeBackAsTheyWere()
    {
        const QByteArray error("line 1\nline 2\r\n\\n tab\t nul\0 \xff end ", 34);
        failTask("t#1", error);
        QCOMPARE(shown("t#1").error, error);
        QCOMPARE(must(inspector().task(queue, "t#1")).attempts.at(0).error, error);
        failTask("t#2", QByteArray());
        QCOMPARE(shown("t#2").error, QByteArray());
    }

    void longErrorsAreCut()
    {
        failTask("t#1", QByteArray(5000, 'e'));
        QCOMPARE(shown("t#1").error, QByteArray(1024, 'e'));
    }

    void aTaskThatWentWrongAndThenWellKeepsItsHistory()
    {
        addDue({"t#1"});
        QCOMPARE(nackOne(worker(), claimOne(), 0ms, "first try"), WriteOutcome::Accepted);
        QCOMPARE(ackOne(worker(), claimOne()), WriteOutcome::Accepted);
        const TaskDetail detail = must(inspector().task(queue, "t#1"));
        QCOMPARE(detail.task.state, TaskState::Done);
        QCOMPARE(detail.attempts.size(), std::size_t(1));
        QCOMPARE(detail.attempts[0].error, QByteArray("first try"));
    }

    void theStatisticsCountWhatHappened()
    {
        REQUIRE_CAPABILITY(can().statistics);
        addDue({"a#1", "a#2", "a#3", "b#1", "b#2"});
        const Claim held = claim(5);
        QCOMPARE(ackOne(worker(), held.leases[0]), WriteOutcome::Accepted);
        QCOMPARE(ackOne(worker(), held.leases[1]), WriteOutcome::Accepted);
        QCOMPARE(nackOne(worker(), held.leases[2], 1h), WriteOutcome::Accepted);
        QCOMPARE(nackOne(worker(), held.leases[3], std::nullopt), WriteOutcome::Accepted);
        QCOMPARE(act(ActionKind::Discard, "a#3"), ItemOutcome::Done);
        waitPast(now() + 30ms);
        const Lease slow = held.leases[4];
        QCOMPARE(ackOne(worker(), slow), WriteOutcome::Accepted);

        StatisticsBin sum;
        for (const StatisticsBin& bin : must(inspector().statistics(queue, now() - 1h, now() + 1h))) {
            QCOMPARE(bin.length, Millis(60'000));
            QVERIFY(bin.from <= now() && bin.from.time_since_epoch() % 1min == 0min);
            sum.added += bin.added;
            sum.retried += bin.retried;
            sum.trashed += bin.trashed;
            sum.expired += bin.expired;
            for (const auto& [type, count] : bin.failedByType)
                sum.failedByType[type] += count;
            for (std::size_t i = 0; i < sum.lateness.size(); ++i) {
                sum.lateness[i] += bin.lateness[i];
                sum.runTime[i] += bin.runTime[i];
            }
        }
        QCOMPARE(sum.added, 5);
        QCOMPARE(sum.started(), 5);
        QCOMPARE(sum.done(), 3);
        QCOMPARE(sum.retried, 1);
        QCOMPARE(sum.failed(), 1);
        QCOMPARE(sum.failedByType[typeOf(held.leases[3]).toByteArray()], 1);
        QCOMPARE(sum.trashed, 1);
        QCOMPARE(sum.expired, 0);
        qint64 early = 0; // All tasks were at least a second late, so the histogram buckets below 512 ms must be empty.
        for (std::size_t i = 0; i <= 9; ++i)
            early += sum.lateness[i];
        if (fixture().holds(Fixture::Feature::Times))
            QCOMPARE(early, 0);
        // One task ran for at least 30 ms. Bucket 5 covers 16 to 31 ms, bucket 6 32 to 63 ms.
        qint64 ranLong = 0;
        for (std::size_t i = 5; i < sum.runTime.size(); ++i)
            ranLong += sum.runTime[i];
        QVERIFY(ranLong >= 1);
    }

    void expiriesAreCountedByTheStatistics()
    {
        REQUIRE_CAPABILITY(can().statistics);
        addDue({"t#1", "t#2"});
        waitPast(claim(2, 30ms).expiresAt);
        must(worker().recover(queue, 100));
        qint64 expired = 0;
        for (const StatisticsBin& bin : must(inspector().statistics(queue, now() - 1h, now() + 1h)))
            expired += bin.expired;
        QCOMPARE(expired, 2);
        QVERIFY(must(inspector().statistics(queue, now() - 3h, now() - 2h)).empty());
    }
};

QTEST_GUILESS_MAIN(TestConformanceOutcomes)
#include "tst_conformance_outcomes.moc"
