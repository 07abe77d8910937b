// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/celeryacts.h"

#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests operator actions on Celery messages with faults and unusual data. Doesn't need Celery itself.
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
        return stepOn(*place.backend, kind, "mail", id, fromMs(4'100'000'000'000));
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
    namesAKeyOfAnotherType(place, stepOf(place, kind, "e1"), {"SET", key, "something else"}, named,
        [&place] { return place.server.theirs(); });
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
    saysWhatIsNotAllowed(place, stepOf(place, ActionKind::Discard, "e1"), denied, "~mail* ~dueline:overlay:*", {"mail"},
        [&place] { return place.server.theirs(); });
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
    QVERIFY(must(viewer->inspector().task("mail", "e1")).facts.size()
        > 2); // all facts except the result, which this user may not read
    QVERIFY(viewer->inspector().operations("mail", 10).error().code == ErrorCode::Permission);
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
    // A step of another operation notices that the message has moved or no longer has an eta.
    doesNothingTwice(place, stepOf(place, kind, "e1"), stepOf(place, kind, "e2"),
        kind == ActionKind::RunNow ? ItemOutcome::Untimed : ItemOutcome::MovedOn,
        [&place] { return place.server.theirs(); });
}

void TestCeleryFaults::aListIsActedOnByOneAtATime()
{
    CeleryActs place;
    for (int i = 0; i < 120; ++i)
        place.server.push(CeleryServer::message('m' + QByteArray::number(i)), "mail", i % 3 ? '0' : '9');
    actsOnAListInSteps(place, "mail", ActionKind::Discard, TaskState::Due,
        [&place] { return qsizetype(120 - place.queued().size() - place.queued('9').size()); });
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
    // Undo doesn't search the middle of a long list.
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
