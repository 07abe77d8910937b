// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readcommands.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/readplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/rubypeer.h"
#include "tests/support/writecommands.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QueueName sidekiqQueues = "@sidekiq";

/// Server with queues filled by Sidekiq itself.
class SidekiqPlace : public ReadPlace
{
public:
    SidekiqPlace()
        : ReadPlace(u"sidekiq"_s, "mail")
    { }

    QByteArrayList add(const QStringList& jobs) { return RubyPeer::run(server, QStringList{u"add"_s} + jobs); }
    QByteArrayList work(int count)
    {
        RubyPeer worker(server, queue, count);
        if (!worker.finish())
            qFatal("Sidekiq does not end: %s", worker.said().constData());
        return worker.ran();
    }
    QueueInfo infoOf(const QueueName& name) { return value(inspector().queue(name)); }
    std::vector<Task> pageOf(const QueueName& name, TaskState state)
    {
        return value(inspector().page({name, state, 0, 100})).tasks;
    }
    std::vector<Task> foundIn(const QueueName& name, const QString& filter)
    {
        const QByteArray before = std::exchange(queue, name);
        auto tasks = found(filter);
        queue = before;
        return tasks;
    }
    TaskDetail detail(const QueueName& name, const TaskId& id) { return value(inspector().task(name, id)); }
    QByteArray payload(const QueueName& name, const TaskId& id) { return value(inspector().payload(name, id)); }
};

/// Arguments that a library would change when writing them back.
const std::array<QByteArray, 6> strangeArguments{R"(["caf\u00e9"])", R"([1.100, 12345678901234567890])",
    "[[], {}, \"b\\/c\"]", "[ 1 ,\t2 ]", R"([1e400, -0, 0.1000])", "[]"};

QByteArray jobWith(const QByteArray& jid, const QByteArray& arguments)
{
    return R"({"class":"OkJob","jid":")" + jid + R"(","args":)" + arguments
        + R"(,"queue":"mail","retry":true,"created_at":1795601606.703})";
}

} // namespace

/// Tests that queues and sets filled and processed by Sidekiq are displayed correctly, and that reading doesn't change
/// them.
class TestSidekiqLayout : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        if (const QString missing = RubyPeer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void aTasksStateIsWhereItStands();
    void waitingTasksComeInTheOrderInWhichTheyRun();
    void argumentsAreTheBytesThatStandThere();
    void whatRunsIsShownWithItsProcess();
    void whatRunsAndWhatWaitsAreOneList();
    void whatIsNoJobIsShownAsItIs();
    void equalJidsAreToldApart();
    void timesOfVersion8AreMilliseconds();
    void whatRunsIsHeldWithoutAnEnd();
    void aProcessIsAliveByTheClockOfTheServer();
    void filtersFindWhatFieldsSay();
    void aMailIsFoundByItsMailer();
    void aPausedQueueSaysSo();
    void queuesThatNobodyRegisteredAreListed();
    void allReadsChangeNothing();
    void aNamespaceIsOpenedByItsName();
    void aQueueNobodyMadeIsNotThere();
    void duectlListsAndShowsThem();
    void theDoctorKnowsWhoseWorkersTheyAre();
};

