// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationrun.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/streamactions.h"
#include "tests/support/custompeer.h"
#include "tests/support/nodepeer.h"

#include <QSet>

#include <random>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests actions on streams with consumer groups.
class TestStreamActions : public QObject
{
    Q_OBJECT

private slots:
    void aReleaseIsUndoneToTheByte();
    void onlyWhatWasSeenIsChanged();
    void aConsumerThatMayRunAMessageKeepsIt();
    void aPendingMessageIsDiscardedAndRestored();
    void aPendingMessageIsCopied();
    void aWaitingMessageReturnsAsANewOne();
    void deadLettersAreRetriedAndDiscarded();
    void delayedMessagesAreMovedAndDiscarded();
    void ghostsAreOnlyDeleted();
    void handledMessagesAreDeletedOnceAllGroupsAreDone();
    void otherGroupsAreNotAffected();
    void longMessagesAreDiscardedAFewAtATime();
    void anOperatorsRightsSuffice();
    void aMissingRightOrAWrongTypeIsRefusedFirst();
    void aFullServerStillDeletes();
    void duectlReleasesAndUndoes();
    void undoneInReverseOrderNothingHasChanged();
    void undoneInAnyOrderNothingIsLost();
    void orphanedMessagesRunBesideLiveWorkers_data();
    void orphanedMessagesRunBesideLiveWorkers();

private:
    using Outcomes = std::vector<ItemOutcome>;
    static bool areDone(const Outcomes& outcomes)
    {
        return !outcomes.empty() && std::all_of(outcomes.begin(), outcomes.end(), [](ItemOutcome each) {
            return each == ItemOutcome::Done;
        });
    }
    static qint64 longAgo() { return QDateTime::currentMSecsSinceEpoch() - dayMs; }
    int actAtRandom(StreamActions& place, std::mt19937& random, bool onlyExact, std::vector<OperationId>& operations);
    void fill(StreamActions& place);
};

void TestStreamActions::aReleaseIsUndoneToTheByte()
{
    StreamActions place;
    const QByteArrayList ids = place.stream.add(120);
    place.read("w1", 60);
    place.read("w2", 50);
    for (int i = 0; i < 110; ++i)
        place.deliver(ids[i], i < 60 ? "w1" : "w2", longAgo() + i, i % 5 + 1);
    const QByteArray before = place.everything();
    std::vector<Task> tasks = place.page(TaskState::Leased);
    QCOMPARE(tasks.size(), std::size_t(110));
    tasks.resize(100);
    QVERIFY(areDone(place.act(ActionKind::Retry, tasks)));
    QVERIFY(place.everything() != before);
    const std::vector<Task> released = place.page(TaskState::Leased);
    QCOMPARE(std::count_if(
                 released.begin(), released.end(), [](const Task& task) { return task.nativeState == "released"; }),
        100);
    QCOMPARE(released.front().attempt, 1); // the delivery count stays
    QCOMPARE(place.act(ActionKind::Retry, {released.front()}), Outcomes{ItemOutcome::RetryWaits});
    // The next consumer to claim idle messages gets them.
    const Reply claimed = place.server.call({"XAUTOCLAIM", "orders", "g", "w3", "1000000000", "-", "COUNT", "1"});
    QCOMPARE(claimed.items[1].items.size(), std::size_t(1));
    const UndoStep undone = place.undo(place.queue + "/op1");
    QCOMPARE(undone.restored, 99);
    QCOMPARE(undone.movedOn, 1);
}

