// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativekeys.h"
#include "core/redis/redisclient.h"
#include "tests/support/nativeplace.h"

using namespace dueline;
using namespace std::chrono_literals;

namespace {

/// Situation in which a script has something to do. `prepare` creates it on an empty server and returns the script
/// call.
struct Situation
{
    const char* name;
    std::function<ScriptCall(NativePlace&)> prepare;
    QByteArrayList needless; ///< roles of keys that the script can do without, even if they are damaged
};

QByteArray nonce(int sequence) { return "worker-a." + QByteArray::number(sequence); }

ScriptCall claimCall(NativePlace& place, int sequence = 1)
{
    const NativeKeys& k = place.keys;
    return NativeScripts::call("claim",
        {k.pending(), k.retry(), k.leased(), k.leases(), k.tries(), k.meta(), k.ofRole("memo"), k.statisticsPrefix(),
            k.expiring(), k.failed(), k.history()},
        {nonce(sequence), "100", "30000", "1000", "0", "0", "-1"});
}

ScriptCall ackCall(NativePlace& place, const std::vector<Lease>& leases, int sequence = 1)
{
    const NativeKeys& k = place.keys;
    ScriptCall call = NativeScripts::call("ack",
        {k.leased(), k.leases(), k.done(), k.tasks(), k.tries(), k.history(), k.results(), k.ofRole("memo"),
            k.statisticsPrefix(), k.meta(), k.expiring(), k.cancel(), k.bigPayloadPrefix(), k.before()},
        {nonce(sequence), "[]", k.resultsChannel(), "1", leases[0].id, "result"});
    for (const Lease& lease : leases)
        call.arguments.insert(call.arguments.end(), {lease.token, "1", lease.id});
    return call;
}

ScriptCall nackCall(NativePlace& place, const std::vector<Lease>& leases, const char* delay, int sequence = 1)
{
    const NativeKeys& k = place.keys;
    ScriptCall call = NativeScripts::call("nack",
        {k.leased(), k.leases(), k.retry(), k.failed(), k.tries(), k.history(), k.ofRole("memo"), k.statisticsPrefix(),
            k.tasks(), k.meta(), k.expiring(), k.cancel()},
        {nonce(sequence), "[]", k.resultsChannel(), k.wakeChannel()});
    for (const Lease& lease : leases)
        call.arguments.insert(call.arguments.end(), {lease.id, lease.token, delay, "1000", "failed it broke"});
    return call;
}

ScriptCall releaseCall(NativePlace& place, const std::vector<Lease>& leases, int sequence = 1)
{
    const NativeKeys& k = place.keys;
    ScriptCall call = NativeScripts::call("release",
        {k.leased(), k.leases(), k.retry(), k.tries(), k.ofRole("memo"), k.tasks(), k.meta(), k.cancel()},
        {nonce(sequence), k.wakeChannel()});
    for (const Lease& lease : leases)
        call.arguments.insert(call.arguments.end(), {lease.id, lease.token, "1000"});
    return call;
}

std::vector<Lease> leased(NativePlace& place)
{
    place.addDue({"mail#a", "mail#b"});
    auto leases = place.claim();
    place.server.call({"DEL", place.worker.scripts.memo(place.keys, "claim")});
    return leases;
}

std::vector<Situation> situations()
{
    std::vector<Situation> all;
    all.push_back({"add to a new queue",
        [](NativePlace& place) {
            const NativeKeys& k = place.keys;
            return NativeScripts::call("add",
                {k.pending(), k.tasks(), k.statisticsPrefix(), k.meta(), k.leases(), k.expiring(), k.ofRole("memo")},
                {nonce(1), k.wakeChannel(), "mail#n", "+0", "99", "{}\n"});
        },
        {"stats:"}});
    all.push_back({"add to a queue",
        [](NativePlace& place) {
            place.addDue({"mail#a"});
            const NativeKeys& k = place.keys;
            return NativeScripts::call("add",
                {k.pending(), k.tasks(), k.statisticsPrefix(), k.meta(), k.leases(), k.expiring(), k.ofRole("memo")},
                {nonce(1), k.wakeChannel(), "mail#n", "+0", "99", "{}\n"});
        },
        {"stats:", "leases"}});
    all.push_back({"addids",
        [](NativePlace& place) {
            const NativeKeys& k = place.keys;
            return NativeScripts::call("addids",
                {k.pending(), k.tasks(), k.statisticsPrefix(), k.meta(), k.leases(), k.expiring(), k.bigPayloadPrefix(),
                    k.ofRole("memo")},
                {nonce(1), k.wakeChannel(), "mail#a", "+0", "99", "1"});
        },
        {"stats:", "b:"}});
    all.push_back({"claim from pending alone",
        [](NativePlace& place) {
            place.addDue({"mail#a", "mail#b"});
            return claimCall(place);
        },
        {"stats:", "tries", "failed", "history"}});
    all.push_back({"claim of everything",
        [](NativePlace& place) {
            place.addDue({"mail#a"});
            place.nack(place.claim().at(0), 0ms);
            place.server.call({"ZADD", place.keys.retry(), "1000", "mail#a"});
            TaskOptions past;
            past.expiresAt = fromMs(1000);
            place.add({{"mail#b", {}, -1s, {}, ""}, {"mail#c", {}, -1s, past, ""}});
            return claimCall(place);
        },
        {"stats:"}});
    all.push_back({"ack, kept", [](NativePlace& place) { return ackCall(place, leased(place)); },
        {"stats:", "tasks", "tries", "history", "results", "expiring", "cancel", "b:", "before"}});
    all.push_back({"ack, dropped",
        [](NativePlace& place) {
            const auto leases = leased(place);
            place.server.call({"HSET", place.keys.meta(), "keep_done", "0", "big", "1"});
            return ackCall(place, leases);
        },
        {"stats:", "done", "tries", "history", "results", "expiring", "cancel", "b:", "before"}});
    all.push_back({"nack to retry", [](NativePlace& place) { return nackCall(place, leased(place), "5"); },
        {"stats:", "tasks", "expiring", "cancel"}});
    all.push_back({"nack to failed", [](NativePlace& place) { return nackCall(place, leased(place), "-1"); },
        {"stats:", "tasks", "expiring", "cancel"}});
    all.push_back(
        {"release", [](NativePlace& place) { return releaseCall(place, leased(place)); }, {"tasks", "cancel"}});
    all.push_back({"extend",
        [](NativePlace& place) {
            const auto leases = leased(place);
            const NativeKeys& k = place.keys;
            return NativeScripts::call("extend", {k.leased(), k.leases(), k.cancel(), k.meta()},
                {"30000", leases[0].token, "2", leases[0].id, leases[1].id});
        },
        {}});
    for (const char* most : {"3", "1"}) {
        all.push_back({most[0] == '3' ? "recover to retry" : "recover to failed",
            [most](NativePlace& place) {
                leased(place);
                place.letExpire("mail#a");
                place.letExpire("mail#b");
                const NativeKeys& k = place.keys;
                return NativeScripts::call("recover",
                    {k.leased(), k.leases(), k.retry(), k.failed(), k.tries(), k.history(), k.statisticsPrefix(),
                        k.meta(), k.events(), k.expiring(), k.cancel()},
                    {"100", most, "86400000", k.wakeChannel(), "30000"});
            },
            {"stats:", "events", "expiring", "cancel"}});
    }
    all.push_back({"quarantine",
        [](NativePlace& place) {
            const auto leases = leased(place);
            const NativeKeys& k = place.keys;
            return NativeScripts::call("quarantine",
                {k.leased(), k.leases(), k.damaged(), k.tries(), k.history(), k.meta(), k.events(), k.expiring(),
                    k.cancel()},
                {"reason", leases[0].id, leases[0].token});
        },
        {"tries", "history", "events", "expiring", "cancel"}});
    all.push_back({"expire",
        [](NativePlace& place) {
            TaskOptions past;
            past.expiresAt = fromMs(1000);
            place.add({{"mail#c", {}, 1h, past, ""}});
            const NativeKeys& k = place.keys;
            return NativeScripts::call("expire",
                {k.expiring(), k.pending(), k.retry(), k.leased(), k.trash(), k.failed(), k.tries(), k.history(),
                    k.meta(), k.statisticsPrefix()},
                {"100"});
        },
        {"stats:"}});
    all.push_back({"trim",
        [](NativePlace& place) {
            for (const Lease& lease : leased(place))
                place.ack(lease);
            place.server.call({"HSET", place.keys.meta(), "keep_done", "0", "big", "1"});
            const NativeKeys& k = place.keys;
            return NativeScripts::call("trim",
                {k.done(), k.tasks(), k.results(), k.history(), k.tries(), k.before(), k.expiring(), k.meta(),
                    k.bigPayloadPrefix()},
                {"done", "keep_done", "1", "100"});
        },
        {"results", "history", "tries", "before", "expiring", "b:"}});
    all.push_back({"trimops",
        [](NativePlace& place) {
            place.addDue({"mail#a"});
            place.server.call({"ZADD", place.keys.operations(), "1000", "mail#a"});
            const NativeKeys& k = place.keys;
            return NativeScripts::call("trimops", {k.operations(), k.meta(), k.ofRole("op:")}, {"1", "1", "100"});
        },
        {"op:"}});
    all.push_back({"forget",
        [](NativePlace& place) {
            place.addDue({"mail#a"});
            place.server.call({"HSET", place.keys.before(), "mail#a", "op retry 1 - - - -"});
            const NativeKeys& k = place.keys;
            return NativeScripts::call(
                "forget", {k.before(), k.trash(), k.meta()}, {"1000", "mail#a", "op retry 1 - - - -"});
        },
        {}});
    all.push_back({"rollup",
        [](NativePlace& place) {
            place.addDue({"mail#a"});
            const NativeKeys& k = place.keys;
            return NativeScripts::call("rollup", {k.meta(), k.statisticsPrefix()}, {"7", "1000000", "added", "3"});
        },
        {"stats:"}});
    all.push_back({"audit",
        [](NativePlace& place) {
            const NativeKeys& k = place.keys;
            place.addDue({"mail#a"});
            place.server.call({"HSET", k.tasks(), "mail#stray", "{}\n"});
            place.server.call({"HSET", k.tries(), "mail#stray", "1 1 0 0"});
            return NativeScripts::call("audit",
                {k.damaged(), k.tasks(), k.tries(), k.history(), k.results(), k.leases(), k.pending(), k.retry(),
                    k.leased(), k.failed(), k.done(), k.trash(), k.meta()},
                {"20"});
        },
        {}});
    all.push_back({"mend",
        [](NativePlace& place) {
            const auto leases = leased(place);
            const NativeKeys& k = place.keys;
            place.server.call({"HDEL", k.tasks(), "mail#a"});
            return NativeScripts::call("mend",
                {k.pending(), k.retry(), k.leased(), k.failed(), k.done(), k.trash(), k.tasks(), k.tries(), k.history(),
                    k.leases(), k.damaged(), k.meta(), k.events(), k.expiring(), k.cancel(), k.bigPayloadPrefix()},
                {"somebody", leases[0].id});
        },
        {"events", "expiring", "cancel", "b:"}});
    all.push_back({"tidy",
        [](NativePlace& place) {
            const NativeKeys& k = place.keys;
            place.addDue({"mail#a"});
            place.server.call({"HSET", k.tries(), "mail#gone", "1 1 0 0"});
            return NativeScripts::call("tidy",
                {k.pending(), k.retry(), k.leased(), k.failed(), k.done(), k.trash(), k.tries(), k.history(),
                    k.results(), k.leases(), k.damaged(), k.tasks(), k.meta()},
                {"mail#gone"});
        },
        {}});
    return all;
}

} // namespace

