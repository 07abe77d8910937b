// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/metrics/metricsreader.h"
#include "tests/support/manualclock.h"
#include "tests/support/memory/memorybackend.h"
#include "tests/support/must.h"

#include <QRegularExpression>
#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

/// Tests the Prometheus metrics and their format.
class TestMetrics : public QObject
{
    Q_OBJECT

private:
    static QByteArray textOf(const MetricsReading& reading)
    {
        MetricsLog log;
        return written(log.note(reading), MetricsFormat::Text);
    }
    /// Returns the value in a line such as `dueline_tasks{queue="q",…}`, or an empty string if there is none.
    static QByteArray valueOf(const QByteArray& text, const QByteArray& series)
    {
        for (const QByteArray& line : text.split('\n')) {
            if (line.startsWith(series + ' '))
                return line.mid(series.size() + 1);
        }
        return {};
    }
    QByteArray read(MetricsReader& reader) { return textOf(reader.read(*m_backend)); }
    void add(const QueueName& queue, int count, Millis in)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = makeTaskId("t", m_clock->now());
            task.dueIn = in;
            tasks.push_back(task);
        }
        must(m_backend->editor()->add(queue, tasks));
    }
    std::vector<Lease> claim(const QueueName& queue, int limit)
    {
        ClaimRequest request;
        request.queue = queue;
        request.limit = limit;
        request.types.all = true;
        return must(m_backend->broker()->claim(request)).leases;
    }

    std::shared_ptr<ManualClock> m_clock;
    std::unique_ptr<MemoryBackend> m_backend;

