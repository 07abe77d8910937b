// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/drainpromise.h"
#include "core/console/witness/queuesample.h"
#include "core/console/witness/recordfile.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <queue>
#include <random>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

using Verdict = DrainForecast::Verdict;

const TimePoint noon = fromMs(1'764'331'200'000);

RecordSample dueAt(TimePoint at, qint64 due, qint64 flags = 0)
{
    RecordSample sample;
    sample.at = at;
    sample[RecordSample::Due] = due;
    sample.flags = flags;
    return sample;
}

/// Returns one sample per second. `due`: number of due tasks after this many seconds.
template <typename Due> std::vector<RecordSample> samples(int seconds, const Due& due)
{
    std::vector<RecordSample> rows;
    for (int i = 0; i <= seconds; ++i)
        rows.push_back(dueAt(noon + Millis(i * secondMs), qint64(std::llround(due(i)))));
    return rows;
}

ServerSample memoryAt(TimePoint at, std::optional<qint64> used, std::optional<qint64> maximum)
{
    ServerSample sample;
    sample.at = at;
    sample[ServerSample::Memory] = used;
    sample[ServerSample::Maximum] = maximum;
    return sample;
}

/// Returns a reading of the `mail` queue, with its due tasks falling by 600 per minute.
Forecasts reading(TimePoint at, qint64 due, TimePoint since = noon)
{
    Forecasts forecasts;
    forecasts.since = since;
    forecasts.at = at;
    forecasts.isRunning = true;
    auto rows = samples(300, [due](int second) { return double(due) + 10.0 * (300 - second); });
    for (RecordSample& row : rows)
        row.at += at - noon - 300s;
    forecasts.queues = {{"mail", drainForecast(rows, at)}};
    return forecasts;
}

/// Queue with random arrivals and run times, simulated event by event.
class SimulatedQueue
{
public:
    SimulatedQueue(unsigned seed, double arrivals, int workers, double meanSeconds, qint64 backlog)
        : m_random(seed)
        , m_arrival(arrivals)
        , m_run(1 / meanSeconds)
        , m_workers(workers)
        , m_due(backlog)
    {
        m_next = m_arrival(m_random);
    }
    /// Continues the simulation until this second and returns the number of due tasks.
    qint64 at(double second)
    {
        while (std::min(m_next, m_ends.empty() ? m_next : m_ends.top()) <= second) {
            if (m_ends.empty() || m_next < m_ends.top()) {
                start(m_next, ++m_due);
                m_next += m_arrival(m_random);
            } else {
                const double end = m_ends.top();
                m_ends.pop();
                start(end, m_due);
            }
        }
        start(second, m_due);
        return m_due;
    }

private:
    void start(double second, qint64)
    {
        while (m_due > 0 && int(m_ends.size()) < m_workers) {
            --m_due;
            m_ends.push(second + m_run(m_random));
        }
    }

    std::mt19937 m_random;
    std::exponential_distribution<> m_arrival;
    std::exponential_distribution<> m_run;
    int m_workers;
    qint64 m_due;
    double m_next;
    std::priority_queue<double, std::vector<double>, std::greater<>> m_ends;
};

} // namespace