void TestSidekiqLayout::aTasksStateIsWhereItStands()
{
    SidekiqPlace place;
    place.add(
        {uR"({"class":"OkJob","queue":"mail"})"_s, uR"({"class":"FailJob","queue":"mail","args":["f1"],"retry":5})"_s,
            uR"({"class":"FailJob","queue":"mail","args":["d1"],"retry":0})"_s});
    place.work(3);
    const QByteArrayList left
        = place.add({uR"({"class":"OkJob","queue":"mail","args":[1,"two",{"k":[3,null,true]}]})"_s,
            uR"({"class":"OkJob","queue":"reports","in":3600})"_s});
    QCOMPARE(place.names(), (QByteArrayList{sidekiqQueues, "mail"}));
    const QueueInfo mail = place.infoOf("mail");
    QCOMPARE(mail.counts[TaskState::Due], 1);
    QCOMPARE(mail.counts[TaskState::Failed], 0);
    const QueueInfo shared = place.infoOf(sidekiqQueues);
    QCOMPARE(shared.counts[TaskState::Scheduled], 1);
    QCOMPARE(shared.counts[TaskState::Retrying], 1);
    QCOMPARE(shared.counts[TaskState::Failed], 1);
    QVERIFY(shared.nextDue.has_value());
    QCOMPARE(place.infoOf({}).counts, shared.counts); // a connection with several layouts passes an empty queue name

    const Task waiting = place.pageOf("mail", TaskState::Due).at(0);
    QCOMPARE(waiting.id, left[0]);
    QCOMPARE(typeOf(waiting), QByteArrayView("OkJob"));
    QCOMPARE(waiting.nativeState, QByteArray("enqueued"));
    QCOMPARE(waiting.preview, QByteArray(R"([1,"two",{"k":[3,null,true]}])"));
    QCOMPARE(waiting.maxAttempts, 26);
    QCOMPARE(waiting.attempt, 0);
    QVERIFY(waiting.untimed && waiting.addedAt.has_value());
    const Task later = place.pageOf(sidekiqQueues, TaskState::Scheduled).at(0);
    QCOMPARE(later.id, left[1]);
    QCOMPARE(later.nativeState, QByteArray("scheduled"));
    const auto in = std::chrono::duration_cast<std::chrono::seconds>(later.at - shared.serverNow);
    QVERIFY2(in.count() > 3500 && in.count() <= 3600, qPrintable(QString::number(in.count())));
    QCOMPARE(factOf(place.detail(sidekiqQueues, later.id), "queue"), QByteArray("reports"));

    const Task retried = place.pageOf(sidekiqQueues, TaskState::Retrying).at(0);
    QCOMPARE(retried.nativeState, QByteArray("retry"));
    QCOMPARE(retried.error, QByteArray("ArgumentError: boom für f1"));
    QCOMPARE(retried.attempt, 1);
    QCOMPARE(retried.maxAttempts, 6);
    QVERIFY(retried.at > shared.serverNow - Millis(5'000));
    const TaskDetail failed = place.detail(sidekiqQueues, retried.id);
    QCOMPARE(failed.attempts.size(), std::size_t(1));
    QCOMPARE(failed.attempts[0].error, retried.error);
    QVERIFY(failed.attempts[0].endedAt >= *retried.addedAt);
    const Task dead = place.pageOf(sidekiqQueues, TaskState::Failed).at(0);
    QCOMPARE(dead.nativeState, QByteArray("dead"));
    QCOMPARE(dead.error, QByteArray("ArgumentError: boom für d1"));
    // Sidekiq itself finds each job in the set or queue that Dueline shows.
    QCOMPARE(RubyPeer::run(place.server, {u"places"_s, QString::fromLatin1(retried.id)}), QByteArrayList{"retry"});
    QCOMPARE(RubyPeer::run(place.server, {u"places"_s, QString::fromLatin1(dead.id)}), QByteArrayList{"dead"});
    QCOMPARE(RubyPeer::run(place.server, {u"places"_s, QString::fromLatin1(waiting.id)}), QByteArrayList{"queue:mail"});
    // A failed job waiting for its next attempt stays Retrying even after its due time.
    place.server.call({"ZADD", "retry", "1", place.server.call({"ZRANGE", "retry", "0", "0"}).items.at(0).bytes});
    QCOMPARE(place.infoOf(sidekiqQueues).counts[TaskState::Retrying], 1);
    QVERIFY(place.infoOf(sidekiqQueues).oldestDue.has_value());
}

void TestSidekiqLayout::waitingTasksComeInTheOrderInWhichTheyRun()
{
    SidekiqPlace place;
    place.add({uR"({"class":"OkJob","queue":"mail"})"_s, uR"({"class":"OkJob","queue":"mail"})"_s,
        uR"({"class":"OkJob","queue":"mail"})"_s});
    const QByteArrayList shown = idsOf(place.page(TaskState::Due));
    QCOMPARE(place.work(3), shown);
}

void TestSidekiqLayout::argumentsAreTheBytesThatStandThere()
{
    SidekiqPlace place;
    place.server.call({"SADD", "queues", "mail"});
    for (std::size_t i = 0; i < strangeArguments.size(); ++i) {
        const QByteArray member = jobWith("jid" + QByteArray::number(qulonglong(i)), strangeArguments[i]);
        place.server.call({"LPUSH", "queue:mail", member});
        place.server.call({"ZADD", "schedule", QByteArray::number(1e10 + double(i), 'f', 1), member});
    }
    for (const QueueName& name : {QueueName("mail"), sidekiqQueues}) {
        const auto tasks = place.pageOf(name, name == "mail" ? TaskState::Due : TaskState::Scheduled);
        QCOMPARE(tasks.size(), strangeArguments.size());
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            QCOMPARE(tasks[i].preview, strangeArguments[i]);
            QCOMPARE(tasks[i].size, qint64(strangeArguments[i].size()));
            QCOMPARE(place.payload(name, tasks[i].id), strangeArguments[i]);
        }
    }
    QCOMPARE(ReadPlace::value(place.inspector().payload("mail", "jid0", 2, 6)), QByteArray("caf\\u0"));
}

void TestSidekiqLayout::whatRunsIsShownWithItsProcess()
{
    SidekiqPlace place;
    const QByteArray id = place.add({uR"({"class":"HangJob","queue":"mail","args":[7]})"_s}).value(0);
    RubyPeer worker(place.server, "mail");
    // The process reports the job with its next heartbeat.
    QTRY_COMPARE_WITH_TIMEOUT(place.info().counts[TaskState::Leased], 1, 30'000);
    const Task running = place.page(TaskState::Leased).at(0);
    QCOMPARE(running.id, id);
    QCOMPARE(running.nativeState, QByteArray("busy"));
    QCOMPARE(running.attempt, 1);
    QVERIFY(running.untimed);
    QVERIFY(running.at < place.infoOf("mail").serverNow);
    QCOMPARE(place.detail("mail", id).attemptsNotKept(), 0);
    QCOMPARE(running.preview, QByteArray("[7]"));
    const auto workers = ReadPlace::value(place.inspector().workers());
    QCOMPARE(workers.size(), std::size_t(1));
    QCOMPARE(workers[0].id, running.worker);
    QCOMPARE(workers[0].running, 1);
    QCOMPARE(workers[0].concurrency, 1);
    QCOMPARE(workers[0].queues, (std::vector<QueueName>{"mail", sidekiqQueues}));
    QVERIFY(!workers[0].lost && workers[0].processId > 0 && !workers[0].host.isEmpty());
    QVERIFY(!factOf(place.detail("mail", id), "running since").isEmpty());
    QCOMPARE(place.payload("mail", id), QByteArray("[7]"));
    QCOMPARE(place.foundIn("mail", u"state:leased"_s).size(), std::size_t(1));
    worker.kill9();
    // Move the process's last heartbeat back by 90 s, and keep its keys from expiring.
    place.server.call({"HINCRBYFLOAT", running.worker, "beat", "-90"});
    place.server.call({"PERSIST", running.worker});
    QTRY_COMPARE(place.page(TaskState::Leased).at(0).nativeState, QByteArray("lost"));
    QVERIFY(ReadPlace::value(place.inspector().workers()).at(0).lost);
}

void TestSidekiqLayout::whatRunsAndWhatWaitsAreOneList()
{
    SidekiqPlace place;
    place.server.call({"SADD", "queues", "mail"});
    for (const char* jid : {"a", "b", "c"})
        place.server.call({"LPUSH", "queue:mail", jobWith(jid, "[]")});
    place.server.call({"SADD", "processes", "host:1:x"});
    place.server.call({"HSET", "host:1:x", "info", "{}", "busy", "2", "beat", "1"});
    // Returns a value for the hash `PROCESS:work` (its name since version 7.3).
    const auto work = [](const QByteArray& jid, const QByteArray& queue, const QByteArray& since) {
        QByteArray payload = jobWith(jid, "[]");
        return R"({"queue":")" + queue + R"(","run_at":)" + since + R"(,"payload":")" + payload.replace('"', "\\\"")
            + R"("})";
    };
    place.server.call({"HSET", "host:1:x:work", "t1", work("r2", "mail", "1795601608"), "t2",
        work("r1", "mail", "1795601607"), "t3", work("other", "web", "1795601607"), "t4", "no JSON"});
    const auto page = [&place](qint64 offset, int limit) {
        return ReadPlace::value(place.inspector().page({"mail", {}, offset, limit, StateSet::all()}));
    };
    QCOMPARE(page(0, 10).total, 5);
    QCOMPARE(idsOf(page(0, 10).tasks), (QByteArrayList{"a", "b", "c", "r1", "r2"}));
    QCOMPARE(idsOf(page(2, 2).tasks), (QByteArrayList{"c", "r1"}));
    QCOMPARE(idsOf(page(4, 2).tasks), QByteArrayList{"r2"});
    QCOMPARE(page(5, 2).tasks.size(), std::size_t(0));
    QByteArrayList found = idsOf(place.found(u"type:OkJob"_s));
    std::sort(found.begin(), found.end());
    QCOMPARE(found, (QByteArrayList{"a", "b", "c", "r1", "r2"}));
    const TimePoint now = place.info().serverNow;
    qint64 counted = 0;
    for (const TimelineBin& bin :
        ReadPlace::value(place.inspector().timeline("mail", now - Millis(hourMs), now + Millis(hourMs), 10)))
        counted += bin.counts[TaskState::Due] + bin.counts[TaskState::Leased];
    QCOMPARE(counted, 5);
}

