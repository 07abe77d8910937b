// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/adoptrun.h"
#include "core/console/adoptundo.h"
#include "core/console/operationlog.h"
#include "tests/support/rediscluster.h"
#include "tests/support/redisserver.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

qint64 seconds() { return toMs(SystemClock().now()) / 1000; }
QByteArray number(qint64 value) { return QByteArray::number(value); }

/// A server with a design on it, and the native queue beside it.
struct Place
{
    explicit Place(const char* layout)
        : connection{server.config(), *parseLayout(QString::fromLatin1(layout)), "dueline"}
        , native(*openLayout({}, server.config(), "dueline", "tester", Access::OperateAndWork))
    { }

    AdoptRequest request(const QueueName& to = "q") const
    {
        return {connection, to, Access::Operate, "me@here", "moving on"};
    }
    /// Every task of the native queue, by due time.
    std::vector<Task> tasks()
    {
        PageRequest page;
        page.queue = "q";
        page.states = StateSet::all();
        page.limit = 1000;
        return native->inspector().page(page).value().tasks;
    }
    QByteArray payload(const TaskId& id) { return *native->inspector().payload("q", id); }
    OperationRecord adoption(const OperationId& id) { return *findOperation(native->inspector(), id); }
    AdoptUndo undoOf(const AdoptRun& run)
    {
        return AdoptUndo(connection, adoption(run.record().id), Access::Operate, "me@here");
    }
    QByteArrayList members(const QByteArray& key)
    {
        QByteArrayList all;
        for (const Reply& item : server.call({"ZRANGE", key, "0", "-1", "WITHSCORES"}).items)
            all << item.bytes;
        return all;
    }
    QByteArrayList items(const QByteArray& key)
    {
        QByteArrayList all;
        for (const Reply& item : server.call({"LRANGE", key, "0", "-1"}).items)
            all << item.bytes;
        return all;
    }
    /// Runs one due task to its end, as a worker would.
    TaskId runOne()
    {
        ClaimRequest request;
        request.queue = "q";
        request.limit = 1;
        request.types.all = true;
        const auto claim = native->broker()->claim(request);
        if (!claim || claim->leases.empty())
            return {};
        const Lease lease = claim->leases.front();
        return native->broker()->ack("q", {{lease.id, lease.token, {}}}, {}) ? lease.id : TaskId();
    }

    RedisServer server;
    ConnectionSpec connection;
    std::unique_ptr<Backend> native;
};

} // namespace

#define MOVED(run, count)                                                                                              \
    do {                                                                                                               \
        const auto movedNow = (run).finish();                                                                          \
        QVERIFY2(movedNow.ok(), movedNow ? "" : qPrintable(movedNow.error().message));                                          \
        QCOMPARE(movedNow->done, qint64(count));                                                                          \
    } while (false)

/// The tasks of designs that people wrote by hand become tasks of a native queue, and go back.
class TestAdoption : public QObject
{
    Q_OBJECT

private slots:
    void aZsetMovesWithItsTimesAndBytes();
    void manyAreMovedInChunksAndCanBeCancelled();
    void aCronsCommandsBecomeTypes();
    void aListKeepsItsOrderThereAndBack();
    void messagesThatAreNoneStay();
    void keysOfATimeMoveAndComeBack();
    void lockedTasksStay();
    void infiniteScoresStay();
    void thePreviewChangesNothing();
    void whatHasRunIsNotPutBack();
    void undoLeavesWhatIsThereAgain();
    void anUndoThatWasInterruptedGoesOn();
    void aRunThatDiedAfterTakingIsFinishedByTheNext();
    void whatTheQueueDoesNotTakeGoesBack();
    void aFullServerLosesNothing();
    void adoptingTwiceIsTwoAdoptions();
    void aDifferentTargetWaitsForTheInterruptedOne();
    void whatMayNotBeWrittenIsNot();
    void inAClusterAListMovesAndLocksAreRefused();
};

