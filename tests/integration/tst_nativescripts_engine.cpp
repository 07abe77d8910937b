// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativekeys.h"
#include "tests/support/nativeplace.h"

using namespace dueline;
using namespace std::chrono_literals;

/// Tests the keys after each transition made by a worker.
class TestNativeScriptsEngine : public QObject
{
    Q_OBJECT

private:
    NativePlace place;
    const NativeKeys& keys = place.keys;

private slots:
    void cleanup() { place.empty(); }

    void ackKeepsTheTaskAsDone();
    void ackDropsEverythingWhereNothingIsKept();
    void ackKeepsTheResultOnlyWhereTheTaskAsksForIt();
    void ackTwiceInOneCallCountsOnce();
    void ackAfterExpiryIsLateAsLongAsNobodyTookTheTask();
    void zombieWorkerCannotAckATaskAnotherHolds();
    void nackRetriesWithItsHistoryAndItsFirstDueTime();
    void nackWithoutRetryFails();
    void historyKeepsTheLastTwentyAttempts();
    void releaseGivesTheOldPlaceBackAndSpendsNoAttempt();
    void extendMovesTheExpiryAndTellsLostAndCancelled();
    void recoverReturnsExpiredLeasesUntilTheyRanOutTooOften();
    void recoverTakesLeasesBackThatEndLaterThanAnyCan();
    void quarantineKeepsTheBytesAndTheReason();
    void everyEndOfALeaseDropsTheCancelRequest();
    void workersAreListedUntilTheyLeave();
};

void TestNativeScriptsEngine::ackKeepsTheTaskAsDone()
{
    place.addDue({"mail#a", "mail#b"});
    const auto leases = place.claim();
    const auto outcomes = place.value(
        place.worker.broker.ack("q", {{leases[0].id, leases[0].token, {}}, {leases[1].id, leases[1].token, {}}}, {}));
    QCOMPARE(outcomes, std::vector<WriteOutcome>(2, WriteOutcome::Accepted));
    for (const Lease& lease : leases) {
        QCOMPARE(place.whereIs(lease.id), "done");
        QCOMPARE(place.field(keys.leases(), lease.id), QByteArray());
        QVERIFY(place.field(keys.tasks(), lease.id).endsWith("\npayload of " + lease.id));
    }
    QCOMPARE(place.countedClasses("r"), 2);
}

void TestNativeScriptsEngine::ackDropsEverythingWhereNothingIsKept()
{
    const QByteArray large(NativeCodec::bigPayload + 1, 'x');
    place.add({{"mail#a", {}, -1s, {}, large}});
    QCOMPARE(place.server.call({"STRLEN", keys.bigPayload("mail#a")}).integer, large.size());
    place.server.call({"HSET", keys.meta(), "keep_done", "0"});
    QCOMPARE(place.nack(place.claim().at(0), 0ms), WriteOutcome::Accepted);
    place.server.call({"ZADD", keys.retry(), "1000", "mail#a"});
    QCOMPARE(place.ack(place.claim().at(0)), WriteOutcome::Accepted);
    const auto left = place.contents();
    for (const auto& [key, values] : left)
        QVERIFY2(!values.join('\n').contains("mail#a") && !key.contains("mail#a"), key.constData());
}

void TestNativeScriptsEngine::ackKeepsTheResultOnlyWhereTheTaskAsksForIt()
{
    TaskOptions keep;
    keep.keepResult = true;
    place.add({{"mail#a", {}, -1s, keep, "p"}, {"mail#b", {}, -1s, {}, "\"r\":1"}});
    std::vector<Ack> acks;
    for (const Lease& lease : place.claim())
        acks.push_back({lease.id, lease.token, QByteArray("result\0of it", 12)});
    place.value(place.worker.broker.ack("q", acks, {}));
    QCOMPARE(place.field(keys.results(), "mail#a"), QByteArray("result\0of it", 12));
    QCOMPARE(place.fields(keys.results()), 1);
}

void TestNativeScriptsEngine::ackTwiceInOneCallCountsOnce()
{
    place.addDue({"mail#a", "mail#b"});
    const auto leases = place.claim();
    std::vector<Ack> acks;
    for (const Lease& lease : {leases[0], leases[1], leases[0]})
        acks.push_back({lease.id, lease.token, {}});
    place.value(place.worker.broker.ack("q", acks, {}));
    QCOMPARE(place.countedClasses("r"), 2);
    QCOMPARE(place.members(keys.done()), 2);
}

