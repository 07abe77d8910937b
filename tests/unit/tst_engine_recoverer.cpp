// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/enginefakes.h"

#include "core/engine/fetcher.h"
#include "core/engine/recoverer.h"
#include "core/engine/wakelistener.h"
#include "tests/support/memory/memorybackend.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

/// Clock that advances only when a test advances it.
class TestClock : public Clock
{
public:
    TimePoint now() const override { return m_now.load(); }
    void advance(Millis by) { m_now = m_now.load() + by; }

private:
    std::atomic<TimePoint> m_now = SystemClock().now();
};

class TestRecoverer : public QObject
{
    Q_OBJECT

private slots:
    void aDeadWorkersTaskIsTakenOverWhenItsLeaseHasPassed();
    void anIdleQueueIsAskedAboutRarely();
    void aNearerExpiryWakesIt();
    void whileSomethingIsLeasedItAsksEveryHalfLease();
    void aServerClockThatWasSetIsFollowedByALook();
    void aFailedRecoverIsRepeated();
    void aWakeMessageReachesTheFetcher();
    void aCancelMessageReachesTheHeartbeater();
    void aBrokenSubscriptionIsOpenedAgain();
};

void TestRecoverer::aDeadWorkersTaskIsTakenOverWhenItsLeaseHasPassed()
{
    auto clock = std::make_shared<TestClock>();
    auto store = std::make_shared<MemoryStore>(clock);
    MemoryBackend dead(store, "dead-worker", Access::OperateAndWork);
    HookedBackend backend(store, "test-worker");
    HandlerRegistry handlers;
    Pipeline pipeline({.queues = {{"q", 1}}}, handlers);
    NewTask task;
    task.id = "noop#1";
    QVERIFY(dead.editor()->add("q", {task}).ok());
    const auto claim = dead.broker()->claim({"q", 10, 30s, {true, {}, {}}});
    QCOMPARE(claim->leases.size(), std::size_t(1));
    pipeline.clock.sample(monotonicNow(), monotonicNow(), clock->now());

    Recoverer recoverer(pipeline, backend.hooks);
    const auto early = recoverer.runOnce(monotonicNow());
    QCOMPARE(early.retried, 0);
    QVERIFY2(early.next <= after(30s + 200ms), "it must know when the lease ends");
    QCOMPARE(recoverer.runOnce(early.next - 200ms).calls, 0);
    clock->advance(30s + 200ms);
    const auto report = recoverer.runOnce(after(30s + 200ms));
    QCOMPARE(report.retried, 1);
    QCOMPARE(dead.inspector().task("q", "noop#1")->task.state, TaskState::Retrying);
    QVERIFY2(pipeline.fetcherWaker.sleepUntil(after(0ms)), "what came back is there to be claimed");
}

void TestRecoverer::anIdleQueueIsAskedAboutRarely()
{
    Workbench bench;
    bench.add(1, {.dueIn = 1h});
    Recoverer recoverer(*bench.pipeline, bench.hooks());
    const Instant start = monotonicNow();
    for (Instant now = start; now < start + 600s; now = std::max(recoverer.runOnce(now).next, now + 1ms)) { }
    QVERIFY(bench.hooks().calls["recover"] >= 8);
    QVERIFY(bench.hooks().calls["recover"] <= 14);
    QVERIFY(bench.hooks().calls["sweep"] >= 8);
    QVERIFY(bench.hooks().calls["sweep"] <= 14);
}

void TestRecoverer::aNearerExpiryWakesIt()
{
    Workbench bench;
    Recoverer recoverer(*bench.pipeline, bench.hooks());
    recoverer.runOnce(monotonicNow());
    bench.pipeline->noteExpiry(0, bench.pipeline->clock.now() + 1s);
    QVERIFY(bench.pipeline->recovererWaker.sleepUntil(after(0ms)));
    const int before = bench.hooks().calls["recover"];
    const auto report = recoverer.runOnce(monotonicNow());
    QVERIFY(report.next < after(1200ms));
    QCOMPARE(bench.hooks().calls["recover"], before);
    bench.pipeline->noteExpiry(0, bench.pipeline->clock.now() + 9s);
    QVERIFY2(!bench.pipeline->recovererWaker.sleepUntil(after(0ms)), "a later one can wait");
}

void TestRecoverer::whileSomethingIsLeasedItAsksEveryHalfLease()
{
    Workbench bench;
    Recoverer recoverer(*bench.pipeline, bench.hooks());
    const Instant start = monotonicNow();
    recoverer.runOnce(start);
    // An expiry so far in the future may also come from a clock that was set back.
    bench.pipeline->noteExpiry(0, bench.pipeline->clock.now() + 1h);
    const auto before = bench.hooks().calls["recover"];
    const Instant next = recoverer.runOnce(start + 1s).next;
    QCOMPARE(next, start + 15s);
    QCOMPARE(bench.hooks().calls["recover"], before);
    recoverer.runOnce(next);
    QCOMPARE(bench.hooks().calls["recover"], before + 1);
}

