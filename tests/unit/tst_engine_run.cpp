// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/enginefakes.h"

#include "core/engine/builtinhandlers.h"
#include "core/engine/engine.h"
#include "core/layouts/memory/memorybackend.h"

#include <QTest>

#include <set>
#include <thread>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

/// An engine on the memory layout, and an operator beside it.
class Works
{
public:
    explicit Works(EngineConfig configuration = {}, const QByteArray& pattern = "*")
        : store(std::make_shared<MemoryStore>())
        , console(store, "test-operator", Access::Operate)
        , config(std::move(configuration))
    {
        if (config.queues.empty())
            config.queues = {{"q", 1}};
        config.session = "test-worker";
        (void)handlers.add(
            pattern, std::make_shared<FunctionHandler>([this](TaskContext& context) { return handle(context); }));
    }

    void start()
    {
        engine = std::make_unique<Engine>(factory(), handlers, config, &observer);
        const Result<> started = engine->start();
        QVERIFY2(started.ok(), started ? "" : started.error().message.toUtf8());
    }
    BackendFactory factory()
    {
        return [this]() -> Result<std::unique_ptr<Backend>> {
            if (refuse)
                return *refuse;
            return std::unique_ptr<Backend>(std::make_unique<HookedForOutage>(store, outageNow));
        };
    }
    std::vector<TaskId> add(int count, NewTask like = {}, const QByteArray& type = "noop")
    {
        std::vector<NewTask> tasks;
        std::vector<TaskId> ids;
        for (int i = 0; i < count; ++i) {
            like.id = makeTaskId(type, SystemClock().now());
            ids.push_back(like.id);
            tasks.push_back(like);
        }
        if (!console.editor()->add("q", tasks).ok())
            qFatal("the memory layout refused to add");
        return ids;
    }
    TaskDetail task(const TaskId& id) { return *console.inspector().task("q", id); }
    TaskState state(const TaskId& id) { return task(id).task.state; }
    StateCounts counts() { return console.inspector().queue("q")->counts; }
    TaskRef seen(const TaskId& id)
    {
        const Task now = task(id).task;
        return {id, now.state, now.token, now.at};
    }

    /// A backend whose every broker call fails while the flag is set.
    class HookedForOutage : public HookedBackend
    {
    public:
        HookedForOutage(const std::shared_ptr<MemoryStore>& memory, const std::atomic<bool>& flag)
            : HookedBackend(memory, "test-worker")
        {
            hooks.before = [&flag](const QByteArray&) { return flag ? std::optional(outage()) : std::nullopt; };
        }
    };

    std::shared_ptr<MemoryStore> store;
    MemoryBackend console;
    HandlerRegistry handlers;
    EngineConfig config;
    RecordingObserver observer;
    std::optional<Error> refuse;
    std::atomic<bool> outageNow = false;
    std::function<HandlerResult(TaskContext&)> handle = [](TaskContext&) { return HandlerResult::done(); };
    std::unique_ptr<Engine> engine; ///< last: it ends first
};

/// A handler that runs until it is stopped, and says how many do.
class Endless
{
public:
    HandlerResult operator()(TaskContext& context)
    {
        ++running;
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any never;
        never.wait(lock, context.stop, [] { return false; });
        reason = context.stopReason.load();
        --running;
        return HandlerResult::stopped();
    }
    std::atomic<int> running = 0;
    std::atomic<StopReason> reason = StopReason::None;
};

} // namespace

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
    QVERIFY2(late[10] <= 50ms, QByteArray::number(qint64(late[10].count()))); // a busy machine; the bench measures
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

void TestEngineRun::aLostLeaseCancelsTheHandler()
{
    Works works({.leaseFor = 300ms});
    Endless endless;
    works.handle = std::ref(endless);
    const auto ids = works.add(1);
    works.start();
    QTRY_COMPARE(endless.running.load(), 1);
    QVERIFY(works.console.editor()->setPaused("q", true).ok()); // so that it is not claimed again
    QVERIFY(works.console.editor()->release("q", works.seen(ids[0])).ok());
    QTRY_COMPARE_WITH_TIMEOUT(endless.running.load(), 0, 3000);
    QCOMPARE(endless.reason.load(), StopReason::LeaseLost);
    QTRY_COMPARE(works.observer.lost(), ids);
    QCOMPARE(works.state(ids[0]), TaskState::Retrying);
}