void TestAdoption::aZsetMovesWithItsTimesAndBytes()
{
    Place place("zset:jobs?type=send");
    const QByteArray binary("\0\xff\n{}", 5);
    const qint64 due = seconds() + 3600;
    place.server.call({"ZADD", "jobs", number(due) + ".25", "order-7", number(due + 1), binary, "-5", "old", "17", ""});
    const auto before = place.members("jobs");
    AdoptRun run(place.request());
    MOVED(run, 4);
    QVERIFY(run.progress().finished && run.progress().left.total() == 0);
    QVERIFY(place.members("jobs").isEmpty());
    const auto tasks = place.tasks();
    QCOMPARE(tasks.size(), std::size_t(4));
    QVERIFY2(tasks[2].id.startsWith("send#order-7."), tasks[2].id);
    QCOMPARE(toMs(tasks[2].at), due * 1000 + 250);
    QCOMPARE(place.payload(tasks[2].id), QByteArray("order-7"));
    QCOMPARE(place.payload(tasks[3].id), binary);
    QCOMPARE(toMs(tasks[0].at), 0); // negative: due long ago
    QCOMPARE(place.payload(tasks[0].id), QByteArray("old"));
    const OperationRecord record = place.adoption(run.record().id);
    QCOMPARE(record.kind, QByteArray("adopt"));
    QCOMPARE(record.filter, QByteArray("zset:jobs?type=send"));
    QVERIFY(record.undoable && record.finished && record.done == 4 && record.reason == "moving on");
    QVERIFY(place.server.call({"PTTL", "{jobs}:dueline:adopted:" + record.id.mid(2)}).integer > 0);

    AdoptUndo undo = place.undoOf(run);
    const auto undone = undo.finish();
    QVERIFY2(undone.ok(), undone ? "" : qPrintable(undone.error().message));
    QCOMPARE(undone->restored, 4);
    QCOMPARE(undone->movedOn, 0);
    QCOMPARE(place.members("jobs"), before);
    QVERIFY(place.tasks().empty());
    QVERIFY(!place.adoption(record.id).undoable);
    QVERIFY(!place.undoOf(run).finish().ok());
}

void TestAdoption::manyAreMovedInChunksAndCanBeCancelled()
{
    Place place("zset:jobs");
    Command add{"ZADD", "jobs"};
    for (int i = 0; i < 1234; ++i)
        add.insert(add.end(), {number(seconds() + i), "job" + number(i)});
    place.server.call(add);
    AdoptRun first(place.request());
    const auto stopped = first.finish([](const AdoptProgress& now) { return now.done < 300; });
    QVERIFY(stopped && stopped->cancelled && stopped->done == 300 && stopped->total == 1234);
    QCOMPARE(place.server.call({"ZCARD", "jobs"}).integer, 934);
    QVERIFY(place.server.call({"EXISTS", "{jobs}:dueline:adoptions"}).integer == 0);
    AdoptRun second(place.request());
    MOVED(second, 934);
    QCOMPARE(place.native->inspector().queue("q")->counts.pending(), 1234);
    AdoptUndo undo = place.undoOf(second);
    QCOMPARE(undo.finish()->restored, 934);
    QCOMPARE(place.server.call({"ZCARD", "jobs"}).integer, 934);
    QCOMPARE(place.native->inspector().queue("q")->counts.pending(), 300);
}

void TestAdoption::aCronsCommandsBecomeTypes()
{
    Place place("cron:delayed");
    const QByteArray due = number(seconds() + 60);
    place.server.call({"ZADD", "delayed", due, "send_report_" + due, due, "nounderscore", due, "a#b_" + due});
    AdoptRun run(place.request());
    MOVED(run, 2);
    QCOMPARE(run.progress().left.unreadable, 1); // `#` ends a type
    QVERIFY(place.tasks()[0].id.startsWith("nounderscore#nounderscore."));
    QVERIFY(place.tasks()[1].id.startsWith("send_report#send_report_" + due + '.'));
    QCOMPARE(place.payload(place.tasks()[1].id), "send_report_" + due);
    QCOMPARE(place.server.call({"ZCARD", "delayed"}).integer, 1);
}

void TestAdoption::aListKeepsItsOrderThereAndBack()
{
    Place place("list:task_queue?type=work");
    Command push{"LPUSH", "task_queue"};
    for (int i = 0; i < 250; ++i)
        push.push_back(i % 5 == 0 ? QByteArray("same") : "task" + number(i));
    place.server.call(push);
    const auto before = place.items("task_queue");
    AdoptRun run(place.request());
    MOVED(run, 250);
    const auto tasks = place.tasks();
    QCOMPARE(tasks.size(), std::size_t(250));
    for (std::size_t i = 0; i < tasks.size(); ++i)
        QCOMPARE(place.payload(tasks[i].id), before[before.size() - 1 - qsizetype(i)]); // the tail is taken first
    QVERIFY(tasks.back().state == TaskState::Due);
    place.server.call({"LPUSH", "task_queue", "new"});
    AdoptUndo undo = place.undoOf(run);
    QCOMPARE(undo.finish()->restored, 250);
    QCOMPARE(place.items("task_queue"), QByteArrayList{"new"} + before);
}

