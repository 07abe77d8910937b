// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisconnection.h"
#include "tests/support/redisserver.h"
#include "tests/support/scriptedserver.h"

#include <QElapsedTimer>
#include <QTest>

#include <utility>

using namespace dueline;

namespace {

/// Timeouts long enough for a busy machine and short enough for a test.
constexpr Timeouts quick{.connect = Millis(600), .progress = Millis(400), .reply = Millis(800)};
/// Accepted delay beyond a deadline, to allow for scheduling on a busy machine.
constexpr int hostileSlackMs = 1500;

RedisConfig quickly(RedisConfig config)
{
    config.timeouts = quick;
    return config;
}

using Client = ScriptedServer::Client;

/// In-memory server that answers the greeting, then sends an endless reply, one byte per read. There is always data to
/// read.
class DrippingTransport : public Transport
{
public:
    Result<> open(QDeadlineTimer) override
    {
        m_open = true;
        return {};
    }
    bool isOpen() const override { return m_open; }
    Result<> write(const QByteArray& bytes, QDeadlineTimer) override
    {
        m_waiting += bytes.contains("SETNAME") ? QByteArray("+OK\r\n+OK\r\n$0\r\n\r\n$0\r\n\r\n")
                                               : QByteArray("$60000000\r\n");
        m_endless = !bytes.contains("SETNAME");
        return {};
    }
    Result<QByteArray> read(QDeadlineTimer) override
    {
        if (m_waiting.isEmpty() && !m_endless)
            return Error{ErrorCode::Timeout, {}};
        return m_waiting.isEmpty() ? QByteArray("x") : std::exchange(m_waiting, {});
    }
    void close() override { m_open = false; }

private:
    QByteArray m_waiting;
    bool m_open = false;
    bool m_endless = false;
};

} // namespace

/// Tests servers that are slow, silent, faulty or not Redis: each call ends within its deadline with a suitable error.
class TestRedisHostility : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFrozenServerIsTimedOutWithinTheDeadline()
    {
        RedisServer server;
        RedisConnection connection(quickly(server.config()));
        QVERIFY(connection.open().ok());
        server.freeze();
        QElapsedTimer timer;
        timer.start();
        const Result<Reply> silent = connection.call({"PING"});
        QVERIFY(!silent);
        QCOMPARE(silent.error().code, ErrorCode::Timeout);
        QVERIFY2(
            timer.elapsed() >= quick.progress.count() - 20 && timer.elapsed() < quick.progress.count() + hostileSlackMs,
            qPrintable(QString::number(timer.elapsed())));
        QVERIFY(!connection.isOpen());
        timer.restart();
        QVERIFY(!connection.open());
        QVERIFY(timer.elapsed() < quick.connect.count() + hostileSlackMs);
        server.thaw();
        QVERIFY(connection.open().ok());
        QVERIFY(connection.call({"PING"}).ok());
    }

    void aServerThatStopsReadingIsTimedOutWhileWeWrite()
    {
        ScriptedServer server([](Client& client) {
            if (client.greet())
                while (!client.isOver()) // if nothing is read, the system's buffers fill up
                    QThread::msleep(5);
        });
        RedisConnection connection(quickly(server.config()));
        QVERIFY(connection.open().ok());
        QElapsedTimer timer;
        timer.start();
        const Result<Reply> stuck = connection.call({"SET", "x", QByteArray(50'000'000, 'x')});
        QVERIFY(!stuck);
        QCOMPARE(stuck.error().code, ErrorCode::Timeout);
        QVERIFY(timer.elapsed() < quick.reply.count() + hostileSlackMs);
    }

    void aServerThatAlwaysHasAByteReadyIsTimedOut()
    {
        RedisConnection connection(quickly({}), std::make_unique<DrippingTransport>());
        const Result<> opened = connection.open();
        QVERIFY2(opened.ok(), opened ? "" : qPrintable(opened.error().message));
        QElapsedTimer timer;
        timer.start();
        const Result<Reply> reply = connection.call({"EVIL"});
        QVERIFY(!reply);
        QCOMPARE(reply.error().code, ErrorCode::Timeout);
        QVERIFY2(timer.elapsed() < quick.reply.count() + hostileSlackMs, qPrintable(QString::number(timer.elapsed())));
    }

    void hostileAnswersEndInAnErrorWithinTheDeadline_data();
    void hostileAnswersEndInAnErrorWithinTheDeadline();

    void whatIsNoRedisIsToldAtTheGreeting()
    {
        ScriptedServer http([](Client& client) {
            client.expect("\r\n");
            client.send("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
        });
        Result<> refused = RedisConnection(quickly(http.config())).open();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Protocol);
        QVERIFY2(
            refused.error().message.contains(u"does not use the Redis protocol"), qPrintable(refused.error().message));

        ScriptedServer silent([](Client& client) { client.holdOpen(); });
        refused = RedisConnection(quickly(silent.config())).open();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Timeout);

        ScriptedServer closing([](Client& client) { client.expect("\r\n"); });
        refused = RedisConnection(quickly(closing.config())).open();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Disconnected);

        ScriptedServer full([](Client& client) { client.send("-ERR max number of clients reached\r\n"); });
        refused = RedisConnection(quickly(full.config())).open();
        QVERIFY(!refused);
        QVERIFY2(refused.error().code == ErrorCode::Busy || refused.error().code == ErrorCode::Disconnected,
            qPrintable(refused.error().message));
    }

    void anAnswerNobodyAskedForIsNeverTakenForAReply()
    {
        std::atomic_int sent = 0;
        ScriptedServer server([&](Client& client) {
            if (!client.greet())
                return;
            client.expect("PING\r\n");
            client.send("+PONG\r\n+EXTRA\r\n"); // The second line is extra data after the reply.
            client.holdOpen();
        });
        RedisConnection connection(quickly(server.config()));
        QVERIFY(connection.open().ok());
        Result<Reply> first = connection.call({"PING"});
        if (first) { // the extra data arrived in a separate packet
            const Result<Reply> second = connection.call({"GET", "x"});
            QVERIFY(!second);
            QCOMPARE(second.error().code, ErrorCode::Protocol);
        } else {
            QCOMPARE(first.error().code, ErrorCode::Protocol);
        }
        QVERIFY(!connection.isOpen());

        ScriptedServer talkative([&](Client& client) {
            if (!client.greet())
                return;
            client.expect("PING\r\n");
            client.send("+PONG\r\n");
            QThread::msleep(30); // sends the extra data in a separate packet
            client.send("+EXTRA\r\n");
            sent = 1;
            client.holdOpen();
        });
        RedisConnection other(quickly(talkative.config()));
        QVERIFY(other.open().ok());
        QVERIFY(other.call({"PING"}).ok());
        QTRY_COMPARE(sent.load(), 1);
        const Result<Reply> mixed = other.call({"GET", "x"});
        QVERIFY2(!mixed, "an answer to nothing was taken for that of GET");
        QCOMPARE(mixed.error().code, ErrorCode::Protocol);
        QVERIFY(!other.isOpen());
    }
};