void TestEngineRun::anOperatorsCancelStopsTheHandler()
{
    Works works({.leaseFor = 60s}); // the next heartbeat is far away: only the message can be so quick
    Endless endless;
    works.handle = std::ref(endless);
    const auto ids = works.add(1);
    works.start();
    QTRY_COMPARE(endless.running.load(), 1);
    QVERIFY(works.console.editor()->cancel("q", works.seen(ids[0])).ok());
    QTRY_COMPARE_WITH_TIMEOUT(works.state(ids[0]), TaskState::Failed, 3000);
    QCOMPARE(works.task(ids[0]).attempts.back().outcome, QByteArray("cancelled"));
}

void TestEngineRun::aServerThatIsGoneStopsHandlersInTime()
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
    QVERIFY(monotonicNow() - since < 650ms); // the lease, and what a busy machine adds
    works.outageNow = false;
}

void TestEngineRun::anOutageIsSatOut()
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

void TestEngineRun::blockedHandlersDoNotStrandTheOthers()
{
    // The engine has learned that handlers are quick, claims ahead, and then one blocks.
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

void TestEngineRun::fiftyTasksAtOnceUseFiftySlots()
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
    works.add(500); // quick ones first: the guess is wrong then
    works.start();
    QVERIFY(*works.engine->waitUntilEmpty(10s));
    works.add(50, {.payload = "meet"});
    QVERIFY(*works.engine->waitUntilEmpty(10s));
    QCOMPARE(together.load(), 50);
}

void TestEngineRun::aTaskOfADeadWorkerIsTakenOver()
{
    Works works;
    works.add(1);
    MemoryBackend dead(works.store, "dead-worker", Access::OperateAndWork);
    QCOMPARE(dead.broker()->claim({"q", 1, 300ms, {true, {}, {}}})->leases.size(), std::size_t(1));
    works.start();
    QVERIFY(*works.engine->waitUntilEmpty(5s));
    QCOMPARE(works.counts()[TaskState::Done], 1);
}

void TestEngineRun::startSaysWhyItCannot()
{
    Works works;
    works.refuse = Error{ErrorCode::Unreachable, QStringLiteral("Cannot reach Redis.")};
    works.engine = std::make_unique<Engine>(works.factory(), works.handlers, works.config, &works.observer);
    const Result<> started = works.engine->start();
    QCOMPARE(started.error().code, ErrorCode::Unreachable);
    QCOMPARE(works.engine->state(), EngineState::Stopped);
    QVERIFY(works.engine->wait(1s));
}

void TestEngineRun::aReadOnlyBackendIsRefused()
{
    Works works;
    const BackendFactory readOnly = [&]() -> Result<std::unique_ptr<Backend>> {
        return std::unique_ptr<Backend>(std::make_unique<MemoryBackend>(works.store, "x", Access::Operate));
    };
    Engine engine(readOnly, works.handlers, works.config);
    QCOMPARE(engine.start().error().code, ErrorCode::Refused);
}

void TestEngineRun::badSettingsAreRefused_data()
{
    QTest::addColumn<EngineConfig>("config");
    const std::vector<QueueShare> q{{"q", 1}};
    QTest::newRow("no queue") << EngineConfig{};
    QTest::newRow("bad queue name") << EngineConfig{.queues = {{"a{b}", 1}}};
    QTest::newRow("weight 0") << EngineConfig{.queues = {{"q", 0}}};
    QTest::newRow("no slot") << EngineConfig{.queues = q, .concurrency = 0};
    QTest::newRow("too many slots") << EngineConfig{.queues = q, .concurrency = 1001};
    QTest::newRow("lease too short") << EngineConfig{.queues = q, .leaseFor = 10ms};
    QTest::newRow("batch too large") << EngineConfig{.queues = q, .batch = 251};
}

void TestEngineRun::badSettingsAreRefused()
{
    QFETCH(EngineConfig, config);
    Works works;
    Engine engine(works.factory(), works.handlers, config);
    QCOMPARE(engine.start().error().code, ErrorCode::Usage);
    HandlerRegistry none;
    Engine idle(works.factory(), none, works.config);
    QCOMPARE(idle.start().error().code, ErrorCode::Usage);
}

void TestEngineRun::anEngineThatWasNeverStartedEnds()
{
    Works works;
    Engine engine(works.factory(), works.handlers, works.config);
    engine.drain();
    QVERIFY(engine.wait(1s));
    QCOMPARE(engine.start().error().code, ErrorCode::Usage);
    Engine untouched(works.factory(), works.handlers, works.config);
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