void TestStreamActions::onlyWhatWasSeenIsChanged()
{
    StreamActions place;
    const QByteArrayList ids = place.stream.add(8);
    place.read("w1", 8);
    for (const QByteArray& id : ids)
        place.deliver(id, "w1", longAgo());
    std::vector<Task> seen = place.page(TaskState::Leased);
    std::sort(seen.begin(), seen.end(), [](const Task& a, const Task& b) { return a.id < b.id; });
    place.server.call({"XACK", "orders", "g", ids[0]});
    place.deliver(ids[1], "w2", longAgo());
    place.deliver(ids[2], "w1", longAgo(), 2);
    place.deliver(ids[3], "w1", longAgo() + 60'000);
    place.server.call({"XDEL", "orders", ids[4]});
    const QByteArray before = place.everything();
    for (const ActionKind kind : {ActionKind::Retry, ActionKind::RunNow, ActionKind::Discard}) {
        const Outcomes outcomes = place.act(kind, {seen.begin(), seen.begin() + 5});
        QCOMPARE(outcomes,
            (Outcomes{ItemOutcome::MovedOn, ItemOutcome::MovedOn, ItemOutcome::MovedOn, ItemOutcome::MovedOn,
                ItemOutcome::NoMessage}));
    }
    QCOMPARE(place.everything(), before);
    const ActionStep twice = place.step(ActionKind::Discard, {seen[5], seen[5]});
    QCOMPARE(must(place.backend->editor()->act(twice)), (Outcomes{ItemOutcome::Done, ItemOutcome::MovedOn}));
    QCOMPARE(place.undo(twice.operation).restored, 1);
    QCOMPARE(place.everything(), before);
    QVERIFY(areDone(place.act(ActionKind::Retry, {seen[6]})));
    place.server.call({"XACK", "orders", "g", ids[6]});
    QCOMPARE(place.undo().movedOn, 1);
}

void TestStreamActions::aConsumerThatMayRunAMessageKeepsIt()
{
    StreamActions place;
    const QByteArrayList ids = place.stream.add(2);
    place.read("w1", 1);
    const std::vector<Task> seen = place.page(TaskState::Leased);
    for (const ActionKind kind : {ActionKind::Retry, ActionKind::RunNow, ActionKind::Discard, ActionKind::Delete})
        QCOMPARE(place.act(kind, seen, Millis(minuteMs)), Outcomes{ItemOutcome::MayRun});
    // An active consumer may have abandoned a message, so the message's own idle time counts.
    place.deliver(ids[0], "w1", longAgo());
    place.read("w1", 1);
    std::vector<Task> both = place.page(TaskState::Leased);
    QCOMPARE(both.front().id, ids[0]);
    QCOMPARE(
        place.act(ActionKind::Discard, both, Millis(minuteMs)), (Outcomes{ItemOutcome::Done, ItemOutcome::MayRun}));
    // If the operator specifies no limit, the layout's applies.
    ActionStep step = place.step(ActionKind::Discard, {both[1]});
    step.action.idle.reset();
    QCOMPARE(must(place.backend->editor()->act(step)), Outcomes{ItemOutcome::MayRun});
    QTest::qWait(2100);
    QCOMPARE(must(place.backend->editor()->act(step)), Outcomes{ItemOutcome::Done});
}

void TestStreamActions::aPendingMessageIsDiscardedAndRestored()
{
    StreamActions place;
    const QByteArrayList ids = place.stream.add(3);
    place.server.call({"XADD", "orders", "*", "a", "1", "a", QByteArray("2\0\xff", 3), "message", "m"});
    place.read("w1", 4);
    const QByteArray before = place.everything();
    const std::vector<Task> seen = place.page(TaskState::Leased);
    QVERIFY(areDone(place.act(ActionKind::Discard, seen)));
    const OperationId discard = place.last;
    QVERIFY(place.pending("g").isEmpty());
    std::vector<Task> trash = place.page(TaskState::Trash);
    QCOMPARE(trash.size(), std::size_t(4));
    QCOMPARE(must(place.backend->inspector().queue(place.queue)).counts[TaskState::Trash], 4);
    const auto found = must(place.backend->inspector().taskIn(place.queue, ids[0], StateSet{TaskState::Trash}));
    QCOMPARE(found.task.state, TaskState::Trash);
    QCOMPARE(found.task.nativeState, QByteArray("discarded"));
    QVERIFY(areDone(place.act(ActionKind::Restore, trash)));
    QCOMPARE(place.everything(), before);
    QVERIFY(place.page(TaskState::Trash).empty());
    QCOMPARE(place.undo().restored, 4);
    QCOMPARE(place.page(TaskState::Trash).size(), std::size_t(4));
    // A message deleted meanwhile is restored as a new message and delivered again.
    place.server.call({"XDEL", "orders", ids[0]});
    QCOMPARE(place.undo(discard).restored, 4);
    QCOMPARE(place.page(TaskState::Leased).size(), std::size_t(3));
    const std::vector<Task> waiting = place.page(TaskState::Due);
    QCOMPARE(waiting.size(), std::size_t(1));
    QCOMPARE(waiting.front().preview, QByteArray("{\"n\":0}"));
    QVERIFY(areDone(place.act(ActionKind::Discard, place.page(TaskState::Leased))));
    QVERIFY(areDone(place.act(ActionKind::Delete, place.page(TaskState::Trash))));
    QVERIFY(place.page(TaskState::Trash).empty());
}

void TestStreamActions::aPendingMessageIsCopied()
{
    StreamActions place;
    place.stream.add(3);
    place.read("w1", 3);
    const QByteArray before = place.everything();
    QVERIFY(areDone(place.act(ActionKind::RunNow, place.page(TaskState::Leased))));
    QCOMPARE(place.page(TaskState::Due).size(), std::size_t(3));
    QCOMPARE(place.page(TaskState::Done).size(), std::size_t(3));
    QCOMPARE(place.undo().restored, 3);
    QCOMPARE(place.everything(), before);
    QVERIFY(areDone(place.act(ActionKind::RunNow, place.page(TaskState::Leased))));
    place.read("w2", 1); // the first copy was delivered
    const UndoStep undone = place.undo();
    QCOMPARE(undone.restored, 2);
    QCOMPARE(undone.movedOn, 1);
}

void TestStreamActions::aWaitingMessageReturnsAsANewOne()
{
    StreamActions place;
    const QByteArrayList ids = place.stream.add(3);
    const std::vector<Task> seen = place.page(TaskState::Due);
    QCOMPARE(place.act(ActionKind::Reschedule, {seen[0]}), Outcomes{ItemOutcome::Untimed});
    QVERIFY(areDone(place.act(ActionKind::Discard, {seen[0], seen[1]})));
    QCOMPARE(place.page(TaskState::Due).size(), std::size_t(1));
    QCOMPARE(place.undo().restored, 2);
    std::vector<Task> back = place.page(TaskState::Due);
    QCOMPARE(back.size(), std::size_t(3));
    QCOMPARE(back[1].preview, QByteArray("{\"n\":0}")); // The messages are in their original order.
    QCOMPARE(back[2].preview, QByteArray("{\"n\":1}"));
    QVERIFY(areDone(place.act(ActionKind::Discard, back)));
    QVERIFY(areDone(place.act(ActionKind::Restore, place.page(TaskState::Trash))));
    QCOMPARE(place.page(TaskState::Due).size(), std::size_t(3));
    QCOMPARE(place.undo().restored, 3);
    QCOMPARE(place.page(TaskState::Trash).size(), std::size_t(3));
}

void TestStreamActions::deadLettersAreRetriedAndDiscarded()
{
    StreamActions place;
    for (const char* n : {"a", "b", "c"})
        place.server.call({"XADD", "failed", "*", "message", n});
    std::vector<Task> dead = place.page(TaskState::Failed);
    QCOMPARE(dead.size(), std::size_t(3));
    QVERIFY(areDone(place.act(ActionKind::Retry, {dead[0], dead[1]})));
    QCOMPARE(place.page(TaskState::Due).size(), std::size_t(2));
    QCOMPARE(place.page(TaskState::Failed).size(), std::size_t(1));
    place.read("w1", 1);
    const UndoStep undone = place.undo();
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 1);
    QCOMPARE(place.page(TaskState::Failed).size(), std::size_t(2));
    QVERIFY(areDone(place.act(ActionKind::Discard, place.page(TaskState::Failed))));
    QVERIFY(place.page(TaskState::Failed).empty());
    QCOMPARE(place.undo().restored, 2);
    QCOMPARE(place.page(TaskState::Failed).size(), std::size_t(2));
    place.server.call({"XGROUP", "CREATE", "orders", "other", "0"});
    QCOMPARE(place.act(ActionKind::Retry, {place.page(TaskState::Failed)[0]}), Outcomes{ItemOutcome::OtherGroups});
    QVERIFY(areDone(place.act(ActionKind::Delete, place.page(TaskState::Failed))));
}

