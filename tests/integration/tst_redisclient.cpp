// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readcommands.h"
#include "core/redis/redisclient.h"
#include "tests/support/redisserver.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/writecommands.h"

#include <QCryptographicHash>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <memory>

using namespace dueline;

namespace {

Script scriptOf(const QByteArray& source)
{
    return {"test/script", source, QCryptographicHash::hash(source, QCryptographicHash::Sha1).toHex()};
}

/// Returns how many SET commands the server has rejected.
int rejectedSets(RedisServer& server)
{
    const QByteArray stats = server.call({"INFO", "commandstats"}).bytes;
    const QByteArray of = stats.mid(stats.indexOf("cmdstat_set:")).split('\n').value(0);
    return of.mid(of.indexOf("rejected_calls=") + 15).split(',').value(0).toInt();
}

/// Returns how many logins the server has refused.
int refusedLogins(RedisServer& server)
{
    qint64 refused = 0;
    for (const Reply& entry : server.call({"ACL", "LOG"}).items) {
        for (std::size_t i = 0; i + 1 < entry.items.size(); i += 2)
            refused += entry.items[i].bytes == "count" ? entry.items[i + 1].integer : 0;
    }
    return int(refused);
}

using Client = ScriptedServer::Client;

} // namespace

class TestRedisClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRestartedServerIsFoundAgainAndTold()
    {
        RedisServer server({.tcp = true, .aof = true, .password = {}, .arguments = {}});
        RedisClient client(server.config());
        QVERIFY(client.open().ok());
        QList<QByteArray> runs{client.identity().runId};
        client.reconnected = [&](const ServerIdentity& identity) { runs << identity.runId; };
        QVERIFY(client.call({"SET", "x", "1"}).ok());
        server.restart();
        const Result<Reply> read = client.call({"GET", "x"});
        QVERIFY2(read.ok(), read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->bytes, QByteArray("1"));
        QCOMPARE(runs.size(), 2);
        QVERIFY(runs[0] != runs[1]);
    }

    void aServerThatComesBackDuringTheCallIsWaitedFor()
    {
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        std::atomic_bool open = false;
        std::atomic_bool down = false;
        std::atomic_bool answered = false;
        QString problem;
        const std::unique_ptr<QThread> caller(QThread::create([&, config = server.config()] {
            RedisClient client(config);
            if (!client.open())
                return;
            open = true;
            while (!down)
                QThread::yieldCurrentThread();
            const Result<Reply> reply = client.call({"PING"});
            problem = reply ? QString() : reply.error().message;
            answered = true;
        }));
        caller->start();
        QTRY_VERIFY(open);
        server.kill9();
        down = true;
        QTest::qWait(200); // Gives the call time to try the closed port; only the final result is checked.
        QVERIFY(!answered);
        server.start();
        QVERIFY(caller->wait(10'000));
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    /// Uses a deadline longer than a test may take.
    void aFirstOpenThatFailsReturnsAtOnce()
    {
        RedisConfig config;
        config.timeouts.connect = config.timeouts.reply = std::chrono::hours(1);
        config.hosts = {{QStringLiteral("127.0.0.1"), RedisServer::freePort()}};
        RedisClient client(config);
        QCOMPARE(client.open().error().code, ErrorCode::Unreachable);
        QCOMPARE(client.call({"PING"}).error().code, ErrorCode::Unreachable);
    }

    void aServerThatStaysAwayIsGivenUpWithinTheReplyDeadline()
    {
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        RedisConfig config = server.config();
        config.timeouts.reply = Millis(700);
        RedisClient client(config);
        QVERIFY(client.open().ok());
        server.kill9();
        const Result<Reply> lost = client.call({"PING"});
        QVERIFY(!lost);
        QCOMPARE(lost.error().code, ErrorCode::Unreachable);
    }

    void aFrozenServerIsGivenUpWithinTheReplyDeadline()
    {
        RedisServer server;
        RedisConfig config = server.config();
        config.timeouts = {.connect = Millis(5000), .progress = Millis(300), .reply = Millis(900)};
        RedisClient client(config);
        QVERIFY(client.open().ok());
        server.freeze();
        const Result<Reply> lost = client.call({"PING"});
        QVERIFY(!lost);
        QCOMPARE(lost.error().code, ErrorCode::Timeout);
        server.thaw();
        QVERIFY(client.call({"PING"}).ok());
    }

    void aLostReplyIsAskedForAgain()
    {
        std::atomic_int asked = 0;
        ScriptedServer server([&](Client& client) {
            if (!client.greet() || !client.expect("PING\r\n"))
                return;
            if (++asked == 1)
                return; // the first request is not answered
            client.send("+PONG\r\n");
            client.holdOpen();
        });
        RedisClient client(server.config());
        QVERIFY(client.open().ok());
        QCOMPARE(client.call({"PING"})->bytes, QByteArray("PONG"));
        QCOMPARE(asked.load(), 2);
    }

    void loadingAndBusyAreWaitedOut()
    {
        std::atomic_int asked = 0;
        ScriptedServer server([&](Client& client) {
            if (!client.greet())
                return;
            while (client.expect("PING\r\n")) {
                const int count = ++asked;
                client.send(count == 1 ? "-LOADING Redis is loading the dataset in memory\r\n"
                        : count == 2   ? "-BUSY Redis is busy running a script.\r\n"
                                       : "+PONG\r\n");
            }
        });
        RedisClient client(server.config());
        QVERIFY(client.open().ok());
        QCOMPARE(client.call({"PING"})->bytes, QByteArray("PONG"));
        QCOMPARE(asked.load(), 3);
        QCOMPARE(server.connections(), 1); // the client kept its connection
    }

    void aServerThatLoadsForeverIsToldInTime()
    {
        std::atomic_int asked = 0;
        ScriptedServer server([&asked](Client& client) {
            if (!client.greet())
                return;
            while (client.expect("PING\r\n")) {
                ++asked;
                client.send("-LOADING Redis is loading the dataset in memory\r\n");
            }
        });
        RedisConfig config = server.config();
        config.timeouts.reply = Millis(500);
        RedisClient client(config);
        QVERIFY(client.open().ok());
        const Result<Reply> loading = client.call({"PING"});
        QVERIFY(!loading);
        QCOMPARE(loading.error().code, ErrorCode::Busy);
        QVERIFY(asked > 1); // the request was repeated until the deadline
    }

    void aReplicaIsAskedOnceMoreAndThenTold()
    {
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        RedisClient client(server.config());
        QVERIFY(client.open().ok());
        const quint16 nowhere = RedisServer::freePort();
        QVERIFY(server.call({"REPLICAOF", "127.0.0.1", QByteArray::number(nowhere)}).isStatus());
        const Result<Reply> refused = client.call({"SET", "x", "1"});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::ReadOnlyServer);
        QCOMPARE(rejectedSets(server), 2);
        QVERIFY(server.call({"REPLICAOF", "NO", "ONE"}).isStatus());
        QVERIFY(client.call({"SET", "x", "1"}).ok());
    }

    void aFullServerIsToldAtOnce()
    {
        RedisServer server({.tcp = false,
            .aof = false,
            .password = {},
            .arguments = {QStringLiteral("--maxmemory"), QStringLiteral("1mb"), QStringLiteral("--maxmemory-policy"),
                QStringLiteral("noeviction")}});
        RedisClient client(server.config());
        QVERIFY(client.open().ok());
        Result<Reply> full = client.call({"SET", "x", QByteArray(2'000'000, 'x')});
        for (int i = 0; full && i < 3; ++i)
            full = client.call({"SET", QByteArray::number(i), "x"});
        QVERIFY(!full);
        QCOMPARE(full.error().code, ErrorCode::Full);
        QCOMPARE(rejectedSets(server), 1);
    }

    void aForgottenScriptIsLoadedAndOnlyItIsRepeated()
    {
        RedisServer server;
        RedisClient client(server.config());
        QVERIFY(client.open().ok());
        const Script count = scriptOf("return redis.call('INCR', KEYS[1])");
        const Script push = scriptOf("return redis.call('RPUSH', KEYS[1], ARGV[1])");
        QCOMPARE(client.run(count, {"n"}, {})->integer, 1); // first use of the script
        QVERIFY(server.call({"SCRIPT", "FLUSH"}).isStatus());
        QCOMPARE(client.run(count, {"n"}, {})->integer, 2);

        // The server knows only one of the pipeline's scripts, and must not run it twice.
        const Script length = scriptOf("return redis.call('LLEN', KEYS[1])");
        const Result<std::vector<Reply>> replies = client.run({{&push, {"l"}, {"a"}}, {&count, {"n"}, {}},
            {&length, {"l"}, {}}, {&push, {"l"}, {"b"}}, {&count, {"n"}, {}}});
        QVERIFY2(replies.ok(), replies ? "" : qPrintable(replies.error().message));
        QCOMPARE((*replies)[0].integer, 1);
        QCOMPARE((*replies)[1].integer, 3);
        QCOMPARE((*replies)[2].integer, 1);
        QCOMPARE((*replies)[3].integer, 2);
        QCOMPARE((*replies)[4].integer, 4);
        const Reply list = server.call({"LRANGE", "l", "0", "-1"});
        QCOMPARE(list.items.size(), std::size_t(2));
        QCOMPARE(list.items[0].bytes, QByteArray("a")); // the calls ran in order
        QCOMPARE(server.call({"GET", "n"}).bytes, QByteArray("4"));
        // By now, the server has loaded both scripts.
        QCOMPARE(server.call({"SCRIPT", "EXISTS", push.sha, count.sha}).items[0].integer, 1);
        QVERIFY(client.run(std::vector<ScriptCall>())->empty());
    }

    void aScriptsOwnErrorIsToldAsItIs()
    {
        RedisServer server;
        RedisClient client(server.config());
        QVERIFY(client.open().ok());
        const Script damaged = scriptOf("return redis.error_reply('DAMAGED ' .. KEYS[1])");
        Result<Reply> reply = client.run(damaged, {"dueline:{q}:pending"}, {});
        QVERIFY(!reply);
        QCOMPARE(reply.error().code, ErrorCode::WrongType);
        QVERIFY(reply.error().message.contains(u"dueline:{q}:pending"));
        const Script wrong = scriptOf("return redis.call('LPUSH', KEYS[1], 'x')");
        QVERIFY(client.call({"SET", "s", "x"}).ok());
        reply = client.run(wrong, {"s"}, {});
        QVERIFY(!reply);
        QCOMPARE(reply.error().code, ErrorCode::WrongType);
    }

    void aTransactionRunsAsAWholeEvenWithAnUnknownScript()
    {
        RedisServer server;
        RedisClient client(server.config());
        QVERIFY(client.open().ok());
        const Script first = scriptOf("return redis.call('SET', KEYS[1], ARGV[1])");
        const Result<std::vector<Reply>> replies = client.transaction(
            {&first, {"x"}, {"1"}}, {{"HSETNX", "h", "f", QByteArray(60'000, 'p')}, {"INCR", "x"}});
        QVERIFY2(replies.ok(), replies ? "" : qPrintable(replies.error().message));
        QCOMPARE(replies->size(), std::size_t(3));
        QCOMPARE((*replies)[0].bytes, QByteArray("OK"));
        QCOMPARE((*replies)[1].integer, 1);
        QCOMPARE((*replies)[2].integer, 2);
    }

    void aRefusedTransactionDoesNothingAndNamesItsCause()
    {
        RedisServer server;
        RedisClient client(server.config());
        QVERIFY(client.open().ok());
        const Script first = scriptOf("return redis.call('SET', KEYS[1], ARGV[1])");
        const Result<std::vector<Reply>> refused = client.transaction({&first, {"x"}, {"1"}}, {{"NOSUCHCOMMAND"}});
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.contains(u"NOSUCHCOMMAND"), qPrintable(refused.error().message));
        QVERIFY(server.call({"GET", "x"}).isNil());
        QVERIFY(client.call({"PING"}).ok());
    }

    void aWrongPasswordIsNotTriedAgain()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "one", .arguments = {}});
        RedisClient client(server.config());
        QVERIFY(client.open().ok());
        QVERIFY(server.call({"CONFIG", "SET", "requirepass", "two"}).isStatus());
        QVERIFY(server.call({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}).isInteger());
        const Result<Reply> refused = client.call({"PING"});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Authentication);
        QCOMPARE(refusedLogins(server), 1);
    }

    void aClientThatMayOnlyReadSendsNothingElse()
    {
        RedisServer server;
        server.call({"SET", "k", "v"});
        RedisClient client(server.config());
        client.allowOnlyReads();
        QVERIFY(client.open().ok());
        server.call({"CONFIG", "RESETSTAT"});
        const auto refused = client.call({"set", "k", "w"});
        QVERIFY(!refused && refused.error().code == ErrorCode::Refused);
        QVERIFY2(refused.error().message.contains(u"SET was not sent"), qPrintable(refused.error().message));
        QVERIFY(!client.pipeline({{"GET", "k"}, {"DEL", "k"}, {"GET", "k"}}).ok()); // no part of the pipeline was sent
        QVERIFY(!client.call({"CONFIG", "SET", "maxmemory", "1"}).ok());
        QVERIFY(!client.call({"FROBNICATE"}).ok());
        Script writes = scriptOf("#!lua\nreturn redis.call('SET', KEYS[1], 'w')");
        QCOMPARE(client.run(writes, {"k"}, {}).error().code, ErrorCode::Refused);
        writes.readsOnly = true; // The server notices and rejects this false claim.
        QVERIFY(!client.run(writes, {"k"}, {}).ok());
        QCOMPARE(client.call({"GET", "k"})->bytes, QByteArray("v"));
        const QByteArrayList written = writeCommandsRun(server);
        QVERIFY2(written.isEmpty(), written.join(", "));
    }

    /// Checks that none of the server's write commands are on Dueline's list of read commands.
    void whatIsOnTheListOfReadsChangesNothing()
    {
        RedisServer server;
        const auto wordsOf = [](const Reply& name) {
            const QByteArrayList words = name.bytes.toUpper().split('|');
            return Command(words.begin(), words.end());
        };
        const Reply writes = server.call({"ACL", "CAT", "write"});
        QVERIFY(writes.items.size() > 100);
        for (const Reply& name : writes.items)
            QVERIFY2(!isReadCommand(wordsOf(name)), name.bytes);
        const Reply reads = server.call({"ACL", "CAT", "read"});
        const auto known = std::count_if(
            reads.items.begin(), reads.items.end(), [&](const Reply& name) { return isReadCommand(wordsOf(name)); });
        QVERIFY2(known > 35, QByteArray::number(qint64(known))); // the list includes common read commands
        for (const Command& command :
            {Command{"CONFIG", "SET", "a", "b"}, Command{"CONFIG", "REWRITE"}, Command{"ACL", "SETUSER", "x"},
                Command{"EVALSHA", "x", "0"}, Command{"EVAL", "x", "0"}, Command{"SCRIPT", "LOAD", "x"},
                Command{"MULTI"}, Command{"PUBLISH", "c", "m"}, Command{"DEBUG", "SLEEP", "9"},
                Command{"CLIENT", "KILL", "x"}, Command{"KEYS", "*"}, Command{"CONFIG"}, Command{}})
            QVERIFY(!isReadCommand(command));
    }
};

QTEST_GUILESS_MAIN(TestRedisClient)
#include "tst_redisclient.moc"
