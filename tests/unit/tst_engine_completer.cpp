// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/enginefakes.h"

#include "core/engine/completer.h"
#include "core/engine/fetcher.h"
#include "tests/support/memory/memorybackend.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

class TestCompleter : public QObject
{
    Q_OBJECT

private slots:
    void doneTasksAreAckedInOneCall();
    void outcomesArePublishedOncePerBatch();
    void aResultIsKeptOnlyWhereTheTaskAsks();
    void aKeptResultIsCapped();
    void aFailedAttemptWaitsForItsBackoff();
    void theLastAttemptGoesToFailed();
    void theTasksOwnPolicyOutranksTheQueues();
    void aFailureThatCannotBeRetriedFailsAtOnce();
    void aHandlerMayNameItsRetryDelay();
    void aThrowingHandlerIsAFailedAttempt();
    void whatAShutdownStoppedIsGivenBackUnspent();
    void whatAnOperatorCancelledFails();
    void anAttemptPastItsDeadlineFails_data();
    void anAttemptPastItsDeadlineFails();
    void anAttemptWhoseLeaseWasLostIsNotWritten();
    void aDoneTaskIsAckedEvenThoughItsLeaseWasDoubted();
    void aRefusedAckIsCountedAsStale();
    void aFailedWriteIsRepeatedAsItWas();
    void aWriteIsGivenUpOneLeaseLater();
    void otherQueuesGoOnWhileOneFails();
};

namespace {

/// Claims all due tasks and runs them on this thread. Returns their ids in order.
std::vector<TaskId> claimAndRun(Workbench& bench)
{
    Fetcher fetcher(*bench.pipeline, bench.backend);
    fetcher.runOnce(monotonicNow());
    std::vector<TaskId> ids;
    for (const auto& batch : bench.pipeline->book.batches()) {
        for (const TaskItem& item : batch->items)
            ids.push_back(item.lease.id);
    }
    bench.runReady();
    return ids;
}

} // namespace

void TestCompleter::doneTasksAreAckedInOneCall()
{
    Workbench bench({.concurrency = 20});
    bench.add(20);
    claimAndRun(bench);
    Completer completer(*bench.pipeline, bench.backend);
    QCOMPARE(completer.runOnce(monotonicNow()).written, 20);
    QCOMPARE(bench.hooks().calls["ack"], 1);
    QCOMPARE(bench.counts()[TaskState::Done], 20);
    QCOMPARE(bench.pipeline->book.size(), 0);
    QCOMPARE(bench.pipeline->statistics.figures().processed, 20);
    QCOMPARE(bench.observer.outcomes().size(), std::size_t(20));
}

void TestCompleter::outcomesArePublishedOncePerBatch()
{
    Workbench bench({.concurrency = 3});
    const auto ids = bench.add(3);
    bench.handle = [](TaskContext&) { return HandlerResult::done("fine"); };
    claimAndRun(bench);
    Completer completer(*bench.pipeline, bench.backend);
    completer.runOnce(monotonicNow());
    QCOMPARE(bench.hooks().published.size(), std::size_t(1));
    const auto outcomes = decodeOutcomes(bench.hooks().published.front());
    QVERIFY(outcomes.ok());
    QCOMPARE(outcomes->size(), std::size_t(3));
    QCOMPARE(outcomes->front().outcome, QByteArray("done"));
    QCOMPARE(outcomes->front().worker, QByteArray("test-worker"));
    QCOMPARE(outcomes->front().output, QByteArray("fine"));
    QCOMPARE(outcomes->front().attempt, 1);
}

void TestCompleter::aResultIsKeptOnlyWhereTheTaskAsks()
{
    Workbench bench({.concurrency = 2});
    const auto kept = bench.add(1, {.options = {.keepResult = true}});
    const auto other = bench.add(1);
    bench.handle = [](TaskContext&) { return HandlerResult::done("fine"); };
    claimAndRun(bench);
    Completer completer(*bench.pipeline, bench.backend);
    completer.runOnce(monotonicNow());
    QCOMPARE(bench.task(kept[0]).result.value_or("none"), QByteArray("fine"));
    QVERIFY(!bench.task(other[0]).result);
}

