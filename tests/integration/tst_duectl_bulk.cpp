// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests bulk operations: if the process running an operation is killed, another can resume it.
class DuectlBulk : public QObject
{
    Q_OBJECT

private slots:
    void aKilledOperationIsGoneOnWithExactly();
    void anOperationIsSteeredFromElsewhere();
    void whatIsCarriedOutByNameSaysThatItCannotBeSteered();
    void anUndoHasAPaceAndIsSteeredFromElsewhere();
    void itIsSaidWhereAPaceOutlastsTheUndo();
    void wrongWordsAreTold();

private:
    static std::map<QByteArray, qint64> scores(RedisServer& server)
    {
        std::map<QByteArray, qint64> all;
        const Reply reply = server.call({"ZRANGE", "dueline:{q}:pending", "0", "-1", "WITHSCORES"});
        for (std::size_t i = 0; i + 1 < reply.items.size(); i += 2)
            all[reply.items[i].bytes] = reply.items[i + 1].bytes.toLongLong();
        return all;
    }
    static QJsonObject latest(const Duectl& duectl)
    {
        return duectl.run("operations q --json").array().at(0).toObject();
    }
};

void DuectlBulk::aKilledOperationIsGoneOnWithExactly()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 20000 --in 1h"), 0);
    const auto before = scores(server);
    QCOMPARE(before.size(), 20'000U);
    const auto killed = duectl.start(words("reschedule q --all --shift 2h --yes --pace 4000"));
    QTRY_VERIFY_WITH_TIMEOUT(latest(duectl)[u"done"_s].toInt() > 2000, 20'000);
    sendSignal(*killed, SIGKILL);
    killed->waitForFinished();
    const QJsonObject record = latest(duectl);
    const QString id = record[u"id"_s].toString();
    const int done = record[u"done"_s].toInt();
    QVERIFY(done > 2000 && done < 20'000);
    // The record matches the number of changed tasks.
    int moved = 0;
    for (const auto& [task, score] : scores(server))
        moved += score == before.at(task) + 7'200'000;
    QCOMPARE(moved, done);
    EXIT(duectl.run("add q late --copies 300 --in 1h"), 0);
    FAILS(duectl.run({u"operations"_s, u"resume"_s, id}), 3, "is being run by");
    QTRY_VERIFY_WITH_TIMEOUT(latest(duectl)[u"interrupted"_s].toBool(), 10'000);
    QVERIFY(duectl.run("operations q").out.contains("interrupted"));
    const Answer resumed = duectl.run({u"operations"_s, u"resume"_s, id});
    EXIT(resumed, 0);
    QVERIFY2(resumed.out.contains("20000 rescheduled"), resumed.all());
    const auto after = scores(server);
    QCOMPARE(after.size(), 20'300U);
    for (const auto& [task, score] : before)
        QCOMPARE(after.at(task), score + 7'200'000);
    FAILS(duectl.run({u"operations"_s, u"resume"_s, id}), 1, "has finished");
    EXIT(duectl.run({u"undo"_s, id, u"--yes"_s}), 0);
    for (const auto& [task, score] : scores(server)) {
        if (before.contains(task))
            QCOMPARE(score, before.at(task));
    }
}

void DuectlBulk::anOperationIsSteeredFromElsewhere()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 20000 --in 1h"), 0);
    const auto running = duectl.start(words("discard q --all --yes --pace 1000"));
    QTRY_VERIFY_WITH_TIMEOUT(latest(duectl)[u"done"_s].toInt() > 300, 20'000);
    const QString id = latest(duectl)[u"id"_s].toString();
    EXIT(duectl.run({u"operations"_s, u"pause"_s, id}), 0);
    QTRY_VERIFY_WITH_TIMEOUT(duectl.run("operations q").out.contains("paused"), 5'000);
    QTest::qWait(1000);
    const int done = latest(duectl)[u"done"_s].toInt();
    QTest::qWait(1500);
    QCOMPARE(latest(duectl)[u"done"_s].toInt(), done);
    EXIT(duectl.run({u"operations"_s, u"pace"_s, id, u"0"_s}), 0);
    EXIT(Duectl::finish(*running), 0);
    QCOMPARE(latest(duectl)[u"done"_s].toInt(), 20000);
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:trash"}).integer, 20000);
}

void DuectlBulk::whatIsCarriedOutByNameSaysThatItCannotBeSteered()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 300 --in 1h"), 0);
    const auto running = duectl.start(words("discard q --match type:t --yes --pace 30"));
    QTRY_VERIFY_WITH_TIMEOUT(latest(duectl)[u"done"_s].toInt() > 10, 20'000);
    const QString id = latest(duectl)[u"id"_s].toString();
    FAILS(duectl.run({u"operations"_s, u"pause"_s, id}), 1, "Only the program that runs operation");
    EXIT(Duectl::finish(*running), 0);
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:trash"}).integer, 300);
    FAILS(duectl.run({u"operations"_s, u"pause"_s, id}), 1, "has finished");
}

void DuectlBulk::anUndoHasAPaceAndIsSteeredFromElsewhere()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 20000 --in 1h"), 0);
    EXIT(duectl.run("discard q --all --yes"), 0);
    const QString discarded = latest(duectl)[u"id"_s].toString();
    const auto undoing = duectl.start({u"undo"_s, discarded, u"--yes"_s, u"--pace"_s, u"2000"_s, u"--duty"_s, u"50"_s});
    QTRY_VERIFY(latest(duectl)[u"kind"_s] == u"undo"_s && latest(duectl)[u"done"_s].toInt() > 100);
    const QString id = latest(duectl)[u"id"_s].toString();
    EXIT(duectl.run({u"operations"_s, u"pause"_s, id}), 0);
    QTRY_VERIFY(duectl.run("operations q").out.contains("paused"));
    QTest::qWait(1500);
    const auto then = scores(server).size();
    QVERIFY(then > 100 && then < 20'000);
    QTest::qWait(500);
    QCOMPARE(scores(server).size(), then);
    EXIT(duectl.run({u"operations"_s, u"pace"_s, id, u"0"_s}), 0);
    EXIT(Duectl::finish(*undoing), 0);
    QCOMPARE(scores(server).size(), 20'000U);
}

void DuectlBulk::itIsSaidWhereAPaceOutlastsTheUndo()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 2000 --in 1h"), 0);
    EXIT(duectl.run("queue q set keep-undo=1m"), 0);
    const Answer slow = duectl.run("discard q --all --dry-run --pace 10");
    QVERIFY2(slow.out.contains(
                 "At this pace, the operation will take 3m20s, but it can be undone only within 1m of its start."),
        slow.all());
    FAILS(duectl.run("discard q --all --pace 10"), 1, "it can be undone only within 1m");
    QVERIFY(!duectl.run("discard q --all --dry-run --pace 1000").out.contains("At this pace"));
}

void DuectlBulk::wrongWordsAreTold()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t"), 0);
    FAILS(duectl.run("operations stop q/x"), 2, "resume | pause | continue | cancel");
    FAILS(duectl.run("operations pace q/x many"), 2, "tasks per second");
    FAILS(duectl.run("operations resume q/nothing"), 1, "no operation");
    FAILS(duectl.run("retry q --all --canary-wait 5s"), 2, "require --canary");
    FAILS(duectl.run("retry q --all --canary --canary-failures 200%"), 2, "percentage");
}

QTEST_GUILESS_MAIN(DuectlBulk)
#include "tst_duectl_bulk.moc"
