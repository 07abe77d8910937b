// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

#include <thread>

using namespace dueline;

/// Tests unique keys: the first add succeeds; until the key expires, later adds report that the task exists.
class TestConformanceUnique : public ConformanceTest
{
    Q_OBJECT

    NewTask keyed(const TaskId& id, const QByteArray& key, Millis holdFor = 1h)
    {
        NewTask task = dueTask(id);
        task.unique = UniqueKey{key, holdFor};
        return task;
    }
    std::vector<AddOutcome> added(const std::vector<NewTask>& tasks) { return must(editor().add(queue, tasks)); }
    std::optional<UniqueHold> holder(const QByteArray& key) { return must(inspector().holderOf(queue, key)); }

private slots:
    void aKeyLetsOnlyTheFirstIn()
    {
        REQUIRE_CAPABILITY(can().unique);
        QVERIFY(!holder("k"));
        const TimePoint before = now();
        QCOMPARE(added({keyed("t#1", "k")}), std::vector{AddOutcome::Added});
        QCOMPARE(added({keyed("t#2", "k"), keyed("t#3", "other"), dueTask("t#4")}),
            (std::vector{AddOutcome::Exists, AddOutcome::Added, AddOutcome::Added}));
        QVERIFY(!exists("t#2"));
        QCOMPARE(counts().pending(), 3);
        const auto held = holder("k");
        QVERIFY(held);
        QCOMPARE(held->id, TaskId("t#1"));
        QVERIFY(held->until >= before + 1h && held->until <= now() + 1h);
    }

    void aRepeatedAddDoesNotProlongAKey()
    {
        REQUIRE_CAPABILITY(can().unique);
        const NewTask task = keyed("t#1", "k");
        QCOMPARE(added({task}), std::vector{AddOutcome::Added});
        const auto held = holder("k");
        waitPast(now() + 5ms);
        QCOMPARE(added({task, keyed("t#1", "k", 2h), keyed("t#2", "k", 2h)}), std::vector(3, AddOutcome::Exists));
        QCOMPARE(holder("k"), held);
    }

    void aKeyHoldsWhateverBecomesOfItsTask_data()
    {
        QTest::addColumn<QByteArray>("end");
        for (const char* end : {"done", "failed", "discarded", "undone", "deleted"})
            QTest::newRow(end) << QByteArray(end);
    }
    void aKeyHoldsWhateverBecomesOfItsTask()
    {
        REQUIRE_CAPABILITY(can().unique);
        QFETCH(QByteArray, end);
        added({keyed("t#1", "k")});
        if (end == "done")
            QCOMPARE(ackOne(worker(), claimOne()), WriteOutcome::Accepted);
        else if (end == "failed")
            QCOMPARE(nackOne(worker(), claimOne(), {}), WriteOutcome::Accepted);
        else
            QCOMPARE(act(end == "deleted" ? ActionKind::Delete : ActionKind::Discard, "t#1"), ItemOutcome::Done);
        if (end == "undone")
            QCOMPARE(undo(queue + "/op1").restored, 1);
        QCOMPARE(added({keyed("t#2", "k")}), std::vector{AddOutcome::Exists});
        QVERIFY(!exists("t#2"));
        QCOMPARE(holder("k")->id, TaskId("t#1"));
    }

    void aKeyThatRanOutIsFree()
    {
        REQUIRE_CAPABILITY(can().unique);
        added({keyed("t#1", "k", 40ms), keyed("t#2", "long")});
        waitPast(holder("k")->until);
        QVERIFY(!holder("k"));
        QCOMPARE(
            added({keyed("t#3", "k"), keyed("t#4", "long")}), (std::vector{AddOutcome::Added, AddOutcome::Exists}));
        QCOMPARE(holder("k")->id, TaskId("t#3"));
    }

    void theSweepLeavesKeysThatHold()
    {
        REQUIRE_CAPABILITY(can().unique);
        added({keyed("t#1", "k", 20ms), keyed("t#2", "long")});
        waitPast(holder("k")->until);
        sweep();
        QVERIFY(!holder("k"));
        QCOMPARE(holder("long")->id, TaskId("t#2"));
    }

