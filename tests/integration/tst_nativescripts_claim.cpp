// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativekeys.h"
#include "tests/support/nativeplace.h"

using namespace dueline;
using namespace std::chrono_literals;

/// Tests the scripts add and claim, which add tasks to a queue and hand them to workers, on a real server.
class TestNativeScriptsClaim : public QObject
{
    Q_OBJECT

private:
    NativePlace place;
    const NativeKeys& keys = place.keys;

private slots:
    void cleanup() { place.empty(); }

    void addMakesTheQueueWithItsVersionAndTheGuard();
    void claimMovesDueTasksEarliestFirstUnderOneToken();
    void claimLeavesWhatIsNotDueAndTellsWhenItIs();
    void claimMergesRetriesByDueTime();
    void claimCountsLatenessInItsClass();
    void claimOfTypesLeavesTheOthersAlone();
    void claimFindsItsTypesBehindThousandsOfOthers();
    void claimTellsTheNextDueOfItsOwnTypes();
    void pausedQueueGivesNothing();
    void expiredTasksFailInsteadOfStarting();
};

void TestNativeScriptsClaim::addMakesTheQueueWithItsVersionAndTheGuard()
{
    place.add({{"mail#a", {}, 1h, {}, "x"}});
    QCOMPARE(place.field(keys.meta(), "version"), "1");
    QVERIFY(place.field(keys.leases(), "").size() > 64);
    QCOMPARE(place.server.call({"OBJECT", "ENCODING", keys.leases()}).bytes, "hashtable");
    QCOMPARE(place.server.call({"SMEMBERS", "dueline:queues"}).items.at(0).bytes, "q");
    QCOMPARE(place.whereIs("mail#a"), "pending");
    QCOMPARE(place.counted("added"), 1);

    // Another client removes the queue. Adding a task registers it again.
    place.empty();
    place.add({{"mail#b", {}, 1h, {}, "x"}});
    QCOMPARE(place.server.call({"SISMEMBER", "dueline:queues", "q"}).integer, 1);
}

void TestNativeScriptsClaim::claimMovesDueTasksEarliestFirstUnderOneToken()
{
    std::vector<TaskId> ids;
    for (int i = 0; i < 150; ++i)
        ids.push_back("mail#" + QByteArray::number(1000 - i));
    place.addDue(ids);
    const auto claim = place.value(place.worker.broker.claim({"q", 100, 30s, {true, {}, {}}}));
    QCOMPARE(claim.leases.size(), 100U);
    for (std::size_t i = 0; i < 100; ++i) {
        QCOMPARE(claim.leases[i].id, ids[i]);
        QCOMPARE(claim.leases[i].token, claim.leases[0].token);
        QCOMPARE(claim.leases[i].attempt, 1);
        QCOMPARE(claim.leases[i].dueAt, claim.leases[0].dueAt + Millis(i));
        QCOMPARE(place.field(keys.leases(), ids[i]), claim.leases[i].token);
    }
    QCOMPARE(claim.expiresAt, claim.serverNow + 30s);
    QCOMPARE(claim.nearestExpiry, claim.expiresAt);
    QCOMPARE(place.score(keys.leased(), ids[99]), toMs(claim.expiresAt));
    QCOMPARE(place.members(keys.pending()), 50);
    QCOMPARE(place.members(keys.leased()), 100);
    QCOMPARE(place.server.call({"OBJECT", "ENCODING", keys.leased()}).bytes, "skiplist");
    QCOMPARE(place.countedClasses("l"), 100);
    const auto token = NativeCodec::decodeToken(claim.leases[0].token);
    QVERIFY(token);
    QCOMPARE(token->fence, 1);
    QCOMPARE(token->session, "worker-a");
    QCOMPARE(token->leasedAt, claim.serverNow);
}

void TestNativeScriptsClaim::claimLeavesWhatIsNotDueAndTellsWhenItIs()
{
    const TimePoint due = fromMs(place.nowMs()) + 1h;
    place.add({{"mail#a", due, {}, {}, ""}, {"mail#b", due + 1s, {}, {}, ""}});
    const auto claim = place.value(place.worker.broker.claim({"q", 100, 30s, {true, {}, {}}}));
    QVERIFY(claim.leases.empty());
    QCOMPARE(claim.nextDue, due);
    QVERIFY(!claim.more);
    QVERIFY(!claim.nearestExpiry);
}

void TestNativeScriptsClaim::claimMergesRetriesByDueTime()
{
    const TimePoint due = fromMs(place.nowMs()) - 10s;
    place.add({{"mail#r", due, {}, {}, ""}});
    const Lease lease = place.claim().at(0);
    QCOMPARE(place.nack(lease, 0ms), WriteOutcome::Accepted);
    place.server.call({"ZADD", keys.retry(), QByteArray::number(toMs(due) + 1), "mail#r"});
    place.add({{"mail#b", due, {}, {}, ""}, {"mail#z", due + 1ms, {}, {}, ""}, {"mail#c", due + 2ms, {}, {}, ""}});
    const auto leases = place.claim();
    QCOMPARE(leases.size(), 4U);
    QCOMPARE(leases[0].id, "mail#b");
    QCOMPARE(leases[1].id, "mail#r"); // due at the same time as mail#z, so sorted by id
    QCOMPARE(leases[2].id, "mail#z");
    QCOMPARE(leases[3].id, "mail#c");
    QCOMPARE(leases[1].attempt, 2);
    QVERIFY(leases[1].token.startsWith("2-"));
    QVERIFY(leases[0].token.startsWith("1-"));
    QCOMPARE(place.members(keys.retry()) + place.members(keys.pending()), 0);
}