void TestAdoption::messagesThatAreNoneStay()
{
    Place place("resend:test_queue?type=mail");
    const QByteArray good
        = R"({"message": "h\u00e9\"llo", "timestamp": 1795236791.123456789, "retry_count": 1, "delay_time": 5, "x": [1.10]})";
    place.server.call({"LPUSH", "test_queue", good, "not json", R"({"message": "m"})", good});
    const auto before = place.items("test_queue");
    AdoptRun run(place.request());
    MOVED(run, 2);
    QCOMPARE(run.progress().left.unreadable, 2);
    QCOMPARE(place.items("test_queue"), (QByteArrayList{R"({"message": "m"})", "not json"}));
    QCOMPARE(place.payload(place.tasks().front().id), QByteArray("h\xc3\xa9\"llo"));
    AdoptUndo undo = place.undoOf(run);
    QCOMPARE(undo.finish()->restored, 2);
    QCOMPARE(place.items("test_queue").count(good), 2); // byte for byte
}

void TestAdoption::keysOfATimeMoveAndComeBack()
{
    Place place("pubsub:new_job?keys=job*");
    const QByteArray due = number(seconds() + 3600) + ".5";
    place.server.call({"SET", "job1", due});
    place.server.call({"SET", "job2", "no time"});
    place.server.call({"RPUSH", "job3", "a list"});
    place.server.call({"SET", "other", due});
    place.server.call({"SET", "job4", due});
    place.server.call({"SET", "job5", due});
    place.server.call({"HSET", "{new_job}:dueline:ran", "job4", due}); // it ran here, and its key stays
    place.server.call({"ZADD", "{new_job}:dueline:leased", "1", "job5"});
    AdoptRun run(place.request());
    QCOMPARE(run.preview()->entries, 1);
    MOVED(run, 1);
    QCOMPARE(place.server.call({"EXISTS", "job1"}).integer, 0);
    QCOMPARE(place.server.call({"EXISTS", "job2", "job3", "other"}).integer, 3);
    QVERIFY(place.tasks().front().id.startsWith("new_job#job1."));
    AdoptUndo undo = place.undoOf(run);
    QCOMPARE(undo.finish()->restored, 1);
    QCOMPARE(place.server.call({"GET", "job1"}).bytes, due);
}

void TestAdoption::lockedTasksStay()
{
    Place place("zset:tasks?lock=lock_%1");
    place.server.call({"ZADD", "tasks", number(seconds()), "a", number(seconds()), "b"});
    place.server.call({"SET", "lock_a", "their worker"});
    place.server.call({"SET", "lock_b", "dueline 1-w.1-1"}); // of ours, behind a run
    AdoptRun run(place.request());
    MOVED(run, 1);
    QCOMPARE(run.progress().left.locked, 1);
    QCOMPARE(run.progress().left.summary(), u"1 locked by a worker"_s);
    QCOMPARE(place.members("tasks").front(), QByteArray("a"));
    QVERIFY(place.server.call({"EXISTS", "lock_a"}).integer == 1);
}

void TestAdoption::infiniteScoresStay()
{
    Place place("zset:jobs");
    place.server.call({"ZADD", "jobs", "inf", "never", "-inf", "ever", "1e300", "far", number(seconds()), "now"});
    AdoptRun run(place.request());
    MOVED(run, 1);
    QCOMPARE(run.progress().left.timeless, 3);
    QCOMPARE(place.server.call({"ZCARD", "jobs"}).integer, 3);
}

