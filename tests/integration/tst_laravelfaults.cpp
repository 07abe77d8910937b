// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/laravelacts.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests operations on Laravel jobs with faults and unusual data. Doesn't need Laravel itself.
class TestLaravelFaults : public QObject
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
    void manyOfOneInstantAreFound();
    void aLargeJobIsAStepOfItsOwn();

private:
    static ActionStep stepOf(LaravelActs& place, ActionKind kind, const QueueName& queue, const TaskId& id)
    {
        return stepOn(*place.backend, kind, queue, id);
    }
    /// Adds two waiting and two delayed jobs, and loads Horizon's data.
    static void fillTwo(LaravelActs& place)
    {
        for (const char* uuid : {"q1", "q2"})
            place.server.push(LaravelServer::job(uuid));
        for (const char* uuid : {"d1", "d2"})
            place.server.put("delayed", 9'000'000'000, LaravelServer::job(uuid));
        place.server.loadHorizon();
    }
};

void TestLaravelFaults::aKeyOfAnotherTypeIsNamedAndNothingChanges_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<QByteArray>("queue");
    QTest::addColumn<QByteArray>("id");
    const QByteArray ours = "dueline:overlay:" + LaravelServer::list + ':';
    for (const QByteArray& key : {LaravelServer::list, LaravelServer::list + ":notify", ours + "trash"}) {
        for (const ActionKind kind : {ActionKind::RunNow, ActionKind::Discard})
            QTest::addRow("%s, %s", actionName(kind).data(), key.constData())
                << key << kind << QByteArray("mail") << QByteArray("d1");
    }
    for (const QByteArray& key : {LaravelServer::list, LaravelServer::list + ":notify",
             QByteArray("laravel_horizon:recent_jobs"), QByteArray("laravel_horizon:pending_jobs"),
             QByteArray("laravel_horizon:monitoring"), QByteArray("dueline:overlay:laravel_horizon:@laravel:trash")})
        QTest::addRow("retry, %s", key.constData())
            << key << ActionKind::Retry << LaravelActs::shared << QByteArray("f-one");
    QTest::newRow("discard of Horizon's") << QByteArray("laravel_horizon:recent_failed_jobs") << ActionKind::Discard
                                          << LaravelActs::shared << QByteArray("f-one");
}

