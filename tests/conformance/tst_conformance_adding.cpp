// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

using namespace dueline;

/// Tests adding tasks.
class TestConformanceAdding : public ConformanceTest
{
    Q_OBJECT

    const char* impossible() override
    {
        return fixture().holds(Fixture::Feature::Adding) ? nullptr : "Tasks of this layout have no place for: Adding";
    }

private slots:
    void aTaskForLaterIsScheduledWithEverythingKnownOfIt()
    {
        REQUIRE_FEATURE(Payloads);
        const TimePoint before = now();
        NewTask task;
        task.id = makeTaskId("mail.send", before - 3min);
        task.dueAt = before + 1h;
        task.payload = "hello";
        add({task});

        const Task shownTask = shown(task.id);
        QCOMPARE(shownTask.id, task.id);
        QCOMPARE(shownTask.state, TaskState::Scheduled);
        QCOMPARE(shownTask.at, *task.dueAt);
        QCOMPARE(shownTask.dueAt, task.dueAt);
        QCOMPARE(shownTask.attempt, 0);
        QCOMPARE(shownTask.maxAttempts, 5);
        QCOMPARE(shownTask.size, 5);
        QCOMPARE(shownTask.token, QByteArray());
        QCOMPARE(shownTask.worker, QByteArray());
        QCOMPARE(shownTask.error, QByteArray());
        QCOMPARE(shownTask.addedAt, std::optional(before - 3min));

        const TaskDetail detail = must(inspector().task(queue, task.id));
        QCOMPARE(detail.options, TaskOptions());
        QCOMPARE(detail.fence, 0);
        QCOMPARE(detail.expiries, 0);
        QVERIFY(detail.attempts.empty());
        QVERIFY(!detail.result);
        QCOMPARE(detail.lastOperation, OperationId());
    }

    void aTaskWithoutATimeIsDueNow()
    {
        const TimePoint before = now();
        NewTask task;
        task.id = "t#1";
        add({task});
        const Task shownTask = shown("t#1");
        QCOMPARE(shownTask.state, TaskState::Due);
        QVERIFY(shownTask.at >= before && shownTask.at <= now());
    }

    void aDelayCountsFromTheServersNow()
    {
        REQUIRE_FEATURE(Times);
        const TimePoint before = now();
        NewTask task;
        task.id = "t#1";
        task.dueIn = 1h;
        add({task});
        QCOMPARE(state("t#1"), TaskState::Scheduled);
        QVERIFY(shown("t#1").at >= before + 1h && shown("t#1").at <= now() + 1h);
    }

    void aScheduledTaskBecomesDueByTheClockAlone()
    {
        REQUIRE_FEATURE(Times);
        NewTask task;
        task.id = "t#1";
        task.dueIn = 200ms;
        add({task});
        const Task waiting = shown("t#1");
        const StateCounts before = counts();
        if (now() < waiting.at) { // skipped on slow machines, where it may already be due
            QCOMPARE(waiting.state, TaskState::Scheduled);
            QCOMPARE(before[TaskState::Scheduled], 1);
        }
        waitPast(waiting.at);
        QCOMPARE(state("t#1"), TaskState::Due);
        QCOMPARE(counts()[TaskState::Due], 1);
        QCOMPARE(counts()[TaskState::Scheduled], 0);
    }

    void addingTheSameAgainChangesNothingAndSaysSo()
    {
        REQUIRE_FEATURE(Options);
        NewTask task = dueTask("t#1");
        task.payload = "content";
        task.options.maxAttempts = 2;
        add({task});
        const TaskDetail before = must(inspector().task(queue, "t#1"));

        NewTask later = task;
        later.dueAt = now() + 1h;
        QCOMPARE(must(editor().add(queue, {task, later})), (std::vector{AddOutcome::Exists, AddOutcome::Exists}));
        QCOMPARE(must(inspector().task(queue, "t#1")), before);
        QCOMPARE(counts().pending(), 1);
    }

    void anIdTakenByOtherContentIsAConflict()
    {
        REQUIRE_FEATURE(Payloads);
        NewTask task = dueTask("t#1");
        task.payload = "content";
        add({task});
        NewTask otherPayload = task;
        otherPayload.payload = "other";
        NewTask otherOptions = task;
        otherOptions.options.maxAttempts = 1;
        QCOMPARE(must(editor().add(queue, {otherPayload, otherOptions})),
            (std::vector{AddOutcome::Conflict, AddOutcome::Conflict}));
        QCOMPARE(must(inspector().payload(queue, "t#1")), QByteArray("content"));
        QCOMPARE(shown("t#1").maxAttempts, 5);
    }

