// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/asynqacts.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests operator actions on asynq tasks with faults and unusual data.
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
        return stepOn(*place.backend, kind, "mail", id);
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
        namesAKeyOfAnotherType(place, stepOf(place, kind, "f1"),
            {key.endsWith("paused") ? "RPUSH" : "SET", key, "something else"},
            QString::fromLatin1(key.mid(key.lastIndexOf(':') + 1)), [&place] { return place.theirs(); });
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
    QCOMPARE(place.open(asSmallUser(place, denied))->permitted("mail").error().code, ErrorCode::Permission);
    saysWhatIsNotAllowed(place, stepOf(place, ActionKind::Retry, "f1"), denied,
        "~asynq:* ~dueline:overlay:* &asynq:cancel", {"mail"}, [&place] { return place.theirs(); });
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
    QVERIFY(viewer->inspector().operations("mail", 10).error().code == ErrorCode::Permission);
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
    doesNothingTwice(place, stepOf(place, kind, id), stepOf(place, kind, QByteArray(id).replace('1', '2')),
        kind == ActionKind::Delete ? ItemOutcome::NotFound : ItemOutcome::MovedOn, [&place] { return place.theirs(); });
}

void TestAsynqFaults::aListIsActedOnByOneAtATime()
{
    AsynqActs place;
    for (int i = 0; i < 120; ++i)
        place.put('f' + QByteArray::number(i), "archived", 1'600'000'000 + i % 40);
    BulkWalk failed;
    failed.state = TaskState::Failed;
    QCOMPARE(must(place.backend->editor()->bulk("mail")->count("mail", failed)), 120);
    actsOnAListInSteps(
        place, "mail", ActionKind::Retry, TaskState::Failed, [&place] { return qsizetype(place.pending().size()); });
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
    // Simulate a server that claimed the task, failed it, and requeued it.
    const auto retried = place.act(ActionKind::Retry, {"f1", "f2"});
    place.server.call({"HSET", AsynqActs::base + "t:f1", "pending_since", "1"});
    const UndoProgress undone = place.undo(retried.id);
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 1);
    QCOMPARE(place.stateOf("f1"), QByteArray("pending"));
    // Undo doesn't search the middle of a long list.
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
    QCOMPARE(place.act(ActionKind::Delete, {"orphan"}).done, 1); // The list contains an id without a task.
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
