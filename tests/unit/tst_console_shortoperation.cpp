// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/shortoperation.h"
#include "core/console/operations/undorun.h"
#include "tests/unit/consolerequests.h"

#include <QTest>

#include <algorithm>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

namespace {

constexpr int someOfEach = 40; ///< number of tasks

/// An action's effects: the resulting queue, records and report.
struct Trace
{
    std::vector<TaskDetail> tasks;
    std::vector<OperationRecord> records;
    OperationProgress progress;
    std::vector<std::pair<TaskId, int>> leftAlone;
    QString summary;
    QString error;
};

/// Returns the record without its operation id, which differs between runs.
OperationRecord unnamed(OperationRecord record)
{
    record.id.clear();
    record.undoes.clear();
    record.undoneBy.clear();
    record.plan.clear();
    record.holder.clear();
    return record;
}

Trace traceOf(
    const Workshop& shop, const OperationProgress& progress, const SkippedTasks& skipped, const QString& error)
{
    Trace trace{{}, {}, progress, {}, skipped.summary(), error};
    for (int number = 0; number < someOfEach; ++number) {
        trace.tasks.push_back(shop.task(number));
        trace.tasks.back().lastOperation.clear();
    }
    for (const OperationRecord& record : shop.records())
        trace.records.push_back(unnamed(record));
    // The clock is stopped, so the records can't be sorted by time.
    std::sort(trace.records.begin(), trace.records.end(),
        [](const OperationRecord& a, const OperationRecord& b) { return a.kind < b.kind; });
    for (const SkippedTask& left : skipped.named())
        trace.leftAlone.emplace_back(left.id, int(left.reason));
    return trace;
}

/// Returns the first difference between two traces, or an empty string.
QByteArray difference(const Trace& a, const Trace& b)
{
    if (a.error != b.error)
        return "error: " + a.error.toUtf8() + " / " + b.error.toUtf8();
    if (a.summary != b.summary)
        return "left alone: " + a.summary.toUtf8() + " / " + b.summary.toUtf8();
    if (a.leftAlone != b.leftAlone)
        return "other tasks are left alone";
    if (a.progress.total != b.progress.total || a.progress.done != b.progress.done
        || a.progress.skipped != b.progress.skipped || a.progress.phase != b.progress.phase
        || a.progress.cancelled != b.progress.cancelled)
        return "progress";
    if (a.records != b.records)
        return "records";
    for (std::size_t i = 0; i < a.tasks.size(); ++i) {
        if (!(a.tasks[i] == b.tasks[i]))
            return "task " + QByteArray::number(int(i));
    }
    return {};
}

/// Queue with tasks in each state. Some change after being selected. All instances have the same content.
class MixedQueue
{
public:
    MixedQueue()
    {
        shop.addDone(4, 0);
        shop.add(4, -1s, 0ms, 4);
        fail();
        shop.addRetrying(3, 2h, 8);
        shop.addRetrying(1, 1ms, 11);
        shop.add(4, 1h, 1min, 16);
        discard(16, 3);
        shop.add(6, 1h, 1min, 20); // tasks 20 to 25 are waiting
        shop.add(3, -1min, 1s, 26);
        (void)shop.lease(1);
        shop.clock->advance(1s);
        for (int number = 0; number < someOfEach; ++number) {
            const Task seen = shop.task(number).task;
            refs.push_back({Workshop::id(number), seen.state, seen.token, seen.at});
        }
        refs.push_back(refs[20]); // one task is selected twice
        discard(25, 1); // discarded after being selected
    }

    OperationRequest request(ActionKind kind) const
    {
        OperationRequest request = requestFor(kind);
        request.selection.kind = TaskSelection::Kind::Refs;
        request.selection.refs = refs;
        request.reason = "incident 4711";
        return request;
    }
    Trace byRun(const OperationRequest& request)
    {
        OperationRun run(request);
        QString error;
        while (!run.finished()) {
            if (const auto stepped = run.step(shop.backend); !stepped) {
                error = stepped.error().message;
                break;
            }
        }
        operation = run.id();
        return traceOf(shop, run.progress(), run.skipped(), error);
    }
    Trace atOnce(const OperationRequest& request)
    {
        ShortOperation action(request);
        const auto done = action.run(shop.backend);
        operation = action.record().id;
        return traceOf(shop, action.progress(), action.skipped(), done ? QString() : done.error().message);
    }
    Trace undone()
    {
        UndoRun undo("mail", operation, "ann@desk");
        const auto done = undo.finish(shop.backend);
        return traceOf(
            shop, asOperation(undo.progress()), {}, done ? QString() : done.error().message.section(u'(', 1));
    }

