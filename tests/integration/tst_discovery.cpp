// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/redisclient.h"
#include "tests/support/rediscluster.h"
#include "tests/support/redisserver.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

void addBullmq(RedisServer& server, const QByteArray& path)
{
    server.call({"HSET", path + ":meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
}

/// Adds `count` keys of another application. One in three has a name that could be a queue's key.
void addForeignKeys(RedisServer& server, int count)
{
    server.call({"EVAL",
        "for i = 1, tonumber(ARGV[1]) do redis.call('SET', 'user:' .. i .. (i % 3 == 0 and ':id' or ':x'), i) end", "0",
        QByteArray::number(count)});
}

/// Adds a message to a Celery queue that has no binding.
void addCelery(RedisServer& server, const QByteArray& queue)
{
    server.call({"LPUSH", queue,
        R"({"body": "W10=", "headers": {"task": "jobs.mark", "id": "a"}, "properties": {"delivery_info": )"
        R"({"exchange": "", "routing_key": ")"
            + queue + R"("}, "body_encoding": "base64", "delivery_tag": "t"}})"});
}

std::unique_ptr<Backend> opened(const LayoutSpec& layout, const RedisConfig& redis)
{
    auto backend = openLayout(layout, redis, {}, {}, Access::ReadOnly);
    if (!backend)
        qFatal("%s", qPrintable(backend.error().message));
    return *std::move(backend);
}

QByteArrayList namesIn(Backend& backend)
{
    QByteArrayList names;
    const auto queues = backend.inspector().queues();
    if (!queues)
        qFatal("%s", qPrintable(queues.error().message));
    for (const QueueInfo& queue : *queues)
        names << queue.name;
    return names;
}

/// Executes steps until the initial scan ends. Returns the number of steps.
int lookOnOpening(Backend& backend)
{
    for (int steps = 1;; ++steps) {
        const auto complete = backend.discovery()->step();
        if (!complete)
            qFatal("%s", qPrintable(complete.error().message));
        if (*complete)
            return steps;
    }
}

qint64 calls(RedisServer& server, const QByteArray& command)
{
    const QByteArray stats = server.call({"INFO", "commandstats"}).bytes;
    const qsizetype at = stats.indexOf("cmdstat_" + command + ":calls=");
    return at < 0 ? 0 : stats.mid(at + command.size() + 15, 20).split(',').front().toLongLong();
}

} // namespace

/// Tests discovering queues that no key lists.
class TestDiscovery : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;

