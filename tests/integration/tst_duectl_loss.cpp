// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/recordplace.h"
#include "tests/support/redissentinels.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the losses that `duectl record` stores and `duectl changed` reports, with real servers.
class DuectlLoss : public QObject, private RecordPlace
{
    Q_OBJECT

    int count(const QString& kind) const
    {
        int found = 0;
        for (const QJsonValue& event : changedInLastHour()[u"events"_s].toArray())
            found += event[u"kind"_s] == kind ? 1 : 0;
        return found;
    }
    /// Returns `QUEUE CAUSE TASKS` for each loss.
    QStringList losses() const
    {
        QStringList found;
        for (const QJsonValue& loss : changedInLastHour()[u"losses"_s].toArray())
            found << u"%1 %2 %3"_s.arg(loss[u"queue"_s].toString(), loss[u"cause"_s].toString())
                         .arg(loss[u"tasks"_s].toInt());
        found.sort();
        return found;
    }

private slots:
    void init() { useNewFile(); }

    void aFlushLosesTheTasksOfEveryQueue()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send --copies 30"), 0);
        EXIT(duectl.run("add mail send --copies 5 --in 1h"), 0);
        EXIT(duectl.run("add bill send --copies 7"), 0);
        const auto recorder = record(duectl);
        QTRY_COMPARE(due(u"bill"_s), 7);
        redis.call({"FLUSHALL"});
        QTRY_COMPARE(losses(), (QStringList{u"bill flush 7"_s, u"mail flush 35"_s}));
        // Tasks in another database don't belong to the recorded queues.
        EXIT(duectl.run("add mail send --copies 3"), 0);
        QTRY_COMPARE(due(u"mail"_s), 3);
        redis.call({"SELECT", "1"});
        redis.call({"SET", "x", "y"});
        redis.call({"FLUSHDB"});
        QTRY_COMPARE(count(u"flush"_s), 2);
        QVERIFY(hasReadAgain());
        QCOMPARE(losses().size(), 2);
        stop(*recorder);

