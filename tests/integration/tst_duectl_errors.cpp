// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/scriptedserver.h"

#include <QElapsedTimer>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests Redis in every unhealthy state: duectl exits with a specific code and prints one sentence to stderr and
/// nothing to stdout.
class DuectlErrors : public QObject
{
    Q_OBJECT

private slots:
    void aWrongOrMissingPasswordIsExitCode3();
    void thePasswordMayComeFromTheEnvironment();
    void aFullRedisRefusesAddsAndDeleteFrees();
    void aFrozenServerIsGivenUpInTime();
    void whatIsNoRedisIsSaid_data();
    void whatIsNoRedisIsSaid();
    void aServerThatIsNotReachedIsExitCode3_data();
    void aServerThatIsNotReachedIsExitCode3();
    void aPlainServerIsNoSentinelAndNoCluster();
    void aReplicaIsReadButNotChanged();
    void aReplicaThatHidesItsRoleIsExitCode3();
    void whatTheUserMayNotDoEndsAWorker();
    void aWorkerFinishesItsTasksWhileRedisIsFull();
    void aNewerLayoutIsLeftAlone();
};

void DuectlErrors::aWrongOrMissingPasswordIsExitCode3()
{
    RedisServer::Options options;
    options.tcp = true;
    options.password = "right";
    RedisServer server(options);
    const QString host = u"127.0.0.1:%1"_s.arg(server.port());
    FAILS(Duectl(u"redis://"_s + host).run("queues"), 3, "password");
    const Answer wrong = Duectl(u"redis://:wr0ng@"_s + host).run("queues --json");
    FAILS(wrong, 3, "password");
    QVERIFY(!wrong.err.contains("wr0ng"));
    EXIT(Duectl(u"redis://:right@"_s + host).run("queues"), 0);
}

void DuectlErrors::thePasswordMayComeFromTheEnvironment()
{
    RedisServer::Options options;
    options.tcp = true;
    options.password = "right";
    RedisServer server(options);
    Duectl duectl(u"redis://127.0.0.1:%1"_s.arg(server.port()));
    duectl.setVariable("REDISCLI_AUTH", u"right"_s);
    EXIT(duectl.run("queues"), 0);
    // Handler programs don't inherit the password.
    EXIT(duectl.run("add q t"), 0);
    EXIT(duectl.run(words("work --queue q --exit-when-empty --handler")
             << u"*=command:/bin/sh -c \"test -z $REDISCLI_AUTH\""_s),
        0);
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:done"}).integer, 1);
    duectl.setVariable("REDISCLI_AUTH", u"wrong"_s);
    FAILS(duectl.run("queues"), 3, "password");
}

