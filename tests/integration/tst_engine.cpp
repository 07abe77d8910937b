// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/nativeworks.h"

#include "core/engine/handlers/builtinhandlers.h"
#include "core/engine/handlers/handlerspec.h"
#include "core/layouts/native/nativebackend.h"

#include <QElapsedTimer>
#include <QLocalSocket>
#include <QTest>

#include <set>
#include <thread>

// Tests initialize only the members they need.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

using namespace dueline;
using namespace std::chrono_literals;

using Works = NativeWorks;

class TestEngine : public QObject
{
    Q_OBJECT

private slots:
    void tenThousandTasksRunOnceEach();
    void aFutureTaskStartsAtItsTimeAndNeverEarly();
    void aNewTaskWakesAnIdleWorker();
    void anIdleWorkerSendsAtMostACommandASecond();
    void retriesEndInFailed();
    void aDrainLeavesNothingLeased();
    void aStoppedTaskIsGivenBackUnspent();
    void aRestartOfRedisLosesNothing();
    void aFrozenRedisStopsHandlersBeforeTheirLeasesEnd();
    void aDeadWorkersTasksAreTakenOver();
    void aCancelReachesTheHandler();
    void aScriptFlushGoesUnnoticed();
    void twoEnginesShareAQueueWithoutDoubles();
    void aCommandRunsPerTask();
};

