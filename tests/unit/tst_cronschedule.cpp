// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/cronschedule.h"

#include "core/base/duration.h"

#include <QRegularExpression>
#include <QTest>

using namespace dueline;

namespace {

TimePoint at(const QString& text)
{
    const auto instant = parseInstant(text);
    return instant ? *instant : TimePoint::min();
}

} // namespace

/// Tests the next runs of cron schedules on ordinary days and around clock changes.
class TestCronSchedule : public QObject
{
    Q_OBJECT

private slots:
    void theNextInstantIsFound_data()
    {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QByteArray>("zone");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QStringList>("expected");
        using L = std::initializer_list<const char*>;
        const auto row = [](const char* name, const char* expression, const char* zone, const char* after, L expected) {
            QStringList instants;
            for (const char* instant : expected)
                instants << QString::fromLatin1(instant);
            QTest::newRow(name) << QByteArray(expression) << QByteArray(zone) << QString::fromLatin1(after) << instants;
        };
        row("every minute", "* * * * *", "", "2026-11-22T08:00:00Z", L{"2026-11-22T08:01:00Z", "2026-11-22T08:02:00Z"});
        row("not the instant itself", "0 8 * * *", "", "2026-11-22T08:00:00.000Z", L{"2026-11-23T08:00:00Z"});
        row("a millisecond before it", "0 8 * * *", "", "2026-11-22T07:59:59.999Z", L{"2026-11-22T08:00:00Z"});
        row("steps", "*/20 * * * *", "", "2026-11-22T08:05:00Z",
            L{"2026-11-22T08:20:00Z", "2026-11-22T08:40:00Z", "2026-11-22T09:00:00Z"});
        row("a step that does not divide", "*/45 * * * *", "", "2026-11-22T08:05:00Z",
            L{"2026-11-22T08:45:00Z", "2026-11-22T09:00:00Z"});
        row("a range with a step", "10-30/10 4 * * *", "", "2026-11-22T04:10:00Z",
            L{"2026-11-22T04:20:00Z", "2026-11-22T04:30:00Z", "2026-11-23T04:10:00Z"});
        row("lists", "0 6,18 * * *", "", "2026-11-22T08:00:00Z", L{"2026-11-22T18:00:00Z", "2026-11-23T06:00:00Z"});
        row("names in any case", "0 0 * JAN,mar Mon", "", "2026-11-22T08:00:00Z",
            L{"2027-01-04T00:00:00Z", "2027-01-11T00:00:00Z"});
        row("a range of names", "30 3 * * mon-fri", "", "2026-11-20T08:00:00Z",
            L{"2026-11-23T03:30:00Z", "2026-11-24T03:30:00Z"});
        row("Sunday is 0", "0 0 * * 0", "", "2026-11-22T08:00:00Z", L{"2026-11-29T00:00:00Z"});
        row("Sunday is 7", "0 0 * * 7", "", "2026-11-22T08:00:00Z", L{"2026-11-29T00:00:00Z"});
        row("Friday to Sunday", "0 0 * * 5-7", "", "2026-11-22T08:00:00Z",
            L{"2026-11-27T00:00:00Z", "2026-11-28T00:00:00Z", "2026-11-29T00:00:00Z", "2026-12-04T00:00:00Z"});
        row("either day", "0 0 13 * fri", "", "2026-11-06T08:00:00Z",
            L{"2026-11-13T00:00:00Z", "2026-11-20T00:00:00Z", "2026-11-27T00:00:00Z", "2026-12-04T00:00:00Z",
                "2026-12-11T00:00:00Z", "2026-12-13T00:00:00Z"});
        row("a starred day with a step is no restriction", "0 0 */2 * mon", "", "2026-11-22T08:00:00Z",
            L{"2026-11-23T00:00:00Z", "2026-12-07T00:00:00Z"});
        row("the 31st", "0 0 31 * *", "", "2026-11-22T08:00:00Z",
            L{"2026-12-31T00:00:00Z", "2027-01-31T00:00:00Z", "2027-03-31T00:00:00Z"});
        row("29 February", "0 0 29 2 *", "", "2026-11-22T08:00:00Z", L{"2028-02-29T00:00:00Z", "2032-02-29T00:00:00Z"});
        row("29 February across a century", "0 0 29 2 *", "", "2096-03-01T00:00:00Z", L{"2104-02-29T00:00:00Z"});
        row("a 29 February that is a Sunday: after 28 years, or 40", "0 0 29 2 */7", "", "2032-03-01T00:00:00Z",
            L{"2060-02-29T00:00:00Z", "2088-02-29T00:00:00Z", "2128-02-29T00:00:00Z"});
        row("a 29 February that is a Monday or any Monday", "0 0 29 2 mon", "", "2027-02-20T00:00:00Z",
            L{"2027-02-22T00:00:00Z"});
        row("new year", "@yearly", "", "2026-11-22T08:00:00Z", L{"2027-01-01T00:00:00Z"});
        row("@monthly", "@monthly", "", "2026-11-22T08:00:00Z", L{"2026-12-01T00:00:00Z"});
        row("@weekly", "@weekly", "", "2026-11-22T08:00:00Z", L{"2026-11-29T00:00:00Z"});
        row("@daily", "@daily", "", "2026-11-22T08:00:00Z", L{"2026-11-23T00:00:00Z"});
        row("@Hourly", "@Hourly", "", "2026-11-22T08:00:00Z", L{"2026-11-22T09:00:00Z"});
        row("@every", "@every 90s", "", "1970-01-01T00:00:00Z", L{"1970-01-01T00:01:30Z", "1970-01-01T00:03:00Z"});
        row("@every, the same everywhere", "@every 1h30m", "", "2026-11-22T08:00:00Z",
            L{"2026-11-22T09:00:00Z", "2026-11-22T10:30:00Z"});
        row("@every before the epoch", "@every 10s", "", "1969-12-31T23:59:55Z", L{"1970-01-01T00:00:00Z"});

        row("a zone ahead", "0 9 * * *", "Asia/Shanghai", "2026-11-22T08:00:00Z", L{"2026-11-23T01:00:00Z"});
        row("a zone far ahead", "0 0 * * mon", "Pacific/Kiritimati", "2026-11-21T08:00:00Z", L{"2026-11-22T10:00:00Z"});
        row("a zone far behind", "0 23 * * sat", "Pacific/Pago_Pago", "2026-11-21T08:00:00Z",
            L{"2026-11-22T10:00:00Z"});
        row("half an hour", "15 6 * * *", "Asia/Kolkata", "2026-11-22T00:00:00Z", L{"2026-11-22T00:45:00Z"});

        // New York, March 8, 2026: 02:00 becomes 03:00 (07:00 UTC). On November 1, 02:00 becomes 01:00 (06:00 UTC).
        row("a time of day that is skipped runs at the change", "30 2 * * *", "America/New_York",
            "2026-03-07T12:00:00Z", L{"2026-03-08T07:00:00Z", "2026-03-09T06:30:00Z"});
        row("two skipped times are one", "15,45 2 * * *", "America/New_York", "2026-03-07T12:00:00Z",
            L{"2026-03-08T07:00:00Z", "2026-03-09T06:15:00Z"});
        row("a skipped time and one at the change are one", "0 2,3 * * *", "America/New_York", "2026-03-07T12:00:00Z",
            L{"2026-03-08T07:00:00Z", "2026-03-09T06:00:00Z"});
        row("the wall skips: nothing to run", "30 * * * *", "America/New_York", "2026-03-08T06:00:00Z",
            L{"2026-03-08T06:30:00Z", "2026-03-08T07:30:00Z", "2026-03-08T08:30:00Z"});
        row("a time of day that comes twice runs once", "30 1 * * *", "America/New_York", "2026-10-31T12:00:00Z",
            L{"2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z"});
        row("between the two", "30 1 * * *", "America/New_York", "2026-11-01T06:00:00Z", L{"2026-11-02T06:30:00Z"});
        row("the wall comes twice: so does what follows it", "30 * * * *", "America/New_York", "2026-11-01T05:00:00Z",
            L{"2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", "2026-11-01T07:30:00Z"});
        row("every two hours names times of day, whose second is skipped", "0 */2 * * *", "America/New_York",
            "2026-03-08T04:00:00Z",
            L{"2026-03-08T05:00:00Z", "2026-03-08T07:00:00Z", "2026-03-08T08:00:00Z", "2026-03-08T10:00:00Z"});
        row("Friday to Sunday by name", "0 0 * * fri-sun", "", "2026-11-22T08:00:00Z",
            L{"2026-11-27T00:00:00Z", "2026-11-28T00:00:00Z", "2026-11-29T00:00:00Z", "2026-12-04T00:00:00Z"});
        // Lord Howe Island changes its clocks by half an hour: on April 5, 2026, 02:00 becomes 01:30 (15:00 UTC the day
        // before), and on October 4, 02:00 becomes 02:30.
        row("half an hour twice", "45 1 * * *", "Australia/Lord_Howe", "2026-04-04T12:00:00Z",
            L{"2026-04-04T14:45:00Z", "2026-04-05T15:15:00Z"});
        row("half an hour skipped", "15 2 * * *", "Australia/Lord_Howe", "2026-10-03T12:00:00Z",
            L{"2026-10-03T15:30:00Z", "2026-10-04T15:15:00Z"});
        // Samoa skipped December 30, 2011 (change at 10:00 UTC). In Beirut, the day of the March 2026 change starts at
        // 01:00.
        row("a day that was left out", "0 12 30 12 *", "Pacific/Apia", "2011-12-29T00:00:00Z",
            L{"2011-12-30T10:00:00Z", "2012-12-29T22:00:00Z"});
        row("a midnight that is skipped", "@daily", "Asia/Beirut", "2026-03-28T12:00:00Z",
            L{"2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"});
    }
    void theNextInstantIsFound()
    {
        QFETCH(QByteArray, expression);
        QFETCH(QByteArray, zone);
        QFETCH(QString, after);
        QFETCH(QStringList, expected);
        const auto schedule = CronSchedule::parse(expression, zone);
        QVERIFY2(schedule, schedule ? "" : qPrintable(schedule.error().message));
        TimePoint now = at(after);
        for (const QString& instant : expected) {
            now = schedule->next(now);
            QCOMPARE(formatInstant(now), formatInstant(at(instant)));
        }
        QCOMPARE(schedule->next(at(after), int(expected.size())).back(), now);
    }

