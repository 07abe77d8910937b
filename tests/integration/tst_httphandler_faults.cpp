// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/handlers/httphandler.h"
#include "tests/integration/httppost.h"

#include <QElapsedTimer>
#include <QTest>
#include <QTimer>

#include <thread>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

using FaultKind = HandlerResult::Kind;

/// Tests the `http` handler with servers that are slow, disconnect, send too much or don't exist.
class TestHttpHandlerFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSlowAnswerIsWaitedFor()
    {
        const HttpServer server([](QTcpSocket& socket, const HttpServer::Request&) {
            socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
            auto* drip = new QTimer(&socket);
            drip->setInterval(20);
            QObject::connect(drip, &QTimer::timeout, &socket, [&socket] { socket.write("x"); });
            drip->start();
        });
        QCOMPARE(Post().at(u"http:"_s + server.url()).result, QByteArray("xxxxx"));
    }

    void theDeadlineEndsIt_data()
    {
        QTest::addColumn<QByteArray>("begun");
        QTest::newRow("silent") << QByteArray();
        QTest::newRow("within the head") << QByteArray("HTTP/1.1 200 OK\r\nX-A: ");
        QTest::newRow("within the body") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc");
    }
    void theDeadlineEndsIt()
    {
        QFETCH(QByteArray, begun);
        const HttpServer server(always(begun));
        Post attempt;
        attempt.timeLimit = 100ms;
        const HandlerResult result = attempt.at(u"http:"_s + server.url());
        QCOMPARE(result.kind, FaultKind::Fail);
        QVERIFY2(result.error.startsWith("deadline exceeded"), result.error);
        // The attempt leaves nothing behind that would affect the next one on this thread.
        const HttpServer fine(always(HttpServer::answer(200, "ok")));
        QCOMPARE(Post().at(u"http:"_s + fine.url()).result, QByteArray("ok"));
    }

    void aStopEndsItAtOnce()
    {
        std::stop_source stop;
        const HttpServer server([&stop](QTcpSocket&, const HttpServer::Request&) {
            std::thread([stop]() mutable { stop.request_stop(); }).join();
        });
        Post attempt;
        attempt.stop = stop;
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(attempt.at(u"http:"_s + server.url()).kind, FaultKind::Stopped);
        QVERIFY(timer.elapsed() < 15'000); // the task's deadline is 20 s
        // The stop was already requested when this attempt starts.
        QCOMPARE(attempt.at(u"http:"_s + server.url()).kind, FaultKind::Stopped);
    }

    void anAttemptSendsItsRequestOnce_data()
    {
        QTest::addColumn<QByteArray>("begun");
        QTest::addColumn<bool>("reused");
        for (const bool reused : {false, true}) {
            const char* how = reused ? "kept connection" : "new connection";
            QTest::addRow("no answer, %s", how) << QByteArray() << reused;
            QTest::addRow("cut head, %s", how) << QByteArray("HTTP/1.1 200 OK\r\nContent-Le") << reused;
            QTest::addRow("cut body, %s", how)
                << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc") << reused;
            QTest::addRow("cut chunk, %s", how)
                << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc") << reused;
        }
    }
    void anAttemptSendsItsRequestOnce()
    {
        QFETCH(QByteArray, begun);
        QFETCH(bool, reused);
        bool drop = !reused;
        HttpServer server([&](QTcpSocket& socket, const HttpServer::Request&) {
            socket.write(drop ? begun : HttpServer::answer(200));
            if (drop)
                socket.disconnectFromHost();
        });
        const auto handler = makeHandler(u"http:"_s + server.url());
        if (reused)
            QCOMPARE(Post().by(**handler).kind, FaultKind::Done);
        drop = true;
        server.requests.clear();
        const HandlerResult result = Post().by(**handler);
        QVERIFY2(result.kind == FaultKind::Retry, result.error);
        QVERIFY2(result.error.startsWith("no response from http://127.0.0.1:"), result.error);
        QTest::qWait(50);
        QCOMPARE(int(server.requests.size()), 1);
        // The next attempt succeeds.
        drop = false;
        QCOMPARE(Post().by(**handler).kind, FaultKind::Done);
    }

    void whatIsNoAnswerIsTriedAgain()
    {
        for (const QByteArray& bytes :
            {QByteArray("-ERR unknown command\r\n"), QByteArray("HTTP/9.9 banana\r\n\r\n"), QByteArray(1000, '\0')}) {
            HttpServer server([bytes](QTcpSocket& socket, const HttpServer::Request&) {
                socket.write(bytes);
                socket.disconnectFromHost();
            });
            const HandlerResult result = Post().at(u"http:"_s + server.url());
            QVERIFY2(result.kind == FaultKind::Retry, result.error + result.result);
        }
    }

    void aLongAnswerIsCutInTheMiddle()
    {
        const HttpServer server(always(HttpServer::answer(200, 'a' + QByteArray(1'000'000, '.') + 'z')));
        const HandlerResult result = Post().at(u"http:"_s + server.url());
        QCOMPARE(result.kind, FaultKind::Done);
        QVERIFY(result.result.size() < 70'000);
        QVERIFY(result.result.startsWith("a.") && result.result.endsWith(".z"));
        QVERIFY(result.result.contains("bytes left out"));
    }

    void anEndlessAnswerEnds()
    {
        qint64 written = 0;
        const HttpServer server([&written](QTcpSocket& socket, const HttpServer::Request&) {
            socket.write("HTTP/1.1 200 OK\r\n\r\n");
            const auto more = [&socket, &written] {
                while (socket.bytesToWrite() < 1024 * 1024 && socket.isOpen())
                    written += socket.write(QByteArray(65536, 'x'));
            };
            QObject::connect(&socket, &QTcpSocket::bytesWritten, &socket, more);
            more();
        });
        const HandlerResult result = Post().at(u"http:"_s + server.url());
        QCOMPARE(result.kind, FaultKind::Done); // only the status determines the result
        QVERIFY2(written < 3 * HttpHandler::mostOfBody, QByteArray::number(written));
    }

    void aPackedAnswerIsNotUnpacked()
    {
        const HttpServer server(always(HttpServer::answer(200, "\x1f\x8b not really", "Content-Encoding: gzip\r\n")));
        QCOMPARE(Post().at(u"http:"_s + server.url()).result, QByteArray("\x1f\x8b not really"));
        QCOMPARE(server.requests.front().headers["accept-encoding"], QByteArray("identity"));
    }

    void nobodyThereIsTriedAgain()
    {
        QCOMPARE(Post().at(u"http:http://127.0.0.1:1/"_s).kind, FaultKind::Retry);
        QCOMPARE(Post().at(u"http:http://no-such-host.invalid/"_s).kind, FaultKind::Retry);
    }
};

QTEST_GUILESS_MAIN(TestHttpHandlerFaults)
#include "tst_httphandler_faults.moc"
