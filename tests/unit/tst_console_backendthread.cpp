// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/backendthread.h"
#include "tests/unit/consolefakes.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <thread>

using namespace dueline;
using namespace dueline::test;

namespace {

/// Backend that records which threads create and destroy it.
class TracedBackend : public MemoryBackend
{
public:
    TracedBackend(std::shared_ptr<MemoryStore> store, std::atomic<QThread*>& madeOn, std::atomic<QThread*>& diedOn)
        : MemoryBackend(std::move(store), "lane", Access::Operate)
        , m_diedOn(diedOn)
    {
        madeOn = QThread::currentThread();
    }
    ~TracedBackend() override { m_diedOn = QThread::currentThread(); }

private:
    std::atomic<QThread*>& m_diedOn;
};

} // namespace

class TestConsoleBackendThread : public QObject
{
    Q_OBJECT

private slots:
    void answersComeHereLaterAndInOrder();
    void theWorkRunsOnOneOtherThread();
    void aDeadContextIsNotAnswered();
    void aContextThatDiesWhileItsAnswerIsOnItsWayIsNotAnswered();
    void destructionDropsQueuedWorkAndWaitsForTheRunningOne();
    void theBackendIsMadeLazilyAndDiesOnItsThread();
    void aBackendThatCannotBeOpenedIsAnAnswerAndTriedAgain();
    void whatWaitedWhileOpeningFailedGetsTheSameError();
    void workThatIsTooLateIsAnsweredButNotDone();
    void anAnswerMayDestroyTheLane();
    void anAnswerMayAskMore();
    void resultsThatCanOnlyBeMovedArrive();

private:
    std::shared_ptr<MemoryStore> m_store = std::make_shared<MemoryStore>();
    BackendFactory m_make = FaultyBackend::factory(m_store, std::make_shared<Faults>());
};

void TestConsoleBackendThread::answersComeHereLaterAndInOrder()
{
    BackendThread lane(m_make);
    std::vector<int> answers;
    QThread* answeredOn = nullptr;
    for (int i = 0; i < 200; ++i) {
        lane.run(
            this, [i](Backend&) -> Result<int> { return i; },
            [&](Result<int> answer) {
                answers.push_back(*answer);
                answeredOn = QThread::currentThread();
            });
    }
    QVERIFY(answers.empty()); // Results are delivered later, even if the work finished long ago.
    QTRY_COMPARE(answers.size(), 200U);
    for (int i = 0; i < 200; ++i)
        QCOMPARE(answers[std::size_t(i)], i);
    QCOMPARE(answeredOn, QThread::currentThread());
    QTRY_COMPARE(lane.pending(), 0);
}

void TestConsoleBackendThread::theWorkRunsOnOneOtherThread()
{
    BackendThread lane(m_make, QStringLiteral("interactive"));
    std::vector<QThread*> threads;
    QString name;
    for (int i = 0; i < 3; ++i) {
        lane.run(
            this, [](Backend&) -> Result<QThread*> { return QThread::currentThread(); },
            [&](Result<QThread*> answer) {
                threads.push_back(*answer);
                name = (*answer)->objectName();
            });
    }
    QTRY_COMPARE(threads.size(), 3U);
    QVERIFY(threads[0] != QThread::currentThread());
    QCOMPARE(threads[0], threads[1]);
    QCOMPARE(threads[1], threads[2]);
    QCOMPARE(name, QStringLiteral("interactive"));
}

void TestConsoleBackendThread::aDeadContextIsNotAnswered()
{
    BackendThread lane(m_make);
    bool answered = false;
    bool other = false;
    {
        QObject context;
        lane.run(
            &context, [](Backend&) -> Result<int> { return 1; }, [&](Result<int>) { answered = true; });
    }
    lane.run(
        this, [](Backend&) -> Result<int> { return 2; }, [&](Result<int>) { other = true; });
    QTRY_VERIFY(other);
    QVERIFY(!answered);
}

void TestConsoleBackendThread::aContextThatDiesWhileItsAnswerIsOnItsWayIsNotAnswered()
{
    BackendThread lane(m_make);
    auto context = std::make_unique<QObject>();
    bool answered = false;
    QSemaphore worked;
    lane.run(
        context.get(), [](Backend&) -> Result<int> { return 1; }, [&](Result<int>) { answered = true; });
    lane.run(
        this,
        [&](Backend&) -> Result<int> {
            worked.release();
            return 2;
        },
        [](Result<int>) {});
    worked.acquire(); // the first result has been posted
    context.reset();
    bool last = false;
    lane.run(
        this, [](Backend&) -> Result<int> { return 3; }, [&](Result<int>) { last = true; });
    QTRY_VERIFY(last);
    QVERIFY(!answered);
}

void TestConsoleBackendThread::destructionDropsQueuedWorkAndWaitsForTheRunningOne()
{
    auto lane = std::make_unique<BackendThread>(m_make);
    QSemaphore begun;
    QSemaphore mayEnd;
    std::atomic<bool> ended = false;
    std::atomic<bool> secondBegan = false;
    bool answered = false;
    const auto captured = std::make_shared<int>(7);
    lane->run(
        this,
        [&](Backend&) -> Result<int> {
            begun.release();
            mayEnd.acquire();
            ended = true;
            return 1;
        },
        [&](Result<int>) { answered = true; });
    lane->run(
        this,
        [&, captured](Backend&) -> Result<int> {
            secondBegan = true;
            return 2;
        },
        [&, captured](Result<int>) { answered = true; });
    QCOMPARE(captured.use_count(), 3);
    begun.acquire();
    QCOMPARE(lane->pending(), 2);
    std::thread helper([&] {
        // Let the running work finish only once the destructor is waiting or about to wait.
        while (captured.use_count() != 1)
            std::this_thread::yield();
        mayEnd.release();
    });
    // The queued work must be dropped without waiting for the running work, which the helper lets finish only
    // afterwards.
    lane.reset();
    QVERIFY(ended);
    QVERIFY(!secondBegan);
    QCOMPARE(captured.use_count(), 1);
    helper.join();
    QCoreApplication::processEvents();
    QVERIFY(!answered);
}

