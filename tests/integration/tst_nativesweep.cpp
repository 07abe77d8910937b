// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativekeys.h"
#include "tests/support/nativeplace.h"

using namespace dueline;
using namespace std::chrono_literals;

/// Tests housekeeping: what a sweep removes, moves and aggregates, and what it keeps.
class TestNativeSweep : public QObject
{
    Q_OBJECT

private:
    NativePlace place;
    const NativeKeys& keys = place.keys;

    /// Sweeps until there is nothing left to do. Returns the number of steps.
    int sweep()
    {
        int steps = 1;
        while (place.value(place.worker.broker.sweep("q"))) {
            if (++steps > 1000)
                qFatal("a sweep does not end");
        }
        return steps;
    }
    QByteArray ago(Millis age) { return QByteArray::number(place.nowMs() - age.count()); }
    bool anywhere(const QByteArray& text)
    {
        for (const auto& [key, values] : place.contents()) {
            if (key.contains(text) || values.join('\n').contains(text))
                return true;
        }
        return false;
    }

private slots:
    void cleanup() { place.empty(); }

    void queueNobodyMadeStaysUnmade();
    void doneTasksAreDroppedAfterTheirRetention();
    void everyRetentionIsTheQueuesOwn();
    void droppedTasksLeaveNothingBehind();
    void waitingTasksFailOnceTheirTimeToStartHasPassed();
    void uniqueKeysThatRanOutAreForgotten();
    void undoIsForgottenAfterItsTimeButNotInTheTrash();
    void recordsOfOperationsOutliveTheirUndoForAWeek();
    void fullHoursAreSummedUpOnce();
    void leftoversAreRemovedAndStrayEnvelopesPutAside();
};

void TestNativeSweep::queueNobodyMadeStaysUnmade()
{
    QCOMPARE(sweep(), 1);
    QVERIFY(place.contents().empty());
}

void TestNativeSweep::doneTasksAreDroppedAfterTheirRetention()
{
    std::vector<TaskId> ids;
    for (int i = 0; i < 250; ++i)
        ids.push_back("mail#" + QByteArray::number(1000 + i));
    place.addDue(ids);
    const auto leases = place.claim(250);
    std::vector<Ack> acks;
    for (const Lease& lease : leases)
        acks.push_back({lease.id, lease.token, {}});
    place.value(place.worker.broker.ack("q", acks, {}));
    QCOMPARE(sweep(), 1);
    QCOMPARE(place.members(keys.done()), 250);
    for (int i = 0; i < 240; ++i)
        place.server.call({"ZADD", keys.done(), ago(24h + 1min), ids[std::size_t(i)]});
    QCOMPARE(place.value(place.worker.broker.sweep("q")), true);
    QCOMPARE(place.members(keys.done()), 150); // each step drops a limited number of tasks
    sweep();
    QCOMPARE(place.members(keys.done()), 10);
    QCOMPARE(place.fields(keys.tasks()), 10);
}

void TestNativeSweep::everyRetentionIsTheQueuesOwn()
{
    place.addDue({"mail#done", "mail#failed", "mail#trash", "mail#kept"});
    for (const Lease& lease : place.claim()) {
        if (lease.id == "mail#done")
            place.ack(lease);
        else
            place.nack(lease, std::nullopt);
    }
    place.server.call({"ZREM", keys.failed(), "mail#trash"});
    place.server.call({"ZADD", keys.trash(), ago(2h), "mail#trash"});
    place.server.call({"ZADD", keys.failed(), ago(2h), "mail#failed"});
    place.server.call({"ZADD", keys.done(), ago(2h), "mail#done"});
    sweep();
    QCOMPARE(place.fields(keys.tasks()), 4);
    const auto remains = [&](const char* field, const char* value) {
        place.server.call({"HSET", keys.meta(), field, value});
        sweep();
        return place.fields(keys.tasks());
    };
    QCOMPARE(remains("keep_done", "3600000"), 3);
    QCOMPARE(place.whereIs("mail#done"), "");
    QCOMPARE(remains("keep_failed", "3600000"), 2);
    QCOMPARE(place.whereIs("mail#failed"), "");
    QCOMPARE(remains("keep_trash", "3600000"), 1);
    QCOMPARE(place.whereIs("mail#trash"), "");
    QCOMPARE(place.whereIs("mail#kept"), "failed");
}

