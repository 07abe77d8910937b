// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redisserver.h"
#include "tests/support/shiftedclock.h"
#include "tests/unit/functionhandler.h"

#include "core/engine/engine.h"
#include "core/layouts/native/nativebackend.h"

#include <QElapsedTimer>
#include <QTest>

#include <map>
#include <set>

// Tests initialize only the members they need.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

using namespace dueline;
using namespace std::chrono_literals;

namespace {

constexpr Millis leaseFor{2'000};
constexpr auto clockHour = std::chrono::hours(1);

/// Redis server with an adjustable clock, and its clients.
class ClockWorks
{
public:
    ClockWorks()
    {
        clock.run([this] { server = std::make_unique<RedisServer>(); });
        console = open("operator", Access::Operate);
        (void)handlers.add(
            "*", std::make_shared<FunctionHandler>([this](TaskContext& context) { return run(context); }));
    }

    std::unique_ptr<Backend> open(const QByteArray& session, Access access) const
    {
        auto backend = NativeBackend::open({.redis = server->config(), .session = session, .access = access});
        if (!backend)
            qFatal("%s", qPrintable(backend.error().message));
        return std::move(*backend);
    }
    std::unique_ptr<Engine> start()
    {
        EngineConfig config;
        config.queues = {{"q", 1}};
        config.session = makeSession();
        config.concurrency = 8;
        config.leaseFor = leaseFor;
        config.safetyPoll = 500ms; // short enough for an idle engine to notice a changed clock
        const BackendFactory factory = [this, session = config.session]() -> Result<std::unique_ptr<Backend>> {
            return open(session, Access::OperateAndWork);
        };
        auto engine = std::make_unique<Engine>(factory, handlers, config);
        if (Result<> started = engine->start(); !started)
            qFatal("%s", qPrintable(started.error().message));
        return engine;
    }
    void add(int count, const QByteArray& type)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i)
            tasks.push_back({.id = makeTaskId(type, SystemClock().now())});
        if (const auto added = console->editor()->add("q", tasks); !added)
            qFatal("%s", qPrintable(added.error().message));
    }
    StateCounts counts() const { return console->inspector().queue("q")->counts; }
    int started(const QByteArray& type)
    {
        const std::scoped_lock lock(mutex);
        int sum = 0;
        for (const auto& [id, times] : runs)
            sum += typeOf(id) == type ? times : 0;
        return sum;
    }
    int mostRuns()
    {
        const std::scoped_lock lock(mutex);
        int most = 0;
        for (const auto& [id, times] : runs)
            most = std::max(most, times);
        return most;
    }

    ShiftedClock clock;
    std::unique_ptr<RedisServer> server;
    std::unique_ptr<Backend> console;
    HandlerRegistry handlers;
    std::atomic<bool> finish = false; ///< Handlers of "long" run until this is true.

private:
    HandlerResult run(TaskContext& context)
    {
        {
            const std::scoped_lock lock(mutex);
            ++runs[context.lease.id];
            if (!tokens.insert(context.lease.token + context.lease.id).second)
                qFatal("one lease ran twice");
        }
        while (typeOf(context.lease) == QByteArrayView("long") && !finish) {
            if (context.stop.stop_requested())
                return HandlerResult::stopped();
            QThread::msleep(5);
        }
        return HandlerResult::done();
    }

    std::mutex mutex;
    std::map<TaskId, int> runs;
    std::set<QByteArray> tokens;
};

} // namespace

/// Tests changes to the server's clock while tasks are running. Each jump may cause at most one extra run per live
/// lease and must not delay any task by more than two leases.
class TestClockJump : public QObject
{
    Q_OBJECT

private slots:
    void anHourForward();
    void anHourBack();
    void anHourBackForMoreThanOneStepHolds();
    void forwardAndBackAgain();
    void whatIsAddedAfterwardsRuns_data();
    void whatIsAddedAfterwardsRuns();
};

