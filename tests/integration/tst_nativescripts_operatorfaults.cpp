// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativekeys.h"
#include "core/redis/redisclient.h"
#include "tests/support/nativeoperator.h"

#include <QCryptographicHash>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

/// Situation in which a script has something to do. `prepare` creates it on an empty server and returns the script
/// call.
struct OperatorSituation
{
    const char* name;
    std::function<ScriptCall(NativeOperator&)> prepare;
    QByteArrayList needless; ///< roles of keys that the script can do without, even if they are damaged
    bool reads = false; ///< true if the script only reads
};

std::vector<QByteArray> columns(const NativeKeys& k)
{
    return {k.pending(), k.retry(), k.leased(), k.failed(), k.done(), k.trash(), k.tasks(), k.tries(), k.before(),
        k.leases(), k.cancel(), k.meta(), k.ofRole("memo")};
}

/// Returns the call for an action on one task.
ScriptCall actCall(
    NativeOperator& place, const char* script, const QByteArray& role, const QByteArray& detail, int sequence = 1)
{
    const NativeKeys& k = place.keys;
    std::vector<QByteArray> keyNames = columns(k);
    if (qstrcmp(script, "discard") == 0)
        keyNames.push_back(k.statisticsPrefix());
    else if (qstrcmp(script, "delete") == 0)
        keyNames.insert(keyNames.end(), {k.history(), k.results(), k.expiring(), k.bigPayloadPrefix()});
    return NativeScripts::call(script, std::move(keyNames),
        {"operator." + QByteArray::number(sequence), "op1", "1", k.wakeChannel(), "mail#a", role, detail});
}

ScriptCall undoCall(NativeOperator& place, int sequence = 1)
{
    std::vector<QByteArray> keyNames = columns(place.keys);
    keyNames.push_back(place.keys.operations());
    return NativeScripts::call("undo", std::move(keyNames),
        {"operator." + QByteArray::number(sequence), "op1", "op2", place.keys.wakeChannel(), "86400000", "mail#a"});
}

/// Returns the call that sets a small payload for the scheduled task mail#a.
ScriptCall editCall(NativeOperator& place)
{
    const NativeKeys& k = place.keys;
    const QByteArray entry = place.server.call({"HGET", k.tasks(), "mail#a"}).bytes;
    return NativeScripts::call("edit",
        {k.pending(), k.retry(), k.tasks(), k.tries(), k.before(), k.meta(), k.ofRole("memo"), k.bigPayload("mail#a"),
            k.edited("q/op1"), k.editedPayload("q/op1"), k.brought("q/op1"), k.expiring()},
        {"operator.1", "op1", "mail#a", "pending", QCryptographicHash::hash(entry, QCryptographicHash::Sha1).toHex(),
            "{\"a\":7}", "+", "edited", "0", "86400000", "="});
}

ScriptCall leaseCall(
    NativeOperator& place, const char* script, const QByteArray& token, const QByteArray& detail, int sequence = 1)
{
    const NativeKeys& k = place.keys;
    return NativeScripts::call(script,
        {k.leased(), k.leases(), k.tasks(), k.meta(), k.ofRole("memo"), k.cancel(), k.retry(), k.tries()},
        {"operator." + QByteArray::number(sequence), "mail#a", token, detail});
}

ScriptCall recordCall(const NativeKeys& k, const OperationId& undoes)
{
    return NativeScripts::call("record",
        {k.operations(), k.operation("q/op1"), k.events(), k.meta(), k.operation(undoes)},
        {"op1", "q/op1", "1", "undo", "1", "me", "1", "", "0", "undoable", "1"});
}

/// Leases mail#a for the second time and returns the lease's token.
QByteArray lease(NativeOperator& place)
{
    place.addDue({"mail#a"});
    place.value(place.worker.broker.release("q", place.claim()));
    return place.claim().at(0).token;
}

void schedule(NativeOperator& place) { place.add({{"mail#a", {}, 1h, {}, "x"}}); }

