// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisclient.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/rediscluster.h"
#include "tests/support/redisserver.h"
#include "tests/support/scriptedserver.h"

#include <QVersionNumber>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that reading doesn't change the access times of keys, which a server with an LRU policy uses to choose the
/// keys to evict.
class TestAccessTimes : public QObject
{
    Q_OBJECT

    static constexpr qint64 idle = 5'000; // seconds

    static bool hasNoTouch(RedisServer& server)
    {
        const QByteArray info = server.call({"INFO", "server"}).bytes;
        const qsizetype at = info.indexOf("redis_version:") + 14;
        const QString version = QString::fromLatin1(info.mid(at, info.indexOf('\r', at) - at));
        return QVersionNumber::fromString(version) >= QVersionNumber(7, 2);
    }
    /// Makes every key look as if it was last used `idle` seconds ago.
    static void age(RedisServer& server)
    {
        for (const Reply& key : server.call({"KEYS", "*"}).items) {
            const QByteArray value = server.call({"DUMP", key.bytes}).bytes;
            const QByteArray left = QByteArray::number(std::max(server.call({"PTTL", key.bytes}).integer, qint64(0)));
            QVERIFY(server.call({"RESTORE", key.bytes, left, value, "REPLACE", "IDLETIME", QByteArray::number(idle)})
                        .isStatus());
        }
    }
    /// Returns the keys used since age() was called.
    static QByteArrayList used(RedisServer& server)
    {
        QByteArrayList keys;
        for (const Reply& key : server.call({"KEYS", "*"}).items) {
            if (server.call({"OBJECT", "IDLETIME", key.bytes}).integer < idle)
                keys << key.bytes;
        }
        return keys;
    }

private Q_SLOTS:
    void listAndShowDoNotUseAKey()
    {
        RedisServer server;
        if (!hasNoTouch(server))
            QSKIP("this server has no CLIENT NO-TOUCH, which Redis 7.2 introduced");
        const Duectl duectl(server.url());
        EXIT(duectl.run("add mail greet --id one --in 1h"), 0);
        EXIT(duectl.run("add mail greet --id two"), 0);
        server.call({"ZADD", "bull:shop:delayed", "7", "1"});
        server.call({"HSET", "bull:shop:1", "name", "order", "data", "{}"});
        server.call({"HSET", "bull:shop:meta", "version", "bullmq:5.58.0"});
        age(server);
        QVERIFY(server.call({"DBSIZE"}).integer > 4);
        QCOMPARE(used(server), QByteArrayList());
        for (const char* command :
            {"queues", "list mail", "show mail greet#one", "show shop@bullmq 1", "list shop@bullmq", "check mail",
                "export mail - --all", "run-now mail greet#one --dry-run", "doctor"}) {
            const Answer answer = duectl.run(command);
            QVERIFY2(answer.code == 0 || QByteArray(command) == "doctor", answer.all()); // The doctor reports findings.
            const QByteArrayList keys = used(server);
            QVERIFY2(keys.isEmpty(), QByteArray(command) + " used " + keys.join(' '));
        }
        EXIT(duectl.run("run-now mail greet#one --yes"), 0);
        QVERIFY(!used(server).isEmpty()); // Actions do count as use.
    }

    void aUserWithoutTheRightReadsAllTheSame()
    {
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        server.call({"SET", "k", "v"});
        server.call({"ACL", "SETUSER", "viewer", "on", "nopass", "~*", "-@all", "+get", "+info", "+select"});
        RedisConfig config = server.config();
        config.user = u"viewer"_s;
        RedisClient client(config);
        client.allowOnlyReads();
        QVERIFY(client.open().ok());
        QCOMPARE(client.call({"GET", "k"})->bytes, QByteArray("v"));
    }

    /// Checks that neither kind of cluster connection sends CLIENT NO-TOUCH. Redis 8.0.2 and Valkey 8.1.1 crash if a
    /// connection with NO-TOUCH reads a key in a slot that is being moved.
    void itIsNotSentToNodesOfACluster()
    {
        RedisCluster cluster(1);
        RedisServer& node = cluster.node(0);
        for (const RedisConfig& config : {cluster.config(), node.config()}) {
            RedisClient client(config);
            client.allowOnlyReads();
            QVERIFY(client.open().ok());
            QVERIFY(client.call({"GET", "k"}).ok());
        }
        const QByteArray stats = node.call({"INFO", "commandstats"}).bytes;
        QVERIFY2(stats.contains("cmdstat_get:calls=2,") && !stats.contains("no-touch"), stats);
    }

    void itIsSentOnlyToServersThatHaveIt_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("reply");
        QTest::newRow("7.0.15") << QByteArray("7.0.15") << QByteArray();
        QTest::newRow("7.2.0") << QByteArray("7.2.0") << QByteArray("+OK\r\n");
        QTest::newRow("10.0.0") << QByteArray("10.0.0") << QByteArray("+OK\r\n");
        QTest::newRow("refused") << QByteArray("7.2.4") << QByteArray("-ERR unknown subcommand 'NO-TOUCH'\r\n");
        QTest::newRow("no version") << QByteArray() << QByteArray();
    }
    void itIsSentOnlyToServersThatHaveIt()
    {
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, reply);
        ScriptedServer server([&](ScriptedServer::Client& client) {
            if (!client.greet(version)
                || (!reply.isEmpty() && !(client.expect("NO-TOUCH\r\n$2\r\nON\r\n") && client.send(reply))))
                return;
            client.expectCommand();
            client.send("$1\r\nv\r\n");
            client.holdOpen();
        });
        RedisClient client(server.config());
        client.allowOnlyReads();
        QVERIFY(client.open().ok());
        QCOMPARE(client.call({"GET", "k"})->bytes, QByteArray("v"));
    }
};

QTEST_GUILESS_MAIN(TestAccessTimes)
#include "tst_accesstimes.moc"