void TestSidekiqLayout::whatIsNoJobIsShownAsItIs()
{
    SidekiqPlace place;
    place.server.call({"SADD", "queues", "mail"});
    for (const char* member : {"{not json", "[1,2]", "\xff\xfe", "{}"})
        place.server.call({"LPUSH", "queue:mail", member});
    const auto tasks = place.page(TaskState::Due);
    QCOMPARE(tasks.size(), std::size_t(4));
    QCOMPARE(tasks[0].preview, QByteArray("{not json"));
    QCOMPARE(tasks[2].preview, QByteArray("\xff\xfe"));
    for (int i : {0, 1, 2})
        QCOMPARE(tasks[std::size_t(i)].nativeState, QByteArray("damaged"));
    QCOMPARE(tasks[3].nativeState, QByteArray("enqueued")); // valid JSON, but not a job
    for (const Task& task : tasks) {
        QVERIFY2(task.id.startsWith("bytes-"), task.id);
        QCOMPARE(place.payload("mail", task.id), task.preview);
    }
}

void TestSidekiqLayout::equalJidsAreToldApart()
{
    SidekiqPlace place;
    place.server.call({"ZADD", "retry", "9000000000", jobWith("same", "[1]"), "9000000001", jobWith("same", "[2]"),
        "9000000002", jobWith("same", "[3]")});
    const auto tasks = place.pageOf(sidekiqQueues, TaskState::Retrying);
    const auto eachIsFound = [&] {
        for (std::size_t i = 0; i < 3; ++i) {
            for (const TaskId& id : {tasks[i].id, tasks[i].exact})
                QCOMPARE(place.payload(sidekiqQueues, id), '[' + QByteArray::number(qulonglong(i + 1)) + ']');
        }
    };
    eachIsFound();
    // Each job is also found on a new connection, and on one opened after a job has moved.
    place.open(u"sidekiq"_s);
    eachIsFound();
    place.server.call({"ZADD", "retry", "9000000007", jobWith("same", "[1]")});
    eachIsFound();
    // The shared id is ambiguous, and the error lists the exact ids.
    for (const char* id : {"same", "same~2"}) {
        const auto refused = place.inspector().task(sidekiqQueues, id);
        QCOMPARE(refused.error().code, ErrorCode::Refused);
        for (const Task& task : tasks)
            QVERIFY2(refused.error().message.contains(QString::fromUtf8(task.id)), qPrintable(refused.error().message));
    }
    QCOMPARE(place.inspector().task(sidekiqQueues, "same~00000000").error().code, ErrorCode::NotFound);
    // Once only one job is left, the id alone is enough again.
    place.server.call({"ZREM", "retry", jobWith("same", "[1]"), jobWith("same", "[2]")});
    QCOMPARE(place.payload(sidekiqQueues, "same"), QByteArray("[3]"));
    QCOMPARE(place.inspector().task(sidekiqQueues, "same~2").error().code, ErrorCode::NotFound);
}

