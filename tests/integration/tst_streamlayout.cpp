// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctor/doctor.h"
#include "core/console/operations/findtask.h"
#include "core/layouts/streams/streamentry.h"
#include "core/layouts/streams/streamfacts.h"
#include "core/layouts/streams/streamspec.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/readplace.h"
#include "tests/integration/streamplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/must.h"

#include "core/redis/readcommands.h"

#include <QtEndian>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the stream layout: names, states, tasks, workers and findings.
class TestStreamLayout : public QObject
{
    Q_OBJECT

private slots:
    void namesAreParsed();
    void parametersAreChecked();
    void eachGroupIsAQueue();
    void aStreamWithOneGroupNeedsNoGroupInItsName();
    void everyStateIsShown();
    void companionsAreShown();
    void payloadsOfKnownProducers_data();
    void payloadsOfKnownProducers();
    void tasksAreFound();
    void aMissingIdNeedsNoScan();
    void idsThatAreNoTimesAreCounters();
    void workersAreQuietButNeverLost();
    void findingsAreReported();
    void idleConsumersAreDeleted();
    void operationsInAllQueuesAreListed();
    void autoFindsStreamsButNoneOfFrameworks();
    void manyStreamsAreReadInTurns();
    void longMessagesAreReadAFewAtATime();
    void nothingIsWritten();
    void aViewersRightsSuffice();
    void otherKeysAreReported();
};

void TestStreamLayout::namesAreParsed()
{
    QCOMPARE(StreamQueueName::of("orders/billing"), (StreamQueueName{"orders", "billing"}));
    QCOMPARE(StreamQueueName::of("orders"), (StreamQueueName{"orders", std::nullopt}));
    for (const QByteArray& key :
        {QByteArray("a/b"), QByteArray("100%"), QByteArray("%2F"), QByteArray("\xff/\0@", 4)}) {
        const StreamQueueName name{key, key + '/'};
        QCOMPARE(StreamQueueName::of(name.text()), name);
        QCOMPARE(name.text().count('/'), 1);
    }
    for (const char* text : {"stream", "stream:orders", "stream:a%3Fb?group=g&dead=failed&delayed=orders__queue",
             "stream:orders?idle=5m&payload=body"})
        QCOMPARE(parseLayout(QString::fromLatin1(text)).value().text(), QString::fromLatin1(text));
    QCOMPARE(parseLayout(u"stream:orders?idle=10m"_s).value().text(), u"stream:orders"_s);
}

void TestStreamLayout::parametersAreChecked()
{
    for (const char* text : {"stream:", "stream:?group=g", "streams", "stream:a?zzz=1", "stream:a?dead",
             "stream:a?idle=x", "stream:a?payload="})
        QVERIFY2(parseLayout(QString::fromLatin1(text)).error().code == ErrorCode::Usage, text);
}

void TestStreamLayout::eachGroupIsAQueue()
{
    ReadPlace place(u"stream"_s, "orders/billing");
    StreamPlace stream(place.server, "orders");
    stream.add(3);
    place.server.call({"XADD", "log", "*", "a", "b"});
    stream.group("billing");
    stream.group("mail/x");
    QCOMPARE(place.names(), (QByteArrayList{"orders/billing", "orders/mail%2Fx"}));
    QCOMPARE(place.info().counts[TaskState::Due], 3);
    place.queue = "orders/none";
    QCOMPARE(place.inspector().queue(place.queue).error().code, ErrorCode::NotFound);
    place.open(u"stream:orders?group=billing"_s);
    QCOMPARE(place.names(), QByteArrayList{"orders/billing"});
}

void TestStreamLayout::aStreamWithOneGroupNeedsNoGroupInItsName()
{
    RedisServer server;
    StreamPlace stream(server, "orders");
    stream.add(2);
    stream.group("billing");
    const Duectl duectl(server.url());
    const Answer listed = duectl.run("list orders@stream --json");
    EXIT(listed, 0);
    stream.group("mail");
    const Answer unclear = duectl.run("list orders@stream");
    EXIT(unclear, 2);
    QVERIFY2(unclear.err.contains("has 2 groups; specify one of them: orders/billing, orders/mail."), unclear.all());
    const Answer found = duectl.run("list orders");
    QVERIFY2(found.err.contains("specify one of them: orders/billing@stream, orders/mail@stream."), found.all());
    EXIT(duectl.run("list orders/mail@stream"), 0);
    EXIT(duectl.run("--layout stream list orders/mail"), 0);
}

