// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/keyguesses.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/layoutacts.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/writecommands.h"

#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

QByteArray secondsFromNow(int in) { return QByteArray::number(toMs(SystemClock().now()) / 1000 + in); }

/// Scans all keys and returns the queues that a connection with automatic detection opens.
QByteArrayList openedIn(RedisServer& server, const QByteArray& prefix)
{
    const auto backend = must(openLayout(automaticLayout(), server.config(), prefix, {}, Access::ReadOnly));
    while (!must(backend->discovery()->step()))
        ;
    QByteArrayList names;
    for (const QueueInfo& queue : must(backend->inspector().queues()))
        names << queue.name;
    return names;
}

/// Scans all keys and returns the queues that have tasks, with the number of tasks.
QByteArrayList tasksIn(RedisServer& server, const LayoutSpec& layout)
{
    const auto backend = must(openLayout(layout, server.config(), "dueline", {}, Access::ReadOnly));
    while (backend->discovery() && !backend->discovery()->state().isComplete())
        must(backend->discovery()->step());
    QByteArrayList tasks;
    for (const QueueInfo& queue : must(backend->inspector().queues())) {
        const auto& counts = queue.counts.perState;
        if (const qint64 count = std::accumulate(counts.begin(), counts.end(), qint64(0)); count > 0)
            tasks << queue.name + ": " + QByteArray::number(count);
    }
    std::sort(tasks.begin(), tasks.end());
    return tasks;
}

/// Returns the keys suggested as custom queues.
QByteArray offeredIn(RedisServer& server, const QByteArray& prefix)
{
    QByteArrayList offered;
    for (const LayoutSuggestion& guess : must(suggestLayouts(allLayouts(), server.config(), prefix)).found)
        offered << guess.spec.text().toUtf8();
    return offered.join(' ');
}

} // namespace

/// Tests that no layout claims keys from another layout, from Dueline or from extensions, and that none of these keys
/// are suggested as custom queues.
class TestWhoseKeys : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;

private slots:
    void init() { qputenv("XDG_STATE_HOME", m_state.path().toUtf8()); }
    void eachFrameworkAloneIsFoundInItsKeys_data();
    void eachFrameworkAloneIsFoundInItsKeys();
    void aWorkerOnADesignMakesNoQueueOfAFramework_data();
    void aWorkerOnADesignMakesNoQueueOfAFramework();
    void nativeQueuesOfAnotherPrefixAreNoFrameworks();
    void keysOfSidekiqsRelativesAreNotOffered();
    void aHashWithAVersionIsNoQueue();
    void aMissingIndexHidesNoTasks_data();
    void aMissingIndexHidesNoTasks();
    void messagesAloneShowAQueueOfCelery_data();
    void messagesAloneShowAQueueOfCelery();
    void jobsAloneShowAQueueOfBullOrBullmq_data();
    void jobsAloneShowAQueueOfBullOrBullmq();
    void namesOfKeysAloneShowNoQueue();
    void aQueueWithoutItsMarkIsChangedOnceItsOwnerIsStated_data();
    void aQueueWithoutItsMarkIsChangedOnceItsOwnerIsStated();
    void aStatedQueueIsUndoneAfterItsLastJob_data();
    void aStatedQueueIsUndoneAfterItsLastJob();
    void anUnlistedQueueOfAsynqIsChanged_data();
    void anUnlistedQueueOfAsynqIsChanged();
    void anUnlistedGroupLetsADiscardBeUndone();
};

void TestWhoseKeys::eachFrameworkAloneIsFoundInItsKeys_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<QByteArray>("prefix");
    for (const QByteArray& layout : FrameworkWriter::layouts()) {
        for (const char* prefix : {"dueline", "ops"})
            QTest::addRow("%s beside %s", layout.constData(), prefix) << layout << QByteArray(prefix);
    }
}

