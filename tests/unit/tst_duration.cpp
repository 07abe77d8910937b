// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"

#include <QTest>

using namespace dueline;

class TestDuration : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void durationsAreReadAndWrittenBack_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ms");
        QTest::addColumn<QString>("written");
        QTest::newRow("ms") << "500ms" << qint64(500) << "500ms";
        QTest::newRow("s") << "5s" << qint64(5000) << "5s";
        QTest::newRow("m") << "10m" << qint64(600'000) << "10m";
        QTest::newRow("h") << "2h" << qint64(7'200'000) << "2h";
        QTest::newRow("d") << "3d" << qint64(259'200'000) << "3d";
        QTest::newRow("sum") << "1h30m" << qint64(5'400'000) << "1h30m";
        QTest::newRow("all") << "1d2h3m4s5ms" << qint64(93'784'005) << "1d2h3m4s5ms";
        QTest::newRow("carried") << "90s" << qint64(90'000) << "1m30s";
        QTest::newRow("zero") << "0" << qint64(0) << "0s";
        QTest::newRow("zero with a unit") << "0h" << qint64(0) << "0s";
        QTest::newRow("the longest") << "36525d" << qint64(3'155'760'000'000) << "36525d";
    }
    void durationsAreReadAndWrittenBack()
    {
        QFETCH(QString, text);
        QFETCH(qint64, ms);
        QFETCH(QString, written);
        const Result<Millis> read = parseDuration(text);
        QVERIFY2(read.ok(), qPrintable(text));
        QCOMPARE(read->count(), ms);
        QCOMPARE(formatDuration(*read), written);
        QCOMPARE(parseDuration(written)->count(), ms);
    }

    void whatIsNoDurationIsRefusedAndNamed_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
            {"", " ", "5", "s", "5 s", " 5s", "5s ", "1.5h", "5S", "5sec", "-5s", "+5s", "1m1h", "1s1s", "00", "1h30",
                "0x5s", "36525d1ms", "9999999999999999999999ms", "106751991168d", "5\xc2\xb5s", "١s"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void whatIsNoDurationIsRefusedAndNamed()
    {
        QFETCH(QString, text);
        const Result<Millis> read = parseDuration(text);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Usage);
        QVERIFY2(read.error().message.contains(u'"' + text + u'"'), qPrintable(read.error().message));
    }

    void aSignIsTakenOnlyWhereItIsAllowed()
    {
        QCOMPARE(parseDuration(u"-1h", true)->count(), -3'600'000);
        QCOMPARE(parseDuration(u"+1h", true)->count(), 3'600'000);
        QCOMPARE(parseDuration(u"1h", true)->count(), 3'600'000);
        for (const QStringView text : {u"-", u"+", u"--1h", u"+-1h", u"- 1h"})
            QVERIFY(!parseDuration(text, true));
        QCOMPARE(formatDuration(Millis(-90'000)), QStringLiteral("-1m30s"));
        QVERIFY(!formatDuration(Millis::min()).isEmpty());
    }

    void instantsAreReadWithTheirOffset_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("utc");
        QTest::newRow("Z") << "2026-11-21T08:00:00Z"
                           << "2026-11-21T08:00:00.000Z";
        QTest::newRow("offset") << "2026-11-21T08:00:00+08:00"
                                << "2026-11-21T00:00:00.000Z";
        QTest::newRow("offset without colon") << "2026-11-21T08:00:00+0800"
                                              << "2026-11-21T00:00:00.000Z";
        QTest::newRow("west, into the next day") << "2026-12-31T23:30:00-01:30"
                                                 << "2027-01-01T01:00:00.000Z";
        QTest::newRow("no seconds") << "2026-11-21T08:00Z"
                                    << "2026-11-21T08:00:00.000Z";
        QTest::newRow("tenths") << "2026-11-21T08:00:00.5Z"
                                << "2026-11-21T08:00:00.500Z";
        QTest::newRow("nanoseconds are cut") << "2026-11-21T08:00:00.123999999Z"
                                             << "2026-11-21T08:00:00.123Z";
        QTest::newRow("leap day") << "2028-02-29T00:00:00Z"
                                  << "2028-02-29T00:00:00.000Z";
        QTest::newRow("before 1970") << "1969-12-31T23:59:59.999Z"
                                     << "1969-12-31T23:59:59.999Z";
        QTest::newRow("epoch ms") << "1795248000000"
                                  << "2026-11-21T08:00:00.000Z";
        QTest::newRow("far") << "900000000000000"
                             << "+30489-11-11T16:00:00.000Z";
        QTest::newRow("far, written out") << "+57870-11-16T00:00:00Z"
                                          << "+57870-11-16T00:00:00.000Z";
        QTest::newRow("the last that a score holds") << "+287168-08-24T16:00:00Z"
                                                     << "+287168-08-24T16:00:00.000Z";
        // The window's format for instants.
        QTest::newRow("a space") << "2026-11-21 08:00:00Z"
                                 << "2026-11-21T08:00:00.000Z";
        QTest::newRow("shown in UTC") << "2026-11-21 08:00:00.123 UTC"
                                      << "2026-11-21T08:00:00.123Z";
        QTest::newRow("shown in Shanghai") << "2026-11-21 08:00:00.123 UTC+8"
                                           << "2026-11-21T00:00:00.123Z";
        QTest::newRow("shown in St. John's") << "2026-11-21 08:00 UTC-3:30"
                                             << "2026-11-21T11:30:00.000Z";
        QTest::newRow("shown with two digits") << "2026-11-21 08:00 UTC+12:45"
                                               << "2026-11-20T19:15:00.000Z";
        QTest::newRow("a space before the offset") << "2026-11-21 08:00:00 +08:00"
                                                   << "2026-11-21T00:00:00.000Z";
    }
    void instantsAreReadWithTheirOffset()
    {
        QFETCH(QString, text);
        QFETCH(QString, utc);
        const Result<TimePoint> read = parseInstant(text);
        QVERIFY2(read.ok(), qPrintable(text));
        QCOMPARE(formatInstant(*read), utc);
    }

    void whatIsNoInstantIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "now", "2026-11-21", "2026-11-21T08Z", "2026-11-21  08:00:00Z",
                 "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T08:60:00Z",
                 "2026-11-21T08:00:60Z", "2026-11-21T08:00:00.Z", "2026-11-21T08:00:00+8", "2026-11-21T08:00:00+08:60",
                 "2026-11-21T08:00:00+99:00", "2026-11-21T08:00:00ZZ", " 2026-11-21T08:00:00Z", "123456789",
                 "1234567890123456", "-1795248000000", "52026-11-21T08:00:00Z", "+2026-11-21T08:00:00Z",
                 "+2026000-11-21T08:00:00Z", "2026-11-21T08:00:00  Z", "0000-11-21T08:00:00Z",
                 "2026-11-21 08:00:00 UTC+", "2026-11-21 08:00:00 UTC+8:3", "2026-11-21 08:00:00 UTC+830",
                 "2026-11-21 08:00:00 CST", "1764061200", "1764061200000000", "1764061200000000000", "20261125",
                 "20261125090000", "01764061200000", "2026-11-21T08:00:00", "02026-11-21T08:00:00Z",
                 "+287168-08-24T16:00:00.001Z", "+578700-12-16T00:00:00Z"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void whatIsNoInstantIsRefused()
    {
        QFETCH(QString, text);
        const Result<TimePoint> read = parseInstant(text);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Usage);
    }

    void aTimeWithoutOffsetSaysThatTheOffsetIsMissing()
    {
        for (const QStringView text : {u"2026-11-21T08:00:00", u"2026-11-21 08:00", u"2026-11-21 08:00:00.000"}) {
            const Result<TimePoint> read = parseInstant(text);
            QVERIFY(!read && isNearlyInstant(text));
            QVERIFY2(read.error().message.contains(u"no UTC offset"), qPrintable(read.error().message));
            QVERIFY2(read.error().message.contains(u"write 2026-11-21T08:00:00Z"), qPrintable(read.error().message));
        }
    }

    void aTimeBeyondWhatAScoreHoldsNamesTheLastOne()
    {
        const Result<TimePoint> read = parseInstant(u"+578700-12-16T00:00:00Z");
        QVERIFY(!read);
        QVERIFY2(read.error().message.endsWith(u"up to +287168-08-24T16:00:00Z."), qPrintable(read.error().message));
    }

    void aDayIsNoInstant()
    {
        const Result<TimePoint> read = parseInstant(u"2026-11-21");
        QVERIFY(!read && isNearlyInstant(u"2026-11-21"));
        QVERIFY2(read.error().message.contains(u"write 2026-11-21T00:00:00Z"), qPrintable(read.error().message));
        QVERIFY(!isNearlyInstant(u"soon") && !isNearlyInstant(u"5m") && !isNearlyInstant(u"300"));
    }
};

QTEST_APPLESS_MAIN(TestDuration)
#include "tst_duration.moc"