    Workshop shop;
    std::vector<TaskRef> refs;
    OperationId operation;

private:
    void fail()
    {
        std::vector<Nack> nacks;
        for (const Lease& lease : shop.lease(4))
            nacks.push_back({lease.id, lease.token, std::nullopt, "failed", "timeout"});
        QVERIFY(shop.backend.broker()->nack("mail", nacks, {}).ok());
    }
    void discard(int first, int count)
    {
        ActionStep step;
        step.queue = "mail";
        step.operation = "mail/before";
        step.action.kind = ActionKind::Discard;
        for (int number = first; number < first + count; ++number) {
            const Task seen = shop.task(number).task;
            step.refs.push_back({seen.id, seen.state, seen.token, seen.at});
        }
        QVERIFY(shop.backend.editor()->act(step).ok());
    }
};

} // namespace

/// Tests that an operation's short variant, which is used for small selections, has the same effects as the long one.
class TestConsoleShortOperation : public QObject
{
    Q_OBJECT

private slots:
    void itIsForFewTasksThatWereSeenAndNothingElse()
    {
        MixedQueue place;
        OperationRequest request = place.request(ActionKind::Retry);
        QVERIFY(ShortOperation::fits(request));
        request.pace = 10;
        QVERIFY(!ShortOperation::fits(request));
        request.pace = 0;
        request.duty = 50;
        QVERIFY(!ShortOperation::fits(request));
        request.duty = 100;
        request.canary = Canary();
        QVERIFY(!ShortOperation::fits(request));
        request.canary.reset();
        request.selection.refs.resize(100, request.selection.refs.front());
        QVERIFY(ShortOperation::fits(request));
        request.selection.refs.resize(101, request.selection.refs.front());
        QVERIFY(!ShortOperation::fits(request));
        request.selection.refs.clear();
        QVERIFY(!ShortOperation::fits(request));
        QVERIFY(!ShortOperation::fits(requestFor(ActionKind::Retry)));
        QVERIFY(!ShortOperation::fits(forIds(ActionKind::Retry, {"a"})));
    }

