// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisconnection.h"
#include "tests/support/redisserver.h"
#include "tests/support/scriptedserver.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <utility>

using namespace dueline;

namespace {

/// Long enough for a loaded machine, short enough for a test.
constexpr Timeouts quick{.connect = Millis(600), .progress = Millis(400), .reply = Millis(800)};
/// What a deadline may be missed by: scheduling on a machine that builds.
constexpr int slackMs = 1500;

RedisConfig quickly(RedisConfig config)
{
    config.timeouts = quick;
    return config;
}

using Client = ScriptedServer::Client;

/// A server in memory that answers the greeting and then sends one byte of an endless answer whenever it is asked:
/// there is always something to read.
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

Q_DECLARE_METATYPE(ErrorCode)

class TestRedisConnection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aServerIsReachedByTcpAndByUnixSocket_data()
    {
        QTest::addColumn<bool>("tcp");
        QTest::newRow("tcp") << true;
        QTest::newRow("unix") << false;
    }
    void aServerIsReachedByTcpAndByUnixSocket()
    {
        QFETCH(bool, tcp);
        RedisServer server({.tcp = tcp, .aof = false, .password = {}, .arguments = {}});
        RedisConnection connection(server.config());
        const Result<> opened = connection.open();
        QVERIFY2(opened.ok(), opened ? "" : qPrintable(opened.error().message));
        QCOMPARE(connection.call({"PING"})->bytes, QByteArray("PONG"));
        QVERIFY(connection.identity().version.startsWith("7."));
        QCOMPARE(connection.identity().runId.size(), 40);
        QCOMPARE(connection.identity().role, QByteArray("master"));
        QCOMPARE(connection.call({"CLIENT", "GETNAME"})->bytes, QByteArray("dueline"));
    }

    void aHostIsFoundByItsName()
    {
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        RedisConfig config = server.config();
        config.hosts.front().host = QStringLiteral("localhost"); // ::1 may come first, and refuses
        RedisConnection connection(config);
        QVERIFY(connection.open().ok());
    }

    void passwordsAreCheckedAndNotShown()
    {
        RedisServer server({.tcp = false, .aof = false, .password = "hunter2", .arguments = {}});
        QVERIFY(RedisConnection(server.config()).open().ok());

        RedisConfig config = server.config();
        config.password = Secret("wrong-guess");
        Result<> refused = RedisConnection(config).open();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Authentication);
        QVERIFY(!refused.error().message.contains(u"wrong-guess"));

