// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/errorexcerpt.h"
#include "core/queue/errors/errorpattern.h"
#include "tests/support/hostilestrings.h"

#include <QTest>

using namespace dueline;
using namespace dueline::test;

/// Tests which part of a long error is kept.
class TestErrorExcerpt : public QObject
{
    Q_OBJECT

    static constexpr qsizetype limit = 1024;

    static QByteArray frames(int count, const QByteArray& frame)
    {
        QByteArray text;
        for (int i = 0; i < count; ++i)
            text += frame + QByteArray::number(i) + '\n';
        return text;
    }

private Q_SLOTS:
    void whatFitsStaysAsItIs()
    {
        QCOMPARE(errorExcerpt({}, limit), QByteArray());
        QCOMPARE(errorExcerpt("refused", limit), QByteArray("refused"));
        QCOMPARE(errorExcerpt(" a\n\n", limit), QByteArray(" a\n\n"));
        QCOMPARE(errorExcerpt(QByteArray(limit, 'x'), limit), QByteArray(limit, 'x'));
    }

    /// Python writes the error itself on the last line.
    void theLastLineOfATracebackIsKept()
    {
        const QByteArray error = "Traceback (most recent call last):\n"
            + frames(60, "  File \"/srv/app/mail/deliver.py\", line 41, in deliver_")
            + "smtplib.SMTPServerDisconnected: Connection unexpectedly closed\n";
        const QByteArray kept = errorExcerpt(error, limit);
        QVERIFY(kept.size() <= limit && kept.size() > limit - 150);
        QVERIFY(kept.startsWith("Traceback (most recent call last):\n  File "));
        QVERIFY(kept.endsWith("deliver_59\nsmtplib.SMTPServerDisconnected: Connection unexpectedly closed"));
        QCOMPARE(kept.count("\n\xE2\x80\xA6\n"), 1);
        QCOMPARE(errorText(kept), errorText(error)); // The excerpt belongs to the same failure group as the error.
        QCOMPARE(errorPattern(kept), errorPattern(error));
    }

    /// Java and JavaScript write the error first and its root cause last.
    void theFirstLineAndTheLastCauseAreKept()
    {
        const QByteArray error = "java.lang.IllegalStateException: no connection to db-7\n"
            + frames(40, "\tat com.shop.mail.Deliver.run(Deliver.java:")
            + "Caused by: java.net.ConnectException: refused\n\t... 12 more";
        const QByteArray kept = errorExcerpt(error, limit);
        QVERIFY(kept.size() <= limit);
        QVERIFY(kept.startsWith("java.lang.IllegalStateException: no connection to db-7\n\tat "));
        QVERIFY(kept.endsWith("\nCaused by: java.net.ConnectException: refused\n\t... 12 more"));
        QCOMPARE(errorText(kept), errorText(error));
    }

    void longLinesAreCutBetweenLetters()
    {
        const QByteArray letter = "\xE4\xB8\x87"; // the character 万
        QCOMPARE(errorExcerpt(letter.repeated(500), limit), letter.repeated(341));
        const QByteArray lines = letter.repeated(500) + '\n' + letter.repeated(600);
        const QByteArray kept = errorExcerpt(lines, limit);
        QVERIFY(kept.size() <= limit && kept.size() > limit - 8);
        QCOMPARE(QString::fromUtf8(kept).toUtf8(), kept);
        QVERIFY(!QString::fromUtf8(kept).contains(QChar::ReplacementCharacter));
        QCOMPARE(kept.count('\n'), 2);
    }

    void neverLongerThanAsked()
    {
        for (const HostileString& each : hostileStrings("/dev/null", "http://127.0.0.1:1/")) {
            for (const qsizetype most : {0, 1, 3, 16, 19, 20, 21, 64, 1024}) {
                const QByteArray text = (each.bytes + '\n').repeated(7) + each.bytes.repeated(90);
                QVERIFY2(errorExcerpt(text, most).size() <= most, each.what);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestErrorExcerpt)
#include "tst_errorexcerpt.moc"
