// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativedescription.h"
#include "core/redis/redisclient.h"
#include "tests/support/nativeoperator.h"

using namespace dueline;
using namespace std::chrono_literals;

/// Tests that lists, payloads and details in the native layout are exact at any size, and that each call is bounded.
class TestNativeInspector : public QObject
{
    Q_OBJECT

private:
    NativeOperator place;
    const NativeKeys& keys = place.keys;

private slots:
    void cleanup() { place.empty(); }

    void pageOfLargePayloadsIsWholeThoughReadInPieces();
    void pageSkipsNoTaskWhileOthersBecomeDue();
    void pageContinuesAfterTheLastTaskThoughOthersAreClaimed_data();
    void pageContinuesAfterTheLastTaskThoughOthersAreClaimed();
    void pageShowsATaskWhoseEntryCannotBeRead();
    void missingBytesOfAPayloadAreTold();
    void quarantinedTaskIsNotFoundWithTheReason();
    void whoOnlyLooksNeedsNoRightToWrite();
    void fiveThousandQueuesAreListedInOneRoundTrip();
    void theEndOfWhatEndedNeedsNoReading();
};

/// Checks that endedUntil() reads nothing: the server itself stamps the end of each task, so no worker's clock can be
/// ahead.
void TestNativeInspector::theEndOfWhatEndedNeedsNoReading()
{
    place.addDue({"mail#a"});
    const auto commands = [this] {
        const QByteArray stats = place.server.call({"INFO", "stats"}).bytes;
        const qsizetype at = stats.indexOf("total_commands_processed:") + 25;
        return stats.mid(at, stats.indexOf('\r', at) - at).toLongLong();
    };
    const qint64 before = commands();
    const TimePoint now = fromMs(1'700'000'000'000);
    QueueInspector& inspector = place.inspector;
    QCOMPARE(inspector.endedUntil("q", StateSet::all(), now), now);
    QCOMPARE(commands(), before + 1); // The only additional command is the first INFO, which didn't count itself.
}

