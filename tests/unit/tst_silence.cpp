// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/silence.h"
#include "tests/support/memory/memorybackend.h"
#include "tests/support/must.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

using Kind = Stillness::Kind;
using Workers = Stillness::Workers;
using SilenceChange = SilenceEvents::Change;

constexpr Millis aSecond{1'000};
const TimePoint silenceNoon = fromMs(1'764'331'200'000);

PulseReading readingOf(qint64 due, qint64 workers, qint64 capacity, qint64 used)
{
    PulseReading reading;
    reading.queue = "mail";
    reading.due = due;
    reading.workers = workers;
    if (capacity > 0)
        reading.capacity = capacity;
    reading.used = used;
    reading.leases = used;
    for (qint64 i = 0; i < used; ++i)
        reading.leased.push_back("held" + QByteArray::number(i));
    return reading;
}

/// Pulse of a queue with one worker, whose heartbeat reports two running tasks.
class BusyWorkerPulse : public CountPulse
{
public:
    BusyWorkerPulse(QueueInspector& inspector, TimePoint seenAt)
        : CountPulse(inspector, true)
        , m_seenAt(seenAt)
    { }

protected:
    Result<std::vector<WorkerInfo>> workersOf(const std::vector<QueueName>& queues, TimePoint) override
    {
        WorkerInfo worker;
        worker.queues = queues;
        worker.seenAt = m_seenAt;
        worker.concurrency = worker.running = 2;
        return std::vector{worker};
    }

private:
    TimePoint m_seenAt;
};

/// Simulated queue with a fixed seed, bursts and idle periods. One task in a hundred takes 8 s.
class SimulatedQueue
{
public:
    SimulatedQueue(quint32 seed, int threads)
        : m_random(seed)
        , m_ends(std::size_t(threads), Millis(0))
    { }

    bool works = true;

    /// Simulates one second in 10 ms steps. Returns the reading at its end.
    PulseReading step()
    {
        for (int i = 0; i < 100; ++i, m_now += Millis(10)) {
            if (m_now >= m_next)
                arrive();
            for (Millis& end : m_ends) {
                if (!works || end > m_now || m_waiting.empty())
                    continue;
                end = m_now + runTime();
                m_running[&end] = m_waiting.front();
                m_waiting.pop_front();
            }
        }
        PulseReading reading = readingOf(qint64(m_waiting.size()), 1, qint64(m_ends.size()), 0);
        for (Millis& end : m_ends) {
            if (end > m_now || (!works && m_running.contains(&end)))
                reading.leased.push_back(QByteArray::number(m_running[&end]));
        }
        reading.used = qint64(reading.leased.size());
        reading.leases = reading.used;
        reading.moved = m_head && (m_waiting.empty() || m_waiting.front() != *m_head);
        m_head = m_waiting.empty() ? std::nullopt : std::optional(m_waiting.front());
        return reading;
    }

private:
    double part() { return std::uniform_real_distribution(0.0, 1.0)(m_random); }
    Millis runTime()
    {
        if (part() < 0.01)
            return Millis(8'000);
        return Millis(std::min(5'000, int(20 * std::exp(1.2 * std::normal_distribution(0.0, 1.0)(m_random)))));
    }
    void arrive()
    {
        const double kind = part();
        const int count = kind < 0.002 ? 200 + int(1'500 * part()) : 1;
        for (int i = 0; i < count; ++i)
            m_waiting.push_back(m_last++);
        m_next = m_now + Millis(kind > 0.995 ? 20'000 + int(40'000 * part()) : int(-std::log(part() + 1e-9) * 150));
    }

    std::mt19937 m_random;
    std::vector<Millis> m_ends;
    std::map<const Millis*, int> m_running;
    std::deque<int> m_waiting;
    std::optional<int> m_head;
    Millis m_now{0};
    Millis m_next{0};
    int m_last = 0;
};

} // namespace

/// Tests the rule for silent queues in simulated time.
class TestSilence : public QObject
{
    Q_OBJECT

    /// Returns how long it takes until repeated readings are reported as `kind`, or 0 if more than 20 minutes.
    static Millis timeUntil(SilenceRule& rule, const PulseReading& reading, Kind kind, TimePoint from = silenceNoon)
    {
        for (Millis passed{0}; passed <= 20min; passed += aSecond) {
            if (rule.look(reading, from + passed).kind == kind)
                return passed;
        }
        return Millis(0);
    }

private Q_SLOTS:
    /// An old heartbeat's running tasks don't count: if a worker stopped while busy, its queue must become silent.
    void runningTasksOfAnOldHeartbeatDoNotCount()
    {
        MemoryBackend backend(
            std::make_shared<MemoryStore>(std::make_shared<SystemClock>()), "tester", Access::ReadOnly);
        QueueInfo info;
        info.name = "mail";
        info.states = {TaskState::Due, TaskState::Leased};
        info.counts[TaskState::Due] = 312;
        info.serverNow = silenceNoon;
        for (const auto& [age, used] : {std::pair(5s, 2), {15s, 2}, {17s, 0}, {60s, 0}}) {
            BusyWorkerPulse pulse(backend.inspector(), silenceNoon - age);
            const auto readings = must(pulse.read({info}));
            QCOMPARE(readings.size(), std::size_t(1));
            QCOMPARE(readings.front().used, qint64(used));
            QCOMPARE(readings.front().capacity, std::optional<qint64>(2));
        }
    }

    void the_limit_depends_on_the_workers_data()
    {
        QTest::addColumn<qint64>("workers");
        QTest::addColumn<qint64>("capacity");
        QTest::addColumn<qint64>("used");
        QTest::addColumn<qint64>("seconds");
        QTest::newRow("slots are free") << qint64(2) << qint64(4) << qint64(1) << qint64(15);
        QTest::newRow("all slots are in use") << qint64(2) << qint64(4) << qint64(4) << qint64(60);
        QTest::newRow("there is no worker") << qint64(0) << qint64(0) << qint64(0) << qint64(60);
        QTest::newRow("as many leases as ever") << qint64(2) << qint64(0) << qint64(3) << qint64(60);
        QTest::newRow("unknown slots and no lease") << qint64(2) << qint64(0) << qint64(0) << qint64(15);
    }
    void the_limit_depends_on_the_workers()
    {
        QFETCH(qint64, workers);
        QFETCH(qint64, capacity);
        QFETCH(qint64, used);
        QFETCH(qint64, seconds);
        SilenceRule rule;
        QCOMPARE(timeUntil(rule, readingOf(312, workers, capacity, used), Kind::Silent),
            Millis(std::chrono::seconds(seconds)));
    }

    void unknown_workers_get_the_long_limit()
    {
        SilenceRule rule;
        PulseReading reading = readingOf(1, 0, 0, 0);
        reading.workers.reset();
        QCOMPARE(timeUntil(rule, reading, Kind::Silent), Millis(60s));
    }

    void leases_without_a_lock_occupy_no_slot()
    {
        SilenceRule rule;
        PulseReading reading = readingOf(9, 2, 4, 4);
        reading.used = 0;
        reading.unlocked = 4;
        QCOMPARE(timeUntil(rule, reading, Kind::Silent), Millis(15s));
    }

    void nothing_due_is_never_silent()
    {
        SilenceRule rule;
        QCOMPARE(timeUntil(rule, readingOf(0, 0, 0, 0), Kind::Silent), Millis(0));
    }

    void a_new_lease_and_a_departed_head_are_takes()
    {
        SilenceRule rule;
        PulseReading reading = readingOf(5, 1, 4, 1);
        QVERIFY(!rule.look(reading, silenceNoon).took); // The first reading proves nothing.
        QVERIFY(!rule.look(reading, silenceNoon + 1s).took);
        reading.leased.push_back("new");
        QVERIFY(rule.look(reading, silenceNoon + 2s).took);
        reading.moved = true;
        QVERIFY(rule.look(reading, silenceNoon + 3s).took);
        reading.moved = false;
        const Stillness stillness = rule.look(reading, silenceNoon + 16s);
        // There was no reading for more than 5 s, so the silence starts at this one.
        QCOMPARE(stillness.since, silenceNoon + 16s);
    }

    void a_pause_between_readings_starts_over()
    {
        SilenceRule rule;
        const PulseReading reading = readingOf(5, 1, 4, 0);
        for (int i = 0; i < 15; ++i)
            QCOMPARE(rule.look(reading, silenceNoon + i * aSecond).kind, Kind::Moving);
        QCOMPARE(rule.look(reading, silenceNoon + 21s).kind, Kind::Moving);
        QCOMPARE(timeUntil(rule, reading, Kind::Silent, silenceNoon + 21s), Millis(15s));
    }

    void held_work_is_reported_after_ten_seconds_and_is_not_silent()
    {
        SilenceRule rule;
        PulseReading reading = readingOf(7, 0, 0, 0);
        reading.hold = PulseHold::Paused;
        QCOMPARE(timeUntil(rule, reading, Kind::Held), Millis(10s));
        QCOMPARE(timeUntil(rule, reading, Kind::Silent, silenceNoon + 11s), Millis(0));
    }

    void a_rate_limit_that_lets_tasks_through_holds_nothing()
    {
        SilenceRule rule;
        PulseReading reading = readingOf(7, 1, 4, 0);
        reading.hold = PulseHold::Limited;
        for (int i = 0; i < 60; ++i) {
            reading.moved = i % 8 == 0;
            QCOMPARE(rule.look(reading, silenceNoon + i * aSecond).kind, Kind::Moving);
        }
    }

    void usual_gaps_extend_the_limit_up_to_ten_minutes_data()
    {
        QTest::addColumn<int>("gap");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("seconds");
        QTest::newRow("ninety-nine gaps are too few") << 10 << 99 << 15;
        QTest::newRow("four times the percentile") << 10 << 120 << 40;
        QTest::newRow("at most ten minutes") << 200 << 120 << 600;
    }
    void usual_gaps_extend_the_limit_up_to_ten_minutes()
    {
        QFETCH(int, gap);
        QFETCH(int, count);
        QFETCH(int, seconds);
        SilenceRule rule;
        PulseReading reading = readingOf(50, 1, 4, 1);
        TimePoint now = silenceNoon;
        for (int i = 0; i <= gap * (count + 1); ++i, now += aSecond) {
            reading.moved = i > 0 && i % gap == 0;
            (void)rule.look(reading, now);
        }
        reading.moved = false;
        QCOMPARE(timeUntil(rule, reading, Kind::Silent, now) + aSecond, Millis(std::chrono::seconds(seconds)));
    }

    void a_silence_is_one_event_until_a_task_is_taken()
    {
        SilenceEvents events;
        Stillness stillness;
        stillness.due = 3;
        const auto note = [&](Kind kind, bool took, Millis at) {
            stillness.kind = kind;
            stillness.took = took;
            stillness.now = silenceNoon + at;
            return events.note(stillness);
        };
        QCOMPARE(note(Kind::Moving, true, 0s), SilenceChange::None);
        QCOMPARE(note(Kind::Silent, false, 15s), SilenceChange::Began);
        QCOMPARE(note(Kind::Silent, false, 16s), SilenceChange::None);
        // The limit has grown, but no task was claimed, so the silence continues.
        QCOMPARE(note(Kind::Moving, false, 17s), SilenceChange::None);
        QCOMPARE(note(Kind::Moving, true, 18s), SilenceChange::Ended);
        QCOMPARE(note(Kind::Silent, false, 40s), SilenceChange::Returned);
        QCOMPARE(note(Kind::Moving, true, 41s), SilenceChange::Ended);
        QCOMPARE(note(Kind::Silent, false, 12min), SilenceChange::Began);
        stillness.due = 0;
        QCOMPARE(note(Kind::Moving, false, 13min), SilenceChange::Ended);
    }

    void the_text_names_the_state_and_the_hints()
    {
        Stillness stillness;
        stillness.kind = Kind::Silent;
        stillness.state = Workers::Full;
        stillness.capacity = 4;
        stillness.due = 1'312;
        stillness.since = silenceNoon;
        stillness.now = silenceNoon + 61s;
        stillness.hints = {{PulseHint::Kind::NoHeartbeat, 1, 2, Millis(20'400)}};
        QCOMPARE(stillnessText(stillness),
            QStringLiteral(
                "No task has been claimed for 1m1s, although 1,312 are due. All worker slots (4) are in use. "
                "Workers without a heartbeat for 20s: 1 of 2."));
        stillness.capacity.reset();
        QVERIFY(stillnessText(stillness).contains(QStringLiteral("at its highest level in the last hour")));
        stillness.kind = Kind::Held;
        stillness.hold = PulseHold::Paused;
        QCOMPARE(stillnessText(stillness), QStringLiteral("1,312 due tasks are held: the queue is paused."));
        stillness.kind = Kind::Moving;
        QCOMPARE(stillnessText(stillness), QString());
    }

    void bursts_raise_no_alarm_and_a_stop_does_data()
    {
        QTest::addColumn<quint32>("seed");
        QTest::addColumn<int>("threads");
        for (const quint32 seed : {7U, 11U, 23U, 42U})
            QTest::addRow("seed %u", seed) << seed << int(1 + seed % 4);
    }
    void bursts_raise_no_alarm_and_a_stop_does()
    {
        QFETCH(quint32, seed);
        QFETCH(int, threads);
        SimulatedQueue queue(seed, threads);
        SilenceRule rule;
        TimePoint now = silenceNoon;
        int takes = 0;
        // DUELINE_SILENCE_HOURS sets the simulated time.
        const int hours = std::max(qEnvironmentVariableIntValue("DUELINE_SILENCE_HOURS"), 3);
        for (int second = 0; second < hours * 3'600; ++second, now += aSecond) {
            const Stillness stillness = rule.look(queue.step(), now);
            QVERIFY2(stillness.kind == Kind::Moving, qPrintable(stillnessText(stillness)));
            takes += stillness.took ? 1 : 0;
        }
        QVERIFY(takes > 1'000);
        queue.works = false;
        Stillness stillness;
        for (int second = 0; second < 150 && stillness.kind == Kind::Moving; ++second, now += aSecond)
            stillness = rule.look(queue.step(), now);
        QCOMPARE(stillness.kind, Kind::Silent);
        QVERIFY(stillness.length() <= stillness.limit + aSecond);
    }
};

QTEST_APPLESS_MAIN(TestSilence)
#include "tst_silence.moc"
