// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/celeryacts.h"
#include "tests/integration/gatherall.h"
#include "tests/support/chaosproxy.h"

#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// What operators' actions on messages of Celery do when something is wrong, or odd. None of it needs
/// Celery itself.
class TestCeleryFaults : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toLocal8Bit()); }
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
    void aLargeMessageIsAStepOfItsOwn();

private:
    static ActionStep stepOf(CeleryActs& place, ActionKind kind, const TaskId& id)
    {
        const Task task = must(place.backend->inspector().task("mail", id)).task;
        ActionStep step;
        step.queue = "mail";
        step.operation = makeOperationId("mail", SystemClock().now());
        step.action.kind = kind;
        step.refs = {{task.id, task.state, {}, task.at}};
        if (kind == ActionKind::Reschedule)
            step.newDue = {fromMs(4'100'000'000'000)};
        return step;
    }
};

void TestCeleryFaults::aKeyOfAnotherTypeIsNamedAndNothingChanges_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QString>("named");
    QTest::addColumn<ActionKind>("kind");
    for (const ActionKind kind :
        {ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard, ActionKind::Delete}) {
        QTest::addRow("%s, a list", actionName(kind).data()) << CeleryServer::list("mail", '9') << u"mail"_s << kind;
        QTest::addRow("%s, the trash", actionName(kind).data())
            << QByteArray("dueline:overlay:mail@celery:trash") << u"mail@celery:trash"_s << kind;
    }
}

void TestCeleryFaults::aKeyOfAnotherTypeIsNamedAndNothingChanges()
{
    QFETCH(QByteArray, key);
    QFETCH(QString, named);
    QFETCH(ActionKind, kind);
    CeleryActs place;
    place.fill();
    const ActionStep step = stepOf(place, kind, "e1");
    place.server.call({"SET", key, "something else"});
    const auto before = place.server.theirs();
    const auto refused = place.backend->editor()->act(step);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::WrongType);
    QVERIFY2(refused.error().message.contains(named), qPrintable(refused.error().message));
    QCOMPARE(place.server.theirs(), before);
    QVERIFY(place.server.call({"KEYS", "dueline:overlay:*:was"}).items.empty());
    place.server.call({"DEL", key});
    QCOMPARE(must(place.backend->editor()->act(step)), std::vector{ItemOutcome::Done}); // the same one, later
}

void TestCeleryFaults::whatAUserMayNotDoIsToldBeforeAnythingIsWritten_data()
{
    QTest::addColumn<QByteArray>("denied");
    for (const char* denied : {"-rpush", "-lpush", "-lrem", "-lset", "-lindex", "-lrange", "-lpos", "-llen", "-lpop",
             "-rpop", "-get", "-set", "-hset", "-hincrby", "-hgetall", "-pexpire", "-pexpiretime", "-unlink", "-zadd",
             "-zrem", "-zremrangebyscore"})
        QTest::newRow(denied) << QByteArray(denied);
    QTest::newRow("another priority's list") << QByteArray("resetkeys ~mail ~dueline:*");
    QTest::newRow("our keys") << QByteArray("resetkeys ~mail*");
}

void TestCeleryFaults::whatAUserMayNotDoIsToldBeforeAnythingIsWritten()
{
    QFETCH(QByteArray, denied);
    CeleryActs place;
    place.fill();
    Command user{"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all"};
    for (const QByteArray& word : denied.split(' '))
        user.push_back(word);
    QVERIFY(!place.server.call(user).isError());
    const ActionStep step = stepOf(place, ActionKind::Discard, "e1");
    const auto before = place.server.theirs();
    RedisConfig config = place.server.config();
    config.user = u"small"_s;
    config.password = Secret(QByteArray("pw"));
    const auto small = place.open(config);
    const auto refused = small->editor()->act(step);
    QVERIFY(!refused);
    QVERIFY2(refused.error().code == ErrorCode::Permission, qPrintable(refused.error().message));
    QCOMPARE(place.server.theirs(), before);
    QVERIFY(place.server.call({"KEYS", "dueline:*"}).items.empty());
    // With all it needs, and no more keys than that.
    place.server.call({"ACL", "SETUSER", "all", "on", ">pw", "resetkeys", "~mail*", "~dueline:overlay:*", "+@all"});
    config.user = u"all"_s;
    const auto all = place.open(config);
    QVERIFY(all->permitted("mail").ok());
    QCOMPARE(must(all->editor()->act(step)), std::vector{ItemOutcome::Done});
}