void TestSidekiqLayout::timesOfVersion8AreMilliseconds()
{
    SidekiqPlace place;
    place.server.call({"ZADD", "dead", "1795601607.113",
        R"({"class":"OkJob","jid":"a","args":[],"queue":"mail","retry":3,)"
        R"("created_at":1795601606703,"failed_at":1795601607113,"retried_at":1795601607200,"retry_count":2,)"
        R"("error_class":"E","error_message":"m","tags":["x"]})"});
    const TaskDetail detail = place.detail(sidekiqQueues, "a");
    QCOMPARE(detail.task.at, fromMs(1795601607113));
    QCOMPARE(detail.task.addedAt, std::optional(fromMs(1795601606703)));
    QCOMPARE(detail.task.attempt, 3);
    QCOMPARE(detail.attempts.at(0).endedAt, fromMs(1795601607200));
    QCOMPARE(factOf(detail, "tags"), QByteArray(R"(["x"])"));
}

/// Checks that a running job's lease has no expiry, because its process reports the job for as long as it runs.
void TestSidekiqLayout::whatRunsIsHeldWithoutAnEnd()
{
    SidekiqPlace place;
    const qint64 now = place.server.call({"TIME"}).items[0].bytes.toLongLong();
    place.server.call({"SADD", "queues", "mail"});
    place.server.call({"SADD", "processes", "host:1:x"});
    place.server.call({"HSET", "host:1:x", "info", "{}", "busy", "1", "beat", number(now)});
    place.server.call({"HSET", "host:1:x:work", "t",
        R"({"queue":"mail","run_at":)" + number(now - 90) + R"(,"payload":"{\"jid\":\"r\"}"})"});
    const Task task = place.page(TaskState::Leased).at(0);
    QVERIFY(task.untimed);
    QCOMPARE(task.at, fromMs((now - 90) * 1000));
    const QByteArray leases = Duectl(place.server.url()).run("--layout sidekiq leases mail").out;
    QVERIFY2(leases.contains("no end; claimed") && !leases.contains("expired"), leases);
    const QByteArray shown = Duectl(place.server.url()).run("--layout sidekiq show mail r").out;
    QVERIFY2(!shown.contains("of the last failed attempt"), shown); // no attempt has ended yet
}

/// Checks that the server's clock determines whether a process is alive. `beat` is a time on the process's clock, but
/// each heartbeat also sets the key to expire in a minute.
void TestSidekiqLayout::aProcessIsAliveByTheClockOfTheServer()
{
    SidekiqPlace place;
    const qint64 now = place.server.call({"TIME"}).items[0].bytes.toLongLong();
    place.server.call({"SADD", "processes", "host:1:x"});
    place.server.call({"HSET", "host:1:x", "info", "{}", "busy", "1", "beat", number(now - 600)});
    const auto process = [&place] {
        place.open(u"sidekiq"_s);
        return ReadPlace::value(place.inspector().workers()).at(0);
    };
    QVERIFY(process().lost);
    place.server.call({"PEXPIRE", "host:1:x", "50000"});
    QVERIFY(!process().lost);
    const qint64 ago = now * 1000 - toMs(process().seenAt);
    QVERIFY2(ago > 5'000 && ago < 15'000, QByteArray::number(ago).constData());
    place.server.call({"PEXPIRE", "host:1:x", "3600000"}); // Sidekiq never sets such a long expiry
    QVERIFY(process().lost);
}

void TestSidekiqLayout::aMailIsFoundByItsMailer()
{
    SidekiqPlace place;
    place.server.call({"SADD", "queues", "default"});
    for (const char* mail : {"UserMailer\",\"welcome", "UserMailer\",\"reset", "InvoiceMailer\",\"send_invoice"}) {
        const QByteArray arguments = mail;
        place.server.call({"ZADD", "dead", "1795601607",
            R"({"class":"Sidekiq::ActiveJob::Wrapper","wrapped":"ActionMailer::MailDeliveryJob","jid":")"
                + QByteArray::number(arguments.size()) + R"(","queue":"default","retry_count":25,"error_class":"E",)"
                + R"("error_message":"451","args":[{"job_class":"ActionMailer::MailDeliveryJob","arguments":[")"
                + arguments + R"(","deliver_now",{}]}]})"});
    }
    QCOMPARE(place.foundIn(sidekiqQueues, u"type:UserMailer#*"_s).size(), std::size_t(2));
    QCOMPARE(place.foundIn(sidekiqQueues, u"type:InvoiceMailer#send_invoice"_s).size(), std::size_t(1));
    QCOMPARE(place.foundIn(sidekiqQueues, u"type:ActionMailer::*"_s).size(), std::size_t(0));
    const TaskDetail detail = place.detail(sidekiqQueues, place.pageOf(sidekiqQueues, TaskState::Failed).at(0).id);
    QCOMPARE(factOf(detail, "class"), QByteArray("Sidekiq::ActiveJob::Wrapper"));
    QCOMPARE(factOf(detail, "wrapped"), QByteArray("ActionMailer::MailDeliveryJob"));
    const QByteArray failures = Duectl(place.server.url()).run("--layout sidekiq failures").out;
    QVERIFY2(failures.contains("InvoiceMailer#send_invoice +2"), failures);
}