void TestNativeScriptsClaim::claimCountsLatenessInItsClass()
{
    const TimePoint now = fromMs(place.nowMs());
    std::vector<NewTask> tasks;
    for (int k = 0; k < 5; ++k) // far enough from the bucket boundaries, 2^19 and 2^15 ms
        tasks.push_back({"mail#l" + QByteArray::number(k), now - 400'000ms, {}, {}, ""});
    for (int k = 0; k < 3; ++k)
        tasks.push_back({"mail#s" + QByteArray::number(k), now - 20'000ms, {}, {}, ""});
    place.add(tasks);
    QCOMPARE(place.claim().size(), 8U);
    QCOMPARE(place.counted("l19"), 5); // 2^18 to 2^19 - 1 ms late
    QCOMPARE(place.counted("l15"), 3); // 2^14 to 2^15 - 1 ms late
    QCOMPARE(place.countedClasses("l"), 8);
}

void TestNativeScriptsClaim::claimOfTypesLeavesTheOthersAlone()
{
    place.addDue({"mail.send#1", "sms#1", "mail.send#2", "mail#1", "mailing#1", "no-hash"});
    const auto ids = [](const Result<Claim>& claim) {
        QByteArrayList found;
        for (const Lease& lease : claim->leases)
            found << lease.id;
        return found.join(' ');
    };
    QCOMPARE(ids(place.worker.broker.claim({"q", 100, 30s, {false, {"mail"}, {}}})), "mail#1");
    QCOMPARE(ids(place.worker.broker.claim({"q", 100, 30s, {false, {"sms", "no-hash"}, {"mail."}}})),
        "mail.send#1 sms#1 mail.send#2 no-hash");
    QCOMPARE(ids(place.worker.broker.claim({"q", 100, 30s, {false, {}, {}}})), "");
    QCOMPARE(place.whereIs("mailing#1"), "pending");
}

void TestNativeScriptsClaim::claimFindsItsTypesBehindThousandsOfOthers()
{
    std::vector<TaskId> ids;
    for (int i = 0; i < 3500; ++i)
        ids.push_back("other#" + QByteArray::number(i));
    ids.push_back("mine#1");
    place.addDue(ids);
    int calls = 0;
    std::vector<Lease> leases;
    while (leases.empty() && calls < 10) {
        const auto claim = place.value(place.worker.broker.claim({"q", 100, 30s, {false, {"mine"}, {}}}));
        ++calls;
        leases = claim.leases;
        QVERIFY2(claim.more || !leases.empty(), "the claim did not ask to be repeated");
    }
    QCOMPARE(leases.size(), 1U);
    QCOMPARE(leases[0].id, "mine#1");
    QVERIFY(calls <= 4);
    const auto end = place.value(place.worker.broker.claim({"q", 100, 30s, {false, {"mine"}, {}}}));
    QVERIFY(end.leases.empty());
    QCOMPARE(place.members(keys.pending()), 3500);
}

void TestNativeScriptsClaim::claimTellsTheNextDueOfItsOwnTypes()
{
    const TimePoint now = fromMs(place.nowMs());
    place.add({{"other#1", now - 1h, {}, {}, ""}, {"other#2", now + 1h, {}, {}, ""}, {"mine#1", now + 2h, {}, {}, ""}});
    const auto claim = place.value(place.worker.broker.claim({"q", 100, 30s, {false, {"mine"}, {}}}));
    QCOMPARE(claim.nextDue, now + 2h);
    QVERIFY(!claim.more);
}

void TestNativeScriptsClaim::pausedQueueGivesNothing()
{
    place.addDue({"mail#a"});
    place.server.call({"HSET", keys.meta(), "paused", "1"});
    const auto claim = place.value(place.worker.broker.claim({"q", 100, 30s, {true, {}, {}}}));
    QVERIFY(claim.paused);
    QVERIFY(claim.leases.empty());
    QCOMPARE(place.whereIs("mail#a"), "pending");
}

void TestNativeScriptsClaim::expiredTasksFailInsteadOfStarting()
{
    const TimePoint now = fromMs(place.nowMs());
    TaskOptions past;
    past.expiresAt = now - 1s;
    TaskOptions future;
    future.expiresAt = now + 1h;
    place.add({{"mail#late", now - 2s, {}, past, ""}, {"mail#good", now - 1s, {}, future, ""}});
    const auto leases = place.claim();
    QCOMPARE(leases.size(), 1U);
    QCOMPARE(leases[0].id, "mail#good");
    QCOMPARE(place.whereIs("mail#late"), "failed");
    QCOMPARE(place.counted("failed:mail"), 1);
    const auto attempts = NativeCodec::decodeHistory(place.field(keys.history(), "mail#late"));
    QCOMPARE(attempts.size(), 1U);
    QCOMPARE(attempts[0].outcome, "expired");
    QCOMPARE(attempts[0].error, "expired before it started");
    QVERIFY(!place.score(keys.expiring(), "mail#late"));
    QVERIFY(place.score(keys.expiring(), "mail#good"));
    QCOMPARE(place.ack(leases[0]), WriteOutcome::Accepted);
    QVERIFY(!place.score(keys.expiring(), "mail#good"));
}

QTEST_GUILESS_MAIN(TestNativeScriptsClaim)
#include "tst_nativescripts_claim.moc"