void TestNativeScriptsEngine::ackAfterExpiryIsLateAsLongAsNobodyTookTheTask()
{
    place.addDue({"mail#a", "mail#b"});
    const auto leases = place.claim();
    place.letExpire("mail#a");
    const auto outcomes = place.value(
        place.worker.broker.ack("q", {{leases[0].id, leases[0].token, {}}, {leases[1].id, leases[1].token, {}}}, {}));
    QCOMPARE(outcomes, (std::vector{WriteOutcome::AcceptedLate, WriteOutcome::Accepted}));
    QCOMPARE(place.whereIs("mail#a"), "done");
}

void TestNativeScriptsEngine::zombieWorkerCannotAckATaskAnotherHolds()
{
    place.addDue({"mail#a"});
    const Lease old = place.claim().at(0);
    place.letExpire("mail#a");
    QCOMPARE(place.value(place.other.broker.recover("q", 100)).retried, 1);
    QCOMPARE(place.ack(old), WriteOutcome::Stale);
    const Lease current = place.claim(place.other).at(0);
    QCOMPARE(current.attempt, 2);
    QCOMPARE(place.ack(old), WriteOutcome::Stale);
    QCOMPARE(place.nack(old, 0ms), WriteOutcome::Stale);
    QCOMPARE(place.value(place.worker.broker.release("q", {old})).at(0), WriteOutcome::Stale);
    QCOMPARE(place.ack(place.other, current), WriteOutcome::Accepted);
    QCOMPARE(place.countedClasses("r"), 1);
    QCOMPARE(place.ack(Lease{"mail#never", old.token, 1, {}}), WriteOutcome::Unknown);
}

void TestNativeScriptsEngine::nackRetriesWithItsHistoryAndItsFirstDueTime()
{
    place.addDue({"mail#a"});
    const Lease lease = place.claim().at(0);
    const qint64 before = place.nowMs();
    QCOMPARE(place.nack(lease, 1min, "line one\nback\\slash\r"), WriteOutcome::Accepted);
    QCOMPARE(place.whereIs("mail#a"), "retry");
    const qint64 due = place.score(keys.retry(), "mail#a").value();
    QVERIFY(due >= before + 60'000 && due <= place.nowMs() + 60'000);
    const auto tries = NativeCodec::decodeTries(place.field(keys.tries(), "mail#a"));
    QVERIFY(tries);
    QCOMPARE(tries->attempts, 1);
    QCOMPARE(tries->fence, 1);
    QCOMPARE(tries->expiries, 0);
    QCOMPARE(tries->dueAt, lease.dueAt);
    const auto attempts = NativeCodec::decodeHistory(place.field(keys.history(), "mail#a"));
    QCOMPARE(attempts.size(), 1U);
    QCOMPARE(attempts[0].worker, "worker-a");
    QCOMPARE(attempts[0].outcome, "failed");
    QCOMPARE(attempts[0].error, "line one\nback\\slash\r");
    QCOMPARE(attempts[0].startedAt, NativeCodec::decodeToken(lease.token)->leasedAt);
    QCOMPARE(place.counted("retried"), 1);

    // The first due time stays recorded, whatever the later ones are.
    place.server.call({"ZADD", keys.retry(), "1000", "mail#a"});
    QCOMPARE(place.nack(place.claim().at(0), 0ms), WriteOutcome::Accepted);
    QCOMPARE(NativeCodec::decodeTries(place.field(keys.tries(), "mail#a"))->dueAt, lease.dueAt);
}

void TestNativeScriptsEngine::nackWithoutRetryFails()
{
    place.addDue({"mail#a"});
    QCOMPARE(place.nack(place.claim().at(0), std::nullopt), WriteOutcome::Accepted);
    QCOMPARE(place.whereIs("mail#a"), "failed");
    QCOMPARE(place.counted("failed:mail"), 1);
    QCOMPARE(place.fields(keys.leases()), 1); // Only the guard field of `leases` is left.
}

