// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/handlers/handlerspec.h"
#include "core/engine/handlers/httpanswer.h"
#include "core/engine/handlers/httptarget.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the addresses that an `http` handler accepts, and the delay that a response requests.
class TestHttpAnswer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void retryAfterIsRead_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("date");
        QTest::addColumn<qint64>("seconds"); // requested delay; -1: none
        const auto row = [](const char* header, qint64 seconds, const char* date = "") {
            QTest::addRow("%s | %s", header, date) << QByteArray(header) << QByteArray(date) << seconds;
        };
        row("", -1);
        row("0", 0);
        row("120", 120);
        row("  7 ", 7);
        row("86401", 86'400);
        row("99999999999999999999999", 86'400);
        row("-5", -1);
        row("1.5", -1);
        row("soon", -1);
        row("5 minutes", -1);
        // The current time is 2026-11-22T10:00:00Z.
        row("Sun, 22 Nov 2026 10:01:00 GMT", 60);
        row("Sunday, 22-Nov-26 10:01:00 GMT", 60);
        row("Sun Nov 22 10:01:00 2026", 60);
        row("Sun, 22 Nov 2026 09:00:00 GMT", 0);
        row("Mon, 22 Nov 2026 10:01:00 GMT", -1); // November 22, 2026 is a Sunday
        row("Fri, 22 Nov 2030 10:00:00 GMT", 86'400);
        row("Sun, 22 Nov 2026 10:01:00", -1);
        // Numbers this large are instants, not delays. The first is in seconds since 1970, the second in milliseconds.
        row("1795341660", 60);
        row("1795341660000", 60);
        row("1795341000", 0);
        row("1795428001", 86'400);
        // The delay is calculated with the server's clock, which is an hour behind.
        row("Sun, 22 Nov 2026 09:00:30 GMT", 30, "Sun, 22 Nov 2026 09:00:00 GMT");
        row("30", 30, "Sun, 22 Nov 2026 09:00:00 GMT");
    }
    void retryAfterIsRead()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, date);
        QFETCH(qint64, seconds);
        HttpAnswer answer;
        answer.status = 503;
        answer.retryAfter = header;
        answer.date = date;
        const TimePoint now = fromMs(1'795'341'600'000);
        const auto waits = answer.waitAsked(now);
        QCOMPARE(waits ? qint64(waits->count()) : -1000, seconds * 1000);
        const HandlerResult result = answer.result(now);
        QCOMPARE(result.kind, HandlerResult::Kind::Retry);
        QVERIFY(result.after == waits);
    }

    void aWaitIsForAnswersThatComeBack()
    {
        for (const int status : {200, 301, 404, 503}) {
            HttpAnswer answer;
            answer.status = status;
            answer.retryAfter = "60";
            QCOMPARE(answer.result({}).after.has_value(), status == 503);
        }
    }

    void errorsAreShort()
    {
        HttpAnswer answer;
        answer.status = 500;
        answer.reason = QByteArray(10'000, 'r');
        answer.body.append(QByteArray(1'000'000, 'b'));
        const QByteArray error = answer.result({}).error;
        QVERIFY(error.startsWith("500 rrr"));
        QVERIFY(error.size() < 1000);
    }

    void addressesAreRead_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("url"); // expected address; empty: refused
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* address, const char* url = "", const char* shown = nullptr) {
            QTest::newRow(*address ? address : "nothing")
                << QString::fromUtf8(address) << QString::fromUtf8(url) << QString::fromUtf8(shown ? shown : url);
        };
        row("https://example.org/hook", "https://example.org/hook");
        row("http://[::1]:8080/a/b", "http://[::1]:8080/a/b");
        row(" https://example.org ", "https://example.org");
        row("https://example.org/h#part", "https://example.org/h");
        row("https://example.org/h?key=secret", "https://example.org/h?key=secret", "https://example.org/h?…");
        row("https://me:secret@example.org/h", "https://example.org/h");
        row("");
        row("example.org/hook");
        row("//example.org/hook");
        row("ftp://me:secret@example.org/");
        row("https://");
        row("https:///hook");
        row("https://me:secret@exa mple.org/");
        row("https://me:secret@example.org:99999/");
        row("file:///etc/passwd");
    }
    void addressesAreRead()
    {
        QFETCH(QString, address);
        QFETCH(QString, url);
        QFETCH(QString, shown);
        const auto target = HttpTarget::parse(address);
        QCOMPARE(target.ok(), !url.isEmpty());
        if (!target) {
            QCOMPARE(target.error().code, ErrorCode::Usage);
            QVERIFY2(!target.error().message.contains(u"secret"), qPrintable(target.error().message));
            return;
        }
        QCOMPARE(target->url.toString(), url);
        QCOMPARE(target->shown, shown);
        QCOMPARE(target->authorization, address.contains(u'@') ? "Basic " + QByteArray("me:secret").toBase64() : "");
    }

    void anAddressMayStandAlone()
    {
        for (const QString& kind :
            {u"http:https://example.org/h?a=b"_s, u"https://example.org/h"_s, u"http://example.org"_s})
            QVERIFY2(parseHandler(u"mail.*="_s + kind).ok(), qPrintable(kind));
        for (const QString& kind :
            {u"http:"_s, u"http"_s, u"https:"_s, u"https:https://example.org"_s, u"http:/hook"_s})
            QVERIFY2(!parseHandler(u"mail.*="_s + kind).ok(), qPrintable(kind));
    }

    void errorsOfTheCommandLineKeepSecrets()
    {
        for (const QString& spec : {u"https://me:secret@example.org/"_s, u"*=htps://me:secret@example.org/"_s,
                 u"*=http:me:secret@example.org"_s}) {
            const auto parsed = parseHandler(spec);
            QVERIFY(!parsed.ok());
            QVERIFY2(!parsed.error().message.contains(u"secret"), qPrintable(parsed.error().message));
        }
    }
};

QTEST_GUILESS_MAIN(TestHttpAnswer)
#include "tst_engine_httpanswer.moc"
