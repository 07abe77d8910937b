// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

using namespace dueline;

/// Tests that edits change only a waiting or failed task's content, that concurrent edits are not lost, and that undo
/// restores the old content.
class TestConformanceEditing : public ConformanceTest
{
    Q_OBJECT

    const QByteArray odd{"\0\xff{\r\n\"k\": 1}\n\xe2\x80\xae", 17};
    const QByteArray large = QByteArray(200'000, 'l') + '\0';

    NewTask later(const TaskId& id, const QByteArray& payload)
    {
        NewTask task;
        task.id = id;
        task.dueAt = now() + 1h;
        task.payload = payload;
        task.options.maxAttempts = 3;
        task.options.expiresAt = fromMs(toMs(now()) + 7'200'000);
        task.options.keepResult = true;
        return task;
    }

    TaskEdit editOf(const TaskId& id, const OperationId& operation = {})
    {
        TaskEdit edit;
        edit.queue = queue;
        edit.operation = operation.isEmpty() ? queue + "/edit1" : operation;
        edit.ref = refOf(id);
        edit.revision = must(editor().revision(queue, id));
        return edit;
    }

    TaskEdit payloadEdit(const TaskId& id, const QByteArray& payload, const OperationId& operation = {})
    {
        TaskEdit edit = editOf(id, operation);
        edit.payload = payload;
        return edit;
    }

    QByteArray payload(const TaskId& id) { return must(inspector().payload(queue, id)); }

    TaskDetail remembered(const TaskId& id)
    {
        TaskDetail detail = must(inspector().task(queue, id));
        detail.lastOperation.clear();
        return detail;
    }

private slots:
    void aLayoutThatCannotEditSaysSo()
    {
        if (!can().edits.isEmpty())
            QSKIP("This layout can edit.");
        addDue({"t#1"});
        const auto revision = editor().revision(queue, idsOf(everything()).at(0));
        QVERIFY(!revision);
        QCOMPARE(revision.error().code, ErrorCode::NotSupported);
        TaskEdit edit;
        edit.queue = queue;
        edit.operation = queue + "/edit1";
        edit.payload = "x";
        const auto outcome = editor().edit(edit);
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::NotSupported);
    }

