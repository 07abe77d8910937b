// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QMap>
#include <QSet>

#include <thread>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests unique keys, waiting limits, and strictly ordered queues on the command line.
class DuectlUnique : public QObject
{
    Q_OBJECT

private slots:
    void ofOneKeyOnlyTheFirstIsAdded();
    void twoAddersOfOneKeyGetTheSameId();
    void keysThatCannotBeAreUsage_data();
    void keysThatCannotBeAreUsage();
    void aLayoutWithoutKeysSaysSo();
    void whatWaitedTooLongFailsUnstarted();
    void queuesAreWorkedOffInTheirOrder();
};

void DuectlUnique::ofOneKeyOnlyTheFirstIsAdded()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const Answer first = duectl.run("add q report --id a --unique daily --unique-for 1h");
    EXIT(first, 0);
    QCOMPARE(first.out, QByteArray("report#a\n"));
    const Answer second = duectl.run("add q report --unique daily --unique-for 1h --payload other");
    EXIT(second, 0);
    QCOMPARE(second.out, QByteArray("report#a\n"));
    QVERIFY2(second.err.contains("daily") && second.err.contains("nothing was added"), second.all());
    const Answer json = duectl.run("add q report --unique daily --unique-for 1h --json");
    EXIT(json, 0);
    QCOMPARE(json.array().at(0).toObject().value(u"outcome"_s).toString(), u"exists"_s);
    QCOMPARE(json.array().at(0).toObject().value(u"id"_s).toString(), u"report#a"_s);
    EXIT(duectl.run("add q report --unique weekly --unique-for 1h"), 0);
    QCOMPARE(duectl.run("list q --json").array().size(), 2);
    // Only time frees a unique key, whatever happens to the task.
    EXIT(duectl.run("delete q report#a --yes"), 0);
    QCOMPARE(duectl.run("add q report --unique daily --unique-for 1h").out, QByteArray("report#a\n"));
    QCOMPARE(duectl.run("list q --json").array().size(), 1);
    EXIT(duectl.run("queue q delete --yes"), 0);
    EXIT(duectl.run("add q report --id b --unique daily --unique-for 1h"), 0);
    QCOMPARE(duectl.run("list q --json").array().size(), 1);
    for (const auto& finding : duectl.run("doctor --json").array())
        QCOMPARE(finding.toObject().value(u"queue"_s).toString(), QString());
}

void DuectlUnique::twoAddersOfOneKeyGetTheSameId()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h"), 0);
    QSet<QByteArray> ids;
    for (int round = 0; round < 5; ++round) {
        std::array<Answer, 2> answers;
        std::thread other([&] { answers[1] = Duectl(server.url()).run("add q t --unique k --unique-for 1h"); });
        answers[0] = duectl.run("add q t --unique k --unique-for 1h");
        other.join();
        for (const Answer& answer : answers) {
            EXIT(answer, 0);
            ids.insert(answer.out);
        }
    }
    QCOMPARE(ids.size(), 1);
    QCOMPARE(duectl.run("list q --json").array().size(), 2);
}

void DuectlUnique::keysThatCannotBeAreUsage_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("no time") << QByteArray("--unique k") << QByteArray("--unique-for");
    QTest::newRow("no key") << QByteArray("--unique-for 1h") << QByteArray("--unique");
    QTest::newRow("no duration") << QByteArray("--unique k --unique-for soon") << QByteArray("soon");
    QTest::newRow("no time at all") << QByteArray("--unique k --unique-for 0s") << QByteArray("1 ms");
    QTest::newRow("too long") << QByteArray("--unique k --unique-for 400d") << QByteArray("366 days");
    QTest::newRow("copies") << QByteArray("--unique k --unique-for 1h --copies 2") << QByteArray("--copies");
}

void DuectlUnique::keysThatCannotBeAreUsage()
{
    QFETCH(QByteArray, options);
    QFETCH(QByteArray, word);
    RedisServer server;
    FAILS(Duectl(server.url()).run("add q t " + options), 2, word);
    QCOMPARE(server.call({"DBSIZE"}).integer, 0);
}

void DuectlUnique::aLayoutWithoutKeysSaysSo()
{
    RedisServer server;
    const Duectl duectl(server.url());
    server.call({"ZADD", "jobs", "99999999999", "a"});
    FAILS(duectl.run("--layout zset:jobs add jobs jobs --unique k --unique-for 1h"), 1, "unique keys");
    FAILS(duectl.run("--layout zset:jobs queue jobs set expires=1h"), 1, "cannot expire");
    QCOMPARE(server.call({"ZCARD", "jobs"}).integer, 1);
    QCOMPARE(server.call({"DBSIZE"}).integer, 1);
}

void DuectlUnique::whatWaitedTooLongFailsUnstarted()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id old --at 2026-01-01T00:00:00Z"), 0);
    EXIT(duectl.run("add q t --id new"), 0);
    EXIT(duectl.run("queue q set expires=1h"), 0);
    const Answer worked = duectl.run("work --queue q --handler *=echo --exit-when-empty --json");
    EXIT(worked, 0);
    QCOMPARE(worked.object().value(u"processed"_s).toInt(), 1);
    const QJsonObject old = duectl.run("show q t#old --json").object();
    QCOMPARE(old.value(u"state"_s).toString(), u"failed"_s);
    QCOMPARE(old.value(u"error"_s).toString(), u"expired before it started"_s);
    QCOMPARE(duectl.run("list q --match error:expired --json").array().size(), 1);
    EXIT(duectl.run("check q --failed 0"), 1);
}

void DuectlUnique::queuesAreWorkedOffInTheirOrder()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add late t --copies 5"), 0);
    EXIT(duectl.run("add early t --copies 5"), 0);
    const Answer worked
        = duectl.run("work --queue early --queue late --strict --concurrency 1 --handler *=sleep:20 --exit-when-empty");
    EXIT(worked, 0);
    QVERIFY2(worked.err.contains("early, then late"), worked.all());
    QMap<QByteArray, QList<qint64>> ended;
    for (const char* queue : {"early", "late"}) {
        for (const Reply& score :
            server.call({"ZRANGE", QByteArray("dueline:{") + queue + "}:done", "0", "-1", "WITHSCORES"}).items) {
            if (const qint64 at = score.bytes.toLongLong())
                ended[queue].append(at);
        }
    }
    QCOMPARE(ended["early"].size(), 5);
    QCOMPARE(ended["late"].size(), 5);
    QVERIFY(ended["early"].last() <= ended["late"].first());
    FAILS(duectl.run("work --queue early=3 --queue late --strict --handler *=echo"), 2, "--strict");
}

QTEST_GUILESS_MAIN(DuectlUnique)
#include "tst_duectl_unique.moc"
