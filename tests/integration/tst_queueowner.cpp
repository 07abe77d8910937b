// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/detection.h"
#include "tests/integration/actionplace.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/commandmonitor.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QByteArray bothSentence = "Bull and BullMQ have both opened this queue; Dueline changes nothing until you "
                                "specify its owner: bull:bull?stamped=yes, or bullmq:bull?major=6 (or 5).";

const QByteArray unprovenSentence
    = "No key shows whether this queue is Bull's or BullMQ's; Dueline changes nothing until you specify "
      "its owner: bull:bull?stamped=yes, or bullmq:bull?major=6 (or 5).";

/// Queues that each of the two layouts lists, and queues that a scan finds.
struct Seen
{
    QByteArrayList bull;
    QByteArrayList bullmq;
    QByteArrayList found; ///< `FRAMEWORK NAME`, without versions

    bool operator==(const Seen&) const = default;
    QByteArray text() const
    {
        return "bull: " + bull.join(',') + "; bullmq: " + bullmq.join(',') + "; found: " + found.join(',');
    }
};

Seen seenOf(JobPlace& place)
{
    Seen seen;
    place.open(u"bull"_s);
    seen.bull = place.names();
    place.open(u"bullmq"_s);
    seen.bullmq = place.names();
    for (const ForeignQueue& queue : JobPlace::value(findForeignQueues(allLayouts(), place.server.config())).queues) {
        const bool isStamped = queue.framework.startsWith("BullMQ ");
        seen.found << (isStamped ? QByteArray("BullMQ") : queue.framework) + ' ' + queue.name;
    }
    return seen;
}

/// Returns the exit code of `duectl mcp` and the text of its answer to each tool call.
QByteArrayList askedByMcp(const Duectl& duectl, const QList<std::pair<QString, QJsonObject>>& calls)
{
    const auto line = [](int id, const QString& method, const QJsonObject& params) {
        return QJsonDocument(
                   QJsonObject{{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"method"_s, method}, {u"params"_s, params}})
                   .toJson(QJsonDocument::Compact)
            + '\n';
    };
    QByteArray input = line(1, u"initialize"_s,
        {{u"protocolVersion"_s, u"2025-06-18"_s}, {u"capabilities"_s, QJsonObject()},
            {u"clientInfo"_s, QJsonObject{{u"name"_s, u"t"_s}, {u"version"_s, u"1"_s}}}});
    int id = 1;
    for (const auto& [tool, arguments] : calls)
        input += line(++id, u"tools/call"_s, {{u"name"_s, tool}, {u"arguments"_s, arguments}});
    QByteArrayList texts;
    const QStringList session{u"mcp"_s, u"--queue"_s, u"b4q"_s, u"--queue"_s, u"b4q@bull"_s, u"--queue"_s,
        u"b4q@bullmq"_s, u"--allow-actions"_s};
    for (const QByteArray& answer : duectl.run(session, input).lines()) {
        const QJsonObject result = QJsonDocument::fromJson(answer).object()[u"result"_s].toObject();
        if (result.contains(u"content"_s))
            texts << (result[u"isError"_s].toBool() ? "!" : "")
                    + result[u"content"_s][0][u"text"_s].toString().toUtf8();
    }
    return texts;
}

} // namespace

/// Tests that a queue's owner is derived from its data, not just its version: Bull and BullMQ use the same keys.
class TestQueueOwner : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        for (const QString& module : {u"bull"_s, u"bull3"_s, u"bullmq"_s, u"bullmq5"_s, u"bullmq500"_s}) {
            if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
                QSKIP(qPrintable(missing));
        }
    }

    void bullsQueuesAreBulls_data() { modules({u"bull"_s, u"bull3"_s}); }
    void bullsQueuesAreBulls();
    void bullmqsQueuesAreBullmqs_data() { modules({u"bullmq"_s, u"bullmq5"_s, u"bullmq500"_s}); }
    void bullmqsQueuesAreBullmqs();
    void aDashboardOfBullmqDoesNotMakeAQueueItsOwn_data() { modules({u"bull"_s, u"bull3"_s}); }
    void aDashboardOfBullmqDoesNotMakeAQueueItsOwn();
    void aDrainedStampedQueueWaitsToBeSaidWhoseItIs();
    void aDrainedQueueOfBullmqIsBullmqs_data() { modules({u"bullmq"_s, u"bullmq5"_s, u"bullmq500"_s}); }
    void aDrainedQueueOfBullmqIsBullmqs();
    void jobsOfAnEarlierBullmqAreNoSignOfBull();
    void countersOfOthersAreNoQueues();
    void whoseAQueueIsIsLookedAtAgain();
    void nobodyActsBeforeItIsSaidWhoseAQueueIs_data();
    void nobodyActsBeforeItIsSaidWhoseAQueueIs();
    void aQueueThatDoesNotExistIsNotCalledRemoved();
    void bullsJobsInTheTrashStayASign();
    void theStatedVersionOpensTheQueue();
    void actionsOfAStatedVersionSettleNothing_data();
    void actionsOfAStatedVersionSettleNothing();
    void aWorkerOfTheStatedVersionSeesEachJob();
    void aQueueThatLostItsMarksIsAskedFor_data();
    void aQueueThatLostItsMarksIsAskedFor();
    void markersOfBullmq4AreNoJobsOfBull();