void TestRedisHostility::hostileAnswersEndInAnErrorWithinTheDeadline_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("pieceMs"); // 0: in one piece; otherwise, the delay before each byte in ms
    QTest::addColumn<bool>("endless"); // the answer repeats until the client disconnects
    QTest::addColumn<bool>("closes"); // the server closes the connection after the answer
    QTest::addColumn<ErrorCode>("code");
    const auto row = [](const char* name, const QByteArray& answer, int pieceMs, bool endless, bool closes,
                         ErrorCode code) { QTest::newRow(name) << answer << pieceMs << endless << closes << code; };
    row("a line without end", QByteArray(4096, 'a').prepend('+'), 0, true, false, ErrorCode::Protocol);
    row("a string of 8 EiB", "$9223372036854775807\r\n", 0, false, false, ErrorCode::Protocol);
    row("a string above the limit", "$67108865\r\n", 0, false, false, ErrorCode::Protocol);
    row("a large string with a wrong end", "$5000000\r\n" + QByteArray(5'000'000, 'x') + "xx", 0, false, false,
        ErrorCode::Protocol);
    row("2^31 - 1 elements", "*2147483647\r\n", 0, false, false, ErrorCode::Protocol);
    row("2^32 elements", "*4294967296\r\n", 0, false, false, ErrorCode::Protocol);
    row("elements without end", "*1000000\r\n" + QByteArray("*1000000\r\n").repeated(5), 0, false, false,
        ErrorCode::Protocol);
    row("deep nesting", QByteArray("*1\r\n").repeated(100'000), 0, false, false, ErrorCode::Protocol);
    row("negative string", "$-2\r\n", 0, false, false, ErrorCode::Protocol);
    row("negative array", "*-2\r\n", 0, false, false, ErrorCode::Protocol);
    row("wrong end of a string", "$2\r\nOK__", 0, false, false, ErrorCode::Protocol);
    row("RESP3 map", "%1\r\n+a\r\n+b\r\n", 0, false, false, ErrorCode::Protocol);
    row("RESP3 push", ">1\r\n+a\r\n", 0, false, false, ErrorCode::Protocol);
    row("nonsense", QByteArray("\x00\xff\x80\n", 4), 0, false, false, ErrorCode::Protocol);
    row("half a reply, then silence", "$10\r\nabc", 0, false, false, ErrorCode::Timeout);
    row("half a reply, then the end", "$10\r\nabc", 0, false, true, ErrorCode::Disconnected);
    row("nothing, then the end", "", 0, false, true, ErrorCode::Disconnected);
    row("silence", "", 0, false, false, ErrorCode::Timeout);
    row("one byte after the other", "$100000\r\n" + QByteArray(100'000, 'x') + "\r\n", 1, false, false,
        ErrorCode::Timeout);
    row("one byte each 200 ms", "$100\r\n" + QByteArray(100, 'x') + "\r\n", 200, false, false, ErrorCode::Timeout);
}

void TestRedisHostility::hostileAnswersEndInAnErrorWithinTheDeadline()
{
    QFETCH(QByteArray, answer);
    QFETCH(int, pieceMs);
    QFETCH(bool, endless);
    QFETCH(bool, closes);
    QFETCH(ErrorCode, code);
    ScriptedServer server([&](Client& client) {
        if (!client.greet() || !client.expect("EVIL\r\n"))
            return;
        if (pieceMs == 0) {
            do {
                client.send(answer);
            } while (endless && !client.isOver());
        }
        for (qsizetype i = 0; pieceMs > 0 && i < answer.size() && client.send(answer.mid(i, 1)); ++i)
            QThread::msleep(ulong(pieceMs));
        if (!closes)
            client.holdOpen();
    });
    RedisConnection connection(quickly(server.config()));
    QVERIFY(connection.open().ok());
    QElapsedTimer timer;
    timer.start();
    const Result<Reply> reply = connection.call({"EVIL"});
    const qint64 took = timer.elapsed();
    QVERIFY(!reply);
    QVERIFY2(reply.error().code == code, qPrintable(reply.error().message));
    QVERIFY2(took < quick.reply.count() + hostileSlackMs, qPrintable(QString::number(took)));
    QVERIFY(!connection.isOpen());
    QVERIFY(reply.error().message.endsWith(u'.'));
}

QTEST_GUILESS_MAIN(TestRedisHostility)
#include "tst_redishostility.moc"