/// Checks each framework's keys, together with an operator's records, undo data and trash.
void TestWhoseKeys::eachFrameworkAloneIsFoundInItsKeys()
{
    QFETCH(QByteArray, layout);
    QFETCH(QByteArray, prefix);
    RedisServer server;
    const auto writer = FrameworkWriter::of(layout, server);
    writer->fill("mail", 2);
    {
        const auto backend = must(
            openLayout(parseLayout(QString::fromLatin1(layout)).value(), server.config(), prefix, {}, Access::Operate));
        for (const TaskState state : {TaskState::Due, TaskState::Failed}) {
            const auto request = LayoutActs<>::request(
                writer->placeOf("mail", state), {ActionKind::Discard}, {FrameworkWriter::filledId(state, 1)});
            OperationRun run(request);
            must(run.finish(*backend));
        }
    }
    QVERIFY(!server.call({"KEYS", prefix + ":overlay:*"}).items.empty());
    for (const QByteArray& name : openedIn(server, prefix))
        QVERIFY2(name == '@' + layout || name == "mail@" + layout, name.constData());
    const auto found = must(findForeignQueues(allLayouts(), server.config(), {}, nullptr, prefix));
    QVERIFY(!found.queues.empty());
    for (const ForeignQueue& queue : found.queues) {
        const QByteArray text = queue.framework + ": " + queue.name + " by " + queue.layout;
        const bool isSet
            = layout == "sidekiq" && (queue.name == "schedule" || queue.name == "retry" || queue.name == "dead");
        QVERIFY2(queue.layout == layout && (queue.name == "mail" || isSet || queue.name == writer->shared()),
            text.constData());
    }
    QCOMPARE(offeredIn(server, prefix), QByteArray());
}

void TestWhoseKeys::aWorkerOnADesignMakesNoQueueOfAFramework_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const char* layout : {"zset:jobs", "cron:jobs", "list:jobs", "resend:jobs"})
        QTest::addRow("%s", layout) << QByteArray(layout);
}

void TestWhoseKeys::aWorkerOnADesignMakesNoQueueOfAFramework()
{
    QFETCH(QByteArray, layout);
    RedisServer server;
    if (layout == "list:jobs")
        server.call({"RPUSH", "jobs", "a", "b"});
    else if (layout == "resend:jobs")
        server.call({"RPUSH", "jobs",
            R"({"message":"m","timestamp":)" + secondsFromNow(-10) + R"(,"retry_count":0,"delay_time":5})"});
    else
        server.call(
            {"ZADD", "jobs", secondsFromNow(-10), layout == "cron:jobs" ? "report_" + secondsFromNow(-10) : "a"});
    const Answer worked
        = Duectl(server.url()).run("--layout " + layout + " work --queue jobs --handler *=echo --exit-when-empty");
    QVERIFY2(!server.call({"KEYS", "{jobs}:dueline:*"}).items.empty(), worked.all());
    QCOMPARE(openedIn(server, "dueline"), QByteArrayList());
    QVERIFY(must(findForeignQueues(allLayouts(), server.config())).queues.empty());
    const QByteArray offered = offeredIn(server, "dueline");
    QVERIFY2(!offered.contains("dueline"), offered.constData());
}

void TestWhoseKeys::nativeQueuesOfAnotherPrefixAreNoFrameworks()
{
    RedisServer server;
    EXIT(Duectl(server.url()).run("--prefix shop add mail send"), 0);
    QCOMPARE(openedIn(server, "dueline"), QByteArrayList());
    QVERIFY(must(findForeignQueues(allLayouts(), server.config())).queues.empty());
}

void TestWhoseKeys::keysOfSidekiqsRelativesAreNotOffered()
{
    RedisServer server;
    const QByteArray now = secondsFromNow(0);
    const QByteArray job = R"({"class":"A","jid":"j","args":[],"queue":"mail","retry":true})";
    // Exq stores its keys in Sidekiq's format, with a namespace.
    server.call({"SADD", "exq:queues", "mail"});
    for (const char* set :
        {"exq:dead", "exq:schedule", "shop:retry", "dead", "uniquejobs:digests", "failed", "cron_job:daily:enqueued",
            "sidekiq-scheduler:pushed:daily", "schedules_changed", "shop:uniquejobs:digests", "saq:mail:incomplete",
            "bq:mail:delayed", "rsmq:mail", "resque:delayed_queue_schedule"})
        QCOMPARE(server.call({"ZADD", set, now, set}).integer, 1);
    server.call({"SADD", "shop:queues", "mail"});
    server.call({"SADD", "queues", "mail"});
    for (const char* list : {"queue:mail", "queue:unlisted", "shop:queue:unlisted", "queue:sq|web-1:7:abc|mail",
             "working:queue:mail:web-1:7:abc"})
        server.call({"LPUSH", list, job});
    QCOMPARE(offeredIn(server, "dueline"), QByteArray());
    // On a server without other Sidekiq keys, keys with these names are suggested.
    RedisServer other;
    other.call({"ZADD", "failed", now, "a"});
    other.call({"LPUSH", "queue:mail", "a"});
    QCOMPARE(offeredIn(other, "dueline"), QByteArray("zset:failed list:queue:mail"));
}