void TestLaravelFaults::aKeyOfAnotherTypeIsNamedAndNothingChanges()
{
    QFETCH(QByteArray, key);
    QFETCH(ActionKind, kind);
    QFETCH(QByteArray, queue);
    QFETCH(QByteArray, id);
    LaravelActs place;
    place.server.put("delayed", 9'000'000'000, LaravelServer::job("d1"));
    place.server.loadHorizon();
    namesAKeyOfAnotherType(place, stepOf(place, kind, queue, id), {"SET", key, "something else"},
        QString::fromLatin1(key), [&place] { return place.server.theirs(); });
}

void TestLaravelFaults::whatAUserMayNotDoIsToldBeforeAnythingIsWritten_data()
{
    QTest::addColumn<QByteArray>("denied");
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<QByteArray>("queue");
    QTest::addColumn<QByteArray>("id");
    for (const char* denied : {"-zadd", "-zrem", "-zscore", "-lpush", "-rpush", "-lrem", "-lset", "-lindex", "-lrange",
             "-lpos", "-llen", "-lpop", "-rpop", "-get", "-set", "-hset", "-hincrby", "-hgetall", "-pexpire",
             "-pexpiretime", "-unlink", "-zremrangebyscore"})
        QTest::addRow("run now %s", denied)
            << QByteArray(denied) << ActionKind::RunNow << QByteArray("mail") << QByteArray("d1");
    QTest::newRow("the list") << QByteArray("resetkeys ~laravel_database_queues:mail:* ~dueline:*")
                              << ActionKind::RunNow << QByteArray("mail") << QByteArray("d1");
    QTest::newRow("our keys") << QByteArray("resetkeys ~laravel_database_queues:*") << ActionKind::RunNow
                              << QByteArray("mail") << QByteArray("d1");
    for (const char* denied : {"-zadd", "-zrem", "-rpush", "-lpos", "-hset", "-hdel", "-hget", "-expireat",
             "-pexpireat", "-persist", "-rename", "-unlink", "-sismember", "-rpop", "-get", "-set"})
        QTest::addRow("retry %s", denied)
            << QByteArray(denied) << ActionKind::Retry << LaravelActs::shared << QByteArray("f-one");
    QTest::newRow("the queue that is pushed to") << QByteArray("resetkeys ~laravel_horizon:* ~dueline:*")
                                                 << ActionKind::Retry << LaravelActs::shared << QByteArray("f-one");
}

void TestLaravelFaults::whatAUserMayNotDoIsToldBeforeAnythingIsWritten()
{
    QFETCH(QByteArray, denied);
    QFETCH(ActionKind, kind);
    QFETCH(QByteArray, queue);
    QFETCH(QByteArray, id);
    LaravelActs place;
    place.fill();
    saysWhatIsNotAllowed(place, stepOf(place, kind, queue, id), denied,
        "~laravel_database_queues:* ~laravel_horizon:* %R~horizon:* ~dueline:overlay:*", {"mail", LaravelActs::shared},
        [&place] { return place.server.theirs(); });
}

void TestLaravelFaults::whoMayNotSeeOurKeysSeesTheQueues()
{
    LaravelActs place;
    place.fill();
    QCOMPARE(place.act("mail", ActionKind::Discard, {"q1"}).done, 1);
    place.server.call(
        {"ACL", "SETUSER", "viewer", "on", ">pw", "resetkeys", "%R~laravel_database_queues:*", "+@all", "-@scripting"});
    RedisConfig config = place.server.config();
    config.user = u"viewer"_s;
    config.password = Secret(QByteArray("pw"));
    const auto viewer = place.open(config);
    const QueueInfo mail = must(viewer->inspector().queue("mail"));
    QVERIFY2(mail.unreadable.isEmpty(), mail.unreadable);
    QCOMPARE(mail.counts[TaskState::Due], 2);
    QCOMPARE(mail.counts[TaskState::Trash], 0);
    QCOMPARE(must(viewer->inspector().page({"mail", {}, 0, 10, StateSet::all()})).total, 5);
    QVERIFY(viewer->inspector().operations("mail", 10).error().code == ErrorCode::Permission);
    QCOMPARE(must(viewer->inspector().queues()).size(), std::size_t(1)); // this user can't see Horizon
}

void TestLaravelFaults::aFullServerTakesUndoAndDelete()
{
    LaravelActs place;
    place.fill();
    const auto before = place.server.theirs();
    const auto done = place.act("mail", ActionKind::RunNow, {"d1", "d2"});
    QCOMPARE(done.done, 2);
    const auto retried = place.act(LaravelActs::shared, ActionKind::Retry, {"f-two"});
    QCOMPARE(retried.done, 1);
    const ActionStep discard = stepOf(place, ActionKind::Discard, "mail", "q1");
    const ActionStep removal = stepOf(place, ActionKind::Delete, "mail", "q2");
    place.server.call({"CONFIG", "SET", "maxmemory", "1"});
    const auto refused = place.backend->editor()->act(discard);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Full);
    QCOMPARE(place.undo(LaravelActs::shared, retried.id).restored, 1);
    QCOMPARE(place.undo("mail", done.id).restored, 2);
    QCOMPARE(place.server.theirs(), before);
    QCOMPARE(must(place.backend->editor()->act(removal)), std::vector{ItemOutcome::Done});
    QCOMPARE(place.queued(), (QByteArrayList{LaravelServer::job("q1"), LaravelServer::job("q3")}));
}

void TestLaravelFaults::aLostAnswerDoesNothingTwice_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<QByteArray>("queue");
    QTest::addColumn<QByteArrayList>("ids"); // ids of this step's job and of an earlier step's job
    QTest::newRow("run now") << ActionKind::RunNow << QByteArray("mail") << QByteArrayList{"d1", "d2"};
    QTest::newRow("reschedule") << ActionKind::Reschedule << QByteArray("mail") << QByteArrayList{"d1", "d2"};
    QTest::newRow("discard") << ActionKind::Discard << QByteArray("mail") << QByteArrayList{"q1", "q2"};
    QTest::newRow("delete") << ActionKind::Delete << QByteArray("mail") << QByteArrayList{"d1", "d2"};
    QTest::newRow("discard of Horizon's")
        << ActionKind::Discard << LaravelActs::shared << QByteArrayList{"f-one", "f-two"};
}

