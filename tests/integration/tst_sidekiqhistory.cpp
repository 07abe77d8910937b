// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readcommands.h"
#include "tests/integration/readplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/rubypeer.h"

#include <QDateTime>
#include <QTest>
#include <QTimeZone>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr Millis minute{60'000};
constexpr Millis day{std::chrono::hours(24)};
const QueueName sidekiqPlace = "@sidekiq";

QByteArray text(TimePoint at, const QString& form)
{
    return QDateTime::fromMSecsSinceEpoch(toMs(at), QTimeZone::utc()).toString(form).toLatin1();
}

TimePoint roundedDown(TimePoint at, Millis step) { return fromMs(toMs(at) / step.count() * step.count()); }

class PastPlace : public ReadPlace
{
public:
    PastPlace()
        : ReadPlace(u"sidekiq"_s, sidekiqPlace)
    {
        server.call({"SADD", "queues", "mail"});
        server.call({"INCR", "stat:processed"});
        now = value(backend().serverTime());
    }
    std::vector<StatisticsBin> bins(TimePoint from, TimePoint to)
    {
        return value(inspector().statistics(sidekiqPlace, from, to));
    }

    TimePoint now{};
};

} // namespace

/// Tests Sidekiq's counts of processed jobs: per minute since version 7, and per day in all versions.
class TestSidekiqHistory : public QObject
{
    Q_OBJECT

private slots:
    void minutesAreReadInEitherSpelling_data();
    void minutesAreReadInEitherSpelling();
    void minutesOfTenAndTotalsAreNotCountedTwice();
    void daysStandOnLongTimelines();
    void daysOfARealProcessAreThere();
    void allOfItIsReadsAlone();
};

void TestSidekiqHistory::minutesAreReadInEitherSpelling_data()
{
    QTest::addColumn<QString>("form");
    QTest::newRow("7") << u"yyyyMMdd'|'H:m"_s;
    QTest::newRow("8") << u"yyMMdd'|'H:mm"_s;
}

void TestSidekiqHistory::minutesAreReadInEitherSpelling()
{
    QFETCH(QString, form);
    PastPlace place;
    const TimePoint at = roundedDown(place.now, minute) - 30 * minute;
    const TimePoint other = at - 7 * minute;
    place.server.call(
        {"HSET", "j|" + text(at, form), "MailJob|p", "5", "MailJob|f", "2", "MailJob|ms", "900", "A|b|p", "4"});
    place.server.call({"HSET", "j|" + text(other, form), "MailJob|p", "1", "MailJob|f", "x"});
    const auto bins = place.bins(place.now - 60 * minute, place.now);
    QCOMPARE(bins.size(), std::size_t(2));
    QCOMPARE(bins[0].from, other);
    QCOMPARE(bins[0].done(), 1);
    QCOMPARE(bins[1].from, at);
    QCOMPARE(bins[1].length, minute);
    QCOMPARE(bins[1].done(), 7); // 9 jobs ran, 2 of which failed
    QCOMPARE(bins[1].failed(), 2);
    QCOMPARE(bins[1].failedByType.at("MailJob"), 2);
    QCOMPARE(place.bins(at, at + minute).size(), std::size_t(1));
    QCOMPARE(place.bins(at + Millis(1), place.now).size(), std::size_t(0));
    // A timeline with bins of at least a minute contains the counts too.
    const auto timeline
        = ReadPlace::value(place.inspector().timeline(sidekiqPlace, at - 30 * minute, at + 30 * minute, 6));
    qint64 done = 0;
    for (const TimelineBin& bin : timeline) {
        done += bin.counts[TaskState::Done];
        if (bin.from <= at && at < bin.to)
            QCOMPARE(bin.counts[TaskState::Done], 7);
    }
    QCOMPARE(done, 8);
    QCOMPARE(ReadPlace::value(place.inspector().statistics("mail", place.now - 60 * minute, place.now)).size(),
        std::size_t(0)); // Sidekiq doesn't count per queue
}

