// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisconnection.h"
#include "tests/support/redisserver.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace dueline;

namespace {

/// Accepted delay beyond a deadline, to allow for scheduling on a busy machine.
constexpr int connectionSlackMs = 1500;

} // namespace

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
        QVERIFY(connection.call({"INFO", "server"})
                    ->bytes.contains("redis_version:" + connection.identity().version + "\r\n"));
        QVERIFY(connection.identity().version.split('.').first().toInt() >= 7);
        QCOMPARE(connection.identity().runId.size(), 40);
        QCOMPARE(connection.identity().role, QByteArray("master"));
        QCOMPARE(connection.call({"CLIENT", "GETNAME"})->bytes, QByteArray("dueline"));
    }

    void aHostIsFoundByItsName()
    {
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        RedisConfig config = server.config();
        config.hosts.front().host = QStringLiteral("localhost"); // ::1, which may be tried first, refuses connections
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

        config.database = 1; // requires SELECT
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
        // Each command and reply is so large that neither side can buffer the other's data.
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
        // A reply over the limit closes the connection; the program keeps running.
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
        QVERIFY(timer.elapsed() < config.timeouts.connect.count() + connectionSlackMs);

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
};

QTEST_GUILESS_MAIN(TestRedisConnection)
#include "tst_redisconnection.moc"