private:
    static void modules(const QStringList& names)
    {
        QTest::addColumn<QString>("module");
        for (const QString& name : names)
            QTest::addRow("%s", qPrintable(name)) << name;
    }
};

void TestQueueOwner::bullsQueuesAreBulls()
{
    QFETCH(QString, module);
    JobPlace place(module, u"bull"_s);
    const auto with = [&place](const char* queue) -> JobPlace& {
        place.queue = queue;
        return place;
    };
    with("plain").add({uR"({"name":"a"})"_s});
    with("later").add({uR"({"name":"a","opts":{"delay":3600000}})"_s});
    with("run").add({uR"({"name":"a"})"_s});
    place.work(1);
    with("failed").add({uR"({"name":"fail"})"_s});
    place.work(1);
    with("paused").add({uR"({"name":"a"})"_s});
    place.call(u"pause"_s);
    with("first").add({uR"({"name":"a","opts":{"priority":2}})"_s});
    with("repeating").add({uR"({"name":"a","opts":{"repeat":{"every":3600000}}})"_s});
    with("shop:eu").add({uR"({"name":"a"})"_s});
    const QByteArrayList names{"failed", "first", "later", "paused", "plain", "repeating", "run", "shop:eu"};
    QByteArrayList found;
    for (const QByteArray& name : names)
        found << "Bull " + name;
    const Seen seen = seenOf(place);
    QVERIFY2(seen == (Seen{names, {}, found}), seen.text());
    // Looking it up by name in the other layout reports the owner.
    place.open(u"bullmq"_s);
    const Error error = place.inspector().queue("plain").error();
    QCOMPARE(error.code, ErrorCode::NotFound);
    QCOMPARE(error.message, u"The queue \"plain\" belongs to Bull; --layout bull opens it."_s);
}

void TestQueueOwner::bullmqsQueuesAreBullmqs()
{
    QFETCH(QString, module);
    JobPlace place(module, u"bullmq"_s);
    const auto with = [&place](const char* queue) -> JobPlace& {
        place.queue = queue;
        return place;
    };
    with("opened").call(u"getJobCounts"_s);
    with("plain").add({uR"({"name":"a"})"_s});
    with("later").add({uR"({"name":"a","opts":{"delay":3600000,"attempts":3,"timestamp":1795599165719}})"_s});
    with("failed").add({uR"({"name":"fail","opts":{"attempts":2}})"_s});
    place.work(2);
    with("paused").add({uR"({"name":"a"})"_s});
    place.call(u"pause"_s);
    with("first").add({uR"({"name":"a","opts":{"priority":2}})"_s});
    const Seen seen = seenOf(place);
    const QByteArrayList names{"failed", "first", "later", "opened", "paused", "plain"};
    QVERIFY2(seen.bullmq == names && seen.bull.isEmpty(), seen.text());
    for (const QByteArray& found : seen.found)
        QVERIFY2(found.startsWith("BullMQ "), found);
    place.open(u"bull"_s);
    QCOMPARE(place.inspector().queue("plain").error().message,
        u"The queue \"plain\" belongs to BullMQ; --layout bullmq opens it."_s);
}

