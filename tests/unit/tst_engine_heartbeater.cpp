// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/enginefakes.h"

#include "core/engine/completer.h"
#include "core/engine/fetcher.h"
#include "core/engine/heartbeater.h"
#include "core/engine/watchdog.h"
#include "tests/support/memory/memorybackend.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

class TestHeartbeater : public QObject
{
    Q_OBJECT

private slots:
    void everyLeaseIsExtendedAThirdOfItIn();
    void anIdleWorkerOnlyReportsItself();
    void aWorkerThatBeginsToWorkReportsItWithinASecond();
    void aLostLeaseStopsItsHandler();
    void aLostLeaseDropsATaskThatWaits();
    void aCancelStopsTheHandler();
    void aCancelEndsATaskThatWaits();
    void aTasksOwnLeaseIsExtendedByItsOwnLength();
    void aFailedExtendIsRepeatedSoon();
    void leavingTakesTheWorkerOffTheList();
    void aLeaseThatIsNotConfirmedStopsTheHandler();
    void anUnconfirmedTaskThatWaitsIsDropped();
    void aConfirmedLeaseIsLeftAlone();
    void whatRanOutUnconfirmedIsNotTakenBack();
    void whatWasGivenUpIsNotKeptFromOthers();
    void whatRanOutWhileItWaitedIsNotStarted();
    void aMachineThatSleptGivesUpItsLeasesAndLooksAround();
    void theTimeLimitStopsAHandler();
    void aHandlerThatDoesNotStopIsGivenUp();
    void aDrainIsOverOnceNothingIsHeld();

private:
    /// Claims one task and calls `during` while it runs in the bench's slot. Returns why the handler was stopped.
    static StopReason whileRunning(Workbench& bench, const std::function<void(TaskItem&)>& during);
};