/// Checks that a paused queue is reported. Sidekiq Pro stores paused queues in a set, and only it can pause and resume
/// them.
void TestSidekiqLayout::aPausedQueueSaysSo()
{
    SidekiqPlace place;
    place.server.call({"INCR", "stat:processed"});
    place.server.call({"SADD", "queues", "mail", "web"});
    place.server.call({"SADD", "paused", "mail"});
    place.server.call({"LPUSH", "queue:mail", jobWith("a", "[]")});
    QVERIFY(place.infoOf("mail").paused);
    QVERIFY(!place.infoOf("web").paused && !place.infoOf(sidekiqQueues).paused);
    const Duectl duectl(place.server.url());
    const QByteArray queues = duectl.run("queues").out;
    QVERIFY2(queues.contains("paused"), queues);
    const QByteArray checked = duectl.run("--layout sidekiq check mail").out;
    QVERIFY2(checked.contains("the queue is paused"), checked);
    // duectl can show that the queue is paused but can't resume it
    QVERIFY(duectl.run("--layout sidekiq resume mail").code != 0);
    QCOMPARE(place.server.call({"SISMEMBER", "paused", "mail"}).integer, 1);
    place.server.call({"DEL", "paused"});
    place.server.call({"SET", "paused", "of somebody else"});
    QVERIFY(!place.infoOf("mail").paused);
}