void TestQueueOwner::aDashboardOfBullmqDoesNotMakeAQueueItsOwn()
{
    QFETCH(QString, module);
    JobPlace place(module, u"bull"_s);
    const QByteArray id = place.add({uR"({"name":"a","data":{"n":1}})"_s}).value(0);
    // Opening the queue stamps it.
    NodePeer::run(place.server, u"bullmq"_s, place.queue, {u"call"_s, u"getJobCounts"_s});
    const Seen seen = seenOf(place);
    QVERIFY2(seen == (Seen{{"mail"}, {"mail"}, {"Bull and BullMQ mail"}}), seen.text());
    for (const QString& layout : {u"bull"_s, u"bullmq"_s}) {
        place.open(layout);
        QCOMPARE(place.info().note, bothSentence);
        QCOMPARE(place.info().counts[TaskState::Due], 1);
        QCOMPARE(factOf(JobPlace::value(place.inspector().task(place.queue, id)), "note"), bothSentence);
    }
    const Answer listed = Duectl(place.server.url()).run("--layout bull queues");
    QVERIFY2(listed.code == 0 && listed.out.contains(bothSentence), listed.all());
    // The user specifies the owner.
    place.open(u"bull?stamped=yes"_s);
    QCOMPARE(place.names(), QByteArrayList{"mail"});
    QCOMPARE(place.info().note, QByteArray());
    // Bull can still run its job.
    QCOMPARE(place.work(1), QByteArrayList{id});
}

void TestQueueOwner::aDrainedStampedQueueWaitsToBeSaidWhoseItIs()
{
    ActionPlace place(u"bull"_s, u"bull"_s);
    for (const char* queue : {"mail", "shop:eu"}) {
        place.queue = queue;
        place.add({uR"({"name":"a","opts":{"removeOnComplete":true}})"_s});
        place.work(1);
    }
    NodePeer::run(place.server, u"bullmq5"_s, "mail", {u"call"_s, u"getJobCounts"_s});
    // Bull's queue names can have several parts.
    place.server.call({"HSET", "bull:shop:eu:meta", "version", "bullmq:5.0.0", "opts.maxLenEvents", "10000"});
    const Seen empty = seenOf(place);
    const QByteArrayList both{"mail", "shop:eu"};
    QVERIFY2(empty == (Seen{both, {"mail"}, {"Bull and BullMQ mail", "Bull and BullMQ shop:eu"}}), empty.text());
    place.open(u"bull?stamped=yes"_s);
    QCOMPARE(place.names(), both);
    place.queue = "mail";
    // The window's check gives the same result in both layouts.
    for (const QString& layout : {u"bull"_s, u"bullmq"_s}) {
        place.open(layout);
        QCOMPARE(place.info().note, bothSentence);
        QCOMPARE(place.openBackend()->permitted(place.queue).error().message, QString::fromUtf8(bothSentence));
    }
    for (const QString& layout : {u"bull?stamped=yes"_s, u"bullmq?major=5"_s}) {
        place.open(layout);
        QCOMPARE(place.info().note, QByteArray());
        QVERIFY(place.openBackend()->permitted(place.queue).ok());
    }
    place.add({uR"({"name":"b"})"_s});
    const Seen again = seenOf(place);
    QVERIFY2(again == empty, again.text());
}

/// Checks the owner of an empty BullMQ queue: each add writes `events`, and only obliterate() removes it.
void TestQueueOwner::aDrainedQueueOfBullmqIsBullmqs()
{
    QFETCH(QString, module);
    ActionPlace place(module, u"bullmq"_s);
    const auto with = [&place](const char* queue) -> JobPlace& {
        place.queue = queue;
        return place;
    };
    for (const char* queue : {"done", "drained", "trimmed", "obliterated"}) {
        with(queue).add({uR"({"name":"a","opts":{"removeOnComplete":true}})"_s});
        place.work(1);
    }
    with("drained").add({uR"({"name":"a"})"_s});
    place.call(u"drain"_s);
    with("trimmed").call(u"trimEvents"_s, u"[0]"_s);
    with("obliterated").call(u"obliterate"_s, uR"([{"force":true}])"_s);
    place.call(u"getJobCounts"_s); // reopens the queue, which creates only `meta`
    const Seen seen = seenOf(place);
    const QByteArrayList names{"done", "drained", "obliterated", "trimmed"};
    QVERIFY2(seen.bullmq == names && seen.bull.isEmpty(), seen.text());
    place.open(u"bullmq"_s);
    for (const QByteArray& name : names) {
        place.queue = name;
        QCOMPARE(place.info().note, QByteArray());
        QVERIFY2(place.openBackend()->permitted(name).ok(), name);
    }
}