void TestNativeSweep::droppedTasksLeaveNothingBehind()
{
    TaskOptions options;
    options.keepResult = true;
    options.expiresAt = fromMs(place.nowMs()) + 1h;
    place.add({{"mail#a", {}, -1s, options, QByteArray(NativeCodec::bigPayload + 1, 'x')}});
    place.nack(place.claim().at(0), 0ms);
    place.server.call({"ZADD", keys.retry(), "1000", "mail#a"});
    const Lease lease = place.claim().at(0);
    place.value(place.worker.broker.ack("q", {{lease.id, lease.token, QByteArray("result")}}, {}));
    place.server.call({"HSET", keys.before(), "mail#a", "op failed 1 1 1 0 0"});
    QVERIFY(anywhere("mail#a") && place.fields(keys.results()) == 1 && place.fields(keys.history()) == 1);
    place.server.call({"ZADD", keys.done(), "1000", "mail#a"});
    sweep();
    QVERIFY(!anywhere("mail#a"));
}

void TestNativeSweep::waitingTasksFailOnceTheirTimeToStartHasPassed()
{
    TaskOptions soon;
    soon.expiresAt = fromMs(place.nowMs()) + 1h;
    place.add({{"mail#pending", {}, 1h, soon, ""}, {"mail#retry", {}, -3s, soon, ""},
        {"mail#leased", {}, -2s, soon, ""}, {"mail#later", {}, 1h, soon, ""}});
    const auto leases = place.claim();
    QCOMPARE(leases.size(), 2U);
    place.nack(leases[0], 1h);
    for (const char* id : {"mail#pending", "mail#retry", "mail#leased", "mail#gone"})
        place.server.call({"ZADD", keys.expiring(), ago(1s), id});
    sweep();
    QCOMPARE(place.whereIs("mail#pending"), "failed");
    QCOMPARE(place.whereIs("mail#retry"), "failed");
    QCOMPARE(place.whereIs("mail#leased"), "leased");
    QCOMPARE(place.whereIs("mail#later"), "pending");
    QVERIFY(!place.score(keys.expiring(), "mail#gone"));
    const auto attempts = NativeCodec::decodeHistory(place.field(keys.history(), "mail#retry"));
    QCOMPARE(attempts.size(), 2U);
    QCOMPARE(attempts[1].error, "expired before it started");
    QCOMPARE(place.counted("failed:mail"), 2);
}

