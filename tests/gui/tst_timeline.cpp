// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/model/matchtimes.h"
#include "ui/timeline/model/timelineaxis.h"
#include "ui/timeline/model/timelinescale.h"
#include "ui/timeline/timelinenumber.h"
#include "ui/timeline/timelineview.h"

#include <QDateTime>
#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

const TimePoint start = fromMs(1'795'219'200'000); // 2026-11-21T00:00:00Z

} // namespace

/// Tests the visible time range, and where times are on screen.
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
        // On October 25, 2026, clocks go back from 03:00 to 02:00.
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

    void aFewTallBarsAreTornWhereTheyWouldFlattenTheRest_data()
    {
        QTest::addColumn<std::vector<qint64>>("heights");
        QTest::addColumn<qint64>("top");
        QTest::addColumn<bool>("tears");
        std::vector<qint64> few(40, 90);
        QTest::newRow("none") << std::vector<qint64>{0, 0} << qint64(10) << false;
        QTest::newRow("alike") << few << qint64(100) << false;
        few[7] = 120'000;
        QTest::newRow("one of forty") << few << qint64(100) << true;
        few[8] = 120'000;
        QTest::newRow("a burst in two bars side by side") << few << qint64(100) << true;
        few[8] = 900;
        QTest::newRow("the smaller one of two flattens, too") << few << qint64(1'000) << true;
        few[8] = 1'500;
        QTest::newRow("and is torn with it") << few << qint64(100) << true;
        few[8] = few[9] = 120'000;
        QTest::newRow("three of forty are no exception") << few << qint64(160'000) << false;
        std::vector<qint64> many(300, 90);
        many[0] = many[100] = many[200] = 5'000;
        QTest::newRow("three of three hundred") << many << qint64(100) << true;
        many[250] = 5'000;
        QTest::newRow("four of three hundred") << many << qint64(100) << true;
        for (std::size_t i = 0; i < 12; ++i)
            many[i * 20 + 1] = 5'000;
        std::vector<qint64> rising(150, 18);
        rising[3] = 34;
        rising[9] = 2'700;
        QTest::newRow("twice as high is not torn beside a tall one") << rising << qint64(40) << true;
        QTest::newRow("sixteen of three hundred") << many << qint64(6'000) << false;
        QTest::newRow("twice as high is not torn")
            << std::vector<qint64>{90, 90, 90, 90, 90, 190} << qint64(200) << false;
        QTest::newRow("one of a few") << std::vector<qint64>{0, 352, 0, 300, 340, 32'000, 0} << qint64(400) << true;
        QTest::newRow("one of two") << std::vector<qint64>{352, 32'000} << qint64(400) << true;
        QTest::newRow("two of three") << std::vector<qint64>{352, 32'000, 31'000} << qint64(40'000) << false;
        QTest::newRow("a few of which all are seen") << std::vector<qint64>{30, 35, 200} << qint64(300) << false;
        QTest::newRow("one alone") << std::vector<qint64>{0, 32'000} << qint64(40'000) << false;
        QTest::newRow("empty bars are none") << std::vector<qint64>{0, 5, 6, 7, 8, 120'000, 0} << qint64(10) << true;
    }
    void aFewTallBarsAreTornWhereTheyWouldFlattenTheRest()
    {
        QFETCH(const std::vector<qint64>, heights);
        QFETCH(const qint64, top);
        QFETCH(const bool, tears);
        const TimelineAxis axis = TimelineAxis::over(heights);
        QCOMPARE(axis.top, top);
        QCOMPARE(axis.tears, tears);
        const bool torn
            = std::any_of(heights.begin(), heights.end(), [&](qint64 height) { return axis.isTorn(height); });
        QCOMPARE(torn, tears);
    }

    void numbersOfTornBarsMoveApart()
    {
        const auto placed = [](const std::vector<TimelineNumber>& numbers) {
            const std::vector<TimelineNumber> told = TimelineNumber::placed(numbers, 100, 600);
            for (std::size_t i = 0; i < told.size(); ++i) {
                if (told[i].left < 100 || told[i].left + told[i].width > 600)
                    return std::vector<TimelineNumber>(); // a number is out of bounds
                if (i > 0 && told[i - 1].left + told[i - 1].width > told[i].left)
                    return std::vector<TimelineNumber>(); // two numbers overlap
            }
            return told;
        };
        QCOMPARE(placed({{5, 200, 30}}).at(0).left, 185.0);
        QCOMPARE(placed({{5, 104, 30}}).at(0).left, 100.0);
        QCOMPARE(placed({{5, 599, 30}}).at(0).left, 570.0);
        const auto two = placed({{500, 200, 30}, {2'207, 208, 40}});
        QCOMPARE(two.size(), std::size_t(2));
        QCOMPARE(two[0].left, 171.5);
        QCOMPARE(two[1].left, 201.5);
        QCOMPARE(placed({{5, 200, 30}, {6, 260, 30}}).at(1).left, 245.0); // room for both numbers
        // If there are too many numbers, the smallest are hidden, not moved above other bars.
        const auto many = placed({{9, 200, 30}, {1, 208, 30}, {8, 216, 30}, {2, 224, 30}, {7, 232, 30}});
        QVERIFY(many.size() >= 2 && many.size() < 5);
        QCOMPARE(many.front().count, 9);
        QVERIFY(std::none_of(many.begin(), many.end(), [](const TimelineNumber& number) { return number.count == 1; }));
    }

    /// Matches may be added in any order, with counts read in between.
    void matchesAreCountedPerBarAsARecountDoes()
    {
        MatchTimes found;
        std::vector<Task> tasks;
        const TimePoint now = start + 2h;
        quint32 dice = 7;
        const auto roll
            = [&dice](quint32 sides) { return (dice = dice * 1'664'525U + 1'013'904'223U) / 65'536 % sides; };
        const auto check = [&](TimePoint from, TimePoint to) {
            StateCounts counts;
            for (Task task : tasks) {
                if (task.state == TaskState::Scheduled || task.state == TaskState::Due)
                    task.state = task.at > now ? TaskState::Scheduled : TaskState::Due;
                counts[task.state] += task.at >= from && task.at < to;
            }
            return found.counts(from, to, now) == counts;
        };
        for (int i = 0; i < 3'000; ++i) {
            Task task;
            task.id = "a#" + QByteArray::number(i);
            task.state = allStates[roll(quint32(allStates.size()))];
            task.at = start + Millis(roll(4 * 3'600) * 1'000);
            found.add(task);
            tasks.push_back(task);
            if (i % 500 == 0) {
                QVERIFY(check(start + 1h, start + 3h));
                QVERIFY(check(start, start + 4h));
            }
        }
        for (TimePoint from = start; from < start + 4h; from += 7min)
            QVERIFY(check(from, from + 7min));
        QCOMPARE(found.size(), 3'000);
        QVERIFY(found.contains(tasks[5].state, tasks[5].at, tasks[5].id));
        QVERIFY(!found.contains(tasks[5].state, tasks[5].at, "b#5"));
        QVERIFY(!found.contains(tasks[5].state, tasks[5].at + 1ms, tasks[5].id));
        found.clear();
        QCOMPARE(found.counts(start, start + 4h, now), StateCounts());
    }

    /// A task in a list has no due time, so the timeline counts it at the current time.
    void matchesWithoutADueTimeStandWhereNowIs()
    {
        MatchTimes found;
        Task task;
        task.id = "a#1";
        task.state = TaskState::Due;
        task.untimed = true;
        task.at = start; // `at` is the time of reading here
        found.add(task);
        QCOMPARE(found.counts(start, start + 1h, start + 2h)[TaskState::Due], 0);
        QCOMPARE(found.counts(start + 2h, start + 3h, start + 2h)[TaskState::Due], 1);
        QVERIFY(found.contains(TaskState::Due, start + 2h, "a#1"));
    }

    void steppingBackUndoesZoomsOneByOne()
    {
        TimelineView view({start, start + 4h});
        view.show({start + 1h, start + 2h});
        view.show({start + 1h, start + 1h + 30min}, true);
        view.show({start + 1h, start + 1h + 10min}, true); // continues the same wheel gesture
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