    void aLargeTaskIsRecognisedWhenItIsAddedAgain_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {400, 600, 70'000})
            QTest::addRow("%d bytes", size) << size;
    }
    void aLargeTaskIsRecognisedWhenItIsAddedAgain()
    {
        REQUIRE_FEATURE(Payloads);
        QFETCH(int, size);
        NewTask task = dueTask("t#1");
        task.payload = QByteArray(size, 'x');
        add({task});
        NewTask other = task;
        other.payload.back() = 'y';
        QCOMPARE(must(editor().add(queue, {task, other})), (std::vector{AddOutcome::Exists, AddOutcome::Conflict}));
        QCOMPARE(must(inspector().payload(queue, "t#1")), task.payload);
    }

    void anIdIsTakenInEveryState()
    {
        REQUIRE_FEATURE(EndedIds);
        add({dueTask("t#1")});
        const Lease lease = claimOne();
        QCOMPARE(must(editor().add(queue, {dueTask("t#1")})), (std::vector{AddOutcome::Exists}));
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Accepted);
        QCOMPARE(must(editor().add(queue, {dueTask("t#1")})), (std::vector{AddOutcome::Exists}));
        QCOMPARE(state("t#1"), TaskState::Done);
    }

    void anIdGivenTwiceInOneCallIsAddedOnce()
    {
        REQUIRE_FEATURE(OwnIds);
        const NewTask twice = dueTask("t#1"); // Both adds have the same due time, because some designs compare it.
        QCOMPARE(must(editor().add(queue, {twice, dueTask("t#2"), twice})),
            (std::vector{AddOutcome::Added, AddOutcome::Added, AddOutcome::Exists}));
        QCOMPARE(counts().pending(), 2);
    }

    void outcomesStandInTheOrderOfTheTasks()
    {
        REQUIRE_FEATURE(Payloads);
        add({dueTask("t#b"), dueTask("t#d")});
        NewTask conflict = dueTask("t#d");
        conflict.payload = "other";
        NewTask large = dueTask("t#c");
        large.payload = QByteArray(100'000, 'x');
        NewTask medium = dueTask("t#e");
        medium.payload = QByteArray(5000, 'x');
        QCOMPARE(must(editor().add(queue, {large, dueTask("t#b"), dueTask("t#a"), conflict, medium})),
            (std::vector{
                AddOutcome::Added, AddOutcome::Exists, AddOutcome::Added, AddOutcome::Conflict, AddOutcome::Added}));
    }

    void anyNumberOfTasksFitsInOneCall()
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < 2500; ++i)
            tasks.push_back(dueTask("t#" + QByteArray::number(i), Millis(2500 - i)));
        add(tasks);
        QCOMPARE(counts()[TaskState::Due], 2500);
        QVERIFY(must(editor().add(queue, {})).empty());
    }

    void payloadsComeBackByteForByte_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {0, 1, 100, 490, 500, 510, 4096, 65'535, 65'536, 65'537, 71'680, 10 * 1024 * 1024})
            QTest::addRow("%d bytes", size) << size;
    }
    void payloadsComeBackByteForByte()
    {
        REQUIRE_FEATURE(Payloads);
        QFETCH(int, size);
        QByteArray payload(size, '\0');
        for (int i = 0; i < size; ++i)
            payload[i] = char((i * 31) ^ (i >> 8)); // Contains every byte value, including line feeds.
        NewTask task = dueTask("t#1");
        task.payload = payload;
        add({task});
        QCOMPARE(shown("t#1").size, size);
        QVERIFY(must(inspector().payload(queue, "t#1")) == payload);
        const Lease lease = claimOne();
        const auto loads = must(worker().load(queue, {lease}));
        QCOMPARE(loads.size(), std::size_t(1));
        QVERIFY(!loads[0].damaged);
        QVERIFY(loads[0].payload == payload);
    }

    void slicesOfAPayloadAreExact_data()
    {
        QTest::addColumn<int>("size");
        QTest::newRow("inline") << 1000;
        QTest::newRow("in a key of its own") << 80'000;
    }
    void slicesOfAPayloadAreExact()
    {
        REQUIRE_FEATURE(Payloads);
        QFETCH(int, size);
        NewTask task = dueTask("t#1");
        for (int i = 0; i < size; ++i)
            task.payload.append(char('a' + i % 26));
        add({task});
        const auto slice
            = [&](qint64 offset, qint64 length) { return must(inspector().payload(queue, "t#1", offset, length)); };
        QCOMPARE(slice(0, 10), task.payload.left(10));
        QCOMPARE(slice(7, 3), task.payload.mid(7, 3));
        QCOMPARE(slice(size - 5, 100), task.payload.right(5));
        QCOMPARE(slice(size - 5, -1), task.payload.right(5));
        QCOMPARE(slice(3, 0), QByteArray());
        QCOMPARE(slice(size, 10), QByteArray());
        QCOMPARE(slice(size + 100, -1), QByteArray());
    }

    void namesMayHoldAnyBytes()
    {
        REQUIRE_FEATURE(OtherQueues);
        const QueueName odd("a b\xff\0:\n*", 8);
        NewTask task = dueTask(QByteArray("ty\xffpe \0#\n{x}#y *", 16));
        task.payload = QByteArray("\0\xff\r\n", 4);
        QCOMPARE(must(editor().add(odd, {task})), (std::vector{AddOutcome::Added}));
        QCOMPARE(must(inspector().queue(odd)).name, odd);
        QCOMPARE(idsOf(page(odd, TaskState::Due, 0, 10).tasks), (std::vector<TaskId>{task.id}));
        ClaimRequest request;
        request.queue = odd;
        request.types.exact = {typeOf(task.id).toByteArray()};
        const Claim claimed = must(worker().claim(request));
        QCOMPARE(idsOf(claimed.leases), (std::vector<TaskId>{task.id}));
        QCOMPARE(must(worker().load(odd, claimed.leases)).at(0).payload, task.payload);
        QCOMPARE(must(worker().ack(odd, {{task.id, claimed.leases[0].token, {}}}, {})),
            (std::vector{WriteOutcome::Accepted}));
    }

    void aQueueNameThatCannotBeIsRefused()
    {
        REQUIRE_FEATURE(OtherQueues);
        for (const QueueName& name : {QueueName(), QueueName("a{b"), QueueName("a}b"), QueueName(257, 'x')}) {
            const auto added = editor().add(name, {dueTask("t#1")});
            QVERIFY(!added);
            QCOMPARE(added.error().code, ErrorCode::Usage);
        }
        QVERIFY(must(inspector().queues()).empty());
    }

    void aTypeThatCannotBeIsRefused()
    {
        REQUIRE_FEATURE(Types);
        for (const TaskId& id : {TaskId(), TaskId("#1"), TaskId(257, 'x'), TaskId(257, 'x') + "#1"}) {
            const auto added = editor().add(queue, {dueTask("t#1"), dueTask(id)});
            QVERIFY2(!added, id.constData());
            QCOMPARE(added.error().code, ErrorCode::Usage);
        }
        QVERIFY(must(inspector().queues()).empty());
    }

    void optionsTravelWithTheTask()
    {
        REQUIRE_FEATURE(Options);
        NewTask task = dueTask("t#1");
        task.options.maxAttempts = 2;
        task.options.backoff = must(parseBackoff(u"list:1s,90s"));
        task.options.leaseFor = 90s;
        task.options.expiresAt = now() + 1h;
        task.options.keepResult = true;
        NewTask exponential = dueTask("t#2");
        exponential.options.backoff = must(parseBackoff(u"exp:1s:1h"));
        NewTask none = dueTask("t#3");
        none.options.backoff = must(parseBackoff(u"none"));
        none.payload = QByteArray(70'000, 'x');
        add({task, exponential, none});

        QCOMPARE(must(inspector().task(queue, "t#1")).options, task.options);
        QCOMPARE(shown("t#1").maxAttempts, 2);
        const Claim claimed = claim(3);
        QCOMPARE(claimed.leases.size(), std::size_t(3));
        const auto loads = must(worker().load(queue, claimed.leases));
        for (std::size_t i = 0; i < 3; ++i) {
            const TaskId& id = claimed.leases[i].id;
            QCOMPARE(loads[i].options, id == "t#1" ? task.options : id == "t#2" ? exponential.options : none.options);
        }
    }

    void aGivenIdKnowsWhenItWasAdded()
    {
        REQUIRE_FEATURE(AddTimes);
        const TimePoint before = now();
        add({dueTask("mail.send#order-7")});
        const auto added = shown("mail.send#order-7").addedAt;
        QVERIFY(added);
        QVERIFY(*added >= before && *added <= now());
    }

    void aQueueIsThereOnceATaskWasAdded()
    {
        REQUIRE_FEATURE(OtherQueues);
        const auto missing = inspector().queue(queue);
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
        QVERIFY(must(inspector().queues()).empty());
        add({dueTask("t#1")});
        must(editor().add("a", {dueTask("t#1")}));
        const auto queues = must(inspector().queues());
        QCOMPARE(queues.size(), std::size_t(2));
        QCOMPARE(queues[0].name, QueueName("a"));
        QCOMPARE(queues[1].name, queue);
        QCOMPARE(queues[1].counts[TaskState::Due], 1);
        QCOMPARE(queues[1].settings, QueueSettings());
        QVERIFY(queues[1].unreadable.isEmpty());
    }

    void whatIsNotThereIsNotFound()
    {
        add({dueTask("t#1")});
        const auto task = inspector().task(queue, "t#2");
        QVERIFY(!task);
        QCOMPARE(task.error().code, ErrorCode::NotFound);
        const auto payload = inspector().payload(queue, "t#2");
        QVERIFY(!payload);
        QCOMPARE(payload.error().code, ErrorCode::NotFound);
        QVERIFY(!inspector().task("nobody", "t#1"));
    }
};

QTEST_GUILESS_MAIN(TestConformanceAdding)
#include "tst_conformance_adding.moc"