void TestCompleter::aKeptResultIsCapped()
{
    Workbench bench({.concurrency = 12});
    const auto ids = bench.add(12, {.options = {.keepResult = true}});
    bench.handle = [](TaskContext&) { return HandlerResult::done(QByteArray(1'000'000, 'x') + "end"); };
    claimAndRun(bench);
    Completer completer(*bench.pipeline, bench.backend);
    completer.runOnce(monotonicNow());
    for (const TaskId& id : ids) {
        const QByteArray result = bench.task(id).result.value_or("none");
        QVERIFY2(result.size() > 60'000 && result.size() < 66'000, QByteArray::number(result.size()));
        QVERIFY(result.contains("bytes left out"));
        QVERIFY(result.endsWith("xend"));
    }
    // A single write can't hold 12 results of 64 KiB.
    QVERIFY(bench.hooks().published.size() > 1);
}

void TestCompleter::aFailedAttemptWaitsForItsBackoff()
{
    Workbench bench;
    const auto ids = bench.add(1);
    bench.handle = [](TaskContext&) { return HandlerResult::fail("no luck"); };
    claimAndRun(bench);
    Completer completer(*bench.pipeline, bench.backend);
    completer.runOnce(monotonicNow());
    const TaskDetail detail = bench.task(ids[0]);
    QCOMPARE(detail.task.state, TaskState::Retrying);
    QCOMPARE(detail.task.attempt, 1);
    QCOMPARE(detail.task.error, QByteArray("no luck"));
    QVERIFY(detail.task.at > SystemClock().now() + 1500ms); // the policy is exp:2s with 10% jitter
    QVERIFY(detail.task.at < SystemClock().now() + 2300ms);
    QCOMPARE(bench.observer.outcomes().front().outcome, QByteArray("retry"));
    QCOMPARE(bench.pipeline->statistics.figures().retried, 1);
    QVERIFY2(bench.pipeline->queues[0].wakeAt.load() < TimePoint::max(), "the fetcher must know when it comes back");
}

void TestCompleter::theLastAttemptGoesToFailed()
{
    Workbench bench;
    const auto ids = bench.add(1, {.options = {.maxAttempts = 1}});
    bench.handle = [](TaskContext&) { return HandlerResult::fail("no luck"); };
    claimAndRun(bench);
    Completer completer(*bench.pipeline, bench.backend);
    completer.runOnce(monotonicNow());
    QCOMPARE(bench.state(ids[0]), TaskState::Failed);
    QCOMPARE(bench.pipeline->statistics.figures().failed, 1);
    QCOMPARE(bench.observer.outcomes().front().outcome, QByteArray("failed"));
}

void TestCompleter::theTasksOwnPolicyOutranksTheQueues()
{
    Workbench bench({.concurrency = 2});
    bench.add(1);
    QueueSettings settings;
    settings.retry.maxAttempts = 1;
    QVERIFY(bench.backend.editor()->configure("q", settings).ok());
    Backoff hour{Backoff::Kind::Fixed, 1h, 1h, {}};
    const auto own = bench.add(1, {.options = {.maxAttempts = 2, .backoff = hour}});
    bench.handle = [](TaskContext&) { return HandlerResult::fail("no luck"); };
    const auto ids = claimAndRun(bench);
    Completer completer(*bench.pipeline, bench.backend);
    completer.runOnce(monotonicNow());
    QCOMPARE(bench.counts()[TaskState::Failed], 1);
    QCOMPARE(bench.state(own[0]), TaskState::Retrying);
    QVERIFY(bench.task(own[0]).task.at > SystemClock().now() + 50min);
}

void TestCompleter::aFailureThatCannotBeRetriedFailsAtOnce()
{
    Workbench bench;
    const auto ids = bench.add(1);
    bench.handle = [](TaskContext&) { return HandlerResult::fail("never", false); };
    claimAndRun(bench);
    Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    QCOMPARE(bench.state(ids[0]), TaskState::Failed);
}

