// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinepane.h"

#include "ui/actions/actions.h"
#include "ui/timeline/timelinegrouplegend.h"
#include "ui/timeline/timelinelegend.h"
#include "ui/widgets/plainlabel.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLayout>
#include <QTest>

#include <set>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const TimePoint day = fromMs(1'795'219'200'000); // 2026-11-21T00:00:00Z

/// Returns bars of equal length, each with failed tasks.
TimelineData bars(TimeRange range, Millis span)
{
    TimelineData data{range, span, {}, {}, {}};
    for (TimePoint at = range.from; at < range.to; at += span) {
        TimelineBin bin{at, at + span, {}};
        bin.counts[TaskState::Failed] = 18;
        data.totals[TaskState::Failed] += 18;
        data.bins.push_back(bin);
    }
    return data;
}

} // namespace

/// Tests how the timeline looks in each situation, down to the pixel.
class TestTimelineLook : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};

    bool drawsBars(TimelineWidget& widget) const
    {
        const QImage image = widget.grab().toImage();
        const QColor fill = m_theme->tokens().of(TaskState::Failed).fill;
        const QRect plot = widget.plot();
        for (int x = plot.left() + 1; x < plot.right(); ++x) {
            if (image.pixelColor(x, plot.bottom() - 3) == fill)
                return true;
        }
        return false;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_theme->choose(ThemeChoice::Light);
    }
    void cleanupTestCase() { m_theme.reset(); }

    /// Text in place of bars is on whichever side of the current time has more room, so that the line doesn't cross it.
    void wordsAreNotCrossedByNow_data()
    {
        QTest::addColumn<int>("nowAt"); // position in percent of the view
        QTest::addColumn<int>("width");
        QTest::newRow("a third") << 33 << 1200;
        QTest::newRow("the middle") << 50 << 1200;
        QTest::newRow("nearly the end") << 90 << 1200;
        QTest::newRow("the middle of a narrow one") << 50 << 520;
    }
    void wordsAreNotCrossedByNow()
    {
        QFETCH(const int, nowAt);
        QFETCH(const int, width);
        QWidget window;
        const Actions actions(*m_theme, &window);
        TimelineView view({day, day + 10h});
        TimelinePane pane(*m_theme, m_formatting, view, actions);
        pane.resize(width, 236);
        pane.show();
        TimelineWidget& widget = pane.timeline();
        widget.setNow(day + nowAt * 6min);
        view.show({day, day + 10h}); // reverts a move made by setNow()
        pane.setAwaited({}, false);
        const QImage without = widget.grab().toImage();
        pane.setAwaited(u"Not connected to orders."_s, false);
        const QImage with = widget.grab().toImage();
        QCOMPARE(with.size(), without.size());
        const double line = widget.scale().x(widget.now());
        int changed = 0;
        for (int x = 0; x < with.width(); ++x) {
            for (int y = 0; y < with.height(); ++y) {
                if (with.pixel(x, y) == without.pixel(x, y))
                    continue;
                ++changed;
                QVERIFY2(std::abs(x - line) > 8 && widget.plot().contains(x, y), qPrintable(QString::number(x)));
            }
        }
        QVERIFY(changed > 100);
        // The text must not interrupt the line at the current time.
        for (int y = widget.plot().top(); y <= widget.plot().bottom(); ++y)
            QCOMPARE(with.pixelColor(int(std::lround(line)), y), m_theme->tokens().text);
    }

    /// After zooming in from hours to a minute, a single old bar would fill the view until new data arrived.
    void barsOfAFarZoomAreNotDrawnInANearOne()
    {
        QWidget window;
        const Actions actions(*m_theme, &window);
        TimelineView view({day, day + 10h});
        TimelinePane pane(*m_theme, m_formatting, view, actions);
        pane.resize(1200, 236);
        pane.show();
        TimelineWidget& widget = pane.timeline();
        widget.setNow(day + 5h);
        pane.setSubject(u"mail"_s);
        const auto subtitle = [&pane] {
            for (const PlainLabel* label : pane.findChildren<PlainLabel*>()) {
                if (label->fullText().startsWith(u"mail"_s))
                    return label->fullText();
            }
            return QString();
        };
        pane.setData(bars({day, day + 10h}, 5min));
        QVERIFY(drawsBars(widget) && widget.binAt(day + 1h));
        QCOMPARE(subtitle(), u"mail  ·  5 min per bar"_s);
        view.show({day + 2h, day + 5h}); // The new range is close enough to reuse the bars.
        QVERIFY(drawsBars(widget) && widget.binAt(day + 3h));
        view.show({day + 2h, day + 2h + 1min});
        QVERIFY(widget.isTooCoarse() && !drawsBars(widget) && !widget.binAt(day + 2h + 10s));
        QCOMPARE(subtitle(), u"mail  ·  loading"_s);
        // Without a server, no new data will arrive, so the bars stay.
        widget.setStale(true);
        QVERIFY(!widget.isTooCoarse() && widget.binAt(day + 2h + 10s));
        QCOMPARE(subtitle(), u"mail  ·  5 min per bar"_s);
        widget.setStale(false);
        QVERIFY(!drawsBars(widget));
        pane.setData(bars(widget.wantedRange(), widget.wantedSpan()));
        QVERIFY(drawsBars(widget) && widget.binAt(day + 2h + 10s));
        QCOMPARE(subtitle(), u"mail  ·  500 ms per bar"_s);
    }

    /// A bar that is too tall is broken: its number is above it, the background shows through the gap, and the other
    /// bars keep their heights.
    void aTallBarIsTornWithItsNumberOnIt()
    {
        TimelineView view({day, day + 10h});
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(1068, 200);
        widget.setNow(day);
        TimelineData data = bars({day, day + 10h}, 5min);
        widget.setData(data);
        const QRect plot = widget.plot();
        const QColor fill = m_theme->tokens().of(TaskState::Failed).fill;
        const auto heightAt = [&](TimePoint at) {
            const QImage image = widget.grab().toImage();
            const int x = int(widget.scale().x(at)) + 4;
            int filled = 0;
            for (int y = plot.top(); y < plot.bottom(); ++y)
                filled += image.pixelColor(x, y) == fill;
            return filled;
        };
        const int before = heightAt(day + 1h);
        QVERIFY(before > plot.height() / 2);
        data.bins[60].counts[TaskState::Failed] = 120'000; // the bin that starts at 05:00
        widget.setData(data);
        QVERIFY(heightAt(day + 1h) > before * 3 / 4); // shorter by the space that the number needs
        const QImage image = widget.grab().toImage();
        const int x = int(widget.scale().x(day + 5h)) + 4;
        int number = 0;
        int ground = 0;
        for (int y = plot.top(); y < plot.top() + TimelinePainter::tornNumber; ++y) {
            QVERIFY(image.pixelColor(x, y) != fill);
            for (int around = x - 20; around < x + 20; ++around)
                number += image.pixelColor(around, y).lightness() < 128;
        }
        for (int y = plot.top() + TimelinePainter::tornNumber; y < plot.top() + TimelinePainter::tornRoom + 6; ++y)
            ground += image.pixelColor(x, y) == m_theme->tokens().surface;
        QVERIFY(number > 20);
        QVERIFY(ground >= 2 && ground <= 5);
        QCOMPARE(image.pixelColor(x, plot.top() + TimelinePainter::tornRoom + 10), fill);
        QCOMPARE(widget.binWords(data.bins[60]), u"05:00:00 – 05:05:00, Failed 120,000"_s);
    }

    /// Neither the line at the current time nor a brush's edges cross the number.
    void noLineCrossesTheNumberOfATornBar()
    {
        TimelineView view({day, day + 10h});
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(1068, 200);
        widget.setNow(day + 5h + 2min);
        view.show({day, day + 10h});
        TimelineData data = bars({day, day + 10h}, 5min);
        data.bins[60].counts[TaskState::Failed] = 120'000;
        widget.setData(data);
        const QRect plot = widget.plot();
        const auto groundAt = [&](TimePoint at) {
            const QImage image = widget.grab().toImage();
            const int x = int(std::lround(widget.scale().x(at)));
            int ground = 0;
            for (int y = plot.top(); y < plot.top() + TimelinePainter::tornNumber; ++y)
                ground += image.pixelColor(x, y) == m_theme->tokens().surface;
            return ground;
        };
        QVERIFY(groundAt(widget.now()) >= 4); // The background shows above and below the digits.
        widget.setBrush(TimeRange{day + 4h + 56min, day + 6h});
        QVERIFY(groundAt(widget.brush()->from) >= 4);
    }

    void twoTornBarsSideBySideHaveTheirNumbers()
    {
        TimelineView view({day, day + 10h});
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(1068, 200);
        widget.setNow(day);
        TimelineData data = bars({day, day + 10h}, 5min);
        data.bins[60].counts[TaskState::Failed] = 120'000;
        data.bins[61].counts[TaskState::Failed] = 90'000;
        widget.setData(data);
        const QImage image = widget.grab().toImage();
        const QRect plot = widget.plot();
        int first = plot.right();
        int last = 0;
        for (int x = plot.left() + 20; x < plot.right(); ++x) { // skips the line at the current time, at the left edge
            for (int y = plot.top(); y < plot.top() + TimelinePainter::tornNumber; ++y) {
                if (image.pixelColor(x, y).lightness() < 128) {
                    first = std::min(first, x);
                    last = x;
                }
            }
        }
        const QFontMetrics metrics(m_theme->font(-2, QFont::DemiBold));
        QVERIFY(last - first > metrics.horizontalAdvance(u"120,00090,000"_s));
        const int middle = int(widget.scale().x(day + 5h + 5min));
        QVERIFY(first < middle && middle < last);
    }

    /// The timeline's title is hidden only if it doesn't fit next to the bar length.
    void theSubjectGivesWayBeforeTheCountsOfTheLegend()
    {
        QWidget window;
        const Actions actions(*m_theme, &window);
        TimelineView view({day, day + 10h});
        TimelinePane pane(*m_theme, m_formatting, view, actions);
        pane.setSubject(u"webhooks"_s);
        pane.resize(1200, 236);
        pane.show();
        TimelineData data = bars({day, day + 10h}, 5min);
        data.totals[TaskState::Scheduled] = 22'619;
        pane.setData(data);
        const auto* legend = pane.findChild<TimelineLegend*>();
        const PlainLabel* hint = nullptr;
        for (const PlainLabel* label : pane.findChildren<PlainLabel*>()) {
            if (label->fullText().contains(u"per bar"_s))
                hint = label;
        }
        QVERIFY(hint);
        const int least = QFontMetrics(hint->font()).horizontalAdvance(u"5 min per bar"_s);
        int counted = 0;
        int brief = 0;
        for (int width = 640; width <= 1400; width += 4) {
            pane.resize(width, 236);
            pane.layout()->activate();
            int shown = 0;
            for (const auto* entry : legend->findChildren<QAbstractButton*>())
                shown += entry->isVisible() ? entry->width() : 0;
            // A label's size hint is 5 pixels wider than its text.
            const int room = hint->width() + legend->width() - least - 5;
            const std::vector<int> widths = legend->widths();
            if (room >= widths[1])
                QVERIFY2(shown == widths[1], qPrintable(QString::number(width)));
            else if (room >= widths[2])
                QVERIFY2(shown >= widths[2], qPrintable(QString::number(width)));
            counted += shown == widths[1];
            brief += hint->fullText() == u"5 min per bar"_s;
        }
        QVERIFY(counted > 0 && brief > 0);
        QCOMPARE(hint->fullText(), u"webhooks  ·  5 min per bar"_s); // Everything fits if the window is wide enough.
    }

    void namesOfGroupsAreCutBeforeTheyGo()
    {
        TimelineGroupLegend legend(*m_theme, m_formatting);
        TimelineData data = bars({day, day + 1h}, 5min);
        TimelineGroups groups;
        for (const QString& name : {u"webhooks"_s, u"digests-of-the-week"_s, u"notifications"_s})
            groups.named.push_back({name.toUtf8(), name, {}, groups.named.size(), 6});
        groups.bins.assign(data.bins.size(), {6, 6, 6, 0});
        data.groups = groups;
        legend.setData(data);
        legend.show();
        const std::vector<int> widths = legend.widths(1);
        const auto shown = [&](int width) {
            legend.resize(width, 28);
            int all = 0;
            for (const auto* entry : legend.findChildren<QAbstractButton*>())
                all += entry->isVisible() ? entry->width() : 0;
            return all;
        };
        QCOMPARE(shown(widths.front()), widths[1]);
        for (std::size_t i = 1; i < widths.size(); ++i)
            QCOMPARE(shown(widths[i]), widths[i]);
        QVERIFY(shown(widths.back() - 1) < widths.back());
    }

    void longNamesOfGroupsTakeTwoRows()
    {
        TimelineGroupLegend legend(*m_theme, m_formatting);
        TimelineData data = bars({day, day + 1h}, 5min);
        TimelineGroups groups;
        for (int i = 0; i < 6; ++i) {
            const QString name = u"timeout: shop-%1.example.org did not answer"_s.arg(i);
            groups.named.push_back({name.toUtf8(), name, {}, groups.named.size(), 3});
        }
        groups.bins.assign(data.bins.size(), {3, 3, 3, 3, 3, 3, 0});
        data.groups = groups;
        legend.setData(data);
        legend.show();
        const int oneRow = legend.heightForWidth(4'000);
        const int twoRows = legend.heightForWidth(800);
        QVERIFY2(twoRows > oneRow, qPrintable(QString::number(twoRows)));
        for (const int width : {1'000, 800, 500, 260}) {
            legend.resize(width, legend.heightForWidth(width));
            QCOMPARE(legend.height(), twoRows);
            std::set<int> rows;
            int right = 0;
            for (const auto* entry : legend.findChildren<QAbstractButton*>()) {
                if (!entry->isVisible())
                    continue;
                if (rows.insert(entry->y()).second)
                    right = 0;
                QVERIFY2(entry->x() >= right, qPrintable(entry->accessibleName())); // Entries keep their order.
                QVERIFY(entry->x() >= 0 && entry->geometry().right() < width);
                QVERIFY(entry->geometry().bottom() < legend.height());
                right = entry->geometry().right();
            }
            QCOMPARE(rows.size(), std::size_t(2));
        }
        legend.resize(4'000, legend.heightForWidth(4'000));
        for (const auto* entry : legend.findChildren<QAbstractButton*>())
            QVERIFY(!entry->isVisible() || entry->y() == 0);
    }

    void aLongNameOfAGroupIsWholeWhereThereIsRoom()
    {
        TimelineGroupLegend legend(*m_theme, m_formatting);
        TimelineData data = bars({day, day + 1h}, 5min);
        const QString name = u"timeout: shop.example.org did not answer within 10 s"_s;
        TimelineGroups groups;
        groups.named.push_back({name.toUtf8(), name, {}, 0, 6});
        groups.bins.assign(data.bins.size(), {6, 0});
        data.groups = groups;
        legend.setData(data);
        legend.show();
        const QAbstractButton* entry = legend.findChild<QAbstractButton*>();
        const int whole = QFontMetrics(m_theme->font(-1)).horizontalAdvance(name);
        legend.resize(legend.widths(1).front(), 28);
        QVERIFY(entry->width() < whole);
        legend.resize(1'000, 28);
        QVERIFY(entry->width() > whole);
        legend.resize(
            whole + 60, 28); // too narrow for the full name, which must not push the caption of the counts aside
        QVERIFY(entry->width() < whole);
    }

    /// Filter match counts differ from the sidebar's counts, so they have a caption, which is shorter if space is
    /// tight.
    void whatAFilterFindsIsToldInFewerWordsWhereThereIsLittleRoom()
    {
        TimelineLegend legend(*m_theme);
        legend.setAutoFillBackground(true);
        StateCounts all;
        all[TaskState::Failed] = 36;
        legend.setTotals(all, StateCounts());
        legend.show();
        const auto isCaptioned = [&](int width) {
            legend.resize(width, 28);
            int left = width;
            for (const auto* entry : legend.findChildren<QAbstractButton*>())
                left = entry->isVisible() ? std::min(left, entry->x()) : left;
            const QImage image = legend.grab().toImage();
            for (int x = 0; x < left; ++x) {
                for (int y = 0; y < image.height(); ++y) {
                    if (image.pixel(x, y) != image.pixel(0, 0))
                        return true;
                }
            }
            return false;
        };
        const std::vector<int> widths = legend.widths();
        QVERIFY(isCaptioned(widths[0]));
        QVERIFY(isCaptioned(widths[0] - 1));
        QVERIFY(isCaptioned(widths[1]));
        QVERIFY(!isCaptioned(widths[1] - 1));
        QVERIFY(widths[1] < widths[0]);
    }

    void theCrosshairFollowsThePointer()
    {
        TimelineView view({day, day + 10h});
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(1068, 200);
        widget.show();
        widget.setNow(day);
        widget.setData(bars({day, day + 10h}, 5min));
        const QRect plot = widget.plot();
        const auto lines = [&](int x) {
            const QImage image = widget.grab().toImage();
            int dots = 0;
            for (int y = plot.top(); y < plot.top() + 40; ++y)
                dots += image.pixelColor(x, y) == m_theme->tokens().text3;
            return dots;
        };
        QCOMPARE(lines(plot.left() + 333), 0);
        QTest::mouseMove(&widget, QPoint(plot.left() + 333, plot.center().y()));
        QVERIFY(lines(plot.left() + 333) > 10);
        QTest::mouseMove(&widget, QPoint(plot.left() + 633, plot.center().y()));
        QCOMPARE(lines(plot.left() + 333), 0);
        QVERIFY(lines(plot.left() + 633) > 10);
        // While the mouse is over the axis, there is no tooltip: it would hide the text below the axis.
        QTest::mouseMove(&widget, QPoint(plot.left() + 633, plot.bottom() + 10));
        QCOMPARE(lines(plot.left() + 633), 0);
    }

    void aTooltipWithManyRowsIsAllInTheWidget_data()
    {
        QTest::addColumn<int>("height");
        QTest::newRow("as at 1024x640") << 136;
        QTest::newRow("as at 1280x800") << 172;
        QTest::newRow("high") << 300;
    }
    void aTooltipWithManyRowsIsAllInTheWidget()
    {
        QFETCH(const int, height);
        TimelineView view({day, day + 10h});
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(776, height);
        widget.show();
        widget.setNow(day + 5h);
        TimelineData data = bars({day, day + 10h}, 30min);
        for (const TaskState state : {TaskState::Retrying, TaskState::Due, TaskState::Scheduled, TaskState::Done})
            data.bins[4].counts[state] = 7;
        widget.setData(data);
        StatisticsBin minute;
        minute.from = day + 2h;
        minute.length = 1min;
        minute.lateness[11] = 4;
        widget.setLateness({minute}, true);
        QCOMPARE(TimelineLateLane::rowsAt(widget.lateness(), day + 2h).size(), std::size_t(4));
        const int x = int(widget.scale().x(day + 2h + 15min));
        QTest::mouseMove(&widget, QPoint(x, widget.plot().bottom() - 4));
        const QImage image = widget.grab().toImage();
        const int inside = int(widget.scale().x(day + 2h + 30min)) + 8 + 20;
        const QColor edge = m_theme->tokens().lineStrong;
        int edges = 0;
        for (int y = widget.plot().top(); y < image.height(); ++y)
            edges += image.pixelColor(inside, y) == edge && image.pixelColor(inside + 100, y) == edge;
        QCOMPARE(edges, 2); // edges at the top and the bottom
    }

    void aTooltipWithLongNamesDoesNotCoverItsBar()
    {
        TimelineView view({day, day + 10h});
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(776, 136);
        widget.show();
        widget.setNow(day);
        TimelineData data = bars({day, day + 10h}, 30min);
        TimelineGroups groups;
        groups.by = TimelineColour::Error;
        for (std::size_t i = 0; i < TimelineGroups::most; ++i) {
            const QString name = u"timeout: shop-%1.example.org did not answer within 10 s"_s.arg(i);
            groups.named.push_back({name.toUtf8(), name, {}, i, 2});
        }
        groups.bins.assign(data.bins.size(), {1, 1, 1, 1, 1, 1, 0});
        data.bins[10].counts = {};
        data.bins[10].counts[TaskState::Failed] = 12;
        groups.bins[10] = {2, 2, 2, 2, 2, 2, 0};
        data.groups = groups;
        widget.setData(data);
        const QImage before = widget.grab().toImage();
        const int left = int(widget.scale().x(day + 5h));
        QTest::mouseMove(&widget, QPoint(left + 12, widget.plot().bottom() - 4));
        const QImage pointed = widget.grab().toImage();
        QVERIFY(pointed != before);
        for (int y = widget.plot().center().y(); y < widget.plot().bottom() - 8; ++y)
            QVERIFY2(pointed.pixel(left + 4, y) == before.pixel(left + 4, y), qPrintable(QString::number(y)));
    }

    void theLastTimeOfTheAxisEndsWithThePlot()
    {
        TimelineView view({day, day + 10h + 1min}); // puts the last tick one or two pixels from the end
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(1068, 200);
        widget.setNow(day + 5h);
        widget.setData(bars({day, day + 10h}, 5min));
        const QImage image = widget.grab().toImage();
        const QRect plot = widget.plot();
        int written = 0;
        for (int y = plot.bottom() + 6; y < image.height(); ++y) {
            for (int x = plot.right() - 20; x < image.width(); ++x) {
                const bool blank = image.pixelColor(x, y) == m_theme->tokens().surface;
                written += !blank && x <= plot.right();
                QVERIFY2(blank || x <= plot.right(), qPrintable(u"%1, %2"_s.arg(x).arg(y)));
            }
        }
        QVERIFY(written > 0);
    }

    void linesOfTheGridAreEquallyFarApart()
    {
        constexpr int ratio = 2;
        const QSize size(600, 204); // so that the plot's height is not divisible by four
        const TimelinePainter painter(*m_theme, m_formatting, size, ratio);
        QCOMPARE(painter.plot().height() % 4, 2);
        QImage image(size * ratio, QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        image.fill(m_theme->tokens().surface);
        QPainter onto(&image);
        painter.paintGround(onto, bars({day, day + 1h}, 5min), {day, day + 1h}, day, {});
        onto.end();
        std::vector<int> lines;
        for (int y = 1; y < painter.plot().bottom() * ratio; ++y) {
            const int x = painter.plot().right() * ratio - 7;
            if (image.pixelColor(x, y) == m_theme->tokens().line
                && image.pixelColor(x, y - 1) != m_theme->tokens().line)
                lines.push_back(y);
        }
        QCOMPARE(int(lines.size()), 4);
        for (std::size_t i = 1; i < lines.size(); ++i)
            QCOMPARE(lines[i] - lines[i - 1], painter.plot().height() * ratio / 4);
    }
};

QTEST_MAIN(TestTimelineLook)
#include "tst_timelinelook.moc"