void TestNativeInspector::pageOfLargePayloadsIsWholeThoughReadInPieces()
{
    std::vector<NewTask> tasks;
    for (int i = 0; i < 120; ++i)
        tasks.push_back({numbered(i), {}, 1h + Millis(i), {}, QByteArray(60'000 + i, 'x')});
    tasks.push_back({numbered(200), {}, 2h, {}, QByteArray(10'000'000, 'x')});
    place.add(tasks);
    place.server.call({"CONFIG", "RESETSTAT"});
    const TaskPage page = place.value(place.inspector.page({"q", TaskState::Scheduled, 10, 1000}));
    QCOMPARE(page.total, 121);
    QCOMPARE(page.tasks.size(), 111U);
    for (int i = 0; i < 110; ++i) {
        QCOMPARE(page.tasks[std::size_t(i)].id, numbered(i + 10));
        QCOMPARE(page.tasks[std::size_t(i)].size, 60'010 + i);
    }
    QCOMPARE(page.tasks.back().size, 10'000'000);
    // The 6.6 MB of entries are read in calls of at most 128 KiB, so that none blocks the server; payloads are not
    // transferred.
    const QByteArray stats = place.server.call({"INFO", "commandstats"}).bytes;
    const qsizetype calls = stats.indexOf("cmdstat_evalsha_ro:calls=") + 25;
    QVERIFY(stats.mid(calls, stats.indexOf(',', calls) - calls).toInt() >= 50);
    const QByteArray net = place.server.call({"INFO", "stats"}).bytes;
    const qsizetype out = net.indexOf("total_net_output_bytes:") + 23;
    QVERIFY(net.mid(out, net.indexOf('\r', out) - out).toLongLong() < 100'000);
}

/// Tasks become due while a page is read, which takes several calls because of their size.
void TestNativeInspector::pageSkipsNoTaskWhileOthersBecomeDue()
{
    std::vector<NewTask> tasks;
    for (int i = 0; i < 300; ++i)
        tasks.push_back({numbered(i), {}, 200ms + Millis(i), {}, QByteArray(60'000, 'x')});
    place.add(tasks);
    for (;;) {
        const TaskPage page = place.value(place.inspector.page({"q", TaskState::Scheduled, 0, 1000}));
        if (page.tasks.empty())
            break;
        const auto first = std::size_t(300) - page.tasks.size();
        for (std::size_t i = 0; i < page.tasks.size(); ++i)
            QCOMPARE(page.tasks[i].id, numbered(int(first + i)));
    }
}

void TestNativeInspector::pageContinuesAfterTheLastTaskThoughOthersAreClaimed_data()
{
    QTest::addColumn<QByteArrayList>("claimed");
    QTest::addColumn<QByteArray>("part");
    QTest::addColumn<QByteArrayList>("rest");
    const QByteArrayList none;
    QTest::newRow("none") << none << QByteArray("all") << QByteArrayList{"mail#c", "mail#d", "mail#e"};
    QTest::newRow("earlier") << QByteArrayList{"mail#a"} << QByteArray("all")
                             << QByteArrayList{"mail#c", "mail#d", "mail#e"};
    // Once mail#b has been claimed, it is unknown which tasks with its score have been listed.
    QTest::newRow("last") << QByteArrayList{"mail#a", "mail#b"} << QByteArray("all")
                          << QByteArrayList{"mail#c", "mail#d", "mail#e"};
    QTest::newRow("newest") << QByteArrayList{"mail#e"} << QByteArray("newest") << QByteArrayList{"mail#a"};
    QTest::newRow("last of the newest") << QByteArrayList{"mail#e", "mail#b"} << QByteArray("newest")
                                        << QByteArrayList{"mail#c", "mail#a"};
}
/// Checks the page after mail#b, which has the same score as mail#c.
void TestNativeInspector::pageContinuesAfterTheLastTaskThoughOthersAreClaimed()
{
    QFETCH(const QByteArrayList, claimed);
    QFETCH(const QByteArray, part);
    QFETCH(const QByteArrayList, rest);
    place.add({{"mail#a", {}, 1h, {}, ""}, {"mail#b", {}, 1h, {}, ""}, {"mail#c", {}, 1h, {}, ""},
        {"mail#d", {}, 1h, {}, ""}, {"mail#e", {}, 1h, {}, ""}});
    const QByteArrayList scores{"1", "2", "2", "3", "4"};
    for (int i = 0; i < 5; ++i)
        place.server.call({"ZADD", keys.pending(), scores[i], QByteArray("mail#") + char('a' + i)});
    for (const QByteArray& id : claimed)
        place.server.call({"ZREM", keys.pending(), id});
    const Reply reply = place.eval({&NativeScripts::library()["page"],
        {keys.pending(), keys.tasks(), keys.tries(), keys.history(), keys.leases(), keys.before(), keys.meta()},
        {"pending", part, "0", "100", "mail#b", "2"}});
    QByteArrayList ids;
    for (std::size_t i = 0; i < reply.items[4].items.size(); i += NativeDescription::fields)
        ids << reply.items[4].items[i].bytes;
    QCOMPARE(ids, rest);
    QCOMPARE(reply.items[3].integer, 0);
}

void TestNativeInspector::pageShowsATaskWhoseEntryCannotBeRead()
{
    place.addDue({"mail#a", "mail#b", "mail#c"});
    place.server.call({"HSET", keys.tasks(), "mail#a", "no line", "mail#b", "{\"a\":\n1234"});
    place.server.call({"HDEL", keys.tasks(), "mail#c"});
    const TaskPage page = place.value(place.inspector.page({"q", TaskState::Due, 0, 100}));
    QCOMPARE(page.tasks.size(), 3U);
    QCOMPARE(page.tasks[0].size, 7);
    QCOMPARE(page.tasks[1].size, 4);
    QCOMPARE(page.tasks[2].size, 0);
    QCOMPARE(page.tasks[2].maxAttempts, 5);
    QCOMPARE(place.value(place.inspector.task("q", "mail#c")).task.state, TaskState::Due);
    QCOMPARE(place.value(place.inspector.payload("q", "mail#a", 0, -1)), "no line");
}

void TestNativeInspector::missingBytesOfAPayloadAreTold()
{
    place.add({{"mail#a", {}, 1h, {}, QByteArray(200'000, 'x')}});
    QCOMPARE(place.value(place.inspector.payload("q", "mail#a", 199'990, 100)).size(), 10);
    QCOMPARE(place.value(place.inspector.payload("q", "mail#a", 300'000, 100)).size(), 0);
    place.server.call({"DEL", keys.bigPayload("mail#a")});
    const auto payload = place.inspector.payload("q", "mail#a", 0, -1);
    QVERIFY(!payload);
    QCOMPARE(payload.error().code, ErrorCode::WrongType);
    QVERIFY2(payload.error().message.contains(u"dueline:{q}:b:mail#a"), qPrintable(payload.error().message));
}

void TestNativeInspector::quarantinedTaskIsNotFoundWithTheReason()
{
    place.addDue({"mail#a"});
    const auto leases = place.claim();
    QVERIFY(place.worker.broker.quarantine("q", leases, "it smells").ok());
    const auto detail = place.inspector.task("q", "mail#a");
    QVERIFY(!detail);
    QCOMPARE(detail.error().code, ErrorCode::NotFound);
    QVERIFY2(detail.error().message.contains(u"it smells"), qPrintable(detail.error().message));
    QCOMPARE(place.value(place.inspector.queue("q")).damaged, 1);
}

void TestNativeInspector::whoOnlyLooksNeedsNoRightToWrite()
{
    place.failOne("mail#a");
    place.act("q/op1", ActionKind::Retry, place.refs({"mail#a"}));
    place.record("q/op1");
    const Reply made = place.server.call({"ACL", "SETUSER", "viewer", "reset", "on", ">secret", "%R~dueline:*",
        "+@read", "+evalsha_ro", "+eval_ro", "+time"});
    QVERIFY2(!made.isError(), made.bytes.constData());
    RedisConfig config = place.server.config();
    config.user = QStringLiteral("viewer");
    config.password = Secret("secret");
    NativeWorkerLane lane(config, "viewer");
    NativeInspector inspector(lane.scripts);
    place.server.call({"SCRIPT", "FLUSH"});
    QCOMPARE(place.value(inspector.queues()).size(), 1U);
    QCOMPARE(place.value(inspector.queue("q")).counts[TaskState::Retrying], 1);
    QCOMPARE(place.value(inspector.page({"q", TaskState::Retrying, 0, 10})).tasks.size(), 1U);
    QCOMPARE(
        place.value(inspector.search({"q", filterOf("error:broke due<+1h payload"), StateSet::all()})).matches.size(),
        1U);
    QCOMPARE(place.value(inspector.task("q", "mail#a")).lastOperation, "q/op1");
    QCOMPARE(place.value(inspector.payload("q", "mail#a", 0, -1)), "payload of mail#a");
    QCOMPARE(place.value(inspector.timeline("q", fromMs(0), fromMs(place.nowMs() + 1000), 1))
                 .at(0)
                 .counts[TaskState::Retrying],
        1);
    QVERIFY(!place.value(inspector.statistics("q", fromMs(0), fromMs(place.nowMs()))).empty());
    QVERIFY(place.value(inspector.workers()).empty());
    QCOMPARE(place.value(inspector.operations("q", 10)).size(), 1U);
    NativeEditor editor(lane.scripts);
    const auto paused = editor.setPaused("q", true);
    QVERIFY(!paused);
    QCOMPARE(paused.error().code, ErrorCode::Permission);
}

void TestNativeInspector::fiveThousandQueuesAreListedInOneRoundTrip()
{
    for (int i = 0; i < 5000; ++i) {
        const NativeKeys k("dueline", "queue-" + QByteArray::number(i));
        place.server.call({"ZADD", k.pending(), "1000", "mail#a", "4000000000000", "mail#b"});
        place.server.call({"HSET", k.meta(), "version", "1"});
        place.server.call({"SADD", "dueline:queues", "queue-" + QByteArray::number(i)});
    }
    place.server.call({"CONFIG", "RESETSTAT"});
    QElapsedTimer timer;
    timer.start();
    const auto infos = place.value(place.inspector.queues());
    qInfo("5,000 queues: %lld ms", timer.elapsed());
    QCOMPARE(infos.size(), 5000U);
    QVERIFY(std::is_sorted(infos.begin(), infos.end(), [](const auto& a, const auto& b) { return a.name < b.name; }));
    for (const QueueInfo& info : infos) {
        QCOMPARE(info.counts[TaskState::Due], 1);
        QCOMPARE(info.counts[TaskState::Scheduled], 1);
        QCOMPARE(info.oldestDue, fromMs(1000));
        QCOMPARE(info.nextDue, fromMs(4'000'000'000'000));
    }
    const QByteArray stats = place.server.call({"INFO", "commandstats"}).bytes;
    const qsizetype calls = stats.indexOf("cmdstat_evalsha_ro:calls=") + 25;
    // Each call takes two requests if the script hasn't been loaded.
    QVERIFY(stats.mid(calls, stats.indexOf(',', calls) - calls).toInt() <= 400);
}

QTEST_GUILESS_MAIN(TestNativeInspector)
#include "tst_nativeinspector.moc"
