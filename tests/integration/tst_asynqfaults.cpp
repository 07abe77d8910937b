// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/asynqacts.h"
#include "tests/integration/gatherall.h"
#include "tests/support/chaosproxy.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// What operators' actions on tasks of asynq do when something is wrong, or odd.
class TestAsynqFaults : public QObject
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
    void aTaskThatCannotBeReadIsLeftAlone();
    void namesOfAnyBytesAreActedOn();

private:
    static ActionStep stepOf(AsynqActs& place, ActionKind kind, const TaskId& id)
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
    static RedisConfig asUser(const AsynqActs& place, const QString& name)
    {
        RedisConfig config = place.server.config();
        config.user = name;
        config.password = Secret(QByteArray("pw"));
        return config;
    }
};

void TestAsynqFaults::aKeyOfAnotherTypeIsNamedAndNothingChanges_data()
{
    QTest::addColumn<QByteArray>("key");
    for (const char* key : {"pending", "active", "scheduled", "retry", "completed", "lease", "paused"})
        QTest::addRow("%s", key) << AsynqActs::base + key;
    QTest::newRow("our trash") << "dueline:overlay:" + AsynqActs::base + "trash";
}

void TestAsynqFaults::aKeyOfAnotherTypeIsNamedAndNothingChanges()
{
    QFETCH(QByteArray, key);
    for (const ActionKind kind : {ActionKind::Retry, ActionKind::Discard, ActionKind::Delete}) {
        AsynqActs place;
        place.put("f1", "archived", 1'600'000'000);
        const ActionStep step = stepOf(place, kind, "f1");
        if (key.endsWith("paused"))
            place.server.call({"RPUSH", key, "something else"});
        else
            place.server.call({"SET", key, "something else"});
        const auto before = place.theirs();
        const auto refused = place.backend->editor()->act(step);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::WrongType);
        const QString named = QString::fromLatin1(key.mid(key.lastIndexOf(':') + 1));
        QVERIFY2(refused.error().message.contains(named), qPrintable(refused.error().message));
        QCOMPARE(place.theirs(), before);
        QVERIFY(place.server.call({"KEYS", "dueline:overlay:*was"}).items.empty());
        place.server.call({"DEL", key});
        QCOMPARE(must(place.backend->editor()->act(step)), std::vector{ItemOutcome::Done}); // the same one, later
    }
}

void TestAsynqFaults::whatAUserMayNotDoIsToldBeforeAnythingIsWritten_data()
{
    QTest::addColumn<QByteArray>("denied");
    for (const char* denied : {"-lpush", "-rpush", "-lrem", "-lset", "-lindex", "-lrange", "-lpos", "-llen", "-zscore",
             "-zadd", "-zrem", "-hset", "-hdel", "-hmget", "-unlink", "-rename", "-set", "-del", "-pexpiretime",
             "-persist", "-pexpireat", "-pexpire", "-zremrangebyscore", "-rpop", "-lpop", "-hincrby", "-hgetall"})
        QTest::addRow("%s", denied) << QByteArray(denied);
    QTest::newRow("the tasks") << QByteArray("resetkeys ~asynq:queues ~asynq:{mail}:pending ~asynq:{mail}:active "
                                             "~asynq:{mail}:[a-su-z]* ~dueline:*");
    QTest::newRow("our keys") << QByteArray("resetkeys ~asynq:*");
}

