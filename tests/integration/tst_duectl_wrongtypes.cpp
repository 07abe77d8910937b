// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// A key that is somebody else's, in each role: it is named with exit code 1 and stays as it is, or is done without.
class DuectlWrongTypes : public QObject
{
    Q_OBJECT

private slots:
    void aKeyOfTheWrongTypeIsNamed_data();
    void aKeyOfTheWrongTypeIsNamed();
    void aWorkerEndsOverAKeyItNeeds_data();
    void aWorkerEndsOverAKeyItNeeds();
    void aWorkerGoesOnWithoutAKeyItCanSpare_data();
    void aWorkerGoesOnWithoutAKeyItCanSpare();
    void aWorkerEndsWhenTheQueueCannotBeReadToItsEnd();
    void aRegistryOfTheWrongTypeIsNamed();
};

void DuectlWrongTypes::aKeyOfTheWrongTypeIsNamed_data()
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
    QTest::newRow("tries") << QByteArray("tries") << QByteArray("show q a");
    QTest::newRow("tries, retrying") << QByteArray("tries") << QByteArray("run-now q a");
    QTest::newRow("leases") << QByteArray("leases") << QByteArray("show q a");
    QTest::newRow("leases, deleting") << QByteArray("leases") << QByteArray("delete q a");
    QTest::newRow("history") << QByteArray("history") << QByteArray("show q a");
    QTest::newRow("history, deleting") << QByteArray("history") << QByteArray("delete q a");
    QTest::newRow("results") << QByteArray("results") << QByteArray("show q a");
    QTest::newRow("expiring, adding") << QByteArray("expiring") << QByteArray("add q t --in 1h --expires 2h");
    QTest::newRow("unique, adding") << QByteArray("unique") << QByteArray("add q t --unique k --unique-for 1h");
    QTest::newRow("damaged") << QByteArray("damaged") << QByteArray("list q");
    QTest::newRow("before, undoing") << QByteArray("before") << QByteArray("restore q a");
    QTest::newRow("pending, working") << QByteArray("pending") << QByteArray("work --queue q --handler *=echo");
}

void DuectlWrongTypes::aKeyOfTheWrongTypeIsNamed()
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

void DuectlWrongTypes::aWorkerEndsOverAKeyItNeeds_data()
{
    QTest::addColumn<QByteArray>("role");
    QTest::addColumn<QByteArray>("handler");
    QTest::newRow("leases, claiming") << QByteArray("leases") << QByteArray("*=echo");
    QTest::newRow("expiring, claiming") << QByteArray("expiring") << QByteArray("*=echo");
    QTest::newRow("done, finishing") << QByteArray("done") << QByteArray("*=echo");
    QTest::newRow("tries, failing") << QByteArray("tries") << QByteArray("*=fail");
    QTest::newRow("history, failing") << QByteArray("history") << QByteArray("*=fail");
    QTest::newRow("failed, failing") << QByteArray("failed") << QByteArray("*=fail");
}

void DuectlWrongTypes::aWorkerEndsOverAKeyItNeeds()
{
    QFETCH(QByteArray, role);
    QFETCH(QByteArray, handler);
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --max-attempts 1"), 0);
    const QByteArray key = "dueline:{q}:" + role;
    server.call({"SET", key, "somebody else's"});
    const Answer answer = duectl.run(("work --queue q --exit-when-empty --handler " + handler).constData());
    FAILS(answer, 1, "The key " + key + " is not");
    QCOMPARE(server.call({"GET", key}).bytes, QByteArray("somebody else's"));
    // Nothing is lost: the task is where it was, or is held until its lease ends.
    const Reply pending = server.call({"ZCARD", "dueline:{q}:pending"});
    const Reply leased = server.call({"ZCARD", "dueline:{q}:leased"});
    const Reply retry = server.call({"ZCARD", "dueline:{q}:retry"});
    QCOMPARE(pending.integer + leased.integer + retry.integer, 1);
}

void DuectlWrongTypes::aWorkerGoesOnWithoutAKeyItCanSpare_data()
{
    QTest::addColumn<QByteArray>("role");
    for (const char* role : {"history", "results", "events", "before", "cancel"})
        QTest::newRow(role) << QByteArray(role);
}

void DuectlWrongTypes::aWorkerGoesOnWithoutAKeyItCanSpare()
{
    QFETCH(QByteArray, role);
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a"), 0);
    const QByteArray key = "dueline:{q}:" + role;
    server.call({"SET", key, "somebody else's"});
    const Answer answer = duectl.run("work --queue q --exit-when-empty --handler *=echo");
    EXIT(answer, 0);
    QVERIFY2(answer.err.contains("1 done, 0 failed"), answer.all());
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:done"}).integer, 1);
    QCOMPARE(server.call({"GET", key}).bytes, QByteArray("somebody else's"));
}

void DuectlWrongTypes::aWorkerEndsWhenTheQueueCannotBeReadToItsEnd()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t"), 0);
    server.call({"SET", "dueline:{q}:failed", "somebody else's"});
    FAILS(duectl.run("work --queue q --handler *=echo --exit-when-empty"), 1, "failed");
}

void DuectlWrongTypes::aRegistryOfTheWrongTypeIsNamed()
{
    RedisServer server;
    server.call({"SET", "dueline:queues", "x"});
    FAILS(Duectl(server.url()).run("queues"), 1, "dueline:queues");
    FAILS(Duectl(server.url()).run("add q t"), 1, "dueline:queues");
}

QTEST_GUILESS_MAIN(DuectlWrongTypes)
#include "tst_duectl_wrongtypes.moc"
