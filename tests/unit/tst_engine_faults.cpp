// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/engineworks.h"

#include "core/engine/engine.h"
#include "tests/support/memory/memorybackend.h"

#include <QTest>

#include <thread>

using namespace dueline;
using namespace std::chrono_literals;

using Works = EngineWorks;

class TestEngineFaults : public QObject
{
    Q_OBJECT

private slots:
    void aLostLeaseCancelsTheHandler();
    void anOperatorsCancelStopsTheHandler();
    void aServerThatIsGoneStopsHandlersInTime();
    void anOutageIsSatOut();
    void blockedHandlersDoNotStrandTheOthers();
    void fiftyTasksAtOnceUseFiftySlots();
    void aTaskOfADeadWorkerIsTakenOver();
    void startSaysWhyItCannot();
    void aReadOnlyBackendIsRefused();
    void badSettingsAreRefused_data();
    void badSettingsAreRefused();
    void anEngineThatWasNeverStartedEnds();
};

void TestEngineFaults::aLostLeaseCancelsTheHandler()
{
    Works works({.leaseFor = 300ms});
    Endless endless;
    works.handle = std::ref(endless);
    const auto ids = works.add(1);
    works.start();
    QTRY_COMPARE(endless.running.load(), 1);
    // Pause the queue to keep the engine from reclaiming the task.
    QVERIFY(works.console.editor()->setPaused("q", true).ok());
    QVERIFY(works.console.editor()->release("q", works.seen(ids[0])).ok());
    QTRY_COMPARE_WITH_TIMEOUT(endless.running.load(), 0, 3000);
    QCOMPARE(endless.reason.load(), StopReason::LeaseLost);
    QTRY_COMPARE(works.observer.lost(), ids);
    QCOMPARE(works.state(ids[0]), TaskState::Retrying);
}

void TestEngineFaults::anOperatorsCancelStopsTheHandler()
{
    // The next heartbeat is far away, so only the published message can stop the task this quickly.
    Works works({.leaseFor = 60s});
    Endless endless;
    works.handle = std::ref(endless);
    const auto ids = works.add(1);
    works.start();
    QTRY_COMPARE(endless.running.load(), 1);
    QVERIFY(works.console.editor()->cancel("q", works.seen(ids[0])).ok());
    QTRY_COMPARE_WITH_TIMEOUT(works.state(ids[0]), TaskState::Failed, 3000);
    QCOMPARE(works.task(ids[0]).attempts.back().outcome, QByteArray("cancelled"));
}

void TestEngineFaults::aServerThatIsGoneStopsHandlersInTime()
{
    Works works({.leaseFor = 500ms});
    Endless endless;
    works.handle = std::ref(endless);
    works.add(1);
    works.start();
    QTRY_COMPARE(endless.running.load(), 1);
    const Instant since = monotonicNow();
    works.outageNow = true;
    QTRY_COMPARE_WITH_TIMEOUT(endless.running.load(), 0, 3000);
    QCOMPARE(endless.reason.load(), StopReason::LeaseLost);
    QVERIFY(monotonicNow() - since < 650ms); // the lease's remaining time, plus a margin for a busy machine
    works.outageNow = false;
}

void TestEngineFaults::anOutageIsSatOut()
{
    Works works({.concurrency = 4, .leaseFor = 20s});
    works.add(300);
    std::atomic<int> runs = 0;
    works.handle = [&](TaskContext&) {
        if (++runs == 50)
            works.outageNow = true;
        return HandlerResult::done();
    };
    works.start();
    QTRY_VERIFY(!works.observer.troubles().empty());
    works.outageNow = false;
    QVERIFY(*works.engine->waitUntilEmpty(15s));
    QCOMPARE(works.counts()[TaskState::Done], 300);
    QCOMPARE(runs.load(), 300);
    QVERIFY(works.observer.recoveries() > 0);
}

void TestEngineFaults::blockedHandlersDoNotStrandTheOthers()
{
    // The engine has learned that the handlers are fast, and claims ahead. Then one handler blocks.
    Works works({.concurrency = 4});
    std::atomic<bool> finish = false;
    works.handle = [&](TaskContext& context) {
        while (context.payload == "block" && !finish && !context.stop.stop_requested())
            std::this_thread::sleep_for(1ms);
        return HandlerResult::done();
    };
    works.add(500);
    works.start();
    QVERIFY(*works.engine->waitUntilEmpty(10s));
    works.add(3, {.payload = "block"});
    const auto ids = works.add(100);
    for (const TaskId& id : ids)
        QTRY_COMPARE_WITH_TIMEOUT(works.state(id), TaskState::Done, 3000);
    finish = true;
}

