// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/errorpattern.h"
#include "core/queue/taskfilter.h"
#include "tests/support/hostilestrings.h"

#include <QRandomGenerator>
#include <QTest>

using namespace dueline;

/// Tests finding the pattern that different errors have in common.
class TestErrorPattern : public QObject
{
    Q_OBJECT

    static QByteArray randomText(QRandomGenerator& random)
    {
        static const QByteArray bytes = "abcXYZ0123456789 .,:;-_#@'\"`<*>\\/xT+Zf\n\xC3\xA9\xFF";
        QByteArray text;
        for (int i = int(random.bounded(60)); i > 0; --i)
            text += bytes[random.bounded(int(bytes.size()))];
        return text;
    }

private slots:
    void whatDiffersIsFolded_data()
    {
        QTest::addColumn<QByteArray>("error");
        QTest::addColumn<QByteArray>("pattern");
        const auto row = [](const char* error, const char* pattern) {
            QTest::newRow(error) << QByteArray(error) << QByteArray(pattern);
        };
        row("", "");
        row("connection refused", "connection refused");
        row("Timeout after 30 s", "Timeout after <*> s");
        row("Timeout after 30s", "Timeout after <*>s");
        row("took 1.5 of 2,000 ms", "took <*> of <*> ms");
        row("exit code -9", "exit code -<*>");
        row("connect 10.0.0.7:6379: refused", "connect <*>: refused");
        row("connect [fe80::1c2]:6379: refused", "connect [<*>]:<*>: refused");
        row("at 12:30:05.250", "at <*>");
        row("certificate expired on 2026-11-21T08:00:00Z", "certificate expired on <*>");
        row("expired 2026-11-21 08:00:00.123+01:00, renew it", "expired <*>, renew it");
        row("on 2026-11-21 nothing came", "on <*> nothing came");
        row("order 7f0c1d9e-53aa-4c1b-9d0e-0123456789ab is gone", "order <*> is gone");
        row("object 0x7ffe12ab is freed", "object <*> is freed");
        row("commit 3f9a1c2e failed", "commit <*> failed");
        row("commit 12345678 failed", "commit <*> failed");
        row("session 01HF8Z3K9QWERTY77AB expired", "session <*> expired");
        row("KeyError: 'order-771'", "KeyError: '<*>'");
        row("KeyError: 'name'", "KeyError: 'name'");
        row("can't open it's file 3", "can't open it's file <*>");
        row("no user \"a b 7\"", "no user \"a b <*>\"");
        row("mail to alice.b@example.org. Bounced", "mail to <*>. Bounced");
        row("task mail.send#9f31-x is late", "task mail.send#<*> is late");
        row("task mail.send#AbCdEfGhIjKlMnOp is late", "task mail.send#<*> is late");
        row("see issue #7", "see issue #<*>");
        row("std::vector is empty", "std::vector is empty");
        row("worker3 of utf8", "worker<*> of utf<*>");
        row("/v1/orders/77/items", "/v<*>/orders/<*>/items");
        row("HTTP 503 Service Unavailable", "HTTP <*> Service Unavailable");
        row("  \n\n  Boom 1\n  at line 2\n", "Boom <*>");
        row("a\tb", "a\\u{<*>}b");
        row("caf\xC3\xA9 5", "caf\xC3\xA9 <*>");
        row("raw \xFF", "raw \\xFF");
    }
    void whatDiffersIsFolded()
    {
        QFETCH(QByteArray, error);
        QFETCH(QByteArray, pattern);
        QCOMPARE(errorPattern(error), pattern);
    }

    void aLongErrorIsCutAtAWholeCharacter()
    {
        const QByteArray pattern = errorPattern(QByteArray("x") + QByteArray("\xC3\xA9").repeated(500));
        QVERIFY(pattern.size() <= errorPatternLength);
        QVERIFY(QString::fromUtf8(pattern).endsWith(u'…'));
        QVERIFY(!QString::fromUtf8(pattern).contains(QChar::ReplacementCharacter));
        QCOMPARE(errorPattern(QByteArray(1'000'000, '7')), QByteArray("<*>"));
    }

    void aPatternIsItsOwnPatternAndHoldsNoDigit()
    {
        QRandomGenerator random(7);
        for (int i = 0; i < 50'000; ++i) {
            const QByteArray text = randomText(random);
            const QByteArray pattern = errorPattern(text);
            QVERIFY2(errorPattern(pattern) == pattern, text.toHex().constData());
            QVERIFY2(std::none_of(pattern.begin(), pattern.end(), [](char c) { return c >= '0' && c <= '9'; }),
                pattern.constData());
        }
        for (const test::HostileString& hostile : test::hostileStrings("/tmp/x", "http://127.0.0.1:1/"))
            QCOMPARE(errorPattern(errorPattern(hostile.bytes)), errorPattern(hostile.bytes));
    }

    void theLiteralOfAPatternStandsInEachOfItsErrors()
    {
        QCOMPARE(literalOf("Timeout after <*> s"), QByteArray("Timeout after "));
        QCOMPARE(literalOf("<*>"), QByteArray());
        QCOMPARE(literalOf("\\xFFabcdef gh <*>"), QByteArray(" gh "));
        QRandomGenerator random(11);
        for (int i = 0; i < 50'000; ++i) {
            const QByteArray text = randomText(random);
            QVERIFY2(text.contains(literalOf(errorPattern(text))), text.toHex().constData());
        }
    }

    void theFilterFindsTheSameErrorByExampleOrPattern()
    {
        Task task;
        task.id = "mail.send#1";
        task.error = "Timeout after 31 s\n  at smtp.cpp:17";
        const auto matches = [&task](const QString& filter) {
            const auto parsed = TaskFilter::parse(filter);
            if (!parsed)
                qFatal("%s", qPrintable(parsed.error().message));
            return parsed->matches(task, {}, TimePoint{});
        };
        QVERIFY(matches(QStringLiteral("error~\"Timeout after <*> s\"")));
        QVERIFY(matches(QStringLiteral("error~\"Timeout after 5 s\"")));
        QVERIFY(!matches(QStringLiteral("error~Timeout")));
        QVERIFY(!matches(QStringLiteral("error~\"timeout after <*> s\"")));
        QVERIFY(matches(QStringLiteral("-error~refused")));
        QVERIFY(!matches(QStringLiteral("error~\"\"")));
        task.error.clear();
        QVERIFY(matches(QStringLiteral("error~\"\"")));
        QVERIFY(!TaskFilter::parse(QStringLiteral("error~")).ok());
        QVERIFY(!TaskFilter::parse(QStringLiteral("error~\"open")).ok());
        QVERIFY(TaskFilter::parse(QStringLiteral("type~x")).ok()); // A single word needs no quotes.
    }

    void whatIsQuotedIsReadAsItWas()
    {
        for (const QString& text : {QStringLiteral("a\\b\"c"), QStringLiteral("x y"), QStringLiteral("\"")}) {
            const auto parsed = TaskFilter::parse(QStringLiteral("error:") + quotedForFilter(text));
            QVERIFY(parsed.ok());
            QCOMPARE(parsed->terms().front().text, text.toUtf8());
        }
    }
};

QTEST_GUILESS_MAIN(TestErrorPattern)
#include "tst_errorpattern.moc"