void TestEngine::tenThousandTasksRunOnceEach()
{
    Works works;
    std::mutex mutex;
    std::multiset<TaskId> ran;
    works.handle = [&](TaskContext& context) {
        const std::scoped_lock lock(mutex);
        ran.insert(context.lease.id);
        return HandlerResult::done();
    };
    const auto ids = works.add(10'000, {.payload = QByteArray(100, 'x')});
    auto engine = works.start();
    QVERIFY(*engine->waitUntilEmpty(30s));
    engine->drain();
    QVERIFY(engine->wait(5s));
    QCOMPARE(ran.size(), std::size_t(10'000));
    QVERIFY(std::set<TaskId>(ran.begin(), ran.end()) == std::set<TaskId>(ids.begin(), ids.end()));
    QCOMPARE(works.counts()[TaskState::Done], 10'000);
    const EngineFigures figures = engine->figures();
    QCOMPARE(figures.processed, 10'000);
    QCOMPARE(figures.duplicates + figures.staleAcks + figures.leasesLost, 0);
}

void TestEngine::aFutureTaskStartsAtItsTimeAndNeverEarly()
{
    Works works;
    std::mutex mutex;
    std::vector<Millis> late;
    works.handle = [&](TaskContext& context) {
        const std::scoped_lock lock(mutex);
        late.push_back(SystemClock().now() - context.lease.dueAt); // The server and this test use the same clock.
        return HandlerResult::done();
    };
    auto engine = works.start();
    for (int i = 0; i < 100; ++i)
        works.add(1, {.dueIn = Millis(300 + i * 7)});
    QVERIFY(*engine->waitUntilEmpty(10s));
    std::sort(late.begin(), late.end());
    QCOMPARE(late.size(), std::size_t(100));
    QVERIFY2(late.front() >= 0ms, "a task started before its due time");
    QVERIFY2(late[50] <= 20ms, QByteArray::number(qint64(late[50].count())));
    QVERIFY(engine->figures().latenessMs.p50 <= 20);
}

void TestEngine::aNewTaskWakesAnIdleWorker()
{
    Works works;
    works.add(1, {.dueIn = 1h});
    auto engine = works.start({.safetyPoll = 1h});
    QTRY_VERIFY(!works.console->inspector().workers()->empty());
    for (int i = 0; i < 5; ++i) {
        const auto ids = works.add(1);
        QTRY_COMPARE_WITH_TIMEOUT(works.state(ids[0]), TaskState::Done, 2000);
    }
}

void TestEngine::anIdleWorkerSendsAtMostACommandASecond()
{
    Works works;
    works.add(1, {.dueIn = 1h});
    QLocalSocket monitor;
    monitor.connectToServer(works.server.config().socketPath);
    monitor.write("MONITOR\r\n");
    const auto sent = [&monitor] { // commands since the last call, without those called by scripts
        QByteArrayList commands = monitor.readAll().split('\n');
        commands.removeIf([](const QByteArray& line) { return !line.contains(" [0 ") || line.contains(" [0 lua]"); });
        return commands;
    };
    auto engine = works.start();
    QTRY_VERIFY(!works.console->inspector().workers()->empty());
    // The engine's connections may still be opening, which takes longer on a busy machine. A worker that has been
    // silent for 700 ms counts as idle.
    QByteArrayList starting;
    QElapsedTimer silence;
    silence.start();
    const auto isSilent = [&] {
        const QByteArrayList commands = sent();
        starting += commands;
        if (!commands.isEmpty())
            silence.start();
        return silence.elapsed() >= 700;
    };
    const bool rests = QTest::qWaitFor(isSilent, 30'000);
    QVERIFY2(rests, starting.join('\n').constData());
    QElapsedTimer listened;
    listened.start();
    QTest::qWait(10'500); // long enough to measure a rate, and for one worker heartbeat
    const QByteArrayList idle = sent();
    const qint64 seconds = listened.elapsed() / 1000; // Busy machines may take longer than requested.
    QVERIFY2(!idle.isEmpty(), "a worker that asks for nothing finds nothing");
    QVERIFY2(idle.size() <= seconds, idle.join('\n').constData());
}

void TestEngine::retriesEndInFailed()
{
    Works works;
    std::atomic<int> runs = 0;
    works.handle = [&](TaskContext& context) {
        return HandlerResult::fail("no luck " + QByteArray::number(context.lease.attempt + 0 * ++runs));
    };
    const Backoff soon{Backoff::Kind::Fixed, 30ms, 30ms, {}};
    const auto ids = works.add(5, {.options = {.maxAttempts = 3, .backoff = soon}});
    auto engine = works.start();
    QVERIFY(*engine->waitUntilEmpty(10s));
    QCOMPARE(runs.load(), 15);
    const TaskDetail detail = works.task(ids[0]);
    QCOMPARE(detail.task.state, TaskState::Failed);
    QCOMPARE(detail.attempts.size(), std::size_t(3));
    QCOMPARE(detail.task.error, QByteArray("no luck 3"));
}

void TestEngine::aDrainLeavesNothingLeased()
{
    Works works;
    works.add(5'000);
    std::atomic<int> runs = 0;
    works.handle = [&](TaskContext&) {
        ++runs;
        return HandlerResult::done();
    };
    auto engine = works.start();
    QTRY_VERIFY(runs > 500);
    engine->drain();
    QVERIFY(engine->wait(10s));
    const StateCounts counts = works.counts();
    QCOMPARE(counts[TaskState::Leased], 0);
    QCOMPARE(counts[TaskState::Done], runs.load());
    QCOMPARE(counts.pending(), 5'000 - runs.load());
    QVERIFY(works.console->inspector().workers()->empty());
}

void TestEngine::aStoppedTaskIsGivenBackUnspent()
{
    Works works;
    works.handle = [](TaskContext& context) { return SleepHandler(1h).run(context); };
    const auto ids = works.add(3);
    auto engine = works.start({.concurrency = 3});
    QTRY_COMPARE(works.counts()[TaskState::Leased], 3);
    engine->stop();
    QVERIFY(engine->wait(5s));
    QCOMPARE(works.counts().pending(), 3);
    QCOMPARE(works.task(ids[0]).task.attempt, 0);
}

void TestEngine::aRestartOfRedisLosesNothing()
{
    Works works({.aof = true, .arguments = {QStringLiteral("--appendfsync"), QStringLiteral("always")}});
    std::atomic<int> runs = 0;
    works.handle = [&](TaskContext&) {
        ++runs;
        return HandlerResult::done();
    };
    works.add(20'000);
    auto engine = works.start();
    QTRY_VERIFY(runs > 1'000);
    works.server.kill9();
    works.server.start();
    QTRY_VERIFY_WITH_TIMEOUT(engine->waitUntilEmpty(1s).ok(), 20'000);
    QVERIFY(*engine->waitUntilEmpty(60s));
    engine->drain();
    QVERIFY(engine->wait(10s));
    works.console = works.open("operator", Access::Operate);
    QCOMPARE(works.counts()[TaskState::Done], 20'000);
    QCOMPARE(engine->figures().duplicates, 0);
}

void TestEngine::aFrozenRedisStopsHandlersBeforeTheirLeasesEnd()
{
    Works works;
    std::atomic<int> running = 0;
    std::atomic<StopReason> reason = StopReason::None;
    works.handle = [&](TaskContext& context) {
        ++running;
        HandlerResult result = SleepHandler(1h).run(context);
        reason = context.stopReason.load();
        --running;
        return result;
    };
    works.add(1);
    auto engine = works.start({.leaseFor = 1500ms});
    QTRY_COMPARE(running.load(), 1);
    QElapsedTimer timer;
    timer.start();
    works.server.freeze();
    QTRY_COMPARE_WITH_TIMEOUT(running.load(), 0, 5'000);
    const qint64 took = timer.elapsed();
    works.server.thaw();
    QVERIFY2(took < 1'700, QByteArray::number(took));
    QCOMPARE(reason.load(), StopReason::LeaseLost);
    works.handle = [](TaskContext&) { return HandlerResult::done(); };
    QVERIFY(*engine->waitUntilEmpty(20s)); // the engine recovers without help
}

void TestEngine::aDeadWorkersTasksAreTakenOver()
{
    Works works;
    works.add(50);
    auto dead = works.open("dead-worker", Access::OperateAndWork);
    QCOMPARE(dead->broker()->claim({"q", 100, 1s, {true, {}, {}}})->leases.size(), std::size_t(50));
    QElapsedTimer timer;
    timer.start();
    auto engine = works.start();
    QVERIFY(*engine->waitUntilEmpty(10s));
    QVERIFY2(timer.elapsed() < 3'000, QByteArray::number(timer.elapsed())); // the lease plus 2 s
    QCOMPARE(works.counts()[TaskState::Done], 50);
}

void TestEngine::aCancelReachesTheHandler()
{
    Works works;
    works.handle = [](TaskContext& context) { return SleepHandler(1h).run(context); };
    const auto ids = works.add(1);
    auto engine = works.start({.leaseFor = 60s});
    QTRY_COMPARE(works.state(ids[0]), TaskState::Leased);
    const Task seen = works.task(ids[0]).task;
    const auto cancelled = works.console->editor()->cancel("q", {ids[0], TaskState::Leased, seen.token, seen.at});
    QVERIFY(cancelled.ok());
    QCOMPARE(*cancelled, ItemOutcome::Done);
    QTRY_COMPARE_WITH_TIMEOUT(works.state(ids[0]), TaskState::Failed, 3'000);
    QCOMPARE(works.task(ids[0]).attempts.back().outcome, QByteArray("cancelled"));
}

void TestEngine::aScriptFlushGoesUnnoticed()
{
    Works works;
    works.add(5'000);
    auto engine = works.start();
    for (int i = 0; i < 10; ++i)
        works.server.call({"SCRIPT", "FLUSH"});
    QVERIFY(*engine->waitUntilEmpty(20s));
    QCOMPARE(works.counts()[TaskState::Done], 5'000);
}

void TestEngine::twoEnginesShareAQueueWithoutDoubles()
{
    Works works;
    std::mutex mutex;
    std::set<TaskId> ran;
    std::atomic<int> doubles = 0;
    works.handle = [&](TaskContext& context) {
        const std::scoped_lock lock(mutex);
        doubles += !ran.insert(context.lease.id).second;
        return HandlerResult::done();
    };
    works.add(10'000);
    auto first = works.start();
    auto second = works.start();
    QVERIFY(*first->waitUntilEmpty(30s));
    QVERIFY(*second->waitUntilEmpty(5s));
    QCOMPARE(doubles.load(), 0);
    QCOMPARE(ran.size(), std::size_t(10'000));
    first->drain();
    second->drain();
    QVERIFY(first->wait(5s));
    QVERIFY(second->wait(5s));
    QCOMPARE(first->figures().processed + second->figures().processed, 10'000);
}

void TestEngine::aCommandRunsPerTask()
{
    Works works;
    auto handler = makeHandler(QStringLiteral("command:/bin/cat"));
    QVERIFY(handler.ok());
    QVERIFY(works.handlers.add("shell", *handler).ok());
    const auto ids = works.add(20, {.options = {.keepResult = true}, .payload = "hello"}, "shell");
    auto engine = works.start();
    QVERIFY(*engine->waitUntilEmpty(20s));
    for (const TaskId& id : ids) {
        QCOMPARE(works.state(id), TaskState::Done);
        QCOMPARE(works.task(id).result.value_or("none"), QByteArray("hello"));
    }
}

QTEST_GUILESS_MAIN(TestEngine)
#include "tst_engine.moc"