void TestWhoseKeys::aHashWithAVersionIsNoQueue()
{
    RedisServer server;
    server.call({"HSET", "app:settings:meta", "version", "3"});
    server.call({"HSET", "{app}:settings:meta", "version", "1"});
    QCOMPARE(openedIn(server, "dueline"), QByteArrayList());
    server.call({"HSET", "app:mail:meta", "version", "bullmq:6.7.0"});
    server.call({"HSET", "app:old:meta", "opts.maxLenEvents", "10000"});
    QByteArrayList names = openedIn(server, "dueline");
    std::sort(names.begin(), names.end());
    QCOMPARE(names, (QByteArrayList{"mail@bullmq:app", "old@bullmq:app"}));
}

void TestWhoseKeys::aMissingIndexHidesNoTasks_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<QByteArrayList>("removed"); ///< patterns for more keys to delete
    QTest::addColumn<QByteArrayList>("index");
    const QByteArray sidekiq = "sidekiq";
    const QByteArrayList queues{"queues"};
    QTest::addRow("sidekiq") << sidekiq << QByteArrayList() << queues;
    QTest::addRow("sidekiq, without its processes")
        << sidekiq << QByteArrayList{"processes", "stat:*", "*:*:*"} << queues;
    for (const char* set : {"schedule", "retry", "dead"}) {
        QByteArrayList others{"processes", "stat:*", "*:*", "schedule", "retry", "dead"};
        others.removeOne(set);
        QTest::addRow("sidekiq, only %s", set) << sidekiq << others << queues;
    }
    QTest::addRow("sidekiq, only running jobs")
        << sidekiq << QByteArrayList{"stat:*", "queue:*", "schedule", "retry", "dead"} << queues;
    const QByteArrayList rq{"rq:queues"};
    QTest::addRow("rq") << QByteArray("rq") << QByteArrayList() << rq;
    for (const char* registry : {"rq:failed:*", "rq:finished:*", "rq:scheduled:*", "rq:wip:*"}) {
        QByteArrayList others{"rq:queue:*", "rq:failed:*", "rq:finished:*", "rq:scheduled:*", "rq:wip:*"};
        others.removeOne(registry);
        QTest::addRow("rq, only %s", registry) << QByteArray("rq") << others << rq;
    }
    const QByteArrayList asynq{"asynq:queues"};
    QTest::addRow("asynq") << QByteArray("asynq") << QByteArrayList() << asynq;
    QTest::addRow("asynq, only archived")
        << QByteArray("asynq") << QByteArrayList{"asynq:{mail}:[^at]*", "asynq:{mail}:active"} << asynq;
    QTest::addRow("asynq, only a group") << QByteArray("asynq") << QByteArrayList{"asynq:{mail}:[^gt]*"}
                                         << QByteArrayList{"asynq:queues", "asynq:{mail}:groups"};
    const QByteArrayList bindings{"_kombu.*", "redbeat:*"};
    QTest::addRow("celery") << QByteArray("celery") << QByteArrayList() << bindings;
    QTest::addRow("celery, only taken messages") << QByteArray("celery") << QByteArrayList{"mail"} << bindings;
    QTest::addRow("celery, only waiting messages") << QByteArray("celery") << QByteArrayList{"unacked*"} << bindings;
    const QByteArrayList others{"bull:mail:wait", "bull:mail:active", "bull:mail:delayed", "bull:mail:completed"};
    QTest::addRow("bullmq") << QByteArray("bullmq") << QByteArrayList() << QByteArrayList{"bull:mail:meta"};
    QTest::addRow("bullmq, only failed") << QByteArray("bullmq") << others
                                         << QByteArrayList{"bull:mail:meta", "bull:mail:id"};
    QTest::addRow("bull") << QByteArray("bull") << QByteArrayList() << QByteArrayList{"bull:mail:id"};
    QTest::addRow("bull, only failed") << QByteArray("bull") << others << QByteArrayList{"bull:mail:id"};
}