void TestSidekiqLayout::queuesThatNobodyRegisteredAreListed()
{
    SidekiqPlace place;
    place.server.call({"SADD", "queues", "default"});
    place.server.call({"INCR", "stat:processed"});
    place.server.call({"LPUSH", "queue:billing", jobWith("b", "[7]")});
    place.server.call({"LPUSH", "shop:queue:mail", jobWith("s", "[]")});
    place.server.call({"LPUSH", "queue:words", "x", "{}", R"({"class":"A","args":[]})"}); // Resque jobs have no jid
    // A process's private queue.
    place.server.call({"LPUSH", "queue:sq|web-9:77:dead0|default", jobWith("q", "[]")});
    place.server.call({"SET", "queue:string", "x"});
    const auto before = keySpaceOf(place.server);
    QCOMPARE(place.names(), (QByteArrayList{sidekiqQueues, "billing", "default"}));
    QVERIFY2(place.infoOf("billing").note.contains("not in the set queues"), place.infoOf("billing").note.constData());
    QVERIFY(place.infoOf("default").note.isEmpty());
    const Duectl duectl(place.server.url());
    const QJsonArray queues = duectl.run("queues --json").array();
    QStringList names;
    for (const QJsonValue& queue : queues)
        names << queue[u"name"_s].toString(queue[u"layout"_s].toString());
    QVERIFY2(
        names.contains(u"billing@sidekiq"_s) && names.contains(u"mail@sidekiq:shop"_s), qPrintable(names.join(u' ')));
    QVERIFY2(
        !names.join(u' ').contains(u"words@"_s) && !names.join(u' ').contains(u"sq|"_s), qPrintable(names.join(u' ')));
    const QJsonArray found = duectl.run("list --match payload:7 --json").array();
    QCOMPARE(found.size(), 1);
    QCOMPARE(keySpaceOf(place.server), before);
    // The note changes when a queue is registered or unregistered.
    place.server.call({"SADD", "queues", "billing"});
    QVERIFY(place.infoOf("billing").note.isEmpty());
    place.server.call({"SREM", "queues", "billing"});
    place.server.call({"DEL", "queue:billing"});
    QCOMPARE(place.names(), (QByteArrayList{sidekiqQueues, "default"}));
}