void TestNativeScriptsEngine::historyKeepsTheLastTwentyAttempts()
{
    place.addDue({"mail#a"});
    for (int i = 1; i <= 25; ++i) {
        place.server.call({"ZADD", keys.retry(), "XX", "1000", "mail#a"});
        QCOMPARE(place.nack(place.claim().at(0), 0ms, "e" + QByteArray::number(i)), WriteOutcome::Accepted);
    }
    const auto attempts = NativeCodec::decodeHistory(place.field(keys.history(), "mail#a"));
    QCOMPARE(attempts.size(), 20U);
    QCOMPARE(attempts.front().error, "e6");
    QCOMPARE(attempts.back().number, 25);
}

void TestNativeScriptsEngine::releaseGivesTheOldPlaceBackAndSpendsNoAttempt()
{
    place.addDue({"mail#a"});
    const Lease lease = place.claim().at(0);
    QCOMPARE(place.value(place.worker.broker.release("q", {lease})).at(0), WriteOutcome::Accepted);
    QCOMPARE(place.whereIs("mail#a"), "retry");
    QCOMPARE(place.score(keys.retry(), "mail#a"), toMs(lease.dueAt));
    const Lease again = place.claim(place.other).at(0);
    QCOMPARE(again.attempt, 1);
    QVERIFY(again.token.startsWith("2-"));
    QCOMPARE(place.ack(lease), WriteOutcome::Stale);
}

void TestNativeScriptsEngine::extendMovesTheExpiryAndTellsLostAndCancelled()
{
    place.addDue({"mail#a", "mail#b", "mail#c"});
    auto leases = place.claim(100, 5s);
    place.server.call({"HSET", keys.cancel(), "mail#b", leases[1].token, "mail#c", "1-somebody.1-1"});
    Lease lost = leases[2];
    lost.token = "9" + lost.token;
    const qint64 before = place.nowMs();
    const auto outcomes = place.value(place.worker.broker.extend("q", {leases[0], leases[1], leases[2], lost}, 1h));
    QCOMPARE(outcomes,
        (std::vector<ExtendOutcome::Value>{
            ExtendOutcome::Held, ExtendOutcome::Cancel, ExtendOutcome::Held, ExtendOutcome::Lost}));
    QVERIFY(place.score(keys.leased(), "mail#a").value() >= before + 3'600'000);
    QCOMPARE(place.members(keys.leased()), 3);

    std::vector<TaskId> many;
    for (int i = 0; i < 600; ++i)
        many.push_back("mail#m" + QByteArray::number(i));
    place.addDue(many);
    std::vector<Lease> held;
    while (held.size() < many.size()) {
        const auto some = place.claim(250);
        QVERIFY(!some.empty());
        held.insert(held.end(), some.begin(), some.end());
    }
    QCOMPARE(place.value(place.worker.broker.extend("q", held, 1h)),
        std::vector<ExtendOutcome::Value>(600, ExtendOutcome::Held));
    QCOMPARE(
        place.value(place.worker.broker.release("q", held)), std::vector<WriteOutcome>(600, WriteOutcome::Accepted));
}

void TestNativeScriptsEngine::recoverReturnsExpiredLeasesUntilTheyRanOutTooOften()
{
    place.addDue({"mail#a"});
    for (int run = 1; run <= 3; ++run) {
        QCOMPARE(place.claim().at(0).attempt, run);
        QCOMPARE(place.value(place.worker.broker.recover("q", 100)).retried, 0);
        place.letExpire("mail#a");
        const auto recovered = place.value(place.worker.broker.recover("q", 100));
        QCOMPARE(recovered.retried, run < 3 ? 1 : 0);
        QCOMPARE(recovered.failed, run < 3 ? 0 : 1);
        QVERIFY(!recovered.nearestExpiry);
        QCOMPARE(place.whereIs("mail#a"), run < 3 ? "retry" : "failed");
    }
    const auto attempts = NativeCodec::decodeHistory(place.field(keys.history(), "mail#a"));
    QCOMPARE(attempts.size(), 3U);
    QCOMPARE(attempts[0].outcome, "expired");
    QCOMPARE(attempts[0].worker, "worker-a");
    QCOMPARE(attempts[2].error, "lease expired 3 times");
    QCOMPARE(place.counted("expired"), 3);
    QCOMPARE(place.counted("failed:mail"), 1);
    QCOMPARE(place.server.call({"XLEN", keys.events()}).integer, 3);
    QCOMPARE(place.fields(keys.leases()), 1);
}

