// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/timelineplace.h"
#include "ui/timeline/model/timelinelateness.h"

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the strip below the timeline: how late tasks started, if that is recorded, and how long overdue tasks have
/// been waiting.
class TestTimelineLateness : public TimelinePlace
{
    Q_OBJECT

    qint64 started()
    {
        qint64 all = 0;
        for (const TimelineLateness::Column& column : timeline().lateness().columns)
            all += column.started;
        return all;
    }
    const TimelineLateness::Column* waiting()
    {
        for (const TimelineLateness::Column& column : timeline().lateness().columns) {
            if (column.waits)
                return &column;
        }
        return nullptr;
    }

private Q_SLOTS:
    void init() { makePlace(); }
    void cleanup() { endPlace(); }

    void tasksThatStartedLateAreColumnsAndThoseThatWaitToo()
    {
        m_shop->add(5, -2h, "mail"); // due one hour apart: two hours ago, one hour ago, now …
        m_shop->fail("timeout"); // starts two hours late
        open();
        QTRY_VERIFY(timeline().lateLane());
        QTRY_COMPARE(started(), 1);
        const TimelineLateness::Column* column = timeline().lateness().at(bench().view().now());
        QVERIFY(column && column->started == 1);
        // Histogram buckets for lateness are powers of two, so values are accurate within a factor of two.
        QVERIFY2(column->most >= 3'600'000 && column->most <= 14'400'000, qPrintable(QString::number(column->most)));
        const TimelineLateness::Column* first = waiting();
        QVERIFY(first && *first->waits > 40min && *first->waits <= 60min + 10s);
        // The accessibility text includes the waiting time.
        const auto bin = timeline().binAt(first->range.from);
        if (bin)
            QVERIFY2(
                timeline().barWords(*bin).contains(u"Overdue by more than"_s), qPrintable(timeline().barWords(*bin)));
        else
            QVERIFY(timeline().showsTasks());
        // Another task starts. The count is updated without rereading the entire past.
        m_shop->fail("timeout");
        QTRY_COMPARE_WITH_TIMEOUT(started(), 2, 20'000);
    }

    void aLayoutWithoutStatisticsHasNoStrip()
    {
        m_shop->addBullmqQueue("bull:mail");
        m_shop->addBullmqJob(
            "bull:mail", "1", "send", "failed", QByteArray::number(toMs(SystemClock().now()) - 600'000));
        openBullmq();
        QTRY_VERIFY_WITH_TIMEOUT(bench().view().queue() && data().totals[TaskState::Failed] == 1, 15'000);
        QTRY_VERIFY(!timeline().lateLane());
    }

    void allConnectionsHaveNoStrip()
    {
        m_shop->add(2, 1h, "mail");
        open();
        QTRY_VERIFY(timeline().lateLane());
        const int whole = timeline().plot().height() + timeline().lanes();
        choose("view.allConnections");
        QTRY_VERIFY(!timeline().lateLane());
        QCOMPARE(timeline().plot().height() + timeline().lanes(), whole);
    }

    void whatFellDueInTheBarOfNowWaitsForLessThanIt()
    {
        const TimePoint from = fromMs(1'795'219'200'000);
        TimelineData data{{from, from + 10min}, 5min, {}, {}, {}};
        data.bins = {{from, from + 5min, {}}, {from + 5min, from + 10min, {}}};
        data.bins[0].counts[TaskState::Due] = data.bins[1].counts[TaskState::Due] = 2;
        const TimelineLateness late = TimelineLateness::of({}, data, from + 7min);
        QCOMPARE(TimelineLateLane::wordsAt(late, from), QStringList(u"Overdue by more than: 2 min"_s));
        QCOMPARE(TimelineLateLane::wordsAt(late, from + 5min), QStringList(u"Overdue by less than: 5 min"_s));
    }

    void minutesAreAddedUpToBarsAndHoursStayHours()
    {
        const TimePoint from = fromMs(1'795'219'200'000);
        TimelineData data{{from, from + 4h}, 10min, {}, {}, {}};
        for (TimePoint at = from; at < from + 4h; at += 10min)
            data.bins.push_back({at, at + 10min, {}});
        data.bins[20].counts[TaskState::Due] = 3; // due 3 h 20 min after `from`
        std::vector<StatisticsBin> statistics;
        StatisticsBin hour;
        hour.from = from;
        hour.length = 1h;
        hour.lateness[0] = 8;
        statistics.push_back(hour);
        for (int minute = 0; minute < 10; ++minute) {
            StatisticsBin bin;
            bin.from = from + 2h + minute * 1min;
            bin.length = 1min;
            bin.lateness[11] = 1; // 1,024 to 2,047 ms
            statistics.push_back(bin);
        }
        const TimePoint now = from + 3h + 50min;
        const TimelineLateness late = TimelineLateness::of(statistics, data, now);
        QCOMPARE(late.columns.size(), std::size_t(3));
        QCOMPARE(late.columns[0].range, (TimeRange{from, from + 1h}));
        QCOMPARE(late.columns[0].started, 8);
        QCOMPARE(late.columns[0].most, 0.0);
        QCOMPARE(late.columns[1].range, (TimeRange{from + 2h, from + 2h + 10min}));
        QCOMPARE(late.columns[1].started, 10);
        QVERIFY(late.columns[1].half >= 1024 && late.columns[1].most <= 2047
            && late.columns[1].half < late.columns[1].most);
        QCOMPARE(late.columns[2].waits, std::optional<Millis>(20min));
        QVERIFY(!late.at(from + 90min));
        QVERIFY(late.at(from + 30min) == &late.columns[0]);
        QCOMPARE(TimelineLateness::share(1), 0.0);
        QCOMPARE(TimelineLateness::share(86'400'000), 1.0);
        QVERIFY(TimelineLateness::share(1000) < TimelineLateness::share(60'000));
    }
};

QTEST_MAIN(TestTimelineLateness)
#include "tst_timelinelateness.moc"
