// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/asynqacts.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

using Skipped = std::map<SkipReason, qint64>;

/// Tests operator actions on asynq tasks: they have the same effects as asynq's own calls, and undo restores every
/// byte.
class TestAsynqActions : public QObject
{
    Q_OBJECT

private slots:
    void eachActionIsUndoneToTheByte_data()
    {
        QTest::addColumn<ActionKind>("kind");
        QTest::addColumn<QByteArrayList>("ids");
        QTest::newRow("retry") << ActionKind::Retry << QByteArrayList{"f1", "f2", "r1"};
        QTest::newRow("run now") << ActionKind::RunNow << QByteArrayList{"s2", "s1", "r2"};
        QTest::newRow("reschedule") << ActionKind::Reschedule << QByteArrayList{"s1", "r2"};
        QTest::newRow("discard") << ActionKind::Discard << QByteArrayList{"p2", "s1", "f1", "p1", "r1"};
    }

    void eachActionIsUndoneToTheByte()
    {
        QFETCH(ActionKind, kind);
        QFETCH(QByteArrayList, ids);
        AsynqActs place;
        place.fill();
        const auto before = place.theirs();
        const ActDone done = place.act(kind, {ids.begin(), ids.end()});
        QCOMPARE(done.done, ids.size());
        QVERIFY(place.theirs() != before);
        const UndoProgress undone = place.undo(done.id);
        QCOMPARE(undone.restored, ids.size());
        QCOMPARE(place.theirs(), before);
        for (const Reply& key : place.server.call({"KEYS", "dueline:*"}).items)
            QVERIFY2(place.server.call({"PTTL", key.bytes}).integer > 0, key.bytes);
    }

    void aUniqueKeyIsFreedAndPutBack()
    {
        AsynqActs place;
        place.fill();
        const QByteArray key = "asynq:{mail}:unique:mail:send:00";
        place.server.call({"SET", key, "s1", "EX", "3600"});
        place.server.call({"HSET", "asynq:{mail}:t:s1", "unique_key", key});
        // Another queue's unique key is unchanged.
        place.server.call({"SET", "other", "s2"});
        place.server.call({"HSET", "asynq:{mail}:t:s2", "unique_key", "other"});
        const auto before = place.theirs();
        const ActDone done = place.act(ActionKind::Discard, {"s1", "s2"});
        QCOMPARE(done.done, 2);
        QCOMPARE(place.server.call({"EXISTS", key}).integer, 0);
        QCOMPARE(place.server.call({"GET", "other"}).bytes, QByteArray("s2"));
        QCOMPARE(must(place.backend->inspector().task("mail", "s1")).restoresTo->state, TaskState::Scheduled);
        place.server.call({"SET", key, "another"});
        QCOMPARE(place.act(ActionKind::Restore, {"s1"}).skipped, (Skipped{{SkipReason::IdTaken, 1}}));
        place.server.call({"DEL", key});
        QCOMPARE(place.undo(done.id).restored, 2);
        QCOMPARE(place.theirs(), before);
        QVERIFY(place.server.call({"PTTL", key}).integer > 3'500'000);
    }

    void whatWasTakenMeanwhileIsLeftAlone()
    {
        AsynqActs place;
        place.fill();
        const ActDone done = place.act(ActionKind::Retry, {"f1", "f2"});
        // A server claims the first task.
        place.server.call({"LREM", "asynq:{mail}:pending", "1", "f1"});
        place.server.call({"LPUSH", "asynq:{mail}:active", "f1"});
        place.server.call({"ZADD", "asynq:{mail}:lease", "9000000000", "f1"});
        place.server.call({"HSET", "asynq:{mail}:t:f1", "state", "active"});
        place.server.call({"HDEL", "asynq:{mail}:t:f1", "pending_since"});
        const UndoProgress undone = place.undo(done.id);
        QCOMPARE(undone.restored, 1);
        QCOMPARE(undone.movedOn, 1);
        QCOMPARE(place.stateOf("f1"), QByteArray("active"));
        QCOMPARE(place.stateOf("f2"), QByteArray("archived"));
        QCOMPARE(
            place.act(ActionKind::Discard, {"f1"}, StateSet::all(), true).skipped, (Skipped{{SkipReason::Started, 1}}));
    }