private slots:
    void init() { qputenv("XDG_STATE_HOME", m_state.path().toUtf8()); }

    /// Checks that the first list of queues arrives after a single pipeline, without waiting for the scan.
    void manyForeignKeysDelayNeitherTheFirstListNorAQueue()
    {
        RedisServer server;
        addForeignKeys(server, 300'000);
        addBullmq(server, "bull:mail");
        const auto backend = opened(automaticLayout(), server.config());
        QCOMPARE(namesIn(*backend), QByteArrayList());
        QVERIFY(backend->inspector().queue("mail@bullmq").ok());
        QCOMPARE(calls(server, "scan"), 0);
        QVERIFY(lookOnOpening(*backend) > 10); // The initial scan takes small steps.
        const DiscoveryState state = backend->discovery()->state();
        QVERIFY(state.lookedAt <= 200'000 + 1'000);
        QCOMPARE(state.keys, 300'001);
        QVERIFY(!state.isRound);
        // The scan then continues with 2,000 keys per step, and reports when it has covered all keys.
        const qint64 before = calls(server, "scan");
        QVERIFY(*backend->discovery()->step());
        QCOMPARE(calls(server, "scan") - before, 4); // The total includes one extra scan for streams.
        for (int i = 0; i < 200 && !backend->discovery()->state().isRound; ++i)
            QVERIFY(backend->discovery()->step().ok());
        QVERIFY(backend->discovery()->state().isRound);
        for (int i = 0; i < 200 && namesIn(*backend).isEmpty(); ++i)
            QVERIFY(backend->discovery()->step().ok());
        QCOMPARE(namesIn(*backend), QByteArrayList{"mail@bullmq"});
    }

    /// If there are more candidate names than one pass checks, discovery is incomplete until all have been checked.
    void guessesLeftForTheNextRoundAreReported()
    {
        RedisServer server;
        server.call({"EVAL",
            "for i = 0, 219999 do local name, left = 'k', i for j = 1, 4 do name = name .. string.char(97 + left % 26) "
            "left = math.floor(left / 26) end redis.call('SET', name, 1) end",
            "0"});
        const auto backend = opened(automaticLayout(), server.config());
        lookOnOpening(*backend);
        for (int i = 0; i < 300 && !backend->discovery()->state().isRound; ++i)
            QVERIFY(backend->discovery()->step().ok());
        QVERIFY(backend->discovery()->state().isRound);
        for (int i = 0; i < 60; ++i) // enough steps to check all pending keys
            QVERIFY(backend->discovery()->step().ok());
        QVERIFY(!backend->discovery()->state().isComplete());
    }

    /// Checks that Celery queues without bindings are found among many other keys, even if their names contain colons
    /// or many digits.
    void celeryQueuesAreFoundAmongSimilarNames()
    {
        RedisServer server;
        addForeignKeys(server, 6'000);
        const QByteArrayList queues{"app:emails", "q2024", "tenant:1234"};
        for (const QByteArray& queue : queues)
            addCelery(server, queue);
        server.call({"EVAL", "for i = 1, 300 do redis.call('SET', 'app:' .. i .. ':x', i) end", "0"});
        for (const QString& layout : {u"auto"_s, u"celery"_s}) {
            const auto backend = opened(*parseLayout(layout), server.config());
            lookOnOpening(*backend);
            for (int i = 0; i < 300 && !backend->discovery()->state().isComplete(); ++i)
                QVERIFY(backend->discovery()->step().ok() && backend->inspector().queues().ok());
            const DiscoveryState state = backend->discovery()->state();
            QVERIFY2(state.isComplete() && state.gap().isEmpty(), qPrintable(state.gap()));
            for (const QByteArray& queue : queues)
                QVERIFY2(namesIn(*backend).contains(queue + (layout == u"auto" ? "@celery" : "")), queue);
        }
        QVERIFY(calls(server, "type") < 2'000); // Only a sample of each family is inspected.
    }

    /// Checks that skipped lists are reported: lists with long items at both ends, and lists in a large mixed family.
    void listsThatAreNotInspectedAreReported()
    {
        RedisServer server;
        const auto pushLong = [&server](const char* command, const QByteArray& list) {
            server.call({"EVAL", "redis.call(ARGV[1], KEYS[1], string.rep('x', 9 * 1024 * 1024))", "1", list, command});
        };
        addCelery(server, "halfway");
        pushLong("RPUSH", "halfway"); // runs next
        pushLong("RPUSH", "too-long");
        server.call({"EVAL",
            "for i = 1, 400 do redis.call('SET', 'app:k' .. i, i) redis.call('RPUSH', 'app:l' .. i, i) end", "0"});
        for (const QString& layout : {u"auto"_s, u"celery"_s}) {
            const auto backend = opened(*parseLayout(layout), server.config());
            lookOnOpening(*backend);
            for (int i = 0; i < 300 && !backend->discovery()->state().isComplete(); ++i)
                QVERIFY(backend->discovery()->step().ok() && backend->inspector().queues().ok());
            QVERIFY2(namesIn(*backend).contains(layout == u"auto" ? "halfway@celery" : "halfway"),
                namesIn(*backend).join(' '));
            const QString gap = backend->discovery()->state().gap();
            QVERIFY2(gap.contains(u"Lists with items above 8 MiB were not inspected: too-long."), qPrintable(gap));
            QVERIFY2(gap.contains(u"Not all lists with these names were inspected: app:*."), qPrintable(gap));
            // The message is found even though the list's next item is long.
            QVERIFY(backend->inspector().queues().ok());
            QVERIFY(namesIn(*backend).contains(layout == u"auto" ? "halfway@celery" : "halfway"));
        }
    }

    void whatIsFoundReachesEveryLaneAndIsGoneOnWith()
    {
        RedisServer server;
        addForeignKeys(server, 20'000);
        addBullmq(server, "shop:mail");
        const LayoutSpec layout = automaticLayout();
        const auto one = opened(layout, server.config());
        const auto other = opened(layout, server.config());
        QVERIFY(!*one->discovery()->step());
        const qint64 looked = one->discovery()->state().lookedAt;
        QCOMPARE(other->discovery()->state().lookedAt, looked);
        lookOnOpening(*other); // The other backend resumes where the first one stopped.
        QVERIFY(other->discovery()->state().lookedAt <= 22'000);
        QVERIFY(other->discovery()->state().isRound);
        QCOMPARE(namesIn(*one), QByteArrayList{"mail@bullmq:shop"});
        QVERIFY(one->queueCapabilities().byLayout.count("bullmq:shop"));
        QVERIFY(!one->capabilities("mail@bullmq:shop").leases);
        // A separate connection starts its own scan.
        QCOMPARE(opened(automaticLayout(), server.config())->discovery()->state().lookedAt, 0);
    }

    void aNewQueueIsFoundLaterAndOneThatIsGoneIsNotListed()
    {
        RedisServer server;
        addBullmq(server, "bull:mail");
        const auto backend = opened(automaticLayout(), server.config());
        lookOnOpening(*backend);
        QCOMPARE(namesIn(*backend), QByteArrayList{"mail@bullmq"});
        const int found = backend->discovery()->state().found;
        addBullmq(server, "later:jobs");
        for (int i = 0; i < 10 && backend->discovery()->state().found == found; ++i)
            QVERIFY(backend->discovery()->step().ok());
        QCOMPARE(namesIn(*backend), (QByteArrayList{"mail@bullmq", "jobs@bullmq:later"}));
        server.call({"DEL", "bull:mail:meta"});
        QCOMPARE(namesIn(*backend), QByteArrayList{"jobs@bullmq:later"});
    }

    void ofManyQueuesSomeAreCountedAtATime()
    {
        RedisServer server;
        for (int i = 0; i < 1'200; ++i)
            addBullmq(server, "bull:q" + QByteArray::number(i));
        const auto backend = opened(automaticLayout(), server.config());
        lookOnOpening(*backend);
        QCOMPARE(namesIn(*backend).size(), 1'200); // A single query lists all queues.
        CountBudget pace;
        pace.first = {"q7@bullmq"};
        backend->inspector().paceCounts(pace);
        QVERIFY(backend->inspector().queues().ok()); // Each call checks the layouts of several more queues.
        std::set<QueueName> met;
        for (int turn = 0; turn < 4; ++turn) {
            const qint64 before = calls(server, "llen");
            const auto queues = backend->inspector().queues();
            QVERIFY(queues.ok());
            const qint64 counted
                = std::count_if(queues->begin(), queues->end(), [](const QueueInfo& queue) { return !queue.asOf; });
            QVERIFY2(counted <= 500 && counted > 300, QByteArray::number(counted).constData());
            QVERIFY2(calls(server, "llen") - before <= 500 * 3, "more than 500 were counted");
            for (const QueueInfo& queue : *queues) {
                met.insert(queue.name);
                if (queue.name == "q7@bullmq")
                    QVERIFY(!queue.asOf);
            }
        }
        QCOMPARE(met.size(), std::size_t(1'200));
    }

    void eachMasterOfAClusterIsLookedThrough()
    {
        RedisCluster cluster(3);
        RedisClient client(cluster.config());
        QVERIFY(client.open().ok());
        for (const char* name : {"a", "b", "c", "d", "e", "f"})
            QVERIFY(client.call({"HSET", QByteArray("bull:") + name + ":meta", "version", "bullmq:6.7.0"}).ok());
        const auto backend = opened(automaticLayout(), cluster.config());
        lookOnOpening(*backend);
        QCOMPARE(namesIn(*backend),
            (QByteArrayList{"a@bullmq", "b@bullmq", "c@bullmq", "d@bullmq", "e@bullmq", "f@bullmq"}));
        QCOMPARE(backend->discovery()->state().keys, 6);
        QVERIFY(backend->discovery()->state().isRound);
    }
};

QTEST_GUILESS_MAIN(TestDiscovery)
#include "tst_discovery.moc"