void TestAdoption::thePreviewChangesNothing()
{
    Place place("zset:jobs?unit=ms");
    const qint64 due = (seconds() + 60) * 1000;
    place.server.call({"ZADD", "jobs", number(due), "a", number(due + 5), "b", "inf", "never"});
    AdoptRequest request = place.request();
    request.access = Access::ReadOnly;
    AdoptRun run(request);
    const auto preview = run.preview();
    QVERIFY(preview.ok());
    QCOMPARE(preview->entries, 3);
    QCOMPARE(toMs(*preview->firstDue), due);
    QCOMPARE(toMs(*preview->lastDue), due + 5);
    QVERIFY(!preview->target && preview->interrupted == 0 && preview->to == "q");
    QVERIFY(!notKept(place.connection.layout.handmade).isEmpty());
    QCOMPARE(place.server.call({"DBSIZE"}).integer, 1);
    const auto refused = run.step();
    QVERIFY(!refused.ok() && refused.error().code == ErrorCode::Refused);
    QCOMPARE(place.server.call({"DBSIZE"}).integer, 1);
}

void TestAdoption::whatHasRunIsNotPutBack()
{
    Place place("list:l?type=t");
    place.server.call({"LPUSH", "l", "first", "second", "third"});
    AdoptRun run(place.request());
    MOVED(run, 3);
    QVERIFY(!place.runOne().isEmpty());
    AdoptUndo undo = place.undoOf(run);
    const auto undone = undo.finish();
    QVERIFY(undone && undone->restored == 2 && undone->movedOn == 1);
    QCOMPARE(place.items("l"), (QByteArrayList{"third", "second"}));
    QCOMPARE(place.tasks().size(), std::size_t(1));
    QCOMPARE(place.tasks().front().state, TaskState::Done);
}

void TestAdoption::undoLeavesWhatIsThereAgain()
{
    Place place("zset:jobs");
    place.server.call({"ZADD", "jobs", number(seconds()), "a", number(seconds()), "b"});
    AdoptRun run(place.request());
    MOVED(run, 2);
    place.server.call({"ZADD", "jobs", "99", "a"}); // their producer, meanwhile
    AdoptUndo undo = place.undoOf(run);
    const auto undone = undo.finish();
    QVERIFY(undone && undone->restored == 1 && undone->movedOn == 1);
    QCOMPARE(place.members("jobs").first(2), (QByteArrayList{"a", "99"}));
    const auto tasks = place.tasks();
    QCOMPARE(tasks.size(), std::size_t(1));
    QVERIFY(tasks.front().id.startsWith("jobs#a.") && tasks.front().state != TaskState::Trash);
}

void TestAdoption::anUndoThatWasInterruptedGoesOn()
{
    Place place("zset:jobs");
    place.server.call({"ZADD", "jobs", number(seconds()), "a", number(seconds()), "b"});
    AdoptRun run(place.request());
    MOVED(run, 2);
    // As far as a program comes that dies between its two steps: the native copy lies in the trash.
    const Task task = place.tasks().front();
    ActionStep step;
    step.queue = "q";
    step.operation = run.record().id + "-undo";
    step.action.kind = ActionKind::Discard;
    step.refs = {{task.id, task.state, {}, task.at}};
    QVERIFY(place.native->editor()->act(step)->front() == ItemOutcome::Done);
    AdoptUndo undo = place.undoOf(run);
    QCOMPARE(undo.finish()->restored, 2);
    QCOMPARE(place.members("jobs").size(), 4);
    QVERIFY(place.tasks().empty());
}

void TestAdoption::aRunThatDiedAfterTakingIsFinishedByTheNext()
{
    Place place("list:l?type=t");
    place.server.call({"LPUSH", "l", "one", "two", "three"});
    RedisClient client(place.server.config());
    QVERIFY(client.open().ok());
    AdoptStore store(client, place.connection.layout.handmade);
    QVERIFY(store.begin("dead01", "dueline q").ok());
    QVERIFY(store.take("dead01", 0, {{"one", {}}, {"two", {}}}).ok());
    // Of the two one was added before it died.
    const auto added = adoptedTask(store, "dead01", 0, {"one", {}}, SystemClock().now());
    QVERIFY(place.native->editor()->add("q", {*added}).ok());
    QCOMPARE(place.items("l"), QByteArrayList{"three"});

    AdoptRun run(place.request());
    QCOMPARE(run.preview()->interrupted, 1);
    MOVED(run, 3);
    QByteArrayList payloads;
    for (const Task& task : place.tasks())
        payloads << place.payload(task.id);
    std::sort(payloads.begin(), payloads.end());
    QCOMPARE(payloads, (QByteArrayList{"one", "three", "two"})); // nothing twice, nothing lost
    QVERIFY(store.unfinished()->empty());
    QVERIFY(place.server.call({"PTTL", "{l}:dueline:adopted:dead01"}).integer > 0);
}

