// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"
#include "core/base/typedinstant.h"

#include <QSet>
#include <QTest>
#include <QTimeZone>

#include <algorithm>

using namespace dueline;

namespace {

/// A user's time zone, and the instant in UTC at which the user types.
struct Desk
{
    const char* zone;
    const char* now;
};
constexpr Desk shanghai{"Asia/Shanghai", "2026-11-25T02:00:00Z"}; // Wednesday, 10:00 local time
constexpr Desk berlinSpring{"Europe/Berlin", "2027-03-27T11:00:00Z"}; // Saturday, 12:00 local time
constexpr Desk berlinAutumn{"Europe/Berlin", "2026-10-24T10:00:00Z"}; // Saturday, 12:00 local time
constexpr Desk newYorkSpring{"America/New_York", "2027-03-13T17:00:00Z"}; // Saturday, 12:00 local time
constexpr Desk newYorkAutumn{"America/New_York", "2026-11-01T00:00:00Z"}; // Saturday, 20:00 local time

struct Row
{
    const Desk& desk;
    const char* typed;
    const char* means;
};

/// Each time is as a clock in that zone shows it; the instant was computed by another program (Python's zoneinfo).
/// Berlin skips an hour on March 28, 2027, and repeats one on October 25, 2026; New York skips one on March 14, 2027,
/// and repeats one on November 1, 2026.
const Row rows[]{
    {shanghai, "now", "2026-11-25T02:00:00Z"},
    {shanghai, "现在", "2026-11-25T02:00:00Z"},
    {shanghai, "today", "2026-11-24T16:00:00Z"},
    {shanghai, "tomorrow", "2026-11-25T16:00:00Z"},
    {shanghai, "Tomorrow 9", "2026-11-26T01:00:00Z"},
    {shanghai, "tomorrow 9am", "2026-11-26T01:00:00Z"},
    {shanghai, "tomorrow at 9:30", "2026-11-26T01:30:00Z"},
    {shanghai, "9pm tomorrow", "2026-11-26T13:00:00Z"},
    {shanghai, "yesterday 23:59", "2026-11-24T15:59:00Z"},
    {shanghai, "day after tomorrow 7", "2026-11-26T23:00:00Z"},
    {shanghai, "the day after tomorrow", "2026-11-26T16:00:00Z"},
    {shanghai, "noon", "2026-11-25T04:00:00Z"},
    {shanghai, "tomorrow noon", "2026-11-26T04:00:00Z"},
    {shanghai, "12am", "2026-11-24T16:00:00Z"},
    {shanghai, "12pm", "2026-11-25T04:00:00Z"},
    {shanghai, "17:30", "2026-11-25T09:30:00Z"},
    {shanghai, "8:05", "2026-11-25T00:05:00Z"},
    {shanghai, "mon 08:30", "2026-11-30T00:30:00Z"},
    {shanghai, "wed 9", "2026-11-25T01:00:00Z"},
    {shanghai, "wed 11", "2026-11-25T03:00:00Z"},
    {shanghai, "thursday", "2026-11-25T16:00:00Z"},
    {shanghai, "this friday 5pm", "2026-11-27T09:00:00Z"},
    {shanghai, "next friday 9am", "2026-12-04T01:00:00Z"},
    {shanghai, "next monday", "2026-11-29T16:00:00Z"},
    {shanghai, "fri 18:00", "2026-11-27T10:00:00Z"},
    {shanghai, "saturday", "2026-11-27T16:00:00Z"},
    {shanghai, "明天晚上8点半", "2026-11-26T12:30:00Z"},
    {shanghai, "sun 22:00", "2026-11-29T14:00:00Z"},
    {shanghai, "2026-12-24", "2026-12-23T16:00:00Z"},
    {shanghai, "2026-12-24 18:00", "2026-12-24T10:00:00Z"},
    {shanghai, "2026-12-24T18:00:30", "2026-12-24T10:00:30Z"},
    {shanghai, "2026-12-24 6pm", "2026-12-24T10:00:00Z"},
    {shanghai, "2026-12-24 9:00", "2026-12-24T01:00:00Z"},
    {shanghai, "2026-12-24 9:05:07", "2026-12-24T01:05:07Z"},
    {shanghai, "+5m", "2026-11-25T02:05:00Z"},
    {shanghai, "5m", "2026-11-25T02:05:00Z"},
    {shanghai, "+2h", "2026-11-25T04:00:00Z"},
    {shanghai, "in 2 hours", "2026-11-25T04:00:00Z"},
    {shanghai, "1 week 3 days", "2026-12-05T02:00:00Z"},
    {shanghai, "5 min ago", "2026-11-25T01:55:00Z"},
    {shanghai, "-30s", "2026-11-25T01:59:30Z"},
    {shanghai, "90 seconds", "2026-11-25T02:01:30Z"},
    {shanghai, "今天", "2026-11-24T16:00:00Z"},
    {shanghai, "明天", "2026-11-25T16:00:00Z"},
    {shanghai, "明天 9点", "2026-11-26T01:00:00Z"},
    {shanghai, "明天九点半", "2026-11-26T01:30:00Z"},
    {shanghai, "明天上午9点", "2026-11-26T01:00:00Z"},
    {shanghai, "明天下午3点半", "2026-11-26T07:30:00Z"},
    {shanghai, "后天 18:00", "2026-11-27T10:00:00Z"},
    {shanghai, "大后天 8点", "2026-11-28T00:00:00Z"},
    {shanghai, "昨天 9点", "2026-11-24T01:00:00Z"},
    {shanghai, "前天", "2026-11-22T16:00:00Z"},
    {shanghai, "今晚 8点", "2026-11-25T12:00:00Z"},
    {shanghai, "明晚十点", "2026-11-26T14:00:00Z"},
    {shanghai, "明早 7点", "2026-11-25T23:00:00Z"},
    {shanghai, "凌晨2点", "2026-11-24T18:00:00Z"},
    {shanghai, "中午", "2026-11-25T04:00:00Z"},
    {shanghai, "中午1点", "2026-11-25T05:00:00Z"},
    {shanghai, "下午3点一刻", "2026-11-25T07:15:00Z"},
    {shanghai, "晚上11点45分", "2026-11-25T15:45:00Z"},
    {shanghai, "周一 08:30", "2026-11-30T00:30:00Z"},
    {shanghai, "星期三 9点", "2026-11-25T01:00:00Z"},
    {shanghai, "周三 11点", "2026-11-25T03:00:00Z"},
    {shanghai, "下周五 9点", "2026-12-04T01:00:00Z"},
    {shanghai, "下个星期一", "2026-11-29T16:00:00Z"},
    {shanghai, "本周五下午5点", "2026-11-27T09:00:00Z"},
    {shanghai, "礼拜天 22:00", "2026-11-29T14:00:00Z"},
    {shanghai, "11月26日 9:00", "2026-11-26T01:00:00Z"},
    {shanghai, "11月24日", "2027-11-23T16:00:00Z"},
    {shanghai, "2026年12月1日 9点", "2026-12-01T01:00:00Z"},
    {shanghai, "1月2号", "2027-01-01T16:00:00Z"},
    {shanghai, "5分钟后", "2026-11-25T02:05:00Z"},
    {shanghai, "两小时后", "2026-11-25T04:00:00Z"},
    {shanghai, "半小时后", "2026-11-25T02:30:00Z"},
    {shanghai, "2个小时后", "2026-11-25T04:00:00Z"},
    {shanghai, "3天前", "2026-11-22T02:00:00Z"},
    {shanghai, "两周后", "2026-12-09T02:00:00Z"},
    {shanghai, "十分钟前", "2026-11-25T01:50:00Z"},
    {shanghai, "１７：３０", "2026-11-25T09:30:00Z"},
    {shanghai, "2026-11-25T09:00:00Z", "2026-11-25T09:00:00Z"},
    {shanghai, "2026-11-25 09:00:00.000 UTC+8", "2026-11-25T01:00:00Z"},
    {shanghai, "2026-11-25T09:00:00-03:30", "2026-11-25T12:30:00Z"},
    {shanghai, "1764061200000", "2025-11-25T09:00:00Z"},
    {berlinSpring, "now", "2027-03-27T11:00:00Z"},
    {berlinSpring, "tomorrow", "2027-03-27T23:00:00Z"},
    {berlinSpring, "tomorrow 1:59", "2027-03-28T00:59:00Z"},
    {berlinSpring, "tomorrow 2:00", "2027-03-28T01:00:00Z"},
    {berlinSpring, "tomorrow 2:30", "2027-03-28T01:30:00Z"},
    {berlinSpring, "tomorrow 3", "2027-03-28T01:00:00Z"},
    {berlinSpring, "tomorrow 3:30", "2027-03-28T01:30:00Z"},
    {berlinSpring, "tomorrow 9", "2027-03-28T07:00:00Z"},
    {berlinSpring, "2:30am tomorrow", "2027-03-28T01:30:00Z"},
    {berlinSpring, "2027-03-28 02:15", "2027-03-28T01:15:00Z"},
    {berlinSpring, "2027-03-28T02:59:59", "2027-03-28T01:59:59Z"},
    {berlinSpring, "2027-03-28 03:00", "2027-03-28T01:00:00Z"},
    {berlinSpring, "sun 2:30", "2027-03-28T01:30:00Z"},
    {berlinSpring, "sunday 23:00", "2027-03-28T21:00:00Z"},
    {berlinSpring, "mon 08:30", "2027-03-29T06:30:00Z"},
    {berlinSpring, "next saturday", "2027-04-02T22:00:00Z"},
    {berlinSpring, "+14h", "2027-03-28T01:00:00Z"},
    {berlinSpring, "+1d", "2027-03-28T11:00:00Z"},
    {berlinSpring, "in 15 hours", "2027-03-28T02:00:00Z"},
    {berlinSpring, "14:00", "2027-03-27T13:00:00Z"},
    {berlinSpring, "noon", "2027-03-27T11:00:00Z"},
    {berlinSpring, "yesterday 9", "2027-03-26T08:00:00Z"},
    {berlinSpring, "明天", "2027-03-27T23:00:00Z"},
    {berlinSpring, "明天 2:30", "2027-03-28T01:30:00Z"},
    {berlinSpring, "明天两点半", "2027-03-28T01:30:00Z"},
    {berlinSpring, "明天凌晨2点", "2027-03-28T01:00:00Z"},
    {berlinSpring, "明天 3点", "2027-03-28T01:00:00Z"},
    {berlinSpring, "周日 2点", "2027-03-28T01:00:00Z"},
    {berlinSpring, "3月28日 2:45", "2027-03-28T01:45:00Z"},
    {berlinSpring, "3月28日", "2027-03-27T23:00:00Z"},
    {berlinSpring, "今晚 8点", "2027-03-27T19:00:00Z"},
    {berlinSpring, "15小时后", "2027-03-28T02:00:00Z"},
    {berlinSpring, "一天后", "2027-03-28T11:00:00Z"},
    {berlinSpring, "后天 9点", "2027-03-29T07:00:00Z"},
    {berlinAutumn, "tomorrow", "2026-10-24T22:00:00Z"},
    {berlinAutumn, "tomorrow 1:59", "2026-10-24T23:59:00Z"},
    {berlinAutumn, "tomorrow 2:00", "2026-10-25T00:00:00Z"},
    {berlinAutumn, "tomorrow 2:30", "2026-10-25T00:30:00Z"},
    {berlinAutumn, "tomorrow 2:59", "2026-10-25T00:59:00Z"},
    {berlinAutumn, "tomorrow 3:00", "2026-10-25T02:00:00Z"},
    {berlinAutumn, "tomorrow 9am", "2026-10-25T08:00:00Z"},
    {berlinAutumn, "2026-10-25 02:30", "2026-10-25T00:30:00Z"},
    {berlinAutumn, "2026-10-25T02:30:00+01:00", "2026-10-25T01:30:00Z"},
    {berlinAutumn, "2026-10-25 02:30:00.000 UTC+2", "2026-10-25T00:30:00Z"},
    {berlinAutumn, "2026-10-25 02:30:00.000 UTC+1", "2026-10-25T01:30:00Z"},
    {berlinAutumn, "sun 2:30", "2026-10-25T00:30:00Z"},
    {berlinAutumn, "mon 9", "2026-10-26T08:00:00Z"},
    {berlinAutumn, "sat 11:00", "2026-10-24T09:00:00Z"},
    {berlinAutumn, "sat 13:00", "2026-10-24T11:00:00Z"},
    {berlinAutumn, "+14h", "2026-10-25T00:00:00Z"},
    {berlinAutumn, "+15h", "2026-10-25T01:00:00Z"},
    {berlinAutumn, "+1d", "2026-10-25T10:00:00Z"},
    {berlinAutumn, "23:30", "2026-10-24T21:30:00Z"},
    {berlinAutumn, "day after tomorrow 9", "2026-10-26T08:00:00Z"},
    {berlinAutumn, "明天", "2026-10-24T22:00:00Z"},
    {berlinAutumn, "明天 2:30", "2026-10-25T00:30:00Z"},
    {berlinAutumn, "明天凌晨2点半", "2026-10-25T00:30:00Z"},
    {berlinAutumn, "明天 3点", "2026-10-25T02:00:00Z"},
    {berlinAutumn, "周日 2:30", "2026-10-25T00:30:00Z"},
    {berlinAutumn, "10月25日 2:15", "2026-10-25T00:15:00Z"},
    {berlinAutumn, "10月23日", "2027-10-22T22:00:00Z"},
    {berlinAutumn, "明天晚上9点", "2026-10-25T20:00:00Z"},
    {berlinAutumn, "24小时后", "2026-10-25T10:00:00Z"},
    {berlinAutumn, "半小时前", "2026-10-24T09:30:00Z"},
    {newYorkSpring, "tomorrow", "2027-03-14T05:00:00Z"},
    {newYorkSpring, "tomorrow 1:30", "2027-03-14T06:30:00Z"},
    {newYorkSpring, "tomorrow 2:00", "2027-03-14T07:00:00Z"},
    {newYorkSpring, "tomorrow 2:30am", "2027-03-14T07:30:00Z"},
    {newYorkSpring, "tomorrow 3:00", "2027-03-14T07:00:00Z"},
    {newYorkSpring, "tomorrow noon", "2027-03-14T16:00:00Z"},
    {newYorkSpring, "2027-03-14 02:10", "2027-03-14T07:10:00Z"},
    {newYorkSpring, "2027-03-14", "2027-03-14T05:00:00Z"},
    {newYorkSpring, "sun 2:45", "2027-03-14T07:45:00Z"},
    {newYorkSpring, "this sunday 9pm", "2027-03-15T01:00:00Z"},
    {newYorkSpring, "next sunday 2:30", "2027-03-21T06:30:00Z"},
    {newYorkSpring, "mon 08:30", "2027-03-15T12:30:00Z"},
    {newYorkSpring, "+13h", "2027-03-14T06:00:00Z"},
    {newYorkSpring, "+15h", "2027-03-14T08:00:00Z"},
    {newYorkSpring, "in 1 day", "2027-03-14T17:00:00Z"},
    {newYorkSpring, "12:30", "2027-03-13T17:30:00Z"},
    {newYorkSpring, "11:30pm", "2027-03-14T04:30:00Z"},
    {newYorkSpring, "yesterday", "2027-03-12T05:00:00Z"},
    {newYorkSpring, "明天", "2027-03-14T05:00:00Z"},
    {newYorkSpring, "明天 2点", "2027-03-14T07:00:00Z"},
    {newYorkSpring, "明天凌晨两点半", "2027-03-14T07:30:00Z"},
    {newYorkSpring, "明天中午", "2027-03-14T16:00:00Z"},
    {newYorkSpring, "3月14日 2:59", "2027-03-14T07:59:00Z"},
    {newYorkSpring, "下周日 2:30", "2027-03-21T06:30:00Z"},
    {newYorkSpring, "今晚 11点", "2027-03-14T04:00:00Z"},
    {newYorkSpring, "两天后", "2027-03-15T17:00:00Z"},
    {newYorkSpring, "13小时后", "2027-03-14T06:00:00Z"},
    {newYorkAutumn, "tomorrow", "2026-11-01T04:00:00Z"},
    {newYorkAutumn, "tomorrow 0:59", "2026-11-01T04:59:00Z"},
    {newYorkAutumn, "tomorrow 1:00", "2026-11-01T05:00:00Z"},
    {newYorkAutumn, "tomorrow 1:30", "2026-11-01T05:30:00Z"},
    {newYorkAutumn, "tomorrow 1:59am", "2026-11-01T05:59:00Z"},
    {newYorkAutumn, "tomorrow 2:00", "2026-11-01T07:00:00Z"},
    {newYorkAutumn, "tomorrow 9", "2026-11-01T14:00:00Z"},
    {newYorkAutumn, "2026-11-01 01:30", "2026-11-01T05:30:00Z"},
    {newYorkAutumn, "2026-11-01T01:30:00-05:00", "2026-11-01T06:30:00Z"},
    {newYorkAutumn, "2026-11-01 01:30:00.000 UTC-4", "2026-11-01T05:30:00Z"},
    {newYorkAutumn, "sun 1:30", "2026-11-01T05:30:00Z"},
    {newYorkAutumn, "monday 9am", "2026-11-02T14:00:00Z"},
    {newYorkAutumn, "sat 19:00", "2026-10-31T23:00:00Z"},
    {newYorkAutumn, "sat 21:00", "2026-11-01T01:00:00Z"},
    {newYorkAutumn, "next saturday 9", "2026-11-07T14:00:00Z"},
    {newYorkAutumn, "+5h", "2026-11-01T05:00:00Z"},
    {newYorkAutumn, "+6h", "2026-11-01T06:00:00Z"},
    {newYorkAutumn, "1d 2h", "2026-11-02T02:00:00Z"},
    {newYorkAutumn, "20:30", "2026-11-01T00:30:00Z"},
    {newYorkAutumn, "2026-11-01 2am", "2026-11-01T07:00:00Z"},
    {newYorkAutumn, "明天", "2026-11-01T04:00:00Z"},
    {newYorkAutumn, "明天 1:30", "2026-11-01T05:30:00Z"},
    {newYorkAutumn, "明天凌晨1点半", "2026-11-01T05:30:00Z"},
    {newYorkAutumn, "明天 2点", "2026-11-01T07:00:00Z"},
    {newYorkAutumn, "周日 1:15", "2026-11-01T05:15:00Z"},
    {newYorkAutumn, "11月1日 1点", "2026-11-01T05:00:00Z"},
    {newYorkAutumn, "明早 9点", "2026-11-01T14:00:00Z"},
    {newYorkAutumn, "6小时后", "2026-11-01T06:00:00Z"},
    {newYorkAutumn, "两小时前", "2026-10-31T22:00:00Z"},
    // A weekday means its next occurrence, which may be today, even if that time has already passed.
    {shanghai, "wed", "2026-11-24T16:00:00Z"},
    {shanghai, "周三", "2026-11-24T16:00:00Z"},
    {shanghai, "9:00", "2026-11-25T01:00:00Z"},
    {shanghai, "tue 9", "2026-12-01T01:00:00Z"},
    {shanghai, "midnight", "2026-11-25T16:00:00Z"},
    {shanghai, "午夜", "2026-11-25T16:00:00Z"},
    {berlinSpring, "midnight", "2027-03-27T23:00:00Z"},
    {shanghai, "tonight", "2026-11-25T12:00:00Z"},
    {shanghai, "今晚", "2026-11-25T12:00:00Z"},
    {shanghai, "明晚", "2026-11-26T12:00:00Z"},
    {shanghai, "tonight 8", "2026-11-25T12:00:00Z"},
    {shanghai, "Tonight at 11:30", "2026-11-25T15:30:00Z"},
    {shanghai, "9:30pm tonight", "2026-11-25T13:30:00Z"},
    {shanghai, "tonight 22:15", "2026-11-25T14:15:00Z"},
    {shanghai, "in an hour", "2026-11-25T03:00:00Z"},
    {shanghai, "in a minute", "2026-11-25T02:01:00Z"},
    {shanghai, "in half an hour", "2026-11-25T02:30:00Z"},
    {shanghai, "an hour ago", "2026-11-25T01:00:00Z"},
    {shanghai, "1小时后", "2026-11-25T03:00:00Z"},
    {shanghai, "一小时后", "2026-11-25T03:00:00Z"},
    {shanghai, "28 nov", "2026-11-27T16:00:00Z"},
    {shanghai, "nov 28 9:00", "2026-11-28T01:00:00Z"},
    {shanghai, "Nov 28th at 9pm", "2026-11-28T13:00:00Z"},
    {shanghai, "28 November 2027 9:00", "2027-11-28T01:00:00Z"},
    {shanghai, "9:00 28 nov", "2026-11-28T01:00:00Z"},
    {shanghai, "24 nov", "2027-11-23T16:00:00Z"},
    {shanghai, "may 1, 2027", "2027-04-30T16:00:00Z"},
    {shanghai, "tomorrow 9 utc", "2026-11-26T09:00:00Z"},
    {shanghai, "明天9点 UTC", "2026-11-26T09:00:00Z"},
    {shanghai, "9:00 utc", "2026-11-25T09:00:00Z"},
    {shanghai, "28 nov 9:00 UTC", "2026-11-28T09:00:00Z"},
    {newYorkSpring, "tomorrow 2:30 utc", "2027-03-14T02:30:00Z"},
    {newYorkSpring, "tomorrow 9 utc+8", "2027-03-15T01:00:00Z"},
};

} // namespace

