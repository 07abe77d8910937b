// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/failuretrend.h"

#include <QRandomGenerator>
#include <QTest>

#include <map>
#include <numeric>
#include <vector>

using namespace dueline;
using namespace std::chrono_literals;

/// Tests that failure trends don't depend on the order in which failures are added.
class TestFailureTrend : public QObject
{
    Q_OBJECT

    static int sum(const FailureTrend::Bins& bins) { return std::accumulate(bins.begin(), bins.end(), 0); }
    static FailureTrend of(const std::vector<TimePoint>& instants)
    {
        FailureTrend trend;
        for (const TimePoint at : instants)
            trend.add(at);
        return trend;
    }
    /// Counts the instants one by one, in the trend's bins.
    static FailureTrend::Bins counted(const std::vector<TimePoint>& instants, const FailureTrend& trend)
    {
        FailureTrend::Bins bins{};
        for (const TimePoint at : instants)
            ++bins[std::size_t((at - trend.from()) / trend.each())];
        return bins;
    }

private slots:
    void nothingHasNoLength()
    {
        QCOMPARE(FailureTrend().each(), Millis(0));
        QCOMPARE(FailureTrend().most(), 0);
        FailureTrend trend;
        trend.join(FailureTrend());
        QCOMPARE(trend, FailureTrend());
        QCOMPARE(sum(FailureTrend().over(trend)), 0);
    }

    void minutesAsLongAsTheyFit()
    {
        const TimePoint noon = fromMs(1'790'000'000'000 / 60'000 * 60'000);
        FailureTrend trend = of({noon + 10s, noon + 50s, noon + 23min + 59s});
        QCOMPARE(trend.from(), noon);
        QCOMPARE(trend.each(), Millis(1min));
        QCOMPARE(trend.bins()[0], 2);
        QCOMPARE(trend.bins()[23], 1);
        trend.add(noon + 24min);
        QCOMPARE(trend.each(), Millis(2min));
        QCOMPARE(trend.most(), 2);
        trend.add(noon - 3h); // as if an undo had restored a task that failed earlier
        QVERIFY(trend.from() <= noon - 3h);
        QVERIFY(trend.from() + trend.each() > noon - 3h);
        QCOMPARE(sum(trend.bins()), 5);
    }

    void joinedInAnyOrderTheyAreOneCount()
    {
        QRandomGenerator random(31);
        const TimePoint begin = fromMs(1'790'000'000'000);
        for (int round = 0; round < 300; ++round) {
            std::vector<TimePoint> all;
            std::vector<FailureTrend> parts;
            for (int part = 1 + int(random.bounded(4)); part > 0; --part) {
                std::vector<TimePoint> some;
                const TimePoint from = begin + Millis(random.bounded(200'000'000)); // All instants are within two days.
                const int span = 1 + int(random.bounded(round % 2 == 0 ? 600'000 : 400'000'000));
                for (int i = int(random.bounded(20)); i >= 0; --i)
                    some.push_back(from + Millis(random.bounded(span)));
                all.insert(all.end(), some.begin(), some.end());
                parts.push_back(of(some));
            }
            FailureTrend joined;
            for (const FailureTrend& part : parts)
                joined.join(part);
            QCOMPARE(joined.bins(), counted(all, joined));
            FailureTrend reversed;
            for (auto part = parts.rbegin(); part != parts.rend(); ++part)
                reversed.join(*part);
            QCOMPARE(reversed, joined);
            FailureTrend::Bins laid{};
            for (const FailureTrend& part : parts) {
                const FailureTrend::Bins bins = part.over(joined);
                for (std::size_t i = 0; i < bins.size(); ++i)
                    laid[i] += bins[i];
            }
            QCOMPARE(laid, joined.bins());
            QVERIFY(joined.bins()[0] > 0);
        }
    }
};

QTEST_APPLESS_MAIN(TestFailureTrend)
#include "tst_failuretrend.moc"
