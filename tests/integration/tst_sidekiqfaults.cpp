// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/sidekiqacts.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests operations on Sidekiq jobs with faults and unusual data. Doesn't need Sidekiq itself.
class TestSidekiqFaults : public QObject
{
    Q_OBJECT

private slots:
    void aKeyOfAnotherTypeIsNamedAndNothingChanges_data();
    void aKeyOfAnotherTypeIsNamedAndNothingChanges();
    void whatAUserMayNotDoIsToldBeforeAnythingIsWritten_data();
    void whatAUserMayNotDoIsToldBeforeAnythingIsWritten();
    void whoMayNotSeeOurKeysSeesTheQueues();
    void aFullServerTakesUndoAndDelete();
    void aLostAnswerDoesNothingTwice_data();
    void aLostAnswerDoesNothingTwice();
    void aListIsActedOnByOneAtATime();
    void whatSomebodyElseDidIsNotUndone();
    void equalJidsAreActedOnApart();
    void manyOfOneInstantAreFound();

private:
    static TaskRef refOf(SidekiqActs& place, const QueueName& queue, const TaskId& id)
    {
        const Task task = must(place.backend->inspector().task(queue, id)).task;
        return {task.id, task.state, {}, task.at};
    }
    static ActionStep stepOf(SidekiqActs& place, ActionKind kind, const QueueName& queue, const TaskId& id)
    {
        ActionStep step;
        step.queue = queue;
        step.operation = makeOperationId(queue, SystemClock().now());
        step.action.kind = kind;
        step.refs = {refOf(place, queue, id)};
        if (kind == ActionKind::Reschedule)
            step.newDue = {fromMs(9'100'000'000'000)};
        return step;
    }
};

void TestSidekiqFaults::aKeyOfAnotherTypeIsNamedAndNothingChanges_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<ActionKind>("kind");
    for (const char* key : {"queues", "schedule", "dead", "queue:mail", "dueline:overlay:@sidekiq:trash"})
        QTest::addRow("retry, %s", key) << QByteArray(key) << ActionKind::Retry;
    for (const char* key : {"queues", "schedule", "dead", "dueline:overlay:@sidekiq:trash"})
        QTest::addRow("discard, %s", key) << QByteArray(key) << ActionKind::Discard;
    QTest::newRow("delete") << QByteArray("schedule") << ActionKind::Delete;
}

void TestSidekiqFaults::aKeyOfAnotherTypeIsNamedAndNothingChanges()
{
    QFETCH(QByteArray, key);
    QFETCH(ActionKind, kind);
    SidekiqActs place;
    place.put("retry", 8e9, SidekiqActs::failed("r1"));
    namesAKeyOfAnotherType(place, stepOf(place, kind, SidekiqActs::shared, "r1"), {"SET", key, "something else"},
        QString::fromLatin1(key), [&place] { return place.theirs(); });
}

void TestSidekiqFaults::whatAUserMayNotDoIsToldBeforeAnythingIsWritten_data()
{
    QTest::addColumn<QByteArray>("denied");
    for (const char* denied : {"-sadd", "-srem", "-zadd", "-zrem", "-zscore", "-lpush", "-rpush", "-lrem", "-lset",
             "-lindex", "-lrange", "-lpos", "-llen", "-hset", "-hincrby", "-hgetall", "-pexpire", "-pexpiretime",
             "-unlink", "-zremrangebyscore", "-rpop", "-lpop", "-get", "-set"})
        QTest::addRow("%s", denied) << QByteArray(denied);
    QTest::newRow("the queue") << QByteArray("resetkeys ~queues ~schedule ~retry ~dead ~dueline:*");
    QTest::newRow("our keys") << QByteArray("resetkeys ~queues ~schedule ~retry ~dead ~queue:*");
}

void TestSidekiqFaults::whatAUserMayNotDoIsToldBeforeAnythingIsWritten()
{
    QFETCH(QByteArray, denied);
    SidekiqActs place;
    place.fill();
    QCOMPARE(place.open(asSmallUser(place, denied))->permitted("mail").error().code, ErrorCode::Permission);
    saysWhatIsNotAllowed(place, stepOf(place, ActionKind::Retry, SidekiqActs::shared, "r1"), denied,
        "~queues ~queue:* ~schedule ~retry ~dead ~processes ~dueline:overlay:*", {"mail", SidekiqActs::shared},
        [&place] { return place.theirs(); });
}

void TestSidekiqFaults::whoMayNotSeeOurKeysSeesTheQueues()
{
    SidekiqActs place;
    place.fill();
    QCOMPARE(place.act("mail", ActionKind::Discard, {"q1"}).done, 1);
    place.server.call({"ACL", "SETUSER", "viewer", "on", ">pw", "resetkeys", "%R~queues", "%R~queue:*", "%R~schedule",
        "%R~retry", "%R~dead", "%R~processes", "%R~stat:*", "+@all", "-@scripting"});
    RedisConfig config = place.server.config();
    config.user = u"viewer"_s;
    config.password = Secret(QByteArray("pw"));
    const auto viewer = place.open(config);
    const QueueInfo mail = must(viewer->inspector().queue("mail"));
    QVERIFY2(mail.unreadable.isEmpty(), mail.unreadable);
    QCOMPARE(mail.counts[TaskState::Due], 1);
    QCOMPARE(mail.counts[TaskState::Trash], 0);
    QCOMPARE(must(viewer->inspector().queue(SidekiqActs::shared)).counts[TaskState::Retrying], 2);
    QCOMPARE(must(viewer->inspector().page({"mail", {}, 0, 10, StateSet::all()})).total, 1);
    QVERIFY(viewer->inspector().operations("mail", 10).error().code == ErrorCode::Permission);
}