void TestSidekiqHistory::minutesOfTenAndTotalsAreNotCountedTwice()
{
    PastPlace place;
    const TimePoint at = roundedDown(place.now, 10 * minute) - 27 * minute; // with a two-digit minute
    place.server.call({"HSET", "j|" + text(at, u"yyMMdd'|'H:mm"_s), "A|p", "3"});
    // This hash contains the counts for ten minutes.
    place.server.call({"HSET", "j|" + text(at, u"yyMMdd'|'H:mm"_s).chopped(1), "A|p", "30"});
    place.server.call({"HSET", "j|" + text(at, u"yyyyMMdd"_s), "A|p", "300"});
    qint64 done = 0;
    for (const StatisticsBin& bin : place.bins(place.now - 120 * minute, place.now))
        done += bin.done();
    QCOMPARE(done, 3);
    QCOMPARE(place.bins(place.now - day, place.now - std::chrono::hours(9)).size(), std::size_t(0));
}

void TestSidekiqHistory::daysStandOnLongTimelines()
{
    PastPlace place;
    const TimePoint today = roundedDown(place.now, day);
    for (int back = 1; back <= 3; ++back) {
        const QByteArray date = text(today - back * day, u"yyyy-MM-dd"_s);
        place.server.call({"SET", "stat:processed:" + date, QByteArray::number(100 * back)});
        place.server.call({"SET", "stat:failed:" + date, "10"});
    }
    place.server.call(
        // More failures than processed jobs on this day.
        {"SET", "stat:failed:" + text(today - 4 * day, u"yyyy-MM-dd"_s), "5"});
    const auto days = ReadPlace::value(place.inspector().timeline(sidekiqPlace, today - 5 * day, today, 5));
    QList<qint64> done;
    for (const TimelineBin& bin : days)
        done.append(bin.counts[TaskState::Done]);
    QCOMPARE(done, (QList<qint64>{0, 0, 290, 190, 90}));
    // Bins shorter than a day don't contain the daily counts.
    for (const TimelineBin& bin :
        ReadPlace::value(place.inspector().timeline(sidekiqPlace, today - 5 * day, today, 60)))
        QCOMPARE(bin.counts[TaskState::Done], 0);
}

void TestSidekiqHistory::daysOfARealProcessAreThere()
{
    if (const QString missing = RubyPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    PastPlace place;
    RubyPeer::run(place.server,
        {u"add"_s, uR"({"class":"OkJob","queue":"mail"})"_s, uR"({"class":"OkJob","queue":"mail"})"_s,
            uR"({"class":"FailJob","queue":"mail","args":["x"]})"_s});
    RubyPeer worker(place.server, "mail", 3);
    QVERIFY(worker.finish());
    // the range includes tomorrow, in case the date changes during the test
    const TimePoint tomorrow = roundedDown(place.now, day) + 2 * day;
    qint64 done = 0;
    for (const TimelineBin& bin :
        ReadPlace::value(place.inspector().timeline(sidekiqPlace, tomorrow - 4 * day, tomorrow, 4)))
        done += bin.counts[TaskState::Done];
    QCOMPARE(done, 2);
}

void TestSidekiqHistory::allOfItIsReadsAlone()
{
    PastPlace place;
    place.server.call({"HSET", "j|" + text(place.now - minute, u"yyMMdd'|'H:mm"_s), "A|p", "3"});
    const auto before = keySpaceOf(place.server);
    {
        CommandMonitor monitor(place.server);
        place.bins(place.now - day, place.now);
        ReadPlace::value(place.inspector().timeline(sidekiqPlace, place.now - 10 * day, place.now, 10));
        const auto commands = monitor.taken();
        QVERIFY(commands.size() > 400);
        for (const Command& command : commands)
            QVERIFY2(isReadCommand(command), command.front().constData());
    }
    QCOMPARE(keySpaceOf(place.server), before);
}

QTEST_GUILESS_MAIN(TestSidekiqHistory)
#include "tst_sidekiqhistory.moc"
