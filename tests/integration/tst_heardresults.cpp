// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/resultsfeed.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/native/nativeoutcomes.h"
#include "core/redis/readcommands.h"
#include "tests/integration/celeryacts.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/jobplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/sendsignal.h"

#include <QTest>

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// A feed on a server with several layouts, and the results it has received.
class Heard
{
public:
    Heard(const RedisConfig& config, const QString& layouts)
        : feed([config, layouts] {
            return openLayout(parseLayouts(layouts).value(), config, "dueline", "looker", Access::ReadOnly);
        })
    { }

    void follow(const std::vector<QueueName>& queues)
    {
        feed.follow(queues);
        QTRY_VERIFY2_WITH_TIMEOUT(feed.isListening(), qPrintable(feed.trouble().message), 15'000);
    }
    std::vector<ResultEntry>& take()
    {
        for (ResultEntry& entry : feed.take())
            told.push_back(std::move(entry));
        return told;
    }
    /// Returns `OUTCOME TYPE` for each result, sorted.
    QByteArrayList ends()
    {
        QByteArrayList ends;
        for (const ResultEntry& entry : take())
            ends << entry.outcome.outcome + ' ' + typeOf(entry.outcome).toByteArray();
        std::sort(ends.begin(), ends.end());
        return ends;
    }
    const Outcome& of(const QByteArray& id, const QByteArray& outcome)
    {
        static const Outcome none;
        for (const ResultEntry& entry : told) {
            if (entry.outcome.id == id && entry.outcome.outcome == outcome)
                return entry.outcome;
        }
        return none;
    }

    ResultsFeed feed;
    std::vector<ResultEntry> told;
};

void addEvent(RedisServer& server, const QByteArray& queue, const QByteArray& event, const QByteArray& id)
{
    server.call({"XADD", "bull:" + queue + ":events", "*", "event", event, "jobId", id, "returnvalue", "1",
        "failedReason", "boom"});
}

} // namespace

/// Tests results published by framework workers: they are received, and nothing is written.
class TestHeardResults : public QObject
{
    Q_OBJECT

private slots:
    void workersOfCeleryAreHeard();
    void listeningToCeleryLeavesNothingBehind();
    void jobsOfBullmqAreHeard_data();
    void jobsOfBullmqAreHeard();
    void listeningToBullmqIsReadsAlone();
    void whatCameWhileTheConnectionWasLostIsNotMissing();
    void severalLayoutsAreHeardAtOnce();
    void whoMayNotHearOneLayoutHearsTheOthers();
    void duectlFollowsThem();
};

