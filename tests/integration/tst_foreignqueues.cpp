// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/port/detection.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/nativeplace.h"
#include "tests/support/rediscluster.h"

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

void fill(const std::function<Reply(const Command&)>& call)
{
    // Keys as found on real servers that use these frameworks.
    call({"HSET", "bull:mail:meta", "version", "bullmq:5.81.5", "opts.maxLenEvents", "10000"});
    call({"RPUSH", "bull:mail:wait", "1", "2"});
    call({"ZADD", "bull:mail:delayed", "7350000000000000", "3"});
    call({"ZADD", "bull:mail:completed", "1795236791229", "4"});
    call({"HSET", "other:meta", "version", "3"}); // another application's key
    call({"SADD", "queues", "default", "low"});
    call({"LPUSH", "queue:default", "{}", "{}", "{}"});
    call({"ZADD", "retry", "1795236791.2", "{}"});
    call({"SADD", "rq:queues", "rq:queue:high"});
    call({"RPUSH", "rq:queue:high", "a"});
    call({"ZADD", "rq:scheduled:high", "1795236791", "b"});
    call({"SADD", "asynq:queues", "critical"});
    call({"LPUSH", "asynq:{critical}:pending", "x", "y"});
    call({"ZADD", "asynq:{critical}:archived", "1795236791", "z"});
    call({"SADD", "_kombu.binding.celery",
        QByteArray("celery\x06\x16\x06\x16"
                   "celery",
            16)});
    call({"SADD", "_kombu.binding.celery.pidbox", "x"});
    call({"SADD", "_kombu.binding.celeryev", "x"});
    call({"LPUSH", "celery", "{}"});
    call({"LPUSH",
        QByteArray("celery\x06\x16"
                   "9",
            9),
        "{}"});
}

const std::vector<ForeignQueue> expected{{"BullMQ 5.81.5", "mail", 3, "bullmq"}, {"Celery", "celery", 2, "celery"},
    {"RQ", "high", 2, "rq"}, {"Sidekiq", "default", 3, "sidekiq"}, {"Sidekiq", "low", 0, "sidekiq"},
    {"Sidekiq", "retry", 1, "sidekiq"}, {"asynq", "critical", 3, "asynq"}};

QByteArray all(const ForeignQueues& found)
{
    QByteArray text = found.incomplete.toUtf8();
    for (const ForeignQueue& queue : found.queues)
        text += '\n' + queue.framework + ": " + queue.name + ' ' + QByteArray::number(queue.tasks);
    return text;
}

} // namespace

/// Tests that other frameworks' queues are found and counted without writing anything.
class TestForeignQueues : public QObject
{
    Q_OBJECT

private slots:
    void eachFrameworksQueuesAreFoundWithTheirCounts();
    void inAClusterEveryMasterIsLookedAt();
    void ourOwnQueuesAndOtherPeoplesKeysAreNone();
    void lookingWritesNothing();
    void theWalkIsBoundedAndSaysSo();
    void manyKeysOfAQueueCountOnce();
    void aUserWithoutScanIsTold();
    void keysOfOtherTypesCountNothing();
    void duectlListsThem();
};

void TestForeignQueues::eachFrameworksQueuesAreFoundWithTheirCounts()
{
    RedisServer server;
    fill([&](const Command& command) { return server.call(command); });
    const auto found = findForeignQueues(allLayouts(), server.config());
    QVERIFY(found.ok());
    QVERIFY2(found->queues == expected && found->incomplete.isEmpty(), all(*found).constData());
}

void TestForeignQueues::inAClusterEveryMasterIsLookedAt()
{
    RedisCluster cluster;
    RedisClient client(cluster.config());
    QVERIFY(client.open().ok());
    fill([&](const Command& command) { return client.pipeline({command})->front(); });
    const auto found = findForeignQueues(allLayouts(), cluster.config());
    QVERIFY2(found, found ? "" : qPrintable(found.error().message));
    QVERIFY2(found->queues == expected, all(*found).constData());
}

void TestForeignQueues::ourOwnQueuesAndOtherPeoplesKeysAreNone()
{
    NativePlace place;
    place.addDue({"mail#a"});
    place.server.call({"SADD", "queues", "somebody"}); // Sidekiq has no other key
    place.server.call({"SET", "rq:queues", "a string"});
    const auto found = findForeignQueues(allLayouts(), place.server.config());
    QVERIFY2(found && found->queues.empty() && found->incomplete.isEmpty(), all(*found).constData());
}

