// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/gui/facts.h"
#include "tests/support/redisserver.h"
#include "ui/panels/metrics/metricschart.h"
#include "ui/panels/metrics/metricspanel.h"
#include "ui/panels/metrics/metricsplot.h"
#include "ui/panels/metrics/metricstablemodel.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinepainter.h"
#include "ui/workbench/workbench.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSet>
#include <QtCharts/QCategoryAxis>
#include <QtCharts/QHorizontalBarSeries>
#include <QtCharts/QLineSeries>
#include <QtCharts/QScatterSeries>
#include <QtCharts/QStackedBarSeries>

#include <cmath>
#include <numeric>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

const TimePoint firstMinute = fromMs(1'795'219'200'000); // 2026-11-21T00:00:00Z

StatisticsBin minuteAt(int number)
{
    StatisticsBin bin;
    bin.from = firstMinute + number * 1min;
    return bin;
}

} // namespace

/// Tests the metrics of real queues, and how the figures are calculated.
class TestMetricsPanel : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MetricsPanel> m_panel;

    /// Adds due tasks and runs them like a worker: the first `failed` tasks fail, and the rest succeed.
    void run(const QueueName& queue, const QByteArray& type, int count, int failed)
    {
        std::vector<NewTask> tasks;
        tasks.resize(std::size_t(count));
        for (NewTask& task : tasks) {
            task.id = makeTaskId(type, SystemClock().now());
            task.dueIn = 0ms;
        }
        QVERIFY(m_backend->editor()->add(queue, tasks).ok());
        ClaimRequest request;
        request.queue = queue;
        request.types.all = true;
        const auto claim = m_backend->broker()->claim(request);
        QVERIFY(claim && int(claim->leases.size()) == count);
        std::vector<Ack> acks;
        std::vector<Nack> nacks;
        for (const Lease& lease : claim->leases) {
            if (int(nacks.size()) < failed)
                nacks.push_back({lease.id, lease.token, {}, "failed", "no", lease.dueAt});
            else
                acks.push_back({lease.id, lease.token, {}});
        }
        QVERIFY(nacks.empty() || m_backend->broker()->nack(queue, nacks, {}).ok());
        QVERIFY(acks.empty() || m_backend->broker()->ack(queue, acks, {}).ok());
    }

    void open(const QueueName& queue)
    {
        Profile profile;
        profile.name = QStringLiteral("test");
        profile.url = m_server->url();
        auto connection = Connection::open(profile);
        QVERIFY(connection.ok());
        m_bench->connections().add(std::move(*connection));
        QTRY_VERIFY(m_bench->view().current() && m_bench->view().current()->queue(queue));
        m_bench->view().show({m_bench->view().current()->id(), queue, {}});
    }

    /// Returns how many tasks the throughput chart shows for a state.
    double drawn(TaskState state, Millis step = 60s)
    {
        double sum = 0;
        for (QAbstractSeries* series : m_panel->chart(MetricsKind::Throughput).plot().chart()->series()) {
            for (const QBarSet* set : qobject_cast<QStackedBarSeries*>(series)->barSets()) {
                if (set->label() == Formatting::stateWord(state))
                    sum += set->sum();
            }
        }
        return std::round(sum * double(step.count()) / 1000);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        auto backend = openLayout(defaultLayout(), m_server->config(), "dueline", "tester", Access::OperateAndWork);
        QVERIFY(backend.ok());
        m_backend = std::move(*backend);
        m_bench = std::make_unique<Workbench>(m_formatting);
        m_panel = std::make_unique<MetricsPanel>(*m_theme, m_formatting, m_bench->view());
        m_panel->resize(1000, 400);
        m_panel->show();
    }
    void cleanup()
    {
        m_panel.reset();
        m_bench.reset();
        m_backend.reset();
        m_server.reset();
    }

    void theChartsShowWhatTheQueuesStatisticsSay()
    {
        run("mail", "mail.send", 40, 3);
        run("mail", "mail.digest", 9, 2);
        open("mail");
        QTRY_COMPARE(drawn(TaskState::Done), 44);
        QCOMPARE(drawn(TaskState::Failed), 5);
        const TimePoint now = *m_backend->serverTime();
        const auto statistics = m_backend->inspector().statistics("mail", now - 10min, now + 1min);
        QVERIFY(statistics.ok());
        qint64 done = 0;
        for (const StatisticsBin& bin : *statistics)
            done += bin.done();
        QCOMPARE(drawn(TaskState::Done), double(done));
        // Failures are sorted by type, most frequent at the top of the axis.
        QChart* failures = m_panel->chart(MetricsKind::Failures).plot().chart();
        const auto* bars = qobject_cast<QHorizontalBarSeries*>(failures->series().constFirst());
        QCOMPARE(bars->barSets().constFirst()->sum(), 5.0);
        auto* types = qobject_cast<QBarCategoryAxis*>(failures->axes(Qt::Vertical).constFirst());
        QCOMPARE(types->categories(), (QStringList{QStringLiteral("mail.digest"), QStringLiteral("mail.send")}));
    }

    void theSumOverAllQueuesIsTheirSum()
    {
        run("mail", "mail.send", 10, 0);
        run("hooks", "hook.call", 7, 1);
        open("mail");
        QTRY_COMPARE(drawn(TaskState::Done), 10);
        m_panel->setAllQueues(true);
        QTRY_COMPARE(drawn(TaskState::Done), 16);
        QCOMPARE(drawn(TaskState::Failed), 1);
        m_panel->setLength(24h);
        QTRY_COMPARE(drawn(TaskState::Done, 10min), 16);
        m_panel->setAllQueues(false);
        m_bench->view().show({m_bench->view().current()->id(), "hooks", {}});
        QTRY_COMPARE(drawn(TaskState::Done, 10min), 6);
    }

    void whereNothingRanThePanelSaysSoUntilSomethingDoes()
    {
        NewTask waits;
        waits.id = "mail.send#1";
        waits.dueIn = 1h;
        QVERIFY(m_backend->editor()->add("mail", {waits}).ok());
        open("mail");
        QTRY_VERIFY(m_panel->isEmpty());
        run("mail", "mail.send", 1, 0);
        m_bench->view().current()->refresher().refresh();
        m_panel->feed().readAgain();
        QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isEmpty(), 20'000); // The feed reads every five seconds.
        QTRY_COMPARE(drawn(TaskState::Done), 1);
    }

    void hiddenItAsksForNothing()
    {
        run("mail", "mail.send", 5, 0);
        open("mail");
        QTRY_COMPARE(drawn(TaskState::Done), 5);
        m_panel->hide();
        QSignalSpy loaded(&m_panel->feed(), &MetricsFeed::loaded);
        run("mail", "mail.send", 5, 0);
        m_panel->feed().readAgain();
        m_panel->setLength(15min);
        QVERIFY(test::isAnswered(*m_bench->view().current())); // Any earlier request has been answered.
        QCOMPARE(loaded.count(), 0);
        m_panel->show();
        QTRY_COMPARE(drawn(TaskState::Done), 10);
    }

    void theTableHasTheSameFiguresAndCsvIsCopied()
    {
        run("mail", "mail.send", 12, 2);
        open("mail");
        QTRY_COMPARE(drawn(TaskState::Done), 10);
        MetricsChart& chart = m_panel->chart(MetricsKind::Throughput);
        chart.setTableShown(true);
        QVERIFY(chart.table().isVisible());
        const QAbstractItemModel& model = *chart.table().model();
        QCOMPARE(model.rowCount(), 60);
        int done = 0;
        for (int row = 0; row < model.rowCount(); ++row)
            done += model.index(row, 1).data().toInt();
        QCOMPARE(done, 10);
        chart.copyCsv();
        const QStringList lines = QGuiApplication::clipboard()->text().split(QStringLiteral("\r\n"));
        QCOMPARE(lines.first(), QStringLiteral("from,seconds,done,failed,added,retried"));
        QCOMPARE(lines.size(), 62); // a header, 60 minutes and an empty line
        int failed = 0;
        for (const QString& line : lines.mid(1, 60))
            failed += line.split(u',').at(3).toInt();
        QCOMPARE(failed, 2);
    }

    void aGapIsAGap()
    {
        std::vector<StatisticsBin> minutes;
        for (const int number : {0, 1, 2, 10, 11, 30}) {
            StatisticsBin bin = minuteAt(number);
            bin.lateness[5] = 4;
            minutes.push_back(bin);
        }
        MetricsPlot plot(*m_theme, m_formatting, MetricsKind::Lateness);
        plot.setData(MetricsData::sum(minutes, {firstMinute, firstMinute + 1h}, 1min));
        int lines = 0;
        int points = 0;
        for (QAbstractSeries* series : plot.chart()->series()) {
            if (const auto* line = qobject_cast<QLineSeries*>(series)) {
                ++lines;
                for (qsizetype i = 1; i < line->points().size(); ++i)
                    QCOMPARE(line->at(int(i)).x() - line->at(int(i) - 1).x(), 1.0);
            } else if (const auto* lone = qobject_cast<QScatterSeries*>(series)) {
                points += lone->count();
            }
        }
        QCOMPARE(lines, 2 * 3); // The chart draws each of the three percentiles as two lines.
        QCOMPARE(points, 3); // Each of the three percentiles has one isolated minute.
    }

    void aTypeIsNeverTakenForHtml()
    {
        StatisticsBin bin = minuteAt(0);
        bin.failedByType["<img src=x>&"] = 2;
        bin.failedByType["=HYPERLINK(\"x\")"] = 1;
        bin.failedByType[" =1+2"] = 1; // Leading spaces and full-width signs are escaped too.
        bin.failedByType["＝1"] = 1;
        const MetricsData data = MetricsData::sum({bin}, {firstMinute, firstMinute + 1h}, 1min);
        MetricsPlot plot(*m_theme, m_formatting, MetricsKind::Failures);
        plot.setData(data);
        auto* types = qobject_cast<QBarCategoryAxis*>(plot.chart()->axes(Qt::Vertical).constFirst());
        QCOMPARE(types->categories().size(), 4);
        for (const QString& label : types->categories())
            QVERIFY2(!label.contains(u'<'), qPrintable(label));
        QCOMPARE(data.csv(MetricsKind::Failures),
            QByteArray("type,failed\r\n<img src=x>&,2\r\n' =1+2,1\r\n\"'=HYPERLINK(\"\"x\"\")\",1\r\n'＝1,1\r\n"));
    }

    void percentilesLieInTheirClass()
    {
        DurationClasses classes{};
        QVERIFY(!percentile(classes, 0.5));
        classes[0] = 10;
        QCOMPARE(*percentile(classes, 0.99), 0.0);
        classes[0] = 0;
        classes[10] = 90; // 512 to 1023 ms
        classes[13] = 10; // 4096 to 8191 ms
        for (const double share : {0.01, 0.5, 0.89})
            QVERIFY(*percentile(classes, share) >= 512 && *percentile(classes, share) <= 1023);
        QVERIFY(*percentile(classes, 0.95) >= 4096 && *percentile(classes, 0.95) <= 8191);
        QVERIFY(*percentile(classes, 0.99) > *percentile(classes, 0.95));
    }

    void stepsAddUpAndStayFew()
    {
        std::vector<StatisticsBin> minutes;
        for (int number = 0; number < 1440; ++number) {
            StatisticsBin bin = minuteAt(number);
            bin.runTime[3] = number % 7;
            minutes.push_back(bin);
        }
        qint64 all = 0;
        for (const StatisticsBin& bin : minutes)
            all += bin.done();
        const MetricsData day = MetricsData::sum(minutes, {firstMinute, firstMinute + 24h}, MetricsData::stepFor(24h));
        QVERIFY(day.bins.size() <= 150);
        QCOMPARE(day.done(), all);
        for (std::size_t i = 1; i < day.bins.size(); ++i)
            QCOMPARE(day.bins[i].from, day.bins[i - 1].from + day.step);
    }

    void theModelIsATable()
    {
        MetricsTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        StatisticsBin bin = minuteAt(3);
        bin.runTime[1] = 4;
        const MetricsData data = MetricsData::sum({bin}, {firstMinute, firstMinute + 15min}, 1min);
        model.setSheet(data.sheet(MetricsKind::Throughput, m_formatting));
        QCOMPARE(model.rowCount(), 15);
        QCOMPARE(model.index(11, 1).data().toString(), QStringLiteral("4"));
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        bin.runTime[1] = 5;
        model.setSheet(MetricsData::sum({bin}, {firstMinute, firstMinute + 15min}, 1min)
                           .sheet(MetricsKind::Throughput, m_formatting));
        QCOMPARE(model.index(11, 1).data().toString(), QStringLiteral("5"));
        QCOMPARE(reset.count(), 0);
        model.setSheet({});
        QCOMPARE(model.rowCount(), 0);
    }

    void largeCountsAreWrittenOut()
    {
        StatisticsBin bin = minuteAt(0);
        bin.failedByType["mail"] = 1'500;
        MetricsPlot plot(*m_theme, m_formatting, MetricsKind::Failures);
        plot.setData(MetricsData::sum({bin}, {firstMinute, firstMinute + 1h}, 1min));
        auto* counts = qobject_cast<QCategoryAxis*>(plot.chart()->axes(Qt::Horizontal).constFirst());
        QCOMPARE(counts->categoriesLabels(),
            (QStringList{QStringLiteral("0"), Formatting::count(1'000), Formatting::count(2'000)}));
    }

    void coloursFollowTheTheme()
    {
        m_theme->choose(ThemeChoice::Light);
        MetricsPlot plot(*m_theme, m_formatting, MetricsKind::Throughput);
        StatisticsBin bin = minuteAt(0);
        bin.runTime[1] = 4;
        plot.setData(MetricsData::sum({bin}, {firstMinute, firstMinute + 15min}, 1min));
        QCOMPARE(plot.backgroundBrush().color(), m_theme->tokens().surface);
        m_theme->choose(ThemeChoice::Dark);
        QCOMPARE(plot.backgroundBrush().color(), m_theme->tokens().surface);
        QCOMPARE(plot.chart()->axes().constFirst()->labelsBrush().color(), m_theme->tokens().text3);
        m_theme->choose(ThemeChoice::Light);
    }

    /// A chart is never painted without its axes, not even right after it has changed.
    void chartsAreWholeAtOnce()
    {
        MetricsPlot plot(*m_theme, m_formatting, MetricsKind::Throughput);
        plot.resize(420, 180);
        plot.show();
        StatisticsBin bin = minuteAt(0);
        bin.runTime[1] = 4;
        plot.setData(MetricsData::sum({bin}, {firstMinute, firstMinute + 15min}, 1min));
        QVERIFY(test::isSettled());
        const QRectF settled = plot.chart()->plotArea();
        QVERIFY(settled.left() > 20 && settled.height() > 100); // The labels fit, and the plot has enough space.
        m_theme->choose(ThemeChoice::Dark);
        QCOMPARE(plot.chart()->plotArea(), settled);
        const QImage before = plot.grab().toImage();
        QVERIFY(test::isSettled());
        QCOMPARE(plot.grab().toImage(), before);
        m_theme->choose(ThemeChoice::Light);
    }

    /// Bars use the same patterns as the timeline: solid for done tasks, hatched for failed ones.
    void barsInHighContrastAreThoseOfTheTimeline()
    {
        m_theme->choose(ThemeChoice::HighContrast);
        MetricsPlot plot(*m_theme, m_formatting, MetricsKind::Throughput);
        StatisticsBin bin = minuteAt(0);
        bin.runTime[1] = 4;
        plot.setData(MetricsData::sum({bin}, {firstMinute, firstMinute + 15min}, 1min));
        const auto sets
            = [&plot] { return qobject_cast<QStackedBarSeries*>(plot.chart()->series().constFirst())->barSets(); };
        QCOMPARE(sets()[0]->brush().style(), Qt::TexturePattern);
        // The hatching uses device pixels, so it is as sharp as in the timeline.
        QCOMPARE(sets()[0]->brush().texture().width() * sets()[0]->brush().transform().m11(), 4 * hatchPitch);
        QVERIFY(sets()[1]->brush() == QBrush(m_theme->tokens().of(TaskState::Done).fill));
        m_theme->choose(ThemeChoice::Light);
        QCOMPARE(sets()[0]->brush().style(), Qt::SolidPattern);
    }
};

QTEST_MAIN(TestMetricsPanel)
#include "tst_metricspanel.moc"