    void aWholeYearOfMinutesIsAsLongAsTheYear()
    {
        // A schedule with `*` in the hour field runs once per elapsed interval, even across clock changes.
        const auto schedule = CronSchedule::parse("*/30 * * * *", "America/New_York");
        QVERIFY(schedule);
        int runs = 0;
        for (TimePoint now = at(QStringLiteral("2025-12-31T23:59:59Z"));
             (now = schedule->next(now)) < at(QStringLiteral("2027-01-01T00:00:00Z"));)
            ++runs;
        QCOMPARE(runs, 365 * 48);
    }

    /// Two spellings of the same set of hours must have the same ticks, even on nights with a clock change.
    void twoSpellingsOfOneSetOfHoursHaveTheSameTicks_data()
    {
        QTest::addColumn<QByteArray>("one");
        QTest::addColumn<QByteArray>("other");
        const auto row = [](const char* one, const char* other) {
            QTest::addRow("%s | %s", one, other) << QByteArray(one) << QByteArray(other);
        };
        row("*/30 * * * *", "*/30 0-23 * * *");
        row("15 * * * *", "15 */1 * * *");
        row("15 * * * *", "15 0-11,12-23 * * *");
        row("0 */2 * * *", "0 0,2,4,6,8,10,12,14,16,18,20,22 * * *");
        row("30 */12 * * *", "30 0,12 * * *");
        row("0 0-23/3 * * *", "0 */3 * * *");
    }
    void twoSpellingsOfOneSetOfHoursHaveTheSameTicks()
    {
        QFETCH(QByteArray, one);
        QFETCH(QByteArray, other);
        for (const char* zone : {"America/New_York", "Europe/Berlin", "Australia/Lord_Howe"}) {
            for (const char* start : {"2026-03-07T00:00:00Z", "2026-03-28T00:00:00Z", "2026-04-03T00:00:00Z",
                     "2026-10-02T00:00:00Z", "2026-10-24T00:00:00Z", "2026-10-31T00:00:00Z"}) {
                const TimePoint from = at(QString::fromLatin1(start));
                // Hourly ticks over two and a half days, past each of the clock changes above.
                constexpr int ticks = 60;
                QCOMPARE(CronSchedule::parse(one, zone)->next(from, ticks),
                    CronSchedule::parse(other, zone)->next(from, ticks));
            }
        }
    }