/// Checks that queues whose index was deleted, expired or was evicted are identified by their own keys.
void TestWhoseKeys::aMissingIndexHidesNoTasks()
{
    QFETCH(QByteArray, layout);
    QFETCH(QByteArrayList, removed);
    QFETCH(QByteArrayList, index);
    RedisServer server;
    FrameworkWriter::of(layout, server)->fill("mail", 2);
    if (layout == "asynq") {
        server.call({"SADD", "asynq:{mail}:groups", "team"});
        server.call({"ZADD", "asynq:{mail}:g:team", secondsFromNow(-10), "grouped"});
        server.call({"HSET", "asynq:{mail}:t:grouped", "msg", "", "state", "aggregating"});
    }
    const auto remove = [&server](const QByteArray& pattern) {
        for (const Reply& key : server.call({"KEYS", pattern}).items)
            server.call({"DEL", key.bytes});
    };
    std::for_each(removed.begin(), removed.end(), remove);
    const LayoutSpec alone = parseLayout(QString::fromLatin1(layout)).value();
    const auto before = tasksIn(server, automaticLayout());
    const auto beforeAlone = tasksIn(server, alone);
    QVERIFY(!before.empty() && !beforeAlone.empty());
    std::for_each(index.begin(), index.end(), remove);
    const QTemporaryDir state; // no stored state
    qputenv("XDG_STATE_HOME", state.path().toUtf8());
    server.call({"CONFIG", "RESETSTAT"});
    QCOMPARE(tasksIn(server, automaticLayout()), before);
    QCOMPARE(tasksIn(server, alone), beforeAlone);
    QCOMPARE(offeredIn(server, "dueline"), QByteArray());
    const Answer checked = Duectl(server.url()).run("check");
    QVERIFY2(checked.out.contains(before.front().left(before.front().indexOf(':'))), checked.all());
    QCOMPARE(writeCommandsRun(server), QByteArrayList());
}

void TestWhoseKeys::messagesAloneShowAQueueOfCelery_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QByteArray>("route");
    QTest::addColumn<QByteArray>("exchange");
    QTest::addColumn<QByteArray>("queue"); ///< queue name; empty if none is found
    const auto row = [](const char* name, const char* list, const char* route, const char* exchange,
                         const char* queue) {
        QTest::addRow("%s", name) << QByteArray(list) << QByteArray(route) << QByteArray(exchange) << QByteArray(queue);
    };
    row("default queue", "celery", "celery", "", "celery@celery");
    row("plain word", "high_priority2", "high_priority2", "", "high_priority2@celery");
    row("priority",
        "app:mail\x06\x16"
        "3",
        "app:mail", "", "app:mail@celery");
    row("prefix", "shop_celery", "celery", "", "celery@celery:shop_");
    row("other exchange", "videos", "video.new", "media", "videos@celery");
    row("other exchange, bound", "shop_videos", "video.new", "bound", "");
    row("many digits", "session4711", "session4711", "", "session4711@celery");
}

void TestWhoseKeys::messagesAloneShowAQueueOfCelery()
{
    QFETCH(QByteArray, list);
    QFETCH(QByteArray, route);
    QFETCH(QByteArray, exchange);
    QFETCH(QByteArray, queue);
    RedisServer server;
    server.call({"LPUSH", list,
        R"({"body": "W10=", "content-type": "application/json", "headers": {"task": "send", "id": "a"}, "properties": )"
        R"({"delivery_info": {"exchange": ")"
            + exchange + R"(", "routing_key": ")" + route + R"("}}})"});
    server.call({"LPUSH", "plain", R"({"body": "W10="})"});
    server.call({"SADD", "shop__kombu.binding.bound", "x"});
    QCOMPARE(tasksIn(server, automaticLayout()), queue.isEmpty() ? QByteArrayList() : QByteArrayList{queue + ": 1"});
    const Duectl duectl(server.url());
    const Answer checked = duectl.run("check");
    QVERIFY2(checked.code == 0 && checked.err.contains("There are no queues") == queue.isEmpty(), checked.all());
    if (!queue.isEmpty())
        EXIT(duectl.run({u"discard"_s, QString::fromUtf8(queue), u"--all"_s, u"--yes"_s}), 0);
}