/// Tests the engine's scripts with faults: damaged keys, lost replies, repeated calls, missing permissions, a full
/// server.
class TestNativeScriptsFaults : public QObject
{
    Q_OBJECT

private:
    NativePlace place;
    const NativeKeys& keys = place.keys;

private slots:
    void cleanup() { place.empty(); }

    void damagedKeyIsRefusedByNameOrNotNeeded_data();
    void damagedKeyIsRefusedByNameOrNotNeeded();
    void newerLayoutIsRefused();
    void repeatedCallGetsTheSameAnswerAndChangesNothing();
    void callThatArrivesAfterItsSuccessorIsRefused();
};

void TestNativeScriptsFaults::damagedKeyIsRefusedByNameOrNotNeeded_data()
{
    QTest::addColumn<int>("situation");
    QTest::addColumn<int>("key");
    const auto all = situations();
    for (std::size_t s = 0; s < all.size(); ++s) {
        place.empty();
        place.worker.scripts.reconnected();
        const ScriptCall call = all[s].prepare(place);
        for (std::size_t k = 0; k < call.keys.size(); ++k) {
            const QByteArray row = QByteArray(all[s].name) + ": " + call.keys[k].mid(call.keys[k].indexOf('}') + 2);
            QTest::newRow(row.constData()) << int(s) << int(k);
        }
    }
    place.empty();
}

