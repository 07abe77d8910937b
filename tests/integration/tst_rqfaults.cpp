// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/gatherall.h"
#include "tests/integration/rqacts.h"
#include "tests/support/chaosproxy.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// What operators' actions on jobs of RQ do when something is wrong, or odd. None of it needs RQ itself.
class TestRqFaults : public QObject
{
    Q_OBJECT

private slots:
    void aKeyOfAnotherTypeIsNamedAndNothingChanges_data();
    void aKeyOfAnotherTypeIsNamedAndNothingChanges();
    void whatAUserMayNotDoIsToldBeforeAnythingIsWritten_data();
    void whatAUserMayNotDoIsToldBeforeAnythingIsWritten();
    void aFullServerTakesUndoAndDelete();
    void aLostAnswerDoesNothingTwice_data();
    void aLostAnswerDoesNothingTwice();
    void aListIsActedOnByOneAtATime();
    void whatSomebodyElseDidIsNotUndone();
    void aJobThatCannotBeReadIsLeftAlone();
    void namesOfAnyBytesAreActedOn();

private:
    static ActionStep stepOf(RqActs& place, ActionKind kind, const TaskId& id)
    {
        const Task task = must(place.backend->inspector().task("mail", id)).task;
        ActionStep step;
        step.queue = "mail";
        step.operation = makeOperationId(step.queue, SystemClock().now());
        step.action.kind = kind;
        step.refs = {{task.id, task.state, {}, task.at}};
        if (kind == ActionKind::Reschedule)
            step.newDue = {fromMs(9'100'000'000'000)};
        return step;
    }
};

void TestRqFaults::aKeyOfAnotherTypeIsNamedAndNothingChanges_data()
{
    QTest::addColumn<QByteArray>("key");
    for (const char* key : {"rq:queues", "rq:scheduled:mail", "rq:finished:mail", "rq:queue:mail", "rq:canceled:mail",
             "rq:wip:mail", "rq:queue:mail:intermediate"})
        QTest::addRow("%s", key) << QByteArray(key);
}

void TestRqFaults::aKeyOfAnotherTypeIsNamedAndNothingChanges()
{
    QFETCH(QByteArray, key);
    for (const ActionKind kind : {ActionKind::Retry, ActionKind::Discard, ActionKind::Delete}) {
        RqActs place;
        place.failed("f1");
        const ActionStep step = stepOf(place, kind, "f1");
        place.server.call({"SET", key, "something else"});
        const auto before = place.theirs();
        const auto refused = place.backend->editor()->act(step);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::WrongType);
        QVERIFY2(refused.error().message.contains(QString::fromLatin1(key)), qPrintable(refused.error().message));
        QCOMPARE(place.theirs(), before);
        QVERIFY(place.server.call({"KEYS", "dueline:overlay:*was"}).items.empty());
        place.server.call({"DEL", key});
        QCOMPARE(must(place.backend->editor()->act(step)), std::vector{ItemOutcome::Done}); // the same one, later
    }
}

void TestRqFaults::whatAUserMayNotDoIsToldBeforeAnythingIsWritten_data()
{
    QTest::addColumn<QByteArray>("denied");
    for (const char* denied : {"-sadd", "-srem", "-zadd", "-zrem", "-zscore", "-lpush", "-rpush", "-lrem", "-lset",
             "-lindex", "-lrange", "-lpos", "-llen", "-hset", "-hdel", "-hmget", "-hincrby", "-hgetall", "-persist",
             "-pexpire", "-pexpireat", "-pexpiretime", "-unlink", "-rpop", "-lpop", "-get", "-set"})
        QTest::addRow("%s", denied) << QByteArray(denied);
    QTest::newRow("the jobs") << QByteArray("resetkeys ~rq:queues ~rq:queue:* ~rq:scheduled:* ~rq:failed:* "
                                            "~rq:finished:* ~rq:canceled:* ~rq:wip:* ~rq:deferred:* "
                                            "~rq:ready:* ~rq:results:* ~dueline:*");
    QTest::newRow("our keys") << QByteArray("resetkeys ~rq:*");
}