    void whatMovedBeforeTheActIsLeftAlone()
    {
        AsynqActs place;
        place.fill();
        OperationRun run(AsynqActs::request("mail", {ActionKind::RunNow}, {"s1", "s2"}));
        QCOMPARE(must(run.preview(*place.backend)).total, 2);
        place.server.call({"ZINCRBY", "asynq:{mail}:scheduled", "7", "s1"});
        QCOMPARE(must(run.finish(*place.backend)).done, 1);
        QCOMPARE(run.skipped().counts(), (Skipped{{SkipReason::MovedOn, 1}}));
        QCOMPARE(place.pending(), (QByteArrayList{"s2", "p2", "p1"}));
    }

    void aDeleteLeavesNothingBehind()
    {
        AsynqActs place;
        place.fill();
        QCOMPARE(place.act(ActionKind::Discard, {"p2"}).done, 1);
        QCOMPARE(place.act(ActionKind::Delete, {}).done, 8);
        QCOMPARE(place.theirs().size(), std::size_t(1)); // Only the list of queues is left.
        QVERIFY(place.server.call({"KEYS", "dueline:overlay:asynq:{mail}:trash*"}).items.empty());
    }

    void tasksAreAddedAsAsynqDoes()
    {
        AsynqActs place;
        place.fill();
        QueueEditor& editor = *place.backend->editor();
        NewTask now{"mail:send#n1", {}, {}, {}, R"({"n":1})"};
        NewTask later = now;
        later.id = "mail:send#n2";
        later.dueIn = Millis(60'000);
        const auto added = must(editor.add("new", {now, later}));
        QCOMPARE(added, (std::vector<AddOutcome>{AddOutcome::Added, AddOutcome::Added}));
        QCOMPARE(must(editor.add("new", {now})), std::vector<AddOutcome>{AddOutcome::Exists});
        const auto message = AsynqMessage::read(place.server.call({"HGET", "asynq:{new}:t:n1", "msg"}).bytes);
        QVERIFY(message && message->type == "mail:send" && message->queue == "new" && message->id == "n1");
        QCOMPARE(message->maxRetry, 25);
        QCOMPARE(message->timeout, 1800);
        QCOMPARE(must(place.backend->inspector().queue("new")).counts[TaskState::Scheduled], 1);
        now.unique = UniqueKey{"k", Millis(1000)};
        QCOMPARE(editor.add("new", {now}).error().code, ErrorCode::NotSupported);
    }

    void aQueueIsPausedAndATaskCancelled()
    {
        AsynqActs place;
        place.fill();
        QueueEditor& editor = *place.backend->editor();
        QVERIFY(editor.setPaused("mail", true).ok());
        QVERIFY(must(place.backend->inspector().queue("mail")).paused);
        QVERIFY(editor.setPaused("mail", false).ok());
        QVERIFY(!must(place.backend->inspector().queue("mail")).paused);
        QCOMPARE(must(editor.cancel("mail", {"p1", TaskState::Due, {}, {}})), ItemOutcome::MovedOn);
        place.server.call({"HSET", "asynq:{mail}:t:p1", "state", "active"});
        QCOMPARE(editor.cancel("mail", {"p1", TaskState::Leased, {}, {}}).error().code, ErrorCode::Refused);
    }

    void aUserWhoMayLessWritesNothing()
    {
        AsynqActs place;
        place.fill();
        place.server.call({"ACL", "SETUSER", "less", "on", ">pw", "~*", "&*", "+@all", "-rename"});
        RedisConfig config = place.server.config();
        config.user = u"less"_s;
        config.password = Secret(QByteArray("pw"));
        const auto backend = place.open(config);
        const auto before = place.theirs();
        OperationRun run(AsynqActs::request("mail", {ActionKind::Retry}, {"f1"}));
        const auto done = run.finish(*backend);
        QVERIFY(!done.ok());
        QCOMPARE(done.error().code, ErrorCode::Permission);
        QCOMPARE(place.theirs(), before);
    }

    void aKeyOfAnotherTypeIsNamed()
    {
        AsynqActs place;
        place.fill();
        place.server.call({"DEL", "asynq:{mail}:completed"});
        place.server.call({"SET", "asynq:{mail}:completed", "a string"});
        const auto before = place.theirs();
        const ActionStep step{
            "mail", "mail/op1", {ActionKind::Retry}, {{"f1", TaskState::Failed, {}, fromMs(1'600'000'049'000)}}, {}};
        const auto refused = place.backend->editor()->act(step);
        QCOMPARE(refused.error().code, ErrorCode::WrongType);
        QCOMPARE(place.theirs(), before);
    }
};

QTEST_GUILESS_MAIN(TestAsynqActions)
#include "tst_asynqactions.moc"
