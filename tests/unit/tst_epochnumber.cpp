// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"
#include "core/base/epochnumber.h"

#include <QRegularExpression>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests which numbers are read as instants in milliseconds, and which are refused because they probably mean something
/// else.
class TestEpochNumber : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsLikelySomethingElseIsRefusedWithBothReadings_data()
    {
        QTest::addColumn<qint64>("number");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, qint64 number, const char* says) {
            QTest::newRow(name) << number << QString::fromLatin1(says);
        };
        row("seconds", 1'764'061'200,
            "1764061200 ms is 1970-01-21T10:01:01.200Z; if the number is in seconds, write 1764061200000 or "
            "2025-11-25T09:00:00Z; "
            "if not, write 1970-01-21T10:01:01.200Z.");
        row("the first second of 2000", 946'684'800,
            "if the number is in seconds, write 946684800000 or 2000-01-01T00:00:00Z");
        row("the last second of 2099", 4'102'444'799,
            "if the number is in seconds, write 4102444799000 or 2099-12-31T23:59:59Z");
        row("never, in seconds", 9'999'999'999,
            "if the number is in seconds, write 9999999999000 or 2286-11-20T17:46:39Z");
        row("never, in more seconds", 99'999'999'999,
            "if the number is in seconds, write 99999999999000 or 5138-11-16T09:46:39Z");
        row("microseconds", 1'764'061'200'000'000,
            "1764061200000000 ms is +57870-11-16T00:00:00Z; if the number is in microseconds, write 1764061200000 or "
            "2025-11-25T09:00:00Z; "
            "if not, write +57870-11-16T00:00:00Z.");
        row("nanoseconds", 1'764'061'200'000'000'000,
            "1764061200000000000 is too large for milliseconds since 1970; if the number is in nanoseconds, write "
            "1764061200000 or "
            "2025-11-25T09:00:00Z.");
        row("digits of a date and a time", 20'261'125'090'000, "if the number is a date, write 2026-11-25T09:00:00Z");
        row("without seconds", 202'611'250'900,
            "202611250900 ms is 1976-06-03T00:54:10.900Z; if the number is a date, write 2026-11-25T09:00:00Z");
        row("digits of a day", 20'261'125, "if the number is a date, write 2026-11-25T00:00:00Z");
    }
    void whatIsLikelySomethingElseIsRefusedWithBothReadings()
    {
        QFETCH(qint64, number);
        QFETCH(QString, says);
        const auto read = instantOfNumber(number);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Usage);
        QVERIFY2(read.error().message.contains(says), qPrintable(read.error().message));
        // Each form that the message suggests is valid.
        static const QRegularExpression written(u"(\\+?\\d{4,6}-[0-9T:.-]+Z|\\b\\d{12,14})(?= or |;|\\.$)"_s);
        int offered = 0;
        for (auto found = written.globalMatch(read.error().message); found.hasNext(); ++offered) {
            const QString text = found.next().captured(1);
            QVERIFY2(parseInstant(text).ok(), qPrintable(text));
        }
        QVERIFY2(offered >= 1, qPrintable(read.error().message));
    }

    void whatHasNoLikelierReadingIsTaken_data()
    {
        QTest::addColumn<qint64>("number");
        for (const qint64 number : {0LL, 1LL, -5LL, 946'684'799LL, 946'684'800'000LL, 1'764'061'200'000LL,
                 4'102'444'799'999LL, 4'102'444'800'000LL, 20'261'325'090'000LL, 19'991'125'090'000LL,
                 253'402'300'799'000LL, 900'000'000'000'000LL, 9'000'000'000'000'000LL})
            QTest::newRow(QByteArray::number(number).constData()) << number;
    }
    void whatHasNoLikelierReadingIsTaken()
    {
        QFETCH(qint64, number);
        const auto read = instantOfNumber(number);
        QVERIFY2(read.ok(), read.ok() ? "" : qPrintable(read.error().message));
        QCOMPARE(toMs(*read), number);
    }

    /// Every instant refused as a number can be written in a valid form.
    void everyRefusedNumberCanBeWrittenOut()
    {
        for (const qint64 number :
            {946'684'800LL, 1'764'061'200LL, 99'999'999'999LL, 946'684'800'000'000LL, 4'102'444'799'999'999LL}) {
            const auto read = parseInstant(formatInstant(fromMs(number)));
            QVERIFY(read.ok());
            QCOMPARE(toMs(*read), number);
        }
    }

    void strangersMayMeanSeconds()
    {
        QCOMPARE(instantInOurTime(1'764'061'200), fromMs(1'764'061'200'000));
        QCOMPARE(instantInOurTime(1'764'061'200'123), fromMs(1'764'061'200'123));
        for (const qint64 number : {0LL, 120LL, 946'684'799LL, 4'102'444'800LL, 1'764'061'200'000'000LL})
            QCOMPARE(instantInOurTime(number), std::nullopt);
    }
};

QTEST_APPLESS_MAIN(TestEpochNumber)
#include "tst_epochnumber.moc"
