// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/gatherall.h"
#include "tests/integration/sidekiqacts.h"
#include "tests/support/chaosproxy.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// What operators' actions on jobs of Sidekiq do when something is wrong, or odd. None of it needs Sidekiq itself.
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
    const ActionStep step = stepOf(place, kind, SidekiqActs::shared, "r1");
    place.server.call({"SET", key, "something else"});
    const auto before = place.theirs();
    const auto refused = place.backend->editor()->act(step);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::WrongType);
    QVERIFY2(refused.error().message.contains(QString::fromLatin1(key)), qPrintable(refused.error().message));
    QCOMPARE(place.theirs(), before);
    QCOMPARE(
        place.server.call({"EXISTS", "dueline:overlay:@sidekiq:op:" + uniquePartOf(step.operation) + ":was"}).integer,
        0);
    place.server.call({"DEL", key});
    QCOMPARE(must(place.backend->editor()->act(step)), std::vector{ItemOutcome::Done}); // the same one, later
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
    Command user{"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all"};
    for (const QByteArray& word : denied.split(' '))
        user.push_back(word);
    QVERIFY(!place.server.call(user).isError());
    ActionStep step = stepOf(place, ActionKind::Retry, SidekiqActs::shared, "r1");
    const auto before = place.theirs();
    RedisConfig config = place.server.config();
    config.user = u"small"_s;
    config.password = Secret(QByteArray("pw"));
    const auto small = place.open(config);
    const auto refused = small->editor()->act(step);
    QVERIFY(!refused);
    QVERIFY2(refused.error().code == ErrorCode::Permission, qPrintable(refused.error().message));
    const auto asked = small->permitted("mail");
    QVERIFY(!asked && asked.error().code == ErrorCode::Permission);
    QCOMPARE(place.theirs(), before);
    QVERIFY(place.server.call({"KEYS", "dueline:*"}).items.empty());
    // With all it needs, and no more keys than that.
    place.server.call({"ACL", "SETUSER", "all", "on", ">pw", "resetkeys", "~queues", "~queue:*", "~schedule", "~retry",
        "~dead", "~processes", "~dueline:overlay:*", "+@all"});
    config.user = u"all"_s;
    const auto all = place.open(config);
    QVERIFY(all->permitted("mail").ok());
    QVERIFY(all->permitted(SidekiqActs::shared).ok());
    QCOMPARE(must(all->editor()->act(step)), std::vector{ItemOutcome::Done});
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
    QVERIFY(must(viewer->inspector().operations("mail", 10)).empty());
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
    const ActionStep step = stepOf(place, kind, queue, id);
    ChaosProxy proxy(place.server.config());
    const auto backend = place.open(proxy.config());
    // The server knows the script already.
    const ActionStep other = stepOf(place, kind, queue, QByteArray(id).replace('1', '2'));
    QCOMPARE(must(backend->editor()->act(other)), std::vector{ItemOutcome::Done});
    const auto before = place.theirs();
    ChaosPlan plan;
    plan.fault = ChaosPlan::Fault::Swallow;
    plan.times = 1;
    plan.request = uniquePartOf(step.operation);
    proxy.setPlan(plan);
    // The client asks again by itself, and is told what was done.
    QCOMPARE(must(backend->editor()->act(step)), std::vector{ItemOutcome::Done});
    QCOMPARE(proxy.faults(), qint64(1));
    const auto after = place.theirs();
    QVERIFY(after != before);
    // A step of its own finds that it has moved on.
    ActionStep again = step;
    again.operation = makeOperationId(queue, SystemClock().now());
    QCOMPARE(must(backend->editor()->act(again)), std::vector{ItemOutcome::MovedOn});
    QCOMPARE(place.theirs(), after);
}

void TestSidekiqFaults::aListIsActedOnByOneAtATime()
{
    SidekiqActs place;
    for (int i = 0; i < 120; ++i)
        place.put("dead", 1795601600 + i, SidekiqActs::failed('d' + QByteArray::number(i)));
    OperationRecord record;
    record.id = makeOperationId(SidekiqActs::shared, SystemClock().now());
    record.kind = "retry";
    record.queue = SidekiqActs::shared;
    must(place.backend->editor()->record(record));
    BulkEditor& bulk = *place.backend->editor()->bulk(SidekiqActs::shared);
    BulkWalk walk;
    walk.state = TaskState::Failed;
    QCOMPARE(gatherAll(bulk, SidekiqActs::shared, record.id, walk), 120);
    BulkStep step{SidekiqActs::shared, record.id, {ActionKind::Retry}, 0, "me", Millis(60'000), 50};
    BulkState state;
    for (qint64 before = 0; before < 120; before = state.place) {
        state = must(bulk.act(step));
        QVERIFY(state.place > before && state.place <= before + 50);
        QCOMPARE(state.done, state.place);
        QCOMPARE(place.queued().size(), state.done); // what is written down is what is done
    }
    QVERIFY(!state.isLeft && state.skipped == 0);
    step.holder = "somebody else";
    QCOMPARE(bulk.act(step).error().code, ErrorCode::Busy);
    QCOMPARE(place.queued().size(), 120);
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
    // What was pushed deep below others is not looked for.
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
    QCOMPARE(tasks.at(2).id, QByteArray("same~3"));
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Retry, {"same~3"}).done, 1);
    QVERIFY(place.queued().value(0).contains("[3]"));
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Retry, {"same", "same~2"}).done, 2);
    QCOMPARE(place.queued().size(), 3);
}

void TestSidekiqFaults::manyOfOneInstantAreFound()
{
    SidekiqActs place;
    for (int i = 0; i < 1500; ++i) // all at midnight
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