void TestSidekiqLayout::filtersFindWhatFieldsSay()
{
    SidekiqPlace place;
    for (int i = 0; i < 7; ++i)
        place.server.call({"ZADD", "dead", QByteArray::number(1795601600 + i),
            R"({"class":"Mail","jid":"d)" + QByteArray::number(i)
                + R"(","args":["alice"],"retry":1,"retry_count":0,"error_class":"Net::Timeout",)"
                  R"("error_message":"after 30 s"})"});
    place.server.call({"ZADD", "schedule", "9000000000", R"({"class":"Web","jid":"s","args":["bob"]})"});
    QCOMPARE(place.foundIn(sidekiqQueues, u"state:failed type:Mail"_s).size(), std::size_t(7));
    QCOMPARE(place.foundIn(sidekiqQueues, u"error:timeout"_s).size(), std::size_t(7));
    QCOMPARE(place.foundIn(sidekiqQueues, u"payload:bob"_s).size(), std::size_t(1));
    QCOMPARE(place.foundIn(sidekiqQueues, u"attempt>0"_s).size(), std::size_t(7));
    QCOMPARE(place.foundIn(sidekiqQueues, u"state:leased"_s).size(), std::size_t(0));
}

void TestSidekiqLayout::allReadsChangeNothing()
{
    SidekiqPlace place;
    place.add({uR"({"class":"FailJob","queue":"mail","args":["n"],"retry":5})"_s});
    place.work(1);
    const QByteArrayList ids = place.add({uR"({"class":"OkJob","queue":"mail","args":["n"]})"_s,
        uR"({"class":"OkJob","queue":"mail","in":3600,"args":["n"]})"_s});
    place.server.call(
        {"SADD", "processes", "host:1:x", "host:2:gone"}); // Sidekiq's own processes would remove the second one
    place.server.call({"HSET", "host:1:x", "info", "{}", "busy", "1", "beat", "1"});
    place.server.call({"HSET", "host:1:x:workers", "t", R"({"queue":"mail","run_at":5,"payload":"{\"jid\":\"r\"}"})"});
    const auto before = keySpaceOf(place.server);
    place.server.call({"CONFIG", "RESETSTAT"});
    {
        CommandMonitor monitor(place.server);
        for (int i = 0; i < 3; ++i) {
            place.open(u"sidekiq"_s);
            place.queue = "mail";
            place.readEverything(ids[0]);
            place.queue = sidekiqQueues;
            place.readEverything(ids[1]);
        }
        const auto commands = monitor.taken();
        QVERIFY(commands.size() > 100);
        for (const Command& command : commands)
            QVERIFY2(isReadCommand(command), command.front().constData());
    }
    QCOMPARE(writeCommandsRun(place.server), QByteArrayList());
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestSidekiqLayout::aNamespaceIsOpenedByItsName()
{
    SidekiqPlace place;
    place.server.call({"SADD", "shop:queues", "mail"});
    place.server.call({"LPUSH", "shop:queue:mail", jobWith("a", "[]")});
    place.server.call({"ZADD", "shop:schedule", "9000000000", jobWith("b", "[]")});
    QCOMPARE(place.names(), QByteArrayList());
    place.open(u"sidekiq:shop"_s);
    QCOMPARE(place.names(), (QByteArrayList{"@sidekiq:shop", "mail"}));
    QCOMPARE(idsOf(place.page(TaskState::Due)), QByteArrayList{"a"});
    QCOMPARE(idsOf(place.pageOf("@sidekiq:shop", TaskState::Scheduled)), QByteArrayList{"b"});
}

void TestSidekiqLayout::aQueueNobodyMadeIsNotThere()
{
    SidekiqPlace place;
    QCOMPARE(place.inspector().queue("nobody").error().code, ErrorCode::NotFound);
    QCOMPARE(place.inspector().queue(sidekiqQueues).error().code, ErrorCode::NotFound);
    place.server.call({"SADD", "queues", "mail"});
    QCOMPARE(place.inspector().task("mail", "12345").error().code, ErrorCode::NotFound);
    QCOMPARE(place.inspector().payload("mail", "12345").error().code, ErrorCode::NotFound);
    place.server.call({"SET", "queue:mail", "x"});
    QVERIFY(!place.info().unreadable.isEmpty());
}

void TestSidekiqLayout::duectlListsAndShowsThem()
{
    SidekiqPlace place;
    place.add({uR"({"class":"FailJob","queue":"mail","args":["alice"],"retry":0})"_s});
    place.work(1);
    const QByteArray waiting = place.add({uR"({"class":"OkJob","queue":"mail","args":["bob"]})"_s}).value(0);
    const Duectl duectl(place.server.url());
    const QJsonArray queues = duectl.run("--layout sidekiq queues --json").array();
    QCOMPARE(queues.size(), 2); // each queue is listed once
    QCOMPARE(queues[0].toObject().value(u"name"_s).toString(), u"@sidekiq"_s);
    QCOMPARE(queues[0].toObject().value(u"failed"_s).toInt(), 1);
    QCOMPARE(queues[1].toObject().value(u"due"_s).toInt(), 1);
    const QJsonArray tasks = duectl.run("--layout sidekiq list @sidekiq --state failed --json").array();
    QCOMPARE(tasks.size(), 1);
    QCOMPARE(tasks[0].toObject().value(u"error"_s).toString(), u"ArgumentError: boom für alice"_s);
    QCOMPARE(duectl.run("--layout sidekiq show mail " + waiting + " --payload").out, QByteArray(R"(["bob"])"));
    EXIT(duectl.run("--layout sidekiq check @sidekiq --failed 0"), 1);
    const auto before = keySpaceOf(place.server);
    for (const QByteArray& command : {QByteArray("retry mail " + waiting), QByteArray("pause mail"),
             QByteArray("work --queue mail --handler *=echo --exit-when-empty"),
             QByteArray("add mail x --payload {}")}) {
        const Answer refused = duectl.run("--layout sidekiq " + command);
        QVERIFY2(refused.code != 0 && refused.out.isEmpty(), refused.all());
    }
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestSidekiqLayout::theDoctorKnowsWhoseWorkersTheyAre()
{
    SidekiqPlace place;
    const QByteArray now = place.server.call({"TIME"}).items[0].bytes;
    place.server.call({"ZADD", "schedule", number(now.toLongLong() - 600), jobWith("a", "[]")});
    place.server.call({"SADD", "queues", "mail"});
    place.server.call({"SADD", "processes", "host:1:x"});
    place.server.call({"HSET", "host:1:x", "info", "{}", "busy", "1", "beat", "1"});
    place.server.call({"HSET", "host:1:x:work", "t", R"({"queue":"mail","run_at":5,"payload":"{\"jid\":\"r\"}"})"});
    const Duectl duectl(place.server.url());
    const QByteArray lost = duectl.run("--layout sidekiq doctor").out;
    QVERIFY2(lost.contains("no worker is running") && lost.contains("Start a worker of the queue's framework"), lost);
    // Neither command would help here, so neither is suggested.
    QVERIFY2(!lost.contains("duectl work") && !lost.contains("duectl release"), lost);
    place.server.call({"HSET", "host:1:x", "beat", now});
    const QByteArray alive = duectl.run("--layout sidekiq doctor").out;
    QVERIFY2(!alive.contains("no worker is running"), alive);
}

QTEST_GUILESS_MAIN(TestSidekiqLayout)
#include "tst_sidekiqlayout.moc"