void TestStreamActions::delayedMessagesAreMovedAndDiscarded()
{
    StreamActions place;
    for (const char* n : {"a", "b", "c"})
        place.server.call({"ZADD", "later", "1900000000000", n});
    const QByteArray before = place.everything();
    std::vector<Task> later = place.page(TaskState::Scheduled);
    QCOMPARE(later.size(), std::size_t(3));
    QVERIFY(areDone(place.act(ActionKind::RunNow, {later[0]})));
    const OperationId runNow = place.last;
    QTRY_COMPARE(place.page(TaskState::Due).size(), std::size_t(1));
    QVERIFY(areDone(place.act(ActionKind::Reschedule, {later[1]})));
    const OperationId reschedule = place.last;
    // The due time has changed since the task was read.
    QCOMPARE(place.act(ActionKind::Discard, {later[1]}), Outcomes{ItemOutcome::MovedOn});
    QVERIFY(areDone(place.act(ActionKind::Discard, {later[2]})));
    QCOMPARE(place.page(TaskState::Trash).at(0).preview, QByteArray("c"));
    QVERIFY(areDone(place.act(ActionKind::Restore, place.page(TaskState::Trash))));
    QCOMPARE(place.undo().restored, 1);
    QVERIFY(areDone(place.act(ActionKind::Restore, place.page(TaskState::Trash))));
    QCOMPARE(place.undo(reschedule).restored, 1);
    QCOMPARE(place.undo(runNow).restored, 1);
    QCOMPARE(place.everything(), before);
    QVERIFY(areDone(place.act(ActionKind::Delete, later)));
    QVERIFY(place.page(TaskState::Scheduled).empty());
}

