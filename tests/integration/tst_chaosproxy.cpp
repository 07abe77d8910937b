// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/chaosproxy.h"

#include "core/redis/redisconnection.h"
#include "tests/support/redisserver.h"

#include <QElapsedTimer>
#include <QTest>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

using namespace dueline;
using ProxyFault = ChaosPlan::Fault;

namespace {

RedisConfig impatient(RedisConfig config)
{
    config.timeouts = {Millis(2'000), Millis(300), Millis(600)};
    return config;
}

/// Sends PING over a plain socket. Returns the reply, `closed`, or the name of an error.
QByteArray pingPlainly(const RedisConfig& config)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(config.hosts.front().port);
    const timeval patience{3, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    QByteArray seen = "not connected";
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0
        && ::send(socket, "PING\r\n", 6, MSG_NOSIGNAL) == 6) {
        char buffer[64];
        const ssize_t size = ::recv(socket, buffer, sizeof(buffer), 0);
        seen = size > 0 ? QByteArray(buffer, size)
            : size == 0 ? QByteArray("closed")
                        : QByteArray(::strerrorname_np(errno));
    }
    ::close(socket);
    return seen;
}

QByteArray valueOf(RedisServer& server, const QByteArray& key) { return server.call({"GET", key}).bytes; }

} // namespace

class TestChaosProxy : public QObject
{
    Q_OBJECT

private slots:
    void aFaithfulProxyChangesNothing()
    {
        RedisServer server;
        ChaosProxy proxy(server.config());
        RedisConnection connection(proxy.config());
        QVERIFY(connection.open());
        QByteArray big(8 * 1024 * 1024, '\0');
        for (qsizetype i = 0; i < big.size(); ++i)
            big[i] = char(i * 31 + (i >> 12));
        QVERIFY(connection.call({"SET", "big", big}));
        QCOMPARE(connection.call({"GET", "big"})->bytes, big);
        std::vector<Command> pipeline(20'000, Command{"INCR", "n"});
        const Result<std::vector<Reply>> replies = connection.pipeline(pipeline);
        QVERIFY(replies);
        QCOMPARE(replies->back().integer, 20'000);
        QCOMPARE(proxy.faults(), 0);
        QCOMPARE(proxy.connections(), 1);
    }

    void itServesATcpServerToo()
    {
        RedisServer::Options options;
        options.tcp = true;
        RedisServer server(options);
        ChaosProxy proxy(server.config());
        RedisConnection connection(proxy.config());
        QVERIFY(connection.open());
        QVERIFY(connection.call({"PING"}));
    }

    void anAnswerThatIsSwallowedBelongsToACommandThatWasExecuted()
    {
        RedisServer server;
        ChaosProxy proxy(server.config());
        RedisConnection connection(impatient(proxy.config()));
        QVERIFY(connection.open());
        proxy.setPlan({ProxyFault::Swallow});
        const Result<Reply> reply = connection.call({"INCR", "n"});
        QVERIFY(!reply);
        QCOMPARE(reply.error().code, ErrorCode::Disconnected);
        QCOMPARE(valueOf(server, "n"), QByteArray("1"));
        QCOMPARE(proxy.faults(), 1);
        QTRY_COMPARE(proxy.connections(), 0);

        proxy.setPlan({});
        QVERIFY(connection.open());
        QCOMPARE(connection.call({"INCR", "n"})->integer, 2);
    }

    void aCutAnswerEndsAfterItsBytes()
    {
        RedisServer server;
        ChaosProxy proxy(server.config());
        RedisConnection connection(impatient(proxy.config()));
        QVERIFY(connection.open());
        QVERIFY(connection.call({"SET", "text", "0123456789"}));
        // The reply `$10\r\n0123456789\r\n` has 17 bytes; the first 16 are an incomplete reply.
        proxy.setPlan({ProxyFault::Cut, 1, Millis(0), 16});
        const Result<Reply> cut = connection.call({"GET", "text"});
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::Disconnected);
        proxy.setPlan({});
        QVERIFY(connection.open());
        proxy.setPlan({ProxyFault::Cut, 1, Millis(0), 17});
        QCOMPARE(connection.call({"GET", "text"})->bytes, QByteArray("0123456789"));
        QVERIFY(!connection.call({"GET", "text"}));
    }

    void aResetEndsTheConnectionAtOnce()
    {
        RedisServer server;
        ChaosProxy proxy(server.config());
        RedisConnection connection(impatient(proxy.config()));
        QVERIFY(connection.open());
        proxy.setPlan({ProxyFault::Reset});
        QElapsedTimer elapsed;
        elapsed.start();
        const Result<Reply> reply = connection.call({"INCR", "n"});
        QVERIFY(!reply);
        QCOMPARE(reply.error().code, ErrorCode::Disconnected);
        QVERIFY2(elapsed.elapsed() < 250, qPrintable(QString::number(elapsed.elapsed())));
        QCOMPARE(valueOf(server, "n"), QByteArray("1"));
        QCOMPARE(pingPlainly(proxy.config()), QByteArray("ECONNRESET"));
        proxy.setPlan({ProxyFault::Swallow});
        QCOMPARE(pingPlainly(proxy.config()), QByteArray("closed"));
        proxy.setPlan({});
        QCOMPARE(pingPlainly(proxy.config()), QByteArray("+PONG\r\n"));
    }

    void aSilentConnectionStaysSilentAndIsGivenUpByItsDeadline()
    {
        RedisServer server;
        ChaosProxy proxy(server.config());
        RedisConnection connection(impatient(proxy.config()));
        QVERIFY(connection.open());
        proxy.setPlan({ProxyFault::Silence});
        QElapsedTimer elapsed;
        elapsed.start();
        const Result<Reply> reply = connection.call({"INCR", "n"});
        QVERIFY(!reply);
        QCOMPARE(reply.error().code, ErrorCode::Timeout);
        QVERIFY2(elapsed.elapsed() >= 250 && elapsed.elapsed() < 1500, qPrintable(QString::number(elapsed.elapsed())));
        QCOMPARE(valueOf(server, "n"), QByteArray("1"));

        proxy.setPlan({});
        QVERIFY(connection.open());
        QVERIFY(connection.call({"PING"}));
    }

    void aDelayedAnswerComesWholeAndLate()
    {
        RedisServer server;
        ChaosProxy proxy(server.config());
        RedisConnection connection(proxy.config());
        QVERIFY(connection.open());
        proxy.setPlan({ProxyFault::Delay, 1, Millis(120)});
        QElapsedTimer elapsed;
        elapsed.start();
        QCOMPARE(connection.call({"INCR", "n"})->integer, 1);
        QVERIFY2(elapsed.elapsed() >= 120, qPrintable(QString::number(elapsed.elapsed())));
        proxy.setPlan({});
        elapsed.start();
        QCOMPARE(connection.call({"INCR", "n"})->integer, 2);
        QVERIFY2(elapsed.elapsed() < 100, qPrintable(QString::number(elapsed.elapsed())));
    }

    void aDrippingAnswerComesByteByByte()
    {
        RedisServer server;
        ChaosProxy proxy(server.config());
        RedisConnection connection(proxy.config());
        QVERIFY(connection.open());
        QVERIFY(connection.call({"SET", "text", "0123456789"}));
        proxy.setPlan({ProxyFault::Drip, 1, Millis(5)});
        QElapsedTimer elapsed;
        elapsed.start();
        QCOMPARE(connection.call({"GET", "text"})->bytes, QByteArray("0123456789"));
        QVERIFY2(elapsed.elapsed() >= 16 * 5, qPrintable(QString::number(elapsed.elapsed()))); // 17 bytes, 16 pauses
    }

    void faultsHitAsOftenAsAsked()
    {
        RedisServer server;
        ChaosProxy proxy(server.config(), 7);
        RedisConnection connection(proxy.config());
        QVERIFY(connection.open());
        const qint64 before = proxy.answers();
        proxy.setPlan({ProxyFault::Delay, 0.25, Millis(0)});
        for (int i = 0; i < 1000; ++i)
            QVERIFY(connection.call({"PING"}));
        QCOMPARE(proxy.answers() - before, 1000);
        QVERIFY2(proxy.faults() > 180 && proxy.faults() < 320, qPrintable(QString::number(proxy.faults())));
    }

    void aFaultCanHappenACertainNumberOfTimes()
    {
        RedisServer server;
        ChaosProxy proxy(server.config());
        RedisConnection connection(proxy.config());
        QVERIFY(connection.open());
        ChaosPlan plan{ProxyFault::Delay, 1, Millis(0)};
        plan.times = 2;
        proxy.setPlan(plan);
        for (int i = 0; i < 5; ++i)
            QVERIFY(connection.call({"PING"}));
        QCOMPARE(proxy.faults(), 2);
    }

    void resetAllEndsEveryConnection()
    {
        RedisServer server;
        ChaosProxy proxy(server.config());
        std::vector<std::unique_ptr<RedisConnection>> connections;
        for (int i = 0; i < 5; ++i) {
            connections.push_back(std::make_unique<RedisConnection>(impatient(proxy.config())));
            QVERIFY(connections.back()->open());
        }
        QCOMPARE(proxy.connections(), 5);
        proxy.resetAll();
        QCOMPARE(proxy.connections(), 0);
        for (const auto& connection : connections) {
            const Result<Reply> reply = connection->call({"PING"});
            QVERIFY(!reply);
            QCOMPARE(reply.error().code, ErrorCode::Disconnected);
        }
        QVERIFY(connections[0]->open());
    }

    void whileTheServerIsAwayClientsAreReset()
    {
        RedisServer server;
        ChaosProxy proxy(server.config());
        server.kill9();
        RedisConnection connection(impatient(proxy.config()));
        QVERIFY(!connection.open());
        server.start();
        QVERIFY(connection.open());
        QVERIFY(connection.call({"PING"}));
    }
};

QTEST_GUILESS_MAIN(TestChaosProxy)
#include "tst_chaosproxy.moc"