        config.password = Secret();
        refused = RedisConnection(config).open();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Authentication);
        QVERIFY2(refused.error().message.contains(u"password"), qPrintable(refused.error().message));

        RedisServer open;
        config = open.config();
        config.password = Secret("needless");
        refused = RedisConnection(config).open();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Authentication);
    }

    void anAclUserMayLackEverythingThatIsNotNeeded()
    {
        RedisServer server;
        QVERIFY(server.call({"ACL", "SETUSER", "viewer", "on", ">pw", "~*", "-@all", "+get", "+ping"}).isStatus());
        QVERIFY(server.call({"ACL", "SETUSER", "guest", "on", "nopass", "~*", "+@all"}).isStatus());
        RedisConfig config = server.config();
        config.user = QStringLiteral("viewer");
        config.password = Secret("pw");
        RedisConnection connection(config);
        QVERIFY(connection.open().ok());
        QCOMPARE(connection.identity(), ServerIdentity());
        QVERIFY(connection.call({"GET", "x"}).ok());
        const Result<Reply> denied = connection.call({"SET", "x", "1"});
        QVERIFY(!denied);
        QCOMPARE(denied.error().code, ErrorCode::Permission);
        QVERIFY(connection.isOpen());

        config.database = 1; // there SELECT is needed
        const Result<> refused = RedisConnection(config).open();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Permission);

        config.database = 0;
        config.user = QStringLiteral("guest");
        config.password = Secret();
        RedisConnection guest(config);
        QVERIFY(guest.open().ok());
        QCOMPARE(guest.call({"ACL", "WHOAMI"})->bytes, QByteArray("guest"));
    }

    void databasesAreSelectedAndTheirNumberChecked()
    {
        RedisServer server;
        RedisConfig config = server.config();
        config.database = 3;
        RedisConnection third(config);
        QVERIFY(third.open().ok());
        QVERIFY(third.call({"SET", "x", "3"}).ok());
        QVERIFY(server.call({"GET", "x"}).isNil());
        config.database = 999;
        const Result<> refused = RedisConnection(config).open();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Usage);
    }

    void errorRepliesStandInAPipelineAndCallTellsThem()
    {
        RedisServer server;
        RedisConnection connection(server.config());
        QVERIFY(connection.open().ok());
        const Result<std::vector<Reply>> replies
            = connection.pipeline({{"SET", "s", "x"}, {"LPUSH", "s", "y"}, {"GET", "s"}});
        QVERIFY(replies.ok());
        QVERIFY((*replies)[1].isError());
        QCOMPARE((*replies)[2].bytes, QByteArray("x"));
        QCOMPARE(connection.call({"LPUSH", "s", "y"}).error().code, ErrorCode::WrongType);
        QVERIFY(connection.pipeline({})->empty());
        QVERIFY(connection.isOpen());
    }

    void aPipelineOfAHundredThousandComesBackInOrder()
    {
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        RedisConnection connection(server.config());
        QVERIFY(connection.open().ok());
        std::vector<Command> commands;
        for (int i = 0; i < 100'000; ++i)
            commands.push_back({"ECHO", QByteArray::number(i) + QByteArray(50, 'x')});
        QElapsedTimer timer;
        timer.start();
        const Result<std::vector<Reply>> replies = connection.pipeline(commands);
        QVERIFY2(replies.ok(), replies ? "" : qPrintable(replies.error().message));
        qInfo("100,000 ECHO of 55 bytes in one pipeline: %lld ms", timer.elapsed());
        for (std::size_t i = 0; i < commands.size(); ++i)
            QCOMPARE((*replies)[i].bytes, commands[i][1]);
    }

    void repliesLargerThanTheSocketsBuffersDoNotBlockAPipeline()
    {
        RedisServer server;
        RedisConnection connection(server.config());
        QVERIFY(connection.open().ok());
        const QByteArray value(100'000, 'v');
        QVERIFY(connection.call({"SET", "v", value}).ok());
        // Each command is large and so is its reply: neither side can hold what the other has to say.
        std::vector<Command> commands;
        for (int i = 0; i < 200; ++i) {
            commands.push_back({"ECHO", value});
            commands.push_back({"GET", "v"});
        }
        const Result<std::vector<Reply>> replies = connection.pipeline(commands);
        QVERIFY2(replies.ok(), replies ? "" : qPrintable(replies.error().message));
        for (const Reply& reply : *replies)
            QVERIFY(reply.bytes == value);
    }

    void aValueOfTwentyMegabytesIsCarriedAsItIs()
    {
        RedisServer server;
        RedisConnection connection(server.config());
        QVERIFY(connection.open().ok());
        QByteArray value(20'000'000, '\0');
        for (qsizetype i = 0; i < value.size(); ++i)
            value[i] = char(i * 31 + (i >> 8));
        QElapsedTimer timer;
        timer.start();
        QVERIFY(connection.call({"SET", "big", value}).ok());
        const Result<Reply> read = connection.call({"GET", "big"});
        QVERIFY2(read.ok(), read ? "" : qPrintable(read.error().message));
        qInfo("SET and GET of 20 MB: %lld ms", timer.elapsed());
        QVERIFY(read->bytes == value);
        // One that is larger than a reply may be ends the connection, not the program.
        RedisConnection small(server.config(), ReplyLimits{.bytes = 1'000'000});
        QVERIFY(small.open().ok());
        const Result<Reply> refused = small.call({"GET", "big"});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Protocol);
        QVERIFY(!small.isOpen());
    }

    void aServerThatCannotBeReachedIsToldWithItsAddress()
    {
        RedisConfig config;
        const quint16 port = RedisServer::freePort();
        config.hosts = {{QStringLiteral("127.0.0.1"), port}};
        Result<> refused = RedisConnection(config).open();
        QCOMPARE(refused.error().code, ErrorCode::Unreachable);
        QCOMPARE(refused.error().message,
            QStringLiteral(
                "Cannot reach Redis at 127.0.0.1:%1: connection refused. Is the server running, and is the port right?")
                .arg(port));

        config.hosts = {{QStringLiteral("no-such-host.invalid"), 6379}};
        QElapsedTimer timer;
        timer.start();
        refused = RedisConnection(config).open();
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.contains(u"no-such-host.invalid"), qPrintable(refused.error().message));
        QVERIFY(timer.elapsed() < config.timeouts.connect.count() + slackMs);

        QTemporaryDir folder;
        config = {};
        config.socketPath = folder.filePath(QStringLiteral("none.sock"));
        refused = RedisConnection(config).open();
        QCOMPARE(refused.error().code, ErrorCode::Unreachable);
        QVERIFY2(refused.error().message.contains(u"no such socket"), qPrintable(refused.error().message));
        config.socketPath = folder.filePath(QString(110, u'x'));
        refused = RedisConnection(config).open();
        QCOMPARE(refused.error().code, ErrorCode::Unreachable);
        QVERIFY2(refused.error().message.contains(u"107 bytes"), qPrintable(refused.error().message));
    }

    void whatThisBuildCannotOpenIsSaid()
    {
        RedisConfig config;
        config.hosts = {{QStringLiteral("127.0.0.1"), 1}};
        config.tls = true;
        QCOMPARE(RedisConnection(config).open().error().code, ErrorCode::NotSupported);
        config.tls = false;
        config.topology = Topology::Cluster;
        QCOMPARE(RedisConnection(config).open().error().code, ErrorCode::NotSupported);
        config.topology = Topology::Standalone;
        config.sshHost = QStringLiteral("bastion");
        QCOMPARE(RedisConnection(config).open().error().code, ErrorCode::NotSupported);
    }

    void aKilledServerIsDisconnectedAndTheConnectionOpensAnew()
    {
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        RedisConnection connection(server.config());
        QVERIFY(connection.open().ok());
        server.kill9();
        const Result<Reply> lost = connection.call({"PING"});
        QVERIFY(!lost);
        QCOMPARE(lost.error().code, ErrorCode::Disconnected);
        QVERIFY(!connection.isOpen());
        QCOMPARE(connection.call({"PING"}).error().code, ErrorCode::Disconnected);
        server.start();
        QVERIFY(connection.open().ok());
        QVERIFY(connection.call({"PING"}).ok());
    }

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
        QVERIFY2(timer.elapsed() >= quick.progress.count() - 20 && timer.elapsed() < quick.progress.count() + slackMs,
            qPrintable(QString::number(timer.elapsed())));
        QVERIFY(!connection.isOpen());
        timer.restart();
        QVERIFY(!connection.open());
        QVERIFY(timer.elapsed() < quick.connect.count() + slackMs);
        server.thaw();
        QVERIFY(connection.open().ok());
        QVERIFY(connection.call({"PING"}).ok());
    }

    void aServerThatStopsReadingIsTimedOutWhileWeWrite()
    {
        ScriptedServer server([](Client& client) {
            if (client.greet())
                while (!client.isOver()) // no read: the system's buffers fill up
                    QThread::msleep(5);
        });
        RedisConnection connection(quickly(server.config()));
        QVERIFY(connection.open().ok());
        QElapsedTimer timer;
        timer.start();
        const Result<Reply> stuck = connection.call({"SET", "x", QByteArray(50'000'000, 'x')});
        QVERIFY(!stuck);
        QCOMPARE(stuck.error().code, ErrorCode::Timeout);
        QVERIFY(timer.elapsed() < quick.reply.count() + slackMs);
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
        QVERIFY2(timer.elapsed() < quick.reply.count() + slackMs, qPrintable(QString::number(timer.elapsed())));
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
        QVERIFY2(refused.error().message.contains(u"does not speak the Redis protocol"),
            qPrintable(refused.error().message));

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
            client.send("+PONG\r\n+EXTRA\r\n"); // with the reply
            client.holdOpen();
        });
        RedisConnection connection(quickly(server.config()));
        QVERIFY(connection.open().ok());
        Result<Reply> first = connection.call({"PING"});
        if (first) { // the extra bytes came in a packet of their own
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
            QThread::msleep(30); // a packet of its own
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

void TestRedisConnection::hostileAnswersEndInAnErrorWithinTheDeadline_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("pieceMs"); // 0: at once; otherwise one byte each so many ms
    QTest::addColumn<bool>("endless"); // the answer is repeated until the client goes
    QTest::addColumn<bool>("closes"); // the server closes after it
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

void TestRedisConnection::hostileAnswersEndInAnErrorWithinTheDeadline()
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
    QVERIFY2(took < quick.reply.count() + slackMs, qPrintable(QString::number(took)));
    QVERIFY(!connection.isOpen());
    QVERIFY(reply.error().message.endsWith(u'.'));
}

QTEST_GUILESS_MAIN(TestRedisConnection)
#include "tst_redisconnection.moc"