void TestStreamActions::ghostsAreOnlyDeleted()
{
    StreamActions place;
    const QByteArrayList ids = place.stream.add(4);
    place.read("w1", 4);
    place.server.call({"XDEL", "orders", ids[1], ids[2]});
    std::vector<Task> ghosts = place.page(TaskState::Leased);
    std::erase_if(ghosts, [](const Task& task) { return task.nativeState != "ghost"; });
    QCOMPARE(place.act(ActionKind::Retry, ghosts), (Outcomes{ItemOutcome::NoMessage, ItemOutcome::NoMessage}));
    const Answer preview = Duectl(place.server.url()).run("retry orders@stream --all --force --idle 1ms --dry-run");
    QVERIFY2(preview.out.contains("Would be skipped: 2 whose message was deleted."), preview.all());
    QVERIFY(areDone(place.act(ActionKind::Delete, ghosts, Millis(minuteMs))));
    QCOMPARE(place.page(TaskState::Leased).size(), std::size_t(2));
}

void TestStreamActions::handledMessagesAreDeletedOnceAllGroupsAreDone()
{
    StreamActions place;
    place.server.call({"XGROUP", "CREATE", "orders", "other", "0"});
    const QByteArrayList ids = place.stream.add(4);
    place.read("w1", 4);
    place.server.call({"XACK", "orders", "g", ids[0], ids[1], ids[2]});
    place.read("x", 2, "other");
    place.server.call({"XACK", "orders", "other", ids[1]});
    std::vector<Task> done = place.page(TaskState::Done);
    std::sort(done.begin(), done.end(), [](const Task& a, const Task& b) { return a.id < b.id; });
    QCOMPARE(place.act(ActionKind::Delete, done),
        (Outcomes{ItemOutcome::OtherGroups, ItemOutcome::Done, ItemOutcome::OtherGroups}));
    QCOMPARE(place.act(ActionKind::Discard, {done[0]}), Outcomes{ItemOutcome::Refused});
    QCOMPARE(place.server.call({"XLEN", "orders"}).integer, 3);
}