void TestForeignQueues::lookingWritesNothing()
{
    NativePlace place;
    fill([&](const Command& command) { return place.server.call(command); });
    const auto before = place.contents();
    QVERIFY(findForeignQueues(allLayouts(), place.server.config()).ok());
    QVERIFY(place.contents() == before);
}

void TestForeignQueues::theWalkIsBoundedAndSaysSo()
{
    RedisServer server;
    server.call({"EVAL", "for i = 1, 30000 do redis.call('SET', 'key:' .. i, 1) end", "0"});
    server.call({"CONFIG", "RESETSTAT"});
    const auto found
        = findForeignQueues(allLayouts(), server.config(), {.keys = 5'000, .within = Millis(10'000), .queues = 500});
    QVERIFY(found && found->incomplete.contains(u"some of the keys"));
    const QByteArray stats = server.call({"INFO", "commandstats"}).bytes;
    // Each of the thirteen scans covers five thousand keys: BullMQ, Bull, Celery and Laravel queues; Horizon;
    // unregistered BullMQ, Bull, RQ, asynq and Sidekiq queues; Sidekiq namespaces, found by two other types of keys;
    // and streams.
    QVERIFY2(stats.contains("cmdstat_scan:calls=65,"), stats.constData());
    QVERIFY(findForeignQueues(allLayouts(), server.config())->incomplete.isEmpty());
}

/// Checks that the limit counts queues, not keys: several keys of one queue count once.
void TestForeignQueues::manyKeysOfAQueueCountOnce()
{
    RedisServer server;
    for (const QByteArray queue : {"a", "b", "c"}) {
        for (const char* set : {"rq:failed:", "rq:finished:", "rq:scheduled:", "rq:deferred:"})
            server.call({"ZADD", set + queue, "9000000000", "j"});
        for (const char* set : {"archived", "completed", "scheduled", "retry"})
            server.call({"ZADD", "asynq:{" + queue + "}:" + set, "9000000000", "j"});
    }
    const auto found = findForeignQueues(allLayouts(), server.config(), {.queues = 7});
    QVERIFY2(found && found->incomplete.isEmpty() && found->queues.size() == 6, all(*found).constData());
}

void TestForeignQueues::aUserWithoutScanIsTold()
{
    RedisServer server;
    fill([&](const Command& command) { return server.call(command); });
    server.call({"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all", "-scan"});
    RedisConfig redis = server.config();
    redis.user = u"small"_s;
    redis.password = Secret("pw");
    const auto found = findForeignQueues(allLayouts(), redis);
    QVERIFY(found.ok());
    QVERIFY2(found->incomplete.contains(u"SCAN") && found->queues.size() == 5, all(*found).constData());
}

void TestForeignQueues::keysOfOtherTypesCountNothing()
{
    RedisServer server;
    server.call({"HSET", "bull:odd:meta", "version", "bullmq:6.7.0"});
    server.call({"SET", "bull:odd:wait", "not a list"});
    const auto found = findForeignQueues(allLayouts(), server.config());
    QVERIFY2(found && found->queues == (std::vector<ForeignQueue>{{"BullMQ 6.7.0", "odd", 0, "bullmq"}}),
        all(*found).constData());
}

void TestForeignQueues::duectlListsThem()
{
    RedisServer server;
    const Duectl duectl(server.url());
    fill([&](const Command& command) { return server.call(command); });
    const Answer alone = duectl.run("--layout native queues");
    EXIT(alone, 0);
    QVERIFY2(!alone.all().contains("No queues yet"), alone.all());
    QVERIFY2(
        alone.out.contains("Found queues from other frameworks.") && alone.out.contains("BullMQ 5.81.5"), alone.all());
    EXIT(duectl.run("add mail mail.send"), 0);
    const QJsonArray queues = duectl.run("--layout native queues --json").array();
    QCOMPARE(queues.size(), 8);
    QCOMPARE(queues.at(0).toObject().value(u"name"_s).toString(), u"mail"_s);
    QVERIFY(!queues.at(0).toObject().contains(u"framework"_s));
    const QJsonObject found = queues.at(1).toObject();
    QCOMPARE(sorted(found.keys()),
        sorted(words(
            "name scheduled due retrying leased failed done trash oldest_due_ms paused framework layout tasks unreadable")));
    QCOMPARE(found.value(u"framework"_s).toString(), u"BullMQ 5.81.5"_s);
    QCOMPARE(found.value(u"tasks"_s).toInt(), 3);
    QVERIFY(found.value(u"due"_s).isNull() && found.value(u"paused"_s).isNull());
}

QTEST_GUILESS_MAIN(TestForeignQueues)
#include "tst_foreignqueues.moc"
