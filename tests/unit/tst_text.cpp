// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <QElapsedTimer>
#include <QTest>

using namespace dueline;

class TestText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fullWidthSignsAndOtherBlanksAreTheOrdinaryOnes()
    {
        QCOMPARE(halfWidth(u"２０２６－11－25　09：00\u00a0～\u2009x"), QStringLiteral("2026-11-25 09:00 ~ x"));
        QCOMPARE(halfWidth(u"任务 é"), QStringLiteral("任务 é"));
    }

    void aByteOrderMarkInFrontOfWhatWasTypedGoes()
    {
        QCOMPARE(withoutMark(QStringLiteral("\ufeff mail.send ")), QStringLiteral("mail.send"));
        QCOMPARE(withoutMark(QStringLiteral(" \ufeff\ufeff")), QString());
        QCOMPARE(withoutMark(QStringLiteral("mail\ufeffsend")), QStringLiteral("mail\ufeffsend"));
    }

    void bytesBecomeOneLineThatHidesNothing_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << QByteArray("mail.send#9f31") << "mail.send#9f31";
        QTest::newRow("other scripts") << QByteArray("żółć 任务 🚀") << QStringLiteral("żółć 任务 🚀");
        QTest::newRow("zero byte") << QByteArray("a\0b", 3) << "a\\u{0}b";
        QTest::newRow("terminal escape") << QByteArray("\x1b[31mred") << "\\u{1B}[31mred";
        QTest::newRow("C1 control") << QByteArray("\xc2\x9b"
                                                  "31m")
                                    << "\\u{9B}31m";
        QTest::newRow("line feed") << QByteArray("a\r\nb\tc") << "a\\u{D}\\u{A}b\\u{9}c";
        QTest::newRow("delete") << QByteArray("\x7f") << "\\u{7F}";
        QTest::newRow("right-to-left override") << QByteArray("exe.\u202egpj") << "exe.\\u{202E}gpj";
        QTest::newRow("isolate") << QByteArray("\u2066x\u2069") << "\\u{2066}x\\u{2069}";
        QTest::newRow("zero-width") << QByteArray("a\u200bb\ufeff") << "a\\u{200B}b\\u{FEFF}";
        QTest::newRow("soft hyphen") << QByteArray("a\u00adb") << "a\\u{AD}b";
        QTest::newRow("line separator") << QByteArray("\u2028") << "\\u{2028}";
        QTest::newRow("filler") << QByteArray("\u3164") << "\\u{3164}";
        QTest::newRow("tag characters") << QByteArray("\U000E0041") << "\\u{E0041}";
        QTest::newRow("private use") << QByteArray("\ue000") << "\\u{E000}";
        QTest::newRow("not UTF-8") << QByteArray("a\xff\xfe z") << "a\\xFF\\xFE z";
        QTest::newRow("cut sequence") << QByteArray("\xe4\xbb") << "\\xE4\\xBB";
        QTest::newRow("overlong slash") << QByteArray("\xc0\xaf") << "\\xC0\\xAF";
        QTest::newRow("overlong, three bytes") << QByteArray("\xe0\x80\xaf") << "\\xE0\\x80\\xAF";
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << "\\xED\\xA0\\x80";
        QTest::newRow("above Unicode") << QByteArray("\xf4\x90\x80\x80") << "\\xF4\\x90\\x80\\x80";
        QTest::newRow("empty") << QByteArray() << "";
    }
    void bytesBecomeOneLineThatHidesNothing()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, shown);
        QCOMPARE(printable(bytes), shown);
    }

    void aTextKeepsItsLinesAndTabsOnly()
    {
        QCOMPARE(printableText("a\n\tb\r\x1b", 100), QStringLiteral("a\n\tb\\u{D}\\u{1B}"));
    }

    void aLongTextIsCutBetweenCharacters()
    {
        QCOMPARE(printable("abcdef", 3), QStringLiteral("abc…"));
        QCOMPARE(printable("abc", 3), QStringLiteral("abc"));
        QCOMPARE(printable("abc", 0), QStringLiteral("…"));
        QCOMPARE(printable("", 0), QString());
        // Neither an escape sequence nor a surrogate pair is split.
        QCOMPARE(printable("ab\x01", 4), QStringLiteral("ab…"));
        QCOMPARE(printable("a🚀", 2), QStringLiteral("a…"));
        QCOMPARE(printable("a🚀", 3), QStringLiteral("a🚀"));
    }

    void whatIsNotShownCostsNothing()
    {
        const QByteArray payload(50'000'000, '\x01');
        QElapsedTimer timer;
        timer.start();
        QVERIFY(printable(payload).size() <= 257);
        QVERIFY2(timer.elapsed() < 50, "the whole payload was read");
    }

    void byteCountsAreWrittenForPeople_data()
    {
        QTest::addColumn<qint64>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << qint64(0) << "0 B";
        QTest::newRow("bytes") << qint64(1023) << "1023 B";
        QTest::newRow("one KiB") << qint64(1024) << "1 KiB";
        QTest::newRow("a half") << qint64(1536) << "1.5 KiB";
        QTest::newRow("MiB") << qint64(10 * 1024 * 1024) << "10 MiB";
        QTest::newRow("rounded up to the next unit") << qint64(1024 * 1024 - 1) << "1 MiB";
        QTest::newRow("GiB") << qint64(3) * 1024 * 1024 * 1024 / 2 << "1.5 GiB";
        QTest::newRow("less than before") << qint64(-2048) << "-2 KiB";
        QTest::newRow("the most there is") << std::numeric_limits<qint64>::max() << "8 EiB";
    }
    void byteCountsAreWrittenForPeople()
    {
        QFETCH(qint64, bytes);
        QFETCH(QString, text);
        QCOMPARE(formatBytes(bytes), text);
    }
};

QTEST_APPLESS_MAIN(TestText)
#include "tst_text.moc"