private slots:
    void init()
    {
        m_clock = std::make_shared<ManualClock>();
        m_backend
            = std::make_unique<MemoryBackend>(std::make_shared<MemoryStore>(m_clock), "w", Access::OperateAndWork);
    }

    void bothFormatsSayTheSame()
    {
        MetricFamily gauge{"a_seconds", MetricFamily::Type::Gauge, "How \"long\"\\."};
        const QByteArray name = QByteArray("x\"y\\z\nn");
        gauge.add({{"queue", name}}, 0.25);
        MetricFamily counter{"b", MetricFamily::Type::Counter, "B."};
        counter.add({}, 9007199254740991.0);
        MetricFamily histogram{"c_seconds", MetricFamily::Type::Histogram, "C."};
        histogram.addHistogram({{"q", "1"}}, {{0.001, 2}, {0.5, 3}}, 4, 1.5);
        const MetricFamily empty{"d", MetricFamily::Type::Gauge, "D."};
        const std::vector<MetricFamily> all{gauge, counter, histogram, empty};
        const QByteArray samples = "a_seconds{queue=\"x\\\"y\\\\z\\nn\"} 0.25\n";
        const QByteArray buckets = "c_seconds_bucket{q=\"1\",le=\"0.001\"} 2\nc_seconds_bucket{q=\"1\",le=\"0.5\"} 3\n"
                                   "c_seconds_bucket{q=\"1\",le=\"+Inf\"} 4\nc_seconds_sum{q=\"1\"} 1.5\n"
                                   "c_seconds_count{q=\"1\"} 4\n";
        const QByteArray text = "# HELP a_seconds How \"long\"\\.\n# TYPE a_seconds gauge\n" + samples
            + "# HELP b_total B.\n# TYPE b_total counter\nb_total 9007199254740991\n"
              "# HELP c_seconds C.\n# TYPE c_seconds histogram\n"
            + buckets;
        const QByteArray open = "# HELP a_seconds How \\\"long\\\"\\\\.\n# TYPE a_seconds gauge\n" + samples
            + "# HELP b B.\n# TYPE b counter\nb_total 9007199254740991\n"
              "# HELP c_seconds C.\n# TYPE c_seconds histogram\n"
            + buckets + "# EOF\n";
        QCOMPARE(written(all, MetricsFormat::Text), text);
        QCOMPARE(written(all, MetricsFormat::OpenMetrics), open);
    }

    void theFormatIsTheOneThatIsPreferred_data()
    {
        QTest::addColumn<QByteArray>("accept");
        QTest::addColumn<bool>("open");
        const auto row = [](const char* accept, bool open) { QTest::newRow(accept) << QByteArray(accept) << open; };
        row("", false);
        row("*/*", false);
        row("text/plain", false);
        row("application/openmetrics-text", true);
        row("application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", true);
        row("application/openmetrics-text;q=0.4, text/plain;q=0.5", false);
        row("application/openmetrics-text;q=0", false);
        row("text/html, Application/OpenMetrics-Text", true);
    }
    void theFormatIsTheOneThatIsPreferred()
    {
        QFETCH(QByteArray, accept);
        QFETCH(bool, open);
        QCOMPARE(acceptedFormat(accept) == MetricsFormat::OpenMetrics, open);
    }

    void everyMetricHasAHelpAndItsUnit()
    {
        for (const MetricFamily& family : allFamilies()) {
            QVERIFY2(family.help.endsWith('.') && !family.help.contains('\n'), family.name);
            QVERIFY2(family.name.startsWith("dueline_") && !family.name.endsWith("_total"), family.name);
            QVERIFY2(family.type != MetricFamily::Type::Histogram || family.name.endsWith("_seconds"), family.name);
        }
    }

    void aQueueTellsItsStatesAndAges()
    {
        add("q", 3, 1h);
        add("q", 2, 0ms);
        m_clock->advance(90s);
        MetricsReader reader({});
        const QByteArray text = read(reader);
        const QByteArray labels = "{queue=\"q\",layout=\"memory\"";
        QCOMPARE(valueOf(text, "dueline_up"), QByteArray("1"));
        QCOMPARE(valueOf(text, "dueline_tasks" + labels + ",state=\"scheduled\"}"), QByteArray("3"));
        QCOMPARE(valueOf(text, "dueline_tasks" + labels + ",state=\"due\"}"), QByteArray("2"));
        QCOMPARE(valueOf(text, "dueline_oldest_due_age_seconds" + labels + "}"), QByteArray("90"));
        QCOMPARE(valueOf(text, "dueline_oldest_failed_age_seconds" + labels + "}"), QByteArray("0"));
        QCOMPARE(valueOf(text, "dueline_queue_paused" + labels + "}"), QByteArray("0"));
        QCOMPARE(valueOf(text, "dueline_scrape_errors_total{part=\"queues\"}"), QByteArray("0"));

        const std::vector<Lease> leases = claim("q", 1);
        must(m_backend->broker()->nack("q", {{leases.front().id, leases.front().token, {}, "failed", "no", {}}}, {}));
        m_clock->advance(30s);
        const QByteArray later = read(reader);
        QCOMPARE(valueOf(later, "dueline_tasks" + labels + ",state=\"failed\"}"), QByteArray("1"));
        QCOMPARE(valueOf(later, "dueline_oldest_failed_age_seconds" + labels + "}"), QByteArray("30"));
    }

    void workersAndTheirLeasesAreToldAliveOrLost()
    {
        add("q", 3, 0ms);
        WorkerInfo worker;
        worker.id = "w";
        worker.host = "here";
        worker.queues = {"q"};
        worker.concurrency = 4;
        worker.running = 3;
        must(m_backend->broker()->beat(worker, 10s, false));
        QCOMPARE(claim("q", 3).size(), std::size_t(3));
        MetricsReader reader({});
        const QByteArray text = read(reader);
        const QByteArray labels = "{queue=\"q\",layout=\"memory\"";
        QCOMPARE(valueOf(text, "dueline_workers{state=\"alive\"}"), QByteArray("1"));
        QCOMPARE(valueOf(text, "dueline_worker_slots"), QByteArray("4"));
        QCOMPARE(valueOf(text, "dueline_worker_slots_used"), QByteArray("3"));
        QCOMPARE(valueOf(text, "dueline_queue_workers" + labels + ",state=\"alive\"}"), QByteArray("1"));
        QCOMPARE(valueOf(text, "dueline_leases_without_heartbeat" + labels + "}"), QByteArray("0"));
        m_clock->advance(11s);
        const QByteArray later = read(reader);
        QCOMPARE(valueOf(later, "dueline_workers{state=\"alive\"}"), QByteArray("0"));
        QCOMPARE(valueOf(later, "dueline_workers{state=\"lost\"}"), QByteArray("1"));
        QCOMPARE(valueOf(later, "dueline_worker_slots"), QByteArray("0"));
        QCOMPARE(valueOf(later, "dueline_queue_workers" + labels + ",state=\"lost\"}"), QByteArray("1"));
        QCOMPARE(valueOf(later, "dueline_leases_without_heartbeat" + labels + "}"), QByteArray("3"));
    }

    void silenceIsMeasuredFromTheSecondReadingOn()
    {
        add("q", 3, 0ms);
        WorkerInfo worker;
        worker.id = "w";
        worker.queues = {"q"};
        worker.concurrency = 4;
        must(m_backend->broker()->beat(worker, 60s, false));
        MetricsReader reader({});
        QVERIFY(!read(reader).contains("dueline_queue_silent_seconds"));
        m_clock->advance(14s);
        const QByteArray silent = "dueline_queue_silent_seconds{queue=\"q\",layout=\"memory\"}";
        QCOMPARE(valueOf(read(reader), silent), QByteArray("0"));
        m_clock->advance(2s);
        const QByteArray text = read(reader);
        QCOMPARE(valueOf(text, silent), QByteArray("16"));
        QCOMPARE(valueOf(text, "dueline_queue_held{queue=\"q\",layout=\"memory\",reason=\"paused\"}"), QByteArray("0"));
        QCOMPARE(claim("q", 1).size(), std::size_t(1));
        m_clock->advance(1s);
        QCOMPARE(valueOf(read(reader), silent), QByteArray("0"));
    }

    void countersCountCompleteMinutesOnce()
    {
        add("q", 5, 0ms);
        m_clock->moveTo(std::chrono::ceil<std::chrono::minutes>(m_clock->now()) + 10s);
        MetricsReader reader({});
        const QByteArray claims = "dueline_claims_total{queue=\"q\",layout=\"memory\"}";
        QCOMPARE(valueOf(read(reader), claims), QByteArray("0"));
        const std::vector<Lease> leases = claim("q", 3);
        std::vector<Ack> acks;
        for (const Lease& lease : leases)
            acks.push_back({lease.id, lease.token, {}});
        m_clock->advance(2s);
        must(m_backend->broker()->ack("q", acks, {}));
        QCOMPARE(valueOf(read(reader), claims), QByteArray("0")); // The minute isn't over yet.
        m_clock->advance(1min);
        for (int i = 0; i < 3; ++i) {
            const QByteArray text = read(reader);
            QCOMPARE(valueOf(text, claims), QByteArray("3"));
            const QByteArray labels = "{queue=\"q\",layout=\"memory\"";
            QCOMPARE(valueOf(text, "dueline_outcomes_total" + labels + ",outcome=\"done\"}"), QByteArray("3"));
            QCOMPARE(valueOf(text, "dueline_run_time_seconds_count" + labels + "}"), QByteArray("3"));
            QCOMPARE(valueOf(text, "dueline_run_time_seconds_bucket" + labels + ",le=\"1.023\"}"), QByteArray("0"));
            QCOMPARE(valueOf(text, "dueline_run_time_seconds_bucket" + labels + ",le=\"2.047\"}"), QByteArray("3"));
            QCOMPARE(valueOf(text, "dueline_run_time_seconds_bucket" + labels + ",le=\"+Inf\"}"), QByteArray("3"));
            m_clock->advance(20s);
        }
        QCOMPARE(claim("q", 2).size(), std::size_t(2));
        m_clock->advance(1min);
        QCOMPARE(valueOf(read(reader), claims), QByteArray("5"));

        // The next program continues with the previous program's counts.
        add("q", 1, 0ms);
        m_clock->advance(1min);
        QCOMPARE(claim("q", 1).size(), std::size_t(1));
        m_clock->advance(1min);
        MetricsReader next({}, {}, QueueTotals::fromJson(reader.totals().toJson()));
        QCOMPARE(valueOf(read(next), claims), QByteArray("6"));
    }

    void whatIsOlderThanAnHourIsReadTheNextTime()
    {
        QueueTotals totals;
        const TimePoint start = std::chrono::floor<std::chrono::minutes>(m_clock->now());
        QVERIFY(totals.window("q", start + 5s).isEmpty());
        const QueueTotals::Window first = totals.window("q", start + 90min);
        QCOMPARE(first.from, start);
        QCOMPARE(first.to, start + 60min);
        StatisticsBin bin;
        bin.from = start;
        bin.added = 7;
        StatisticsBin outside = bin;
        outside.from = start + 60min; // this minute belongs to the next reading
        totals.add("q", first, {bin, outside});
        QCOMPARE(totals.of("q").added, 7);
        const QueueTotals::Window second = totals.window("q", start + 90min);
        QCOMPARE(second.from, start + 60min);
        QCOMPARE(second.to, start + 90min);
    }

    void brokenTotalsAreNone_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("another form") << QByteArray("[1,2]");
        QTest::newRow("other types") << QByteArray("{\"queues\":[1,{\"queue\":5,\"lateness\":\"x\"}]}");
    }
    void brokenTotalsAreNone()
    {
        QFETCH(QByteArray, json);
        QueueTotals totals = QueueTotals::fromJson(json);
        QVERIFY(totals.window("q", m_clock->now()).isEmpty());
        QCOMPARE(totals.of("q"), StatisticsBin());
    }

    void queuesOverTheLimitAreCountedAndLeftOut()
    {
        for (const char* name : {"a", "b", "c", "d"})
            add(name, 1, 1h);
        MetricsRequest request;
        request.most = 3;
        MetricsReader reader(request);
        const MetricsReading reading = reader.read(*m_backend);
        QCOMPARE(reading.leftOut, 1);
        const QByteArray text = textOf(reading);
        QCOMPARE(valueOf(text, "dueline_queues"), QByteArray("4"));
        QCOMPARE(valueOf(text, "dueline_queues_left_out"), QByteArray("1"));
        QVERIFY(text.contains("queue=\"c\"") && !text.contains("queue=\"d\""));
    }

    void namedQueuesAloneAreTold()
    {
        for (const char* name : {"a", "b"})
            add(name, 1, 1h);
        MetricsRequest request;
        request.queues = {"b", "missing"};
        MetricsReader reader(request);
        const QByteArray text = read(reader);
        QCOMPARE(valueOf(text, "dueline_queue_readable{queue=\"b\",layout=\"memory\"}"), QByteArray("1"));
        QCOMPARE(valueOf(text, "dueline_queue_readable{queue=\"missing\",layout=\"memory\"}"), QByteArray("0"));
        QCOMPARE(valueOf(text, "dueline_scrape_errors_total{part=\"queues\"}"), QByteArray("1"));
        QVERIFY(!text.contains("queue=\"a\""));
    }

    void namesThatLookTheSameAreNotToldTwice()
    {
        const QByteArray longName(250, 'x');
        add(longName, 1, 1h);
        const QueueName broken("\xff");
        const QueueName written("\\xFF"); // how an invalid name is displayed
        add(broken, 1, 1h);
        add(written, 1, 1h);
        MetricsReader reader({});
        const QByteArray text = read(reader);
        QVERIFY(text.contains(longName));
        QCOMPARE(text.count("dueline_queue_readable{queue=\"\\\\xFF\""), 1);
        QCOMPARE(valueOf(text, "dueline_queues_left_out"), QByteArray("1"));
        QVERIFY(QString::fromUtf8(text).toUtf8() == text);
    }

    void whatCannotBeReadIsDown()
    {
        const Error error{ErrorCode::Unreachable, QStringLiteral("Away.")};
        MetricsLog log;
        QByteArray text;
        for (int i = 0; i < 2; ++i)
            text = written(log.note(MetricsReading::failedBy(error, 250ms)), MetricsFormat::Text);
        QCOMPARE(valueOf(text, "dueline_up"), QByteArray("0"));
        QCOMPARE(valueOf(text, "dueline_scrapes_total"), QByteArray("2"));
        QCOMPARE(valueOf(text, "dueline_scrape_errors_total{part=\"queues\"}"), QByteArray("2"));
        QCOMPARE(valueOf(text, "dueline_scrape_duration_seconds"), QByteArray("0.25"));
        QVERIFY(!text.contains("dueline_tasks"));
    }
};

QTEST_APPLESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