void TestConsoleBackendThread::theBackendIsMadeLazilyAndDiesOnItsThread()
{
    std::atomic<QThread*> madeOn = nullptr;
    std::atomic<QThread*> diedOn = nullptr;
    QThread* workedOn = nullptr;
    {
        BackendThread lane([&]() -> Result<std::unique_ptr<Backend>> {
            return std::unique_ptr<Backend>(std::make_unique<TracedBackend>(m_store, madeOn, diedOn));
        });
        QVERIFY(!madeOn);
        lane.run(
            this, [](Backend&) -> Result<QThread*> { return QThread::currentThread(); },
            [&](Result<QThread*> answer) { workedOn = *answer; });
        QTRY_VERIFY(workedOn);
        QCOMPARE(madeOn.load(), workedOn);
        QVERIFY(!diedOn);
    }
    QCOMPARE(diedOn.load(), workedOn);
}

void TestConsoleBackendThread::aBackendThatCannotBeOpenedIsAnAnswerAndTriedAgain()
{
    const auto faults = std::make_shared<Faults>();
    faults->unreachable = true;
    BackendThread lane(FaultyBackend::factory(m_store, faults));
    std::optional<Error> error;
    std::atomic<bool> worked = false;
    const auto work = [&](Backend&) -> Result<int> {
        worked = true;
        return 1;
    };
    lane.run(this, work, [&](Result<int> answer) { error = answer.error(); });
    QTRY_VERIFY(error);
    QVERIFY(error->code == ErrorCode::Unreachable);
    QVERIFY(!worked);
    faults->unreachable = false;
    bool answered = false;
    lane.run(this, work, [&](Result<int> answer) { answered = answer.ok(); });
    QTRY_VERIFY(answered);
    QVERIFY(worked);
}

void TestConsoleBackendThread::whatWaitedWhileOpeningFailedGetsTheSameError()
{
    QSemaphore opening;
    QSemaphore mayFail;
    std::atomic<int> attempts = 0;
    BackendThread lane([&]() -> Result<std::unique_ptr<Backend>> {
        ++attempts;
        opening.release();
        mayFail.acquire();
        return Error{ErrorCode::Timeout, QStringLiteral("No answer.")};
    });
    int errors = 0;
    for (int i = 0; i < 5; ++i) {
        lane.run(
            this, [](Backend&) -> Result<> { return {}; },
            [&](Result<> answer) { errors += answer.error().code == ErrorCode::Timeout; });
    }
    opening.acquire();
    mayFail.release(100);
    QTRY_COMPARE(errors, 5);
    QCOMPARE(attempts, 1);
    lane.run(
        this, [](Backend&) -> Result<> { return {}; }, [&](Result<>) { ++errors; });
    QTRY_COMPARE(errors, 6);
    QCOMPARE(attempts, 2);
}

void TestConsoleBackendThread::workThatIsTooLateIsAnsweredButNotDone()
{
    BackendThread lane(m_make);
    QSemaphore mayEnd;
    lane.run(
        this,
        [&](Backend&) -> Result<> {
            mayEnd.acquire();
            return {};
        },
        [](Result<>) {});
    std::atomic<bool> worked = false;
    std::optional<Error> error;
    const QDeadlineTimer deadline(5);
    lane.run(
        this,
        [&](Backend&) -> Result<> {
            worked = true;
            return {};
        },
        [&](Result<> answer) { error = answer.error(); }, deadline);
    QTRY_VERIFY(deadline.hasExpired());
    mayEnd.release();
    QTRY_VERIFY(error);
    QVERIFY(error->code == ErrorCode::Cancelled);
    QVERIFY(!worked);
}

void TestConsoleBackendThread::anAnswerMayDestroyTheLane()
{
    auto lane = std::make_unique<BackendThread>(m_make);
    int answers = 0;
    for (int i = 0; i < 3; ++i) {
        lane->run(
            this, [](Backend&) -> Result<> { return {}; },
            [&](Result<>) {
                ++answers;
                lane.reset();
            });
    }
    QTRY_VERIFY(!lane);
    QCoreApplication::processEvents();
    QCOMPARE(answers, 1);
}

void TestConsoleBackendThread::anAnswerMayAskMore()
{
    BackendThread lane(m_make);
    int rounds = 0;
    std::function<void(Result<>)> again = [&](Result<>) {
        if (++rounds < 50)
            lane.run(
                this, [](Backend&) -> Result<> { return {}; }, again);
    };
    again(Result<>());
    QTRY_COMPARE(rounds, 50);
}

void TestConsoleBackendThread::resultsThatCanOnlyBeMovedArrive()
{
    BackendThread lane(m_make);
    std::unique_ptr<int> value;
    lane.run(
        this, [](Backend&) -> Result<std::unique_ptr<int>> { return std::make_unique<int>(42); },
        [&](Result<std::unique_ptr<int>> answer) { value = std::move(answer).value(); });
    QTRY_VERIFY(value);
    QCOMPARE(*value, 42);
}

QTEST_GUILESS_MAIN(TestConsoleBackendThread)
#include "tst_console_backendthread.moc"
