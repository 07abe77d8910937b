// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativecodec.h"
#include "core/redis/redisclient.h"
#include "tests/support/nativeoperator.h"

using namespace dueline;
using namespace std::chrono_literals;

namespace {

const std::vector<ItemOutcome> allDone{ItemOutcome::Done};
const std::vector<ItemOutcome> movedOn{ItemOutcome::MovedOn};
const std::vector<ItemOutcome> refused{ItemOutcome::Refused};

} // namespace

/// Tests the keys after each operator action.
class TestNativeScriptsOperator : public QObject
{
    Q_OBJECT

private:
    NativeOperator place;
    const NativeKeys& keys = place.keys;

private slots:
    void cleanup() { place.empty(); }

    void retryCountsAttemptsAnewAndKeepsTheFence();
    void retryOfATaskThatNeverRanLeavesNoTries();
    void runNowNeverMakesAnOverdueTaskLater();
    void forcedRetryTakesTheLeaseAndTheWorkersAckIsRefused();
    void withoutForceALeasedTaskIsLeftAlone();
    void anotherLeaseThanWasSeenIsLeftAlone();
    void discardKeepsWhatIsKnownUntilRestore();
    void restoreOfAForgottenPlaceRunsAsARetry();
    void deleteLeavesNothingOfATask();
    void deleteOfALeasedTaskFreesItsLease();
    void givenTwiceInOneStepItIsActedOnOnce();
    void anOperationActsOnATaskOnce();
    void oneStepActsOnTasksOfEveryState();
    void twoOperatorsOnTheSameTasksShareThem();
    void releaseOfALeaseSpendsNoAttempt();
    void cancelIsAnnouncedAndMarkedForTheHeartbeat();
    void removedQueueLeavesNoKey();
    void removalLeavesItsNeighboursAlone();
    void whatBecomesDueWakesTheWorkers();
};

void TestNativeScriptsOperator::retryCountsAttemptsAnewAndKeepsTheFence()
{
    place.failOne("mail#a");
    const QByteArray history = place.field(keys.history(), "mail#a");
    const QByteArray due = place.field(keys.tries(), "mail#a").split(' ').at(3);
    QCOMPARE(place.act("q/op1", ActionKind::Retry, place.refs({"mail#a"})), allDone);
    QCOMPARE(place.whereIs("mail#a"), "retry");
    QVERIFY(*place.score(keys.retry(), "mail#a") <= place.nowMs());
    QCOMPARE(place.field(keys.tries(), "mail#a"), "0 1 0 " + due);
    QCOMPARE(place.field(keys.history(), "mail#a"), history);
    QVERIFY(place.field(keys.before(), "mail#a").startsWith("op1 FR"));
    // The attempts, fence and expiries 1 1 0 are stored as the digits `00-`, where `-` means 0 and `0` means 1.
    QVERIFY(place.field(keys.before(), "mail#a").endsWith(due == "0" ? "00-" : "00-="));
    const Lease again = place.claim().at(0);
    QCOMPARE(again.attempt, 1);
    QVERIFY(again.token.startsWith("2-"));
}

void TestNativeScriptsOperator::retryOfATaskThatNeverRanLeavesNoTries()
{
    TaskOptions past;
    past.expiresAt = fromMs(1000);
    place.add({{"mail#a", {}, 0ms, past, ""}});
    QVERIFY(place.claim().empty());
    QCOMPARE(place.whereIs("mail#a"), "failed");
    QCOMPARE(place.act("q/op1", ActionKind::Retry, place.refs({"mail#a"})), allDone);
    QCOMPARE(place.fields(keys.tries()), 0);
    QCOMPARE(place.ack(place.claim().at(0)), WriteOutcome::Accepted);
    QCOMPARE(place.fields(keys.tries()), 0);
}

