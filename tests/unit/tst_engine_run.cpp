// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/engineworks.h"

#include "core/engine/engine.h"
#include "tests/support/memory/memorybackend.h"

#include <QTest>

#include <set>
#include <thread>

using namespace dueline;
using namespace std::chrono_literals;

using Works = EngineWorks;

class TestEngineRun : public QObject
{
    Q_OBJECT

private slots:
    void everyTaskRunsOnce();
    void itEndsOnceTheQueueIsEmpty();
    void othersTypesAreLeftAndDoNotKeepItFromEnding();
    void aQueueNobodyMadeIsEmpty();
    void itWaitsForWhatOtherWorkersHold();
    void retriesRunUntilTheAttemptsAreUsedUp();
    void aDueTaskStartsAtItsTime();
    void aWakeUpBeatsTheSafetyPoll();
    void aDrainLetsRunningHandlersFinish();
    void aStopGivesBackWhatIsNotFinished();
    void aDrainThatTakesTooLongBecomesAStop();
    void statesComeInOrder();
    void theWorkerIsListedWhileItRuns();
};

void TestEngineRun::everyTaskRunsOnce()
{
    Works works({.concurrency = 4});
    std::mutex mutex;
    std::multiset<TaskId> ran;
    works.handle = [&](TaskContext& context) {
        const std::scoped_lock lock(mutex);
        ran.insert(context.lease.id);
        return HandlerResult::done();
    };
    const auto ids = works.add(3000);
    works.start();
    QVERIFY(*works.engine->waitUntilEmpty(20s));
    works.engine->drain();
    QVERIFY(works.engine->wait(5s));
    QCOMPARE(ran, std::multiset<TaskId>(ids.begin(), ids.end()));
    QCOMPARE(works.counts()[TaskState::Done], 3000);
    const EngineFigures figures = works.engine->figures();
    QCOMPARE(figures.processed, 3000);
    QCOMPARE(figures.duplicates + figures.staleAcks + figures.leasesLost, 0);
    QCOMPARE(works.observer.outcomes().size(), std::size_t(3000));
}

void TestEngineRun::itEndsOnceTheQueueIsEmpty()
{
    Works works;
    works.add(1, {.dueIn = 300ms});
    works.start();
    QVERIFY(!*works.engine->waitUntilEmpty(100ms));
    QVERIFY(*works.engine->waitUntilEmpty(5s));
    QVERIFY(works.engine->idle());
}

void TestEngineRun::othersTypesAreLeftAndDoNotKeepItFromEnding()
{
    Works works({}, "mail.*");
    const auto foreign = works.add(3, {}, "report");
    works.add(2, {}, "mail.send");
    works.start();
    QVERIFY(*works.engine->waitUntilEmpty(5s));
    QCOMPARE(works.counts()[TaskState::Done], 2);
    QCOMPARE(works.state(foreign[0]), TaskState::Due);
}

void TestEngineRun::aQueueNobodyMadeIsEmpty()
{
    Works works;
    works.start();
    QVERIFY(*works.engine->waitUntilEmpty(2s));
}

void TestEngineRun::itWaitsForWhatOtherWorkersHold()
{
    Works works;
    works.add(1);
    MemoryBackend other(works.store, "other-worker", Access::OperateAndWork);
    const auto claim = other.broker()->claim({"q", 10, 60s, {true, {}, {}}});
    QCOMPARE(claim->leases.size(), std::size_t(1));
    works.start();
    QVERIFY(!*works.engine->waitUntilEmpty(300ms));
    QVERIFY(other.broker()->ack("q", {{claim->leases[0].id, claim->leases[0].token, {}}}, {}).ok());
    QVERIFY(*works.engine->waitUntilEmpty(5s));
}

void TestEngineRun::retriesRunUntilTheAttemptsAreUsedUp()
{
    Works works;
    std::atomic<int> runs = 0;
    works.handle = [&](TaskContext&) {
        ++runs;
        return HandlerResult::fail("no luck");
    };
    const Backoff soon{Backoff::Kind::Fixed, 20ms, 20ms, {}};
    const auto ids = works.add(1, {.options = {.maxAttempts = 3, .backoff = soon}});
    works.start();
    QVERIFY(*works.engine->waitUntilEmpty(5s));
    QCOMPARE(runs.load(), 3);
    QCOMPARE(works.state(ids[0]), TaskState::Failed);
    const EngineFigures figures = works.engine->figures();
    QCOMPARE(figures.retried, 2);
    QCOMPARE(figures.failed, 1);
    QCOMPARE(figures.processed, 0);
}

