// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/retrypolicy.h"

#include <QTest>

using namespace dueline;

/// Tests the retry delays of failed tasks.
class TestRetryPolicy : public QObject
{
    Q_OBJECT

private slots:
    void delaysFollowTheSpecification_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<QList<int>>("milliseconds");
        QTest::newRow("none") << "none" << QList<int>{0, 0, 0};
        QTest::newRow("fixed") << "fixed:10s" << QList<int>{10'000, 10'000, 10'000};
        QTest::newRow("doubling to the cap")
            << "exp:2s:5m" << QList<int>{2000, 4000, 8000, 16'000, 32'000, 64'000, 128'000, 256'000, 300'000, 300'000};
        QTest::newRow("cap equal to the base") << "exp:1s:1s" << QList<int>{1000, 1000};
        QTest::newRow("from nothing") << "exp:0:5m" << QList<int>{0, 0};
        QTest::newRow("list, the last repeats") << "list:1s,10s,1m" << QList<int>{1000, 10'000, 60'000, 60'000};
        QTest::newRow("list of one") << "list:250ms" << QList<int>{250, 250};
    }
    void delaysFollowTheSpecification()
    {
        QFETCH(QString, spec);
        QFETCH(QList<int>, milliseconds);
        const auto backoff = parseBackoff(spec);
        QVERIFY2(backoff, qPrintable(spec));
        for (int i = 0; i < milliseconds.size(); ++i)
            QCOMPARE(backoff->delayAfter(i + 1), Millis(milliseconds[i]));
    }

    void aHugeAttemptNumberStaysAtTheCap()
    {
        Backoff backoff;
        backoff.cap = std::chrono::hours(24 * 365 * 100);
        QCOMPARE(backoff.delayAfter(2'000'000'000), backoff.cap);
    }

    void specificationsAreReadBackAsWritten_data()
    {
        QTest::addColumn<QString>("spec");
        for (const char* spec : {"none", "fixed:10s", "exp:2s:5m", "list:1s,10s,1m", "fixed:1m30s"})
            QTest::newRow(spec) << QString::fromLatin1(spec);
    }
    void specificationsAreReadBackAsWritten()
    {
        QFETCH(QString, spec);
        const auto backoff = parseBackoff(spec);
        QVERIFY(backoff);
        QCOMPARE(formatBackoff(*backoff), spec);
        QCOMPARE(*parseBackoff(formatBackoff(*backoff)), *backoff);
    }

    void whatIsNoSpecificationIsRefusedWithExamples_data()
    {
        QTest::addColumn<QString>("spec");
        for (const char* spec : {"", "fixed", "fixed:", "fixed:x", "exp:2s", "exp:2s:5m:1h", "exp:5m:2s",
                 "list:", "list:1s,", "list:1s,,2s", "None", "linear:5s", "fixed:-1s", ":", "exp::"})
            QTest::newRow(*spec ? spec : "nothing") << QString::fromLatin1(spec);
    }
    void whatIsNoSpecificationIsRefusedWithExamples()
    {
        QFETCH(QString, spec);
        const auto backoff = parseBackoff(spec);
        QVERIFY(!backoff);
        QCOMPARE(backoff.error().code, ErrorCode::Usage);
        QVERIFY(backoff.error().message.contains(spec));
    }

    void attemptsEndAtTheMaximum()
    {
        RetryPolicy policy;
        policy.maxAttempts = 3;
        QVERIFY(policy.delayAfter(1, 0.5));
        QVERIFY(policy.delayAfter(2, 0.5));
        QVERIFY(!policy.delayAfter(3, 0.5));
        QVERIFY(!policy.delayAfter(4, 0.5));
        policy.maxAttempts = 1;
        QVERIFY(!policy.delayAfter(1, 0.5));
    }

    void jitterSpreadsOverATenthToEitherSide()
    {
        RetryPolicy policy;
        policy.backoff.kind = Backoff::Kind::Fixed;
        policy.backoff.base = Millis(10'000);
        QCOMPARE(policy.delayAfter(1, 0.0), std::optional(Millis(9000)));
        QCOMPARE(policy.delayAfter(1, 0.5), std::optional(Millis(10'000)));
        QCOMPARE(policy.delayAfter(1, 0.999999), std::optional(Millis(11'000)));
    }
};

QTEST_APPLESS_MAIN(TestRetryPolicy)
#include "tst_retrypolicy.moc"