void TestStreamLayout::everyStateIsShown()
{
    ReadPlace place(u"stream"_s, "orders/g");
    StreamPlace stream(place.server, "orders");
    stream.group("g");
    const QByteArrayList ids = stream.add(6);
    place.server.call({"XREADGROUP", "GROUP", "g", "w1", "COUNT", "5", "STREAMS", "orders", ">"});
    place.server.call({"XACK", "orders", "g", ids[0]});
    place.server.call({"XDEL", "orders", ids[1]});
    place.server.call({"XCLAIM", "orders", "g", "w1", "0", ids[2], "TIME", "0", "RETRYCOUNT", "3", "JUSTID"});
    const QueueInfo info = place.info();
    QCOMPARE(info.counts[TaskState::Due], 1);
    QCOMPARE(info.counts[TaskState::Leased], 4);
    QCOMPARE(info.counts[TaskState::Done], 1);
    QVERIFY(info.oldestDue && !info.isPart);
    QCOMPARE(idsOf(place.page(TaskState::Due)), QByteArrayList{ids[5]});
    QCOMPARE(idsOf(place.page(TaskState::Done)), QByteArrayList{ids[0]});
    const std::vector<Task> leased = place.page(TaskState::Leased);
    QCOMPARE(idsOf(leased), (QByteArrayList{ids[2], ids[1], ids[3], ids[4]}));
    QCOMPARE(leased[0].nativeState, QByteArray("released"));
    QCOMPARE(leased[0].attempt, 3);
    QVERIFY(!isRecorded(leased[0]));
    QCOMPARE(leased[1].nativeState, QByteArray("ghost"));
    QVERIFY(leased[1].error.contains("trimmed or deleted"));
    QCOMPARE(leased[2].nativeState, QByteArray("pending"));
    QCOMPARE(leased[2].worker, QByteArray("w1"));
    QVERIFY(leased[2].untimed && isRecorded(leased[2]));
    const TaskDetail detail = place.value(place.inspector().task("orders/g", ids[3]));
    QCOMPARE(detail.task.type, QByteArray("orders")); // messages without a type get the stream's name as their type
    QCOMPARE(factOf(detail, "deliveries"), QByteArray("1"));
    QVERIFY(!factOf(detail, "idle").isEmpty() && factOf(detail, "delivered").endsWith('Z'));
    QCOMPARE(place.value(place.inspector().payload("orders/g", ids[3])), QByteArray("{\"n\":3}"));
    const TaskPage all = place.value(place.inspector().page({"orders/g", {}, 0, 100, StateSet::all()}));
    QCOMPARE(all.total, 6);
    QCOMPARE(idsOf(all.tasks), (QByteArrayList{ids[0], ids[2], ids[1], ids[3], ids[4], ids[5]}));
    const Answer shown
        = Duectl(place.server.url()).run(qPrintable(u"show orders@stream "_s + QString::fromLatin1(ids[3])));
    EXIT(shown, 0);
    QVERIFY2(shown.out.contains("Worker:       w1") && shown.out.contains("Deliveries:   1")
            && shown.out.contains("Type:         orders\n") && shown.out.contains("Idle: "),
        shown.all());
}