void TestAsynqFaults::whatAUserMayNotDoIsToldBeforeAnythingIsWritten()
{
    QFETCH(QByteArray, denied);
    AsynqActs place;
    place.fill();
    Command user{"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all"};
    for (const QByteArray& word : denied.split(' '))
        user.push_back(word);
    QVERIFY(!place.server.call(user).isError());
    const ActionStep step = stepOf(place, ActionKind::Retry, "f1");
    const auto before = place.theirs();
    const auto small = place.open(asUser(place, u"small"_s));
    const auto refused = small->editor()->act(step);
    QVERIFY(!refused);
    QVERIFY2(refused.error().code == ErrorCode::Permission, qPrintable(refused.error().message));
    QVERIFY2(refused.error().message.endsWith(u'.'), qPrintable(refused.error().message));
    const auto asked = small->permitted("mail");
    QVERIFY(!asked && asked.error().code == ErrorCode::Permission);
    QCOMPARE(place.theirs(), before);
    QVERIFY(place.server.call({"KEYS", "dueline:*"}).items.empty());
    // With all it needs, and no more keys than that.
    place.server.call({"ACL", "SETUSER", "all", "on", ">pw", "resetkeys", "~asynq:*", "~dueline:overlay:*",
        "&asynq:cancel", "+@all"});
    const auto all = place.open(asUser(place, u"all"_s));
    QVERIFY(all->permitted("mail").ok());
    QCOMPARE(must(all->editor()->act(step)), std::vector{ItemOutcome::Done});
}

void TestAsynqFaults::whoMayNotSeeOurKeysSeesTheQueues()
{
    AsynqActs place;
    place.fill();
    QCOMPARE(place.act(ActionKind::Discard, {"p1"}).done, 1);
    place.server.call({"ACL", "SETUSER", "viewer", "on", ">pw", "resetkeys", "%R~asynq:*", "+@all", "-@scripting"});
    const auto viewer = place.open(asUser(place, u"viewer"_s));
    const QueueInfo mail = must(viewer->inspector().queue("mail"));
    QVERIFY2(mail.unreadable.isEmpty(), mail.unreadable);
    QCOMPARE(mail.counts[TaskState::Due], 1);
    QCOMPARE(mail.counts[TaskState::Trash], 0);
    QCOMPARE(must(viewer->inspector().page({"mail", {}, 0, 10, StateSet::all()})).total, 7);
    QVERIFY(must(viewer->inspector().operations("mail", 10)).empty());
    QCOMPARE(must(viewer->inspector().queues()).size(), std::size_t(1));
}

void TestAsynqFaults::aFullServerTakesUndoAndDelete()
{
    AsynqActs place;
    place.fill();
    const auto before = place.theirs();
    const auto done = place.act(ActionKind::Retry, {"f1", "f2"});
    QCOMPARE(done.done, 2);
    const auto between = place.theirs();
    const ActionStep discard = stepOf(place, ActionKind::Discard, "p1");
    const ActionStep removal = stepOf(place, ActionKind::Delete, "s2");
    place.server.call({"CONFIG", "SET", "maxmemory", "1"});
    const auto refused = place.backend->editor()->act(discard);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Full);
    QVERIFY2(refused.error().message.endsWith(u'.'), qPrintable(refused.error().message));
    NewTask added{"mail:send#n1", {}, {}, {}, "{}"};
    QCOMPARE(place.backend->editor()->add("mail", {added}).error().code, ErrorCode::Full);
    QCOMPARE(place.theirs(), between);
    QCOMPARE(place.undo(done.id).restored, 2);
    QCOMPARE(place.theirs(), before);
    QCOMPARE(must(place.backend->editor()->act(removal)), std::vector{ItemOutcome::Done});
    QVERIFY(place.backend->editor()->setPaused("mail", true).ok());
    QCOMPARE(place.countIn("scheduled"), 1);
}

void TestAsynqFaults::aLostAnswerDoesNothingTwice_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("retry") << ActionKind::Retry << QByteArray("f1");
    QTest::newRow("run now") << ActionKind::RunNow << QByteArray("s1");
    QTest::newRow("reschedule") << ActionKind::Reschedule << QByteArray("r1");
    QTest::newRow("discard") << ActionKind::Discard << QByteArray("p1");
    QTest::newRow("delete") << ActionKind::Delete << QByteArray("p1");
}