    void whichDaysAreMeantIsKnown()
    {
        using Days = CronSchedule::Days;
        QCOMPARE(CronSchedule::parse("0 0 13 * fri")->days(), Days::Either);
        QCOMPARE(CronSchedule::parse("0 0 */2 * mon")->days(), Days::Both);
        for (const char* plain :
            {"0 0 * * fri", "0 0 13 * *", "@daily", "@every 90s", "0 0 1-31 * fri", "0 0 13 * */1"})
            QVERIFY2(CronSchedule::parse(plain)->days() == Days::Plain, plain);
    }

    /// Each expression is valid, or looks valid, in another cron dialect. The replacement that the message suggests is
    /// valid in Dueline.
    void anotherDialectIsNamedWithTheWayOut_data()
    {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* expression, const char* says) {
            QTest::newRow(expression) << QByteArray(expression) << QString::fromUtf8(says);
        };
        row("0 0 12 * * ?",
            "it has 6 fields instead of 5, including seconds at the start, as in Quartz or Spring; "
            "write \"0 12 * * *\".");
        row("0 30 3 * * mon-fri", "write \"30 3 * * mon-fri\".");
        row("*/10 * * * * *", "write \"@every 10s\".");
        row("* * * * * *", "6 fields instead of 5");
        row("15 0 12 * * *", "resolution of one minute");
        row("0 12 * * * 2027", "a year at the end");
        row("0 0 12 * * ? *",
            "it has 7 fields instead of 5, including seconds at the start and a year at the end, as in Quartz or "
            "Spring; write \"0 12 * * *\".");
        row("0 0 12 * * ? 2027", "A year is not supported; write \"0 12 * * *\"; disable the schedule later.");
        row("0 12 * * ? *",
            "it has 6 fields instead of 5, including a year at the end, as in EventBridge; write \"0 12 * * *\".");
        row("0 9 ? * MON-FRI *", "a year at the end, as in EventBridge; write \"0 9 * * MON-FRI\".");
        row("15 10 * * FRI *", "a year at the end, as in EventBridge; write \"15 10 * * FRI\".");
        row("0 0 12 * * *", "seconds at the start, as in Quartz or Spring; write \"0 12 * * *\".");
        row("0 12 ? * 2 *", "Sunday is 1 there and 0 here");
        // The expression mixes two dialects.
        row("0 0 22-6 * * ?", "write \"0 22-23,0-6 * * *\".");
        row("0 5/15 * * * ?", "write \"5-59/15 * * * *\".");
        row("5/15 22-6 * * monday",
            "the minute \"5/15\" is Quartz syntax for a start value and a step; write \"5-59/15 22-23,0-6 * * "
            "mon\".");
        row("CRON_TZ=Asia/Shanghai 0 0 12 * * ?", "write \"0 12 * * *\"; set the time zone Asia/Shanghai separately");
        row("'0 0 12 * * ?'", "it is enclosed in quotes; write \"0 12 * * *\".");
        row("０ ０ 12 * * ?", "write \"0 12 * * *\".");
        row("0 0 12 L * ?", "seconds at the start, as in Quartz or Spring.");
        row("5/15 12 L * *", "is Quartz syntax for a start value and a step.");
        row("0 0 12 ? * 2", "Sunday is 1 there and 0 here");
        row("0 12 ? * mon", "the day of the month \"?\" is Quartz syntax for any value; write \"0 12 * * mon\".");
        row("0 12 L * *", "the last day");
        row("0 12 L-3 * *", "the last day");
        row("0 12 15W * *", "nearest working day");
        row("0 12 LW * *", "nearest working day");
        row("0 12 * * 5L", "the last such weekday of the month");
        row("0 12 * * friL", "the last such weekday of the month");
        row("0 12 * * fri#2", "the nth such weekday of the month");
        row("5/15 * * * *",
            "the minute \"5/15\" is Quartz syntax for a start value and a step; write \"5-59/15 * * * *\".");
        row("0 3/6 * * *", "write \"0 3-23/6 * * *\".");
        row("H 3 * * *", "a number that Jenkins chooses; choose a number yourself; write \"17 3 * * *\".");
        row("H/15 * * * *", "write \"*/15 * * * *\".");
        row("H(0-29) * * * *", "Jenkins");
        row("CRON_TZ=Asia/Shanghai 0 9 * * *",
            "CRON_TZ= is not supported here; write \"0 9 * * *\"; set the time zone Asia/Shanghai separately (--zone "
            "Asia/Shanghai).");
        row("TZ=UTC 0 9 * * *", "TZ= is not supported here");
        row("0\u00a09 * * *", "a no-break space (U+00A0); write \"0 9 * * *\".");
        row("0 9 *\u3000* *", "an unusual space character (U+3000); write \"0 9 * * *\".");
        row("0 9 * * *\u200b", "an invisible character (U+200B); write \"0 9 * * *\".");
        row("\ufeff0 9 * * *", "an invisible character (U+FEFF); write \"0 9 * * *\".");
        row("0 9 ＊ ＊ ＊", "a full-width character (U+FF0A); write \"0 9 * * *\".");
        row("0 9 * * mon–fri", "\"–\" (U+2013); write \"0 9 * * mon-fri\".");
        row("0 22-6 * * *", "the hour \"22-6\" runs backwards; write \"0 22-23,0-6 * * *\".");
        row("0 23-0 * * *", "write \"0 23,0 * * *\".");
        row("50-10 * * * *", "write \"50-59,0-10 * * * *\".");
        row("0 0 * nov-feb *", "write \"0 0 * nov-12,1-feb *\".");
        row("0 0 * * 5-0", "write \"0 0 * * 5-7\".");
        row("0 0 * * sat-mon", "write \"0 0 * * sat-7,1\".");
        row("0 0 * * monday", "write \"0 0 * * mon\".");
        row("0 0 * january *", "write \"0 0 * jan *\".");
        row("'0 9 * * *'", "it is enclosed in quotes; write \"0 9 * * *\".");
        row("0 9 * * é", "\"é\" (U+00E9)");
        row("@reboot", "@reboot is not supported");
        row("@dayly", "Did you mean @daily?");
    }
    void anotherDialectIsNamedWithTheWayOut()
    {
        QFETCH(QByteArray, expression);
        QFETCH(QString, says);
        const auto schedule = CronSchedule::parse(expression);
        QVERIFY(!schedule);
        QCOMPARE(schedule.error().code, ErrorCode::Usage);
        const QString message = schedule.error().message;
        QVERIFY2(message.contains(says), qPrintable(message));
        static const QRegularExpression proposed(QStringLiteral("; write \"([^\"]+)\""));
        if (const auto found = proposed.match(message); found.hasMatch())
            QVERIFY2(CronSchedule::parse(found.captured(1).toUtf8()).ok(), qPrintable(message));
    }

    void theLastInstantIsFoundWithinReach()
    {
        const auto daily = CronSchedule::parse("0 3 * * *");
        QVERIFY(daily);
        const TimePoint now = at(QStringLiteral("2026-11-22T08:00:00Z"));
        QCOMPARE(daily->last(now, Millis(86'400'000)), at(QStringLiteral("2026-11-22T03:00:00Z")));
        QCOMPARE(daily->last(now, Millis(3'600'000)), std::nullopt);
        QCOMPARE(daily->last(at(QStringLiteral("2026-11-22T03:00:00Z")), Millis(1000)),
            at(QStringLiteral("2026-11-22T03:00:00Z")));
    }

    void aMistakeIsNamed_data()
    {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* expression, const char* named) {
            QTest::newRow(expression) << QByteArray(expression) << QString::fromLatin1(named);
        };
        row("", "0 fields");
        row("* * * *", "4 fields");
        row("* * * * * *", "6 fields");
        row("60 * * * *", "minute \"60\" is not between 0 and 59");
        row("* 24 * * *", "hour");
        row("* * 0 * *", "day of the month");
        row("* * * 13 *", "month");
        row("* * * * 8", "day of the week");
        row("* * * foo *", "month \"foo\"");
        row("5-1 * * * *", "minute");
        row("*/0 * * * *", "minute");
        row("*/ * * * *", "minute");
        row("5/10 * * * *", "minute");
        row("1,,2 * * * *", "minute");
        row("-1 * * * *", "minute");
        row("1- * * * *", "minute");
        row("+1 * * * *", "minute");
        row("0 0 30 2 *", "no such date exists");
        row("0 0 31 4,6,9,11 *", "no such date exists");
        row("@reboot", "not supported");
        row("@every", "unknown");
        row("@every 500ms", "one second");
        row("@every soon", "soon");
    }
    void aMistakeIsNamed()
    {
        QFETCH(QByteArray, expression);
        QFETCH(QString, named);
        const auto schedule = CronSchedule::parse(expression);
        QVERIFY(!schedule);
        QCOMPARE(schedule.error().code, ErrorCode::Usage);
        QVERIFY2(schedule.error().message.contains(named), qPrintable(schedule.error().message));
    }

    void anUnknownZoneIsNamed()
    {
        const auto schedule = CronSchedule::parse("@daily", "Mars/Olympus");
        QVERIFY(!schedule);
        QVERIFY(schedule.error().message.contains(u"Mars/Olympus"));
        for (const char* zone : {"CST", "XYZ", "Berlin", "posixrules", "localtime", "Etc/GMT+5"})
            QVERIFY2(!CronSchedule::parse("@daily", zone), zone);
        const auto offset = CronSchedule::parse("0 9 * * *", "UTC-3:30");
        QVERIFY(offset);
        QCOMPARE(formatInstant(offset->next(at(QStringLiteral("2026-11-22T08:00:00Z")))),
            QStringLiteral("2026-11-22T12:30:00.000Z"));
    }
};

QTEST_APPLESS_MAIN(TestCronSchedule)
#include "tst_cronschedule.moc"