void TestHeardResults::workersOfCeleryAreHeard()
{
    if (const QString missing = CeleryPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RedisServer server;
    const CelerySetup setup{.tellsEvents = true};
    Heard heard(server.config(), u"celery"_s);
    heard.follow({"@celery"});
    CeleryPeer worker(server, "mail", 0, setup);
    CeleryPeer::add(server, {uR"({"id":"a"})"_s, uR"({"id":"b","task":"fail","args":[7]})"_s}, setup);
    QTRY_COMPARE_WITH_TIMEOUT(heard.ends(),
        (QByteArrayList{"done jobs.ok", "failed jobs.fail", "started jobs.fail", "started jobs.ok"}), 60'000);
    for (const ResultEntry& entry : heard.told) {
        QCOMPARE(entry.kind, ResultEntry::Kind::Ended);
        QCOMPARE(entry.queue, QueueName("@celery"));
        QVERIFY(entry.outcome.worker.startsWith("celery@"));
        QCOMPARE(entry.outcome.attempt, 1);
        QVERIFY(!entry.kept);
    }
    QVERIFY2(heard.of("b", "failed").error.contains("boom für"), heard.of("b", "failed").error);
    QVERIFY2(heard.of("a", "done").output.contains("count"), heard.of("a", "done").output);
    QVERIFY(heard.of("a", "done").late.count() < 60'000);
}

void TestHeardResults::listeningToCeleryLeavesNothingBehind()
{
    CeleryActs place;
    place.fill();
    const auto before = keySpaceOf(place.server);
    {
        Heard heard(place.server.config(), u"celery"_s);
        CommandMonitor monitor(place.server);
        heard.follow({"@celery"});
        for (const Command& command : monitor.taken())
            QVERIFY2(isReadCommand(command), command.front().constData());
        QVERIFY(place.server.call({"PUBSUB", "CHANNELS", "/0.celeryev*"}).items.size() > 5);
        // The doctor detects workers by their pattern subscriptions, so the feed must not have any.
        QCOMPARE(place.server.call({"PUBSUB", "NUMPAT"}).integer, 0);
        // Messages that are not task events are ignored.
        place.server.call({"PUBLISH", "/0.celeryev/task.multi", "no json"});
        place.server.call(
            {"PUBLISH", "/0.celeryev/task.started", R"({"body":"e30=","properties":{"body_encoding":"base64"}})"});
        const QByteArray body = R"([{"type":"task-received","uuid":"x","name":"jobs.é","timestamp":1.5,"retries":2},)"
                                R"(7,{"type":"task-retried","uuid":"x","exception":"E: x","timestamp":3.5},)"
                                R"({"type":"worker-heartbeat","uuid":"w"}])";
        place.server.call({"PUBLISH", "/0.celeryev/task.multi",
            R"({"body":")" + body.toBase64() + R"(","properties":{"body_encoding":"base64"}})"});
        QTRY_COMPARE(heard.ends(), (QByteArrayList{"retry jobs.é"}));
        QCOMPARE(heard.of("x", "retry").attempt, 3);
        QCOMPARE(heard.of("x", "retry").error, QByteArray("E: x"));
    }
    QCOMPARE(keySpaceOf(place.server), before);
    const auto refused = place.backend->events({"mail"}, false, true);
    QVERIFY(!refused.ok());
    QVERIFY2(refused.error().message.contains(u"follow @celery"_s), qPrintable(refused.error().message));
    QCOMPARE(place.backend->events({"@celery"}, true, false).error().code, ErrorCode::NotSupported);
}

void TestHeardResults::jobsOfBullmqAreHeard_data()
{
    QTest::addColumn<QString>("module");
    QTest::newRow("BullMQ 6") << u"bullmq"_s;
    QTest::newRow("BullMQ 5") << u"bullmq5"_s;
}

void TestHeardResults::jobsOfBullmqAreHeard()
{
    QFETCH(QString, module);
    if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    JobPlace place(module, u"bullmq"_s);
    place.add({uR"({"name":"log"})"_s});
    QCOMPARE(place.work(1).size(), 1); // the feed doesn't exist yet, so it misses this outcome
    Heard heard(place.server.config(), u"bullmq"_s);
    heard.follow({"mail", "other"});
    const QByteArrayList ids = place.add({uR"({"name":"log","data":{"n":1}})"_s, uR"({"name":"fail"})"_s,
        uR"({"name":"log","opts":{"removeOnComplete":true}})"_s});
    place.work(3);
    QTRY_COMPARE(heard.take().size(), std::size_t(3));
    const Outcome& done = heard.of(ids[0], "done");
    QCOMPARE(done.type, QByteArray("log"));
    QCOMPARE(done.attempt, 1);
    QVERIFY(done.ran.count() >= 0 && done.ran.count() < 60'000);
    const Outcome& failed = heard.of(ids[1], "failed");
    QCOMPARE(failed.type, QByteArray("fail"));
    QVERIFY(!failed.error.isEmpty());
    QCOMPARE(heard.of(ids[2], "done").id, ids[2]); // The job's hash no longer exists.
    for (const ResultEntry& entry : heard.told)
        QCOMPARE(entry.queue, QueueName("mail"));
}

void TestHeardResults::listeningToBullmqIsReadsAlone()
{
    RedisServer server;
    addEvent(server, "mail", "completed", "1");
    server.call({"SET", "bull:other:events", "a string"});
    const auto before = keySpaceOf(server);
    {
        Heard heard(server.config(), u"bullmq"_s);
        CommandMonitor monitor(server);
        heard.follow({"mail", "other", "none"});
        for (const Command& command : monitor.taken())
            QVERIFY2(isReadCommand(command), command.front().constData());
        QCOMPARE(keySpaceOf(server), before);
        addEvent(server, "mail", "waiting", "2");
        addEvent(server, "none", "failed", "3");
        QTRY_COMPARE(heard.take().size(), std::size_t(1));
        QCOMPARE(heard.told[0].outcome.error, QByteArray("boom"));
        QCOMPARE(heard.told[0].queue, QueueName("none"));
    }
    const auto backend = must(openLayout(parseLayout(u"bullmq"_s).value(), server.config(), {}, {}, Access::ReadOnly));
    QVERIFY(backend->capabilities().heard && !backend->capabilities().events);
    QCOMPARE(backend->events({"mail"}, true, false).error().code, ErrorCode::NotSupported);
    const auto none = must(backend->events({"other"}, false, true));
    QCOMPARE(none->open().error().code, ErrorCode::WrongType);
}

void TestHeardResults::whatCameWhileTheConnectionWasLostIsNotMissing()
{
    RedisServer server;
    const auto backend = must(openLayout(parseLayout(u"bullmq"_s).value(), server.config(), {}, {}, Access::ReadOnly));
    const auto source = must(backend->events({"mail"}, false, true));
    must(source->open());
    addEvent(server, "mail", "completed", "1");
    const auto first = must(source->next(Millis(10'000)));
    QVERIFY(first && must(decodeOutcomes(first->data)).at(0).id == "1");
    const QByteArray list = server.call({"CLIENT", "LIST"}).bytes;
    server.call({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
    QVERIFY(!source->next(Millis(1000)).ok());
    addEvent(server, "mail", "completed", "2");
    must(source->open());
    const auto second = must(source->next(Millis(10'000)));
    QVERIFY2(second && must(decodeOutcomes(second->data)).at(0).id == "2", list);
}

void TestHeardResults::severalLayoutsAreHeardAtOnce()
{
    CeleryActs place;
    place.fill();
    addEvent(place.server, "jobs", "completed", "1");
    Heard heard(place.server.config(), u"native,bullmq,celery"_s);
    heard.follow({"mail", "jobs@bullmq", "@celery", "mail@celery"});
    addEvent(place.server, "jobs", "completed", "2");
    place.server.call({"PUBLISH", "/0.celeryev/task.failed",
        R"({"body":")" + QByteArray(R"({"type":"task-failed","uuid":"x","exception":"E: x"})").toBase64()
            + R"(","properties":{"body_encoding":"base64"}})"});
    Outcome outcome;
    outcome.id = "t#1";
    outcome.outcome = "done";
    place.server.call({"PUBLISH", "dueline:{mail}:results", NativeOutcomes::stamped(encodeOutcomes({outcome}), 0)});
    QTRY_COMPARE(heard.take().size(), std::size_t(3));
    QByteArrayList queues;
    for (const ResultEntry& entry : heard.told)
        queues << entry.queue + ' ' + entry.outcome.id;
    std::sort(queues.begin(), queues.end());
    QCOMPARE(queues, (QByteArrayList{"@celery x", "jobs@bullmq 2", "mail t#1"}));
}

void TestHeardResults::whoMayNotHearOneLayoutHearsTheOthers()
{
    CeleryActs place;
    place.fill();
    place.server.call({"ACL", "SETUSER", "less", "on", ">pw", "~*", "resetchannels", "&dueline:*", "+@all"});
    RedisConfig config = place.server.config();
    config.user = u"less"_s;
    config.password = Secret(QByteArray("pw"));
    Heard heard(config, u"native,celery"_s);
    heard.follow({"mail", "@celery"});
    Outcome outcome;
    outcome.id = "t#1";
    outcome.outcome = "done";
    place.server.call({"PUBLISH", "dueline:{mail}:results", NativeOutcomes::stamped(encodeOutcomes({outcome}), 0)});
    QTRY_COMPARE(heard.take().size(), std::size_t(1));
    // A connection with only the Celery layout reports the missing permission.
    Heard alone(config, u"celery"_s);
    alone.feed.follow({"@celery"});
    QTRY_COMPARE(alone.feed.trouble().code, ErrorCode::Permission);
}

void TestHeardResults::duectlFollowsThem()
{
    RedisServer server;
    server.call({"HSET", "bull:mail:meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
    addEvent(server, "mail", "completed", "1");
    const Duectl duectl(server.url());
    const auto following = duectl.start(words("--layout bullmq results mail --follow --json"));
    QTRY_VERIFY_WITH_TIMEOUT(
        following->waitForReadyRead(10) ||
            [&] {
                addEvent(server, "mail", "failed", "7");
                return following->bytesAvailable() > 0;
            }(),
        15'000);
    const QJsonObject first = QJsonDocument::fromJson(following->readLine()).object();
    QCOMPARE(first[u"id"_s].toString(), u"7"_s);
    QCOMPARE(first[u"outcome"_s].toString(), u"failed"_s);
    QCOMPARE(first[u"error"_s].toString(), u"boom"_s);
    sendSignal(*following, SIGTERM);
    QVERIFY(following->waitForFinished());
    QCOMPARE(following->exitCode(), 0);
}

QTEST_GUILESS_MAIN(TestHeardResults)
#include "tst_heardresults.moc"