/// Checks that BullMQ 3 and 4 jobs, which count attempts in the same field as Bull's, don't count as Bull's.
void TestQueueOwner::jobsOfAnEarlierBullmqAreNoSignOfBull()
{
    JobPlace place(u"bullmq5"_s, u"bullmq"_s);
    place.add({uR"({"name":"a"})"_s});
    place.server.call({"HSET", "bull:mail:100", "name", "old", "data", "{}", "opts", R"({"attempts":3,"delay":0})",
        "timestamp", "1695599165719", "attemptsMade", "3", "failedReason", "boom"});
    place.server.call({"ZADD", "bull:mail:failed", "1695599165719", "100"});
    const Seen seen = seenOf(place);
    QVERIFY2(seen == (Seen{{}, {"mail"}, {"BullMQ mail"}}), seen.text());
    QCOMPARE(place.info().note, QByteArray());
}

void TestQueueOwner::countersOfOthersAreNoQueues()
{
    JobPlace place(u"bull"_s, u"bull"_s);
    place.server.call({"SET", "shop:orders:id", "9"});
    place.server.call({"SET", "next:id", "9"});
    place.server.call({"RPUSH", "shop:orders:wait", "1"});
    place.server.call({"HSET", "shop:orders:1", "opts", "none"});
    const Seen seen = seenOf(place);
    QVERIFY2(seen == Seen(), seen.text());
}

