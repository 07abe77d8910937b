// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedules/runsmodel.h"
#include "ui/text/cronwords.h"
#include "ui/text/language.h"
#include "ui/text/schedulecommand.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests describing recurrences in words, and the duectl command that creates a schedule.
class TestCronWords : public QObject
{
    Q_OBJECT

    static TimePoint at(int year, int month, int day, int hour, int minute)
    {
        return fromMs(QDateTime(QDate(year, month, day), QTime(hour, minute), QTimeZone::utc()).toMSecsSinceEpoch());
    }

private Q_SLOTS:
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void wordsOfAnExpression_data()
    {
        QTest::addColumn<QByteArray>("cron");
        QTest::addColumn<QString>("words");
        const auto row
            = [](const char* cron, const QString& words) { QTest::newRow(cron) << QByteArray(cron) << words; };
        row("* * * * *", u"every minute"_s);
        row("*/5 * * * *", u"every 5 min"_s);
        row("*/7 * * * *", {}); // The intervals differ in length, so there is no description.
        row("@hourly", u"every hour at minute 0"_s);
        row("15 * * * *", u"every hour at minute 15"_s);
        row("30 */2 * * *", u"every 2 h at minute 30"_s);
        row("@daily", u"every day at 00:00"_s);
        row("30 3 * * *", u"every day at 03:30"_s);
        row("0 9,12,17 * * *", u"every day at 09:00, 12:00, 17:00"_s);
        row("0,30 8-9 * * *", u"every day at 08:00, 08:30, 09:00, 09:30"_s);
        row("0 8-17 * * *", {}); // There are too many times of day to list, so there is no description.
        row("30 3 * * mon-fri", u"Mon–Fri, at 03:30"_s);
        row("30 3 * * 0,6", u"Sat, Sun, at 03:30"_s);
        row("30 3 * * 7", u"Sun, at 03:30"_s);
        row("30 3 * * fri-sun", u"Fri–Sun, at 03:30"_s); // The range crosses the end of the week.
        row("30 3 * * 5-7", u"Fri–Sun, at 03:30"_s);
        row("30 3 * * sat-sun", u"Sat, Sun, at 03:30"_s);
        row("@weekly", u"Sun, at 00:00"_s);
        row("@monthly", u"on day 1, at 00:00"_s);
        row("0 9 1,15 * *", u"on day 1, 15, at 09:00"_s);
        row("0 9 1 jan,jul *", u"on day 1 of Jan, Jul, at 09:00"_s);
        row("@yearly", u"on day 1 of Jan, at 00:00"_s);
        row("0 9 13 * fri", u"on day 13 or Fri, at 09:00"_s);
        // Both conditions must be met. A sentence wouldn't make that clear, so there is no description.
        row("0 9 */2 * fri", {});
        row("0 9 * 6-8 *", u"every day of Jun–Aug, at 09:00"_s);
        row("@every 90s", u"every 1 min 30 s"_s);
        row("@every", {});
        row("61 * * * *", {});
        row("", {});
    }
    void wordsOfAnExpression()
    {
        QFETCH(QByteArray, cron);
        QFETCH(QString, words);
        Language language;
        language.use(u"en"_s);
        QCOMPARE(CronWords::of(cron), words);
    }

    void wordsInChinese()
    {
        Language language;
        language.use(u"zh_CN"_s);
        QCOMPARE(CronWords::of("30 3 * * mon-fri"), u"周一–周五 03:30"_s);
        QCOMPARE(CronWords::of("30 3 * * mon,wed,fri"), u"周一、周三、周五 03:30"_s);
        QCOMPARE(CronWords::of("*/5 * * * *"), u"每 5 分钟"_s);
    }

    void aChangeOfTheClockInChinese()
    {
        Language language;
        language.use(u"zh_CN"_s);
        QCOMPARE(CronWords::nextChange(QTimeZone("Europe/Berlin"), at(2027, 3, 27, 12, 0)),
            u"2027 年 3 月 28 日前为 UTC+1，之后为 UTC+2：当天不存在 02:00 到 03:00 之间的时间，定在其中的执行改在 03:00 开始。"_s);
    }

    void theRuleOfTwoRestrictedDaysIsTold()
    {
        Language language;
        language.use(u"en"_s);
        QCOMPARE(CronWords::dayRule("0 9 13 * fri"),
            u"Day and weekday are both restricted: the task runs on days that match either."_s);
        QCOMPARE(CronWords::dayRule("0 9 */2 * fri"),
            u"Day and weekday are both restricted, and one starts with *: the task runs on days that match both."_s);
        QCOMPARE(CronWords::dayRule("0 9 13 * *"), QString());
        QCOMPARE(CronWords::dayRule("nonsense"), QString());
    }