        const Answer text = Duectl().run({u"changed"_s, m_path});
        EXIT(text, 0);
        QVERIFY2(text.out.contains(", starting just before this event: FLUSHALL ran once: keys "), text.all());
        QVERIFY2(text.out.contains("\nLost:      42 tasks in 2 queues; up to 37 may have run\n"), text.all());
        QVERIFY2(text.out.contains("35 tasks were lost: scheduled 5 to 0, due 30 to 0; up to 30 may have run\n"),
            text.all());
        const Answer one = Duectl().run({u"changed"_s, m_path, u"--queue"_s, u"bill"_s});
        QVERIFY2(one.code == 0 && one.out.contains("\nLost:      7 tasks in 1 queue;") && !one.out.contains("mail"),
            one.all());
        FAILS(Duectl().run({u"changed"_s, m_path, u"--queue"_s, u"none"_s}), 1, "contains no queue \"none\".");
    }

    void tasksThatRanBetweenTwoReadingsAreIncluded_data()
    {
        QTest::addColumn<bool>("isStopped");
        QTest::newRow("the recorder is slow") << false;
        QTest::newRow("the recorder is restarted") << true;
    }
    void tasksThatRanBetweenTwoReadingsAreIncluded()
    {
        QFETCH(bool, isStopped);
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send --copies 20"), 0);
        auto recorder = record(duectl, {u"--payloads"_s});
        QTRY_COMPARE(due(u"mail"_s), 20);
        QVERIFY(hasReadAgain());
        if (isStopped)
            stop(*recorder);
        else
            sendSignal(*recorder, SIGSTOP);
        EXIT(duectl.run("work --queue mail --handler send=echo --exit-when-empty"), 0);
        redis.call({"FLUSHALL"});
        if (isStopped)
            recorder = record(duectl, {u"--payloads"_s});
        else
            sendSignal(*recorder, SIGCONT);
        QTRY_COMPARE(losses(), QStringList{u"mail flush 20"_s});
        QCOMPARE(changedInLastHour()[u"losses"_s][0][u"may_have_run"_s].toInt(), 20);
        const Answer preview = duectl.run({u"putback"_s, m_path, u"mail"_s, u"--dry-run"_s, u"--json"_s});
        QVERIFY2(preview.err.contains("Of the lost tasks, up to 20 may have run."), preview.all());
        QCOMPARE(preview.object()[u"may_have_run"_s].toInt(), 20);
        stop(*recorder);
    }

    void aRestartWithoutDataIsALoss()
    {
        RedisServer redis; // does not save to disk
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send --copies 12"), 0);
        const auto recorder = record(duectl);
        QTRY_COMPARE(due(u"mail"_s), 12);
        redis.restart();
        QTRY_COMPARE(losses(), QStringList{u"mail restart 12"_s});
        QCOMPARE(count(u"restart"_s), 1);
        stop(*recorder);
    }

    void aRestartThatTheRecorderDidNotSeeIsALoss()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send --copies 12"), 0);
        auto recorder = record(duectl);
        QTRY_COMPARE(due(u"mail"_s), 12);
        stop(*recorder);
        redis.restart();
        recorder = record(duectl);
        QTRY_COMPARE(losses(), QStringList{u"mail restart 12"_s});
        stop(*recorder);
    }

    void aRestartWithAllDataIsNoLoss()
    {
        RedisServer redis({.tcp = false, .aof = true, .password = {}, .arguments = {}});
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send --copies 40"), 0);
        const auto worker = duectl.start(
            {u"work"_s, u"--queue"_s, u"mail"_s, u"--concurrency"_s, u"1"_s, u"--handler"_s, u"send=sleep:100"_s});
        const auto recorder = record(duectl);
        QTRY_VERIFY(due(u"mail"_s) >= 0 && due(u"mail"_s) < 35);
        redis.restart();
        QTRY_COMPARE(count(u"restart"_s), 1);
        QTRY_COMPARE_WITH_TIMEOUT(due(u"mail"_s), 0, 60'000); // the worker keeps running tasks
        // An operator discards tasks right before the server restarts.
        EXIT(duectl.run("add bill send --copies 30"), 0);
        QTRY_COMPARE(due(u"bill"_s), 30);
        EXIT(duectl.run("discard bill --all --yes"), 0);
        redis.restart();
        QTRY_COMPARE(count(u"restart"_s), 2);
        QVERIFY(hasReadAgain());
        QCOMPARE(losses(), QStringList());
        worker->kill();
        worker->waitForFinished();
        stop(*recorder);
        const Answer text = Duectl().run({u"changed"_s, m_path});
        QVERIFY2(text.code == 0 && !text.out.contains("Lost:"), text.all());
    }

    void anEvictionOfAQueueIsALoss()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send --copies 12"), 0);
        const auto recorder = record(duectl);
        QTRY_COMPARE(due(u"mail"_s), 12);
        // At first, only keys of other programs are evicted.
        redis.call({"CONFIG", "SET", "maxmemory-policy", "volatile-random"});
        for (int i = 0; i < 200; ++i)
            redis.call({"SET", "filler:" + QByteArray::number(i), QByteArray(20'000, 'x'), "EX", "1000"});
        redis.call({"CONFIG", "SET", "maxmemory", "4mb"});
        redis.call({"SET", "filler:last", "x"});
        QTRY_COMPARE(count(u"evicted"_s), 1);
        QVERIFY(hasReadAgain());
        QCOMPARE(losses(), QStringList());
        redis.call({"CONFIG", "SET", "maxmemory-policy", "allkeys-random"});
        redis.call({"CONFIG", "SET", "maxmemory", "1"});
        redis.call({"SET", "filler:last", "x"});
        QTRY_COMPARE(losses(), QStringList{u"mail evicted 12"_s});
        stop(*recorder);
    }

    void aFailoverWithAllDataIsNoLoss()
    {
        RedisSentinels sentinels;
        const Duectl duectl(sentinels.url());
        EXIT(duectl.run("add mail send --copies 3"), 0);
        const auto recorder = record(duectl);
        QTRY_COMPARE(due(u"mail"_s), 3);
        sentinels.failover();
        QTRY_COMPARE_WITH_TIMEOUT(count(u"failover"_s), 1, 60'000);
        QVERIFY(hasReadAgain());
        QCOMPARE(due(u"mail"_s), 3);
        QCOMPARE(losses(), QStringList());
        stop(*recorder);
    }

    void aFailoverToALaggingReplicaIsALoss()
    {
        RedisSentinels sentinels({.replicas = 1, .sentinels = 3, .password = {}, .sentinelPassword = {}});
        const Duectl duectl(sentinels.url());
        EXIT(duectl.run("add mail send --copies 3"), 0);
        const auto recorder = record(duectl);
        QTRY_COMPARE(due(u"mail"_s), 3);
        RedisServer& master = sentinels.server(0);
        master.call({"WAIT", "1", "5000"});
        // The replica can't reconnect, so the next tasks don't reach it.
        master.call({"ACL", "SETUSER", "default", "-psync", "-sync"});
        master.call({"CLIENT", "KILL", "TYPE", "replica"});
        EXIT(duectl.run("add mail send --copies 10"), 0);
        QTRY_COMPARE(due(u"mail"_s), 13);
        master.kill9();
        QTRY_COMPARE_WITH_TIMEOUT(losses(), QStringList{u"mail failover 10"_s}, 90'000);
        QCOMPARE(due(u"mail"_s), 3);
        stop(*recorder);
    }
};

QTEST_GUILESS_MAIN(DuectlLoss)
#include "tst_duectl_loss.moc"