void TestQueueOwner::whoseAQueueIsIsLookedAtAgain()
{
    JobPlace place(u"bull"_s, u"bull"_s);
    place.add({uR"({"name":"a"})"_s});
    QCOMPARE(place.info().note, QByteArray());
    NodePeer::run(place.server, u"bullmq"_s, place.queue, {u"call"_s, u"getJobCounts"_s});
    QTRY_COMPARE_WITH_TIMEOUT(place.info().note, bothSentence, 60'000);
}

void TestQueueOwner::nobodyActsBeforeItIsSaidWhoseAQueueIs_data()
{
    QTest::addColumn<QString>("module");
    QTest::addColumn<bool>("isDrained");
    for (const char* module : {"bullmq", "bullmq5"}) {
        QTest::addRow("%s, jobs", module) << QString::fromLatin1(module) << false;
        QTest::addRow("%s, drained", module) << QString::fromLatin1(module) << true;
    }
}

/// Checks that every action is refused with the same message and writes nothing, however the queue's name is spelled.
void TestQueueOwner::nobodyActsBeforeItIsSaidWhoseAQueueIs()
{
    QFETCH(QString, module);
    QFETCH(bool, isDrained);
    ActionPlace place(u"bull"_s, u"bull?stamped=yes"_s);
    place.queue = "b4q";
    place.add({uR"({"name":"tick","opts":{"repeat":{"every":3600000}}})"_s});
    const QString schedule
        = QString::fromLatin1(place.server.call({"ZRANGE", "bull:b4q:repeat", "0", "0"}).items[0].bytes);
    if (isDrained) {
        place.call(u"removeRepeatableByKey"_s, u"[\"%1\"]"_s.arg(schedule));
    } else {
        place.add({uR"({"name":"fail","copies":2})"_s});
        place.work(2);
        place.add(
            {uR"({"name":"later","copies":2,"opts":{"delay":3600000,"priority":5}})"_s, uR"({"name":"waits"})"_s});
    }
    place.add({uR"({"name":"thrown away"})"_s});
    // The key for jobs with a priority would reveal the owner. Here, only jobs may reveal it, if there are any.
    QCOMPARE(place.server.call({"EXISTS", "bull:b4q:priority"}).integer, 0);
    NodePeer::run(place.server, module, place.queue, {u"call"_s, u"getJobCounts"_s});
    const std::vector<TaskRef> waiting = place.refs(TaskState::Due);
    QCOMPARE(place.act(ActionKind::Discard, std::vector{waiting.back()}).done, 1);
    const OperationId discarded = place.lastOperation;
    if (isDrained) {
        QCOMPARE(place.act(ActionKind::Delete, TaskState::Trash).done, 1);
        QCOMPARE(place.server.call({"KEYS", "bull:b4q:*"}).items.size(), std::size_t(2)); // only `id` and `meta`
    }
    Duectl duectl(place.server.url());
    EXIT(duectl.run("--layout native add spare job --payload {}"), 0);
    EXIT(duectl.run("--layout native add spare job --payload {} --in 1h"), 0);
    const QByteArray line = R"({"id":"mail#one","state":"due","type":"mail","payload":"{}","attempt":0})";

    const auto keysOfQueue = [&place] {
        auto keys = keySpaceOf(place.server);
        for (const Reply& key : place.server.call({"KEYS", "*b4q*"}).items) // includes keys with an expiry
            keys.emplace(key.bytes, QByteArray());
        std::erase_if(keys, [](const auto& key) { return !key.first.contains("b4q"); });
        return keys;
    };
    const auto before = keysOfQueue();
    const QList<QStringList> actions{{u"run-now"_s, u"%"_s, u"--all"_s, u"--yes"_s},
        {u"retry"_s, u"%"_s, u"--all"_s, u"--yes"_s},
        {u"reschedule"_s, u"%"_s, u"--all"_s, u"--in"_s, u"2h"_s, u"--yes"_s},
        {u"discard"_s, u"%"_s, u"--all"_s, u"--yes"_s}, {u"delete"_s, u"%"_s, u"--all"_s, u"--yes"_s},
        {u"restore"_s, u"%"_s, u"--all"_s, u"--yes"_s}, {u"retry"_s, u"%"_s, u"1"_s}, {u"pause"_s, u"%"_s},
        {u"resume"_s, u"%"_s}, {u"edit"_s, u"%"_s, u"1"_s, u"--payload"_s, u"{}"_s}, {u"release"_s, u"%"_s, u"1"_s},
        {u"cancel"_s, u"%"_s, u"1"_s}, {u"extend"_s, u"%"_s, u"1"_s, u"--lease"_s, u"5m"_s},
        {u"schedules"_s, u"%"_s, u"remove"_s, schedule}, {u"schedules"_s, u"%"_s, u"run-now"_s, schedule},
        {u"queue"_s, u"%"_s, u"delete"_s, u"--yes"_s}};
    // In an operation's id, a queue name without a layout means a native queue.
    const QStringList undo{u"undo"_s, QString::fromLatin1(discarded).replace(u"b4q"_s, u"%"_s), u"--yes"_s};
    const QList<QStringList> additions{{u"add"_s, u"%"_s, u"mail"_s, u"--payload"_s, u"{}"_s},
        {u"import"_s, u"%"_s, u"-"_s}, {u"schedules"_s, u"%"_s, u"add"_s, u"x"_s, u"* * * * *"_s, u"mail"_s}};
    const QList<QStringList> transfers{{u"move"_s, u"spare"_s, u"--all"_s, u"--to"_s, u"%"_s, u"--yes"_s},
        {u"copy"_s, u"spare"_s, u"--all"_s, u"--to"_s, u"%"_s, u"--yes"_s},
        {u"move"_s, u"%"_s, u"--all"_s, u"--to"_s, u"spare"_s, u"--yes"_s}};
    const QList<std::pair<QString, QString>> spellings{{{}, u"b4q"_s}, {{}, u"b4q@bull"_s}, {{}, u"b4q@bullmq"_s},
        {{}, u"b4q@bullmq:bull"_s}, {u"auto"_s, u"b4q"_s}, {u"bull"_s, u"b4q"_s}, {u"bullmq"_s, u"b4q"_s},
        {u"bull"_s, u"b4q@bull:bull"_s}, {u"bullmq:bull"_s, u"b4q@bullmq:bull"_s}};
    const auto sweep = [&] {
        for (const auto& [layout, queue] : spellings) {
            const bool isNamed = queue.contains(u'@') || layout.startsWith(u"bull");
            QList<QStringList> all = actions + additions;
            if (isNamed)
                all += undo;
            if (!layout.startsWith(u"bull")) // the Bull and BullMQ layouts have no queue `spare`
                all += transfers;
            for (QStringList action : all) {
                action.replaceInStrings(u"%"_s, queue);
                if (!layout.isEmpty())
                    action = QStringList{u"--layout"_s, layout} + action;
                const Answer answer = duectl.run(action, line + '\n');
                QVERIFY2(answer.code > 0 && answer.err.contains(bothSentence),
                    qPrintable(action.join(u' ') + u": "_s + QString::fromUtf8(answer.all())));
            }
        }
    };
    sweep();
    QList<std::pair<QString, QJsonObject>> calls;
    for (const QString& queue : {u"b4q"_s, u"b4q@bull"_s, u"b4q@bullmq"_s}) {
        for (const QString& action : {u"run_now"_s, u"retry"_s, u"discard"_s})
            calls.append({u"preview_action"_s, {{u"queue"_s, queue}, {u"action"_s, action}, {u"all"_s, true}}});
    }
    const QByteArrayList answers = askedByMcp(duectl, calls);
    QCOMPARE(answers.size(), calls.size());
    for (const QByteArray& answer : answers)
        QVERIFY2(answer.startsWith('!') && answer.contains(bothSentence), answer);
    QVERIFY2(keysOfQueue() == before, ActionPlace::difference(before, keysOfQueue()));
    QCOMPARE(duectl.run("--layout native --json list spare").array().size(), 2);
    // Read-only commands report the unknown owner too, however the queue is named.
    for (const char* list : {"queues", "--layout bull queues", "--layout bullmq queues"}) {
        const Answer listed = duectl.run(list);
        QVERIFY2(listed.out.contains(bothSentence) && !listed.out.contains("Bull and BullMQ  "), listed.all());
    }
    const Answer queues = duectl.run("--json queues");
    QVERIFY2(queues.out.contains("b4q@bull\"") && !queues.out.contains("b4q@bullmq\""), queues.all());
    const Answer checked = duectl.run("--json check b4q");
    QVERIFY2(checked.out.contains("b4q@bull\"") && !checked.out.contains("bullmq\""), checked.all());
    const Answer doctor = duectl.run("doctor");
    QVERIFY2(doctor.out.contains(bothSentence) && !doctor.out.contains("Allow this user"), doctor.all());
    // A user who specifies the owner can act. Other users see the same messages as before.
    const char* const said = isDrained ? "pause b4q@bull?stamped=yes" : "run-now b4q@bull?stamped=yes --all --yes";
    EXIT(duectl.run(said), 0);
    QCOMPARE(place.server.call({"EXISTS", "bull:b4q:prioritized", "bull:b4q:events", "bull:b4q:marker"}).integer, 0);
    for (const char* again : {"retry b4q --all --yes", "retry b4q@bullmq --all --yes"}) {
        const Answer answer = duectl.run(again);
        QVERIFY2(answer.code > 0 && answer.err.contains(bothSentence), answer.all());
    }
    if (!isDrained)
        QCOMPARE(distinct(place.work(3)).size(), 3);
}

void TestQueueOwner::aQueueThatDoesNotExistIsNotCalledRemoved()
{
    RedisServer server;
    const Duectl duectl(server.url());
    for (const char* line : {"pause nothere@bullmq", "pause nothere@bull", "--layout bullmq pause nothere",
             "--layout asynq pause nothere", "add nothere@bullmq mail --payload {}"}) {
        const Answer answer = duectl.run(line);
        QVERIFY2(answer.code > 0 && answer.err.contains("does not exist"), answer.all());
    }
    QCOMPARE(server.call({"DBSIZE"}).integer, 0);
}

/// Checks that discarding Bull's jobs doesn't turn their queue into a BullMQ queue.
void TestQueueOwner::bullsJobsInTheTrashStayASign()
{
    ActionPlace place(u"bull"_s, u"bull?stamped=yes"_s);
    place.add({uR"({"name":"later","copies":3,"opts":{"delay":3600000}})"_s});
    NodePeer::run(place.server, u"bullmq"_s, place.queue, {u"call"_s, u"getJobCounts"_s});
    QCOMPARE(place.act(ActionKind::Discard, TaskState::Scheduled).done, 3);
    for (const QString& layout : {u"bull"_s, u"bullmq"_s}) {
        place.open(layout);
        QCOMPARE(place.info().note, bothSentence);
        QCOMPARE(place.openBackend()->permitted(place.queue).error().message, QString::fromUtf8(bothSentence));
    }
    QCOMPARE(Duectl(place.server.url()).run("restore mail@bull?stamped=yes --all --yes").code, 0);
    QCOMPARE(place.info().counts[TaskState::Scheduled], 3);
}

void TestQueueOwner::theStatedVersionOpensTheQueue()
{
    ActionPlace place(u"bull"_s, u"bullmq?major=5"_s);
    place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s});
    NodePeer::run(place.server, u"bullmq5"_s, place.queue, {u"call"_s, u"getJobCounts"_s});
    QCOMPARE(place.info().note, QByteArray());
    QVERIFY(place.openBackend()->permitted(place.queue).ok());
    // Keys that only Bull creates take precedence over the specified owner.
    place.server.call({"SET", "bull:mail:meta-paused", "1"});
    const auto refused = place.openBackend()->permitted(place.queue);
    QVERIFY(!refused && refused.error().message.contains(u"meta-paused"_s));
    place.open(place.layout);
    QCOMPARE(place.info().note, bothSentence);
    place.server.call({"DEL", "bull:mail:meta-paused"});
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 1);
    QCOMPARE(
        distinct(NodePeer::ranIn(NodePeer::run(place.server, u"bullmq5"_s, place.queue, {u"work"_s, u"1"_s}))).size(),
        1);
}