void TestNativeScriptsFaults::damagedKeyIsRefusedByNameOrNotNeeded()
{
    QFETCH(int, situation);
    QFETCH(int, key);
    const Situation chosen = situations().at(std::size_t(situation));
    const ScriptCall call = chosen.prepare(place);
    QByteArray damaged = call.keys[std::size_t(key)];
    const QByteArray role = damaged.mid(damaged.indexOf('}') + 2);
    if (role == "stats:") {
        // These keys depend on the clock: the current minute, the next one, and the hour that rollup writes.
        const qint64 minute = place.nowMs() / 60'000;
        for (const QByteArray& part : {QByteArray::number(minute), QByteArray::number(minute + 1), QByteArray("h:7")}) {
            place.server.call({"DEL", damaged + part});
            place.server.call({"RPUSH", damaged + part, "not ours"});
        }
    } else {
        if (role.endsWith(':'))
            damaged += "mail#a";
        place.server.call({"DEL", damaged});
        QVERIFY(!place.server.call({"RPUSH", damaged, "not ours"}).isError());
    }
    const auto before = place.contents();
    const Reply reply = place.eval(call);
    if (chosen.needless.contains(role)) {
        QVERIFY2(!reply.isError(), reply.bytes.constData());
        QVERIFY2(place.contents() != before, "nothing was done");
    } else {
        QVERIFY2(reply.isError(), "went on with a damaged key");
        QCOMPARE(reply.bytes, "DAMAGED " + role);
        QVERIFY2(place.contents() == before, "changed something although it refused");
    }
}

