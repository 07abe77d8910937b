// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/nativeworks.h"

#include "core/engine/engine.h"
#include "core/layouts/native/nativebackend.h"

#include <QTest>
#include <QThread>

using namespace dueline;
using namespace std::chrono_literals;

using Works = NativeWorks;

/// Tests an engine's limits on a real server: a pause, and a handler's time limit.
class TestEngineLimits : public QObject
{
    Q_OBJECT

private slots:
    void aPauseIsHonouredWithinASecondByABusyEngine();
    void aHandlerThatIgnoresItsDeadlineLosesLeaseAndSlot();
};

void TestEngineLimits::aPauseIsHonouredWithinASecondByABusyEngine()
{
    Works works;
    std::atomic<int> started = 0;
    works.handle = [&](TaskContext&) {
        ++started;
        QThread::usleep(200); // so fast that many tasks are claimed in advance
        return HandlerResult::done();
    };
    works.add(200'000);
    auto engine = works.start({.concurrency = 4});
    QTRY_VERIFY(started > 2000);
    QVERIFY(works.console->editor()->setPaused("q", true).ok());
    QThread::msleep(1000);
    const int after = started;
    QThread::msleep(500);
    QCOMPARE(started.load(), after);
    QCOMPARE(works.counts()[TaskState::Leased], 0);
    QVERIFY(works.console->editor()->setPaused("q", false).ok());
    QTRY_VERIFY_WITH_TIMEOUT(started > after, 1000);
}

void TestEngineLimits::aHandlerThatIgnoresItsDeadlineLosesLeaseAndSlot()
{
    Works works;
    std::atomic<bool> letGo = false;
    std::atomic<int> stuck = 0;
    works.handle = [&](TaskContext& context) {
        if (context.payload == "stuck") {
            ++stuck;
            while (!letGo)
                QThread::msleep(1);
            return HandlerResult::done("too late");
        }
        return HandlerResult::done();
    };
    const auto ids = works.add(1, {.options = {.backoff = *parseBackoff(u"fixed:1h")}, .payload = "stuck"});
    auto engine = works.start({.concurrency = 1, .leaseFor = 5s, .timeLimit = 200ms, .graceFor = 200ms});
    QTRY_COMPARE(stuck.load(), 1);
    const auto others = works.add(3);
    QTRY_COMPARE(works.counts()[TaskState::Done], 3); // The engine has replaced the stuck handler's slot.
    QCOMPARE(works.state(ids[0]), TaskState::Retrying);
    QCOMPARE(works.task(ids[0]).attempts.back().error, QByteArray("deadline exceeded: the handler did not stop"));
    QCOMPARE(works.counts()[TaskState::Leased], 0);
    letGo = true;
    engine->drain();
    QVERIFY(engine->wait(5s));
    QCOMPARE(works.state(ids[0]), TaskState::Retrying); // The stuck handler's late result was not written.
    QCOMPARE(engine->figures().retried, 1);
}

QTEST_GUILESS_MAIN(TestEngineLimits)
#include "tst_engine_limits.moc"