void TestStreamLayout::companionsAreShown()
{
    ReadPlace place(u"stream:orders?dead=failed&delayed=orders__queue"_s, "orders/g");
    StreamPlace stream(place.server, "orders");
    stream.group("g");
    const QByteArrayList waiting = stream.add(2);
    const QByteArray dead = place.server.call({"XADD", "failed", "*", "message", "{}"}).bytes;
    const qint64 now = toMs(must(place.backend().serverTime()));
    place.server.call({"ZADD", "orders__queue", number(now - 5'000), R"({"body":"1","headers":{"type":"Late"}})",
        number(now + 3'600'000), R"({"body":"2","headers":{"type":"Later"}})"});
    const QueueInfo info = place.info();
    QCOMPARE(info.counts[TaskState::Due], 3);
    QCOMPARE(info.counts[TaskState::Scheduled], 1);
    QCOMPARE(info.counts[TaskState::Failed], 1);
    QCOMPARE(info.nextDue, std::optional(fromMs(now + 3'600'000)));
    const std::vector<Task> due = place.page(TaskState::Due);
    QCOMPARE(due.size(), 3U);
    QCOMPARE(due[0].type, QByteArray("Late"));
    QCOMPARE(due[0].nativeState, QByteArray("delayed"));
    QCOMPARE(due[1].id, waiting[0]);
    QCOMPARE(place.value(place.inspector().task("orders/g", due[0].id)).task.at, fromMs(now - 5'000));
    QCOMPARE(idsOf(place.page(TaskState::Failed)), QByteArrayList{dead});
    QCOMPARE(place.page(TaskState::Scheduled).at(0).type, QByteArray("Later"));
    QCOMPARE(place.found(u"state:failed"_s).size(), 1U);
    QCOMPARE(place.found(u"native:delayed"_s).size(), 2U);
    QCOMPARE(place.found({}).size(), 5U);
    QCOMPARE(place.value(place.inspector().lastDue("orders/g", StateSet::pending())),
        std::optional(fromMs(now + 3'600'000)));
    const auto checkup = place.backend().checkup(info, "orders/g");
    while (place.value(checkup->step())) { }
    QVERIFY(checkup->findings().empty()); // the message is only 5 s late
}

void TestStreamLayout::payloadsOfKnownProducers_data()
{
    using Fields = std::vector<std::pair<QByteArray, QByteArray>>;
    QTest::addColumn<Fields>("fields");
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QByteArray>("type");
    const QByteArray symfony = R"({"body":"{\"id\":7}","headers":{"type":"App\\Mail"}})";
    QTest::newRow("Symfony") << Fields{{"message", "s:" + number(symfony.size()) + ":\"" + symfony + "\";"}} << symfony
                             << QByteArray("App\\Mail");
    const QByteArray taskiq = R"({"task_id":"1","task_name":"shop.mail:send","labels":{},"args":[7]})";
    QTest::newRow("taskiq") << Fields{{"data", taskiq}} << taskiq << QByteArray("shop.mail:send");
    QTest::newRow("watermill") << Fields{{"_watermill_message_uuid", "u"}, {"metadata", "\x80"},
        {"payload", "{\"a\":1}"}}
                               << QByteArray("{\"a\":1}") << QByteArray();
    QTest::newRow("faststream") << Fields{{"__data__", "{\"data\":1}"}} << QByteArray("{\"data\":1}") << QByteArray();
    QTest::newRow("others") << Fields{{"type", "mail"}, {"to", "ann"}} << QByteArray(R"({"type":"mail","to":"ann"})")
                            << QByteArray("mail");
    QTest::newRow("broken PHP") << Fields{{"message", "s:9:\"{}\";"}} << QByteArray("s:9:\"{}\";") << QByteArray();
}
void TestStreamLayout::payloadsOfKnownProducers()
{
    using Fields = std::vector<std::pair<QByteArray, QByteArray>>;
    QFETCH(Fields, fields);
    QFETCH(QByteArray, payload);
    QFETCH(QByteArray, type);
    const StreamMessage message = StreamMessage::of({"1-0", fields}, {});
    QCOMPARE(message.payload, payload);
    QCOMPARE(message.type, type);
    QCOMPARE(StreamMessage::of({"1-0", {{"a", "1"}, {"b", "2"}}}, "b").payload, QByteArray("2"));
}

void TestStreamLayout::tasksAreFound()
{
    ReadPlace place(u"stream"_s, "orders/g");
    StreamPlace stream(place.server, "orders");
    stream.group("g");
    const QByteArrayList ids = stream.add(20);
    place.server.call({"XREADGROUP", "GROUP", "g", "w1", "COUNT", "10", "STREAMS", "orders", ">"});
    for (int i = 0; i < 5; ++i)
        place.server.call({"XACK", "orders", "g", ids[2 * i]});
    QCOMPARE(idsOf(place.found(u"payload:\"\\\"n\\\":7}\""_s)), QByteArrayList{ids[7]});
    QCOMPARE(place.found({}).size(), 20U);
    QCOMPARE(place.found(u"state:done"_s).size(), 5U);
    QCOMPARE(place.found(u"worker:w1"_s).size(), 5U);
    QCOMPARE(place.found(u"state:due"_s).size(), 10U);
    CommandMonitor monitor(place.server);
    QCOMPARE(idsOf(place.found(u"id:"_s + QString::fromLatin1(ids[12]))), QByteArrayList{ids[12]});
    int ranges = 0;
    for (const Command& command : monitor.taken())
        ranges += command.front().toUpper() == "XRANGE" ? 1 : 0;
    QCOMPARE(ranges, 1);
    QCOMPARE(place.inspector().task("orders/g", "7-7").error().code, ErrorCode::NotFound);
    QCOMPARE(place.inspector().task("orders/g", "none").error().code, ErrorCode::NotFound);
    QCOMPARE(place.inspector().taskIn("orders/g", ids[12], {TaskState::Done}).error().code, ErrorCode::NotFound);
}

void TestStreamLayout::aMissingIdNeedsNoScan()
{
    ReadPlace place(u"stream:orders"_s, "orders/g");
    place.server.call({"EVAL",
        "for i = 1, 5000 do redis.call('XADD', KEYS[1], string.format('%d-0', 1700000000000 + i), 'f', 'v') end", "1",
        "orders"});
    place.server.call({"XGROUP", "CREATE", "orders", "g", "1700000003000-0"});
    place.server.call({"XADD", "orders", "1700000005000-12", "f", "v"});
    CommandMonitor monitor(place.server);
    const auto missing = findTask(place.inspector(), "orders/g", "1700000002500-7");
    QVERIFY(!missing);
    QCOMPARE(missing.error().message, u"There is no task \"1700000002500-7\" in the queue \"orders/g\"."_s);
    QVERIFY2(monitor.taken().size() < 40, QByteArray::number(qsizetype(monitor.taken().size())));
    QCOMPARE(must(findTask(place.inspector(), "orders/g", "1700000005000-1")), TaskId("1700000005000-12"));
    QCOMPARE(place.found(u"id:*1700000005000-1*"_s).size(), std::size_t(1));
    QCOMPARE(place.found(u"id:*1700000002500-* state:due"_s).size(), std::size_t(0));
    QCOMPARE(place.found(u"id:*1700000002500-0*"_s).size(), std::size_t(1));
}

void TestStreamLayout::idsThatAreNoTimesAreCounters()
{
    ReadPlace place(u"stream"_s, "orders/g");
    place.server.call({"XADD", "orders", "7-0", "message", "x"});
    place.server.call({"XGROUP", "CREATE", "orders", "g", "0"});
    const std::vector<Task> due = place.page(TaskState::Due);
    QCOMPARE(due.size(), 1U);
    QVERIFY(due[0].untimed && !due[0].addedAt);
    QVERIFY(place.info().oldestUnknown && !place.info().oldestDue);
}

void TestStreamLayout::workersAreQuietButNeverLost()
{
    ReadPlace place(u"stream:orders?idle=1s"_s, "orders/g");
    StreamPlace stream(place.server, "orders");
    stream.group("g");
    stream.add(3);
    place.server.call({"XREADGROUP", "GROUP", "g", "w1", "COUNT", "2", "STREAMS", "orders", ">"});
    QTest::qSleep(1'200);
    place.server.call({"XREADGROUP", "GROUP", "g", "w2", "COUNT", "1", "STREAMS", "orders", ">"});
    const std::vector<WorkerInfo> workers = place.value(place.inspector().workers());
    QCOMPARE(workers.size(), 2U);
    QCOMPARE(workers[0].id, QByteArray("w1"));
    QCOMPARE(workers[0].running, 2);
    QVERIFY(workers[0].quiet && !workers[0].lost);
    QVERIFY(!workers[1].quiet && workers[1].knownBy == WorkerInfo::KnownBy::Group);
    const Answer listed = Duectl(place.server.url()).run("--layout stream:orders?idle=1s workers");
    EXIT(listed, 0);
    QVERIFY2(listed.out.contains("quiet") && listed.out.contains("seen"), listed.all());
}

void TestStreamLayout::findingsAreReported()
{
    ReadPlace place(u"stream:orders?delayed=later"_s, "orders/g");
    StreamPlace stream(place.server, "orders");
    stream.group("g");
    const QByteArrayList ids = stream.add(6);
    const auto kinds = [&place] {
        QByteArrayList found;
        const auto checkup = place.backend().checkup(place.info(), "orders/g");
        while (place.value(checkup->step())) { }
        for (const QueueFinding& finding : checkup->findings())
            found << finding.kind + ' ' + number(finding.count);
        return found;
    };
    QCOMPARE(kinds(), QByteArrayList());
    place.server.call({"XREADGROUP", "GROUP", "g", "w1", "COUNT", "1", "STREAMS", "orders", ">"});
    place.server.call({"XACK", "orders", "g", ids[0]});
    place.server.call({"XTRIM", "orders", "MAXLEN", "3"});
    QCOMPARE(kinds(), QByteArrayList{"trimmed 2"});
    place.server.call({"XREADGROUP", "GROUP", "g", "w1", "COUNT", "4", "STREAMS", "orders", ">"});
    QCOMPARE(kinds(), QByteArrayList());
    place.server.call({"XDEL", "orders", ids[3]});
    const qint64 now = toMs(must(place.backend().serverTime()));
    place.server.call({"XCLAIM", "orders", "g", "w1", "0", ids[4], "TIME", number(now - 2 * dayMs), "JUSTID"});
    place.server.call({"SET", "autoclaim:g:orders", "1"});
    place.server.call({"ZADD", "later", number(now - 120'000), "x"});
    QCOMPARE(kinds(), (QByteArrayList{"long-pending 1", "ghosts 1", "claim-lock 3", "delayed-late 1"}));
    place.server.call({"PEXPIRE", "autoclaim:g:orders", "60000"});
    place.server.call({"DEL", "later", "orders"});
    stream.group("g");
    place.server.call({"EVAL", "for i = 1, 10000 do redis.call('XADD', KEYS[1], '*', 'n', i) end", "1", "orders"});
    QCOMPARE(kinds(), QByteArrayList{"untrimmed 10000"});
}

void TestStreamLayout::idleConsumersAreDeleted()
{
    RedisServer::Options options;
    options.arguments = {u"--enable-debug-command"_s, u"yes"_s};
    RedisServer server(options);
    StreamPlace stream(server, "orders");
    stream.group("g");
    stream.add(1);
    server.call({"XREADGROUP", "GROUP", "g", "held", "COUNT", "1", "STREAMS", "orders", ">"});
    for (const char* consumer : {"gone1", "gone2", "back"})
        server.call({"XGROUP", "CREATECONSUMER", "orders", "g", consumer});
    // Only a restored stream can contain consumers that have been idle for two days.
    const qint64 now = toMs(SystemClock().now());
    QByteArray dump = server.call({"DUMP", "orders"}).bytes;
    for (const QByteArray consumer : {"held", "gone1", "gone2", "back"}) {
        const qsizetype at = dump.lastIndexOf(consumer) + consumer.size();
        QVERIFY(qFromLittleEndian<qint64>(dump.constData() + at) > now - minuteMs);
        qToLittleEndian<qint64>(now - 2 * dayMs, dump.data() + at);
    }
    server.call({"DEBUG", "SET-SKIP-CHECKSUM-VALIDATION", "1"});
    QCOMPARE(server.call({"RESTORE", "orders", "0", dump, "REPLACE"}).bytes, QByteArray("OK"));
    server.call({"XGROUP", "CREATECONSUMER", "orders", "g", "new"});
    const auto consumers = [&server] {
        QByteArrayList names;
        for (const StreamConsumer& consumer : StreamConsumer::of(server.call({"XINFO", "CONSUMERS", "orders", "g"})))
            names << consumer.name;
        std::sort(names.begin(), names.end());
        return names;
    };

    const ConnectionSpec spec{server.config(), parseLayouts(u"stream"_s).value(), "dueline"};
    const Diagnosis diagnosis = must(examine(spec, false));
    const auto finding = std::find_if(diagnosis.findings.begin(), diagnosis.findings.end(),
        [](const DoctorFinding& one) { return one.word == "idle-consumers"; });
    QVERIFY(finding != diagnosis.findings.end());
    QCOMPARE(finding->ids, (std::set<TaskId>{"back", "gone1", "gone2"}));
    QCOMPARE(finding->repair, u"3 consumers without pending messages will be deleted"_s);
    // A released message waits to be claimed, and hasn't been pending since 1970.
    server.call({"XCLAIM", "orders", "g", "held", "0", server.call({"XPENDING", "orders", "g"}).items[1].bytes, "TIME",
        "0", "JUSTID"});
    const Diagnosis released = must(examine(spec, false));
    QVERIFY(std::none_of(released.findings.begin(), released.findings.end(),
        [](const DoctorFinding& one) { return one.word == "long-pending"; }));
    server.call({"XADD", "orders", "*", "message", "x"});
    server.call({"XREADGROUP", "GROUP", "g", "back", "COUNT", "1", "STREAMS", "orders", ">"});

    server.call({"ACL", "SETUSER", "limited", "on", ">p", "~*", "&*", "+@all", "-xgroup"});
    ConnectionSpec limited = spec;
    limited.redis.user = u"limited"_s;
    limited.redis.password = Secret(QByteArray("p"));
    const auto refused = repair(limited, Access::Operate, *finding, "tester");
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Permission);
    QVERIFY2(refused.error().message.contains(u"XGROUP"_s), qPrintable(refused.error().message));
    QVERIFY(!repair(spec, Access::ReadOnly, *finding, "tester"));
    QCOMPARE(consumers(), (QByteArrayList{"back", "gone1", "gone2", "held", "new"}));

    QCOMPARE(must(repair(spec, Access::Operate, *finding, "tester")),
        u"2 consumers of orders/g deleted; 1 no longer needed repair."_s);
    QCOMPARE(consumers(), (QByteArrayList{"back", "held", "new"}));
    QCOMPARE(must(repair(spec, Access::Operate, *finding, "tester")),
        u"0 consumers of orders/g deleted; 3 no longer needed repair."_s);
}

/// The list skips queues without a last operation, so each layout must set it.
void TestStreamLayout::operationsInAllQueuesAreListed()
{
    RedisServer server;
    StreamPlace stream(server, "orders");
    stream.group("g");
    stream.add(1);
    server.call({"RPUSH", "queue:email", R"(["id-1", "email", "send", []])"});
    const Duectl duectl(server.url());
    EXIT(duectl.run("--layout stream discard orders/g --all --yes"), 0);
    EXIT(duectl.run("--layout redis-in-action discard email --all --yes"), 0);
    const Answer streams = duectl.run("--layout stream operations");
    QVERIFY2(streams.code == 0 && streams.out.contains("discard 1 of 1 in orders/g"), streams.all());
    const Answer files = duectl.run("--layout redis-in-action operations");
    QVERIFY2(files.code == 0 && files.out.contains("discard 1 of 1 in email"), files.all());
}

void TestStreamLayout::autoFindsStreamsButNoneOfFrameworks()
{
    RedisServer server;
    StreamPlace(server, "orders").group("g");
    StreamPlace(server, "shop:events").group("g");
    StreamPlace(server, "bull:mail:events").group("g");
    StreamPlace(server, "rq:results:1").group("g");
    StreamPlace(server, "dueline:{mail}:x").group("g");
    server.call({"HSET", "bull:mail:meta", "version", "bullmq:5.1.0"});
    server.call({"XADD", "log", "*", "a", "b"});
    const Duectl duectl(server.url());
    for (const char* line : {"queues --json", "--layout stream queues --json"}) {
        const Answer listed = duectl.run(line);
        EXIT(listed, 0);
        QByteArrayList names;
        for (const QJsonValue& queue : listed.array()) {
            const QByteArray name = queue[u"name"_s].toString().toUtf8();
            if (name.contains('/'))
                names << QByteArray(name).replace("@stream", "");
        }
        QCOMPARE(names, (QByteArrayList{"orders/g", "shop:events/g"}));
    }
}

void TestStreamLayout::manyStreamsAreReadInTurns()
{
    ReadPlace place(u"stream"_s, "s5/g");
    for (int i = 0; i < 10; ++i) {
        StreamPlace stream(place.server, "s" + number(i));
        stream.group("g");
        stream.add(i + 1);
    }
    place.inspector().paceCounts({3, {"s5/g"}});
    QCOMPARE(place.names(), (QByteArrayList{"s0/g", "s1/g", "s5/g"}));
    QCOMPARE(place.inspector().waitingQueues(), 7U);
    for (int i = 0; i < 4; ++i)
        place.names();
    QCOMPARE(place.inspector().waitingQueues(), 0U);
    place.server.call({"XADD", "s5", "*", "a", "b"});
    const std::vector<QueueInfo> infos = place.value(place.inspector().queues());
    QCOMPARE(infos.size(), 10U);
    QCOMPARE(infos[5].counts[TaskState::Due], 7);
    QVERIFY(!infos[5].asOf);
    QCOMPARE(std::count_if(infos.begin(), infos.end(), [](const QueueInfo& info) { return info.asOf.has_value(); }), 7);
    place.server.call({"DEL", "s0"});
    for (int i = 0; i < 10; ++i)
        place.names();
    QVERIFY(!place.names().contains("s0/g"));
}

void TestStreamLayout::longMessagesAreReadAFewAtATime()
{
    ReadPlace place(u"stream"_s, "orders/g");
    const QByteArray body(1024 * 1024, 'x');
    for (int i = 0; i < 60; ++i)
        place.server.call({"XADD", "orders", "*", "message", body});
    StreamPlace(place.server, "orders").group("g");
    QCOMPARE(place.page(TaskState::Due).size(), 60U);
    CommandMonitor monitor(place.server);
    QCOMPARE(place.page(TaskState::Due).size(), 60U);
    for (const Command& command : monitor.taken()) {
        if (command.front().toUpper() == "XRANGE")
            QVERIFY2(command.back().toInt() <= 3, command.back());
    }
    place.server.call({"XREADGROUP", "GROUP", "g", "w1", "COUNT", "60", "STREAMS", "orders", ">"});
    QCOMPARE(place.page(TaskState::Leased).size(), 60U);
    QCOMPARE(place.value(place.inspector().payload("orders/g", place.page(TaskState::Leased).front().id)), body);
}

void TestStreamLayout::nothingIsWritten()
{
    ReadPlace place(u"stream:orders?dead=failed&delayed=later"_s, "orders/g");
    StreamPlace stream(place.server, "orders");
    stream.group("g");
    const QByteArrayList ids = stream.add(50);
    place.server.call({"XREADGROUP", "GROUP", "g", "w1", "COUNT", "30", "STREAMS", "orders", ">"});
    place.server.call({"XACK", "orders", "g", ids[0], ids[1], ids[2]});
    place.server.call({"XDEL", "orders", ids[1], ids[5]});
    place.server.call({"XADD", "failed", "*", "message", "{}"});
    place.server.call({"ZADD", "later", "1900000000000", "x"});
    const auto before = keySpaceOf(place.server);
    const QByteArray digest = place.server.call({"DEBUG", "DIGEST"}).bytes;
    CommandMonitor monitor(place.server);
    place.readEverything(ids[3]);
    const Duectl duectl(place.server.url());
    for (const char* line : {"queues", "list orders@stream", "workers", "doctor", "export orders@stream -",
             "timeline orders@stream --from -3h --to 2h", "list orders@stream --match payload:x",
             "--layout stream queues", "discard orders@stream --all --dry-run", "retry orders@stream --all --dry-run"})
        QVERIFY2(duectl.run(line).code >= 0, line);
    const Answer doctor = duectl.run("doctor");
    QVERIFY2(!doctor.out.contains("cannot be checked"), doctor.all()); // streams have no schedules
    const auto commands = monitor.taken();
    QVERIFY(commands.size() > 50);
    for (const Command& command : commands) {
        const QByteArray verb = command.empty() ? QByteArray() : command.front().toUpper();
        const bool isOurs = verb == "DEBUG" || verb == "KEYS" || verb == "DUMP" || verb == "CLIENT";
        QVERIFY2(isOurs || isReadCommand(command), QByteArrayList(command.begin(), command.end()).join(' '));
    }
    QCOMPARE(place.server.call({"DEBUG", "DIGEST"}).bytes, digest);
    QVERIFY(keySpaceOf(place.server) == before);
    QVERIFY(!place.backend().editor() && !place.backend().broker());
}

void TestStreamLayout::aViewersRightsSuffice()
{
    ReadPlace place(u"stream:orders?dead=failed&delayed=later"_s, "orders/g");
    StreamPlace stream(place.server, "orders");
    stream.group("g");
    const QByteArrayList ids = stream.add(20);
    place.server.call({"XREADGROUP", "GROUP", "g", "w1", "COUNT", "9", "STREAMS", "orders", ">"});
    place.server.call({"XACK", "orders", "g", ids[0], ids[1]});
    place.server.call({"XDEL", "orders", ids[1], ids[15]});
    place.server.call({"XADD", "failed", "*", "message", "{}"});
    const LayoutSpec spec = parseLayout(place.layout).value();
    QVERIFY(!spec.type().rights(AclRole::Worker, spec.parameters().get(), "dueline"));
    Command rule{"ACL", "SETUSER", "viewer", "reset", "on", ">secret"};
    for (const QByteArray& each : spec.type().rights(AclRole::Viewer, spec.parameters().get(), "dueline")->rules())
        rule.push_back(each);
    QCOMPARE(place.server.call(rule).bytes, QByteArray("OK"));
    RedisConfig config = place.server.config();
    config.user = u"viewer"_s;
    config.password = Secret("secret");
    const auto viewer = must(openLayout(spec, config, {}, "test", Access::ReadOnly));
    QueueInspector& seen = viewer->inspector();
    QCOMPARE(must(seen.queue("orders/g")).counts, place.info().counts);
    for (const TaskState state : allStates)
        QCOMPARE(idsOf(must(seen.page({"orders/g", state, 0, 100})).tasks), idsOf(place.page(state)));
    QCOMPARE(must(seen.queues()).size(), 1U);
    QCOMPARE(must(seen.workers()).size(), 1U);
    const auto checkup = viewer->checkup(place.info(), "orders/g");
    while (must(checkup->step())) { }
}

void TestStreamLayout::otherKeysAreReported()
{
    ReadPlace place(u"stream:orders"_s, "orders/g");
    place.server.call({"SET", "orders", "x"});
    QVERIFY(place.info().unreadable.contains("The key orders is not a stream"));
    QVERIFY(place.value(place.inspector().queues()).at(0).unreadable.contains("not a stream"));
    QCOMPARE(place.inspector().page({"orders/g", TaskState::Due}).error().code, ErrorCode::WrongType);
    place.server.call({"DEL", "orders"});
    QCOMPARE(place.inspector().queue("orders/g").error().code, ErrorCode::NotFound);
    const auto reason = [](ReadPlace& at) {
        const std::vector<QueueInfo> queues = at.value(at.inspector().queues());
        return queues.size() == 1 ? queues.front().unreadable : QByteArray();
    };
    QCOMPARE(reason(place), QByteArray("There is no stream \"orders\"."));
    place.server.call({"XADD", "orders", "*", "a", "b"});
    QCOMPARE(reason(place), QByteArray("The stream \"orders\" has no consumer groups."));
    place.server.call({"XGROUP", "CREATE", "orders", "other", "0"});
    QCOMPARE(reason(place), QByteArray());
    place.open(u"stream:orders?group=g"_s);
    QCOMPARE(reason(place), QByteArray("The stream \"orders\" has no consumer group \"g\"."));
}

QTEST_GUILESS_MAIN(TestStreamLayout)
#include "tst_streamlayout.moc"