std::vector<OperatorSituation> operatorSituations()
{
    std::vector<OperatorSituation> all;
    all.push_back({"retry of a failed task",
        [](NativeOperator& place) {
            place.failOne("mail#a");
            return actCall(place, "retry", "failed", {});
        },
        {"pending", "leased", "done", "trash", "tasks", "leases", "cancel"}});
    all.push_back({"retry of a leased task",
        [](NativeOperator& place) { return actCall(place, "retry", "leased", lease(place)); },
        {"pending", "failed", "done", "trash", "tasks", "cancel"}});
    all.push_back({"runnow of a scheduled task",
        [](NativeOperator& place) {
            schedule(place);
            return actCall(place, "runnow", "pending", {});
        },
        {"retry", "leased", "failed", "done", "trash", "tasks", "leases", "cancel"}});
    all.push_back({"runnow of a leased task",
        [](NativeOperator& place) { return actCall(place, "runnow", "leased", lease(place)); },
        {"pending", "failed", "done", "trash", "tasks", "cancel"}});
    all.push_back({"reschedule",
        [](NativeOperator& place) {
            schedule(place);
            return actCall(place, "reschedule", "pending", "5000");
        },
        {"retry", "leased", "failed", "done", "trash", "tasks", "leases", "cancel"}});
    all.push_back({"discard of a failed task",
        [](NativeOperator& place) {
            place.failOne("mail#a");
            return actCall(place, "discard", "failed", {});
        },
        {"pending", "retry", "leased", "done", "tasks", "leases", "cancel", "stats:"}});
    all.push_back({"discard of a leased task",
        [](NativeOperator& place) { return actCall(place, "discard", "leased", lease(place)); },
        {"pending", "retry", "failed", "done", "tasks", "cancel", "stats:"}});
    all.push_back({"restore",
        [](NativeOperator& place) {
            schedule(place);
            place.act("q/op0", ActionKind::Discard, place.refs({"mail#a"}));
            return actCall(place, "restore", "trash", {});
        },
        {"retry", "leased", "failed", "done", "tasks", "leases", "cancel"}});
    all.push_back({"delete of a failed task",
        [](NativeOperator& place) {
            place.failOne("mail#a");
            return actCall(place, "delete", "failed", {});
        },
        {"pending", "retry", "leased", "done", "trash", "tries", "before", "leases", "cancel", "history", "results",
            "expiring", "b:"}});
    all.push_back({"delete of a leased task",
        [](NativeOperator& place) { return actCall(place, "delete", "leased", lease(place)); },
        {"pending", "retry", "failed", "done", "trash", "tries", "before", "cancel", "history", "results", "expiring",
            "b:"}});
    all.push_back({"an action on a task that is gone",
        [](NativeOperator& place) {
            schedule(place);
            return actCall(place, "discard", "failed", {});
        },
        {"pending", "retry", "leased", "done", "trash", "leases", "cancel", "stats:"}});
    all.push_back({"undo of a retry",
        [](NativeOperator& place) {
            place.failOne("mail#a");
            place.act("q/op1", ActionKind::Retry, place.refs({"mail#a"}));
            place.record("q/op1");
            return undoCall(place);
        },
        {"pending", "leased", "done", "trash", "tasks", "leases", "cancel"}});
    all.push_back({"undo of a discard",
        [](NativeOperator& place) {
            schedule(place);
            place.act("q/op1", ActionKind::Discard, place.refs({"mail#a"}));
            place.record("q/op1");
            return undoCall(place);
        },
        {"retry", "leased", "failed", "done", "tasks", "leases", "cancel"}});
    all.push_back({"edit",
        [](NativeOperator& place) {
            schedule(place);
            return editCall(place);
        },
        {"retry", "b:mail#a", "op:op1:was:b", "op:op1:new"}});
    all.push_back({"undo of an edit",
        [](NativeOperator& place) {
            schedule(place);
            place.eval(editCall(place));
            place.server.call({"DEL", place.keys.ofRole("memo")});
            place.record("q/op1");
            const NativeKeys& k = place.keys;
            ScriptCall call = undoCall(place);
            call.script = &NativeScripts::library()["unedit"];
            call.keys.insert(
                call.keys.end(), {k.bigPayload("mail#a"), k.edited("q/op1"), k.editedPayload("q/op1"), k.expiring()});
            return call;
        },
        {"retry", "leased", "failed", "done", "trash", "leases", "cancel", "b:mail#a", "op:op1:was:b"}});
    all.push_back({"record",
        [](NativeOperator& place) {
            schedule(place);
            place.record("q/op0");
            return recordCall(place.keys, "q/op0");
        },
        {"events", "op:op0"}});
    all.push_back({"settings",
        [](NativeOperator& place) {
            schedule(place);
            return NativeScripts::call("settings", {place.keys.meta()}, {"attempts", "3"});
        },
        {}});
    for (const char* pause : {"1", "0"}) {
        all.push_back({pause[0] == '1' ? "pause" : "resume",
            [pause](NativeOperator& place) {
                schedule(place);
                place.server.call({"HSET", place.keys.meta(), "paused", "1"});
                return NativeScripts::call("pause", {place.keys.meta()}, {pause, place.keys.wakeChannel()});
            },
            {}, pause[0] == '1'});
    }
    all.push_back({"removequeue",
        [](NativeOperator& place) {
            place.failOne("mail#a");
            const NativeKeys& k = place.keys;
            return NativeScripts::call("removequeue", {k.meta(), k.leased(), k.failed(), k.tasks()}, {"0"});
        },
        {"meta", "failed", "tasks"}});
    all.push_back(
        {"cancellease", [](NativeOperator& place) { return leaseCall(place, "cancellease", lease(place), "channel"); },
            {"tasks", "retry", "tries"}});
    all.push_back(
        {"extendlease", [](NativeOperator& place) { return leaseCall(place, "extendlease", lease(place), "3600000"); },
            {"tasks", "retry", "tries", "cancel"}});
    all.push_back({"releaselease",
        [](NativeOperator& place) { return leaseCall(place, "releaselease", lease(place), "channel"); },
        {"tasks", "cancel"}});
    for (const char* role : {"pending", "leased", "trash"}) {
        const QByteArrayList needless = role[0] == 'p' ? QByteArrayList{"tries", "history", "leases", "before"}
            : role[0] == 'l'                           ? QByteArrayList{"before"}
                                                       : QByteArrayList{"leases"};
        for (const char* script : {"page", "search"}) {
            all.push_back({script,
                [role, script](NativeOperator& place) {
                    if (role[0] == 'l')
                        lease(place);
                    else
                        schedule(place);
                    if (role[0] == 't')
                        place.act("q/op0", ActionKind::Discard, place.refs({"mail#a"}));
                    const NativeKeys& k = place.keys;
                    std::vector<QByteArray> arguments{role, "all", "0", "100", "", ""};
                    if (script[0] == 's')
                        arguments = {role, "100", "-inf", "+inf", "", ""};
                    return NativeScripts::call(script,
                        {k.ofRole(role), k.tasks(), k.tries(), k.history(), k.leases(), k.before(), k.meta()},
                        arguments);
                },
                needless, true});
        }
    }
    all.push_back({"detail",
        [](NativeOperator& place) {
            schedule(place);
            const NativeKeys& k = place.keys;
            return NativeScripts::call("detail",
                {k.pending(), k.retry(), k.leased(), k.failed(), k.done(), k.trash(), k.tasks(), k.tries(), k.history(),
                    k.leases(), k.before(), k.results(), k.damaged(), k.meta()},
                {"mail#a"});
        },
        {}, true});
    return all;
}

} // namespace

