// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/memory/memorybackend.h"

#include <QTest>

#include <thread>

using namespace dueline;
using namespace std::chrono_literals;

/// Tests the in-memory reference layout with an adjustable clock: retention, due times and events.
class TestMemoryLayout : public QObject
{
    Q_OBJECT

    std::shared_ptr<ManualClock> m_clock;
    std::shared_ptr<MemoryStore> m_store;
    std::unique_ptr<MemoryBackend> m_backend;

    void add(const TaskId& id, std::optional<Millis> dueIn = {})
    {
        NewTask task;
        task.id = id;
        task.dueIn = dueIn;
        QVERIFY(m_backend->editor()->add("q", {task}));
    }

    std::vector<StatisticsBin> statistics()
    {
        return *m_backend->inspector().statistics("q", TimePoint(), m_clock->now() + 1h);
    }

private slots:
    void init()
    {
        m_clock = std::make_shared<ManualClock>();
        m_store = std::make_shared<MemoryStore>(m_clock);
        m_backend = std::make_unique<MemoryBackend>(m_store, "worker-a", Access::OperateAndWork);
    }

    void minutesBecomeHoursAfterTwoDaysAndAreForgottenAfterThirty()
    {
        m_clock->moveTo(std::chrono::ceil<std::chrono::hours>(m_clock->now()));
        const TimePoint hour = m_clock->now();
        add("t#1");
        m_clock->moveTo(hour + 10min);
        add("t#2");
        m_clock->moveTo(hour + 70min);
        add("t#3");
        QCOMPARE(statistics().size(), std::size_t(3));

        m_clock->moveTo(hour + 49h + 5min); // Only the first hour is older than two days.
        QVERIFY(m_backend->broker()->sweep("q"));
        const auto bins = statistics();
        QCOMPARE(bins.size(), std::size_t(2));
        QCOMPARE(bins[0].from, hour);
        QCOMPARE(bins[0].length, Millis(1h));
        QCOMPARE(bins[0].added, 2);
        QCOMPARE(bins[1].from, hour + 70min);
        QCOMPARE(bins[1].length, Millis(1min));

        m_clock->moveTo(hour + 24h * 30 + 30min);
        QVERIFY(m_backend->broker()->sweep("q"));
        QCOMPARE(statistics().size(), std::size_t(1)); // Only the second hour is left.
    }

    void aWeeksRetentionIsExactToTheMillisecond()
    {
        add("t#1");
        const Claim claimed = *m_backend->broker()->claim({"q", 1, 30s, {true, {}, {}}});
        Nack nack;
        nack.id = "t#1";
        nack.token = claimed.leases.at(0).token;
        QVERIFY(m_backend->broker()->nack("q", {nack}, {}));
        m_clock->moveTo(m_clock->now() + 24h * 7 - 1ms);
        QVERIFY(m_backend->broker()->sweep("q"));
        QVERIFY(m_backend->inspector().task("q", "t#1"));
        m_clock->moveTo(m_clock->now() + 1ms);
        QVERIFY(m_backend->broker()->sweep("q"));
        QVERIFY(!m_backend->inspector().task("q", "t#1"));
    }

    void aTaskIsDueInTheVeryMillisecond()
    {
        add("t#1", 1h);
        const auto claim = [&] { return *m_backend->broker()->claim({"q", 1, 30s, {true, {}, {}}}); };
        m_clock->moveTo(m_clock->now() + 1h - 1ms);
        QVERIFY(claim().leases.empty());
        QCOMPARE(claim().nextDue, std::optional(m_clock->now() + 1ms));
        m_clock->moveTo(m_clock->now() + 1ms);
        QCOMPARE(claim().leases.size(), std::size_t(1));
    }

    void aWaitForEventsEndsWhenOneComesFromAnotherThread()
    {
        add("t#1", 2h);
        auto source = *m_backend->events({"q"}, true, false);
        QVERIFY(source->open());
        std::thread other([&] { add("t#2", 1h); });
        const auto event = source->next(10s);
        other.join();
        QVERIFY(event && *event);
        QCOMPARE((*event)->kind, QueueEvent::Kind::Wake);
    }

    void anEventSourceThatIsNotOpenSaysSo()
    {
        auto source = *m_backend->events({"q"}, true, false);
        const auto event = source->next(1ms);
        QVERIFY(!event);
        QCOMPARE(event.error().code, ErrorCode::Disconnected);
    }
};

QTEST_GUILESS_MAIN(TestMemoryLayout)
#include "tst_memorylayout.moc"