void TestNativeScriptsOperator::runNowNeverMakesAnOverdueTaskLater()
{
    place.failOne("mail#a");
    place.act("q/op1", ActionKind::Retry, place.refs({"mail#a"}));
    place.server.call({"ZADD", keys.retry(), "1000", "mail#a"});
    QCOMPARE(place.act("q/op2", ActionKind::RunNow, place.refs({"mail#a"})), allDone);
    QCOMPARE(place.score(keys.retry(), "mail#a"), 1000);
    QCOMPARE(place.act("q/op3", ActionKind::Retry, place.refs({"mail#a"})), allDone);
    QCOMPARE(place.score(keys.retry(), "mail#a"), 1000);
    place.addDue({"mail#b"});
    QCOMPARE(place.act("q/op4", ActionKind::RunNow, place.refs({"mail#b"})), refused); // already due
}

void TestNativeScriptsOperator::forcedRetryTakesTheLeaseAndTheWorkersAckIsRefused()
{
    place.addDue({"mail#a"});
    const Lease lease = place.claim().at(0);
    QCOMPARE(place.value(place.editor.cancel("q", place.refs({"mail#a"}).at(0))), ItemOutcome::Done);
    QCOMPARE(place.act("q/op1", ActionKind::Retry, place.refs({"mail#a"}), true), allDone);
    QCOMPARE(place.whereIs("mail#a"), "retry");
    QVERIFY(place.field(keys.leases(), "mail#a").isNull());
    QCOMPARE(place.fields(keys.cancel()), 0);
    QVERIFY(place.field(keys.tries(), "mail#a").startsWith("0 1 0 "));
    QCOMPARE(place.ack(lease), WriteOutcome::Stale);
    const Lease again = place.claim(place.other).at(0);
    QCOMPARE(again.attempt, 1);
    QVERIFY(again.token.startsWith("2-"));
}

void TestNativeScriptsOperator::withoutForceALeasedTaskIsLeftAlone()
{
    place.addDue({"mail#a"});
    const Lease lease = place.claim().at(0);
    const auto before = place.contents();
    const auto seen = place.refs({"mail#a"});
    int n = 0;
    for (const ActionKind kind : {ActionKind::Retry, ActionKind::RunNow, ActionKind::Discard, ActionKind::Delete})
        QCOMPARE(place.act("q/op" + QByteArray::number(++n), kind, seen), refused);
    auto after = place.contents();
    after.erase(place.worker.scripts.memo(keys, "act"));
    QVERIFY(after == before);
    QCOMPARE(place.ack(lease), WriteOutcome::Accepted);
}

void TestNativeScriptsOperator::anotherLeaseThanWasSeenIsLeftAlone()
{
    place.addDue({"mail#a"});
    const Lease first = place.claim().at(0);
    const auto seen = place.refs({"mail#a"});
    place.value(place.worker.broker.release("q", {first}));
    const Lease second = place.claim(place.other).at(0);
    for (const ActionKind kind : {ActionKind::Discard, ActionKind::Delete, ActionKind::Retry})
        QCOMPARE(place.act("q/op1", kind, seen, true), movedOn);
    QCOMPARE(place.value(place.editor.release("q", seen.at(0))), ItemOutcome::MovedOn);
    QCOMPARE(place.value(place.editor.extend("q", seen.at(0), 1h)), ItemOutcome::MovedOn);
    QCOMPARE(place.value(place.editor.cancel("q", seen.at(0))), ItemOutcome::MovedOn);
    QCOMPARE(place.ack(place.other, second), WriteOutcome::Accepted);
}