void TestSidekiqFaults::aFullServerTakesUndoAndDelete()
{
    SidekiqActs place;
    place.fill();
    const auto before = place.theirs();
    const auto done = place.act(SidekiqActs::shared, ActionKind::Retry, {"r1", "d1"});
    QCOMPARE(done.done, 2);
    const ActionStep discard = stepOf(place, ActionKind::Discard, "mail", "q1");
    const ActionStep removal = stepOf(place, ActionKind::Delete, "mail", "q2");
    place.server.call({"CONFIG", "SET", "maxmemory", "1"});
    const auto refused = place.backend->editor()->act(discard);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Full);
    QCOMPARE(place.undo(SidekiqActs::shared, done.id).restored, 2);
    QCOMPARE(place.theirs(), before);
    QCOMPARE(must(place.backend->editor()->act(removal)), std::vector{ItemOutcome::Done});
    QCOMPARE(place.queued(), QByteArrayList{SidekiqActs::job("q1")});
}

void TestSidekiqFaults::aLostAnswerDoesNothingTwice_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<QByteArray>("queue");
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("retry") << ActionKind::Retry << SidekiqActs::shared << QByteArray("r1");
    QTest::newRow("run now") << ActionKind::RunNow << SidekiqActs::shared << QByteArray("s1");
    QTest::newRow("reschedule") << ActionKind::Reschedule << SidekiqActs::shared << QByteArray("s1");
    QTest::newRow("discard") << ActionKind::Discard << QByteArray("mail") << QByteArray("q1");
    QTest::newRow("delete") << ActionKind::Delete << SidekiqActs::shared << QByteArray("d1");
}

void TestSidekiqFaults::aLostAnswerDoesNothingTwice()
{
    QFETCH(ActionKind, kind);
    QFETCH(QByteArray, queue);
    QFETCH(QByteArray, id);
    SidekiqActs place;
    place.fill();
    doesNothingTwice(place, stepOf(place, kind, queue, id),
        stepOf(place, kind, queue, QByteArray(id).replace('1', '2')), ItemOutcome::MovedOn,
        [&place] { return place.theirs(); });
}

void TestSidekiqFaults::aListIsActedOnByOneAtATime()
{
    SidekiqActs place;
    for (int i = 0; i < 120; ++i)
        place.put("dead", 1795601600 + i, SidekiqActs::failed('d' + QByteArray::number(i)));
    actsOnAListInSteps(place, SidekiqActs::shared, ActionKind::Retry, TaskState::Failed,
        [&place] { return qsizetype(place.queued().size()); });
}

void TestSidekiqFaults::whatSomebodyElseDidIsNotUndone()
{
    SidekiqActs place;
    place.fill();
    const auto rescheduled = place.act(SidekiqActs::shared, ActionKind::Reschedule, {"s1", "s2"});
    place.put("schedule", 9.3e9, SidekiqActs::job("s1"));
    QCOMPARE(place.undo(SidekiqActs::shared, rescheduled.id).restored, 1);
    const auto discarded = place.act("mail", ActionKind::Discard, {"q1", "q2"});
    QCOMPARE(place.act("mail", ActionKind::Restore, {"q1"}).done, 1);
    QCOMPARE(place.undo("mail", discarded.id).restored, 1);
    QCOMPARE(place.queued().size(), 2);
    // Push so many jobs after the retried one that undo doesn't search far enough to find it.
    const auto retried = place.act(SidekiqActs::shared, ActionKind::Retry, {"r1"});
    Command push{"LPUSH", "queue:mail"};
    for (int i = 0; i < 10'500; ++i)
        push.push_back("x" + QByteArray::number(i));
    place.server.call(push);
    const UndoProgress undone = place.undo(SidekiqActs::shared, retried.id);
    QCOMPARE(undone.restored, 0);
    QCOMPARE(undone.movedOn, 1);
}

void TestSidekiqFaults::equalJidsAreActedOnApart()
{
    SidekiqActs place;
    place.put("retry", 8e9, SidekiqActs::failed("same", "[1]"));
    place.put("retry", 8e9, SidekiqActs::failed("same", "[2]"));
    place.put("retry", 8e9 + 1, SidekiqActs::failed("same", "[3]"));
    const auto tasks = must(place.backend->inspector().page({SidekiqActs::shared, TaskState::Retrying, 0, 10})).tasks;
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Retry, {tasks.at(2).id}).done, 1);
    QVERIFY(place.queued().value(0).contains("[3]"));
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Retry, {tasks.at(0).id, tasks.at(1).exact}).done, 2);
    QCOMPARE(place.queued().size(), 3);
}

void TestSidekiqFaults::manyOfOneInstantAreFound()
{
    SidekiqActs place;
    for (int i = 0; i < 1500; ++i) // all jobs have the same due time
        place.put("schedule", 9e9, SidekiqActs::job('s' + QByteArray::number(i)));
    const auto before = place.theirs();
    const auto done = place.act(SidekiqActs::shared, ActionKind::RunNow, {});
    QCOMPARE(done.done, 1500);
    QCOMPARE(place.queued().size(), 1500);
    QCOMPARE(place.undo(SidekiqActs::shared, done.id).restored, 1500);
    QCOMPARE(place.theirs(), before);
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Reschedule, {"s7", "s777", "s1499"}).done, 3);
}

QTEST_GUILESS_MAIN(TestSidekiqFaults)
#include "tst_sidekiqfaults.moc"
