// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/enginefakes.h"

#include "core/engine/completer.h"
#include "core/engine/fetcher.h"
#include "tests/support/memory/memorybackend.h"

#include <QScopeGuard>
#include <QTest>

#include <thread>

using namespace dueline;
using namespace std::chrono_literals;

class TestFetcher : public QObject
{
    Q_OBJECT

private slots:
    void claimsForFreeSlotsOnlyWhileNothingIsKnownOfTheHandlers();
    void claimsAheadInFullBatchesOnceHandlersAreQuick();
    void aFullLineIsNotClaimedFor();
    void anEmptyQueueLetsItSleepUntilTheNextDueTask();
    void anIdleWorkerAsksOnceInFiveSeconds();
    void aWakeUpForANearerTaskShortensTheSleep();
    void typesWithoutHandlerAreLeftAlone();
    void aForeignOverdueHeadDoesNotMakeItSpin();
    void damagedTasksAreQuarantined();
    void aLongerLeaseOfItsOwnIsAppliedAfterLoading();
    void theQueuesOwnLeaseIsTakenWhenTheWorkerHasNone();
    void queuesShareSlotsByWeight();
    void inStrictOrderALaterQueueWaitsForThoseBefore();
    void inStrictOrderWhatCannotBeHadHoldsNobodyUp();
    void aClaimWhoseAnswerWasLostIsRepeatedAsItWas();
    void aFailingQueueDoesNotHoldUpAnother();
    void payloadsThatFailToLoadAreLoadedAgain();
    void aDrainGivesBackWhatHasNotStarted();
    void tasksStuckBehindBlockedSlotsAreGivenBack();
    void sleepingSlotsAreWokenWhenTheOthersDoNotGetThrough();
    void manyBytesOfPayloadStopClaimingAhead();
    void unwrittenOutcomesStopClaiming();
};

void TestFetcher::claimsForFreeSlotsOnlyWhileNothingIsKnownOfTheHandlers()
{
    Workbench bench({.concurrency = 4});
    bench.add(50);
    Fetcher fetcher(*bench.pipeline, bench.backend);
    QCOMPARE(fetcher.runOnce(monotonicNow()).entered, 4);
    QCOMPARE(bench.counts()[TaskState::Leased], 4);
    QCOMPARE(bench.pipeline->ready.size(), 4);
}

void TestFetcher::claimsAheadInFullBatchesOnceHandlersAreQuick()
{
    Workbench bench({.concurrency = 4});
    bench.add(500);
    bench.handlersTake(10us);
    Fetcher fetcher(*bench.pipeline, bench.backend);
    // With room for only 4 more tasks, another call isn't worthwhile.
    QCOMPARE(fetcher.runOnce(monotonicNow()).entered, 200);
    QCOMPARE(bench.hooks().claims.front().limit, 100);
    QCOMPARE(bench.hooks().calls["claim"], 2);
}

void TestFetcher::aFullLineIsNotClaimedFor()
{
    Workbench bench({.concurrency = 2});
    bench.add(50);
    Fetcher fetcher(*bench.pipeline, bench.backend);
    QCOMPARE(fetcher.runOnce(monotonicNow()).entered, 2);
    QCOMPARE(fetcher.runOnce(monotonicNow()).claims, 0);
    QCOMPARE(bench.runReady(), 2);
    QVERIFY2(bench.pipeline->fetcherWaker.sleepUntil(after(0ms)), "a free slot must wake the fetcher");
    bench.handlersTake(1s);
    QCOMPARE(fetcher.runOnce(monotonicNow()).entered, 2);
}

void TestFetcher::anEmptyQueueLetsItSleepUntilTheNextDueTask()
{
    Workbench bench;
    bench.add(1, {.dueIn = 700ms});
    Fetcher fetcher(*bench.pipeline, bench.backend);
    const auto report = fetcher.runOnce(monotonicNow());
    QCOMPARE(report.claims, 1);
    QVERIFY(report.next > after(600ms));
    QVERIFY(report.next < after(710ms));
}

void TestFetcher::anIdleWorkerAsksOnceInFiveSeconds()
{
    Workbench bench;
    bench.add(1, {.dueIn = 1h});
    Fetcher fetcher(*bench.pipeline, bench.backend);
    const Instant first = fetcher.runOnce(monotonicNow()).next;
    QVERIFY(first > after(4400ms));
    QVERIFY(first < after(5600ms));
    QCOMPARE(fetcher.runOnce(first - 1ms).claims, 0);
    QCOMPARE(fetcher.runOnce(first).claims, 1);
    QCOMPARE(bench.hooks().calls["load"] + bench.hooks().calls["release"], 0);
}

