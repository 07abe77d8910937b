// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/handlers/handlerspec.h"
#include "tests/integration/httppost.h"

#include <QElapsedTimer>
#include <QTest>
#include <QThread>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

using HandlerKind = HandlerResult::Kind;

/// Tests the requests that the `http` handler sends, and its results for responses from real servers on this machine.
class TestHttpHandler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("SSL_CERT_FILE"); }

    void everyStatusHasItsMeaning_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<HandlerResult::Kind>("kind");
        QTest::addColumn<QByteArray>("headers");
        const auto row = [](int status, HandlerKind kind, const char* headers = "") {
            QTest::addRow("%d %s", status, headers) << status << kind << QByteArray(headers);
        };
        for (const int status : {200, 201, 202, 299})
            row(status, HandlerKind::Done);
        for (const int status : {408, 425, 429, 500, 501, 502, 503, 504, 505, 511, 599})
            row(status, HandlerKind::Retry);
        for (const int status : {300, 301, 304, 400, 402, 403, 404, 405, 409, 410, 411, 413, 418, 422, 451, 499})
            row(status, HandlerKind::Fail);
        row(401, HandlerKind::Fail);
        row(401, HandlerKind::Fail, "WWW-Authenticate: Basic realm=\"x\"\r\n");
        row(401, HandlerKind::Fail, "WWW-Authenticate: Bearer\r\n");
        row(407, HandlerKind::Fail);
    }
    void everyStatusHasItsMeaning()
    {
        QFETCH(int, status);
        QFETCH(HandlerResult::Kind, kind);
        QFETCH(QByteArray, headers);
        const HttpServer server(always(HttpServer::answer(status, status == 304 ? "" : "said so\nand more", headers)));
        const HandlerResult result = Post().at(u"http:"_s + server.url());
        QVERIFY2(result.kind == kind, result.error);
        QCOMPARE(int(server.requests.size()), 1);
        if (kind == HandlerKind::Done) {
            QCOMPARE(result.result, QByteArray("said so\nand more"));
            return;
        }
        QVERIFY2(result.error.startsWith(QByteArray::number(status) + " Words"), result.error);
        QCOMPARE(result.retryable, kind == HandlerKind::Retry);
        if (status != 304)
            QVERIFY2(result.error.endsWith(": said so\nand more"), result.error);
    }

    void anEmptyAnswerIsDone()
    {
        const HttpServer server(always("HTTP/1.1 204 No Content\r\n\r\n"));
        const HandlerResult result = Post().at(u"http:"_s + server.url());
        QCOMPARE(result.kind, HandlerKind::Done);
        QVERIFY(result.result.isEmpty());
    }

    void theRequestCarriesTheTask()
    {
        const HttpServer server(always(HttpServer::answer(200)));
        QCOMPARE(Post().at(u"http:"_s + server.url(u"/a%20b/c?x=1&y=%2F"_s)).kind, HandlerKind::Done);
        const HttpServer::Request& request = server.requests.front();
        QVERIFY2(request.head.startsWith("POST /a%20b/c?x=1&y=%2F HTTP/1.1\r\n"), request.head);
        QCOMPARE(request.body, QByteArray("{\"to\":\"you\"}"));
        const auto& headers = request.headers;
        QCOMPARE(headers["dueline-id"], QByteArray("mail.send#9f31"));
        QCOMPARE(headers["dueline-type"], QByteArray("mail.send"));
        QCOMPARE(headers["dueline-queue"], QByteArray("mail"));
        QCOMPARE(headers["dueline-attempt"], QByteArray("4"));
        QCOMPARE(headers["dueline-token"], QByteArray("7-w.3-99"));
        QCOMPARE(headers["dueline-due-ms"], QByteArray("1700000000123"));
        QCOMPARE(headers["dueline-deadline-ms"], QByteArray("1700000021000"));
        QCOMPARE(headers["content-type"], QByteArray("application/json"));
        QVERIFY(headers["user-agent"].startsWith("dueline/"));
        QVERIFY(!headers.contains("authorization"));
        QVERIFY(!headers.contains("cookie"));
    }

    void payloadsAreAnyBytes_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::addColumn<QByteArray>("type");
        QByteArray every;
        for (int byte = 0; byte < 256; ++byte)
            every += char(byte);
        QTest::newRow("none") << QByteArray() << QByteArray("application/octet-stream");
        QTest::newRow("text") << QByteArray("hello") << QByteArray("application/octet-stream");
        QTest::newRow("list") << QByteArray(" [1, 2]\n") << QByteArray("application/json");
        QTest::newRow("broken JSON") << QByteArray("{\"a\":") << QByteArray("application/octet-stream");
        QTest::newRow("every byte") << every << QByteArray("application/octet-stream");
        QTest::newRow("10 MB") << QByteArray(10'000'000, 'x') << QByteArray("application/octet-stream");
    }
    void payloadsAreAnyBytes()
    {
        QFETCH(QByteArray, payload);
        QFETCH(QByteArray, type);
        const HttpServer server(always(HttpServer::answer(200)));
        Post attempt;
        attempt.payload = payload;
        QCOMPARE(attempt.at(u"http:"_s + server.url()).kind, HandlerKind::Done);
        QVERIFY(server.requests.front().body == payload);
        QCOMPARE(server.requests.front().headers["content-type"], type);
    }

    void noNameCanMakeAHeader()
    {
        const HttpServer server(always(HttpServer::answer(200)));
        Post attempt;
        attempt.queue = "a\r\nX-Evil: 1";
        attempt.lease.id = QByteArrayLiteral("mail.send#\r\n\r\nPOST / HTTP/1.1\r\n%41 \0\x7f\xff\xc3\xa4");
        attempt.lease.token = "7\n8";
        QCOMPARE(attempt.at(u"http:"_s + server.url()).kind, HandlerKind::Done);
        QCOMPARE(int(server.requests.size()), 1);
        const auto& headers = server.requests.front().headers;
        QVERIFY(!headers.contains("x-evil"));
        QCOMPARE(headers["dueline-queue"], QByteArray("a%0D%0AX-Evil:%201"));
        QCOMPARE(QByteArray::fromPercentEncoding(headers["dueline-id"]), attempt.lease.id);
        QCOMPARE(QByteArray::fromPercentEncoding(headers["dueline-token"]), attempt.lease.token);
        QCOMPARE(server.requests.front().body, attempt.payload);
    }

    void retryAfterIsHonoured()
    {
        const HttpServer server(always(HttpServer::answer(503, {}, "Retry-After: 7\r\n")));
        const HandlerResult result = Post().at(u"http:"_s + server.url());
        QCOMPARE(result.kind, HandlerKind::Retry);
        QVERIFY(result.after == 7s);
        const HttpServer dated(always(HttpServer::answer(
            429, {}, "Date: Sun, 22 Nov 2026 10:00:00 GMT\r\nRetry-After: Sun, 22 Nov 2026 10:01:30 GMT\r\n")));
        QVERIFY(Post().at(u"http:"_s + dated.url()).after == 90s);
        const HttpServer silent(always(HttpServer::answer(500)));
        QVERIFY(!Post().at(u"http:"_s + silent.url()).after);
    }

    void aRedirectIsNotFollowed()
    {
        const HttpServer other(always(HttpServer::answer(200)));
        for (const int status : {301, 302, 303, 307, 308}) {
            const HttpServer server(always(HttpServer::answer(
                status, {}, "Location: " + other.url(u"/new?token=secret"_s, u"me:secret@"_s).toUtf8() + "\r\n")));
            const HandlerResult result = Post().at(u"http:"_s + server.url());
            QVERIFY2(result.kind == HandlerKind::Fail && !result.retryable, result.error);
            QVERIFY2(result.error.contains("redirects to " + other.url(u"/new?"_s).toUtf8()), result.error);
            QVERIFY2(!result.error.contains("secret"), result.error);
        }
        QCOMPARE(int(other.requests.size()), 0);
    }

    void cookiesAreNotKept()
    {
        const HttpServer server(always(HttpServer::answer(200, {}, "Set-Cookie: a=b\r\n")));
        for (int i = 0; i < 2; ++i)
            QCOMPARE(Post().at(u"http:"_s + server.url()).kind, HandlerKind::Done);
        QCOMPARE(server.connections, 1); // The connection is reused.
        QVERIFY(!server.requests.back().headers.contains("cookie"));
    }

    void aPasswordOfTheAddressIsSentButNotTold()
    {
        const HttpServer server(always(HttpServer::answer(404)));
        const QString url = server.url(u"/hook?key=topsecret"_s, u"me:pass%40word@"_s);
        QVERIFY(!Post().at(u"http:"_s + url).error.contains("pass"));
        QCOMPARE(server.requests.front().headers["authorization"], "Basic " + QByteArray("me:pass@word").toBase64());
        const HandlerResult result = Post().at(u"http:http://me:pass@127.0.0.1:1/hook?key=topsecret"_s);
        QCOMPARE(result.kind, HandlerKind::Retry);
        QVERIFY2(result.error.contains("/hook?") && result.error.contains("refused"), result.error);
        QVERIFY2(!result.error.contains("pass") && !result.error.contains("secret"), result.error);
    }

    void certificatesAreChecked_data()
    {
        QTest::addColumn<QString>("server");
        QTest::addColumn<QString>("trusted");
        QTest::addColumn<bool>("good");
        QTest::newRow("trusted") << u"server"_s << u"ca"_s << true;
        QTest::newRow("unknown authority") << u"server"_s << QString() << false;
        QTest::newRow("another authority") << u"server"_s << u"other-ca"_s << false;
        QTest::newRow("another name") << u"elsewhere"_s << u"ca"_s << false;
        QTest::newRow("expired") << u"expired"_s << u"ca"_s << false;
    }
    void certificatesAreChecked()
    {
        QFETCH(QString, server);
        QFETCH(QString, trusted);
        QFETCH(bool, good);
        static const Certificates certificates;
        const HttpServer secure(always(HttpServer::answer(200, "hush")), certificates, server);
        if (!trusted.isEmpty())
            qputenv("SSL_CERT_FILE", certificates.certificate(trusted).toLocal8Bit());
        const HandlerResult result = Post().at(u"http:"_s + secure.url());
        QCOMPARE(int(secure.requests.size()), good ? 1 : 0);
        if (good) {
            QCOMPARE(result.result, QByteArray("hush"));
            return;
        }
        QCOMPARE(result.kind, HandlerKind::Retry);
        QVERIFY2(result.error.contains(": TLS: "), result.error);
    }

    void aBadCertificateFileIsToldAtOnce()
    {
        qputenv("SSL_CERT_FILE", "/nonexistent/ca.pem");
        const auto handler = makeHandler(u"http:https://example.org/"_s);
        QVERIFY(!handler.ok());
        QVERIFY(handler.error().message.contains(u"/nonexistent/ca.pem"_s));
        QVERIFY(makeHandler(u"http:http://example.org/"_s).ok());
    }

    void aThousandRequestsInEightSlots()
    {
        constexpr int slotCount = 8;
        constexpr int each = 125;
        const HttpServer server(always(HttpServer::answer(200, "ok")));
        const auto handler = makeHandler(u"http:"_s + server.url());
        std::atomic<int> done = 0;
        std::atomic<int> ended = 0;
        QElapsedTimer timer;
        timer.start();
        std::vector<std::unique_ptr<QThread>> threads;
        for (int slot = 0; slot < slotCount; ++slot) {
            threads.emplace_back(QThread::create([&] {
                for (int i = 0; i < each; ++i)
                    done += Post().by(**handler).result == "ok";
                ++ended;
            }));
            threads.back()->start();
        }
        QTRY_COMPARE_WITH_TIMEOUT(ended.load(), slotCount, 60'000);
        qInfo("%d requests in %d slots took %lld ms", slotCount * each, slotCount,
            static_cast<long long>(timer.elapsed()));
        for (const auto& thread : threads)
            QVERIFY(thread->wait(10'000));
        QCOMPARE(done.load(), slotCount * each);
        QCOMPARE(int(server.requests.size()), slotCount * each);
        QCOMPARE(server.connections, slotCount);
    }
};

QTEST_GUILESS_MAIN(TestHttpHandler)
#include "tst_httphandler.moc"