void TestCeleryFaults::whoMayNotSeeOurKeysSeesTheQueues()
{
    CeleryActs place;
    place.fill();
    QCOMPARE(place.act(ActionKind::Discard, {"q1"}).done, 1);
    place.server.call({"ACL", "SETUSER", "viewer", "on", ">pw", "resetkeys", "%R~mail*", "%R~_kombu*", "%R~unacked*",
        "+@all", "-@scripting"});
    RedisConfig config = place.server.config();
    config.user = u"viewer"_s;
    config.password = Secret(QByteArray("pw"));
    const auto viewer = place.open(config);
    const QueueInfo mail = must(viewer->inspector().queue("mail"));
    QVERIFY2(mail.unreadable.isEmpty(), mail.unreadable);
    QCOMPARE(mail.counts[TaskState::Due], 4);
    QCOMPARE(mail.counts[TaskState::Trash], 0);
    QCOMPARE(must(viewer->inspector().page({"mail", {}, 0, 10, StateSet::all()})).total, 4);
    QVERIFY(must(viewer->inspector().task("mail", "e1")).facts.size() > 2); // its result is not visible
    QVERIFY(must(viewer->inspector().operations("mail", 10)).empty());
    QCOMPARE(must(viewer->inspector().queues()).size(), std::size_t(2));
}

void TestCeleryFaults::aFullServerTakesUndoAndDelete()
{
    CeleryActs place;
    place.fill();
    const auto before = place.server.theirs();
    const auto done = place.act(ActionKind::RunNow, {"e1", "e2"});
    QCOMPARE(done.done, 2);
    const ActionStep discard = stepOf(place, ActionKind::Discard, "q1");
    const ActionStep removal = stepOf(place, ActionKind::Delete, "q2");
    place.server.call({"CONFIG", "SET", "maxmemory", "1"});
    const auto refused = place.backend->editor()->act(discard);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Full);
    QCOMPARE(place.undo(done.id).restored, 2);
    QCOMPARE(place.server.theirs(), before);
    QCOMPARE(must(place.backend->editor()->act(removal)), std::vector{ItemOutcome::Done});
    QCOMPARE(place.queued().size(), 2);
}

void TestCeleryFaults::aLostAnswerDoesNothingTwice_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::newRow("run now") << ActionKind::RunNow;
    QTest::newRow("reschedule") << ActionKind::Reschedule;
    QTest::newRow("discard") << ActionKind::Discard;
    QTest::newRow("delete") << ActionKind::Delete;
}

void TestCeleryFaults::aLostAnswerDoesNothingTwice()
{
    QFETCH(ActionKind, kind);
    CeleryActs place;
    place.fill();
    const ActionStep step = stepOf(place, kind, "e1");
    ChaosProxy proxy(place.server.config());
    const auto backend = place.open(proxy.config());
    // The server knows the script already.
    QCOMPARE(must(backend->editor()->act(stepOf(place, kind, "e2"))), std::vector{ItemOutcome::Done});
    const auto before = place.server.theirs();
    ChaosPlan plan;
    plan.fault = ChaosPlan::Fault::Swallow;
    plan.times = 1;
    plan.request = uniquePartOf(step.operation);
    proxy.setPlan(plan);
    // The client asks again by itself, and is told what was done.
    QCOMPARE(must(backend->editor()->act(step)), std::vector{ItemOutcome::Done});
    QCOMPARE(proxy.faults(), qint64(1));
    const auto after = place.server.theirs();
    QVERIFY(after != before);
    // A step of its own finds that it has moved on, or has no time of its own any more.
    ActionStep again = step;
    again.operation = makeOperationId("mail", SystemClock().now());
    QCOMPARE(must(backend->editor()->act(again)),
        std::vector{kind == ActionKind::RunNow ? ItemOutcome::Untimed : ItemOutcome::MovedOn});
    QCOMPARE(place.server.theirs(), after);
}