void TestRecoverer::aServerClockThatWasSetIsFollowedByALook()
{
    Workbench bench;
    Recoverer recoverer(*bench.pipeline, bench.hooks());
    const TimePoint told = bench.pipeline->clock.now();
    bench.pipeline->noteTime(monotonicNow(), monotonicNow(), told);
    recoverer.runOnce(monotonicNow());
    const int before = bench.hooks().calls["recover"];
    bench.pipeline->noteTime(monotonicNow(), monotonicNow(), told + 500ms);
    recoverer.runOnce(monotonicNow());
    QCOMPARE(bench.hooks().calls["recover"], before); // Half a second isn't enough to trigger a recovery.
    bench.pipeline->noteTime(monotonicNow(), monotonicNow(), told - 1h);
    QVERIFY(bench.pipeline->recovererWaker.sleepUntil(after(0ms)));
    recoverer.runOnce(monotonicNow());
    QCOMPARE(bench.hooks().calls["recover"], before + 1);
    recoverer.runOnce(monotonicNow());
    QCOMPARE(bench.hooks().calls["recover"], before + 1);
}

void TestRecoverer::aFailedRecoverIsRepeated()
{
    Workbench bench;
    bench.hooks().before = [](const QByteArray&) { return std::optional(outage()); };
    Recoverer recoverer(*bench.pipeline, bench.hooks());
    const auto failed = recoverer.runOnce(monotonicNow());
    QVERIFY(failed.trouble);
    QVERIFY(failed.next > after(20ms));
    QVERIFY(failed.next < after(40s));
    QCOMPARE(bench.observer.troubles(), std::vector{EngineService::Recoverer});
}

void TestRecoverer::aWakeMessageReachesTheFetcher()
{
    Workbench bench({.queues = {{"q", 1}, {"r", 1}}});
    WakeListener listener(*bench.pipeline, bench.backend);
    listener.runOnce(monotonicNow(), 0ms);
    Fetcher fetcher(*bench.pipeline, bench.backend);
    fetcher.runOnce(monotonicNow());
    (void)bench.pipeline->fetcherWaker.sleepUntil(after(0ms));
    bench.add(1, {}, "noop", "r");
    QVERIFY(listener.runOnce(monotonicNow(), 1s).event);
    QVERIFY(bench.pipeline->fetcherWaker.sleepUntil(after(0ms)));
    Fetcher::Report report = fetcher.runOnce(monotonicNow());
    // The engine knows the server's clock only to within half a round trip, so the task may become due a moment later.
    if (report.claims == 0) {
        QVERIFY2(report.next < after(1s), "without the message it would be the safety look, seconds away");
        report = fetcher.runOnce(report.next);
    }
    QCOMPARE(report.entered, 1);
    QVERIFY2(report.claims <= 2, "the other queue is left alone");
}

void TestRecoverer::aCancelMessageReachesTheHeartbeater()
{
    Workbench bench;
    const auto ids = bench.add(1);
    WakeListener listener(*bench.pipeline, bench.backend);
    listener.runOnce(monotonicNow(), 0ms);
    Fetcher(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    const Task seen = bench.task(ids[0]).task;
    QVERIFY(bench.backend.editor()->cancel("q", {ids[0], TaskState::Leased, seen.token, seen.at}).ok());
    while (listener.runOnce(monotonicNow(), 100ms).event) { }
    QVERIFY(bench.pipeline->extendNow);
}

void TestRecoverer::aBrokenSubscriptionIsOpenedAgain()
{
    class BrokenBackend : public HookedBackend
    {
    public:
        using HookedBackend::HookedBackend;
        bool broken = true;
        Result<std::unique_ptr<EventSource>> events(
            const std::vector<QueueName>& queues, bool wake, bool results) override
        {
            if (broken)
                return outage();
            return HookedBackend::events(queues, wake, results);
        }
    };
    Workbench bench;
    BrokenBackend backend(bench.store, "test-worker");
    WakeListener listener(*bench.pipeline, backend);
    const auto failed = listener.runOnce(monotonicNow(), 0ms);
    QVERIFY(failed.failed);
    QVERIFY(failed.next > after(10ms));
    QCOMPARE(bench.observer.troubles(), std::vector{EngineService::WakeListener});
    backend.broken = false;
    QVERIFY(!listener.runOnce(failed.next, 0ms).failed);
    QCOMPARE(bench.observer.recoveries(), 1);
    QVERIFY2(bench.pipeline->fetcherWaker.sleepUntil(after(0ms)), "what was said meanwhile was missed");
}

QTEST_GUILESS_MAIN(TestRecoverer)
#include "tst_engine_recoverer.moc"