void TestRqFaults::whatAUserMayNotDoIsToldBeforeAnythingIsWritten()
{
    QFETCH(QByteArray, denied);
    RqActs place;
    place.fill();
    Command user{"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all"};
    for (const QByteArray& word : denied.split(' '))
        user.push_back(word);
    QVERIFY(!place.server.call(user).isError());
    const ActionStep step = stepOf(place, ActionKind::Retry, "f1");
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
    QVERIFY(!small->permitted("@rq")); // the doctor asks for the first queue alone
    QCOMPARE(place.theirs(), before);
    QVERIFY(place.server.call({"KEYS", "dueline:*"}).items.empty());
    // With all it needs, and no more keys than that.
    place.server.call(
        {"ACL", "SETUSER", "all", "on", ">pw", "resetkeys", "~rq:*", "~dueline:overlay:*", "&rq:*", "+@all"});
    config.user = u"all"_s;
    const auto all = place.open(config);
    QVERIFY(all->permitted("mail").ok());
    QVERIFY(all->permitted("@rq").ok());
    QCOMPARE(must(all->editor()->act(step)), std::vector{ItemOutcome::Done});
}

void TestRqFaults::aFullServerTakesUndoAndDelete()
{
    RqActs place;
    place.fill();
    const auto before = place.theirs();
    const auto done = place.act(ActionKind::Retry, {"f1", "f2"});
    QCOMPARE(done.done, 2);
    const ActionStep discard = stepOf(place, ActionKind::Discard, "q1");
    const ActionStep removal = stepOf(place, ActionKind::Delete, "d2");
    place.server.call({"CONFIG", "SET", "maxmemory", "1"});
    const auto refused = place.backend->editor()->act(discard);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Full);
    QCOMPARE(place.undo(done.id).restored, 2);
    QCOMPARE(place.theirs(), before);
    QCOMPARE(must(place.backend->editor()->act(removal)), std::vector{ItemOutcome::Done});
    QVERIFY(place.backend->editor()->setPaused("@rq", true).ok());
}

void TestRqFaults::aLostAnswerDoesNothingTwice_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("retry") << ActionKind::Retry << QByteArray("f1");
    QTest::newRow("run now") << ActionKind::RunNow << QByteArray("s1");
    QTest::newRow("reschedule") << ActionKind::Reschedule << QByteArray("s1");
    QTest::newRow("discard") << ActionKind::Discard << QByteArray("q1");
    QTest::newRow("delete") << ActionKind::Delete << QByteArray("d1");
}

void TestRqFaults::aLostAnswerDoesNothingTwice()
{
    QFETCH(ActionKind, kind);
    QFETCH(QByteArray, id);
    RqActs place;
    place.fill();
    const ActionStep step = stepOf(place, kind, id);
    ChaosProxy proxy(place.server.config());
    const auto backend = place.open(proxy.config());
    // The server knows the script already.
    const ActionStep other = stepOf(place, kind, QByteArray(id).replace('1', '2'));
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
    again.operation = makeOperationId("mail", SystemClock().now());
    const ItemOutcome outcome = must(backend->editor()->act(again)).at(0);
    QCOMPARE(outcome, kind == ActionKind::Delete ? ItemOutcome::NotFound : ItemOutcome::MovedOn);
    QCOMPARE(place.theirs(), after);
}

