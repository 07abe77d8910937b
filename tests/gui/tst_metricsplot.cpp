// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/metricsplot.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QSet>
#include <QTest>

#include <cmath>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

const TimePoint start = fromMs(1'795'219'200'000); // 2026-11-21T00:00:00Z

StatisticsBin minuteAt(int number)
{
    StatisticsBin bin;
    bin.from = start + number * 1min;
    return bin;
}

} // namespace

/// What a chart of the metrics draws, and that it is whole in every theme.
class TestMetricsPlot : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_theme->choose(ThemeChoice::Light);
    }
    void cleanupTestCase() { m_theme.reset(); }

    void aGapIsAGap()
    {
        std::vector<StatisticsBin> minutes;
        for (const int number : {0, 1, 2, 10, 11, 30}) {
            StatisticsBin bin = minuteAt(number);
            bin.lateness[5] = 4;
            minutes.push_back(bin);
        }
        MetricsPlot plot(*m_theme, m_formatting, MetricsKind::Lateness);
        plot.setData(MetricsData::sum(minutes, {start, start + 1h}, 1min));
        plot.resize(600, 160);
        const MetricsPlot::Shape shape = plot.shape();
        const double step = shape.plot.width() / 60;
        int lines = 0;
        int points = 0;
        for (const MetricsPlot::Run& run : shape.runs) {
            (run.points.size() > 1 ? lines : points) += 1;
            for (std::size_t i = 1; i < run.points.size(); ++i)
                QVERIFY(std::abs(run.points[i].x() - run.points[i - 1].x() - step) < 0.01);
        }
        QCOMPARE(lines, 2 * 3); // two runs of each percentile
        QCOMPARE(points, 3); // the lone minute of each
    }

    void aTypeIsNeverTakenForHtml()
    {
        StatisticsBin bin = minuteAt(0);
        bin.failedByType["<img src=x>&"] = 2;
        bin.failedByType["=HYPERLINK(\"x\")"] = 1;
        const MetricsData data = MetricsData::sum({bin}, {start, start + 1h}, 1min);
        MetricsPlot plot(*m_theme, m_formatting, MetricsKind::Failures);
        plot.setData(data);
        plot.resize(300, 140);
        // Painted as it is: nothing that draws it knows tags.
        QCOMPARE(plot.shape().names.front().text, QStringLiteral("<img src=x>&"));
        QCOMPARE(data.csv(MetricsKind::Failures),
            QByteArray("type,failed\r\n\"<img src=x>&\",2\r\n\"'=HYPERLINK(\"\"x\"\")\",1\r\n"));
    }

    /// A frame before anything was laid out would show curves without axes.
    void everyFrameIsWholeAlsoRightAfterTheThemeChanged()
    {
        StatisticsBin bin = minuteAt(0);
        bin.runTime[1] = 4;
        MetricsPlot plot(*m_theme, m_formatting, MetricsKind::Throughput);
        plot.resize(300, 140);
        plot.setData(MetricsData::sum({bin}, {start, start + 15min}, 1min));
        const auto has = [](const QImage& image, const QRectF& area, const QColor& color, bool other = false) {
            const qreal ratio = image.devicePixelRatio();
            int found = 0;
            for (int y = int(area.top() * ratio); y < int(area.bottom() * ratio); ++y) {
                for (int x = int(area.left() * ratio); x < int(area.right() * ratio); ++x)
                    found += image.rect().contains(x, y) && (image.pixelColor(x, y) == color) != other;
            }
            return found;
        };
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast}) {
            m_theme->choose(choice);
            const QImage image = plot.grab().toImage();
            const QRectF area = plot.shape().plot;
            const Tokens& t = m_theme->tokens();
            QCOMPARE(image.pixelColor(1, 1), t.surface);
            QVERIFY(has(image, QRectF(0, area.bottom() - 8, area.left() - 2, 16), t.surface, true) > 10); // 0/s
            QVERIFY(
                has(image, QRectF(area.left(), area.bottom() + 6, area.width(), 10), t.surface, true) > 10); // the time
            QVERIFY(
                has(image, QRectF(area.left() + area.width() / 2, area.top() - 1, area.width() / 2, 3), t.line) > 100);
            QVERIFY(
                has(image, QRectF(area.left(), area.bottom(), area.width(), 1), t.lineStrong) >= int(area.width()) - 1);
        }
        m_theme->choose(ThemeChoice::Light);
    }

    void wordsStandApartFromTheirAxis()
    {
        StatisticsBin bin = minuteAt(0);
        bin.runTime[1] = 4;
        bin.lateness[4] = 4;
        const MetricsData data = MetricsData::sum({bin}, {start, start + 15min}, 1min);
        for (const MetricsKind kind : {MetricsKind::Throughput, MetricsKind::Lateness, MetricsKind::RunTime}) {
            MetricsPlot plot(*m_theme, m_formatting, kind);
            plot.resize(300, 140);
            plot.setData(data);
            const MetricsPlot::Shape shape = plot.shape();
            QVERIFY(shape.left.size() >= 2);
            QCOMPARE(shape.left.front().place, shape.plot.bottom()); // what stands on the baseline is named
            int wide = 0;
            for (const MetricsPlot::Label& label : shape.left)
                wide = std::max(wide, QFontMetrics(m_theme->font(-2)).horizontalAdvance(label.text));
            QVERIFY2(shape.plot.left() - wide >= 6, qPrintable(QString::number(shape.plot.left() - wide)));
        }
    }

    /// As the timeline has them: a pixel apart, and on whole pixels.
    void barsStandApart()
    {
        std::vector<StatisticsBin> minutes;
        for (int number = 0; number < 60; ++number) {
            StatisticsBin bin = minuteAt(number);
            bin.runTime[1] = 4;
            bin.failedByType["mail.send"] = 2;
            minutes.push_back(bin);
        }
        MetricsPlot plot(*m_theme, m_formatting, MetricsKind::Throughput);
        plot.resize(367, 140);
        plot.setData(MetricsData::sum(minutes, {start, start + 1h}, 1min));
        const MetricsPlot::Shape shape = plot.shape();
        double before = 0;
        for (const MetricsPlot::Bar& bar : shape.bars) {
            QCOMPARE(
                bar.rect.left(), std::round(bar.rect.left() * plot.devicePixelRatioF()) / plot.devicePixelRatioF());
            if (bar.state != TaskState::Done)
                continue;
            QVERIFY(before == 0 || qFuzzyCompare(bar.rect.left() - before, 1.0));
            before = bar.rect.right();
        }
        QVERIFY(before > 0);
    }

    /// What failed is hatched there, by the very function of the timeline.
    void inHighContrastWhatFailedIsHatched()
    {
        StatisticsBin bin = minuteAt(0);
        bin.failedByType["mail.send"] = 2;
        MetricsPlot plot(*m_theme, m_formatting, MetricsKind::Failures);
        plot.resize(300, 140);
        plot.setData(MetricsData::sum({bin}, {start, start + 15min}, 1min));
        const auto coloursInside = [&] {
            const QImage image = plot.grab().toImage();
            const QRectF bar = plot.shape().bars.front().rect.adjusted(2, 2, -2, -2);
            QSet<QRgb> colours;
            for (int y = int(bar.top()); y < int(bar.bottom()); ++y) {
                for (int x = int(bar.left()); x < int(bar.right()); ++x)
                    colours.insert(image.pixel(int(x * image.devicePixelRatio()), int(y * image.devicePixelRatio())));
            }
            return colours.size();
        };
        m_theme->choose(ThemeChoice::Light);
        QCOMPARE(coloursInside(), 1);
        m_theme->choose(ThemeChoice::HighContrast);
        QVERIFY(coloursInside() > 2); // smooth lines
        m_theme->choose(ThemeChoice::Light);
    }
};

QTEST_MAIN(TestMetricsPlot)
#include "tst_metricsplot.moc"
