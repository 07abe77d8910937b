// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/adopt/adoptrun.h"
#include "core/console/adopt/adoptundo.h"
#include "tests/integration/adoptplace.h"
#include "tests/support/rediscluster.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests adoptions, which move tasks from custom designs into a native queue, and undoing them.
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
    void adoptingTwiceIsTwoAdoptions();
    void whatMayNotBeWrittenIsNot();
    void inAClusterAListMovesAndLocksAreRefused();
};

void TestAdoption::aZsetMovesWithItsTimesAndBytes()
{
    AdoptPlace place("zset:jobs?type=send");
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
    QCOMPARE(toMs(tasks[0].at), 0); // A negative score means that the task has long been due.
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
    AdoptPlace place("zset:jobs");
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
    AdoptPlace place("cron:delayed");
    const QByteArray due = number(seconds() + 60);
    place.server.call({"ZADD", "delayed", due, "send_report_" + due, due, "nounderscore", due, "a#b_" + due});
    AdoptRun run(place.request());
    MOVED(run, 2);
    QCOMPARE(run.progress().left.unreadable, 1); // Types can't contain `#`.
    QVERIFY(place.tasks()[0].id.startsWith("nounderscore#nounderscore."));
    QVERIFY(place.tasks()[1].id.startsWith("send_report#send_report_" + due + '.'));
    QCOMPARE(place.payload(place.tasks()[1].id), "send_report_" + due);
    QCOMPARE(place.server.call({"ZCARD", "delayed"}).integer, 1);
}

void TestAdoption::aListKeepsItsOrderThereAndBack()
{
    AdoptPlace place("list:task_queue?type=work");
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
        // Tasks are in the order they were taken from the tail.
        QCOMPARE(place.payload(tasks[i].id), before[before.size() - 1 - qsizetype(i)]);
    QVERIFY(tasks.back().state == TaskState::Due);
    place.server.call({"LPUSH", "task_queue", "new"});
    AdoptUndo undo = place.undoOf(run);
    QCOMPARE(undo.finish()->restored, 250);
    QCOMPARE(place.items("task_queue"), QByteArrayList{"new"} + before);
}

void TestAdoption::messagesThatAreNoneStay()
{
    AdoptPlace place("resend:test_queue?type=mail");
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
    QCOMPARE(place.items("test_queue").count(good), 2); // The items were restored byte for byte.
}

void TestAdoption::keysOfATimeMoveAndComeBack()
{
    AdoptPlace place("pubsub:new_job?keys=job*");
    const QByteArray due = number(seconds() + 3600) + ".5";
    place.server.call({"SET", "job1", due});
    place.server.call({"SET", "job2", "no time"});
    place.server.call({"RPUSH", "job3", "a list"});
    place.server.call({"SET", "other", due});
    place.server.call({"SET", "job4", due});
    place.server.call({"SET", "job5", due});
    // Dueline has run this task, but its key remains.
    place.server.call({"HSET", "{new_job}:dueline:ran", "job4", due});
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
    AdoptPlace place("zset:tasks?lock=lock_%1");
    place.server.call({"ZADD", "tasks", number(seconds()), "a", number(seconds()), "b"});
    place.server.call({"SET", "lock_a", "their worker"});
    place.server.call({"SET", "lock_b", "dueline 1-w.1-1"}); // Dueline's lock, left over from a run.
    AdoptRun run(place.request());
    MOVED(run, 1);
    QCOMPARE(run.progress().left.locked, 1);
    QCOMPARE(run.progress().left.summary(), u"1 locked by a worker"_s);
    QCOMPARE(place.members("tasks").front(), QByteArray("a"));
    QVERIFY(place.server.call({"EXISTS", "lock_a"}).integer == 1);
}

void TestAdoption::infiniteScoresStay()
{
    AdoptPlace place("zset:jobs");
    place.server.call({"ZADD", "jobs", "inf", "never", "-inf", "ever", "1e300", "far", number(seconds()), "now"});
    AdoptRun run(place.request());
    MOVED(run, 1);
    QCOMPARE(run.progress().left.timeless, 3);
    QCOMPARE(place.server.call({"ZCARD", "jobs"}).integer, 3);
}

void TestAdoption::thePreviewChangesNothing()
{
    AdoptPlace place("zset:jobs?unit=ms");
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
    QVERIFY(!place.connection.layout.facts().lostByAdoption.isEmpty());
    QCOMPARE(place.server.call({"DBSIZE"}).integer, 1);
    const auto refused = run.step();
    QVERIFY(!refused.ok() && refused.error().code == ErrorCode::Refused);
    QCOMPARE(place.server.call({"DBSIZE"}).integer, 1);
}

void TestAdoption::adoptingTwiceIsTwoAdoptions()
{
    AdoptPlace place("zset:jobs");
    place.server.call({"ZADD", "jobs", number(seconds()), "daily"});
    AdoptRun first(place.request());
    MOVED(first, 1);
    // A new task has an earlier task's name.
    place.server.call({"ZADD", "jobs", number(seconds()), "daily"});
    AdoptRun second(place.request());
    MOVED(second, 1);
    QCOMPARE(place.tasks().size(), std::size_t(2));
}

void TestAdoption::whatMayNotBeWrittenIsNot()
{
    AdoptPlace place("zset:jobs");
    place.server.call({"SET", "jobs", "a string"});
    AdoptRun wrong(place.request());
    QVERIFY(!wrong.preview().ok());
    QCOMPARE(wrong.finish().error().code, ErrorCode::WrongType);
    QCOMPARE(place.server.call({"GET", "jobs"}).bytes, QByteArray("a string"));
    AdoptRequest native = place.request();
    native.from.layout = defaultLayout();
    QCOMPARE(AdoptRun(native).finish().error().code, ErrorCode::Usage);
    QCOMPARE(AdoptRun(place.request("a{b}")).finish().error().code, ErrorCode::Usage);
}

void TestAdoption::inAClusterAListMovesAndLocksAreRefused()
{
    RedisCluster cluster;
    RedisClient client(cluster.config());
    QVERIFY(client.open().ok());
    QVERIFY(client.call({"LPUSH", "task_queue", "a", "b"}).ok());
    AdoptRequest request{
        {cluster.config(), *parseLayout(u"list:task_queue"_s), "dueline"}, "q", Access::Operate, {}, {}};
    AdoptRun run(request);
    MOVED(run, 2);
    const auto native = openLayout(defaultLayout(), cluster.config(), "dueline", "tester", Access::ReadOnly);
    QCOMPARE((*native)->inspector().queue("q")->counts.pending(), 2);
    request.from.layout = *parseLayout(u"zset:tasks?lock=lock_%1"_s);
    QCOMPARE(AdoptRun(request).finish().error().code, ErrorCode::Refused);
    request.from.layout = *parseLayout(u"pubsub:new_job?keys=job*"_s);
    QCOMPARE(AdoptRun(request).finish().error().code, ErrorCode::Refused);
}

QTEST_GUILESS_MAIN(TestAdoption)
#include "tst_adoption.moc"
