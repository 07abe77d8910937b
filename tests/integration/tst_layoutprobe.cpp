// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/discover/layoutlook.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/port/keyguesses.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/nativeplace.h"
#include "tests/support/rediscluster.h"

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

QByteArray seconds(int in) { return QByteArray::number(toMs(SystemClock().now()) / 1000 + in); }

/// Adds one queue of each design, and keys that only look like queues.
void fillServer(const std::function<Reply(const Command&)>& call)
{
    for (int i = 0; i < 30; ++i) {
        const QByteArray n = QByteArray::number(i);
        call({"ZADD", "jobs", seconds(i) + ".25", "job" + n});
        call({"ZADD", "inms", seconds(i) + "250", "job" + n});
        call({"ZADD", "tasks", seconds(-i), "task_" + n});
        call({"ZADD", "delayed", seconds(i), "send_report_" + seconds(i)});
        call({"ZADD", "scores", QByteArray::number(i * 17), "player" + n});
        call({"LPUSH", "test_queue",
            R"({"message": "m)" + n + R"(", "timestamp": )" + seconds(0)
                + R"(.5, "retry_count": 0, "delay_time": 5})"});
    }
    call({"SET", "lock_task_3", "1", "EX", "60"});
    call({"SET", "lock_task_4", "1", "EX", "60"});
    call({"SET", "lock_other", "1"});
    call({"RPUSH", "task_queue", "a", "b"});
}

QStringList texts(const LayoutSuggestions& suggestions)
{
    QStringList all;
    for (const LayoutSuggestion& found : suggestions.found)
        all << found.spec.text() + u' ' + QString::number(found.entries);
    return all;
}

const QStringList expectedDesigns{u"resend:test_queue 30"_s, u"cron:delayed 30"_s, u"zset:tasks?lock=lock_%1 30"_s,
    u"zset:inms?unit=ms 30"_s, u"zset:jobs 30"_s, u"list:task_queue 2"_s};

} // namespace

/// Tests layout suggestions: keys that look like custom queues are suggested without writing anything, and keys of
/// known systems never are.
class TestLayoutProbe : public QObject
{
    Q_OBJECT

private slots:
    void eachDesignIsSuggestedWithItsParameters();
    void inAClusterEveryMasterIsLookedAt();
    void keysOfKnownSystemsAreNone();
    void aFewStrayEntriesHideNothing();
    void anyBytesInAKeyAndItsEntriesAreFine();
    void lookingWritesNothing();
    void theWalkIsBoundedAndSaysSo();
    void aUserWithoutScanIsTold();
    void whatALayoutFindsIsToldBeforeItIsReliedOn();
    void duectlSuggestsThem();
};

void TestLayoutProbe::eachDesignIsSuggestedWithItsParameters()
{
    RedisServer server;
    fillServer([&](const Command& command) { return server.call(command); });
    const auto found = suggestLayouts(allLayouts(), server.config(), "dueline");
    QVERIFY(found.ok());
    QCOMPARE(texts(*found), expectedDesigns);
    QVERIFY(found->incomplete.isEmpty());
    const LayoutSuggestion& locked = found->found[2];
    QCOMPARE(locked.locks, 2);
    QCOMPARE(locked.looked, 20);
    QCOMPARE(locked.fitting, 20);
    QVERIFY(locked.why.contains(u"20 of 20"_s) && locked.why.contains(u"lock_%1"_s));
    for (const LayoutSuggestion& suggestion : found->found)
        QVERIFY2((parseLayout(suggestion.spec.text()).value() == suggestion.spec), qPrintable(suggestion.spec.text()));
}

void TestLayoutProbe::inAClusterEveryMasterIsLookedAt()
{
    RedisCluster cluster;
    RedisClient client(cluster.config());
    QVERIFY(client.open().ok());
    fillServer([&](const Command& command) { return client.pipeline({command})->front(); });
    const auto found = suggestLayouts(allLayouts(), cluster.config(), "dueline");
    QVERIFY(found.ok());
    QCOMPARE(texts(*found), expectedDesigns);
}

void TestLayoutProbe::keysOfKnownSystemsAreNone()
{
    NativePlace place;
    place.addDue({"mail.send#1"});
    RedisServer& server = place.server;
    const auto now = seconds(0);
    for (const char* key : {"{jobs}:dueline:leased", "{k}v:dueline:trash", "dueline:{q}:other", "bull:mail:delayed",
             "mybull:mail:delayed", "asynq:{critical}:scheduled", "rq:scheduled:high", "schedule", "retry",
             "queues:default:delayed", "unacked_index", "resque:delayed_queue_schedule"})
        QCOMPARE(server.call({"ZADD", key, now, "a"}).integer, 1);
    server.call({"HSET", "mybull:mail:meta", "version", "bullmq:5.81.5"});
    server.call({"SADD", "queues", "default"});
    server.call({"SADD", "_kombu.binding.celery",
        "celery\x06\x16\x06\x16"
        "celery"});
    for (const char* key : {"queue:default", "celery",
             "celery\x06\x16"
             "3",
             "rq:queue:high", "bull:mail:wait"})
        QCOMPARE(server.call({"LPUSH", key, "a"}).integer, 1);
    const auto found = suggestLayouts(allLayouts(), server.config(), "dueline");
    QVERIFY(found.ok());
    QVERIFY2(found->found.empty(), qPrintable(texts(*found).join(u' ')));
}