void TestNativeScriptsOperator::discardKeepsWhatIsKnownUntilRestore()
{
    TaskOptions later;
    later.expiresAt = fromMs(place.nowMs() + 3'600'000);
    place.failOne("mail#a");
    place.add({{"mail#b", {}, 1h, later, "x"}});
    const qint64 failedAt = *place.score(keys.failed(), "mail#a");
    const qint64 dueAt = *place.score(keys.pending(), "mail#b");
    const QByteArray tries = place.field(keys.tries(), "mail#a");
    QCOMPARE(place.act("q/op1", ActionKind::Discard, place.refs({"mail#a", "mail#b"})).size(), 2U);
    QCOMPARE(place.members(keys.trash()), 2);
    QCOMPARE(place.counted("trashed"), 2);
    QVERIFY(place.claim().empty());
    QCOMPARE(place.act("q/op2", ActionKind::Restore, place.refs({"mail#a", "mail#b"})).size(), 2U);
    QCOMPARE(place.score(keys.failed(), "mail#a"), failedAt);
    QCOMPARE(place.score(keys.pending(), "mail#b"), dueAt);
    QCOMPARE(place.field(keys.tries(), "mail#a"), tries);
    QCOMPARE(place.members(keys.expiring()), 1);
}

void TestNativeScriptsOperator::restoreOfAForgottenPlaceRunsAsARetry()
{
    place.add({{"mail#a", {}, 1h, {}, "x"}, {"mail#b", {}, 1h, {}, "x"}});
    place.act("q/op1", ActionKind::Discard, place.refs({"mail#a", "mail#b"}));
    place.server.call({"HDEL", keys.before(), "mail#a"});
    // This record contradicts the discard, so the task's previous state is unknown.
    place.server.call({"HSET", keys.before(), "mail#b", "op0 pending 5000 - - - - retry"});
    QCOMPARE(
        place.act("q/op2", ActionKind::Restore, place.refs({"mail#a", "mail#b"})), std::vector(2, ItemOutcome::Done));
    QCOMPARE(place.whereIs("mail#a"), "retry");
    QCOMPARE(place.whereIs("mail#b"), "retry");
    QCOMPARE(place.ack(place.claim().at(0)), WriteOutcome::Accepted);
}