void TestNativeScriptsFaults::newerLayoutIsRefused()
{
    for (const Situation& situation : situations()) {
        place.empty();
        place.worker.scripts.reconnected();
        const ScriptCall call = situation.prepare(place);
        place.server.call({"HSET", keys.meta(), "version", "2"});
        const auto before = place.contents();
        const Reply reply = place.eval(call);
        QVERIFY2(reply.isError() && reply.bytes == "NEWER layout version 2", situation.name);
        QVERIFY2(place.contents() == before, situation.name);
    }
}

void TestNativeScriptsFaults::repeatedCallGetsTheSameAnswerAndChangesNothing()
{
    for (const Situation& situation : situations()) {
        place.empty();
        place.worker.scripts.reconnected();
        const ScriptCall call = situation.prepare(place);
        if (std::find(call.keys.begin(), call.keys.end(), keys.ofRole("memo")) == call.keys.end())
            continue;
        const Reply first = place.eval(call);
        QVERIFY2(!first.isError(), first.bytes.constData());
        auto after = place.contents();
        const Reply second = place.eval(call);
        auto afterRepeat = place.contents();
        if (second.bytes == "r" + first.bytes) { // addids records in its memo that the call was repeated
            after.erase(keys.ofRole("memo"));
            afterRepeat.erase(keys.ofRole("memo"));
        }
        QVERIFY2(afterRepeat == after, situation.name);
        if (!first.isArray()) {
            // addids marks its reply to a repeated call, because the rest of its transaction is executed again, too.
            QVERIFY2(second == first || second.bytes == "r" + first.bytes, situation.name);
            continue;
        }
        // A repeated claim finds the first call's leases by their nonce.
        QCOMPARE(second.items.at(0).integer, 1);
        QCOMPARE(second.items.at(2).integer, first.items.at(2).integer);
        QByteArrayList ids[2];
        const std::size_t width = first.items.at(6).bytes.isEmpty() ? 4 : 2;
        for (std::size_t i = 0; i < first.items.at(7).items.size(); i += width)
            ids[0] << first.items[7].items[i].bytes;
        for (std::size_t i = 0; i < second.items.at(7).items.size(); i += 4) {
            ids[1] << second.items[7].items[i].bytes;
            QCOMPARE(second.items[7].items[i + 2].bytes, place.field(keys.leases(), ids[1].back()));
        }
        std::sort(ids[0].begin(), ids[0].end());
        QCOMPARE(ids[1], ids[0]);
    }
}

void TestNativeScriptsFaults::callThatArrivesAfterItsSuccessorIsRefused()
{
    place.addDue({"mail#a", "mail#b", "mail#c", "mail#d"});
    QCOMPARE(place.eval(claimCall(place, 5)).items.at(0).integer, 1);
    place.addDue({"mail#e"});
    const std::vector<Lease> leases{{"mail#a", place.field(keys.leases(), "mail#a"), 1, {}},
        {"mail#b", place.field(keys.leases(), "mail#b"), 1, {}}};
    const std::vector<ScriptCall> late{
        claimCall(place, 4), ackCall(place, leases, 4), nackCall(place, leases, "1", 4), releaseCall(place, leases, 4)};
    const auto before = place.contents();
    for (const ScriptCall& call : late)
        QCOMPARE(place.eval(call).bytes, "OLD call");
    QVERIFY(place.contents() == before);
}

QTEST_GUILESS_MAIN(TestNativeScriptsFaults)
#include "tst_nativescripts_faults.moc"