void TestEngineRun::aDueTaskStartsAtItsTime()
{
    Works works;
    works.start();
    std::mutex mutex;
    std::vector<Millis> late;
    works.handle = [&](TaskContext& context) {
        const std::scoped_lock lock(mutex);
        late.push_back(SystemClock().now() - context.lease.dueAt);
        return HandlerResult::done();
    };
    for (int i = 0; i < 20; ++i)
        works.add(1, {.dueIn = Millis(200 + i * 10)});
    QVERIFY(*works.engine->waitUntilEmpty(5s));
    std::sort(late.begin(), late.end());
    QCOMPARE(late.size(), std::size_t(20));
    QVERIFY2(late.front() >= 0ms, "a task started before its due time");
    // The limit allows for a busy machine; a benchmark measures the actual delay.
    QVERIFY2(late[10] <= 50ms, QByteArray::number(qint64(late[10].count())));
}

void TestEngineRun::aWakeUpBeatsTheSafetyPoll()
{
    Works works;
    works.config.safetyPoll = 1h;
    works.add(1, {.dueIn = 1h});
    works.start();
    QTRY_VERIFY(works.console.inspector().workers()->size() == 1);
    const auto ids = works.add(1);
    QTRY_COMPARE_WITH_TIMEOUT(works.state(ids[0]), TaskState::Done, 3000);
}

void TestEngineRun::aDrainLetsRunningHandlersFinish()
{
    Works works({.concurrency = 2});
    std::atomic<bool> finish = false;
    std::atomic<int> running = 0;
    works.handle = [&](TaskContext& context) {
        ++running;
        while (!finish && !context.stop.stop_requested())
            std::this_thread::sleep_for(1ms);
        return finish ? HandlerResult::done() : HandlerResult::stopped();
    };
    works.add(10);
    works.start();
    QTRY_COMPARE(running.load(), 2);
    works.engine->drain();
    QVERIFY(!works.engine->wait(50ms));
    QCOMPARE(works.engine->state(), EngineState::Draining);
    finish = true;
    QVERIFY(works.engine->wait(5s));
    QCOMPARE(works.counts()[TaskState::Done], 2);
    QCOMPARE(works.counts()[TaskState::Leased], 0);
    QCOMPARE(works.counts().pending(), 8);
}

void TestEngineRun::aStopGivesBackWhatIsNotFinished()
{
    Works works({.concurrency = 3});
    Endless endless;
    works.handle = std::ref(endless);
    const auto ids = works.add(5);
    works.start();
    QTRY_COMPARE(endless.running.load(), 3);
    works.engine->stop();
    QVERIFY(works.engine->wait(5s));
    QCOMPARE(endless.reason.load(), StopReason::Shutdown);
    QCOMPARE(works.counts()[TaskState::Leased], 0);
    QCOMPARE(works.counts().pending(), 5);
    for (const TaskId& id : ids)
        QCOMPARE(works.task(id).task.attempt, 0);
}

void TestEngineRun::aDrainThatTakesTooLongBecomesAStop()
{
    Works works({.concurrency = 1});
    works.config.drainFor = 100ms;
    Endless endless;
    works.handle = std::ref(endless);
    works.add(1);
    works.start();
    QTRY_COMPARE(endless.running.load(), 1);
    works.engine->drain();
    QVERIFY(works.engine->wait(5s));
    QCOMPARE(works.counts().pending(), 1);
}

void TestEngineRun::statesComeInOrder()
{
    Works works;
    works.start();
    works.engine->drain();
    works.engine->stop();
    QVERIFY(works.engine->wait(5s));
    const auto states = works.observer.states();
    QCOMPARE(states.front(), EngineState::Running);
    QCOMPARE(states.back(), EngineState::Stopped);
    QVERIFY(std::is_sorted(states.begin(), states.end()));
}

void TestEngineRun::theWorkerIsListedWhileItRuns()
{
    Works works({.concurrency = 3});
    works.start();
    QTRY_COMPARE(works.console.inspector().workers()->size(), std::size_t(1));
    const WorkerInfo worker = works.console.inspector().workers()->front();
    QCOMPARE(worker.id, QByteArray("test-worker"));
    QCOMPARE(worker.concurrency, 3);
    QCOMPARE(worker.queues, std::vector<QueueName>{"q"});
    works.engine->drain();
    QVERIFY(works.engine->wait(5s));
    QVERIFY(works.console.inspector().workers()->empty());
}

QTEST_GUILESS_MAIN(TestEngineRun)
#include "tst_engine_run.moc"