void TestNativeScriptsEngine::recoverTakesLeasesBackThatEndLaterThanAnyCan()
{
    place.addDue({"mail#a", "mail#b"});
    place.claim();
    const qint64 far = place.nowMs() + NativeCodec::maxLease.count() + 120'000;
    place.server.call({"ZADD", keys.leased(), QByteArray::number(far), "mail#a"});
    QCOMPARE(place.value(place.worker.broker.recover("q", 100)).retried, 1);
    QCOMPARE(place.whereIs("mail#a"), "retry");
    QCOMPARE(place.whereIs("mail#b"), "leased");
}

void TestNativeScriptsEngine::quarantineKeepsTheBytesAndTheReason()
{
    place.addDue({"mail#a", "mail#b", "mail#c"});
    place.server.call({"HSET", keys.tasks(), "mail#a", "no envelope"});
    place.server.call({"HDEL", keys.tasks(), "mail#b"});
    const auto leases = place.claim();
    const auto loads = place.value(place.worker.broker.load("q", leases));
    QVERIFY(loads[0].damaged && loads[1].damaged && !loads[2].damaged);
    QCOMPARE(loads[2].payload, "payload of mail#c");
    Lease zombie = leases[2];
    zombie.token = "7" + zombie.token;
    const std::vector<Lease> aside{leases[0], leases[1], zombie};
    QVERIFY(place.worker.broker.quarantine("q", aside, "no readable envelope").ok());
    QVERIFY(place.worker.broker.quarantine("q", aside, "a repeated call").ok());
    QCOMPARE(place.whereIs("mail#a"), "");
    QCOMPARE(place.whereIs("mail#c"), "leased");
    QCOMPARE(place.field(keys.tasks(), "mail#a"), "no envelope");
    QVERIFY(place.field(keys.damaged(), "mail#a").endsWith(leases[0].token + " no readable envelope"));
    QCOMPARE(place.fields(keys.damaged()), 2);
    QCOMPARE(place.server.call({"XLEN", keys.events()}).integer, 1);
}

void TestNativeScriptsEngine::everyEndOfALeaseDropsTheCancelRequest()
{
    place.addDue({"mail#a", "mail#b", "mail#c", "mail#d", "mail#e"});
    const auto leases = place.claim();
    for (const Lease& lease : leases)
        place.server.call({"HSET", keys.cancel(), lease.id, lease.token});
    place.ack(leases[0]);
    place.nack(leases[1], 1h);
    place.value(place.worker.broker.release("q", {leases[2]}));
    QVERIFY(place.worker.broker.quarantine("q", {leases[3]}, "r").ok());
    QCOMPARE(place.fields(keys.cancel()), 1);
    place.letExpire("mail#e");
    place.value(place.worker.broker.recover("q", 100));
    QCOMPARE(place.fields(keys.cancel()), 0);
}

void TestNativeScriptsEngine::workersAreListedUntilTheyLeave()
{
    WorkerInfo worker;
    worker.id = "worker-a";
    worker.host = "host";
    worker.processId = 42;
    worker.startedAt = fromMs(place.nowMs());
    worker.queues = {"q", "other queue"};
    worker.concurrency = 8;
    worker.running = 3;
    QVERIFY(place.worker.broker.beat(worker, 30s, false).ok());
    QCOMPARE(place.server.call({"HGET", "dueline:w:worker-a", "queues"}).bytes, "{q}{other queue}");
    QCOMPARE(place.server.call({"HGET", "dueline:w:worker-a", "lease"}).bytes, "30000");
    QVERIFY(place.server.call({"PTTL", "dueline:w:worker-a"}).integer > 30'000);
    QVERIFY(place.score("dueline:workers", "worker-a").value() >= toMs(worker.startedAt));
    QVERIFY(place.worker.broker.beat(worker, 30s, true).ok());
    QCOMPARE(place.server.call({"EXISTS", "dueline:w:worker-a", "dueline:workers"}).integer, 0);
}

QTEST_GUILESS_MAIN(TestNativeScriptsEngine)
#include "tst_nativescripts_engine.moc"