void TestNativeScriptsOperator::deleteLeavesNothingOfATask()
{
    TaskOptions later;
    later.expiresAt = fromMs(place.nowMs() + 3'600'000);
    place.addDue({"mail#stays"});
    place.act("q/op0", ActionKind::Discard, place.refs({"mail#stays"}));
    const auto before = place.contents();
    place.add({{"mail#a", {}, 0ms, later, QByteArray(100'000, 'x')}});
    place.nack(place.claim().at(0), 1h);
    place.act("q/op1", ActionKind::Reschedule, place.refs({"mail#a"}), false, fromMs(5'000'000));
    QCOMPARE(place.server.call({"EXISTS", keys.bigPayload("mail#a")}).integer, 1);
    place.server.call({"HSET", keys.results(), "mail#a", "x"});
    QCOMPARE(place.act("q/op2", ActionKind::Delete, place.refs({"mail#a"})), allDone);
    auto after = place.contents();
    for (const auto& [key, values] : before)
        QVERIFY2(key == keys.meta() || key.contains("stats:") || key.contains(":m:") || after[key] == values,
            key.constData());
    for (const auto& [key, values] : after) {
        for (const QByteArray& value : values)
            QVERIFY2(!value.contains("mail#a"), key.constData());
        QVERIFY2(!key.contains("mail#a"), key.constData());
    }
}

void TestNativeScriptsOperator::deleteOfALeasedTaskFreesItsLease()
{
    place.addDue({"mail#a"});
    const Lease lease = place.claim().at(0);
    QCOMPARE(place.act("q/op1", ActionKind::Delete, place.refs({"mail#a"}), true), allDone);
    QCOMPARE(place.fields(keys.leases()), 1); // Only the guard field of `leases` is left.
    QCOMPARE(place.members(keys.leased()), 0);
    QCOMPARE(place.ack(lease), WriteOutcome::Unknown);
}

void TestNativeScriptsOperator::givenTwiceInOneStepItIsActedOnOnce()
{
    place.addDue({"mail#a"});
    auto seen = place.refs({"mail#a"});
    seen.push_back(seen.front());
    const std::vector<ItemOutcome> expected{ItemOutcome::Done, ItemOutcome::MovedOn};
    QCOMPARE(place.act("q/op1", ActionKind::Discard, seen), expected);
    QCOMPARE(place.counted("trashed"), 1);
    seen[0].seenState = seen[1].seenState = TaskState::Trash;
    QCOMPARE(place.act("q/op2", ActionKind::Delete, seen), expected);
}

void TestNativeScriptsOperator::anOperationActsOnATaskOnce()
{
    place.add({{"mail#a", {}, 1h, {}, "x"}});
    const qint64 first = *place.score(keys.pending(), "mail#a");
    // A scan may find a task again because the action moved it ahead of the scan. The task is still shifted only once.
    QCOMPARE(place.act("q/op1", ActionKind::Reschedule, place.refs({"mail#a"}), false, fromMs(first + 1000)), allDone);
    QCOMPARE(place.act("q/op1", ActionKind::Reschedule, place.refs({"mail#a"}), false, fromMs(first + 2000)), allDone);
    QCOMPARE(place.score(keys.pending(), "mail#a"), first + 1000);
    place.record("q/op1");
    QCOMPARE(place.undo("q/op1").restored, 1);
    QCOMPARE(place.score(keys.pending(), "mail#a"), first);
}

void TestNativeScriptsOperator::oneStepActsOnTasksOfEveryState()
{
    place.failOne("mail#failed");
    place.addDue({"mail#done"});
    place.ack(place.claim().at(0));
    place.addDue({"mail#leased"});
    place.claim();
    place.addDue({"mail#due"});
    place.add({{"mail#scheduled", {}, 1h, {}, ""}});
    std::vector<TaskRef> seen = place.refs({"mail#failed", "mail#done", "mail#leased", "mail#due", "mail#scheduled"});
    seen.push_back({"mail#nobody", TaskState::Due, {}, {}});
    seen.push_back({"mail#due", TaskState::Failed, {}, {}});
    using enum ItemOutcome;
    const std::vector<ItemOutcome> unforced{Done, Done, Refused, Done, Done, NotFound, MovedOn};
    QCOMPARE(place.act("q/op1", ActionKind::Discard, seen), unforced);
    QCOMPARE(place.members(keys.trash()), 4);
    QCOMPARE(place.act("q/op2", ActionKind::Restore, {seen.begin(), seen.begin() + 1}), movedOn);
}

void TestNativeScriptsOperator::twoOperatorsOnTheSameTasksShareThem()
{
    std::vector<TaskId> ids;
    for (int i = 0; i < 50; ++i)
        ids.push_back("mail#" + QByteArray::number(i));
    place.addDue(ids);
    const auto seen = place.refs(ids);
    QCOMPARE(
        place.act("q/op1", ActionKind::Discard, {seen.begin(), seen.begin() + 30}), std::vector(30, ItemOutcome::Done));
    const auto second = NativeOperator::act(place.otherEditor, "q/op2", ActionKind::Discard, seen);
    QCOMPARE(std::count(second.begin(), second.end(), ItemOutcome::Done), 20);
    QCOMPARE(std::count(second.begin(), second.end(), ItemOutcome::MovedOn), 30);
    QCOMPARE(place.counted("trashed"), 50);
    place.record("q/op1");
    QCOMPARE(place.undo("q/op1").restored, 30);
    QCOMPARE(place.members(keys.trash()), 20);
}

void TestNativeScriptsOperator::releaseOfALeaseSpendsNoAttempt()
{
    place.failOne("mail#a");
    place.act("q/op1", ActionKind::Retry, place.refs({"mail#a"}));
    const Lease lease = place.claim().at(0);
    QCOMPARE(place.value(place.editor.release("q", place.refs({"mail#a"}).at(0))), ItemOutcome::Done);
    QCOMPARE(place.ack(lease), WriteOutcome::Stale);
    const Lease again = place.claim().at(0);
    QCOMPARE(again.attempt, 1);
    QVERIFY(again.token.startsWith("3-"));
    const auto seen = place.refs({"mail#a"});
    QCOMPARE(place.value(place.editor.extend("q", seen.at(0), 1h)), ItemOutcome::Done);
    QVERIFY(*place.score(keys.leased(), "mail#a") > place.nowMs() + 3'500'000);
    QCOMPARE(
        place.value(place.editor.release("q", {"mail#nobody", TaskState::Leased, "t", {}})), ItemOutcome::NotFound);
}

void TestNativeScriptsOperator::cancelIsAnnouncedAndMarkedForTheHeartbeat()
{
    place.addDue({"mail#a"});
    const Lease lease = place.claim().at(0);
    QCOMPARE(place.value(place.editor.cancel("q", place.refs({"mail#a"}).at(0))), ItemOutcome::Done);
    QCOMPARE(place.field(keys.cancel(), "mail#a"), lease.token);
    const auto held = place.value(place.worker.broker.extend("q", {lease}, 30s));
    QCOMPARE(held, std::vector{ExtendOutcome::Cancel});
}

void TestNativeScriptsOperator::removedQueueLeavesNoKey()
{
    place.add({{"mail#a", {}, 0ms, {}, QByteArray(100'000, 'x')}});
    place.record("q/op1");
    place.claim();
    auto removed = place.editor.removeQueue("q", false);
    QVERIFY(!removed);
    QCOMPARE(removed.error().code, ErrorCode::Refused);
    QVERIFY(place.editor.removeQueue("q", true).ok());
    const auto left = place.contents();
    QVERIFY2(left.empty(), left.empty() ? "" : left.begin()->first.constData());
    removed = place.editor.removeQueue("q", true);
    QVERIFY(!removed);
    QCOMPARE(removed.error().code, ErrorCode::NotFound);
    place.addDue({"mail#b"}); // the queue can be created again
    QCOMPARE(place.value(place.inspector.queues()).size(), 1U);
}

void TestNativeScriptsOperator::removalLeavesItsNeighboursAlone()
{
    // As a glob pattern, the first queue's name would match the second queue's keys.
    for (const char* queue : {"a*[b]?", "axxbx", "a*b?"})
        place.value(place.worker.adder.add(queue, {{"mail#a", {}, 0ms, {}, QByteArray(100'000, 'x')}}));
    QVERIFY(place.editor.removeQueue("a*[b]?", false).ok());
    for (const char* queue : {"axxbx", "a*b?"}) {
        QCOMPARE(place.value(place.inspector.payload(queue, "mail#a", 0, -1)).size(), 100'000);
        QCOMPARE(place.value(place.inspector.queue(queue)).counts[TaskState::Due], 1);
    }
    QCOMPARE(place.server.call({"KEYS", "*a?\\*?b*"}).items.size(), 0U);
    QCOMPARE(place.value(place.inspector.queues()).size(), 2U);
}

void TestNativeScriptsOperator::whatBecomesDueWakesTheWorkers()
{
    place.add({{"mail#a", {}, 1h, {}, ""}, {"mail#b", {}, 1h, {}, ""}});
    const qint64 due = *place.score(keys.pending(), "mail#a");
    RedisConnection listener(place.server.config());
    QVERIFY(listener.open().ok());
    QVERIFY(listener.send({"SUBSCRIBE", keys.wakeChannel()}).ok());
    QVERIFY(place.value(listener.receive(5s)).has_value());
    place.act("q/op1", ActionKind::Reschedule, place.refs({"mail#a"}), false, fromMs(due - 1000));
    QCOMPARE(place.value(listener.receive(5s)).value_or(Reply()).items.at(2).bytes, QByteArray::number(due - 1000));
    place.act("q/op2", ActionKind::RunNow, place.refs({"mail#b"}));
    QVERIFY(place.value(listener.receive(5s)).value_or(Reply()).items.at(2).bytes.toLongLong() <= place.nowMs());
    QVERIFY(place.editor.setPaused("q", true).ok());
    QVERIFY(place.editor.setPaused("q", false).ok());
    QVERIFY(place.value(listener.receive(5s)).has_value());
}

QTEST_GUILESS_MAIN(TestNativeScriptsOperator)
#include "tst_nativescripts_operator.moc"