void DuectlErrors::aFullRedisRefusesAddsAndDeleteFrees()
{
    RedisServer::Options options;
    options.arguments = words("--maxmemory 8mb --maxmemory-policy noeviction");
    RedisServer server(options);
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id first --in 1h"), 0);
    const Answer full = duectl.run("add q t --copies 2000 --in 1h --payload-file -", QByteArray(20'000, 'x'));
    QCOMPARE(full.code, 3);
    QVERIFY2(full.err.contains("memory") && full.err.count('\n') <= 4, full.all());
    const qint64 added = full.lines().size();
    QCOMPARE(server.call({"HLEN", "dueline:{q}:tasks"}).integer, added + 1);
    FAILS(duectl.run("add q t --payload-file -", QByteArray(4'000'000, 'x')), 3, "memory");
    EXIT(duectl.run("list q --limit 5"), 0);
    EXIT(duectl.run("delete q --all --yes"), 0);
    EXIT(duectl.run("add q t --payload-file -", QByteArray(200'000, 'x')), 0);
}

void DuectlErrors::aFrozenServerIsGivenUpInTime()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t"), 0);
    server.freeze();
    QElapsedTimer timer;
    timer.start();
    const Answer answer = duectl.run("queues");
    server.thaw();
    QVERIFY2(answer.isError(3), answer.all());
    QVERIFY2(timer.elapsed() < 12'000, qPrintable(QString::number(timer.elapsed())));
}

void DuectlErrors::whatIsNoRedisIsSaid_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("a web server") << QByteArray(
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<h1>400</h1>\r\n");
    QTest::newRow("a mail server") << QByteArray("220 mail.example.org ESMTP ready\r\n");
    QTest::newRow("a TLS server's alert") << QByteArray::fromHex("15030100020246");
    QTest::newRow("nothing but the end") << QByteArray();
}

void DuectlErrors::whatIsNoRedisIsSaid()
{
    QFETCH(QByteArray, answer);
    ScriptedServer other([&](ScriptedServer::Client& client) {
        if (client.expect("\r\n"))
            client.send(answer);
    });
    const Duectl duectl(u"redis://127.0.0.1:%1"_s.arg(other.port()));
    const Answer said = duectl.run("queues");
    QVERIFY2(said.isError(3) && said.err.count('\n') == 1, said.all());
}

void DuectlErrors::aServerThatIsNotReachedIsExitCode3_data()
{
    QTest::addColumn<QString>("url");
    // The URL is valid but Redis can't be reached, so the exit code is 3 even if this build doesn't support the scheme.
    for (const char* url : {"rediss://127.0.0.1:1", "redis-sentinel://127.0.0.1:1/main", "redis-cluster://127.0.0.1:1",
             "redis://127.0.0.1:1?ssh=nowhere.invalid"})
        QTest::newRow(url) << QString::fromLatin1(url);
}

void DuectlErrors::aServerThatIsNotReachedIsExitCode3()
{
    QFETCH(QString, url);
    for (const char* line : {"queues", "add q t", "work --queue q --handler *=echo"})
        FAILS(Duectl(url).run(line), 3, "");
}

void DuectlErrors::aPlainServerIsNoSentinelAndNoCluster()
{
    RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    const QString host = u"127.0.0.1:%1"_s.arg(server.port());
    FAILS(Duectl(u"redis-sentinel://%1/m"_s.arg(host)).run("queues"), 3, "is not a sentinel");
    FAILS(Duectl(u"redis-cluster://"_s + host).run("queues --json"), 3, "is a standalone Redis");
}

void DuectlErrors::aReplicaIsReadButNotChanged()
{
    RedisServer::Options options;
    options.arguments = words("--replicaof 127.0.0.1") << QString::number(RedisServer::freePort());
    RedisServer replica(options);
    const Duectl duectl(replica.url());
    EXIT(duectl.run("queues"), 0);
    for (const char* line : {"add q t", "pause q", "retry q --all --yes", "work --queue q --handler *=echo"})
        FAILS(duectl.run(line), 3, "connect to its master");
}

void DuectlErrors::aReplicaThatHidesItsRoleIsExitCode3()
{
    RedisServer::Options options;
    options.tcp = true;
    RedisServer server(options);
    server.call({"ACL", "SETUSER", "blind", "on", ">p", "~*", "&*", "+@all", "-info"});
    server.call({"REPLICAOF", "127.0.0.1", QByteArray::number(RedisServer::freePort())});
    const Duectl blind(u"redis://blind:p@127.0.0.1:%1"_s.arg(server.port()));
    FAILS(blind.run("add q t"), 3, "connect to its master");
}

void DuectlErrors::whatTheUserMayNotDoEndsAWorker()
{
    RedisServer::Options options;
    options.tcp = true;
    RedisServer server(options);
    server.call({"ACL", "SETUSER", "reader", "on", ">p", "~*", "&*", "+@read", "+@connection", "+info", "+eval_ro",
        "+evalsha_ro", "+script|load", "+time", "+subscribe"});
    EXIT(Duectl(server.url()).run("add q t"), 0);
    const Duectl reader(u"redis://reader:p@127.0.0.1:%1"_s.arg(server.port()));
    for (const char* line : {"work --queue q --handler *=echo", "work --queue q --handler *=echo --exit-when-empty"}) {
        const Answer answer = reader.run(line);
        QVERIFY2(answer.code == 3 && answer.out.isEmpty() && answer.err.contains("not allowed"), answer.all());
        QCOMPARE(answer.err.count("not allowed"), 1);
    }
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:pending"}).integer, 1);
}

void DuectlErrors::aWorkerFinishesItsTasksWhileRedisIsFull()
{
    RedisServer::Options options;
    options.arguments = words("--maxmemory-policy noeviction");
    RedisServer server(options);
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 40 --payload x"), 0);
    const auto worker = duectl.start(words("work --queue q --concurrency 4 --handler *=sleep:50"));
    QTRY_VERIFY_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:done"}).integer > 0, 20'000);
    server.call({"CONFIG", "SET", "maxmemory", "1"});
    QVERIFY(server.call({"ZCARD", "dueline:{q}:done"}).integer < 40);
    FAILS(duectl.run("add q t"), 3, "memory");
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:done"}).integer, 40, 20'000);
    FAILS(duectl.run("add q t"), 3, "memory");
    worker->terminate();
    const Answer answer = Duectl::finish(*worker);
    EXIT(answer, 0);
    QVERIFY2(answer.err.contains("40 done, 0 failed, 0 to be retried; 0 duplicates, 0 stale acks"), answer.all());
}

void DuectlErrors::aNewerLayoutIsLeftAlone()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a"), 0);
    server.call({"HSET", "dueline:{q}:meta", "version", "2"});
    FAILS(duectl.run("add q t"), 1, "newer");
    FAILS(duectl.run("discard q a"), 1, "newer");
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:pending"}).integer, 1);
}

QTEST_GUILESS_MAIN(DuectlErrors)
#include "tst_duectl_errors.moc"
