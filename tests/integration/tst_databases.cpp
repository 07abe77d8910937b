// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/native/nativeoutcomes.h"
#include "core/queue/outcome.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests queues with the same name and prefix in two databases on one server, which share pub/sub channels.
class Databases : public QObject
{
    Q_OBJECT

private slots:
    void outcomesAreHeardInTheirDatabaseAlone_data();
    void outcomesAreHeardInTheirDatabaseAlone();
    void outcomesThatDoNotSayTheirDatabaseAreThoseOfKnownTasks();
    void whatIsHeardIsWhatWasGivenToBePublished();
    void aFollowerShowsItsOwnDatabase();
    void aCancelStopsTheTaskOfItsDatabaseAlone();

private:
    struct Side
    {
        std::unique_ptr<Backend> backend;
        std::unique_ptr<EventSource> source;
    };
    Side side(int database, const LayoutSpec& layout = defaultLayout())
    {
        RedisConfig config = m_server->config();
        config.database = database;
        auto backend = openLayout(layout, config, "dueline", {}, Access::OperateAndWork);
        if (!backend)
            qFatal("%s", qPrintable(backend.error().message));
        const QueueName queue = "q";
        auto source = (*backend)->events({queue}, false, true);
        if (!source || !(*source)->open())
            qFatal("no events");
        return {std::move(*backend), std::move(*source)};
    }
    /// Acks the due task and publishes its outcome.
    static void finish(Side& side, const QueueName& queue, const QByteArray& worker)
    {
        const auto claim
            = side.backend->broker()->claim({queue, 1, Millis(30'000), {.all = true, .exact = {}, .prefixes = {}}});
        QVERIFY(claim && claim->leases.size() == 1);
        const Lease& lease = claim->leases.front();
        Outcome outcome;
        outcome.id = lease.id;
        outcome.outcome = "done";
        outcome.worker = worker;
        QVERIFY(side.backend->broker()->load(queue, claim->leases).ok());
        QVERIFY(side.backend->broker()->ack(queue, {{lease.id, lease.token, {}}}, encodeOutcomes({outcome})).ok());
    }
    /// Returns the worker's name in the next outcome, or an empty string if none arrives in time.
    static QByteArray heard(Side& side)
    {
        for (const QDeadlineTimer deadline(5'000); !deadline.hasExpired();) {
            const auto event = side.source->next(Millis(100));
            if (event && *event && (*event)->kind == QueueEvent::Kind::Results) {
                const auto outcomes = decodeOutcomes((*event)->data);
                return outcomes && !outcomes->empty() ? outcomes->front().worker : QByteArray("unreadable");
            }
        }
        return {};
    }

    std::unique_ptr<RedisServer> m_server;

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>(
            RedisServer::Options{.tcp = true, .aof = false, .password = {}, .arguments = {}});
    }
    void cleanup() { m_server.reset(); }
};

void Databases::outcomesAreHeardInTheirDatabaseAlone_data()
{
    QTest::addColumn<QString>("layout");
    QTest::newRow("native") << u"native"_s;
    QTest::newRow("beside another design's key") << u"zset:q"_s;
}

void Databases::outcomesAreHeardInTheirDatabaseAlone()
{
    QFETCH(QString, layout);
    const LayoutSpec spec = *parseLayout(layout);
    Side zero = side(0, spec);
    Side one = side(1, spec);
    for (Side* each : {&zero, &one}) {
        NewTask task;
        task.id = "q#same";
        task.dueIn = Millis(0);
        const auto added = each->backend->editor()->add("q", {task});
        QVERIFY2(added.ok(), added ? "" : qPrintable(added.error().message));
    }
    finish(zero, "q", "worker of 0"); // The shared channel delivers the message to both databases.
    finish(one, "q", "worker of 1");
    QCOMPARE(heard(one), "worker of 1");
    QCOMPARE(heard(zero), "worker of 0");
}

void Databases::outcomesThatDoNotSayTheirDatabaseAreThoseOfKnownTasks()
{
    Side zero = side(0);
    Side one = side(1);
    NewTask task;
    task.id = "t#of0";
    QVERIFY(zero.backend->editor()->add("q", {task}).ok());
    task.id = "t#of1";
    QVERIFY(one.backend->editor()->add("q", {task}).ok());
    for (const char* id : {"t#of0", "t#of1"}) {
        Outcome outcome;
        outcome.id = id;
        outcome.outcome = "done";
        outcome.worker = id;
        // Older versions publish outcomes in this format.
        m_server->call({"PUBLISH", "dueline:{q}:results", encodeOutcomes({outcome})});
    }
    QCOMPARE(heard(one), "t#of1");
    QCOMPARE(heard(zero), "t#of0");
    // The database number may be anywhere in the first entry.
    m_server->call({"PUBLISH", "dueline:{q}:results", R"([{"id":"t#x","outcome":"done","worker":"zero","db":0}])"});
    m_server->call({"PUBLISH", "dueline:{q}:results", R"([{"id":"t#x","outcome":"done","worker":"one","db":1}])"});
    QCOMPARE(heard(one), "one");
    QCOMPARE(heard(zero), "zero");
}

void Databases::whatIsHeardIsWhatWasGivenToBePublished()
{
    Outcome outcome;
    outcome.id = "t#1";
    outcome.outcome = "failed";
    outcome.error = R"(a "db" of 7)";
    const QByteArray plain = encodeOutcomes({outcome, outcome});
    for (const int database : {0, 1, 15}) {
        const QByteArray stamped = NativeOutcomes::stamped(plain, database);
        QVERIFY(stamped != plain && decodeOutcomes(stamped).ok()); // Older versions can read the stamped form too.
        const NativeOutcomes heard(stamped);
        QCOMPARE(heard.database(), database);
        QCOMPARE(heard.outcomes(), plain);
    }
    const NativeOutcomes unsaid(plain);
    QVERIFY(!unsaid.database());
    QCOMPARE(unsaid.outcomes(), plain);
    QCOMPARE(unsaid.firstId(), "t#1");
    for (const char* other :
        {"", "[]", "nonsense", "[{\"db\":", "[{\"db\":x,\"id\":\"a\"}]", "[{\"db\":99999999999999,\"id\":1}]"}) {
        QVERIFY(!NativeOutcomes(other).database());
        QCOMPARE(NativeOutcomes(other).outcomes(), other);
    }
    QCOMPARE(NativeOutcomes::stamped({}, 1), QByteArray());
    QCOMPARE(NativeOutcomes::stamped("[]", 1), "[]");
}

void Databases::aFollowerShowsItsOwnDatabase()
{
    const Duectl zero(m_server->url() + u"/0"_s);
    const Duectl one(m_server->url() + u"/1"_s);
    EXIT(zero.run("add q t --id of-0 --copies 1"), 0);
    EXIT(one.run("add q t --id of-1 --copies 1"), 0);
    const auto follower = one.start(words("results q --follow --json"));
    QByteArray seen;
    QVERIFY2(Duectl::waitFor(*follower, QProcess::StandardError, "Following", seen), seen);
    EXIT(zero.run("work --queue q --handler *=echo --exit-when-empty"), 0);
    EXIT(one.run("work --queue q --handler *=echo --exit-when-empty"), 0);
    seen.clear();
    QVERIFY2(Duectl::waitFor(*follower, QProcess::StandardOutput, "t#of-1", seen), seen);
    follower->terminate();
    seen += Duectl::finish(*follower).out;
    QVERIFY2(!seen.contains("of-0"), seen);
}

void Databases::aCancelStopsTheTaskOfItsDatabaseAlone()
{
    const Duectl zero(m_server->url() + u"/0"_s);
    const Duectl one(m_server->url() + u"/1"_s);
    std::vector<std::unique_ptr<QProcess>> workers;
    for (const Duectl* each : {&zero, &one}) {
        EXIT(each->run("add q t --id same --max-attempts 1"), 0);
        workers.push_back(
            each->start(words("work --queue q --handler *=sleep:3000 --exit-when-empty --log-level debug")));
        QByteArray seen;
        QVERIFY2(Duectl::waitFor(*workers.back(), QProcess::StandardError, "attempt 1 starts", seen), seen);
    }
    EXIT(zero.run("cancel q t#same"), 0);
    for (const auto& worker : workers)
        EXIT(Duectl::finish(*worker), 0);
    QCOMPARE(zero.run("show q t#same --json").object().value(u"state"_s).toString(), u"failed"_s);
    QCOMPARE(one.run("show q t#same --json").object().value(u"state"_s).toString(), u"done"_s);
}

QTEST_GUILESS_MAIN(Databases)

#include "tst_databases.moc"