/// Tests the estimates of when a queue will be empty and memory full.
class TestForecast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSteadyQueueIsEmptyWhenExpected()
    {
        const auto rows = samples(300, [](int second) { return 10'000 - 10.0 * second; });
        const DrainForecast forecast = drainForecast(rows, rows.back().at);
        QCOMPARE(forecast.verdict, Verdict::Expected);
        QCOMPARE(forecast.due, 7'000);
        QCOMPARE(forecast.window, 5min);
        QCOMPARE(forecast.perMinute, 600.0);
        QCOMPARE(forecast.left, 700s);
        QCOMPARE(forecast.earliest, Millis(666'667)); // The rate is constant, so the band is 5%.
        QCOMPARE(forecast.latest, Millis(736'842));
        // Another 3,500 tasks increase the estimate by half.
        QCOMPARE(drainForecast(rows, rows.back().at, 3'500).left, 1050s);
        QCOMPARE(drainForecast(rows, rows.back().at, 3'500).due, 10'500);
    }

    void moreTasksTakeProportionallyLonger()
    {
        const auto rows = samples(300, [](int second) { return 10'000 - 10.0 * second; });
        const DrainForecast forecast = drainForecast(rows, rows.back().at);
        const auto later = withExtra(forecast, 3'500);
        QVERIFY(later);
        const DrainForecast computed = drainForecast(rows, rows.back().at, 3'500);
        QCOMPARE(later->due, computed.due);
        QCOMPARE(later->emptyAt(), rows.back().at + 1050s);
        QVERIFY(std::abs((later->earliest - computed.earliest).count()) <= 1);
        QVERIFY(std::abs((later->latest - computed.latest).count()) <= 1);
        QVERIFY(withExtra(forecast, 29'000)); // within 12 times the measured period
        QCOMPARE(drainForecast(rows, rows.back().at, 29'001).verdict, Verdict::TooFar);
        QVERIFY(!withExtra(forecast, 29'010));
        const auto growing = samples(300, [](int second) { return 500 + second; });
        QVERIFY(!withExtra(drainForecast(growing, growing.back().at), 1));
    }

    void dueRetriesAreRecordedAsDue()
    {
        QueueInfo info;
        info.states = StateSet::all();
        info.counts[TaskState::Due] = 40;
        info.counts[TaskState::Retrying] = 10;
        info.dueRetries = 7;
        const RecordSample sample = queueSample(info, noon);
        QCOMPARE(sample[RecordSample::Due], 47);
        QCOMPARE(sample[RecordSample::Retrying], 3);
        info.states = {TaskState::Due};
        QCOMPARE(queueSample(info, noon)[RecordSample::Due], 40);
    }

    void anOldReadingIsNotUsed()
    {
        Forecasts forecasts = reading(noon, 6'000);
        QVERIFY(forecasts.areCurrent(noon + 1min));
        QVERIFY(!forecasts.areCurrent(noon + 61s));
        forecasts.isRunning = false;
        QVERIFY(!forecasts.areCurrent(noon));
        QCOMPARE(forecasts.of("mail")->due, 6'000);
        QVERIFY(!forecasts.of("mai"));
        QVERIFY(!forecasts.of("post"));
    }

    void anOperationIsPromisedOnlyIfTheQueueIsNotEmptyBeforeItsEnd()
    {
        const Forecasts forecasts = reading(noon, 6'000);
        const auto promise = DrainPromise::after(forecasts, "mail", 3'000, 0s);
        QVERIFY(promise);
        QCOMPARE(promise->before, noon + 10min);
        QCOMPARE(promise->expected, noon + 15min);
        QVERIFY(promise->latest > promise->expected);
        QVERIFY(DrainPromise::after(forecasts, "mail", 3'000, 10min));
        QVERIFY(!DrainPromise::after(forecasts, "mail", 3'000, 10min + 1s));
        QVERIFY(!DrainPromise::after(forecasts, "mail", 0, 0s)); // All tasks are already due.
        QVERIFY(!DrainPromise::after(forecasts, "post", 3'000, 0s));
        QVERIFY(!DrainPromise::after(reading(noon, 0), "mail", 3'000, 0s)); // No rate is known.
    }

    void aPromiseIsComparedWithTheActualTime()
    {
        const auto start = [] { return DrainPromise::after(reading(noon, 6'000), "mail", 3'000, 0s).value(); };
        DrainPromise promise = start();
        promise.check(reading(noon + 5s, 0)); // The operation hasn't made any task due yet.
        QVERIFY(!promise.emptyAt);
        promise.since = noon + 10s;
        promise.check(reading(noon + 9s, 0));
        QVERIFY(!promise.emptyAt);
        promise.check(reading(noon + 9min, 100));
        QVERIFY(!promise.emptyAt);
        QCOMPARE(promise.overdue, 0);
        promise.check(reading(noon + 11min, 0));
        QCOMPARE(promise.emptyAt, noon + 11min);
        promise.check(reading(noon + 12min, 5)); // Only the first time the queue was empty counts.
        promise.check(reading(noon + 13min, 0));
        QCOMPARE(promise.emptyAt, noon + 11min);

        promise = start();
        promise.since = noon + 10s;
        promise.check(reading(promise.latest + 1s, 250));
        QCOMPARE(promise.overdue, 250);
        promise.check(reading(noon + 20min, 0));
        QCOMPARE(promise.emptyAt, noon + 20min);
        QCOMPARE(promise.overdue, 0);

        // A queue that no longer exists counts as empty, because some frameworks delete empty queues.
        promise = start();
        promise.since = noon + 10s;
        Forecasts gone = reading(noon + 8min, 0);
        gone.queues.clear();
        promise.check(gone);
        QCOMPARE(promise.emptyAt, noon + 8min);
    }

    void aPromiseCannotBeCheckedAcrossAGap()
    {
        DrainPromise promise = DrainPromise::after(reading(noon, 6'000), "mail", 3'000, 0s).value();
        promise.since = noon + 10s;
        promise.check(reading(noon + 8min, 0, noon + 7min));
        QVERIFY(promise.isInterrupted);
        QVERIFY(!promise.emptyAt);
        promise.check(reading(noon + 9min, 0, noon + 7min));
        QVERIFY(!promise.emptyAt);
    }

    void onlyTheLastFiveMinutesCount()
    {
        const auto rows = samples(900, [](int second) { return second < 600 ? 9'000 : 9'000 - 5.0 * (second - 600); });
        QCOMPARE(drainForecast(rows, rows.back().at).left, 1500s);
    }

    void thereIsNoEstimateWithoutEvidence_data()
    {
        QTest::addColumn<std::vector<RecordSample>>("rows");
        QTest::addColumn<Verdict>("verdict");
        const auto row = [](const char* name, std::vector<RecordSample> rows, Verdict verdict) {
            QTest::newRow(name) << std::move(rows) << verdict;
        };
        row("nothing recorded", {}, Verdict::Unknown);
        row("nothing due", samples(300, [](int second) { return 300 - second; }), Verdict::Empty);
        row("growing", samples(300, [](int second) { return 500 + second; }), Verdict::Growing);
        row("unchanged", samples(300, [](int) { return 500; }), Verdict::Growing);
        row("59 s", samples(59, [](int second) { return 9'000 - 10 * second; }), Verdict::TooShort);
        row("60 s", samples(60, [](int second) { return 3'000 - 10 * second; }), Verdict::Expected);
        row("99 tasks", samples(300, [](int second) { return 300 - 99 * second / 300; }), Verdict::TooFew);
        row("100 tasks", samples(300, [](int second) { return 300 - 100 * second / 300; }), Verdict::Expected);
        row("more than an hour", samples(300, [](int second) { return 4'000 - second; }), Verdict::TooFar);
        row("less than an hour", samples(300, [](int second) { return 3'800 - second; }), Verdict::Expected);
        row("irregular", samples(300, [](int second) { return 900 - second + (second / 60 + 1) % 2 * 450; }),
            Verdict::Uncertain);
        auto paused = samples(300, [](int second) { return 9'000 - 10 * second; });
        paused.back().flags = RecordSample::Paused;
        row("paused", paused, Verdict::Paused);
        auto resumed = samples(300, [](int second) { return 9'000 - 10 * second; });
        resumed[250].flags = RecordSample::Paused;
        row("just resumed", resumed, Verdict::TooShort);
        auto unreadable = samples(300, [](int second) { return 9'000 - 10 * second; });
        unreadable.back().flags = RecordSample::Unreadable;
        row("unreadable", unreadable, Verdict::Unknown);
        auto partial = samples(300, [](int second) { return 9'000 - 10 * second; });
        partial.back().flags = RecordSample::LowerBound;
        row("only partly counted", partial, Verdict::Unknown);
        auto uncounted = samples(300, [](int second) { return 9'000 - 10 * second; });
        uncounted.back()[RecordSample::Due].reset();
        row("without a count", uncounted, Verdict::Unknown);
    }
    void thereIsNoEstimateWithoutEvidence()
    {
        QFETCH(const std::vector<RecordSample>, rows);
        QFETCH(const Verdict, verdict);
        const DrainForecast forecast
            = drainForecast(rows, noon + Millis(rows.empty() ? 0 : rows.size() - 1) * secondMs);
        QCOMPARE(forecast.verdict, verdict);
    }

    /// The recorder writes a row only if a figure has changed, and at least once a minute.
    void aFigureIsValidUntilItChanges()
    {
        const std::vector<RecordSample> rows{dueAt(noon, 1'000), dueAt(noon + 30s, 800), dueAt(noon + 90s, 700)};
        const DrainForecast forecast = drainForecast(rows, noon + 2min);
        QCOMPARE(forecast.window, 2min);
        QCOMPARE(forecast.perMinute, 150.0);
    }

    /// Back-test with 20 simulated queues, each estimated after 5 minutes: about a quarter of the time it takes to
    /// empty them. At least 16 must be empty within the band, the median deviation must be at most 10%, and none may
    /// deviate by more than a third.
    void simulatedQueuesKeepToTheEstimate()
    {
        int expected = 0;
        int within = 0;
        std::vector<double> deviations;
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const int workers = 4 + int(seed % 4) * 4;
            const double mean = 0.1 + 0.02 * seed;
            const double load = 0.3 + 0.02 * seed; // fraction of the capacity taken up by new tasks
            const double capacity = workers / mean;
            SimulatedQueue queue(seed, capacity * load, workers, mean, qint64(capacity * 1'200 * (1 - load)));
            std::vector<RecordSample> rows;
            for (int second = 0; second <= 300; ++second)
                rows.push_back(dueAt(noon + Millis(second * secondMs), queue.at(second)));
            const DrainForecast forecast = drainForecast(rows, rows.back().at);
            if (forecast.verdict != Verdict::Expected)
                continue;
            ++expected;
            int second = 300;
            while (queue.at(second) > 0 && second < 10'000)
                ++second;
            const Millis left((second - 300) * secondMs);
            within += left >= forecast.earliest && left <= forecast.latest;
            deviations.push_back(std::abs(double((left - forecast.left).count())) / double(left.count()));
            QVERIFY2(deviations.back() < 1.0 / 3, QByteArray("seed ") + QByteArray::number(seed));
        }
        QCOMPARE(expected, 20);
        QVERIFY2(within >= 16, QByteArray::number(within));
        std::sort(deviations.begin(), deviations.end());
        QVERIFY2(deviations[10] <= 0.1, QByteArray::number(deviations[10]));
    }

    void memoryIsFullWhenExpected()
    {
        std::vector<ServerSample> rows;
        for (int minute = 0; minute <= 20; ++minute)
            rows.push_back(memoryAt(noon + Millis(minute * minuteMs), 500 + 10 * minute, 1'000));
        const MemoryForecast forecast = memoryForecast(rows, rows.back().at);
        QCOMPARE(forecast.perMinute, 10.0);
        QCOMPARE(*forecast.left, 30min);
        QVERIFY(!forecast.leftLately);
        // The rate doubles in the last five minutes.
        for (int minute = 16; minute <= 20; ++minute)
            rows[std::size_t(minute)][ServerSample::Memory] = 650 + 20 * (minute - 15);
        const MemoryForecast faster = memoryForecast(rows, rows.back().at);
        QCOMPARE(faster.perMinute, 12.5);
        QCOMPARE(*faster.left, 20min);
        QCOMPARE(*faster.leftLately, Millis(750'000));
    }

    void memoryHasNoEstimateWithoutEvidence()
    {
        const auto two = [](qint64 first, qint64 last, std::optional<qint64> maximum, Millis apart = 10min) {
            return memoryForecast(
                {memoryAt(noon, first, maximum), memoryAt(noon + apart, last, maximum)}, noon + apart);
        };
        QVERIFY(!two(500, 600, 0).left); // There is no memory limit.
        QVERIFY(!two(500, 600, {}).maximum);
        QVERIFY(!two(500, 400, 1'000).left);
        QCOMPARE(two(500, 400, 1'000).perMinute, -10.0);
        QVERIFY(!two(500, 501, 1'000).left); // The limit would be reached too far in the future to report.
        QVERIFY(!two(500, 600, 1'000, 59s).left);
        QCOMPARE(two(900, 1'100, 1'000).left, Millis(0)); // The limit has already been exceeded.
        QVERIFY(!memoryForecast({}, noon).used);
        QVERIFY(!memoryForecast({memoryAt(noon, {}, {})}, noon + 2min).used);
    }

    void nothingIsMeasuredAcrossAGap()
    {
        QTemporaryDir folder;
        auto opened = RecordFile::write(folder.filePath(u"a.dwit"_s), {"redis://shop", "native", "duectl"});
        QVERIFY(opened.ok());
        RecordFile& file = **opened;
        QCOMPARE(readForecasts(file, {}, 0).error().code, ErrorCode::NotFound);
        const qint64 queue = *file.queueId({0, "mail", "native", {}});
        const qint64 gone = *file.queueId({0, "gone", "native", {}});
        const auto add = [&](qint64 id, TimePoint at, qint64 due, qint64 flags = 0) {
            RecordSample row = dueAt(at, due, flags);
            row.queue = id;
            QVERIFY(file.write(RecordTier::Seconds, row).ok());
        };
        const qint64 first = *file.beginSpan({0, noon, noon, "run", "master", Millis(0), {}});
        add(queue, noon, 9'000);
        add(gone, noon, 5);
        QVERIFY(file.touchSpan(first, noon + 1min).ok());
        QVERIFY(file.endSpan(first, "server away").ok());
        const qint64 second = *file.beginSpan({0, noon + 3min, noon + 3min, "run", "master", Millis(0), {}});
        add(queue, noon + 3min, 3'000);
        add(gone, noon + 3min, 0, RecordSample::Absent);
        add(queue, noon + 4min, 2'000);
        QVERIFY(file.touchSpan(second, noon + 5min).ok());
        const auto forecasts = readForecasts(file, {}, 0);
        QVERIFY(forecasts.ok());
        QCOMPARE(forecasts->at, noon + 5min);
        QVERIFY(!forecasts->isRunning); // the last reading is years old
        QCOMPARE(forecasts->queues.size(), 1U); // The other queue no longer exists.
        QCOMPARE(forecasts->queues.front().queue, QByteArray("mail"));
        QCOMPARE(forecasts->queues.front().drain.window, 2min);
        QCOMPARE(forecasts->queues.front().drain.perMinute, 500.0);
        QCOMPARE(readForecasts(file, "mail", 500)->queues.front().drain.due, 2'500);
        QCOMPARE(readForecasts(file, "post", 0).error().code, ErrorCode::NotFound);
    }

    /// A discard or a flush is not work done, so it must not shorten the forecast.
    void nothingIsMeasuredAcrossAnOperationOrALoss()
    {
        QTemporaryDir folder;
        auto opened = RecordFile::write(folder.filePath(u"b.dwit"_s), {"redis://shop", "native", "duectl"});
        QVERIFY(opened.ok());
        RecordFile& file = **opened;
        const qint64 mail = *file.queueId({0, "mail", "native", {}});
        const qint64 post = *file.queueId({0, "post", "native", {}});
        const qint64 span = *file.beginSpan({0, noon, noon, "run", "master", Millis(0), {}});
        const auto add = [&](qint64 queue, TimePoint at, qint64 due) {
            RecordSample row = dueAt(at, due);
            row.queue = queue;
            QVERIFY(file.write(RecordTier::Seconds, row).ok());
        };
        for (const qint64 queue : {mail, post}) {
            add(queue, noon, 9'000);
            add(queue, noon + 61s, 3'000);
            add(queue, noon + 2min, 2'900);
            add(queue, noon + 3min, 2'800);
            add(queue, noon + 4min, 2'600);
        }
        QVERIFY(file.write(RecordEvent{0, noon + 1min, mail, "operation", "discard: 6,000 tasks", {}}).ok());
        QVERIFY(file.touchSpan(span, noon + 4min).ok());
        const auto rateOf
            = [&file](const QByteArray& queue) { return readForecasts(file, queue, 0)->of(queue)->perMinute; };
        QCOMPARE(rateOf("mail"), 400.0 * 60 / 170);
        QCOMPARE(rateOf("post"), 1'600.0);
        QVERIFY(file.write(RecordEvent{0, noon + 2min, {}, "flush", "FLUSHDB ran once", {}}).ok());
        QCOMPARE(rateOf("mail"), 150.0);
        QCOMPARE(rateOf("post"), 150.0);
    }
};

QTEST_GUILESS_MAIN(TestForecast)
#include "tst_forecast.moc"