void TestAdoption::whatTheQueueDoesNotTakeGoesBack()
{
    Place place("list:l?type=t");
    place.server.call({"LPUSH", "l", "one", "two", "three"});
    const auto before = place.items("l");
    place.server.call({"SET", "dueline:{q}:pending", "not ours"});
    AdoptRun run(place.request());
    const auto moved = run.finish();
    QVERIFY(!moved.ok());
    QCOMPARE(moved.error().code, ErrorCode::WrongType);
    QCOMPARE(place.items("l"), before);
    place.server.call({"DEL", "dueline:{q}:pending"});
    AdoptRun again(place.request());
    MOVED(again, 3);
}

void TestAdoption::aFullServerLosesNothing()
{
    Place place("zset:jobs");
    place.server.call({"ZADD", "jobs", number(seconds()), "a", number(seconds()), "b"});
    const auto before = place.members("jobs");
    AdoptRun run(place.request());
    QVERIFY(run.preview().ok());
    place.server.call({"CONFIG", "SET", "maxmemory", "1"});
    QCOMPARE(run.finish().error().code, ErrorCode::Full);
    QCOMPARE(place.members("jobs"), before);
    place.server.call({"CONFIG", "SET", "maxmemory", "0"});
    AdoptRun again(place.request());
    MOVED(again, 2);
}

void TestAdoption::adoptingTwiceIsTwoAdoptions()
{
    Place place("zset:jobs");
    place.server.call({"ZADD", "jobs", number(seconds()), "daily"});
    AdoptRun first(place.request());
    MOVED(first, 1);
    place.server.call({"ZADD", "jobs", number(seconds()), "daily"}); // the same name, another task
    AdoptRun second(place.request());
    MOVED(second, 1);
    QCOMPARE(place.tasks().size(), std::size_t(2));
}

void TestAdoption::aDifferentTargetWaitsForTheInterruptedOne()
{
    Place place("zset:jobs");
    place.server.call({"ZADD", "jobs", "1", "a"});
    place.server.call({"HSET", "{jobs}:dueline:adoptions", "dead01", "dueline elsewhere"});
    AdoptRun run(place.request());
    const auto refused = run.finish();
    QVERIFY(!refused.ok() && refused.error().message.contains(u"elsewhere"));
    QCOMPARE(place.members("jobs").size(), 2);
}

void TestAdoption::whatMayNotBeWrittenIsNot()
{
    Place place("zset:jobs");
    place.server.call({"SET", "jobs", "a string"});
    AdoptRun wrong(place.request());
    QVERIFY(!wrong.preview().ok());
    QCOMPARE(wrong.finish().error().code, ErrorCode::WrongType);
    QCOMPARE(place.server.call({"GET", "jobs"}).bytes, QByteArray("a string"));
    AdoptRequest native = place.request();
    native.from.layout = {};
    QCOMPARE(AdoptRun(native).finish().error().code, ErrorCode::Usage);
    QCOMPARE(AdoptRun(place.request("a{b}")).finish().error().code, ErrorCode::Usage);
}

void TestAdoption::inAClusterAListMovesAndLocksAreRefused()
{
    RedisCluster cluster;
    RedisClient client(cluster.config());
    QVERIFY(client.open().ok());
    QVERIFY(client.call({"LPUSH", "task_queue", "a", "b"}).ok());
    AdoptRequest request{{cluster.config(), *parseLayout(u"list:task_queue"_s), "dueline"}, "q", Access::Operate, {}, {}};
    AdoptRun run(request);
    MOVED(run, 2);
    const auto native = openLayout({}, cluster.config(), "dueline", "tester", Access::ReadOnly);
    QCOMPARE((*native)->inspector().queue("q")->counts.pending(), 2);
    request.from.layout = *parseLayout(u"zset:tasks?lock=lock_%1"_s);
    QCOMPARE(AdoptRun(request).finish().error().code, ErrorCode::Refused);
    request.from.layout = *parseLayout(u"pubsub:new_job?keys=job*"_s);
    QCOMPARE(AdoptRun(request).finish().error().code, ErrorCode::Refused);
}

QTEST_GUILESS_MAIN(TestAdoption)
#include "tst_adoption.moc"