    void theClockOfAZoneIsTold()
    {
        const QTimeZone berlin("Europe/Berlin");
        const TimePoint before = at(2027, 3, 27, 12, 0);
        QCOMPARE(CronWords::clockNote(berlin, before, at(2027, 3, 28, 12, 0)),
            u"the clocks have gone forward from UTC+1 to UTC+2"_s);
        QCOMPARE(CronWords::clockNote(berlin, at(2027, 10, 30, 12, 0), at(2027, 10, 31, 12, 0)),
            u"the clocks have gone back from UTC+2 to UTC+1"_s);
        QCOMPARE(CronWords::clockNote(berlin, before, before + 1h), QString());
        QCOMPARE(CronWords::clockNote(QTimeZone::utc(), before, at(2027, 3, 28, 12, 0)), QString());
        QCOMPARE(CronWords::nextChange(berlin, before),
            u"UTC+1 until 28 Mar 2027, then UTC+2: times from 02:00 to 03:00 do not exist on that day; runs scheduled for these times start at 03:00."_s);
        QCOMPARE(CronWords::nextChange(berlin, at(2027, 10, 1, 0, 0)),
            u"UTC+2 until 31 Oct 2027, then UTC+1: times from 02:00 to 03:00 occur twice on that day; runs scheduled for these times start only at the first occurrence."_s);
        QCOMPARE(CronWords::nextChange(QTimeZone("Asia/Shanghai"), before), u"UTC+8, no daylight saving time."_s);
        QCOMPARE(CronWords::nextChange(QTimeZone::utc(), before), u"UTC, no daylight saving time."_s);
        QCOMPARE(CronWords::zoneOf("Nowhere/At_All"), QTimeZone::utc());
    }

    void whatIsToldOfAChangeIsWhatTheScheduleDoes()
    {
        const Formatting formatting(QTimeZone::utc());
        RunsModel runs(formatting);
        runs.show("30 2 * * *", "Europe/Berlin", at(2027, 3, 26, 12, 0));
        QCOMPARE(runs.rowCount(), 5);
        QVERIFY(runs.index(0, RunsModel::There).data().toString().endsWith(u"02:30"_s));
        QVERIFY(runs.index(1, RunsModel::There).data().toString().endsWith(u"03:00"_s)); // 02:30 is skipped that day
        QVERIFY(runs.index(1, RunsModel::Here).data().toString().endsWith(u"01:00"_s));
        QVERIFY(runs.index(1, RunsModel::Note).data().toString().contains(u"forward"_s));
        QCOMPARE(runs.index(2, RunsModel::Note).data().toString(), QString());
        QCOMPARE(runs.headerData(RunsModel::There, Qt::Horizontal, Qt::DisplayRole).toString(), u"Europe/Berlin"_s);
        runs.show("30 2 * * *", "Nowhere/At_All", at(2027, 3, 26, 12, 0));
        QCOMPARE(runs.rowCount(), 0);
    }

    void theCommandSaysAllThatIsNotAsUsual()
    {
        Schedule schedule;
        schedule.name = "nightly";
        schedule.cron = "30 3 * * mon-fri";
        schedule.type = "report.send";
        QCOMPARE(addScheduleCommand("mail", schedule, false),
            u"duectl schedules 'mail' add 'nightly' '30 3 * * mon-fri' 'report.send'"_s);
        schedule.zone = "Asia/Shanghai";
        schedule.runMissed = true;
        schedule.payload = "{\"it\":\"it's\"}";
        schedule.options.maxAttempts = 3;
        schedule.options.backoff = parseBackoff(u"fixed:10s").value();
        schedule.options.leaseFor = 90s;
        schedule.options.keepResult = true;
        schedule.expiresAfter = 10min;
        schedule.enabled = false;
        QCOMPARE(addScheduleCommand("mail", schedule, true),
            u"duectl schedules --zone='Asia/Shanghai' --missed='once' --payload='{\"it\":\"it'\\''s\"}' "
            "--max-attempts='3' --backoff='fixed:10s' --lease='1m30s' --expires='10m' --keep-result --disabled "
            "--replace "
            "'mail' add 'nightly' '30 3 * * mon-fri' 'report.send'"_s);
        QCOMPARE(scheduleCommand("mail", "run-now", "nightly"), u"duectl schedules 'mail' run-now 'nightly'"_s);
        QCOMPARE(scheduleCommand("-m", "remove", "n"), u"duectl schedules -- '-m' remove 'n'"_s);
    }
};

QTEST_MAIN(TestCronWords)
#include "tst_cronwords.moc"