void TestNativeSweep::uniqueKeysThatRanOutAreForgotten()
{
    place.addDue({"mail#a"});
    Command old{"HSET", keys.unique()};
    for (int i = 0; i < 3000; ++i)
        old.insert(old.end(), {"old" + QByteArray::number(i), ago(1s) + " mail#x"});
    place.server.call(old);
    const QByteArray later = QByteArray::number(place.nowMs() + 60'000);
    place.server.call({"HSET", keys.unique(), "held", later + " mail#a", "odd", "not ours"});
    sweep();
    QCOMPARE(place.field(keys.unique(), "held"), later + " mail#a");
    QVERIFY(place.fields(keys.unique()) < 1000); // the sweep ends once most entries in a sample are valid
    for (int i = 0; i < 20; ++i)
        sweep();
    QCOMPARE(place.fields(keys.unique()), 1);
}

void TestNativeSweep::undoIsForgottenAfterItsTimeButNotInTheTrash()
{
    place.addDue({"mail#a"});
    place.server.call({"ZADD", keys.operations(), ago(25h), "old", ago(1h), "new"});
    for (int i = 0; i < 300; ++i)
        place.server.call({"HSET", keys.before(), "mail#old" + QByteArray::number(i), "old pending 1 - - - -"});
    place.server.call(
        {"HSET", keys.before(), "mail#new", "new pending 1 - - - -", "mail#trash", "old pending 1 - - - -"});
    place.server.call({"ZADD", keys.trash(), ago(25h), "mail#trash"});
    sweep();
    QCOMPARE(place.fields(keys.before()), 2);
    QVERIFY(!place.field(keys.before(), "mail#new").isEmpty());
    QVERIFY(!place.field(keys.before(), "mail#trash").isEmpty());

    // An operation without a record is recognized by the time in its id.
    const QByteArray fresh = makeTaskId("", fromMs(place.nowMs())).mid(1);
    const QByteArray stale = makeTaskId("", fromMs(place.nowMs()) - 25h).mid(1);
    place.server.call(
        {"HSET", keys.before(), "mail#f", fresh + " pending 1 - - - -", "mail#s", stale + " pending 1 - - - -"});
    const qint64 swept = place.nowMs();
    // An operation in the same millisecond as the last sweep would not count as new.
    QTRY_VERIFY(place.nowMs() > swept);
    place.server.call({"ZADD", keys.operations(), ago(24h), "next"});
    sweep();
    QVERIFY(!place.field(keys.before(), "mail#f").isEmpty());
    QVERIFY(place.field(keys.before(), "mail#s").isEmpty());
}

void TestNativeSweep::recordsOfOperationsOutliveTheirUndoForAWeek()
{
    place.addDue({"mail#a"});
    place.server.call({"ZADD", keys.operations(), ago(24h * 8 + 1min), "old", ago(24h * 8 - 1min), "new"});
    place.server.call({"HSET", keys.ofRole("op:old"), "kind", "retry"});
    place.server.call({"HSET", keys.ofRole("op:new"), "kind", "retry"});
    sweep();
    QCOMPARE(place.members(keys.operations()), 1);
    QCOMPARE(place.fields(keys.ofRole("op:old")), 0);
    QCOMPARE(place.fields(keys.ofRole("op:new")), 1);
}

void TestNativeSweep::fullHoursAreSummedUpOnce()
{
    place.addDue({"mail#a"});
    const qint64 hour = place.nowMs() / 3'600'000;
    const auto minute = [&](qint64 number) { return keys.statisticsPrefix() + QByteArray::number(number); };
    place.server.call({"HSET", minute((hour - 2) * 60), "added", "5", "l3", "1"});
    place.server.call({"HSET", minute((hour - 2) * 60 + 59), "added", "7", "failed:mail", "2"});
    place.server.call({"HSET", minute((hour - 1) * 60), "added", "1"});
    place.server.call({"HSET", keys.meta(), "rolled", QByteArray::number(hour - 3)});
    sweep();
    const QByteArray sums = keys.statisticsPrefix() + "h:" + QByteArray::number(hour - 2);
    QCOMPARE(place.field(sums, "added"), "12");
    QCOMPARE(place.field(sums, "l3"), "1");
    QCOMPARE(place.field(sums, "failed:mail"), "2");
    QVERIFY(place.server.call({"PTTL", sums}).integer > 29LL * 24 * 3'600'000);
    QCOMPARE(place.field(keys.statisticsPrefix() + "h:" + QByteArray::number(hour - 1), "added"), "1");
    QCOMPARE(place.fields(keys.statisticsPrefix() + "h:" + QByteArray::number(hour)), 0);
    const auto before = place.contents();
    sweep();
    QVERIFY(place.contents() == before);
}

void TestNativeSweep::leftoversAreRemovedAndStrayEnvelopesPutAside()
{
    place.addDue({"mail#a", "mail#b", "mail#c"});
    const auto leases = place.claim(2);
    place.nack(leases[0], 1h);
    const auto whole = place.contents();
    place.server.call({"HSET", keys.tasks(), "mail#stray", "{}\nkeep me"});
    place.server.call({"HSET", keys.tries(), "mail#gone", "1 1 0 0"});
    place.server.call({"HSET", keys.history(), "mail#gone", "1 1 1 w failed e"});
    place.server.call({"HSET", keys.results(), "mail#gone", "r"});
    place.server.call({"HSET", keys.leases(), "mail#c", "1-w.1-1"});
    for (int i = 0; i < 200 && (place.fields(keys.damaged()) == 0 || place.fields(keys.leases()) > 2); ++i)
        sweep(); // each sweep reads a random sample
    QVERIFY(place.field(keys.damaged(), "mail#stray").contains("in no state"));
    QCOMPARE(place.field(keys.tasks(), "mail#stray"), "{}\nkeep me");
    place.server.call({"DEL", keys.damaged()});
    place.server.call({"HDEL", keys.tasks(), "mail#stray"});
    QVERIFY(place.contents() == whole);
}

QTEST_GUILESS_MAIN(TestNativeSweep)
#include "tst_nativesweep.moc"