/// Tests the operator's scripts with faults: damaged keys, lost replies, repeated calls, a full server, large
/// payloads.
class TestNativeScriptsOperatorFaults : public QObject
{
    Q_OBJECT

private:
    NativeOperator place;
    const NativeKeys& keys = place.keys;

    ScriptCall prepared(const OperatorSituation& situation)
    {
        place.empty();
        place.worker.scripts.reconnected();
        return situation.prepare(place);
    }

private slots:
    void cleanup()
    {
        place.server.call({"CONFIG", "SET", "maxmemory", "0"});
        place.empty();
    }

    void damagedKeyIsRefusedByNameOrNotNeeded_data();
    void damagedKeyIsRefusedByNameOrNotNeeded();
    void newerLayoutIsRefused();
    void repeatedCallGetsTheSameAnswerAndChangesNothing();
    void callThatArrivesAfterItsSuccessorIsRefused();
    void undoLeavesWhatAnotherOperatorTookMeanwhile();
};

void TestNativeScriptsOperatorFaults::damagedKeyIsRefusedByNameOrNotNeeded_data()
{
    QTest::addColumn<int>("situation");
    QTest::addColumn<int>("key");
    const auto all = operatorSituations();
    for (std::size_t s = 0; s < all.size(); ++s) {
        const ScriptCall call = prepared(all[s]);
        for (std::size_t k = 0; k < call.keys.size(); ++k) {
            const QByteArray role = call.keys[k].mid(call.keys[k].indexOf('}') + 2);
            QTest::addRow("%s, %s: %s", all[s].name, call.arguments[0].constData(), role.constData())
                << int(s) << int(k);
        }
    }
    place.empty();
}