void TestQueueOwner::actionsOfAStatedVersionSettleNothing_data()
{
    QTest::addColumn<QStringList>("jobs");
    QTest::addColumn<QList<QByteArray>>("actions");
    const auto row = [](const char* name, const QStringList& jobs, const QList<QByteArray>& actions) {
        QTest::addRow("%s", name) << jobs << actions;
    };
    const QStringList later{uR"({"name":"later","copies":2,"opts":{"delay":3600000}})"_s};
    row("pause", {}, {"pause %", "resume %"});
    row("add", {}, {"add % mail --payload {}"});
    row("add, given attempts", {}, {"add % mail --payload {} --max-attempts 3"});
    row("add later", {}, {"add % mail --payload {} --in 1h"});
    row("add with a priority", {}, {"add % mail --payload {} --priority 3"});
    row("run", later, {"run-now % --all --yes"});
    row("reschedule", later, {"reschedule % --all --in 2h --yes"});
    row("discard", later, {"discard % --all --yes", "restore % --all --yes"});
    row("delete", later, {"delete % --all --yes"});
    row("add around", later, {"add % mail --payload {} --in 30m", "add % mail --payload {} --in 3h"});
    row("retry", {uR"({"name":"fail"})"_s}, {"retry % --all --yes"});
}

/// Checks that an action with a specified, possibly wrong owner doesn't settle the owner for other users.
void TestQueueOwner::actionsOfAStatedVersionSettleNothing()
{
    QFETCH(QStringList, jobs);
    QFETCH(QList<QByteArray>, actions);
    ActionPlace place(u"bull"_s, u"bull"_s);
    place.add({uR"({"name":"a","opts":{"removeOnComplete":true}})"_s});
    place.work(1);
    if (!jobs.isEmpty())
        place.add(jobs);
    if (jobs.value(0).contains(u"fail"_s))
        place.work(1);
    NodePeer::run(place.server, u"bullmq5"_s, place.queue, {u"call"_s, u"getJobCounts"_s});
    const Duectl duectl(place.server.url());
    for (const QByteArray& action : actions) {
        EXIT(duectl.run(QByteArray(action).replace('%', "mail@bullmq?major=5").constData()), 0);
        QCOMPARE(place.server.call({"EXISTS", "bull:mail:events"}).integer, 0);
        for (const char* bare : {"discard mail --all --yes", "pause mail", "resume mail", "pause mail@bull",
                 "pause mail@bullmq", "add mail@bullmq mail --payload {}", "--layout bull pause mail",
                 "--layout bullmq pause mail", "--layout auto pause mail"}) {
            const Answer answer = duectl.run(bare);
            QVERIFY2(answer.code > 0 && answer.err.contains(bothSentence), action + ", " + bare + ": " + answer.all());
        }
    }
}