void TestRqFaults::aListIsActedOnByOneAtATime()
{
    RqActs place;
    for (int i = 0; i < 120; ++i)
        place.failed('f' + QByteArray::number(i), 10 + i % 40);
    OperationRecord record;
    record.id = makeOperationId("mail", SystemClock().now());
    record.kind = "retry";
    record.queue = "mail";
    must(place.backend->editor()->record(record));
    BulkEditor& bulk = *place.backend->editor()->bulk("mail");
    BulkWalk walk;
    walk.state = TaskState::Failed;
    QCOMPARE(must(bulk.count("mail", walk)), 120);
    QCOMPARE(gatherAll(bulk, "mail", record.id, walk), 120);
    BulkStep step{"mail", record.id, {ActionKind::Retry}, 0, "me", Millis(60'000), 50};
    BulkState state;
    for (qint64 before = 0; before < 120; before = state.place) {
        state = must(bulk.act(step));
        QVERIFY(state.place > before && state.place <= before + 50);
        QCOMPARE(state.done, state.place);
        QCOMPARE(place.queue().size(), state.done); // what is written down is what is done
    }
    QVERIFY(!state.isLeft && state.skipped == 0);
    step.holder = "somebody else";
    QCOMPARE(bulk.act(step).error().code, ErrorCode::Busy);
    QCOMPARE(place.queue().size(), 120);
}

void TestRqFaults::whatSomebodyElseDidIsNotUndone()
{
    RqActs place;
    place.fill();
    const auto rescheduled = place.act(ActionKind::Reschedule, {"s1", "s2"});
    place.server.call({"ZADD", "rq:scheduled:mail", "9300000000", "s1"});
    QCOMPARE(place.undo(rescheduled.id).restored, 1);
    const auto discarded = place.act(ActionKind::Discard, {"q1", "q2"});
    QCOMPARE(place.act(ActionKind::Restore, {"q1"}).done, 1);
    QCOMPARE(place.undo(discarded.id).restored, 1);
    QCOMPARE(place.queue().size(), 2);
    // It failed and was queued again by somebody else.
    const auto retried = place.act(ActionKind::Retry, {"f1", "f2"});
    place.server.call({"HSET", "rq:job:f1", "enqueued_at", "2020-11-25T19:00:00.000000Z"});
    const UndoProgress undone = place.undo(retried.id);
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 1);
    QCOMPARE(place.statusOf("f1"), QByteArray("queued"));
    // What was pushed deep below others is not looked for.
    const auto deep = place.act(ActionKind::Retry, {"f2"});
    Command push{"RPUSH", "rq:queue:mail"};
    for (int i = 0; i < 52'000; ++i)
        push.push_back("x" + QByteArray::number(i));
    place.server.call(push);
    QCOMPARE(place.undo(deep.id).movedOn, 1);
}

void TestRqFaults::aJobThatCannotBeReadIsLeftAlone()
{
    RqActs place;
    place.server.call({"SADD", "rq:queues", "rq:queue:mail"});
    place.server.call({"SET", "rq:job:wrong", "a string"});
    place.server.call({"RPUSH", "rq:queue:mail", "wrong", "orphan", "moved"});
    place.job("moved", "queued", {"origin", "other"});
    using Skipped = std::map<SkipReason, qint64>;
    QCOMPARE(place.act(ActionKind::Discard, {}, {TaskState::Due}).skipped,
        (Skipped{{SkipReason::Damaged, 1}, {SkipReason::NotFound, 1}, {SkipReason::MovedOn, 1}}));
    QCOMPARE(place.queue().size(), 3);
    QCOMPARE(place.act(ActionKind::Delete, {"orphan"}).done, 1); // an id without a job
    QCOMPARE(place.queue().size(), 2);
}

void TestRqFaults::namesOfAnyBytesAreActedOn()
{
    RqActs place;
    const QByteArray id("a b:\xff%s\n\"{", 10);
    place.queued(id);
    place.failed(id + "f");
    const auto before = place.theirs();
    const auto discarded = place.act(ActionKind::Discard, {id});
    QCOMPARE(discarded.done, 1);
    QCOMPARE(place.undo(discarded.id).restored, 1);
    const auto retried = place.act(ActionKind::Retry, {id + "f"});
    QCOMPARE(retried.done, 1);
    QCOMPARE(place.undo(retried.id).restored, 1);
    QCOMPARE(place.theirs(), before);
}

QTEST_GUILESS_MAIN(TestRqFaults)
#include "tst_rqfaults.moc"