/// Tests text typed into a time field: in English and Chinese, in three time zones, and across both clock changes.
class TestTypedTimes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachMeansItsInstant_data()
    {
        QTest::addColumn<QByteArray>("zone");
        QTest::addColumn<QString>("now");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("means");
        int number = 0;
        for (const Row& row : rows) {
            const QString typed = QString::fromUtf8(row.typed);
            QTest::addRow("%d %s %s", ++number, row.desk.zone, row.typed)
                << QByteArray(row.desk.zone) << QString::fromLatin1(row.desk.now) << typed
                << QString::fromLatin1(row.means);
        }
    }
    void eachMeansItsInstant()
    {
        QFETCH(QByteArray, zone);
        QFETCH(QString, now);
        QFETCH(QString, typed);
        QFETCH(QString, means);
        const QTimeZone there(zone);
        QVERIFY(there.isValid());
        const auto read = parseTypedInstant(typed, there, *parseInstant(now));
        QVERIFY2(read.ok(), read ? "" : qPrintable(read.error().message));
        QCOMPARE(formatInstant(read->at), formatInstant(*parseInstant(means)));
    }
    void thereAreTwoHundredInBothLanguagesAndThreeZones()
    {
        QSet<QByteArray> zones;
        int chinese = 0;
        int all = 0;
        for (const Row& row : rows) {
            zones << row.desk.zone;
            ++all;
            const QString typed = QString::fromUtf8(row.typed);
            chinese += std::any_of(typed.begin(), typed.end(), [](QChar c) { return c >= u'\u4e00'; }) ? 1 : 0;
        }
        QVERIFY2(all >= 200, qPrintable(QString::number(all)));
        QVERIFY(chinese >= 70 && all - chinese >= 100);
        QCOMPARE(zones.size(), 3);
    }
};

QTEST_APPLESS_MAIN(TestTypedTimes)
#include "tst_typedtimes.moc"