void TestStreamActions::otherGroupsAreNotAffected()
{
    StreamActions place;
    place.server.call({"XGROUP", "CREATE", "orders", "other", "0"});
    place.stream.add(5);
    place.read("w1", 3);
    place.read("x", 4, "other");
    const QByteArray before = place.everything();
    const QByteArray other = place.pending("other");
    const std::vector<Task> seen = place.page(TaskState::Leased);
    QCOMPARE(place.act(ActionKind::RunNow, seen), Outcomes(3, ItemOutcome::OtherGroups));
    QCOMPARE(place.act(ActionKind::Discard, place.page(TaskState::Due)), Outcomes(2, ItemOutcome::OtherGroups));
    QCOMPARE(place.everything(), before);
    QVERIFY(areDone(place.act(ActionKind::Retry, {seen[0]})));
    const OperationId release = place.last;
    QVERIFY(areDone(place.act(ActionKind::Discard, {seen[1]})));
    QCOMPARE(place.pending("other"), other);
    QCOMPARE(place.undo().restored, 1);
    QCOMPARE(place.undo(release).restored, 1);
    QCOMPARE(place.everything(), before);
}

void TestStreamActions::longMessagesAreDiscardedAFewAtATime()
{
    StreamActions place;
    const QByteArray body(1024 * 1024, 'x');
    for (int i = 0; i < 12; ++i)
        place.server.call({"XADD", "orders", "*", "message", body});
    place.read("w1", 12);
    const QByteArray before = place.pending("g");
    QVERIFY(areDone(place.act(ActionKind::Discard, place.page(TaskState::Leased))));
    QVERIFY(place.pending("g").isEmpty());
    QCOMPARE(place.undo().restored, 12);
    QCOMPARE(place.pending("g"), before);
}

void TestStreamActions::anOperatorsRightsSuffice()
{
    StreamActions place;
    place.stream.add(6);
    place.read("w1", 4);
    place.server.call({"XADD", "failed", "*", "message", "{}"});
    place.server.call({"ZADD", "later", "1900000000000", "x"});
    const LayoutSpec spec = parseLayout(QString::fromLatin1(StreamActions::all)).value();
    Command rule{"ACL", "SETUSER", "operator", "reset", "on", ">secret"};
    for (const QByteArray& each : spec.type().rights(AclRole::Operator, spec.parameters().get(), "dueline")->rules())
        rule.push_back(each);
    QCOMPARE(place.server.call(rule).bytes, QByteArray("OK"));
    RedisConfig config = place.server.config();
    config.user = u"operator"_s;
    config.password = Secret("secret");
    place.backend = place.open(config);
    for (const TaskState state : {TaskState::Leased, TaskState::Due, TaskState::Failed, TaskState::Scheduled}) {
        for (const ActionKind kind :
            {ActionKind::Retry, ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard}) {
            const std::vector<Task> tasks = place.page(state);
            QVERIFY(!tasks.empty());
            const Outcomes outcomes = place.act(kind, {tasks.front()});
            if (outcomes.front() == ItemOutcome::Done)
                QCOMPARE(place.undo().restored, 1);
        }
    }
    QVERIFY(areDone(place.act(ActionKind::Discard, place.page(TaskState::Leased))));
    QVERIFY(areDone(place.act(ActionKind::Restore, {place.page(TaskState::Trash)[0]})));
    QVERIFY(areDone(place.act(ActionKind::Delete, place.page(TaskState::Trash))));
    QVERIFY(!must(place.backend->inspector().operations(place.queue, 10)).empty());
}