void TestClockJump::anHourForward()
{
    ClockWorks works;
    const auto dead = works.open("dead-worker", Access::OperateAndWork);
    works.add(5, "dead");
    const Claim held = *dead->broker()->claim({"q", 100, 10 * leaseFor, {true, {}, {}}});
    QCOMPARE(held.leases.size(), std::size_t(5));
    works.add(6, "long");
    const auto engine = works.start();
    QTRY_COMPARE(works.started("long"), 6);

    works.clock.set(clockHour);
    QElapsedTimer since;
    since.start();
    QTRY_COMPARE_WITH_TIMEOUT(works.started("dead"), 5, 20'000); // The clock jump made the leases expire early.
    QVERIFY2(since.elapsed() < 2 * leaseFor.count(), QByteArray::number(since.elapsed()));
    QTest::qWait(int(leaseFor.count()) * 3 / 2);
    QVERIFY2(works.mostRuns() <= 2, QByteArray::number(works.mostRuns()));
    works.finish = true;
    QTRY_COMPARE_WITH_TIMEOUT(works.counts()[TaskState::Done], 11, 5'000);
    QVERIFY2(works.mostRuns() <= 2, QByteArray::number(works.mostRuns()));
    for (const Lease& stale : held.leases)
        QCOMPARE(dead->broker()->ack("q", {{stale.id, stale.token, {}}}, {})->at(0), WriteOutcome::Stale);
}

void TestClockJump::anHourBack()
{
    ClockWorks works;
    const auto dead = works.open("dead-worker", Access::OperateAndWork);
    works.add(5, "dead");
    works.server->call({"HSET", "dueline:{q}:meta", "lease", QByteArray::number(qint64(leaseFor.count()))});
    const Claim held = *dead->broker()->claim({"q", 100, leaseFor, {true, {}, {}}});
    QCOMPARE(held.leases.size(), std::size_t(5));
    works.add(6, "long");
    const auto engine = works.start();
    QTRY_COMPARE(works.started("long"), 6);
    QTest::qWait(int(leaseFor.count())
        / 2); // long enough for the worker's tasks to be running when their leases are extended for the last time
    QVERIFY(dead->broker()->extend("q", held.leases, leaseFor).ok());

    works.clock.set(-clockHour);
    QElapsedTimer since;
    since.start();
    QTRY_COMPARE_WITH_TIMEOUT(works.started("dead"), 5, 20'000);
    QVERIFY2(since.elapsed() < 2 * leaseFor.count(), QByteArray::number(since.elapsed()));
    // During this time, the leases of running tasks are extended, so they are not started again.
    QTest::qWait(int(leaseFor.count()) * 3 / 2);
    QCOMPARE(works.started("long"), 6);
    works.finish = true;
    QTRY_COMPARE_WITH_TIMEOUT(works.counts()[TaskState::Done], 11, 5'000);
    QCOMPARE(works.mostRuns(), 1);
    const EngineFigures figures = engine->figures();
    QCOMPARE(figures.staleAcks + figures.leasesLost + figures.duplicates, 0);
}

void TestClockJump::anHourBackForMoreThanOneStepHolds()
{
    ClockWorks works;
    auto dead = works.open("dead-worker", Access::OperateAndWork);
    for (int batch = 0; batch < 4; ++batch) {
        works.add(250, "dead");
        QCOMPARE(dead->broker()->claim({"q", 250, leaseFor, {true, {}, {}}})->leases.size(), std::size_t(250));
    }
    works.clock.set(-clockHour);
    works.add(250, "kept");
    QCOMPARE(dead->broker()->claim({"q", 250, 2 * clockHour, {true, {}, {}}})->leases.size(), std::size_t(250));
    // Hundreds of long, valid leases don't hide the expired ones.
    for (int call = 0; call < 100; ++call)
        QVERIFY(dead->broker()->recover("q", 100).ok());
    const QByteArray usual = QByteArray::number(toMs(*works.console->serverTime() + 30s));
    QCOMPARE(works.server->call({"ZCOUNT", "dueline:{q}:leased", usual, "+inf"}).integer, 250);
    auto engine = works.start();
    QTRY_COMPARE_WITH_TIMEOUT(works.counts()[TaskState::Done], 1'000, 20'000);
}

void TestClockJump::forwardAndBackAgain()
{
    ClockWorks works;
    works.add(4, "long");
    const auto engine = works.start();
    QTRY_COMPARE(works.started("long"), 4);
    works.clock.set(clockHour);
    QTest::qWait(2 * int(leaseFor.count()));
    QVERIFY2(works.mostRuns() <= 2, QByteArray::number(works.mostRuns()));
    works.clock.set(0ms);
    QTest::qWait(2 * int(leaseFor.count()));
    QVERIFY2(works.mostRuns() <= 3, QByteArray::number(works.mostRuns())); // at most one repeat per jump
    works.finish = true;
    QTRY_COMPARE_WITH_TIMEOUT(works.counts()[TaskState::Done], 4, 2 * int(leaseFor.count()));
}

void TestClockJump::whatIsAddedAfterwardsRuns_data()
{
    QTest::addColumn<qint64>("shift");
    QTest::newRow("an hour forward") << qint64(Millis(clockHour).count());
    QTest::newRow("an hour back") << -qint64(Millis(clockHour).count());
}

void TestClockJump::whatIsAddedAfterwardsRuns()
{
    QFETCH(qint64, shift);
    ClockWorks works;
    works.add(1, "first");
    auto engine = works.start();
    QTRY_COMPARE(works.counts()[TaskState::Done], 1);
    works.clock.set(Millis(shift));
    for (int i = 0; i < 5; ++i) {
        works.add(1, "next");
        // The first task may have to wait for the safety poll: the time in its wake-up message looks distant to the
        // worker.
        QTRY_COMPARE_WITH_TIMEOUT(works.counts()[TaskState::Done], 2 + i, 8'000);
    }
}

QTEST_GUILESS_MAIN(TestClockJump)
#include "tst_clockjump.moc"
