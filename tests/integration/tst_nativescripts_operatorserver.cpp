// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativekeys.h"
#include "core/redis/redisclient.h"
#include "tests/support/nativeoperator.h"

using namespace dueline;
using namespace std::chrono_literals;

/// Tests operator actions on a faulty server: lost replies, no free memory, a damaged queue.
class TestNativeScriptsOperatorServer : public QObject
{
    Q_OBJECT

private:
    NativeOperator place;
    const NativeKeys& keys = place.keys;

private slots:
    void cleanup()
    {
        place.server.call({"CONFIG", "SET", "maxmemory", "0"});
        place.empty();
    }

    void actionWhoseAnswerWasLostIsToldAsDone();
    void fullServerLetsAnOperatorDeleteAndDiscard();
    void deleteOfLargePayloadsFreesTheirMemory();
    void damagedQueueIsListedWithTheReason();
};

void TestNativeScriptsOperatorServer::actionWhoseAnswerWasLostIsToldAsDone()
{
    RedisConfig impatient = place.server.config();
    impatient.timeouts.reply = 300ms;
    impatient.timeouts.progress = 300ms;
    NativeWorkerLane lane(impatient, "operator-c");
    NativeEditor editor(lane.scripts);
    place.addDue({"mail#a", "mail#b"});
    // Load the scripts first; otherwise, the lost reply would only say that the script is unknown.
    for (const char* script : {"discard", "delete"})
        place.server.call({"SCRIPT", "LOAD", NativeScripts::library()[script].source});
    for (const ActionKind kind : {ActionKind::Discard, ActionKind::Delete}) {
        ActionStep step{"q", "q/" + actionName(kind).toByteArray(), {}, place.refs({"mail#a", "mail#b"}), {}};
        step.action.kind = kind;
        QVERIFY(lane.scripts.prepare("q").ok()); // Keys are rechecked after a reconnect.
        place.server.freeze();
        const auto lost = editor.act(step);
        place.server.thaw();
        QVERIFY(!lost);
        QTRY_COMPARE(place.members(keys.trash()), kind == ActionKind::Discard ? 2 : 0);
        QCOMPARE(place.value(editor.act(step)), std::vector(2, ItemOutcome::Done));
    }
    QCOMPARE(place.counted("trashed"), 2);
}

void TestNativeScriptsOperatorServer::fullServerLetsAnOperatorDeleteAndDiscard()
{
    place.failOne("mail#a");
    place.failOne("mail#b");
    const auto seen = place.refs({"mail#a", "mail#b"});
    place.server.call({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
    place.server.call({"CONFIG", "SET", "maxmemory", "1mb"});
    QVERIFY(place.server.call({"SET", "x", "y"}).isError());
    QCOMPARE(place.act("q/op1", ActionKind::Delete, {seen[0]}), std::vector{ItemOutcome::Done});
    QCOMPARE(place.act("q/op2", ActionKind::Discard, {seen[1]}), std::vector{ItemOutcome::Done});
    QCOMPARE(place.value(place.inspector.page({"q", TaskState::Trash, 0, 10})).total, 1);
    QVERIFY(place.editor.removeQueue("q", false).ok());
}

void TestNativeScriptsOperatorServer::deleteOfLargePayloadsFreesTheirMemory()
{
    const auto used = [&] {
        const QByteArray info = place.server.call({"INFO", "memory"}).bytes;
        const qsizetype at = info.indexOf("used_memory:") + 12;
        return info.mid(at, info.indexOf('\r', at) - at).toLongLong();
    };
    const qint64 before = used();
    for (int i = 0; i < 5; ++i)
        place.add({{"mail#" + QByteArray::number(i), {}, 1h, {}, QByteArray(4'000'000, 'x')}});
    QVERIFY(used() > before + 19'000'000);
    const auto seen = place.refs({"mail#0", "mail#1", "mail#2", "mail#3", "mail#4"});
    QCOMPARE(place.act("q/op1", ActionKind::Delete, seen), std::vector(5, ItemOutcome::Done));
    QTRY_VERIFY(used() < before + 2'000'000);
}

void TestNativeScriptsOperatorServer::damagedQueueIsListedWithTheReason()
{
    place.addDue({"mail#a"});
    place.value(place.worker.adder.add("fine", {{"mail#a", {}, 0ms, {}, ""}}));
    for (const char* role : {"pending", "retry", "leased", "failed", "done", "trash", "damaged", "meta"}) {
        const QByteArray key = keys.ofRole(role);
        const Reply kept = place.server.call({"DUMP", key});
        place.server.call({"DEL", key});
        place.server.call({"SET", key, "x"});
        const auto infos = place.value(place.inspector.queues());
        QCOMPARE(infos.size(), 2U);
        QCOMPARE(infos[0].name, "fine");
        QVERIFY(infos[0].unreadable.isEmpty());
        QCOMPARE(infos[0].counts[TaskState::Due], 1);
        QVERIFY2(infos[1].unreadable.contains(key), infos[1].unreadable.constData());
        QCOMPARE(place.inspector.queue("q").error().code, ErrorCode::WrongType);
        place.server.call({"DEL", key});
        if (!kept.isNil())
            place.server.call({"RESTORE", key, "0", kept.bytes});
    }
}

QTEST_GUILESS_MAIN(TestNativeScriptsOperatorServer)
#include "tst_nativescripts_operatorserver.moc"