void TestStreamActions::aMissingRightOrAWrongTypeIsRefusedFirst()
{
    StreamActions place;
    place.stream.add(2);
    place.read("w1", 2);
    const QByteArray before = place.everything();
    const std::vector<Task> seen = place.page(TaskState::Leased);
    place.server.call({"ACL", "SETUSER", "half", "reset", "on", ">secret", "~*", "+@all", "-xclaim"});
    RedisConfig config = place.server.config();
    config.user = u"half"_s;
    config.password = Secret("secret");
    const auto half = place.open(config);
    const auto lacking = half->editor()->act(place.step(ActionKind::Discard, seen));
    QCOMPARE(lacking.error().code, ErrorCode::Permission);
    QVERIFY2(lacking.error().message.contains(u"XCLAIM"), qPrintable(lacking.error().message));
    place.server.call({"SET", "later", "x"});
    const auto wrong = place.backend->editor()->act(place.step(ActionKind::Discard, seen));
    QCOMPARE(wrong.error().code, ErrorCode::WrongType);
    place.server.call({"DEL", "later"});
    QCOMPARE(place.everything(), before);
    place.server.call({"DEL", "orders"});
    QCOMPARE(place.backend->editor()->act(place.step(ActionKind::Discard, seen)).error().code, ErrorCode::NotFound);
}

void TestStreamActions::aFullServerStillDeletes()
{
    StreamActions place;
    place.stream.add(2);
    place.read("w1", 2);
    const std::vector<Task> seen = place.page(TaskState::Leased);
    must(place.backend->editor()->act(place.step(ActionKind::Retry, {seen[0]})));
    place.server.call({"CONFIG", "SET", "maxmemory", "1"});
    QCOMPARE(place.backend->editor()->act(place.step(ActionKind::Discard, {seen[1]})).error().code, ErrorCode::Full);
    QCOMPARE(
        must(place.backend->editor()->act(place.step(ActionKind::Delete, {seen[1]}))), Outcomes{ItemOutcome::Done});
}

void TestStreamActions::duectlReleasesAndUndoes()
{
    RedisServer server;
    StreamPlace stream(server, "orders");
    stream.group("g");
    const QByteArrayList ids = stream.add(5);
    server.call({"XREADGROUP", "GROUP", "g", "w1", "COUNT", "3", "STREAMS", "orders", ">"});
    const Duectl duectl(server.url());
    const Answer held = duectl.run("retry orders@stream --match worker:w1 --yes");
    QVERIFY2(held.all().contains("held by a worker") && held.all().contains("--force"), held.all());
    const Answer recent = duectl.run("retry orders@stream --match worker:w1 --force --yes");
    QVERIFY2(recent.all().contains("that a worker may still run"), recent.all());
    QVERIFY2(recent.all().contains("--idle sets a shorter limit"), recent.all());
    EXIT(duectl.run("retry orders@stream --match worker:w1 --idle 1ms --yes"), 2);
    const Answer preview = duectl.run("retry orders@stream --match worker:w1 --force --idle 1ms --dry-run");
    EXIT(preview, 0);
    QVERIFY2(preview.all().contains("the next time a consumer claims idle messages"), preview.all());
    EXIT(duectl.run("retry orders@stream --match worker:w1 --force --idle 1ms --yes"), 0);
    QCOMPARE(duectl.run("list orders@stream --match native:released --json").array().size(), 3);
    const QJsonArray operations = duectl.run("operations orders@stream --json").array();
    QVERIFY(!operations.isEmpty());
    const Answer again = duectl.run("retry orders@stream --match worker:w1 --force --idle 1ms --yes");
    QVERIFY2(again.err.contains("whose retry has not finished") && !again.err.contains("--force retries"), again.all());
    EXIT(duectl.run({u"undo"_s, operations.at(0).toObject().value(u"id"_s).toString(), u"--yes"_s}), 0);
    QCOMPARE(duectl.run("list orders@stream --match native:pending --json").array().size(), 3);
    EXIT(duectl.run(qPrintable(u"discard orders@stream --force --idle 1ms "_s + QString::fromLatin1(ids[0]))), 0);
    QCOMPARE(duectl.run("list orders@stream --state trash --json").array().size(), 1);
    EXIT(duectl.run(qPrintable(u"restore orders@stream "_s + QString::fromLatin1(ids[0]))), 0);
    stream.group("mail");
    const Answer several = duectl.run("run-now orders/g@stream --match worker:w1 --force --idle 1ms --yes");
    QVERIFY2(several.all().contains("would lose the message or receive it again"), several.all());
    const Answer rights = duectl.run("acl operator --layout stream:orders --user u");
    EXIT(rights, 0);
    QVERIFY2(rights.out.contains("~orders") && rights.out.contains("+xclaim"), rights.all());
}