    void aKeyIsTakenOnceWithinOneCall_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {10, 600, 70'000})
            QTest::addRow("%d bytes", size) << size;
    }
    void aKeyIsTakenOnceWithinOneCall()
    {
        REQUIRE_CAPABILITY(can().unique);
        QFETCH(int, size);
        std::vector<NewTask> tasks;
        for (int i = 0; i < 6; ++i) {
            NewTask task = keyed("t#" + QByteArray::number(i), "k" + QByteArray::number(i / 2));
            task.payload = QByteArray(size, char('a' + i));
            tasks.push_back(std::move(task));
        }
        tasks[5].unique.reset();
        const std::vector expected{AddOutcome::Added, AddOutcome::Exists, AddOutcome::Added, AddOutcome::Exists,
            AddOutcome::Added, AddOutcome::Added};
        QCOMPARE(added(tasks), expected);
        QVERIFY(!exists("t#1") && !exists("t#3"));
        QCOMPARE(must(inspector().payload(queue, "t#5")), tasks[5].payload);
        QCOMPARE(added(tasks), std::vector(6, AddOutcome::Exists));
        QCOMPARE(counts().pending(), 4);
        // A refused add stores nothing, so its id remains available.
        tasks[1].unique.reset();
        tasks[1].payload = QByteArray(size, 'x');
        QCOMPARE(added({tasks[1]}), std::vector{AddOutcome::Added});
        QCOMPARE(must(inspector().payload(queue, "t#1")), tasks[1].payload);
    }

    void ofManyAddersOneGetsIn()
    {
        REQUIRE_CAPABILITY(can().unique);
        constexpr int keys = 100;
        std::atomic<int> ready = 0;
        std::array<std::array<bool, keys>, 3> got{};
        std::vector<std::thread> adders;
        for (std::size_t adder = 0; adder < got.size(); ++adder) {
            adders.emplace_back([&, adder] {
                const auto own = fixture().open("adder-" + QByteArray::number(qulonglong(adder)), Access::Operate);
                if (!own)
                    qFatal("%s", qPrintable(own.error().message));
                ++ready;
                while (ready < int(got.size())) { }
                for (std::size_t i = 0; i < keys; ++i) {
                    NewTask task;
                    task.id = "t#" + QByteArray::number(qulonglong(adder)) + '-' + QByteArray::number(qulonglong(i));
                    task.payload = QByteArray(i % 3 == 0 ? 2000 : 5, 'x');
                    task.unique = UniqueKey{"k" + QByteArray::number(qulonglong(i)), 1h};
                    const auto outcomes = (*own)->editor()->add(queue, {task});
                    got[adder][i] = outcomes && outcomes->front() == AddOutcome::Added;
                }
            });
        }
        for (std::thread& adder : adders)
            adder.join();
        for (std::size_t i = 0; i < keys; ++i)
            QCOMPARE(int(got[0][i]) + int(got[1][i]) + int(got[2][i]), 1);
        QCOMPARE(counts().pending(), keys);
    }

    void aQueueThatIsRemovedForgetsItsKeys()
    {
        REQUIRE_CAPABILITY(can().unique);
        added({keyed("t#1", "k")});
        must(editor().removeQueue(queue, false));
        QVERIFY(!holder("k"));
        QCOMPARE(added({keyed("t#2", "k")}), std::vector{AddOutcome::Added});
    }

    void keysOfOtherQueuesAreOthers()
    {
        REQUIRE_CAPABILITY(can().unique);
        added({keyed("t#1", "k")});
        QCOMPARE(must(editor().add("r", {keyed("t#1", "k")})), std::vector{AddOutcome::Added});
    }

    void keysMayHoldAnyBytes()
    {
        REQUIRE_CAPABILITY(can().unique);
        const QByteArray odd("a b\0\xff\n\"}", 8);
        QCOMPARE(added({keyed("t#1", odd), keyed("t#2", QByteArray(256, 'k')), keyed("t#3", odd)}),
            (std::vector{AddOutcome::Added, AddOutcome::Added, AddOutcome::Exists}));
        QCOMPARE(holder(odd)->id, TaskId("t#1"));
    }

    void keysThatCannotBeAreRefused()
    {
        REQUIRE_CAPABILITY(can().unique);
        for (const UniqueKey& bad : {UniqueKey{"", 1h}, UniqueKey{QByteArray(257, 'k'), 1h}, UniqueKey{"k", 0ms},
                 UniqueKey{"k", UniqueKey::longest + 1ms}}) {
            NewTask task = dueTask("t#1");
            task.unique = bad;
            const auto refused = editor().add(queue, {task});
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::Usage);
        }
    }

    void aLayoutWithoutKeysSaysSo()
    {
        REQUIRE_FEATURE(Adding);
        if (can().unique)
            return;
        const auto refused = editor().add(queue, {keyed("t#1", "k")});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::NotSupported);
        QVERIFY(!must(inspector().holderOf(queue, "k")));
    }
};

QTEST_GUILESS_MAIN(TestConformanceUnique)
#include "tst_conformance_unique.moc"
