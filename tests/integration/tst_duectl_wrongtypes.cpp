// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Replaces each of a queue's keys in turn with another application's key. A command either names the key, exits with
/// code 1 and leaves the key unchanged, or doesn't need the key.
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
    void whateverKeyIsForeignAWorkerEndsAndNothingStaysLeased_data();
    void whateverKeyIsForeignAWorkerEndsAndNothingStaysLeased();
    void whatWasClaimedAsAKeyBecameForeignIsGivenBack();
    void aWorkerWithoutTheCommandForScriptsEnds_data();
    void aWorkerWithoutTheCommandForScriptsEnds();
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
    // The queue list names the key of the wrong type, too, and still lists the other queues.
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
    FAILS(answer, 1, "The key " + key + " does not contain");
    QCOMPARE(server.call({"GET", key}).bytes, QByteArray("somebody else's"));
    // No task is lost: each is still pending, or leased until its lease ends.
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

void DuectlWrongTypes::whateverKeyIsForeignAWorkerEndsAndNothingStaysLeased_data()
{
    QTest::addColumn<QByteArray>("role");
    QTest::addColumn<QByteArray>("handler");
    for (const char* role : {"pending", "retry", "leased", "failed", "done", "trash", "tasks", "leases", "tries",
             "history", "results", "before", "expiring", "unique", "cancel", "damaged", "schedules", "ticks", "ticked",
             "ops", "events", "meta"}) {
        for (const char* handler : {"*=echo", "*=fail"})
            QTest::addRow("%s, %s", role, handler) << QByteArray(role) << QByteArray(handler);
    }
}

void DuectlWrongTypes::whateverKeyIsForeignAWorkerEndsAndNothingStaysLeased()
{
    QFETCH(QByteArray, role);
    QFETCH(QByteArray, handler);
    static const QByteArrayList needed{"pending", "retry", "leased", "failed", "done", "tasks", "leases", "tries",
        "expiring", "meta"}; // every worker needs these keys
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 2 --max-attempts 1 --keep-result"), 0);
    const QByteArray key = "dueline:{q}:" + role;
    const QByteArray type = role == "pending" ? "list" : "string";
    server.call({"DEL", key});
    server.call(type == "list" ? Command{"RPUSH", key, "x"} : Command{"SET", key, "somebody else's"});
    const Answer answer = duectl.run({u"work"_s, u"--queue"_s, u"q"_s, u"--exit-when-empty"_s, u"--log-level"_s,
                                         u"info"_s, u"--handler"_s, QString::fromLatin1(handler)},
        {}, 20'000);
    if (answer.code == 0) {
        QVERIFY2(!needed.contains(role), answer.all());
        QVERIFY2(answer.err.contains(handler == "*=echo" ? "2 done, 0 failed" : "0 done, 2 failed"), answer.all());
    } else {
        FAILS(answer, 1, "The key " + key + " does not contain this layout's data");
        QVERIFY2(!needed.contains(role) || answer.err.contains(": it is a " + type + ". Rename it"), answer.all());
    }
    QVERIFY2(server.call({"ZCARD", "dueline:{q}:leased"}).integer == 0, answer.all()); // 0 for a key of the wrong type
}

void DuectlWrongTypes::whatWasClaimedAsAKeyBecameForeignIsGivenBack()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 3"), 0);
    const auto worker = duectl.start(words("work --queue q --exit-when-empty --handler *=sleep:700 --concurrency 1"));
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:leased"}).integer > 0, true, 20'000);
    server.call({"RENAME", "dueline:{q}:tasks", "dueline:{q}:kept"});
    server.call({"SET", "dueline:{q}:tasks", "somebody else's"});
    FAILS(Duectl::finish(*worker, 20'000), 1, "The key dueline:{q}:tasks does not contain");
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:leased"}).integer, 0);
}

void DuectlWrongTypes::aWorkerWithoutTheCommandForScriptsEnds_data()
{
    QTest::addColumn<QStringList>("server");
    QTest::addColumn<QByteArrayList>("rules");
    QTest::newRow("EVALSHA denied") << QStringList() << QByteArrayList{"-evalsha"};
    QTest::newRow("both denied") << QStringList() << QByteArrayList{"-evalsha", "-evalsha_ro"};
    QTest::newRow("all scripts denied") << QStringList() << QByteArrayList{"-@scripting"};
    QTest::newRow("EVALSHA renamed") << QStringList{u"--rename-command"_s, u"EVALSHA"_s, u"\"\""_s} << QByteArrayList();
    QTest::newRow("both renamed") << QStringList{u"--rename-command"_s, u"EVALSHA"_s, u"hidden"_s,
        u"--rename-command"_s, u"EVALSHA_RO"_s, u"hidden_ro"_s}
                                  << QByteArrayList();
}

void DuectlWrongTypes::aWorkerWithoutTheCommandForScriptsEnds()
{
    QFETCH(QStringList, server);
    QFETCH(QByteArrayList, rules);
    RedisServer redis({.tcp = true, .aof = false, .password = {}, .arguments = server});
    // The queue exists, created without scripts.
    redis.call({"HSET", "dueline:{q}:tasks", "t#1", "{}\nhello"});
    redis.call({"ZADD", "dueline:{q}:pending", "1", "t#1"});
    redis.call({"SADD", "dueline:queues", "q"});
    Command user{"ACL", "SETUSER", "w", "on", ">pw", "~*", "&*", "+@all"};
    user.insert(user.end(), rules.begin(), rules.end());
    redis.call(user);
    const Duectl duectl(u"redis://w:pw@127.0.0.1:%1"_s.arg(redis.port()));
    for (const char* line : {"work --queue q --handler *=echo --exit-when-empty", "work --queue q --handler *=echo"})
        FAILS(duectl.run(words(line), {}, 20'000), 3, "EVALSHA");
    QCOMPARE(redis.call({"ZCARD", "dueline:{q}:leased"}).integer, 0);
    QCOMPARE(redis.call({"ZCARD", "dueline:{q}:pending"}).integer, 1);
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