void TestQueueOwner::aWorkerOfTheStatedVersionSeesEachJob()
{
    for (const QString& module : {u"bullmq5"_s, u"bullmq"_s}) {
        ActionPlace place(u"bull"_s, u"bull"_s);
        place.add({uR"({"name":"a","opts":{"removeOnComplete":true}})"_s});
        place.work(1);
        NodePeer::run(place.server, module, place.queue, {u"call"_s, u"getJobCounts"_s});
        const NodePeer worker(place.server, module, place.queue);
        const Duectl duectl(place.server.url());
        for (const char* line :
            {"add mail@bullmq?major=5 now --payload {}", "add mail@bullmq?major=5 soon --payload {} --in 2s",
                "add mail@bullmq?major=5 first --payload {} --priority 3"})
            EXIT(duectl.run(line), 0);
        QTRY_COMPARE_WITH_TIMEOUT(distinct(worker.ran()).size(), 3, 30'000);
        QCOMPARE(worker.ran().size(), 3);
    }
}

void TestQueueOwner::aQueueThatLostItsMarksIsAskedFor_data()
{
    QTest::addColumn<QByteArray>("jobs"); ///< pattern for additional keys that are lost
    QTest::addColumn<bool>("isMarked");
    QTest::addRow("marks") << QByteArray() << false;
    QTest::addRow("marks and jobs") << QByteArray("bull:mail:[0-9]*") << false;
    QTest::addRow("marks and jobs, a marker of BullMQ 4") << QByteArray("bull:mail:[0-9]*") << true;
}

/// Checks that a BullMQ queue is not listed as a Bull queue after its `meta` and `events` are evicted.
void TestQueueOwner::aQueueThatLostItsMarksIsAskedFor()
{
    QFETCH(QByteArray, jobs);
    QFETCH(bool, isMarked);
    ActionPlace place(u"bullmq5"_s, u"bullmq"_s);
    place.add({uR"({"name":"fail"})"_s});
    place.work(1);
    place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s, uR"({"name":"now"})"_s});
    place.server.call({"DEL", "bull:mail:meta", "bull:mail:events", "bull:mail:marker"});
    if (isMarked)
        place.server.call({"RPUSH", "bull:mail:wait", "0:0"});
    for (const Reply& key : place.server.call({"KEYS", jobs}).items)
        place.server.call({"DEL", key.bytes});
    const auto before = keySpaceOf(place.server);
    const Seen seen = seenOf(place);
    QVERIFY2(seen == (Seen{{"mail"}, {}, {"Bull or BullMQ mail"}}), seen.text());
    const Duectl duectl(place.server.url());
    const Answer queues = duectl.run("queues");
    QVERIFY2(queues.code == 0 && queues.out.contains(unprovenSentence), queues.all());
    for (const char* line : {"pause mail", "pause mail@bull", "pause mail@bullmq", "--layout bull pause mail",
             "--layout bullmq pause mail", "discard mail --all --yes", "add mail@bull mail --payload {}",
             "add mail@bullmq mail --payload {}", "edit mail@bullmq 2 --payload {}", "cancel mail@bullmq 2"}) {
        const Answer answer = duectl.run(line);
        QVERIFY2(answer.code > 0 && answer.err.contains(unprovenSentence), line + (": " + answer.all()));
    }
    QVERIFY2(keySpaceOf(place.server) == before, ActionPlace::difference(before, keySpaceOf(place.server)));
    place.open(u"bullmq?major=5"_s);
    QCOMPARE(place.info().note, QByteArray());
    // A user who specifies the owner can act. All other users must still specify it.
    for (const char* line :
        {"pause mail@bullmq?major=5", "resume mail@bullmq?major=5", "add mail@bullmq?major=5 mail --payload {}",
            "pause mail@bull?stamped=yes", "resume mail@bull?stamped=yes"})
        EXIT(duectl.run(line), 0);
    const Answer answer = duectl.run("pause mail");
    QVERIFY2(answer.code > 0 && answer.err.contains("until you specify its owner"), answer.all());
}

/// Checks that neither ids without jobs nor BullMQ 4's markers in `wait` turn a stamped queue into a Bull queue.
void TestQueueOwner::markersOfBullmq4AreNoJobsOfBull()
{
    JobPlace place(u"bullmq5"_s, u"bullmq"_s);
    place.server.call({"HSET", "bull:mail:meta", "version", "bullmq:5.58.0", "opts.maxLenEvents", "10000"});
    place.server.call({"SET", "bull:mail:id", "5"});
    place.server.call({"RPUSH", "bull:mail:wait", "0:0", "999"});
    const Seen seen = seenOf(place);
    QVERIFY2(seen == (Seen{{}, {"mail"}, {"BullMQ mail"}}), seen.text());
    EXIT(Duectl(place.server.url()).run("pause mail@bullmq"), 0);
}

QTEST_GUILESS_MAIN(TestQueueOwner)
#include "tst_queueowner.moc"
