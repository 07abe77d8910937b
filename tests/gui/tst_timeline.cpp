// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timelinescale.h"
#include "ui/timeline/timelineview.h"

#include <QDateTime>
#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

const TimePoint start = fromMs(1'795'219'200'000); // 2026-11-21T00:00:00Z

} // namespace

/// What part of time is shown, and where on the screen an instant stands.
class TestTimeline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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
};

QTEST_GUILESS_MAIN(TestTimeline)
#include "tst_timeline.moc"