void TestCompleter::aHandlerMayNameItsRetryDelay()
{
    Workbench bench;
    const auto ids = bench.add(1);
    bench.handle = [](TaskContext&) { return HandlerResult::retry("later", Millis(1h)); };
    claimAndRun(bench);
    Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    const TaskDetail detail = bench.task(ids[0]);
    QCOMPARE(detail.task.state, TaskState::Retrying);
    QVERIFY(detail.task.at > SystemClock().now() + 59min);
    QCOMPARE(detail.attempts.back().outcome, QByteArray("retry"));
}

void TestCompleter::aThrowingHandlerIsAFailedAttempt()
{
    Workbench bench;
    const auto ids = bench.add(1);
    bench.handle = [](TaskContext&) -> HandlerResult { throw std::runtime_error("boom"); };
    claimAndRun(bench);
    Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    QCOMPARE(bench.task(ids[0]).task.error, QByteArray("the handler threw: boom"));
    QCOMPARE(bench.state(ids[0]), TaskState::Retrying);
}

void TestCompleter::whatAShutdownStoppedIsGivenBackUnspent()
{
    Workbench bench;
    const auto ids = bench.add(1);
    bench.handle = [&](TaskContext& context) {
        Pipeline::requestStop(bench.pipeline->book.batches().front()->items.front(), StopReason::Shutdown);
        return context.stop.stop_requested() ? HandlerResult::stopped() : HandlerResult::done();
    };
    claimAndRun(bench);
    Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    QCOMPARE(bench.state(ids[0]), TaskState::Retrying);
    QCOMPARE(bench.task(ids[0]).task.attempt, 0);
    QCOMPARE(bench.pipeline->statistics.figures().released, 1);
}

void TestCompleter::whatAnOperatorCancelledFails()
{
    Workbench bench;
    const auto ids = bench.add(1);
    bench.handle = [&](TaskContext&) {
        Pipeline::requestStop(bench.pipeline->book.batches().front()->items.front(), StopReason::Cancelled);
        return HandlerResult::fail("interrupted");
    };
    claimAndRun(bench);
    Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    const TaskDetail detail = bench.task(ids[0]);
    QCOMPARE(detail.task.state, TaskState::Failed);
    QCOMPARE(detail.attempts.back().outcome, QByteArray("cancelled"));
    QCOMPARE(bench.observer.outcomes().front().outcome, QByteArray("cancelled"));
}

void TestCompleter::anAttemptPastItsDeadlineFails_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("nothing") << QByteArray() << QByteArray("deadline exceeded");
    QTest::newRow("why") << QByteArray("exit 1") << QByteArray("deadline exceeded: exit 1");
    QTest::newRow("the same") << QByteArray("deadline exceeded: exit 1") << QByteArray("deadline exceeded: exit 1");
}

void TestCompleter::anAttemptPastItsDeadlineFails()
{
    QFETCH(QByteArray, said);
    QFETCH(QByteArray, error);
    Workbench bench;
    const auto ids = bench.add(1);
    bench.handle = [&](TaskContext&) {
        Pipeline::requestStop(bench.pipeline->book.batches().front()->items.front(), StopReason::Deadline);
        return said.isEmpty() ? HandlerResult::stopped() : HandlerResult::fail(said);
    };
    claimAndRun(bench);
    Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    QCOMPARE(bench.task(ids[0]).task.error, error);
    QCOMPARE(bench.task(ids[0]).task.attempt, 1);
}

void TestCompleter::anAttemptWhoseLeaseWasLostIsNotWritten()
{
    Workbench bench;
    const auto ids = bench.add(1);
    bench.handle = [&](TaskContext&) {
        Pipeline::requestStop(bench.pipeline->book.batches().front()->items.front(), StopReason::LeaseLost);
        return HandlerResult::stopped();
    };
    claimAndRun(bench);
    QCOMPARE(Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow()).dropped, 1);
    QCOMPARE(bench.hooks().calls["ack"] + bench.hooks().calls["nack"] + bench.hooks().calls["release"], 0);
    QCOMPARE(bench.observer.lost(), ids);
    QCOMPARE(bench.pipeline->book.size(), 0);
}

