// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

#include "core/queue/outcome.h"

using namespace dueline;

/// Tests queue-wide features: settings, retention, removal, workers, events and access.
class TestConformanceQueues : public ConformanceTest
{
    Q_OBJECT

    void configure(const QueueSettings& settings) { must(editor().configure(queue, settings)); }

    std::unique_ptr<EventSource> listen(bool wake, bool results)
    {
        auto source = must(backend().events({queue}, wake, results));
        if (source)
            must(source->open());
        return source;
    }

    /// Returns the next event of a kind, discarding all events before it.
    std::optional<QueueEvent> next(EventSource& source, QueueEvent::Kind kind)
    {
        const QDeadlineTimer deadline(5000);
        while (!deadline.hasExpired()) {
            const auto event = must(source.next(100ms));
            if (event && event->kind == kind)
                return event;
        }
        return std::nullopt;
    }

    WorkerInfo report(const QByteArray& id)
    {
        WorkerInfo info;
        info.id = id;
        info.host = "host-a";
        info.processId = 4711;
        info.startedAt = now() - 5min;
        info.queues = {"mail", QueueName("odd\xff name,\n", 10)};
        info.concurrency = 8;
        info.running = 3;
        return info;
    }

private slots:
    void settingsAreKeptWithTheQueue()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_CAPABILITY(can().settings);
        addDue({"t#1"});
        QCOMPARE(must(inspector().queue(queue)).settings, QueueSettings());
        QueueSettings settings;
        settings.retry.maxAttempts = 9;
        settings.retry.backoff = must(parseBackoff(u"list:1s,90s"));
        settings.leaseFor = 90s;
        settings.keepDone = 1h;
        settings.keepFailed = 2h;
        settings.keepTrash = 3h;
        settings.keepUndo = 4h;
        settings.maxExpiries = 7;
        settings.keepResults = true;
        settings.keepRuns = true;
        settings.expiresAfter = fixture().holds(Fixture::Feature::Options) ? Millis(5h) : Millis(0);
        configure(settings);
        QCOMPARE(must(inspector().queue(queue)).settings, settings);
        QCOMPARE(must(inspector().queues()).at(0).settings, settings);
        QCOMPARE(shown("t#1").maxAttempts, 9);
        configure(QueueSettings());
        QCOMPARE(must(inspector().queue(queue)).settings, QueueSettings());
        const auto missing = editor().configure("nobody", settings);
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
    }

    void expiriesAreLimitedByTheSettings()
    {
        REQUIRE_CAPABILITY(can().leases);
        addDue({"t#1"});
        QueueSettings settings;
        settings.maxExpiries = 1;
        configure(settings);
        waitPast(claim(1, 30ms).expiresAt);
        QCOMPARE(must(worker().recover(queue, 100)).failed, 1);
        QVERIFY(shown("t#1").error.startsWith("lease expired 1 time"));
    }

    void whatIsPastItsRetentionIsSwept_data()
    {
        QTest::addColumn<QByteArray>("which");
        for (const char* which : {"done", "failed", "trash"})
            QTest::newRow(which) << QByteArray(which);
    }
    void whatIsPastItsRetentionIsSwept()
    {
        REQUIRE_CAPABILITY(can().leases);
        QFETCH(QByteArray, which);
        failTask("failed#1");
        add({dueTask("done#1")});
        QCOMPARE(ackOne(worker(), claimOne()), WriteOutcome::Accepted);
        add({dueTask("trash#1"), dueTask("due#1")});
        QCOMPARE(act(ActionKind::Discard, "trash#1"), ItemOutcome::Done);
        sweep();
        QVERIFY(exists("done#1") && exists("failed#1") && exists("trash#1"));

        QueueSettings settings;
        Millis& keep = which == "done" ? settings.keepDone
            : which == "failed"        ? settings.keepFailed
                                       : settings.keepTrash;
        keep = 1ms;
        configure(settings);
        waitPast(now() + 2ms);
        sweep();
        for (const char* state : {"done", "failed", "trash", "due"})
            QCOMPARE(exists(state + QByteArray("#1")), state != which);
        must(editor().add(queue, {dueTask(which + "#1")})); // The new task inherits nothing from the old one.
        QCOMPARE(state(which + "#1"), TaskState::Due);
        QVERIFY(must(inspector().task(queue, which + "#1")).attempts.empty());
    }

    void aSweepOfManyEndsInSteps()
    {
        REQUIRE_CAPABILITY(can().leases);
        std::vector<TaskId> ids;
        for (int i = 0; i < 250; ++i)
            ids.push_back("t#" + QByteArray::number(i));
        addDue(ids);
        for (int i = 0; i < 250; i += 100) {
            std::vector<Ack> acks;
            for (const Lease& lease : claim(100).leases)
                acks.push_back({lease.id, lease.token, {}});
            must(worker().ack(queue, acks, {}));
        }
        QueueSettings settings;
        settings.keepDone = 1ms;
        configure(settings);
        waitPast(now() + 2ms);
        QVERIFY(must(worker().sweep(queue)));
        QVERIFY(counts()[TaskState::Done] > 0);
        sweep();
        QCOMPARE(counts(), StateCounts());
    }

    void whatCannotBeUndoneAnyMoreIsForgotten()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        addDue({"t#1", "t#2"});
        QueueSettings settings;
        settings.keepUndo = 1ms;
        configure(settings);
        failTask("t#3");
        QCOMPARE(act(ActionKind::Retry, "t#3", queue + "/op1"), ItemOutcome::Done);
        QCOMPARE(act(ActionKind::Discard, "t#2", queue + "/op1"), ItemOutcome::Done);
        OperationRecord record;
        record.id = queue + "/op1";
        record.kind = "retry";
        record.queue = queue;
        must(editor().record(record));
        waitPast(now() + 2ms);
        sweep();
        QCOMPARE(must(inspector().task(queue, "t#3")).lastOperation, OperationId());
        // A task in the trash remembers the state to restore it to.
        QCOMPARE(act(ActionKind::Restore, "t#2", queue + "/op2"), ItemOutcome::Done);
        QCOMPARE(state("t#2"), TaskState::Due);
    }

    void aRemovedQueueLeavesNothing()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_CAPABILITY(can().settings);
        REQUIRE_FEATURE(Times);
        NewTask large = dueTask("large#1");
        large.payload = QByteArray(100'000, 'x');
        add({large});
        failTask("t#1");
        QCOMPARE(act(ActionKind::Retry, "t#1"), ItemOutcome::Done);
        must(editor().removeQueue(queue, false));
        const auto gone = inspector().queue(queue);
        QVERIFY(!gone);
        QCOMPARE(gone.error().code, ErrorCode::NotFound);
        QVERIFY(must(inspector().queues()).empty());
        QVERIFY(!exists("t#1"));
        const auto again = editor().removeQueue(queue, false);
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::NotFound);

        addDue({"t#1", "large#1"});
        QCOMPARE(counts()[TaskState::Due], 2);
        QVERIFY(must(inspector().task(queue, "t#1")).attempts.empty());
        QCOMPARE(must(inspector().payload(queue, "large#1")),
            fixture().holds(Fixture::Feature::Payloads) ? QByteArray() : QByteArray("large#1"));
        QCOMPARE(must(inspector().queues()).size(), std::size_t(1));
    }

    void aQueueWithLeasesIsRemovedOnlyByForce()
    {
        REQUIRE_CAPABILITY(can().leases);
        addDue({"t#1"});
        const Lease lease = claimOne(1h);
        const auto refused = editor().removeQueue(queue, false);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Refused);
        QCOMPARE(state("t#1"), TaskState::Leased);
        must(editor().removeQueue(queue, true));
        QVERIFY(!exists("t#1"));
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Unknown);
    }

    void workersAreListedWhileTheyReport()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_CAPABILITY(can().workers);
        QVERIFY(must(inspector().workers()).empty());
        const TimePoint before = now();
        WorkerInfo first = report("a.1");
        must(worker().beat(first, 1h, false));
        must(worker().beat(report("b.2"), 1h, false));
        auto workers = must(inspector().workers());
        QCOMPARE(workers.size(), std::size_t(2));
        std::sort(workers.begin(), workers.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
        QVERIFY(workers[0].seenAt >= before && workers[0].seenAt <= now());
        first.seenAt = workers[0].seenAt;
        QCOMPARE(workers[0], first);
        must(worker().beat(first, 1h, true));
        workers = must(inspector().workers());
        QCOMPARE(workers.size(), std::size_t(1));
        QCOMPARE(workers[0].id, QByteArray("b.2"));
    }

    void aWorkerThatFallsSilentIsLost()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_CAPABILITY(can().workers);
        must(worker().beat(report("a.1"), 40ms, false));
        QVERIFY(!must(inspector().workers()).at(0).lost);
        waitPast(now() + 45ms);
        QVERIFY(must(inspector().workers()).at(0).lost);
        must(worker().beat(report("a.1"), 1h, false));
        QVERIFY(!must(inspector().workers()).at(0).lost);
    }

    void aNearerDueTimeWakesSleepers()
    {
        REQUIRE_FEATURE(Order);
        REQUIRE_CAPABILITY(can().events);
        auto source = listen(true, false);
        NewTask later;
        later.id = "t#1";
        later.dueAt = now() + 2h;
        add({later});
        const auto first = next(*source, QueueEvent::Kind::Wake);
        QVERIFY(first);
        QCOMPARE(first->queue, queue);
        QCOMPARE(first->data, QByteArray::number(toMs(*later.dueAt)));

        NewTask behind;
        behind.id = "t#2";
        behind.dueAt = now() + 3h; // too late to change the next wake-up
        NewTask nearer;
        nearer.id = "t#3";
        nearer.dueAt = now() + 1h;
        add({behind});
        add({nearer});
        const auto second = next(*source, QueueEvent::Kind::Wake);
        QVERIFY(second);
        QCOMPARE(second->data, QByteArray::number(toMs(*nearer.dueAt)));
        QVERIFY(!must(source->next(1ms)));
    }

    void anOverdueHeadDoesNotHideWhatIsAdded()
    {
        REQUIRE_FEATURE(Times);
        REQUIRE_CAPABILITY(can().events);
        add({dueTask("foreign#1", 1h)});
        auto source = listen(true, false);
        add({dueTask("mine#1")});
        QVERIFY(next(*source, QueueEvent::Kind::Wake));
    }

    void whatComesBackWakesSleepers()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_CAPABILITY(can().events);
        failTask("t#1");
        auto source = listen(true, false);
        QCOMPARE(act(ActionKind::Retry, "t#1"), ItemOutcome::Done);
        QVERIFY(next(*source, QueueEvent::Kind::Wake));
        const Lease lease = claimOne();
        must(worker().release(queue, {lease}));
        QVERIFY(next(*source, QueueEvent::Kind::Wake));
        const Claim brief = claim(1, 30ms);
        waitPast(brief.expiresAt);
        must(worker().recover(queue, 100));
        QVERIFY(next(*source, QueueEvent::Kind::Wake));
    }

    void outcomesArePublishedWithTheBatch()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_CAPABILITY(can().events);
        addDue({"t#1", "t#2"});
        const Claim held = claim(2);
        auto source = listen(false, true);
        Outcome outcome;
        outcome.id = "t#1";
        outcome.outcome = "done";
        outcome.attempt = 1;
        outcome.output = QByteArray("any\n\"bytes\" 中");
        const QByteArray json = encodeOutcomes({outcome});
        must(worker().ack(queue, {{"t#1", held.leases[0].token, {}}}, json));
        const auto event = next(*source, QueueEvent::Kind::Results);
        QVERIFY(event);
        QCOMPARE(event->queue, queue);
        QCOMPARE(must(decodeOutcomes(event->data)), (std::vector{outcome}));
        must(
            // The ack is stale, so nothing changes and nothing is published.
            worker().ack(queue, {{"t#1", held.leases[0].token, {}}}, json));
        Nack nack;
        nack.id = "t#2";
        nack.token = held.leases[1].token;
        must(worker().nack(queue, {nack}, "[]"));
        const auto second = next(*source, QueueEvent::Kind::Results);
        QVERIFY(second);
        QCOMPARE(second->data, QByteArray("[]"));
        add({dueTask("t#3")}); // Wake-ups are not outcomes, so no outcome is published.
        QVERIFY(!must(source->next(1ms)));
    }

    void aCancelReachesTheWorkerAtOnce()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_CAPABILITY(can().events && can().cancel);
        addDue({"t#1"});
        claimOne(1h);
        auto source = listen(true, false);
        QCOMPARE(must(editor().cancel(queue, refOf("t#1"))), ItemOutcome::Done);
        const auto event = next(*source, QueueEvent::Kind::Cancel);
        QVERIFY(event);
        QCOMPARE(event->data, QByteArray("t#1"));
    }

    void eventsOfOtherQueuesAreNotHeard()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(OtherQueues);
        REQUIRE_CAPABILITY(can().events);
        auto source = listen(true, true);
        must(editor().add("other", {dueTask("t#1")}));
        addDue({"t#2"});
        const auto event = next(*source, QueueEvent::Kind::Wake);
        QVERIFY(event);
        QCOMPARE(event->queue, queue);
    }

    void aReadOnlyBackendHasNoEditorAndNoBroker()
    {
        addDue({"t#1"});
        const auto reader = must(fixture().open("reader", Access::ReadOnly));
        QVERIFY(!reader->editor());
        QVERIFY(!reader->broker());
        QCOMPARE(must(reader->inspector().queue(queue)).counts[TaskState::Due], 1);
        const auto operatorOnly = must(fixture().open("operator", Access::Operate));
        QVERIFY(operatorOnly->editor());
        QVERIFY(!operatorOnly->broker());
    }

    void capabilitiesNameTheLayout()
    {
        QFETCH_GLOBAL(QByteArray, layout);
        QCOMPARE(can().layout, layout.split('+').first()); // The row's name may end with `+` and a variant.
        QCOMPARE(can().leases, backend().broker() != nullptr);
    }
};

QTEST_GUILESS_MAIN(TestConformanceQueues)
#include "tst_conformance_queues.moc"
