// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineview.h"
#include "ui/timeline/timelinewidget.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

const TimePoint start = fromMs(1'795'219'200'000); // 2026-11-21T00:00:00Z

TimelineData hourly(TimeRange range)
{
    TimelineData data{range, 1h, {}, {}, {}};
    for (TimePoint at = range.from; at < range.to; at += 1h) {
        TimelineBin bin{at, at + 1h, {}};
        bin.counts[TaskState::Failed] = 3;
        bin.counts[TaskState::Scheduled] = 7;
        data.bins.push_back(bin);
    }
    return data;
}

} // namespace

class TestTimeline : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void barsAreNeverNarrowerThanTheirPitch_data()
    {
        QTest::addColumn<qint64>("seconds");
        for (const qint64 seconds : {1, 60, 3600, 86'400, 30 * 86'400, 365 * 86'400})
            QTest::newRow(qPrintable(QString::number(seconds))) << seconds;
    }
    void barsAreNeverNarrowerThanTheirPitch()
    {
        QFETCH(qint64, seconds);
        const TimelineScale scale({start, start + Millis(seconds * 1000)}, 50, 1000);
        const Millis span = scale.barSpan();
        QVERIFY(scale.x(start + span) - scale.x(start) >= 7 || span >= Millis(28 * 86'400'000LL));
        const TimeRange bins = scale.binned(span);
        QVERIFY(bins.from <= start && bins.to >= scale.range().to);
        QCOMPARE(toMs(bins.from) % span.count(), 0);
        QVERIFY(bins.length() / span <= 2000);
    }

    void zoomingKeepsTheInstantUnderThePointer()
    {
        const TimelineScale scale({start, start + 10h}, 50, 1000);
        const TimePoint under = scale.at(300);
        const TimelineScale zoomed(scale.zoomed(300, 0.5), 50, 1000);
        QCOMPARE(zoomed.range().length(), Millis(5h));
        QVERIFY(std::abs((zoomed.at(300) - under).count()) <= 1);
        QCOMPARE(TimelineScale({start, start + 50ms}, 0, 100).zoomed(50, 0.1).length(), Millis(50));
    }

    void ticksStandOnRoundLocalTimesAcrossDaylightSaving()
    {
        const QTimeZone berlin("Europe/Berlin");
        // 25 October 2026: 03:00 becomes 02:00.
        const TimePoint from = fromMs(QDateTime(QDate(2026, 10, 24), QTime(12, 0), berlin).toMSecsSinceEpoch());
        const auto ticks = TimelineScale({from, from + 48h}, 0, 800).ticks(berlin);
        QVERIFY(ticks.size() >= 6);
        int midnights = 0;
        for (const AxisTick& tick : ticks) {
            const QDateTime local = QDateTime::fromMSecsSinceEpoch(toMs(tick.at), berlin);
            QCOMPARE(local.time().minute(), 0);
            QCOMPARE(tick.midnight, local.time() == QTime(0, 0));
            midnights += tick.midnight;
        }
        QCOMPARE(midnights, 2);
    }

    void theScaleHasRoomAboveTheHighestBar()
    {
        for (const qint64 highest : {0, 9, 10, 96, 100, 769, 770, 1'000'000}) {
            const qint64 top = TimelineScale::countMaximum(highest);
            QVERIFY(double(top) >= double(highest) * 1.04);
            QVERIFY(highest < 10 || top <= highest * 3);
        }
    }

    void steppingBackUndoesZoomsOneByOne()
    {
        TimelineView view({start, start + 4h});
        view.show({start + 1h, start + 2h});
        view.show({start + 1h, start + 1h + 30min}, true);
        view.show({start + 1h, start + 1h + 10min}, true); // the same wheel gesture
        QVERIFY(view.canStepBack());
        view.stepBack();
        QCOMPARE(view.range(), (TimeRange{start + 1h, start + 2h}));
        view.stepBack();
        QCOMPARE(view.range(), (TimeRange{start, start + 4h}));
        QVERIFY(!view.canStepBack());
        view.stepForward();
        view.stepForward();
        QCOMPARE(view.range(), (TimeRange{start + 1h, start + 1h + 10min}));
    }

    void theViewFollowsNowOnlyWhileItShowsIt()
    {
        TimelineView view({start, start + 4h});
        view.advance(start + 1h);
        view.advance(start + 1h + 5s);
        QCOMPARE(view.range().from, start + 5s);
        view.show({start + 10h, start + 12h});
        view.advance(start + 1h + 9s);
        QCOMPARE(view.range().from, start + 10h);
        view.follow(start + 1h + 9s);
        QVERIFY(view.range().contains(start + 1h + 9s));
    }

    void draggingBrushesAndTheBrushCountsItsTasks()
    {
        TimelineView view({start, start + 10h});
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(1068, 200); // the plot is 1000 wide
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        widget.setNow(start + 5h);
        widget.setData(hourly({start, start + 10h}));
        const QSignalSpy brushed(&widget, &TimelineWidget::brushChanged);
        QTest::mousePress(&widget, Qt::LeftButton, {}, QPoint(52 + 200, 100));
        QTest::mouseMove(&widget, QPoint(52 + 350, 100));
        QTest::mouseMove(&widget, QPoint(52 + 500, 100));
        QTest::mouseRelease(&widget, Qt::LeftButton, {}, QPoint(52 + 500, 100));
        QVERIFY(brushed.count() >= 1);
        QVERIFY(widget.brush());
        QVERIFY(std::abs((widget.brush()->from - (start + 2h)).count()) < 60'000);
        widget.setBrush(TimeRange{start + 2h, start + 5h});
        QCOMPARE(widget.brushedCount(), 30);
        const QSignalSpy filtered(&widget, &TimelineWidget::filterRequested);
        QTest::keyClick(&widget, Qt::Key_Return);
        QCOMPARE(filtered.count(), 1);
        widget.zoomToBrush();
        QCOMPARE(view.range(), (TimeRange{start + 2h, start + 5h}));
        QVERIFY(!widget.brush());
    }

    void theKeyboardCursorSpeaksTheBar()
    {
        TimelineView view({start, start + 10h});
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(1068, 200);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        widget.setNow(start + 5h + 30min);
        widget.setData(hourly({start, start + 10h}));
        widget.setFocus();
        const QSignalSpy spoken(&widget, &TimelineWidget::cursorDescribed);
        QTest::keyClick(&widget, Qt::Key_Right);
        QCOMPARE(spoken.last()[0].toString(), QString::fromUtf8("06:00 – 07:00, Failed 3, Scheduled 7"));
        QTest::keyClick(&widget, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(widget.brush());
        QTest::keyClick(&widget, Qt::Key_Escape);
        QVERIFY(!widget.brush());
        QVERIFY(widget.accessibleDescription().contains(QStringLiteral("Failed 30")));
    }

    void theWheelZoomsAboutThePointer()
    {
        TimelineView view({start, start + 10h});
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(1068, 200);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        QWheelEvent wheel(QPointF(302, 100), widget.mapToGlobal(QPointF(302, 100)), {}, {0, 120}, Qt::NoButton, {},
            Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&widget, &wheel);
        QVERIFY(view.range().length() < Millis(10h));
        QVERIFY(view.canStepBack());
    }
};

QTEST_MAIN(TestTimeline)
#include "tst_timeline.moc"
