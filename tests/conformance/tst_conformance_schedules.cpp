// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

using namespace dueline;

/// Tests recurring tasks.
class TestConformanceSchedules : public ConformanceTest
{
    Q_OBJECT

    ScheduleBook& book() { return *backend().schedules(); }

    static Schedule everySecond()
    {
        Schedule schedule;
        schedule.name = "beat";
        schedule.cron = "@every 1s";
        schedule.type = "report";
        schedule.payload = QByteArray("{\"a\":1}\n\0\xff", 10);
        return schedule;
    }

    ScheduleState state(const QByteArray& name)
    {
        for (const ScheduleState& state : must(book().schedules(queue))) {
            if (state.schedule.name == name)
                return state;
        }
        return {};
    }

    /// Returns the schedule once its tick is due.
    ScheduleState dueState()
    {
        const ScheduleState there = state("beat");
        if (!there.next)
            return {};
        waitPast(*there.next);
        const DueSchedules due = must(book().due(queue));
        return due.due.empty() ? ScheduleState() : due.due.front();
    }

private slots:
    void whatIsPutComesBack()
    {
        REQUIRE_FEATURE(Schedules);
        Schedule schedule = everySecond();
        schedule.cron = "30 3 * * mon-fri";
        schedule.zone = "Asia/Shanghai";
        schedule.options.maxAttempts = 7;
        schedule.options.leaseFor = 90s;
        schedule.options.keepResult = true;
        schedule.expiresAfter = 1h;
        schedule.runMissed = true;
        must(book().put(queue, schedule, false));
        ScheduleState there = state("beat");
        QVERIFY(!there.schedule.definition.isEmpty());
        there.schedule.definition.clear();
        QCOMPARE(there.schedule, schedule);
        QCOMPARE(there.next, CronSchedule::parse(schedule.cron, schedule.zone)->next(now()));
        QVERIFY(!there.last);
        QVERIFY(must(inspector().queue(queue)).counts.pending() == 0); // The queue exists but has no tasks.
        QVERIFY(must(book().schedules("nobody made this")).empty());
    }