void TestNativeScriptsOperatorFaults::damagedKeyIsRefusedByNameOrNotNeeded()
{
    QFETCH(int, situation);
    QFETCH(int, key);
    const OperatorSituation chosen = operatorSituations().at(std::size_t(situation));
    const ScriptCall call = prepared(chosen);
    QByteArray damaged = call.keys[std::size_t(key)];
    const QByteArray role = damaged.mid(damaged.indexOf('}') + 2);
    if (role == "stats:") {
        const qint64 minute = place.nowMs() / 60'000;
        for (const qint64 each : {minute, minute + 1}) {
            place.server.call({"DEL", damaged + QByteArray::number(each)});
            place.server.call({"RPUSH", damaged + QByteArray::number(each), "not ours"});
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
        QVERIFY2(chosen.reads || place.contents() != before, "nothing was done");
    } else {
        QVERIFY2(reply.isError(), "went on with a damaged key");
        QCOMPARE(reply.bytes, "DAMAGED " + role);
        QVERIFY2(place.contents() == before, "changed something although it refused");
    }
}

void TestNativeScriptsOperatorFaults::newerLayoutIsRefused()
{
    for (const OperatorSituation& situation : operatorSituations()) {
        const ScriptCall call = prepared(situation);
        place.server.call({"HSET", keys.meta(), "version", "2"});
        const auto before = place.contents();
        const Reply reply = place.eval(call);
        QVERIFY2(reply.isError() && reply.bytes == "NEWER layout version 2", situation.name);
        QVERIFY2(place.contents() == before, situation.name);
    }
    const auto info = place.inspector.queue("q");
    QVERIFY(!info);
    QCOMPARE(info.error().code, ErrorCode::Refused);
    QVERIFY(!place.value(place.inspector.queues()).at(0).unreadable.isEmpty());
    QCOMPARE(place.inspector.timeline("q", fromMs(0), fromMs(1000), 10).error().code, ErrorCode::Refused);
    QCOMPARE(place.inspector.operations("q", 10).error().code, ErrorCode::Refused);
}

void TestNativeScriptsOperatorFaults::repeatedCallGetsTheSameAnswerAndChangesNothing()
{
    for (const OperatorSituation& situation : operatorSituations()) {
        const ScriptCall call = prepared(situation);
        if (std::find(call.keys.begin(), call.keys.end(), keys.ofRole("memo")) == call.keys.end())
            continue;
        const Reply first = place.eval(call);
        QVERIFY2(!first.isError(), first.bytes.constData());
        const auto after = place.contents();
        QVERIFY2(place.eval(call) == first, situation.name);
        QVERIFY2(place.contents() == after, situation.name);
    }
}

void TestNativeScriptsOperatorFaults::callThatArrivesAfterItsSuccessorIsRefused()
{
    schedule(place);
    place.failOne("mail#b");
    QCOMPARE(place.eval(actCall(place, "discard", "pending", {}, 5)).bytes, "1");
    const auto before = place.contents();
    QCOMPARE(place.eval(actCall(place, "restore", "trash", {}, 4)).bytes, "OLD call");
    QCOMPARE(place.eval(actCall(place, "delete", "trash", {}, 4)).bytes, "OLD call");
    QCOMPARE(place.eval(undoCall(place, 4)).bytes, "OLD call");
    QCOMPARE(place.eval(leaseCall(place, "releaselease", "token", "channel", 4)).bytes, "OLD call");
    QVERIFY(place.contents() == before);
}

void TestNativeScriptsOperatorFaults::undoLeavesWhatAnotherOperatorTookMeanwhile()
{
    schedule(place);
    place.act("q/op1", ActionKind::Reschedule, place.refs({"mail#a"}), false, fromMs(4'000'000'000'000));
    place.record("q/op1");
    const ScriptCall found = undoCall(place); // another client acts between this read of `before` and the call
    place.act("q/op3", ActionKind::Reschedule, place.refs({"mail#a"}), false, fromMs(4'100'000'000'000));
    QCOMPARE(place.eval(found).bytes, "0");
    QCOMPARE(place.score(keys.pending(), "mail#a"), 4'100'000'000'000);
}

QTEST_GUILESS_MAIN(TestNativeScriptsOperatorFaults)
#include "tst_nativescripts_operatorfaults.moc"