void TestAsynqFaults::aLostAnswerDoesNothingTwice()
{
    QFETCH(ActionKind, kind);
    QFETCH(QByteArray, id);
    AsynqActs place;
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

void TestAsynqFaults::aListIsActedOnByOneAtATime()
{
    AsynqActs place;
    for (int i = 0; i < 120; ++i)
        place.put('f' + QByteArray::number(i), "archived", 1'600'000'000 + i % 40);
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
        QCOMPARE(place.pending().size(), state.done); // what is written down is what is done
    }
    QVERIFY(!state.isLeft && state.skipped == 0);
    step.holder = "somebody else";
    QCOMPARE(bulk.act(step).error().code, ErrorCode::Busy);
    QCOMPARE(place.pending().size(), 120);
}

void TestAsynqFaults::whatSomebodyElseDidIsNotUndone()
{
    AsynqActs place;
    place.fill();
    const auto rescheduled = place.act(ActionKind::Reschedule, {"s1", "s2"});
    place.server.call({"ZADD", AsynqActs::base + "scheduled", "9300000000", "s1"});
    QCOMPARE(place.undo(rescheduled.id).restored, 1);
    const auto discarded = place.act(ActionKind::Discard, {"p1", "p2"});
    QCOMPARE(place.act(ActionKind::Restore, {"p1"}).done, 1);
    QCOMPARE(place.undo(discarded.id).restored, 1);
    QCOMPARE(place.pending().size(), 2);
    // It was taken, failed, and forwarded by a server since.
    const auto retried = place.act(ActionKind::Retry, {"f1", "f2"});
    place.server.call({"HSET", AsynqActs::base + "t:f1", "pending_since", "1"});
    const UndoProgress undone = place.undo(retried.id);
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 1);
    QCOMPARE(place.stateOf("f1"), QByteArray("pending"));
    // What was pushed deep below others is not looked for.
    const auto deep = place.act(ActionKind::Retry, {"f2"});
    Command push{"LPUSH", AsynqActs::base + "pending"};
    for (int i = 0; i < 52'000; ++i)
        push.push_back("x" + QByteArray::number(i));
    place.server.call(push);
    QCOMPARE(place.undo(deep.id).movedOn, 1);
}

void TestAsynqFaults::aTaskThatCannotBeReadIsLeftAlone()
{
    AsynqActs place;
    place.put("moved", "pending");
    place.server.call({"HSET", AsynqActs::base + "t:moved", "state", "retry"});
    place.server.call({"SET", AsynqActs::base + "t:wrong", "a string"});
    place.server.call({"LPUSH", AsynqActs::base + "pending", "wrong", "orphan"});
    using Skipped = std::map<SkipReason, qint64>;
    QCOMPARE(place.act(ActionKind::Discard, {}, {TaskState::Due}).skipped,
        (Skipped{{SkipReason::Damaged, 1}, {SkipReason::NotFound, 1}, {SkipReason::MovedOn, 1}}));
    QCOMPARE(place.pending().size(), 3);
    QCOMPARE(place.act(ActionKind::Delete, {"orphan"}).done, 1); // an id without a task
    QCOMPARE(place.pending().size(), 2);
}

void TestAsynqFaults::namesOfAnyBytesAreActedOn()
{
    AsynqActs place;
    const QByteArray id("a b:\xff%s\n\"{", 10);
    place.put(id, "pending");
    place.put(id + "f", "archived", 1'600'000'000);
    const auto before = place.theirs();
    const auto discarded = place.act(ActionKind::Discard, {id});
    QCOMPARE(discarded.done, 1);
    QCOMPARE(place.undo(discarded.id).restored, 1);
    const auto retried = place.act(ActionKind::Retry, {id + "f"});
    QCOMPARE(retried.done, 1);
    QCOMPARE(place.undo(retried.id).restored, 1);
    QCOMPARE(place.theirs(), before);
}

QTEST_GUILESS_MAIN(TestAsynqFaults)
#include "tst_asynqfaults.moc"