void TestWhoseKeys::jobsAloneShowAQueueOfBullOrBullmq_data()
{
    QTest::addColumn<QByteArray>("prefix");
    QTest::addColumn<QList<QByteArrayList>>("keys"); ///< commands; % stands for the prefix of the queue's keys
    QTest::addColumn<QByteArray>("framework");
    QTest::addColumn<bool>("isProven");
    const QByteArray now = QByteArray::number(toMs(SystemClock().now()));
    const QByteArrayList job{"HSET", "%1", "name", "a", "data", "{}", "opts", R"({"attempts":3})", "timestamp", now,
        "delay", "0", "priority", "0"};
    const QByteArrayList waits{"RPUSH", "%wait", "1"};
    const auto row = [](const char* name, const QByteArray& prefix, const QList<QByteArrayList>& keys, bool isProven) {
        QTest::addRow("%s, %s", name, prefix.constData())
            << prefix << keys << QByteArray(isProven ? "BullMQ" : "Bull or BullMQ") << isProven;
    };
    for (const char* prefix : {"bull", "shop"}) {
        row("prioritized", prefix, {job, {"ZADD", "%prioritized", "4294967297", "1"}}, true);
        row("waiting-children", prefix, {job, {"ZADD", "%waiting-children", now, "1"}}, true);
        row("waiting, with the counter of priorities", prefix, {job, waits, {"SET", "%pc", "4"}}, true);
        row("prioritized, with id", prefix, {job, {"SET", "%id", "1"}, {"ZADD", "%prioritized", "4294967297", "1"}},
            true);
        row("waiting", prefix, {job, waits}, false);
        row("delayed", prefix, {job, {"ZADD", "%delayed", QByteArray::number((now.toLongLong() + 60'000) * 4096), "1"}},
            false);
        row("failed", prefix, {job, {"ZADD", "%failed", now, "1"}}, false);
    }
    // If the jobs have been lost, the usual prefix is enough to identify the queue.
    row("prioritized, without jobs", "bull", {{"ZADD", "%prioritized", "4294967297", "1"}}, true);
    row("waiting, without jobs", "bull", {waits}, false);
    row("waiting, without options", "bull", {{"HSET", "%1", "name", "a", "data", "{}"}, waits}, false);
}

/// Checks that queues whose counter, `meta` and `events` were deleted are identified by the remaining keys, which show
/// that there are jobs.
void TestWhoseKeys::jobsAloneShowAQueueOfBullOrBullmq()
{
    QFETCH(QByteArray, prefix);
    QFETCH(QList<QByteArrayList>, keys);
    QFETCH(QByteArray, framework);
    QFETCH(bool, isProven);
    RedisServer server;
    for (const QByteArrayList& key : keys) {
        std::vector<QByteArray> command(key.begin(), key.end());
        command[1].replace("%", prefix + ":mail:");
        server.call(command);
    }
    const auto found = must(findForeignQueues(allLayouts(), server.config())).queues;
    QCOMPARE(int(found.size()), 1);
    QCOMPARE(found.front().framework + ' ' + found.front().name, framework + " mail");
    QCOMPARE(found.front().tasks, 1);
    const QByteArray suffix = prefix == "bull" ? QByteArray() : ':' + prefix;
    const QByteArray listed = (isProven ? "mail@bullmq" : "mail@bull") + suffix + ": 1";
    QCOMPARE(tasksIn(server, automaticLayout()), QByteArrayList{listed});
    QCOMPARE(offeredIn(server, "dueline"), QByteArray());
    const Duectl duectl(server.url());
    const Answer checked = duectl.run("check");
    QVERIFY2(checked.code == 0 && checked.out.contains("mail"), checked.all());
    const Answer paused = duectl.run("pause mail");
    QVERIFY2(paused.code > 0, paused.all());
    QVERIFY2(paused.err.contains(isProven ? "key \"meta\" is missing" : "until you specify its owner"), paused.all());
    // The user specifies the owner or version.
    EXIT(duectl.run("pause mail@bullmq" + suffix + "?major=5"), 0);
    EXIT(duectl.run("--layout bullmq" + suffix + "?major=5 queues"), 0);
    if (!isProven)
        EXIT(duectl.run("pause mail@bull" + suffix + "?stamped=yes"), 0);
}

void TestWhoseKeys::namesOfKeysAloneShowNoQueue()
{
    RedisServer server;
    for (const char* name : {"wait", "active", "paused"})
        server.call({"RPUSH", QByteArray("app:mail:") + name, "1"});
    for (const char* name : {"prioritized", "waiting-children", "delayed", "failed"})
        server.call({"ZADD", QByteArray("shop:mail:") + name, "1", "1"});
    server.call({"SET", "shop:mail:pc", "1"});
    QVERIFY(must(findForeignQueues(allLayouts(), server.config())).queues.empty());
    QCOMPARE(openedIn(server, "dueline"), QByteArrayList());
    const Answer checked = Duectl(server.url()).run("check");
    QVERIFY2(checked.code == 0 && checked.err.contains("There are no queues."), checked.all());
}

void TestWhoseKeys::aQueueWithoutItsMarkIsChangedOnceItsOwnerIsStated_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<QByteArray>("mark");
    QTest::addColumn<QByteArray>("sentence");
    QTest::addColumn<QByteArray>("stated");
    QTest::addRow("bullmq") << QByteArray("bullmq") << QByteArray("bull:mail:meta")
                            << QByteArray("The queue's key \"meta\" is missing") << QByteArray("bullmq?major=6");
    QTest::addRow("bull") << QByteArray("bull") << QByteArray("bull:mail:id")
                          << QByteArray("The queue's counter \"id\" is missing") << QByteArray("bull?stamped=yes");
}

/// Checks that the refusal gives the reason, and that the suggested solution works.
void TestWhoseKeys::aQueueWithoutItsMarkIsChangedOnceItsOwnerIsStated()
{
    QFETCH(QByteArray, layout);
    QFETCH(QByteArray, mark);
    QFETCH(QByteArray, sentence);
    QFETCH(QByteArray, stated);
    RedisServer server;
    const auto writer = FrameworkWriter::of(layout, server);
    writer->fill("mail", 2);
    server.call({"DEL", mark});
    const Duectl duectl(server.url());
    for (const char* line : {"pause mail", "discard mail --all --yes", "add mail send --payload {}"}) {
        const Answer answer = duectl.run(line);
        QVERIFY2(answer.code > 0 && answer.err.contains(sentence), line + (": " + answer.all()));
    }
    for (const char* line : {"pause mail@", "resume mail@"})
        EXIT(duectl.run(line + stated), 0);
    EXIT(duectl.run("discard mail@" + stated + " --state failed --all --yes"), 0);
    EXIT(duectl.run("restore mail@" + stated + " --all --yes"), 0);
    EXIT(duectl.run("add mail@" + stated + " send --payload {}"), 0);
}

void TestWhoseKeys::aStatedQueueIsUndoneAfterItsLastJob_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<QByteArray>("mark");
    QTest::addColumn<QByteArray>("stated");
    QTest::addRow("bullmq") << QByteArray("bullmq") << QByteArray("bull:mail:meta") << QByteArray("bullmq?major=6");
    QTest::addRow("bull") << QByteArray("bull") << QByteArray("bull:mail:id") << QByteArray("bull?stamped=yes");
}

/// Checks that a queue's trash proves that it belongs to the specified framework. Discarding the last job removes all
/// of the queue's other keys.
void TestWhoseKeys::aStatedQueueIsUndoneAfterItsLastJob()
{
    QFETCH(QByteArray, layout);
    QFETCH(QByteArray, mark);
    QFETCH(QByteArray, stated);
    RedisServer server;
    const auto writer = FrameworkWriter::of(layout, server);
    for (const TaskState state : {TaskState::Due, TaskState::Failed})
        writer->write("mail", {FrameworkWriter::filledId(state, 1), state});
    server.call({"DEL", mark});
    const auto jobs = [&server] { return server.call({"EXISTS", "bull:mail:wait", "bull:mail:failed"}).integer; };
    QCOMPARE(jobs(), 2);
    const Duectl duectl(server.url());
    for (const bool isUndo : {true, false}) {
        EXIT(duectl.run("discard mail@" + stated + " --all --yes"), 0);
        QCOMPARE(jobs(), 0);
        const Answer operations = duectl.run("operations mail@" + stated + " --json");
        EXIT(operations, 0);
        const QByteArray id = operations.array().at(0).toObject().value(u"id"_s).toString().toUtf8();
        EXIT(duectl.run(isUndo ? "undo " + id + " --yes" : "restore mail@" + stated + " --all --yes"), 0);
        QCOMPARE(jobs(), 2);
    }
}

void TestWhoseKeys::anUnlistedQueueOfAsynqIsChanged_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addRow("pause") << QByteArrayList{"pause mail", "resume mail"};
    QTest::addRow("retry") << QByteArrayList{"retry mail --state failed --all --yes"};
    QTest::addRow("run") << QByteArrayList{"run-now mail --state scheduled --all --yes"};
    QTest::addRow("add") << QByteArrayList{"add mail send --payload {}"};
    QTest::addRow("delete") << QByteArrayList{"delete mail --state failed --all --yes"};
    // Undo needs the queue even though it contains no tasks.
    QTest::addRow("discard") << QByteArrayList{
        "discard mail --all --yes", "restore mail --all --yes", "discard mail --all --yes"};
}

/// Checks that the tasks' keys prove that a queue exists. asynq's servers don't need asynq:queues.
void TestWhoseKeys::anUnlistedQueueOfAsynqIsChanged()
{
    QFETCH(QByteArrayList, lines);
    RedisServer server;
    const auto writer = FrameworkWriter::of("asynq", server);
    for (const TaskState state : {TaskState::Due, TaskState::Scheduled, TaskState::Failed})
        writer->write("mail", {FrameworkWriter::filledId(state, 1), state});
    server.call({"DEL", "asynq:queues"});
    const Duectl duectl(server.url());
    for (const QByteArray& line : lines)
        EXIT(duectl.run(line.constData()), 0);
    // No key lists this task, which the doctor can repair.
    server.call({"DEL", "asynq:queues"});
    server.call({"ZADD", "asynq:{mail}:archived", "4000000000", "kept"});
    server.call({"HSET", "asynq:{mail}:t:kept", "msg", "", "state", "archived"});
    server.call({"HSET", "asynq:{mail}:t:stray", "msg", "", "state", "archived"});
    const Answer repaired = duectl.run("doctor --repair --yes");
    QVERIFY2(server.call({"ZSCORE", "asynq:{mail}:archived", "stray"}).isBytes(), repaired.all());
    QVERIFY2(!repaired.all().contains("This queue does not exist"), repaired.all());
}

/// Checks that a discard registers the queue even if only an unlisted group proves that it exists, because the group
/// may disappear before the undo.
void TestWhoseKeys::anUnlistedGroupLetsADiscardBeUndone()
{
    RedisServer server;
    FrameworkWriter::of("asynq", server)->write("mail", {FrameworkWriter::filledId(TaskState::Due, 1), TaskState::Due});
    server.call({"DEL", "asynq:queues"});
    server.call({"ZADD", "asynq:{mail}:g:team", secondsFromNow(-10), "grouped"});
    server.call({"HSET", "asynq:{mail}:t:grouped", "msg", "", "state", "aggregating"});
    const auto backend = must(openLayout(automaticLayout(), server.config(), "dueline", {}, Access::Operate));
    while (!must(backend->discovery()->step()))
        ;
    OperationRun discard(
        LayoutActs<>::request("mail@asynq", {ActionKind::Discard}, {FrameworkWriter::filledId(TaskState::Due, 1)}));
    QCOMPARE(must(discard.finish(*backend)).done, 1);
    QCOMPARE(server.call({"EXISTS", "asynq:{mail}:pending"}).integer, 0);
    server.call({"DEL", "asynq:{mail}:g:team"});
    EXIT(Duectl(server.url()).run("restore mail --all --yes"), 0);
    QCOMPARE(server.call({"LLEN", "asynq:{mail}:pending"}).integer, 1);
}

QTEST_GUILESS_MAIN(TestWhoseKeys)
#include "tst_whosekeys.moc"