void TestFetcher::aWakeUpForANearerTaskShortensTheSleep()
{
    Workbench bench;
    bench.add(1, {.dueIn = 1h});
    Fetcher fetcher(*bench.pipeline, bench.backend);
    QVERIFY(fetcher.runOnce(monotonicNow()).next > after(4s));
    bench.pipeline->wake(0, bench.pipeline->clock.now() + 200ms);
    QVERIFY(bench.pipeline->fetcherWaker.sleepUntil(after(0ms)));
    const auto report = fetcher.runOnce(monotonicNow());
    QCOMPARE(report.claims, 0);
    QVERIFY(report.next < after(201ms));
    bench.add(1);
    bench.pipeline->wake(0, TimePoint::min());
    QCOMPARE(fetcher.runOnce(monotonicNow()).entered, 1);
}

void TestFetcher::typesWithoutHandlerAreLeftAlone()
{
    Workbench bench({}, "mail.*");
    bench.add(3, {}, "report");
    const auto ours = bench.add(2, {}, "mail.send");
    Fetcher fetcher(*bench.pipeline, bench.backend);
    QCOMPARE(fetcher.runOnce(monotonicNow()).entered, 2);
    QCOMPARE(bench.state(ours[0]), TaskState::Leased);
    QCOMPARE(bench.counts()[TaskState::Due], 3);
}

void TestFetcher::aForeignOverdueHeadDoesNotMakeItSpin()
{
    Workbench bench({}, "mail.*");
    bench.add(3, {}, "report");
    Fetcher fetcher(*bench.pipeline, bench.backend);
    const auto report = fetcher.runOnce(monotonicNow());
    QVERIFY(report.claims <= 2);
    QVERIFY(report.next > after(2s));
    QVERIFY2(!bench.pipeline->queues[0].upcoming, "nothing of these types is left");
}

void TestFetcher::damagedTasksAreQuarantined()
{
    Workbench bench;
    bench.add(3);
    bench.hooks().afterLoad = [](std::vector<TaskLoad>& loads) { loads[1].damaged = true; };
    Fetcher fetcher(*bench.pipeline, bench.backend);
    const auto report = fetcher.runOnce(monotonicNow());
    QCOMPARE(report.quarantined, 1);
    QCOMPARE(report.entered, 2);
    QCOMPARE(bench.backend.inspector().queue("q")->damaged, 1);
}

void TestFetcher::aLongerLeaseOfItsOwnIsAppliedAfterLoading()
{
    Workbench bench({.leaseFor = 10s});
    const auto ids = bench.add(1, {.options = {.leaseFor = Millis(3600s)}});
    bench.add(1);
    Fetcher fetcher(*bench.pipeline, bench.backend);
    fetcher.runOnce(monotonicNow());
    QCOMPARE(bench.hooks().calls["extend"], 1);
    QVERIFY(bench.task(ids[0]).task.at > SystemClock().now() + 3500s);
    const auto batch = bench.pipeline->book.batches().front();
    for (const TaskItem& item : batch->items)
        QCOMPARE(item.heldUntil.load() > after(3500s), item.lease.id == ids[0]);
}

void TestFetcher::theQueuesOwnLeaseIsTakenWhenTheWorkerHasNone()
{
    Workbench bench;
    bench.add(1);
    QueueSettings settings;
    settings.leaseFor = 77s;
    QVERIFY(bench.backend.editor()->configure("q", settings).ok());
    Fetcher fetcher(*bench.pipeline, bench.backend);
    fetcher.runOnce(monotonicNow());
    QCOMPARE(bench.hooks().claims.front().leaseFor, Millis(77s));
}

void TestFetcher::queuesShareSlotsByWeight()
{
    Workbench bench({.queues = {{"q", 3}, {"r", 1}}, .concurrency = 1});
    bench.add(100, {}, "noop", "q");
    bench.add(100, {}, "noop", "r");
    Fetcher fetcher(*bench.pipeline, bench.backend);
    std::map<QueueName, int> ran;
    bench.handle = [&](TaskContext& context) {
        ++ran[context.queue];
        return HandlerResult::done();
    };
    bench.handlersTake(1s);
    for (int round = 0; round < 40; ++round) {
        QCOMPARE(fetcher.runOnce(monotonicNow()).entered, 1);
        QCOMPARE(bench.runReady(), 1);
        bench.handlersTake(1s);
    }
    QCOMPARE(ran["q"], 30);
    QCOMPARE(ran["r"], 10);
}