    void bothWaysDoTellRecordAndUndoTheSame_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("time");
        QTest::addColumn<bool>("force");
        const int none = int(Action::Time::None);
        QTest::newRow("retry") << int(ActionKind::Retry) << none << false;
        QTest::newRow("run now") << int(ActionKind::RunNow) << none << false;
        QTest::newRow("discard") << int(ActionKind::Discard) << none << false;
        QTest::newRow("discard what a worker holds") << int(ActionKind::Discard) << none << true;
        QTest::newRow("restore") << int(ActionKind::Restore) << none << false;
        QTest::newRow("delete") << int(ActionKind::Delete) << none << false;
        for (const auto& [name, time] : {std::pair{"at", Action::Time::At}, std::pair{"in", Action::Time::In},
                 std::pair{"shifted", Action::Time::Shift}, std::pair{"spread", Action::Time::Spread}})
            QTest::newRow(name) << int(ActionKind::Reschedule) << int(time) << false;
    }
    void bothWaysDoTellRecordAndUndoTheSame()
    {
        QFETCH(const int, kind);
        QFETCH(const int, time);
        QFETCH(const bool, force);
        MixedQueue one;
        MixedQueue other;
        OperationRequest request = one.request(ActionKind(kind));
        request.action.force = force;
        request.action.time = Action::Time(time);
        request.action.at = one.shop.now() + 3h;
        request.action.until = one.shop.now() + 5h;
        request.action.by = 17min;
        const Trace byLong = one.byRun(request);
        const Trace byShort = other.atOnce(request);
        QCOMPARE(difference(byLong, byShort), QByteArray());
        QVERIFY2(byShort.progress.done > 0 && byShort.progress.skipped > 0, qPrintable(byShort.summary));
        QCOMPARE(difference(one.undone(), other.undone()), QByteArray());
    }

    void onlyTheStatesThatAreMeantAreActedOn()
    {
        MixedQueue one;
        MixedQueue other;
        OperationRequest request = one.request(ActionKind::Discard);
        request.states = {TaskState::Failed};
        QCOMPARE(difference(one.byRun(request), other.atOnce(request)), QByteArray());
    }

    void whereThereIsNothingToActOnNothingIsRecorded()
    {
        MixedQueue one;
        MixedQueue other;
        OperationRequest request = one.request(ActionKind::Restore);
        request.states = {TaskState::Failed};
        const Trace trace = other.atOnce(request);
        QCOMPARE(difference(one.byRun(request), trace), QByteArray());
        QCOMPARE(trace.progress.done, 0);
        QVERIFY(trace.records.empty());
    }

    void whatGoesWrongIsToldTheSameAndLeavesTheSame_data()
    {
        QTest::addColumn<int>("fault");
        QTest::newRow("the server is gone") << 0;
        QTest::newRow("the server refuses") << 1;
        QTest::newRow("the first record is lost") << 2;
        QTest::newRow("the answer is lost") << 3;
        QTest::newRow("the connection dies before it acts") << 4;
    }
    void whatGoesWrongIsToldTheSameAndLeavesTheSame()
    {
        QFETCH(const int, fault);
        MixedQueue one;
        MixedQueue other;
        for (MixedQueue* place : {&one, &other}) {
            Faults& faults = *place->shop.faults;
            faults.unreachable = fault == 0;
            faults.refused = fault == 1;
            faults.lostRecords = fault == 2 ? 1 : 0;
            faults.lostActs = fault == 3 ? 1 : 0;
            faults.actsBeforeDeath = fault == 4 ? 0 : -1;
        }
        const OperationRequest request = one.request(ActionKind::Discard);
        const Trace trace = other.atOnce(request);
        QCOMPARE(difference(one.byRun(request), trace), QByteArray());
        QVERIFY(!trace.error.isEmpty());
    }

    void aLostAnswerIsSettledWhenItIsRunAgain()
    {
        MixedQueue place;
        place.shop.faults->lostActs = 1;
        ShortOperation action(place.request(ActionKind::Discard));
        QVERIFY(!action.run(place.shop.backend));
        QCOMPARE(place.shop.records().size(), 1U);
        QVERIFY(!place.shop.records().front().finished && place.shop.records().front().undoable);
        const auto done = action.run(place.shop.backend);
        QVERIFY(done.ok());
        MixedQueue unharmed;
        const Trace expected = unharmed.atOnce(unharmed.request(ActionKind::Discard));
        QCOMPARE(difference(expected, traceOf(place.shop, *done, action.skipped(), {})), QByteArray());
        QVERIFY(action.run(place.shop.backend).ok()); // Running it again has no effect.
        QCOMPARE(place.shop.records().size(), 1U);
    }

    void theLastRecordIsWrittenEvenIfTheFirstTryIsLost()
    {
        MixedQueue place;
        ShortOperation action(place.request(ActionKind::Discard));
        place.shop.faults->beforeAct = [&place] { place.shop.faults->lostRecords = 1; };
        QVERIFY(!action.run(place.shop.backend));
        QVERIFY(action.progress().done > 0);
        QVERIFY(!place.shop.records().front().finished);
        QVERIFY(action.run(place.shop.backend).ok());
        QVERIFY(place.shop.records().front().finished);
        QCOMPARE(place.shop.records().front().done, action.progress().done);
    }

    void onALockedConnectionNothingIsAsked()
    {
        MixedQueue place;
        FaultyBackend locked(place.shop.store, place.shop.faults, Access::ReadOnly);
        const OperationRequest request = place.request(ActionKind::Discard);
        ShortOperation action(request);
        const int before = place.shop.faults->questions;
        const auto done = action.run(locked);
        QCOMPARE(done.error().message, OperationRun(request).step(locked).error().message);
        QVERIFY(done.error().code == ErrorCode::Refused);
        QCOMPARE(int(place.shop.faults->questions), before);
    }

    void aQueueThatIsNotThereIsToldTheSame()
    {
        MixedQueue place;
        OperationRequest request = place.request(ActionKind::Discard);
        request.queue = "none";
        ShortOperation action(request);
        OperationRun run(request);
        QCOMPARE(action.run(place.shop.backend).error().message, run.step(place.shop.backend).error().message);
    }

    void whatIsCancelledBeforeItBeginsDoesNothing()
    {
        MixedQueue place;
        ShortOperation action(place.request(ActionKind::Discard));
        action.cancel();
        const auto done = action.run(place.shop.backend);
        QVERIFY(done.ok() && done->cancelled && done->phase == OperationProgress::Phase::Finished);
        QVERIFY(place.shop.records().empty());
        QCOMPARE(place.shop.task(20).task.state, TaskState::Scheduled);
    }
};

QTEST_GUILESS_MAIN(TestConsoleShortOperation)
#include "tst_console_shortoperation.moc"