void TestCeleryFaults::aListIsActedOnByOneAtATime()
{
    CeleryActs place;
    for (int i = 0; i < 120; ++i)
        place.server.push(CeleryServer::message('m' + QByteArray::number(i)), "mail", i % 3 ? '0' : '9');
    OperationRecord record;
    record.id = makeOperationId("mail", SystemClock().now());
    record.kind = "discard";
    record.queue = "mail";
    must(place.backend->editor()->record(record));
    BulkEditor& bulk = *place.backend->editor()->bulk("mail");
    BulkWalk walk;
    walk.state = TaskState::Due;
    QCOMPARE(gatherAll(bulk, "mail", record.id, walk), 120);
    BulkStep step{"mail", record.id, {ActionKind::Discard}, 0, "me", Millis(60'000), 50};
    BulkState state;
    for (qint64 was = 0; was < 120; was = state.place) {
        state = must(bulk.act(step));
        QVERIFY(state.place > was && state.place <= was + 50);
        QCOMPARE(state.done, state.place);
        QCOMPARE(place.queued().size() + place.queued('9').size(), 120 - state.done); // written down as it is done
    }
    QVERIFY(!state.isLeft && state.skipped == 0);
    step.holder = "somebody else";
    QCOMPARE(bulk.act(step).error().code, ErrorCode::Busy);
}

void TestCeleryFaults::whatSomebodyElseDidIsNotUndone()
{
    CeleryActs place;
    place.fill();
    const auto moved = place.act(ActionKind::Reschedule, {"e1", "e2"});
    QCOMPARE(moved.done, 2);
    place.server.call({"LSET", "mail", "1", CeleryServer::message("e1", R"("2098-01-01T00:00:00+00:00")")});
    QCOMPARE(place.undo(moved.id).restored, 1);
    const auto discarded = place.act(ActionKind::Discard, {"q1", "q2"});
    QCOMPARE(place.act(ActionKind::Restore, {"q1"}).done, 1);
    QCOMPARE(place.undo(discarded.id).restored, 1);
    QCOMPARE(place.queued().size(), 3);
    // What was pushed deep below others is not looked for.
    const auto swapped = place.act(ActionKind::RunNow, {"e2"});
    Command push{"RPUSH", CeleryServer::list("mail", '6')};
    for (int i = 0; i < 10'500; ++i)
        push.push_back("x" + QByteArray::number(i));
    place.server.call(push);
    const UndoProgress undone = place.undo(swapped.id);
    QCOMPARE(undone.restored, 0);
    QCOMPARE(undone.movedOn, 1);
}

void TestCeleryFaults::aLargeMessageIsAStepOfItsOwn()
{
    CeleryActs place;
    for (const char* id : {"l1", "l2", "l3"})
        place.server.push(CeleryServer::message(id, CeleryActs::eta, '"' + QByteArray(400'000, 'x') + '"'));
    const auto before = place.server.theirs();
    const auto done = place.act(ActionKind::RunNow, {"l1", "l2", "l3"});
    QCOMPARE(done.done, 3);
    QCOMPARE(place.undo(done.id).restored, 3);
    QCOMPARE(place.server.theirs(), before);
    QCOMPARE(must(place.backend->inspector().page({"mail", TaskState::Due, 0, 10})).tasks.size(), std::size_t(3));
}

QTEST_GUILESS_MAIN(TestCeleryFaults)
#include "tst_celeryfaults.moc"