void TestFetcher::inStrictOrderALaterQueueWaitsForThoseBefore()
{
    Workbench bench({.queues = {{"q", 1}, {"r", 1}}, .strict = true, .concurrency = 2});
    bench.add(5, {}, "noop", "r");
    bench.add(5, {}, "noop", "q");
    std::vector<QueueName> ran;
    bench.handle = [&](TaskContext& context) {
        ran.push_back(context.queue);
        return HandlerResult::done();
    };
    Fetcher fetcher(*bench.pipeline, bench.backend);
    Completer completer(*bench.pipeline, bench.backend);
    for (int round = 0; round < 4; ++round) {
        fetcher.runOnce(monotonicNow());
        bench.runReady();
        completer.runOnce(monotonicNow());
        if (round == 2) { // A task that becomes due in an earlier queue runs before all others.
            bench.add(2, {}, "noop", "q");
            bench.pipeline->wake(0, TimePoint::min());
            bench.handlersTake(1s); // so slow that the fetcher doesn't claim ahead
        }
    }
    QVERIFY(ran.size() >= 8);
    QCOMPARE(std::vector(ran.begin(), ran.begin() + 5), std::vector<QueueName>(5, "q"));
    QCOMPARE(ran[5], QueueName("r"));
    QCOMPARE(std::count(ran.begin(), ran.end(), "q"), 7);
}

