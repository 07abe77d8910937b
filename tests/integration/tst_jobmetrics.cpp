// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/jobplace.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr Millis aMinute{60'000};

TimePoint minuteOf(TimePoint at) { return fromMs(toMs(at) / aMinute.count() * aMinute.count()); }

class MetricsPlace : public JobPlace
{
public:
    explicit MetricsPlace(const QString& module)
        : JobPlace(module, module.startsWith(u"bullmq") ? u"bullmq"_s : u"bull"_s)
    { }

    QByteArray key(const QByteArray& name) const { return "bull:mail:metrics:" + name; }
    std::vector<StatisticsBin> bins(TimePoint from, TimePoint to)
    {
        return value(inspector().statistics("mail", from, to));
    }
    TimePoint counted(const char* kind)
    {
        return minuteOf(fromMs(server.call({"HGET", key(kind), "prevTS"}).bytes.toLongLong()));
    }
};

qint64 doneAt(const std::vector<StatisticsBin>& bins, TimePoint at)
{
    for (const StatisticsBin& bin : bins) {
        if (bin.from == at)
            return bin.done();
    }
    return 0;
}

} // namespace

/// Tests the per-minute counts that Bull and BullMQ workers keep if metrics are enabled.
class TestJobMetrics : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QFETCH_GLOBAL(QString, module);
        if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        qputenv("METRICS", "60");
    }
    void cleanup() { qunsetenv("METRICS"); }
    void initTestCase_data()
    {
        QTest::addColumn<QString>("module");
        QTest::addRow("BullMQ 6") << u"bullmq"_s;
        QTest::addRow("BullMQ 5") << u"bullmq5"_s;
        QTest::addRow("Bull 4") << u"bull"_s;
    }
    void minutesAreThoseInWhichJobsEnded();
    void withoutCountingThereAreNone();
    void whatIsNoNumberCountsAsNothing();
};

void TestJobMetrics::minutesAreThoseInWhichJobsEnded()
{
    QFETCH_GLOBAL(QString, module);
    MetricsPlace place(module);
    place.add({uR"({"name":"ok","copies":3})"_s, uR"({"name":"fail","copies":2})"_s});
    place.work(5);
    const TimePoint now = place.info().serverNow;
    auto bins = place.bins(now - 5 * aMinute, now + aMinute);
    qint64 done = 0;
    qint64 failed = 0;
    for (const StatisticsBin& bin : bins) {
        QCOMPARE(bin.length, aMinute);
        QCOMPARE(bin.from, minuteOf(bin.from));
        done += bin.done();
        failed += bin.failed();
    }
    QCOMPARE(done, 3);
    QCOMPARE(failed, 2);
    // Makes the jobs look as if they ended three minutes earlier. The next job then completes that minute's count.
    place.server.call({"DEL", place.key("completed:data")});
    place.server.call({"HSET", place.key("completed"), "prevCount", "0", "prevTS",
        QByteArray::number(toMs(place.counted("completed") - 3 * aMinute))});
    const TimePoint before = place.counted("completed");
    place.add({uR"({"name":"ok"})"_s});
    place.work(1);
    const TimePoint then = place.counted("completed");
    QVERIFY(then >= before + 3 * aMinute);
    QVERIFY(place.server.call({"LLEN", place.key("completed:data")}).integer >= 3);
    bins = place.bins(now - 10 * aMinute, now + 2 * aMinute);
    QCOMPARE(doneAt(bins, before), 3);
    QCOMPARE(doneAt(bins, then), 1);
    QCOMPARE(doneAt(bins, before + aMinute), 0);
    // The result contains only minutes within the requested range.
    QCOMPARE(doneAt(place.bins(before + aMinute, now + 2 * aMinute), before), 0);
    QCOMPARE(doneAt(place.bins(before, before + aMinute), before), 3);
    QCOMPARE(doneAt(place.bins(before, before + aMinute), then), 0);
}

void TestJobMetrics::withoutCountingThereAreNone()
{
    QFETCH_GLOBAL(QString, module);
    qunsetenv("METRICS");
    MetricsPlace place(module);
    place.add({uR"({"name":"ok"})"_s});
    place.work(1);
    const TimePoint now = place.info().serverNow;
    QCOMPARE(place.bins(now - 60 * aMinute, now + aMinute).size(), std::size_t(0));
    QVERIFY(place.backend().capabilities().statistics);
}

void TestJobMetrics::whatIsNoNumberCountsAsNothing()
{
    QFETCH_GLOBAL(QString, module);
    MetricsPlace place(module);
    place.add({uR"({"name":"ok"})"_s});
    const TimePoint now = place.info().serverNow;
    for (const char* at : {"never", "-5", "1e400", ""}) {
        place.server.call({"HSET", place.key("completed"), "prevTS", at, "count", "x", "prevCount", "9"});
        QVERIFY2(place.bins(now - 60 * aMinute, now + aMinute).empty(), at);
    }
    place.server.call({"HSET", place.key("completed"), "prevTS", QByteArray::number(toMs(now)), "count", "7"});
    for (const char* count : {"3", "none", "-4"})
        place.server.call({"RPUSH", place.key("completed:data"), count});
    const auto bins = place.bins(now - 60 * aMinute, now + aMinute);
    QCOMPARE(bins.size(), std::size_t(1));
    QCOMPARE(doneAt(bins, minuteOf(now) - aMinute), 3);
    place.server.call({"DEL", place.key("completed:data")});
    place.server.call({"SET", place.key("completed:data"), "a string"});
    QCOMPARE(
        place.inspector().statistics("mail", now - 60 * aMinute, now + aMinute).error().code, ErrorCode::WrongType);
}

QTEST_GUILESS_MAIN(TestJobMetrics)
#include "tst_jobmetrics.moc"