void TestLaravelFaults::aLostAnswerDoesNothingTwice()
{
    QFETCH(ActionKind, kind);
    QFETCH(QByteArray, queue);
    QFETCH(QByteArrayList, ids);
    LaravelActs place;
    fillTwo(place);
    doesNothingTwice(place, stepOf(place, kind, queue, ids[0]), stepOf(place, kind, queue, ids[1]),
        ItemOutcome::MovedOn, [&place] { return place.server.theirs(); });
}

void TestLaravelFaults::aListIsActedOnByOneAtATime()
{
    LaravelActs place;
    for (int i = 0; i < 120; ++i)
        place.server.put("delayed", 9'000'000'000 + i, LaravelServer::job('d' + QByteArray::number(i)));
    actsOnAListInSteps(
        place, "mail", ActionKind::RunNow, TaskState::Scheduled, [&place] { return qsizetype(place.queued().size()); });
}

void TestLaravelFaults::whatSomebodyElseDidIsNotUndone()
{
    LaravelActs place;
    place.fill();
    const auto rescheduled = place.act("mail", ActionKind::Reschedule, {"d1", "d2"});
    place.server.put("delayed", 9'300'000'000, LaravelServer::job("d1"));
    QCOMPARE(place.undo("mail", rescheduled.id).restored, 1);
    const auto discarded = place.act("mail", ActionKind::Discard, {"q1", "q2"});
    QCOMPARE(place.act("mail", ActionKind::Restore, {"q1"}).done, 1);
    QCOMPARE(place.undo("mail", discarded.id).restored, 1);
    QCOMPARE(place.queued().size(), 3);
    // Push so many jobs after this one that undo doesn't search far enough to find it.
    const auto pushed = place.act("mail", ActionKind::RunNow, {"d1"});
    Command push{"RPUSH", LaravelServer::list};
    for (int i = 0; i < 10'500; ++i)
        push.push_back("x" + QByteArray::number(i));
    place.server.call(push);
    const UndoProgress undone = place.undo("mail", pushed.id);
    QCOMPARE(undone.restored, 0);
    QCOMPARE(undone.movedOn, 1);
}

void TestLaravelFaults::manyOfOneInstantAreFound()
{
    LaravelActs place;
    for (int i = 0; i < 5000; ++i) // all jobs have the same due time
        place.server.put("delayed", 9'000'000'000, LaravelServer::job('d' + QByteArray::number(i)));
    const auto before = place.server.theirs();
    const auto done = place.act("mail", ActionKind::RunNow, {});
    QCOMPARE(done.done, 5000);
    QCOMPARE(place.queued().size(), 5000);
    QCOMPARE(place.undo("mail", done.id).restored, 5000);
    QCOMPARE(place.server.theirs(), before);
    QCOMPARE(place.act("mail", ActionKind::Reschedule, {"d7", "d777", "d4999"}).done, 3);
}

void TestLaravelFaults::aLargeJobIsAStepOfItsOwn()
{
    LaravelActs place;
    const QByteArray filling(400'000, 'x');
    for (const char* uuid : {"l1", "l2", "l3"})
        place.server.put("delayed", 9'000'000'000, LaravelServer::job(uuid, R"(,"filling":")" + filling + '"'));
    const auto before = place.server.theirs();
    const auto done = place.act("mail", ActionKind::RunNow, {"l1", "l2", "l3"});
    QCOMPARE(done.done, 3);
    QCOMPARE(place.queued().size(), 3);
    QCOMPARE(place.undo("mail", done.id).restored, 3);
    QCOMPARE(place.server.theirs(), before);
}

QTEST_GUILESS_MAIN(TestLaravelFaults)
#include "tst_laravelfaults.moc"