    void anotherOfThatNameIsRefusedUnlessItReplaces()
    {
        REQUIRE_FEATURE(Schedules);
        Schedule schedule = everySecond();
        must(book().put(queue, schedule, false));
        must(book().put(queue, schedule, false)); // An identical call counts as a repeat of the first.
        schedule.payload = "other";
        const auto second = book().put(queue, schedule, false);
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Exists);
        must(book().put(queue, schedule, true));
        QCOMPARE(state("beat").schedule.payload, QByteArray("other"));
    }

    void whatIsNoScheduleIsRefused()
    {
        REQUIRE_FEATURE(Schedules);
        Schedule schedule = everySecond();
        schedule.cron = "61 * * * *";
        QCOMPARE(book().put(queue, schedule, false).error().code, ErrorCode::Usage);
        schedule = everySecond();
        schedule.name = "with space";
        QCOMPARE(book().put(queue, schedule, false).error().code, ErrorCode::Usage);
        schedule = everySecond();
        schedule.payload = QByteArray(65 * 1024, 'x');
        QCOMPARE(book().put(queue, schedule, false).error().code, ErrorCode::Usage);
        QVERIFY(must(book().schedules(queue)).empty());
    }

    void aTickIsOneTaskHoweverManyTry()
    {
        REQUIRE_FEATURE(Schedules);
        must(book().put(queue, everySecond(), false));
        const ScheduleState due = dueState();
        QVERIFY(due.next);
        const TickDecision decision = must(decideTick(due.schedule, *due.next, now()));
        QVERIFY(decision.run);
        QCOMPARE(must(book().tick(queue, due, decision)), TickOutcome::Made);
        QCOMPARE(must(book().tick(queue, due, decision)), TickOutcome::NotOurs);
        const TaskId id = taskIdOf(due.schedule, *decision.run);
        QVERIFY(exists(id));
        QCOMPARE(must(inspector().payload(queue, id, 0, -1)), everySecond().payload);
        QCOMPARE(shown(id).dueAt, decision.run);
        const ScheduleState after = state("beat");
        QCOMPARE(after.last, decision.run);
        QCOMPARE(after.next, std::optional(decision.next));
        QCOMPARE(must(inspector().queue(queue)).counts.pending(), 1);
        const Lease lease = claimOne();
        QCOMPARE(lease.id, id);
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Accepted);
    }

    void aTickThatRanIsNotRunAgainByAChangedSchedule()
    {
        REQUIRE_FEATURE(Schedules);
        must(book().put(queue, everySecond(), false));
        QueueSettings settings;
        settings.keepDone = 0ms; // done tasks are removed immediately
        must(editor().configure(queue, settings));
        const ScheduleState due = dueState();
        TickDecision decision = must(decideTick(due.schedule, *due.next, now()));
        QCOMPARE(must(book().tick(queue, due, decision)), TickOutcome::Made);
        QCOMPARE(ackOne(worker(), claimOne()), WriteOutcome::Accepted);
        Schedule changed = everySecond();
        changed.payload = "changed";
        // Another client, which read the clock before the tick, changes the schedule.
        must(book().put(queue, changed, true));
        const ScheduleState again = dueState();
        const std::optional<TimePoint> ran = decision.run;
        decision.next = *again.next + 1h;
        QCOMPARE(must(book().tick(queue, again, decision)), TickOutcome::MovedOn);
        QCOMPARE(must(inspector().queue(queue)).counts.pending(), 0);
        QCOMPARE(state("beat").last, ran);
        QCOMPARE(state("beat").next, std::optional(decision.next));
    }

    void aTickThatIsLeftOutMovesTheScheduleOn()
    {
        REQUIRE_FEATURE(Schedules);
        must(book().put(queue, everySecond(), false));
        const ScheduleState due = dueState();
        TickDecision decision;
        decision.next = *due.next + 1h;
        QCOMPARE(must(book().tick(queue, due, decision)), TickOutcome::MovedOn);
        QCOMPARE(state("beat").next, std::optional(decision.next));
        QVERIFY(!state("beat").last);
        QCOMPARE(must(inspector().queue(queue)).counts.pending(), 0);
    }

    void aChangedScheduleIsNotTickedByWhatWasSeenBefore()
    {
        REQUIRE_FEATURE(Schedules);
        must(book().put(queue, everySecond(), false));
        const ScheduleState due = dueState();
        const TickDecision decision = must(decideTick(due.schedule, *due.next, now()));
        Schedule changed = everySecond();
        changed.payload = "changed";
        must(book().put(queue, changed, true));
        QCOMPARE(must(book().tick(queue, due, decision)), TickOutcome::NotOurs);
        must(book().remove(queue, "beat"));
        QCOMPARE(must(book().tick(queue, due, decision)), TickOutcome::NotOurs);
        QCOMPARE(must(inspector().queue(queue)).counts.pending(), 0);
    }

    void aDisabledOneIsNeverDue()
    {
        REQUIRE_FEATURE(Schedules);
        Schedule schedule = everySecond();
        must(book().put(queue, schedule, false));
        const TimePoint tick = *state("beat").next;
        schedule.enabled = false;
        must(book().put(queue, schedule, true));
        QVERIFY(!state("beat").next);
        waitPast(tick + 1s);
        const DueSchedules due = must(book().due(queue));
        QVERIFY(due.due.empty());
        QVERIFY(!due.next);
        QVERIFY(due.serverNow > tick);
    }

    void theNextTickIsTold()
    {
        REQUIRE_FEATURE(Schedules);
        Schedule schedule = everySecond();
        schedule.cron = "@yearly";
        must(book().put(queue, schedule, false));
        const DueSchedules due = must(book().due(queue));
        QVERIFY(due.due.empty());
        QCOMPARE(due.next, CronSchedule::parse("@yearly")->next(due.serverNow));
    }

    void aRemovedOneIsGone()
    {
        REQUIRE_FEATURE(Schedules);
        must(book().put(queue, everySecond(), false));
        must(book().remove(queue, "beat"));
        QVERIFY(must(book().schedules(queue)).empty());
        QCOMPARE(book().remove(queue, "beat").error().code, ErrorCode::NotFound);
    }

    void readersWriteNothing()
    {
        REQUIRE_FEATURE(Schedules);
        must(book().put(queue, everySecond(), false));
        const auto reader = must(fixture().open("reader", Access::ReadOnly));
        ScheduleBook* readOnly = reader->schedules();
        QVERIFY(readOnly);
        QCOMPARE(must(readOnly->schedules(queue)).size(), std::size_t(1));
        QCOMPARE(readOnly->put(queue, everySecond(), true).error().code, ErrorCode::Refused);
        QCOMPARE(readOnly->remove(queue, "beat").error().code, ErrorCode::Refused);
        QCOMPARE(readOnly->tick(queue, state("beat"), {}).error().code, ErrorCode::Refused);
        QCOMPARE(state("beat").schedule.type, QByteArray("report"));
    }

    void enginesAreTold()
    {
        REQUIRE_FEATURE(Schedules);
        addDue({"t#1"});
        auto source = must(backend().events({queue}, true, false));
        must(source->open());
        must(book().put(queue, everySecond(), false));
        bool told = false;
        for (const QDeadlineTimer deadline(5000); !told && !deadline.hasExpired();) {
            const auto event = must(source->next(100ms));
            told = event && event->kind == QueueEvent::Kind::Schedules && event->queue == queue;
        }
        QVERIFY(told);
    }

    void aQueueThatIsRemovedTakesItsSchedulesAlong()
    {
        REQUIRE_FEATURE(Schedules);
        must(book().put(queue, everySecond(), false));
        must(editor().removeQueue(queue, false));
        QVERIFY(must(book().schedules(queue)).empty());
    }
};

QTEST_GUILESS_MAIN(TestConformanceSchedules)
#include "tst_conformance_schedules.moc"