void TestFetcher::inStrictOrderWhatCannotBeHadHoldsNobodyUp()
{
    Workbench bench({.queues = {{"paused", 1}, {"broken", 1}, {"r", 1}}, .strict = true, .concurrency = 2});
    for (const char* queue : {"paused", "broken", "r"})
        bench.add(1, {}, "noop", queue);
    QVERIFY(bench.backend.editor()->setPaused("paused", true).ok());
    int calls = 0;
    bench.hooks().before = [&](const QByteArray& call) {
        return call == "claim" && ++calls == 2 ? std::optional(outage()) : std::nullopt;
    };
    Fetcher(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    QCOMPARE(bench.counts("r")[TaskState::Leased], 1);
    QCOMPARE(bench.counts("paused")[TaskState::Due], 1);
}

void TestFetcher::aClaimWhoseAnswerWasLostIsRepeatedAsItWas()
{
    Workbench bench({.concurrency = 7});
    bench.add(20);
    bench.hooks().before = [](const QByteArray&) { return std::optional(outage()); };
    Fetcher fetcher(*bench.pipeline, bench.backend);
    const auto failed = fetcher.runOnce(monotonicNow());
    QVERIFY(failed.failed);
    QVERIFY(failed.next > after(20ms));
    QVERIFY(failed.next < after(200ms));
    QCOMPARE(bench.observer.troubles(), std::vector{EngineService::Fetcher});
    bench.hooks().before = nullptr;
    bench.handlersTake(10us); // There is room for more tasks now, but a repeated request must not grow.
    const auto report = fetcher.runOnce(failed.next);
    QVERIFY(report.entered >= 7);
    QCOMPARE(bench.hooks().claims[1].limit, bench.hooks().claims[0].limit);
    QCOMPARE(bench.observer.recoveries(), 1);
}

void TestFetcher::aFailingQueueDoesNotHoldUpAnother()
{
    Workbench bench({.queues = {{"q", 1}, {"r", 1}}, .concurrency = 8});
    bench.add(3, {}, "noop", "q");
    bench.add(3, {}, "noop", "r");
    bench.hooks().before = [&](const QByteArray& name) -> std::optional<Error> {
        if (name == "claim" && bench.hooks().claims.back().queue == "q")
            return Error{ErrorCode::WrongType, QStringLiteral("A key of the queue holds another type.")};
        return {};
    };
    Fetcher fetcher(*bench.pipeline, bench.backend);
    QCOMPARE(fetcher.runOnce(monotonicNow()).entered, 3);
    QCOMPARE(bench.counts("r")[TaskState::Leased], 3);
}

void TestFetcher::payloadsThatFailToLoadAreLoadedAgain()
{
    Workbench bench;
    bench.add(2, {.payload = "hello"});
    bool broken = true;
    bench.hooks().before
        = [&](const QByteArray& name) { return broken && name == "load" ? std::optional(outage()) : std::nullopt; };
    Fetcher fetcher(*bench.pipeline, bench.backend);
    auto report = fetcher.runOnce(monotonicNow());
    QCOMPARE(report.claimed, 2);
    QCOMPARE(report.entered, 0);
    broken = false;
    report = fetcher.runOnce(report.next);
    QCOMPARE(report.entered, 2);
    QCOMPARE(bench.pipeline->payloadBytes(), 10);
}

void TestFetcher::aDrainGivesBackWhatHasNotStarted()
{
    Workbench bench({.concurrency = 4});
    const auto ids = bench.add(4);
    Fetcher fetcher(*bench.pipeline, bench.backend);
    fetcher.runOnce(monotonicNow());
    ReadyQueue::Cursor cursor;
    TaskItem* running = bench.pipeline->ready.take(cursor);
    QVERIFY(running);
    bench.pipeline->state = EngineState::Draining;
    const auto report = fetcher.runOnce(monotonicNow());
    QCOMPARE(report.released, 3);
    QVERIFY(bench.pipeline->fetcherEmptied);
    QCOMPARE(bench.counts()[TaskState::Leased], 1);
    QCOMPARE(bench.counts()[TaskState::Retrying], 3);
    for (const TaskId& id : ids) {
        if (id != running->lease.id)
            QCOMPARE(bench.task(id).task.attempt, 0);
    }
    QCOMPARE(bench.pipeline->book.size(), 1);
    bench.add(5);
    QCOMPARE(fetcher.runOnce(monotonicNow()).claims, 0);
}

void TestFetcher::tasksStuckBehindBlockedSlotsAreGivenBack()
{
    Workbench bench({.concurrency = 1});
    bench.add(50);
    bench.handlersTake(10us);
    Fetcher fetcher(*bench.pipeline, bench.backend);
    QVERIFY(fetcher.runOnce(monotonicNow()).entered == 50);
    ReadyQueue::Cursor cursor;
    QVERIFY(bench.pipeline->ready.take(cursor)); // this task's handler never finishes
    QCOMPARE(fetcher.runOnce(after(500ms)).released, 0);
    QCOMPARE(fetcher.runOnce(after(1500ms)).released, 49);
    QCOMPARE(bench.counts()[TaskState::Leased], 1);
    QCOMPARE(fetcher.runOnce(after(1600ms)).entered, 0); // Released tasks are not immediately reclaimed.
}

void TestFetcher::sleepingSlotsAreWokenWhenTheOthersDoNotGetThrough()
{
    Workbench bench({.concurrency = 3});
    bench.add(3);
    bench.handlersTake(10us); // At this speed, a single slot can handle all three tasks.
    std::atomic<int> taken = 0;
    std::vector<std::jthread> blocked;
    for (int i = 0; i < 3; ++i) {
        blocked.emplace_back([&] {
            ReadyQueue::Cursor cursor;
            taken += bench.pipeline->ready.wait(cursor) != nullptr; // Each slot blocks after its first task.
        });
    }
    const auto closed = qScopeGuard([&] { bench.pipeline->ready.close(); });
    QTRY_COMPARE(bench.pipeline->ready.idle(), 3);
    Fetcher fetcher(*bench.pipeline, bench.backend);
    const auto report = fetcher.runOnce(monotonicNow());
    QCOMPARE(report.entered, 3);
    QVERIFY2(report.next < after(5ms), "it must look after them soon");
    QTest::qWait(5); // longer than a handler should run
    fetcher.runOnce(monotonicNow());
    QTRY_COMPARE(taken.load(), 3);
}

void TestFetcher::manyBytesOfPayloadStopClaimingAhead()
{
    Workbench bench({.concurrency = 2, .payloadBudget = 10'000});
    bench.add(100, {.payload = QByteArray(6'000, 'x')});
    bench.handlersTake(10us);
    Fetcher fetcher(*bench.pipeline, bench.backend);
    fetcher.runOnce(monotonicNow()); // Payload sizes are unknown before the first load.
    bench.runReady();
    const auto report = fetcher.runOnce(monotonicNow());
    QVERIFY2(report.entered <= 40, QByteArray::number(report.entered));
}

void TestFetcher::unwrittenOutcomesStopClaiming()
{
    Workbench bench({.concurrency = 4, .batch = 10, .prefetch = 20});
    bench.add(300);
    bench.handlersTake(10us);
    Fetcher fetcher(*bench.pipeline, bench.backend);
    int ran = 0;
    for (int i = 0; i < 50; ++i) {
        fetcher.runOnce(monotonicNow());
        ran += bench.runReady(); // No completer writes the outcomes.
    }
    QVERIFY2(ran < 120, QByteArray::number(ran));
    Completer completer(*bench.pipeline, bench.backend);
    completer.runOnce(monotonicNow());
    QVERIFY2(bench.pipeline->fetcherWaker.sleepUntil(after(0ms)), "written outcomes must wake the fetcher");
    QVERIFY(fetcher.runOnce(monotonicNow()).entered > 0);
}

QTEST_GUILESS_MAIN(TestFetcher)
#include "tst_engine_fetcher.moc"
