// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Redis in every unhealthy state: the exit code, one sentence, and nothing on standard output.
class DuectlErrors : public QObject
{
    Q_OBJECT

private slots:
    void aWrongOrMissingPasswordIsExitCode3();
    void thePasswordMayComeFromTheEnvironment();
    void aKeyOfTheWrongTypeIsNamed_data();
    void aKeyOfTheWrongTypeIsNamed();
    void aWorkerEndsWhenTheQueueCannotBeReadToItsEnd();
    void aRegistryOfTheWrongTypeIsNamed();
    void aFullRedisRefusesAddsAndDeleteFrees();
    void aFrozenServerIsGivenUpInTime();
    void whatIsNoRedisIsSaid();
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
    // Handler programs do not inherit it.
    EXIT(duectl.run("add q t"), 0);
    EXIT(duectl.run(words("work --queue q --exit-when-empty --handler")
             << u"*=command:/bin/sh -c \"test -z $REDISCLI_AUTH\""_s),
        0);
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:done"}).integer, 1);
    duectl.setVariable("REDISCLI_AUTH", u"wrong"_s);
    FAILS(duectl.run("queues"), 3, "password");
}

void DuectlErrors::aKeyOfTheWrongTypeIsNamed_data()
{
    QTest::addColumn<QByteArray>("role");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("pending") << QByteArray("pending") << QByteArray("list q");
    QTest::newRow("pending, adding") << QByteArray("pending") << QByteArray("add q t --in 1h");
    QTest::newRow("retry") << QByteArray("retry") << QByteArray("list q --state retrying");
    QTest::newRow("leased") << QByteArray("leased") << QByteArray("leases q");
    QTest::newRow("failed") << QByteArray("failed") << QByteArray("check q");
    QTest::newRow("failed, retrying") << QByteArray("failed") << QByteArray("retry q --all --yes");
    QTest::newRow("done") << QByteArray("done") << QByteArray("results q");
    QTest::newRow("trash") << QByteArray("trash") << QByteArray("discard q a");
    QTest::newRow("tasks") << QByteArray("tasks") << QByteArray("list q --state pending");
    QTest::newRow("meta") << QByteArray("meta") << QByteArray("queue q show");
    QTest::newRow("ops") << QByteArray("ops") << QByteArray("operations q");
    QTest::newRow("before") << QByteArray("before") << QByteArray("discard q a");
    QTest::newRow("pending, working") << QByteArray("pending") << QByteArray("work --queue q --handler *=echo");
}

void DuectlErrors::aKeyOfTheWrongTypeIsNamed()
{
    QFETCH(QByteArray, role);
    QFETCH(QByteArray, line);
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --in 1h"), 0);
    const QByteArray key = "dueline:{q}:" + role;
    server.call({"DEL", key});
    server.call({"SET", key, "somebody else's"});
    FAILS(duectl.run(line.constData()), 1, role);
    QCOMPARE(server.call({"GET", key}).bytes, QByteArray("somebody else's"));
    // The list of queues names it, too, and does not lose the others.
    EXIT(duectl.run("add fine t"), 0);
    const Answer queues = duectl.run("queues");
    QVERIFY2(queues.out.contains("fine"), queues.all());
}

void DuectlErrors::aWorkerEndsWhenTheQueueCannotBeReadToItsEnd()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t"), 0);
    server.call({"SET", "dueline:{q}:failed", "somebody else's"});
    FAILS(duectl.run("work --queue q --handler *=echo --exit-when-empty"), 1, "failed");
}

void DuectlErrors::aRegistryOfTheWrongTypeIsNamed()
{
    RedisServer server;
    server.call({"SET", "dueline:queues", "x"});
    FAILS(Duectl(server.url()).run("queues"), 1, "dueline:queues");
    FAILS(Duectl(server.url()).run("add q t"), 1, "dueline:queues");
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
    FAILS(duectl.run("add q t --payload-file -", QByteArray(200'000, 'x')), 3, "memory");
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

void DuectlErrors::whatIsNoRedisIsSaid()
{
    QProcess web;
    QTemporaryDir folder;
    const quint16 port = RedisServer::freePort();
    web.setWorkingDirectory(folder.path());
    web.start(u"python3"_s, {u"-m"_s, u"http.server"_s, QString::number(port), u"--bind"_s, u"127.0.0.1"_s});
    if (!web.waitForStarted())
        QSKIP("there is no python3 to answer as a web server");
    const Duectl duectl(u"redis://127.0.0.1:%1"_s.arg(port));
    QTRY_VERIFY_WITH_TIMEOUT(!duectl.run("queues").err.contains("refused"), 20'000);
    QVERIFY2(duectl.run("queues").isError(3), duectl.run("queues").all());
    web.kill();
    web.waitForFinished();
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