StopReason TestHeartbeater::whileRunning(Workbench& bench, const std::function<void(TaskItem&)>& during)
{
    StopReason reason = StopReason::None;
    bench.handle = [&](TaskContext& context) {
        during(bench.pipeline->book.batches().front()->items.front());
        reason = context.stop.stop_requested() ? context.stopReason.load() : StopReason::None;
        return HandlerResult::stopped();
    };
    Fetcher(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    if (bench.runReady() != 1)
        qFatal("nothing ran");
    return reason;
}

void TestHeartbeater::everyLeaseIsExtendedAThirdOfItIn()
{
    Workbench bench({.concurrency = 150, .leaseFor = 9s});
    const auto ids = bench.add(120);
    Fetcher fetcher(*bench.pipeline, bench.backend);
    fetcher.runOnce(monotonicNow());
    Heartbeater heartbeater(*bench.pipeline, bench.hooks(), {});
    const Instant now = monotonicNow();
    QCOMPARE(heartbeater.runOnce(now).extended, 0);
    QCOMPARE(heartbeater.runOnce(now + 2900ms).extended, 0);
    QCOMPARE(heartbeater.runOnce(now + 3100ms).extended, 120);
    QCOMPARE(bench.hooks().calls["extend"], 2); // Each call extends at most a hundred leases.
}

void TestHeartbeater::anIdleWorkerOnlyReportsItself()
{
    Workbench bench;
    WorkerInfo worker;
    worker.id = "test-worker";
    Heartbeater heartbeater(*bench.pipeline, bench.hooks(), worker);
    const Instant start = monotonicNow();
    for (Instant now = start; now < start + 60s; now = std::max(heartbeater.runOnce(now).next, now + 1ms)) { }
    QCOMPARE(bench.hooks().calls["extend"], 0);
    QCOMPARE(bench.hooks().calls["beat"], 4);
    QCOMPARE(bench.backend.inspector().workers()->front().id, QByteArray("test-worker"));
}

void TestHeartbeater::aWorkerThatBeginsToWorkReportsItWithinASecond()
{
    Workbench bench({.leaseFor = 60s});
    const auto ids = bench.add(1);
    WorkerInfo worker;
    worker.id = "test-worker";
    Heartbeater heartbeater(*bench.pipeline, bench.hooks(), worker);
    const Instant start = monotonicNow();
    QVERIFY(heartbeater.runOnce(start).beat);
    QCOMPARE(bench.backend.inspector().workers()->front().running, 0);
    whileRunning(bench, [&](TaskItem&) {
        const Instant next = heartbeater.runOnce(start + 10ms).next;
        QVERIFY(next <= start + 1010ms);
        QVERIFY(heartbeater.runOnce(next).beat);
        QCOMPARE(bench.backend.inspector().workers()->front().running, 1);
        QVERIFY(!heartbeater.runOnce(next + 1s).beat); // The number of running tasks has already been reported.
    });
}

void TestHeartbeater::aLostLeaseStopsItsHandler()
{
    Workbench bench;
    const auto ids = bench.add(1);
    Heartbeater heartbeater(*bench.pipeline, bench.hooks(), {});
    const StopReason reason = whileRunning(bench, [&](TaskItem& item) {
        const Task seen = bench.task(ids[0]).task;
        QVERIFY(bench.backend.editor()->release("q", {item.lease.id, TaskState::Leased, seen.token, seen.at}).ok());
        bench.pipeline->extendNow = true;
        QCOMPARE(heartbeater.runOnce(monotonicNow()).lost, 1);
    });
    QCOMPARE(reason, StopReason::LeaseLost);
}

void TestHeartbeater::aLostLeaseDropsATaskThatWaits()
{
    Workbench bench;
    const auto ids = bench.add(2);
    Fetcher(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    const Task seen = bench.task(ids[0]).task;
    QVERIFY(bench.backend.editor()->release("q", {ids[0], TaskState::Leased, seen.token, seen.at}).ok());
    Heartbeater heartbeater(*bench.pipeline, bench.hooks(), {});
    bench.pipeline->extendNow = true;
    QCOMPARE(heartbeater.runOnce(monotonicNow()).lost, 1);
    QCOMPARE(bench.observer.lost(), std::vector{ids[0]});
    QCOMPARE(bench.runReady(), 1);
    QCOMPARE(bench.pipeline->book.size(), 1);
    QCOMPARE(bench.pipeline->held(), 0);
}

void TestHeartbeater::aCancelStopsTheHandler()
{
    Workbench bench;
    const auto ids = bench.add(1);
    Heartbeater heartbeater(*bench.pipeline, bench.hooks(), {});
    const StopReason reason = whileRunning(bench, [&](TaskItem&) {
        const Task seen = bench.task(ids[0]).task;
        QVERIFY(bench.backend.editor()->cancel("q", {ids[0], TaskState::Leased, seen.token, seen.at}).ok());
        bench.pipeline->extendNow = true;
        QCOMPARE(heartbeater.runOnce(monotonicNow()).cancelled, 1);
    });
    QCOMPARE(reason, StopReason::Cancelled);
}

void TestHeartbeater::aCancelEndsATaskThatWaits()
{
    Workbench bench;
    const auto ids = bench.add(1);
    Fetcher(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    const Task seen = bench.task(ids[0]).task;
    QVERIFY(bench.backend.editor()->cancel("q", {ids[0], TaskState::Leased, seen.token, seen.at}).ok());
    bench.pipeline->extendNow = true;
    Heartbeater(*bench.pipeline, bench.hooks(), {}).runOnce(monotonicNow());
    QCOMPARE(bench.runReady(), 0);
    Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    QCOMPARE(bench.state(ids[0]), TaskState::Failed);
}

void TestHeartbeater::aTasksOwnLeaseIsExtendedByItsOwnLength()
{
    Workbench bench({.leaseFor = 10s});
    const auto ids = bench.add(1, {.options = {.leaseFor = Millis(3600s)}});
    bench.hooks().before
        = [](const QByteArray& name) { return name == "extend" ? std::optional(outage()) : std::nullopt; };
    Fetcher(*bench.pipeline, bench.backend).runOnce(monotonicNow()); // extending the lease fails
    bench.hooks().before = nullptr;
    bench.pipeline->extendNow = true;
    QCOMPARE(Heartbeater(*bench.pipeline, bench.hooks(), {}).runOnce(monotonicNow()).extended, 1);
    QVERIFY(bench.task(ids[0]).task.at > SystemClock().now() + 3500s);
}

void TestHeartbeater::aFailedExtendIsRepeatedSoon()
{
    Workbench bench;
    bench.add(1);
    Fetcher(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    bench.hooks().before = [](const QByteArray&) { return std::optional(outage()); };
    Heartbeater heartbeater(*bench.pipeline, bench.hooks(), {});
    bench.pipeline->extendNow = true;
    const auto report = heartbeater.runOnce(monotonicNow());
    QVERIFY(report.failed);
    QVERIFY(report.next < after(200ms));
    bench.hooks().before = nullptr;
    QCOMPARE(heartbeater.runOnce(after(200ms)).extended, 1);
}

void TestHeartbeater::leavingTakesTheWorkerOffTheList()
{
    Workbench bench;
    WorkerInfo worker;
    worker.id = "test-worker";
    Heartbeater heartbeater(*bench.pipeline, bench.hooks(), worker);
    heartbeater.runOnce(monotonicNow());
    QCOMPARE(bench.backend.inspector().workers()->size(), std::size_t(1));
    heartbeater.leave();
    QCOMPARE(bench.backend.inspector().workers()->size(), std::size_t(0));
}

void TestHeartbeater::aLeaseThatIsNotConfirmedStopsTheHandler()
{
    Workbench bench({.leaseFor = 5s});
    bench.add(1);
    Watchdog watchdog(*bench.pipeline);
    const StopReason reason = whileRunning(bench, [&](TaskItem&) {
        QCOMPARE(watchdog.runOnce(after(4300ms)).unconfirmed, 0);
        // A lease counts as unconfirmed once only a tenth of its time remains.
        QCOMPARE(watchdog.runOnce(after(4600ms)).unconfirmed, 1);
    });
    QCOMPARE(reason, StopReason::LeaseLost);
}

void TestHeartbeater::anUnconfirmedTaskThatWaitsIsDropped()
{
    Workbench bench({.leaseFor = 5s});
    bench.add(2);
    Fetcher(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    QCOMPARE(Watchdog(*bench.pipeline).runOnce(after(4600ms)).unconfirmed, 2);
    QCOMPARE(bench.runReady(), 0);
    QCOMPARE(bench.pipeline->book.size(), 0);
}

void TestHeartbeater::aConfirmedLeaseIsLeftAlone()
{
    Workbench bench({.leaseFor = 5s});
    bench.add(1);
    Fetcher(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    bench.pipeline->book.batches().front()->items.front().heldUntil = after(400ms);
    bench.pipeline->extendNow = true;
    Heartbeater(*bench.pipeline, bench.hooks(), {}).runOnce(monotonicNow());
    QCOMPARE(Watchdog(*bench.pipeline).runOnce(monotonicNow()).unconfirmed, 0);
}

void TestHeartbeater::whatRanOutUnconfirmedIsNotTakenBack()
{
    Workbench bench({.leaseFor = 5s});
    bench.add(2);
    Fetcher(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    bench.pipeline->book.batches().front()->items.front().heldUntil = after(-1s);
    bench.pipeline->extendNow = true;
    QCOMPARE(Heartbeater(*bench.pipeline, bench.hooks(), {}).runOnce(monotonicNow()).extended, 1);
}

void TestHeartbeater::whatWasGivenUpIsNotKeptFromOthers()
{
    Workbench bench({.leaseFor = 5s});
    bench.add(1);
    Heartbeater heartbeater(*bench.pipeline, bench.hooks(), {});
    whileRunning(bench, [&](TaskItem& item) {
        item.heldUntil = after(-1s);
        Watchdog(*bench.pipeline).runOnce(monotonicNow());
    });
    // The handler has finished, but the completer hasn't processed its result yet.
    QCOMPARE(bench.pipeline->book.batches().front()->items.front().state.load(), TaskItem::State::Finished);
    bench.pipeline->extendNow = true;
    QCOMPARE(heartbeater.runOnce(monotonicNow()).extended, 0);
    QCOMPARE(bench.hooks().calls["extend"], 0);
}

void TestHeartbeater::whatRanOutWhileItWaitedIsNotStarted()
{
    Workbench bench({.leaseFor = 5s});
    bench.add(2);
    std::vector<TaskId> ran;
    bench.handle = [&](TaskContext& context) {
        ran.push_back(context.lease.id);
        return HandlerResult::done();
    };
    Fetcher(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    const auto batch = bench.pipeline->book.batches().front();
    const TaskId late = batch->items[0].lease.id;
    const TaskId fine = batch->items[1].lease.id;
    batch->items[0].heldUntil = after(-1s);
    bench.runReady();
    QCOMPARE(ran, std::vector{fine});
    Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    QCOMPARE(bench.observer.lost(), std::vector{late});
    QCOMPARE(bench.state(late), TaskState::Leased); // No outcome was written, so a recoverer takes over the task.
    QCOMPARE(bench.state(fine), TaskState::Done);
    QCOMPARE(bench.hooks().calls["release"] + bench.hooks().calls["nack"], 0);
}

void TestHeartbeater::aMachineThatSleptGivesUpItsLeasesAndLooksAround()
{
    Workbench bench({.leaseFor = 5s});
    bench.add(1);
    Watchdog watchdog(*bench.pipeline);
    const StopReason reason = whileRunning(bench, [&](TaskItem&) {
        QVERIFY(!watchdog.runOnce(monotonicNow()).slept);
        // A busy machine may cause a delay this short, so it doesn't count as sleep.
        QVERIFY(!watchdog.runOnce(after(1500ms)).slept);
        for (Waker* waker : {&bench.pipeline->fetcherWaker, &bench.pipeline->heartbeaterWaker})
            waker->sleepUntil(monotonicNow());
        const auto woken = watchdog.runOnce(after(1h));
        QVERIFY(woken.slept);
        QCOMPARE(woken.unconfirmed, 1);
        QVERIFY(!watchdog.runOnce(after(Millis(1h) + 500ms)).slept);
    });
    QCOMPARE(reason, StopReason::LeaseLost);
    QVERIFY(bench.pipeline->extendNow);
    for (Waker* waker : {&bench.pipeline->fetcherWaker, &bench.pipeline->completerWaker,
             &bench.pipeline->heartbeaterWaker, &bench.pipeline->recovererWaker, &bench.pipeline->schedulerWaker})
        QVERIFY(waker->sleepUntil(monotonicNow()));
}

void TestHeartbeater::aHandlerThatDoesNotStopIsGivenUp()
{
    Workbench bench({.leaseFor = Millis(1h), .timeLimit = 3s, .graceFor = 10s});
    const auto ids = bench.add(1, {.payload = "still read"});
    Watchdog watchdog(*bench.pipeline);
    bench.handle = [&](TaskContext& context) {
        const auto asked = watchdog.runOnce(after(3100ms));
        [&] {
            QCOMPARE(asked.overdue, 1);
            QVERIFY(asked.next <= after(11s));
            QCOMPARE(watchdog.runOnce(after(9s)).abandoned, 0);
            QCOMPARE(bench.pipeline->running(), 1);
            QCOMPARE(watchdog.runOnce(after(11s)).abandoned, 1);
            QCOMPARE(bench.pipeline->running(), 0); // The slot is free for other tasks.
            Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow());
            QCOMPARE(bench.pipeline->book.size(), 0);
            QCOMPARE(context.payload, QByteArray("still read"));
        }();
        return HandlerResult::done("too late");
    };
    Fetcher(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    ReadyQueue::Cursor cursor;
    TaskItem* item = bench.pipeline->ready.take(cursor);
    QVERIFY(item);
    QVERIFY2(!bench.slot->execute(*item), "the slot was replaced, so it takes nothing more");
    Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    const TaskDetail detail = bench.task(ids[0]);
    QCOMPARE(detail.task.state, TaskState::Retrying);
    QCOMPARE(detail.attempts.size(), std::size_t(1));
    QCOMPARE(detail.attempts[0].error, QByteArray("deadline exceeded: the handler did not stop"));
    QCOMPARE(bench.hooks().calls["ack"], 0);
}

void TestHeartbeater::theTimeLimitStopsAHandler()
{
    Workbench bench({.leaseFor = Millis(1h), .timeLimit = 3s});
    bench.add(1);
    Watchdog watchdog(*bench.pipeline);
    const StopReason reason = whileRunning(bench, [&](TaskItem&) {
        const auto before = watchdog.runOnce(after(2900ms));
        QCOMPARE(before.overdue, 0);
        QVERIFY(before.next <= after(3100ms));
        QCOMPARE(watchdog.runOnce(after(3100ms)).overdue, 1);
        QCOMPARE(watchdog.runOnce(after(3200ms)).overdue, 0); // The task is reported only once.
    });
    QCOMPARE(reason, StopReason::Deadline);
}

void TestHeartbeater::aDrainIsOverOnceNothingIsHeld()
{
    Workbench bench;
    bench.add(1);
    Fetcher fetcher(*bench.pipeline, bench.backend);
    fetcher.runOnce(monotonicNow());
    bench.runReady();
    Watchdog watchdog(*bench.pipeline);
    QVERIFY(!watchdog.runOnce(monotonicNow()).drained);
    bench.pipeline->state = EngineState::Draining;
    fetcher.runOnce(monotonicNow());
    QVERIFY2(!watchdog.runOnce(monotonicNow()).drained, "an outcome is not written yet");
    Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    QVERIFY(watchdog.runOnce(monotonicNow()).drained);
}

QTEST_GUILESS_MAIN(TestHeartbeater)
#include "tst_engine_heartbeater.moc"