    void payloadsOfEverySizeAreReplacedAndPutBack_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::newRow("small by odd") << QByteArray("{}") << odd;
        QTest::newRow("odd by nothing") << odd << QByteArray();
        QTest::newRow("small by large") << QByteArray("small") << large;
        QTest::newRow("large by small") << large << QByteArray("small");
        QTest::newRow("large by large of that size") << large << QByteArray(large.size(), 'm');
    }

    void payloadsOfEverySizeAreReplacedAndPutBack()
    {
        REQUIRE_CAPABILITY(can().editsOptions);
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        add({later("t#1", first), later("t#2", first)});
        const TaskDetail before = remembered("t#1");
        QCOMPARE(must(editor().edit(payloadEdit("t#1", second))), EditOutcome::Done);
        QCOMPARE(payload("t#1"), second);
        QCOMPARE(payload("t#2"), first);
        TaskDetail after = remembered("t#1");
        QCOMPARE(after.task.size, second.size());
        QCOMPARE(must(inspector().task(queue, "t#1")).lastOperation, OperationId(queue + "/edit1"));
        after.task.size = before.task.size;
        after.task.preview = before.task.preview;
        QCOMPARE(after, before);

        const UndoStep undone = undo(queue + "/edit1");
        QCOMPARE(undone.restored, 1);
        QCOMPARE(undone.movedOn, 0);
        QCOMPARE(payload("t#1"), first);
        QCOMPARE(remembered("t#1"), before);
        QCOMPARE(undo(queue + "/edit1").restored, 0);
    }

    void optionsAreReplacedAndThePayloadStays()
    {
        REQUIRE_CAPABILITY(can().editsOptions);
        for (const auto& [id, held] : {std::pair<TaskId, QByteArray>{"odd#1", odd}, {"large#1", large}}) {
            const OperationId operation = queue + "/" + id.first(3);
            add({later(id, held)});
            const TaskDetail before = remembered(id);
            TaskEdit edit = editOf(id, operation);
            TaskOptions requested = before.options;
            requested.maxAttempts = 9;
            requested.backoff = *parseBackoff(QStringLiteral("list:1s,5s"));
            requested.leaseFor = 90s;
            edit.options = requested;
            QCOMPARE(must(editor().edit(edit)), EditOutcome::Done);
            TaskDetail after = remembered(id);
            QCOMPARE(after.task.maxAttempts, 9);
            QCOMPARE(after.options.leaseFor, std::optional<Millis>(90s));
            QVERIFY(after.options.backoff.has_value());
            QCOMPARE(after.options.expiresAt, before.options.expiresAt);
            QVERIFY(after.options.keepResult);
            QCOMPARE(payload(id), held);

            edit = editOf(id, operation + "2");
            edit.options = TaskOptions(); // The edit resets the options to the queue's defaults.
            QCOMPARE(must(editor().edit(edit)), EditOutcome::Done);
            QCOMPARE(remembered(id).options, TaskOptions());
            QCOMPARE(undo(operation + "2").restored, 1);
            QCOMPARE(remembered(id), after);
            QCOMPARE(payload(id), held);
        }
    }

    void expiryAndKeptResultsAreChangedAndPutBack_data()
    {
        QTest::addColumn<bool>("had");
        QTest::newRow("set and changed") << true;
        QTest::newRow("not set") << false;
    }

    void expiryAndKeptResultsAreChangedAndPutBack()
    {
        REQUIRE_CAPABILITY(can().editsOptions);
        QFETCH(bool, had);
        NewTask task = later("t#1", odd);
        if (!had) {
            task.options.expiresAt.reset();
            task.options.keepResult = false;
        }
        add({task});
        const TaskDetail before = remembered("t#1");
        int number = 0;
        const auto change = [&](std::optional<TimePoint> expiresAt, bool keepResult) {
            TaskEdit edit = editOf("t#1", queue + "/e" + QByteArray::number(++number));
            edit.options = remembered("t#1").options;
            edit.options->expiresAt = expiresAt;
            edit.options->keepResult = keepResult;
            QCOMPARE(must(editor().edit(edit)), EditOutcome::Done);
            TaskDetail after = remembered("t#1");
            QCOMPARE(after.options.expiresAt, expiresAt);
            QCOMPARE(after.options.keepResult, keepResult);
            QCOMPARE(after.options.maxAttempts, before.options.maxAttempts);
            QCOMPARE(payload("t#1"), odd);
            const QByteArray revision = must(editor().revision(queue, "t#1"));
            QCOMPARE(undo(edit.operation).restored, 1);
            QCOMPARE(remembered("t#1"), before);
            QVERIFY(must(editor().revision(queue, "t#1")) != revision);
        };
        change(fromMs(toMs(now()) + 9'000'123), before.options.keepResult);
        change(before.options.expiresAt, !before.options.keepResult);
        change(had ? std::nullopt : std::optional(fromMs(toMs(now()) + 7'300'001)), !had);
    }

    void anExpiryThatWasPutInHoldsAndOneThatWasTakenDoesNot()
    {
        REQUIRE_CAPABILITY(can().editsOptions && can().leases);
        const auto limited = [&](const TaskId& id, bool expires) {
            NewTask task;
            task.id = id;
            task.dueAt = now() - 10s;
            if (expires)
                task.options.expiresAt = now() - 1s;
            return task;
        };
        add({limited("t#gets", false), limited("t#loses", true), limited("t#back", true), limited("t#kept", true)});
        const auto put = [&](const TaskId& id, std::optional<TimePoint> expiresAt, int attempts = 0) {
            TaskEdit edit = editOf(id, queue + "/" + id.mid(2));
            edit.options = remembered(id).options;
            edit.options->expiresAt = expiresAt;
            if (attempts > 0)
                edit.options->maxAttempts = attempts;
            return must(editor().edit(edit));
        };
        QCOMPARE(put("t#gets", now() - 2s), EditOutcome::Done);
        QCOMPARE(put("t#loses", {}), EditOutcome::Done);
        QCOMPARE(put("t#back", {}), EditOutcome::Done);
        QCOMPARE(undo(queue + "/back").restored, 1);
        QCOMPARE(put("t#kept", remembered("t#kept").options.expiresAt, 7), EditOutcome::Done);
        std::vector<TaskId> leased;
        for (const Lease& lease : claim().leases)
            leased.push_back(lease.id);
        QCOMPARE(leased, std::vector<TaskId>{"t#loses"});
        for (const char* id : {"t#gets", "t#back", "t#kept"})
            QCOMPARE(must(inspector().task(queue, id)).task.state, TaskState::Failed);
    }

    /// After an operator has retried an expired task, editing other fields must not make it expire again.
    void anExpiryThatWasGivenUpStaysGivenUp()
    {
        REQUIRE_CAPABILITY(can().editsOptions && can().leases && can().can(ActionKind::Retry));
        NewTask task;
        task.id = "t#1";
        task.dueAt = now() - 10s;
        task.options.expiresAt = now() - 1s;
        add({task});
        QVERIFY(claim().leases.empty());
        QCOMPARE(act(ActionKind::Retry, "t#1"), ItemOutcome::Done);
        TaskEdit edit = editOf("t#1");
        edit.options = remembered("t#1").options;
        edit.options->maxAttempts = 9;
        QCOMPARE(must(editor().edit(edit)), EditOutcome::Done);
        QCOMPARE(claim().leases.size(), std::size_t(1));
    }

    void aResultIsKeptForWhomItWasAskedLater()
    {
        REQUIRE_CAPABILITY(can().editsOptions && can().leases);
        addDue({"t#1"});
        TaskEdit edit = editOf("t#1");
        edit.options = remembered("t#1").options;
        edit.options->keepResult = true;
        QCOMPARE(must(editor().edit(edit)), EditOutcome::Done);
        const Lease lease = claimOne();
        const auto loads = must(worker().load(queue, {lease}));
        QVERIFY(loads.at(0).options.keepResult);
    }

    void aWorkerGetsWhatWasPutIn()
    {
        REQUIRE_CAPABILITY(can().editsOptions);
        addDue({"small#1", "large#1"});
        QCOMPARE(must(editor().edit(payloadEdit("small#1", odd, queue + "/a"))), EditOutcome::Done);
        QCOMPARE(must(editor().edit(payloadEdit("large#1", large, queue + "/b"))), EditOutcome::Done);
        const Claim claimed = claim();
        QCOMPARE(claimed.leases.size(), std::size_t(2));
        for (const Lease& lease : claimed.leases) {
            const auto loads = must(worker().load(queue, {lease}));
            QCOMPARE(loads.at(0).payload, lease.id == "small#1" ? odd : large);
        }
        // Undo doesn't change a running task.
        QCOMPARE(undo(queue + "/a").restored, 0);
        QCOMPARE(undo(queue + "/b").movedOn, 1);
        for (const Lease& lease : claimed.leases)
            QCOMPARE(ackOne(worker(), lease), WriteOutcome::Accepted);
        QCOMPARE(payload("large#1"), large);
        QCOMPARE(undo(queue + "/b").restored, 0);
    }

    void onlyWhatWasReadIsEdited()
    {
        REQUIRE_CAPABILITY(can().editsOptions);
        add({later("t#1", "first"), later("big#1", large)});
        const TaskEdit mine = payloadEdit("t#1", "mine", queue + "/mine");
        const TaskEdit his = payloadEdit("t#1", "his", queue + "/his");
        QCOMPARE(must(editor().edit(his)), EditOutcome::Done);
        QCOMPARE(must(editor().edit(mine)), EditOutcome::Changed);
        QCOMPARE(payload("t#1"), QByteArray("his"));
        // Changes are detected even if both payloads are in separate keys and have the same length.
        const TaskEdit late = payloadEdit("big#1", "late", queue + "/late");
        QCOMPARE(
            must(editor().edit(payloadEdit("big#1", QByteArray(large.size(), 'n'), queue + "/n"))), EditOutcome::Done);
        QCOMPARE(must(editor().edit(late)), EditOutcome::Changed);
        QCOMPARE(payload("big#1").count('n'), large.size());
    }

    void whatDoesNotWaitIsNotEdited()
    {
        REQUIRE_CAPABILITY(can().editsOptions);
        addDue({"t#1"});
        const TaskEdit edit = payloadEdit("t#1", "late");
        const Lease lease = claimOne();
        QCOMPARE(must(editor().edit(edit)), EditOutcome::MovedOn);
        TaskEdit seenLeased = edit;
        seenLeased.ref = refOf("t#1");
        const auto refused = editor().edit(seenLeased);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Usage);
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Accepted);
        QCOMPARE(must(editor().edit(edit)), EditOutcome::MovedOn);
        QCOMPARE(payload("t#1"), QByteArray());
        QCOMPARE(act(ActionKind::Delete, "t#1"), ItemOutcome::Done);
        QCOMPARE(must(editor().edit(edit)), EditOutcome::NotFound);
        const auto gone = editor().revision(queue, "t#1");
        QVERIFY(!gone);
        QCOMPARE(gone.error().code, ErrorCode::NotFound);
    }

    void aRetryingTaskIsEditedAndKeepsItsAttempts()
    {
        REQUIRE_CAPABILITY(can().editsOptions);
        addDue({"t#1"});
        QCOMPARE(nackOne(worker(), claimOne(), 2h, "wrong address"), WriteOutcome::Accepted);
        const TaskDetail before = remembered("t#1");
        QCOMPARE(must(editor().edit(payloadEdit("t#1", "right"))), EditOutcome::Done);
        TaskDetail after = remembered("t#1");
        QCOMPARE(after.task.attempt, 1);
        QCOMPARE(after.attempts, before.attempts);
        QCOMPARE(after.task.at, before.task.at);
        QCOMPARE(undo(queue + "/edit1").restored, 1);
        QCOMPARE(remembered("t#1"), before);
    }

    void aRepeatedEditIsOne()
    {
        REQUIRE_CAPABILITY(can().editsOptions);
        add({later("t#1", "first")});
        const TaskEdit edit = payloadEdit("t#1", large);
        QCOMPARE(must(editor().edit(edit)), EditOutcome::Done);
        QCOMPARE(must(editor().edit(edit)), EditOutcome::Done); // Repeat the call, as if its reply had been lost.
        QCOMPARE(payload("t#1"), large);
        QCOMPARE(undo(queue + "/edit1").restored, 1);
        QCOMPARE(payload("t#1"), QByteArray("first"));
    }

    void aFailedTaskIsEditedInPlace()
    {
        REQUIRE_CAPABILITY(can().edits.contains(TaskState::Failed) && fixture().states().contains(TaskState::Failed));
        failTask("t#1", "wrong address");
        const TaskDetail before = remembered("t#1");
        const QByteArray first = payload("t#1");
        const QByteArray second = R"(["right"])"; // valid in every layout
        const TaskEdit edit = payloadEdit("t#1", second);
        TaskEdit late = payloadEdit("t#1", R"(["late"])", queue + "/late");
        QCOMPARE(must(editor().edit(edit)), EditOutcome::Done);
        QCOMPARE(must(editor().edit(edit)), EditOutcome::Done); // Repeat the call, as if its reply had been lost.
        QCOMPARE(must(editor().edit(late)), EditOutcome::Changed);
        QCOMPARE(payload("t#1"), second);
        const TaskDetail after = remembered("t#1");
        QCOMPARE(after.task.state, TaskState::Failed);
        QCOMPARE(after.task.at, before.task.at);
        QCOMPARE(after.task.attempt, before.task.attempt);
        QCOMPARE(after.task.error, before.task.error);
        QCOMPARE(after.attempts, before.attempts);
        QCOMPARE(undo(queue + "/edit1").restored, 1);
        QCOMPARE(payload("t#1"), first);
        QCOMPARE(remembered("t#1"), before);
        QCOMPARE(undo(queue + "/edit1").restored, 0);
    }

    void aFailedTaskThatWasRetriedMeanwhileIsNotEdited()
    {
        REQUIRE_CAPABILITY(can().edits.contains(TaskState::Failed) && fixture().states().contains(TaskState::Failed));
        failTask("t#1", "wrong address");
        const TaskEdit edit = payloadEdit("t#1", R"(["late"])");
        QCOMPARE(act(ActionKind::Retry, "t#1"), ItemOutcome::Done);
        QCOMPARE(must(editor().edit(edit)), EditOutcome::MovedOn);
    }

    void anEditAndTheRetryAfterItAreUndoneOneAfterTheOther()
    {
        REQUIRE_CAPABILITY(can().edits.contains(TaskState::Failed) && fixture().states().contains(TaskState::Failed));
        failTask("t#1", "wrong address");
        const TaskDetail before = remembered("t#1");
        const QByteArray first = payload("t#1");
        QCOMPARE(must(editor().edit(payloadEdit("t#1", R"(["right"])"))), EditOutcome::Done);
        QCOMPARE(act(ActionKind::Retry, "t#1", queue + "/retry1"), ItemOutcome::Done);
        QCOMPARE(undo(queue + "/retry1").restored, 1);
        QCOMPARE(undo(queue + "/edit1").restored, 1);
        QCOMPARE(payload("t#1"), first);
        QCOMPARE(remembered("t#1"), before);
        QCOMPARE(undo(queue + "/edit1").restored, 0);
    }

    void onlyTheLastEditIsUndone()
    {
        REQUIRE_CAPABILITY(can().editsOptions);
        add({later("t#1", "one")});
        QCOMPARE(must(editor().edit(payloadEdit("t#1", "two", queue + "/e1"))), EditOutcome::Done);
        QCOMPARE(must(editor().edit(payloadEdit("t#1", "three", queue + "/e2"))), EditOutcome::Done);
        QCOMPARE(undo(queue + "/e1").restored, 0);
        QCOMPARE(payload("t#1"), QByteArray("three"));
        QCOMPARE(undo(queue + "/e2").restored, 1);
        QCOMPARE(payload("t#1"), QByteArray("two"));
    }
};

QTEST_GUILESS_MAIN(TestConformanceEditing)
#include "tst_conformance_editing.moc"