void TestLayoutProbe::aFewStrayEntriesHideNothing()
{
    RedisServer server;
    for (int i = 0; i < 9; ++i)
        server.call({"ZADD", "jobs", seconds(i), "job" + QByteArray::number(i)});
    server.call({"ZADD", "jobs", "inf", "never"});
    server.call({"ZADD", "half", seconds(0), "a", "17", "b"});
    const auto found = suggestLayouts(allLayouts(), server.config(), "dueline");
    QCOMPARE(texts(*found), QStringList{u"zset:jobs 10"_s});
    QCOMPARE(found->found.front().fitting, 9);
    QCOMPARE(found->found.front().looked, 10);
}

void TestLayoutProbe::anyBytesInAKeyAndItsEntriesAreFine()
{
    RedisServer server;
    const QByteArray key("\xff?&%\n\0x", 7);
    server.call({"ZADD", key, seconds(0), QByteArray("\0\xfe", 2), seconds(1), ""});
    server.call({"LPUSH", "big", QByteArray(1024 * 1024, '{')});
    const auto found = suggestLayouts(allLayouts(), server.config(), "dueline");
    QVERIFY(found && found->found.size() == 2);
    QCOMPARE(found->found[0].spec.facts().queue.value(), key);
    QCOMPARE(parseLayout(found->found[0].spec.text())->facts().queue.value(), key);
    QCOMPARE(found->found[1].spec.text(), u"list:big"_s);
}

void TestLayoutProbe::lookingWritesNothing()
{
    NativePlace place;
    fillServer([&](const Command& command) { return place.server.call(command); });
    place.server.call({"DEL", "lock_task_3", "lock_task_4"}); // a changing time to live would change the values
    const auto before = place.contents();
    QVERIFY(suggestLayouts(allLayouts(), place.server.config(), "dueline").ok());
    QVERIFY(place.contents() == before);
}

void TestLayoutProbe::theWalkIsBoundedAndSaysSo()
{
    RedisServer server;
    server.call({"EVAL", "for i = 1, 30000 do redis.call('SET', 'key:' .. i, 1) end", "0"});
    const auto found = suggestLayouts(
        allLayouts(), server.config(), "dueline", {.keys = 5'000, .within = Millis(10'000), .queues = 500});
    QVERIFY(found && found->incomplete.contains(u"some of the keys"));
    QVERIFY(suggestLayouts(allLayouts(), server.config(), "dueline")->incomplete.isEmpty());
}

void TestLayoutProbe::aUserWithoutScanIsTold()
{
    RedisServer server;
    fillServer([&](const Command& command) { return server.call(command); });
    server.call({"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all", "-scan"});
    RedisConfig redis = server.config();
    redis.user = u"small"_s;
    redis.password = Secret("pw");
    const auto found = suggestLayouts(allLayouts(), redis, "dueline");
    QVERIFY(found && found->found.empty() && found->incomplete.contains(u"SCAN"));
}

void TestLayoutProbe::whatALayoutFindsIsToldBeforeItIsReliedOn()
{
    RedisServer server;
    fillServer([&](const Command& command) { return server.call(command); });
    const auto look = [&server](const char* layout) {
        return *lookAtLayout({server.config(), *parseLayout(QString::fromLatin1(layout)), "dueline"});
    };
    const LayoutLook jobs = look("zset:jobs");
    QCOMPARE(jobs.keyType, QByteArray("zset"));
    QVERIFY2(jobs.problem.isEmpty(), qPrintable(jobs.problem));
    QCOMPARE(jobs.queues.front().counts.pending(), 30);
    QCOMPARE(jobs.first.size(), std::size_t(LayoutLook::shown));
    QCOMPARE(jobs.first.front().id, QByteArray("job0"));
    QCOMPARE(look("zset:nothing").keyType, QByteArray("none"));
    const LayoutLook wrong = look("list:jobs");
    QCOMPARE(wrong.keyType, QByteArray("zset"));
    QVERIFY(!wrong.problem.isEmpty());
    QVERIFY(wrong.first.empty());
    server.stop();
    QVERIFY(!lookAtLayout({server.config(), *parseLayout(u"zset:jobs"_s), "dueline"}).ok());
}

void TestLayoutProbe::duectlSuggestsThem()
{
    RedisServer server;
    const Duectl duectl(server.url());
    fillServer([&](const Command& command) { return server.call(command); });
    const Answer text = duectl.run("queues");
    EXIT(text, 0);
    QVERIFY2(text.out.contains("Possible custom queues") && text.out.contains("zset:tasks?lock=lock_%1")
            && text.out.contains("Other lists: 1"),
        text.all());
    const QJsonArray queues = duectl.run("queues --json").array();
    QCOMPARE(queues.size(), expectedDesigns.size());
    const QJsonObject first = queues.at(0).toObject();
    QCOMPARE(first.value(u"layout"_s).toString(), u"resend:test_queue"_s);
    QCOMPARE(first.value(u"tasks"_s).toInt(), 30);
    QVERIFY(first.value(u"due"_s).isNull());
}

QTEST_GUILESS_MAIN(TestLayoutProbe)
#include "tst_layoutprobe.moc"