void TestCompleter::aDoneTaskIsAckedEvenThoughItsLeaseWasDoubted()
{
    Workbench bench;
    const auto ids = bench.add(1);
    bench.handle = [&](TaskContext&) {
        Pipeline::requestStop(bench.pipeline->book.batches().front()->items.front(), StopReason::LeaseLost);
        return HandlerResult::done();
    };
    claimAndRun(bench);
    QCOMPARE(Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow()).written, 1);
    QCOMPARE(bench.state(ids[0]), TaskState::Done);
}

void TestCompleter::aRefusedAckIsCountedAsStale()
{
    Workbench bench;
    const auto ids = bench.add(1);
    claimAndRun(bench);
    const TaskDetail seen = bench.task(ids[0]);
    QVERIFY(bench.backend.editor()->release("q", {ids[0], TaskState::Leased, seen.task.token, seen.task.at}).ok());
    const auto report = Completer(*bench.pipeline, bench.backend).runOnce(monotonicNow());
    QCOMPARE(report.stale, 1);
    QCOMPARE(bench.pipeline->statistics.figures().staleAcks, 1);
    QCOMPARE(bench.pipeline->statistics.figures().processed, 0);
    QCOMPARE(bench.observer.lost(), ids);
}

void TestCompleter::aFailedWriteIsRepeatedAsItWas()
{
    Workbench bench({.concurrency = 2});
    bench.add(2);
    claimAndRun(bench);
    bench.hooks().before = [](const QByteArray&) { return std::optional(outage()); };
    Completer completer(*bench.pipeline, bench.backend);
    const auto failed = completer.runOnce(monotonicNow());
    QVERIFY(failed.failed);
    bench.hooks().before = nullptr;
    bench.add(1);
    claimAndRun(bench);
    // Until the next write is due, nothing is written: neither the result whose write failed nor a later one.
    QCOMPARE(completer.runOnce(failed.next - 10ms).written, 0);
    QCOMPARE(completer.runOnce(failed.next).written, 3);
    QCOMPARE(bench.hooks().acks.size(), std::size_t(3));
    QCOMPARE(bench.hooks().acks[1].size(), std::size_t(2));
    QCOMPARE(bench.hooks().acks[1][0].id, bench.hooks().acks[0][0].id);
    QCOMPARE(bench.hooks().acks[2].size(), std::size_t(1));
    QCOMPARE(bench.counts()[TaskState::Done], 3);
}

void TestCompleter::aWriteIsGivenUpOneLeaseLater()
{
    Workbench bench({.leaseFor = 60ms});
    bench.add(1);
    claimAndRun(bench);
    bench.hooks().before = [](const QByteArray&) { return std::optional(outage()); };
    Completer completer(*bench.pipeline, bench.backend);
    Instant next = completer.runOnce(monotonicNow()).next;
    for (int i = 0; i < 10 && bench.pipeline->book.size() > 0; ++i) {
        std::this_thread::sleep_until(next);
        next = completer.runOnce(next).next;
    }
    QCOMPARE(bench.pipeline->book.size(), 0);
    QCOMPARE(bench.observer.lost().size(), std::size_t(1));
    QCOMPARE(bench.counts()[TaskState::Leased], 1); // The task is still leased; a recoverer will find it.
}

void TestCompleter::otherQueuesGoOnWhileOneFails()
{
    Workbench bench({.queues = {{"q", 1}, {"r", 1}}});
    bench.add(1, {}, "noop", "q");
    bench.add(1, {}, "noop", "r");
    claimAndRun(bench);
    int acks = 0;
    bench.hooks().before
        = [&](const QByteArray& name) { return name == "ack" && ++acks == 1 ? std::optional(outage()) : std::nullopt; };
    Completer completer(*bench.pipeline, bench.backend);
    const auto report = completer.runOnce(monotonicNow());
    QVERIFY(report.failed);
    QCOMPARE(report.written, 1);
}

QTEST_GUILESS_MAIN(TestCompleter)
#include "tst_engine_completer.moc"
