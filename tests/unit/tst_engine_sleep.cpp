// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/engineworks.h"

#include "core/engine/engine.h"
#include "tests/support/memory/memorybackend.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

/// Server's clock, which keeps running while this machine is asleep.
class MovedClock : public Clock
{
public:
    TimePoint now() const override { return SystemClock().now() + EngineClock::pretended() + Millis(moved.load()); }
    std::atomic<qint64> moved = 0;
};

/// Tests that an engine whose machine has slept gives up its leases before it claims again.
class TestEngineSleep : public QObject
{
    Q_OBJECT

    std::shared_ptr<MovedClock> m_clock;
    /// Simulates this machine sleeping while the server's clock keeps running.
    static void sleep(Millis slept) { EngineClock::pretendSleep(slept); }

private slots:
    void init() { m_clock = std::make_shared<MovedClock>(); }
    void aHandlerThatRanOverTheSleepIsStopped();
    void itsAnswerIsRefusedOnceSomebodyElseHasTheTask();
    void aShortSleepCostsNothing();
    void whatFellDueMeanwhileStartsAtOnce();
};

void TestEngineSleep::aHandlerThatRanOverTheSleepIsStopped()
{
    EngineWorks works({.leaseFor = 20s}, "*", m_clock);
    Endless endless;
    works.handle = std::ref(endless);
    const auto ids = works.add(1);
    works.start();
    QTRY_COMPARE(endless.running.load(), 1);
    const QByteArray token = works.task(ids[0]).task.token;
    // Pause the queue to keep the engine from reclaiming the task.
    QVERIFY(works.console.editor()->setPaused("q", true).ok());
    sleep(60s);
    QTRY_COMPARE(endless.running.load(), 0);
    QCOMPARE(endless.reason.load(), StopReason::LeaseLost);
    QTRY_COMPARE(works.observer.lost(), ids);
    // The engine hasn't written an outcome, so any recoverer treats the task as if its worker were dead.
    QTRY_COMPARE(works.state(ids[0]), TaskState::Retrying);
    QCOMPARE(works.task(ids[0]).attempts.back().outcome, QByteArray("expired"));
    QVERIFY(works.observer.outcomes().empty());
}

void TestEngineSleep::itsAnswerIsRefusedOnceSomebodyElseHasTheTask()
{
    EngineWorks works({.leaseFor = 20s}, "*", m_clock);
    std::atomic<int> running = 0;
    std::atomic<bool> mayEnd = false;
    works.handle = [&](TaskContext&) { // The handler ignores the stop request and finishes too late.
        ++running;
        while (!mayEnd)
            std::this_thread::sleep_for(1ms);
        return HandlerResult::done("late");
    };
    const auto ids = works.add(1);
    works.start();
    QTRY_COMPARE(running.load(), 1);
    // Another worker takes over the task while this machine is asleep.
    MemoryBackend other(works.store, "other", Access::OperateAndWork);
    m_clock->moved += 60'000;
    QCOMPARE(other.broker()->recover("q", 10)->retried, 1);
    ClaimRequest request{"q", 10, Millis(1h), {true, {}, {}}};
    const auto claimed = other.broker()->claim(request);
    QCOMPARE(claimed->leases.size(), std::size_t(1));
    EngineClock::pretendSleep(60s);
    mayEnd = true;
    QTRY_COMPARE(works.engine->figures().staleAcks + works.engine->figures().leasesLost, 1);
    QCOMPARE(works.state(ids[0]), TaskState::Leased);
    QCOMPARE(works.task(ids[0]).task.token, claimed->leases.front().token);
    QCOMPARE(works.engine->figures().processed, 0);
}

void TestEngineSleep::aShortSleepCostsNothing()
{
    EngineWorks works({.leaseFor = 60s}, "*", m_clock);
    std::atomic<bool> mayEnd = false;
    std::atomic<int> running = 0;
    works.handle = [&](TaskContext& context) {
        ++running;
        while (!mayEnd && !context.stop.stop_requested())
            std::this_thread::sleep_for(1ms);
        return mayEnd ? HandlerResult::done() : HandlerResult::stopped();
    };
    const auto ids = works.add(1);
    works.start();
    QTRY_COMPARE(running.load(), 1);
    const TimePoint before = works.task(ids[0]).task.at;
    sleep(20s);
    QTRY_VERIFY(works.task(ids[0]).task.at > before); // The engine extends the lease as soon as it wakes up.
    mayEnd = true;
    QTRY_COMPARE(works.state(ids[0]), TaskState::Done);
    QCOMPARE(works.engine->figures().leasesLost, 0);
}

void TestEngineSleep::whatFellDueMeanwhileStartsAtOnce()
{
    EngineWorks works({.safetyPoll = Millis(10h)}, "*", m_clock);
    const auto ids = works.add(1, {.dueIn = 1h});
    works.start();
    QTRY_VERIFY(!works.console.inspector().workers()->empty()); // The worker is running but idle for an hour.
    sleep(Millis(2h));
    QTRY_COMPARE(works.state(ids[0]), TaskState::Done);
}

QTEST_GUILESS_MAIN(TestEngineSleep)
#include "tst_engine_sleep.moc"