/// Adds 500 tasks: 300 pending ones for three consumers, 50 waiting ones, 50 dead letters and 100 delayed messages.
void TestStreamActions::fill(StreamActions& place)
{
    const QByteArrayList ids = place.stream.add(350);
    for (int i = 0; i < 3; ++i)
        place.read("w" + QByteArray::number(i), 100);
    for (int i = 0; i < 300; ++i)
        place.deliver(ids[i], "w" + QByteArray::number(i / 100), longAgo() + i * 10, i % 7 + 1);
    for (int i = 0; i < 50; ++i)
        place.server.call({"XADD", "failed", "*", "message", "f" + QByteArray::number(i)});
    for (int i = 0; i < 100; ++i)
        place.server.call(
            {"ZADD", "later", QByteArray::number(1'900'000'000'000 + i / 3), "d" + QByteArray::number(i)});
}

/// Acts on random tasks until 1,000 have been changed, and returns how many have. If `onlyExact` is true, uses only
/// actions that can be undone exactly.
int TestStreamActions::actAtRandom(
    StreamActions& place, std::mt19937& random, bool onlyExact, std::vector<OperationId>& operations)
{
    int acted = 0;
    for (int i = 0; i < 400 && acted < 1000; ++i) {
        constexpr std::array states{
            TaskState::Leased, TaskState::Due, TaskState::Scheduled, TaskState::Trash, TaskState::Failed};
        const TaskState state = states[random() % states.size()];
        std::vector<Task> tasks = place.page(state);
        if (onlyExact && state == TaskState::Due)
            std::erase_if(tasks, [](const Task& task) { return task.nativeState != "delayed"; });
        if (tasks.empty() || (onlyExact && state == TaskState::Failed))
            continue;
        std::shuffle(tasks.begin(), tasks.end(), random);
        tasks.resize(std::min<std::size_t>(tasks.size(), random() % 30 + 1));
        std::vector<ActionKind> kinds{
            ActionKind::Retry, ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard};
        if (state == TaskState::Trash)
            kinds = {ActionKind::Restore};
        const Outcomes outcomes = place.act(kinds[random() % kinds.size()], tasks);
        acted += int(std::count(outcomes.begin(), outcomes.end(), ItemOutcome::Done));
        operations.push_back(place.last);
    }
    return acted;
}

void TestStreamActions::undoneInReverseOrderNothingHasChanged()
{
    StreamActions place;
    fill(place);
    const QByteArray before = place.everything();
    std::mt19937 random(7);
    std::vector<OperationId> operations;
    QVERIFY(actAtRandom(place, random, true, operations) >= 1000);
    qint64 movedOn = 0;
    for (auto each = operations.rbegin(); each != operations.rend(); ++each)
        movedOn += place.undo(*each).movedOn;
    QCOMPARE(movedOn, 0);
    QCOMPARE(place.everything(), before);
    QVERIFY(place.page(TaskState::Trash).empty());
}