void TestEngineFaults::fiftyTasksAtOnceUseFiftySlots()
{
    Works works({.concurrency = 50});
    std::atomic<int> together = 0;
    works.handle = [&](TaskContext& context) {
        if (context.payload == "meet") {
            ++together;
            while (together < 50 && !context.stop.stop_requested())
                std::this_thread::sleep_for(1ms);
        }
        return HandlerResult::done();
    };
    works.add(500); // The fast tasks come first, so the engine underestimates how long the later ones run.
    works.start();
    QVERIFY(*works.engine->waitUntilEmpty(10s));
    works.add(50, {.payload = "meet"});
    QVERIFY(*works.engine->waitUntilEmpty(10s));
    QCOMPARE(together.load(), 50);
}

void TestEngineFaults::aTaskOfADeadWorkerIsTakenOver()
{
    Works works;
    works.add(1);
    MemoryBackend dead(works.store, "dead-worker", Access::OperateAndWork);
    QCOMPARE(dead.broker()->claim({"q", 1, 300ms, {true, {}, {}}})->leases.size(), std::size_t(1));
    works.start();
    QVERIFY(*works.engine->waitUntilEmpty(5s));
    QCOMPARE(works.counts()[TaskState::Done], 1);
}

void TestEngineFaults::startSaysWhyItCannot()
{
    Works works;
    works.refuse = Error{ErrorCode::Unreachable, QStringLiteral("Cannot reach Redis.")};
    works.engine = std::make_unique<Engine>(works.factory(), works.handlers, works.config, &works.observer);
    const Result<> started = works.engine->start();
    QCOMPARE(started.error().code, ErrorCode::Unreachable);
    QCOMPARE(works.engine->state(), EngineState::Stopped);
    QVERIFY(works.engine->wait(1s));
}

void TestEngineFaults::aReadOnlyBackendIsRefused()
{
    Works works;
    const BackendFactory readOnly = [&]() -> Result<std::unique_ptr<Backend>> {
        return std::unique_ptr<Backend>(std::make_unique<MemoryBackend>(works.store, "x", Access::Operate));
    };
    Engine engine(readOnly, works.handlers, works.config);
    QCOMPARE(engine.start().error().code, ErrorCode::Refused);
}

void TestEngineFaults::badSettingsAreRefused_data()
{
    QTest::addColumn<EngineConfig>("config");
    const std::vector<QueueShare> q{{"q", 1}};
    QTest::newRow("no queue") << EngineConfig{};
    QTest::newRow("bad queue name") << EngineConfig{.queues = {{QByteArray(1025, 'q'), 1}}};
    QTest::newRow("weight 0") << EngineConfig{.queues = {{"q", 0}}};
    QTest::newRow("no slot") << EngineConfig{.queues = q, .concurrency = 0};
    QTest::newRow("too many slots") << EngineConfig{.queues = q, .concurrency = 1001};
    QTest::newRow("lease too short") << EngineConfig{.queues = q, .leaseFor = 10ms};
    QTest::newRow("batch too large") << EngineConfig{.queues = q, .batch = 251};
}

void TestEngineFaults::badSettingsAreRefused()
{
    QFETCH(EngineConfig, config);
    Works works;
    Engine engine(works.factory(), works.handlers, config);
    QCOMPARE(engine.start().error().code, ErrorCode::Usage);
    HandlerRegistry none;
    Engine idle(works.factory(), none, works.config);
    QCOMPARE(idle.start().error().code, ErrorCode::Usage);
}

void TestEngineFaults::anEngineThatWasNeverStartedEnds()
{
    Works works;
    Engine engine(works.factory(), works.handlers, works.config);
    engine.drain();
    QVERIFY(engine.wait(1s));
    QCOMPARE(engine.start().error().code, ErrorCode::Usage);
    Engine untouched(works.factory(), works.handlers, works.config);
}

QTEST_GUILESS_MAIN(TestEngineFaults)
#include "tst_engine_faults.moc"
