// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/adopt/adoptrun.h"
#include "core/console/adopt/adoptundo.h"
#include "core/layouts/custom/adoptstore.h"
#include "tests/integration/adoptplace.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests undoing adoptions, and interrupted adoptions.
class TestAdoptUndo : public QObject
{
    Q_OBJECT

private slots:
    void whatHasRunIsNotPutBack();
    void undoLeavesWhatIsThereAgain();
    void anUndoThatWasInterruptedGoesOn();
    void aRunThatDiedAfterTakingIsFinishedByTheNext();
    void whatTheQueueDoesNotTakeGoesBack();
    void aFullServerLosesNothing();
    void aDifferentTargetWaitsForTheInterruptedOne();
};

void TestAdoptUndo::whatHasRunIsNotPutBack()
{
    AdoptPlace place("list:l?type=t");
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

void TestAdoptUndo::undoLeavesWhatIsThereAgain()
{
    AdoptPlace place("zset:jobs");
    place.server.call({"ZADD", "jobs", number(seconds()), "a", number(seconds()), "b"});
    AdoptRun run(place.request());
    MOVED(run, 2);
    place.server.call({"ZADD", "jobs", "99", "a"}); // The application's producer re-adds the task.
    AdoptUndo undo = place.undoOf(run);
    const auto undone = undo.finish();
    QVERIFY(undone && undone->restored == 1 && undone->movedOn == 1);
    QCOMPARE(place.members("jobs").first(2), (QByteArrayList{"a", "99"}));
    const auto tasks = place.tasks();
    QCOMPARE(tasks.size(), std::size_t(1));
    QVERIFY(tasks.front().id.startsWith("jobs#a.") && tasks.front().state != TaskState::Trash);
}

void TestAdoptUndo::anUndoThatWasInterruptedGoesOn()
{
    AdoptPlace place("zset:jobs");
    place.server.call({"ZADD", "jobs", number(seconds()), "a", number(seconds()), "b"});
    AdoptRun run(place.request());
    MOVED(run, 2);
    // The process was killed after moving the native copy to the trash, but before moving its entry back.
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

void TestAdoptUndo::aRunThatDiedAfterTakingIsFinishedByTheNext()
{
    AdoptPlace place("list:l?type=t");
    place.server.call({"LPUSH", "l", "one", "two", "three"});
    RedisClient client(place.server.config());
    QVERIFY(client.open().ok());
    const LayoutSpec& layout = place.connection.layout;
    const auto kept = adoptStoreOf(layout, client);
    AdoptStore& store = *kept;
    QVERIFY(store.begin("dead01", "dueline q").ok());
    QVERIFY(store.take("dead01", 0, {{"one", {}}, {"two", {}}}).ok());
    // One of the two tasks had already been added when the process was killed.
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
    QCOMPARE(payloads, (QByteArrayList{"one", "three", "two"})); // No task is duplicated or lost.
    QVERIFY(store.unfinished()->empty());
    QVERIFY(place.server.call({"PTTL", "{l}:dueline:adopted:dead01"}).integer > 0);
}

void TestAdoptUndo::whatTheQueueDoesNotTakeGoesBack()
{
    AdoptPlace place("list:l?type=t");
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

void TestAdoptUndo::aFullServerLosesNothing()
{
    AdoptPlace place("zset:jobs");
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

void TestAdoptUndo::aDifferentTargetWaitsForTheInterruptedOne()
{
    AdoptPlace place("zset:jobs");
    place.server.call({"ZADD", "jobs", "1", "a"});
    place.server.call({"HSET", "{jobs}:dueline:adoptions", "dead01", "dueline elsewhere", "dead02", "dueline nothing"});
    place.server.call({"SET", "{jobs}:dueline:adopted:dead01:states", "bt"});
    AdoptRun run(place.request());
    const auto refused = run.finish();
    QVERIFY(!refused.ok() && refused.error().message.contains(u"elsewhere"));
    QCOMPARE(place.members("jobs").size(), 2);
    // From now on, every entry is either in its key or in the native queue.
    place.server.call({"SET", "{jobs}:dueline:adopted:dead01:states", "ba"});
    AdoptRun free(place.request());
    MOVED(free, 1);
}

QTEST_GUILESS_MAIN(TestAdoptUndo)
#include "tst_adoptundo.moc"