void TestStreamActions::undoneInAnyOrderNothingIsLost()
{
    StreamActions place;
    fill(place);
    const auto payloads = [&place](std::initializer_list<TaskState> states) {
        QByteArrayList all;
        for (const TaskState state : states) {
            for (const Task& task : place.page(state))
                all << task.preview;
        }
        return all;
    };
    const auto live = {TaskState::Leased, TaskState::Due, TaskState::Scheduled, TaskState::Failed};
    const QByteArrayList before = payloads(live);
    QCOMPARE(before.size(), 500);
    std::mt19937 random(11);
    std::vector<OperationId> operations;
    QVERIFY(actAtRandom(place, random, false, operations) >= 1000);
    std::shuffle(operations.begin(), operations.end(), random);
    for (const OperationId& each : operations)
        place.undo(each);
    const QByteArrayList after = payloads(live);
    QCOMPARE(QSet<QByteArray>(after.begin(), after.end()).size(), after.size()); // no message occurs twice
    const QByteArrayList kept = after + payloads({TaskState::Trash});
    // No message was lost.
    QCOMPARE(QSet<QByteArray>(kept.begin(), kept.end()), QSet<QByteArray>(before.begin(), before.end()));
}

void TestStreamActions::orphanedMessagesRunBesideLiveWorkers_data()
{
    QTest::addColumn<CustomPeer::Language>("language");
    QTest::newRow("Python") << CustomPeer::Language::Python;
    QTest::newRow("Node.js") << CustomPeer::Language::Node;
}

/// Three workers are killed during a run, leaving 297 messages behind, while a live worker keeps running. duectl, which
/// is killed once, releases the messages, and a worker that claims only released messages runs them.
void TestStreamActions::orphanedMessagesRunBesideLiveWorkers()
{
    QFETCH(CustomPeer::Language, language);
    for (const QString& missing :
        {CustomPeer::missing(), language == CustomPeer::Language::Node ? NodePeer::missing(u"ioredis"_s) : QString()}) {
        if (!missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    RedisServer server;
    StreamPlace(server, "orders").group("g");
    const QByteArrayList tasks = CustomPeer::produce(server, u"stream produce --key orders --n 1500"_s);
    std::map<QByteArray, int> runs;
    const auto add = [&runs](const CustomPeer& worker) {
        for (const auto& [task, count] : worker.count())
            runs[task] += count;
    };
    for (const char* name : {"a", "b", "c"}) {
        CustomPeer worker(server,
            u"stream work --key orders --group g --count 100 --die-in 2 --name "_s + QString::fromLatin1(name),
            language);
        QVERIFY(worker.finish());
        add(worker);
    }
    CustomPeer live(server, u"stream work --key orders --group g --name live --sleep 5 --count 20"_s, language);
    QTest::qWait(2100);
    const Duectl duectl(server.url());
    const auto release = [](const char* more) {
        return words("retry orders@stream --all --state leased --force --idle 2s --yes") + words(more);
    };
    const auto killed = duectl.start(release("--pace 50"));
    QTRY_VERIFY_WITH_TIMEOUT(
        duectl.run("list orders@stream --match native:released --json").array().size() > 10, 30'000);
    killed->kill();
    killed->waitForFinished();
    const qint64 left = duectl.run("list orders@stream --match \"native:pending worker:c\" --json").array().size();
    QVERIFY(left > 0);
    const CustomPeer claiming(
        server, u"stream work --key orders --group g --name claiming --claim 1000000000 --sleep 1"_s, language);
    QTest::qWait(500);
    const Answer rest = duectl.run(release(""));
    QVERIFY2(rest.out.contains(" retried"), rest.all()); // the live worker's messages are skipped
    const auto unfinished = [&server] {
        const Reply group = server.call({"XINFO", "GROUPS", "orders"}).items.at(0);
        return group.items[5].integer + (server.call({"XLEN", "orders"}).integer - group.items[9].integer);
    };
    QTRY_COMPARE_WITH_TIMEOUT(unfinished(), 0, 60'000);
    add(live);
    add(claiming);
    QCOMPARE(qsizetype(runs.size()), tasks.size());
    // Only the three runs interrupted by the kill were repeated.
    QCOMPARE(std::count_if(runs.begin(), runs.end(), [](const auto& each) { return each.second == 2; }), 3);
    QCOMPARE(std::count_if(runs.begin(), runs.end(), [](const auto& each) { return each.second > 2; }), 0);
}

QTEST_GUILESS_MAIN(TestStreamActions)
#include "tst_streamactions.moc"
