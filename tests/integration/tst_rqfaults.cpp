// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/rqacts.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests operations on RQ jobs with faults and unusual data. Doesn't need RQ itself.
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
        return stepOn(*place.backend, kind, "mail", id);
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
        namesAKeyOfAnotherType(place, stepOf(place, kind, "f1"), {"SET", key, "something else"},
            QString::fromLatin1(key), [&place] { return place.theirs(); });
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
    const auto small = place.open(asSmallUser(place, denied));
    QCOMPARE(small->permitted("mail").error().code, ErrorCode::Permission);
    QVERIFY(!small->permitted("@rq")); // permitted() checks only the first queue
    saysWhatIsNotAllowed(place, stepOf(place, ActionKind::Retry, "f1"), denied, "~rq:* ~dueline:overlay:* &rq:*",
        {"mail", "@rq"}, [&place] { return place.theirs(); });
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
    doesNothingTwice(place, stepOf(place, kind, id), stepOf(place, kind, QByteArray(id).replace('1', '2')),
        kind == ActionKind::Delete ? ItemOutcome::NotFound : ItemOutcome::MovedOn, [&place] { return place.theirs(); });
}

void TestRqFaults::aListIsActedOnByOneAtATime()
{
    RqActs place;
    for (int i = 0; i < 120; ++i)
        place.failed('f' + QByteArray::number(i), 10 + i % 40);
    BulkWalk failed;
    failed.state = TaskState::Failed;
    QCOMPARE(must(place.backend->editor()->bulk("mail")->count("mail", failed)), 120);
    actsOnAListInSteps(
        place, "mail", ActionKind::Retry, TaskState::Failed, [&place] { return qsizetype(place.queue().size()); });
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
    // The job failed, and another client requeued it.
    const auto retried = place.act(ActionKind::Retry, {"f1", "f2"});
    place.server.call({"HSET", "rq:job:f1", "enqueued_at", "2020-11-25T19:00:00.000000Z"});
    const UndoProgress undone = place.undo(retried.id);
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 1);
    QCOMPARE(place.statusOf("f1"), QByteArray("queued"));
    // Push so many jobs after the retried one that undo doesn't search far enough to find it.
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
    QCOMPARE(place.act(ActionKind::Delete, {"orphan"}).done, 1); // Deleting removes an id without a job.
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
