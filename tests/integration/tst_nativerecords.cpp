// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/commandobserver.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/nativebackend.h"

#include <functional>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Observer that runs a hook between a connection's two reads: after the tasks' entries and before their large
/// payloads.
class BetweenReads : public CommandObserver
{
public:
    bool isListening() const override { return bool(afterEntries); }
    void sent(const std::vector<Command>& commands, const std::vector<Reply>*, std::chrono::nanoseconds) override
    {
        const bool reads = std::any_of(commands.begin(), commands.end(),
            [](const Command& command) { return command[0] == "HMGET" && command[1].endsWith(":tasks"); });
        if (reads)
            std::exchange(afterEntries, {})();
    }

    std::function<void()> afterEntries;
};

} // namespace

/// Tests reading complete tasks while other clients change the queue, and that unreadable data is reported.
class TestNativeRecords : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        RedisServer server;
        std::shared_ptr<BetweenReads> between = std::make_shared<BetweenReads>();
        std::unique_ptr<Backend> worker = openNative(server);
        std::unique_ptr<Backend> reader = openNative(server, Access::OperateAndWork, between);

        /// Adds tasks t#0, t#1, and so on to `q`, due immediately, each with its payload in a separate key.
        void add(int count)
        {
            std::vector<NewTask> tasks;
            for (int i = 0; i < count; ++i)
                tasks.push_back({"t#" + QByteArray::number(i), {}, {}, {}, QByteArray(100'000, char('a' + i))});
            must(worker->editor()->add("q", tasks));
        }
    };

private slots:
    void aTaskThatEndsWhileItIsReadIsGone();
    void whatIsDamagedIsLeftAndNamed();
};

void TestNativeRecords::aTaskThatEndsWhileItIsReadIsGone()
{
    Fixture fixture;
    fixture.add(2);
    QueueSettings settings;
    settings.keepDone = Millis(0);
    QVERIFY(fixture.worker->editor()->configure("q", settings).ok());
    const auto leases = must(fixture.worker->broker()->claim({"q", 1, Millis(60'000), {true, {}, {}}})).leases;
    QCOMPARE(leases.size(), std::size_t(1));
    fixture.between->afterEntries = [&] {
        must(fixture.worker->broker()->ack("q", {{leases[0].id, leases[0].token, {}}}, {}));
    };
    const auto whole = must(fixture.reader->inspector().readRecords("q", {"t#0", "t#1"}));
    QVERIFY(!fixture.between->isListening());
    QCOMPARE(whole.size(), std::size_t(2));
    QVERIFY(!whole[0]);
    QVERIFY(whole[1] && whole[1]->damage.isEmpty());
    QCOMPARE(whole[1]->payload, QByteArray(100'000, 'b'));
}

void TestNativeRecords::whatIsDamagedIsLeftAndNamed()
{
    Fixture fixture;
    fixture.add(4);
    // this change is not noticed, because the size stays the same
    fixture.server.call({"SETRANGE", "dueline:{q}:b:t#1", "0", "A"});
    fixture.server.call({"DEL", "dueline:{q}:b:t#2"});
    fixture.server.call({"HSET", "dueline:{q}:tasks", "t#3", "no envelope"});
    const auto whole = must(fixture.reader->inspector().readRecords("q", {"t#0", "t#1", "t#2", "t#3", "t#4"}));
    QVERIFY(whole[0]->damage.isEmpty() && whole[1]->damage.isEmpty() && !whole[4]);
    QVERIFY2(whole[2]->damage.contains(u"\"t#2\" is shorter than its entry states"_s), qPrintable(whole[2]->damage));
    QVERIFY2(whole[3]->damage.contains(u"\"t#3\" cannot be read"_s), qPrintable(whole[3]->damage));

    const Duectl duectl(fixture.server.url());
    const Answer exported = duectl.run("export q -");
    EXIT(exported, 1);
    QCOMPARE(exported.out.count('\n'), 2);
    QVERIFY2(exported.err.contains("2 tasks written; 2 tasks cannot be read.") && exported.err.contains("t#2")
            && exported.err.contains("t#3"),
        exported.all());
    const Answer dry = duectl.run("move q --all --to r --dry-run");
    QVERIFY2(dry.out.startsWith("Would move 2 tasks ") && dry.out.contains("Unreadable tasks skipped: 2."), dry.all());
    const Answer moved = duectl.run("move q --all --to r --yes");
    EXIT(moved, 1);
    QVERIFY2(moved.out.startsWith("2 tasks moved to the queue r.")
            && moved.err.contains("Not moved: 2 that cannot be read.\n") && moved.err.contains("t#2"),
        moved.all());
    QCOMPARE(fixture.server.call({"ZCARD", "dueline:{q}:pending"}).integer, 2);
    QCOMPARE(fixture.server.call({"ZCARD", "dueline:{q}:trash"}).integer, 2); // The trash contains the moved tasks.
    QCOMPARE(fixture.server.call({"ZCARD", "dueline:{r}:pending"}).integer, 2);
}

QTEST_GUILESS_MAIN(TestNativeRecords)
#include "tst_nativerecords.moc"
