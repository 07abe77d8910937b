// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/workerplace.h"
#include "ui/panels/dock.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QPushButton>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

using State = EmbeddedWorker::State;

/// Tests how the embedded worker ends, and how it leaves its running tasks.
class TestWorkerEnd : public WorkerPlace
{
    Q_OBJECT

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void cleanupTestCase() { m_theme.reset(); }

    void drainLetsARunFinishAndTakesNothingNew()
    {
        open(Environment::Development);
        give(u"*"_s, u"sleep:600"_s);
        add("mail.slow#1");
        press("worker.start");
        QTRY_COMPARE(worker().busySlots(), 1);
        QTRY_COMPARE(m_window->dock().status(u"worker"_s), u"1/4"_s);
        press("worker.drain");
        QCOMPARE(worker().state(), State::Draining);
        add("mail.slow#2");
        QTRY_COMPARE(worker().state(), State::Idle);
        QCOMPARE(stateOf("mail.slow#1"), TaskState::Done);
        QCOMPARE(stateOf("mail.slow#2"), TaskState::Due);
        QCOMPARE(worker().figures().processed, 1);
        QCOMPARE(m_window->dock().status(u"worker"_s), QString());
        QVERIFY(m_window->actions()["worker.start"]->isEnabled());
    }

    void stopNowGivesTheLeaseBackWithItsAttempt()
    {
        open(Environment::Development);
        give(u"*"_s, u"sleep:60000"_s);
        add("mail.slow#1");
        press("worker.start");
        QTRY_COMPARE(worker().busySlots(), 1);
        QVERIFY(!handlers().isEditable());
        press("worker.stop");
        QTRY_COMPARE(worker().state(), State::Idle);
        const TaskDetail after = detailOf("mail.slow#1");
        QVERIFY(after.task.state != TaskState::Leased);
        QCOMPARE(after.task.attempt, 0);
        QTRY_VERIFY(logTells(u"released  mail.slow#1"_s));
        QVERIFY(handlers().isEditable());
    }

    void startingDrainingAndStoppingNeverHoldTheWindowUp()
    {
        open(Environment::Development);
        give(u"*"_s, u"sleep:60000"_s);
        add("mail.slow#1");
        QElapsedTimer took;
        qint64 longest = 0;
        const auto measured = [&](const char* action) {
            took.start();
            press(action);
            longest = std::max(longest, took.elapsed());
        };
        measured("worker.start");
        QTRY_COMPARE(worker().busySlots(), 1);
        measured("worker.drain");
        measured("worker.stop");
        QTRY_COMPARE(worker().state(), State::Idle);
        QVERIFY2(longest < 100, qPrintable(u"%1 ms"_s.arg(longest))); // 16 ms on an idle machine
    }

    void theWindowOfAServerThatIsSilentClosesWithinASecond()
    {
        open(Environment::Development);
        give(u"*"_s, u"echo"_s);
        add("mail.quick#1");
        press("worker.start");
        QTRY_COMPARE(stateOf("mail.quick#1"), TaskState::Done);
        QTRY_COMPARE(worker().busySlots(), 0);
        add("mail.quick#2"); // wakes the worker, which sends a request to the silent server
        m_server->freeze();
        // From now on, no requests from the worker or the window are answered.
        m_bench->view().current()->refresher().refresh();
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!m_window->close()); // the window stays open until the worker has ended
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 10'000);
        m_window.reset();
        m_bench.reset();
        const qint64 took = timer.elapsed();
        m_server->thaw();
        // The worker and the connection may each take up to a second.
        QVERIFY2(took < 2'000, qPrintable(u"%1 ms"_s.arg(took)));
    }

    void aWorkerThatStillConnectsEndsAtOnce()
    {
        open(Environment::Development);
        give(u"*"_s, u"echo"_s);
        m_server->freeze();
        press("worker.start");
        QCOMPARE(worker().state(), State::Starting);
        QElapsedTimer timer;
        timer.start();
        worker().stop();
        QTRY_COMPARE_WITH_TIMEOUT(worker().state(), State::Idle, 10'000);
        const qint64 took = timer.elapsed();
        m_server->thaw();
        QVERIFY2(took < 1'500, qPrintable(u"%1 ms"_s.arg(took)));
    }

    void closingTheWindowAsksWhileATaskRuns()
    {
        open(Environment::Development);
        give(u"*"_s, u"sleep:700"_s);
        add("mail.slow#1");
        press("worker.start");
        QTRY_COMPARE(worker().busySlots(), 1);
        int asked = 0;
        answer(
            u"workerCloseDialog"_s, [](QWidget& dialog) { static_cast<QDialog&>(dialog).reject(); }, asked);
        QVERIFY(!m_window->close());
        QCOMPARE(asked, 1);
        QVERIFY(m_window->isVisible());
        QCOMPARE(worker().state(), State::Running);
        QTRY_COMPARE(worker().busySlots(), 0);

        add("mail.slow#2");
        QTRY_COMPARE(worker().busySlots(), 1);
        answer(
            u"workerCloseDialog"_s, [](QWidget& dialog) { dialog.findChild<QPushButton*>(u"drain"_s)->click(); },
            asked);
        QVERIFY(!m_window->close());
        QCOMPARE(asked, 2);
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(stateOf("mail.slow#2"), TaskState::Done);
    }

    void closingTheWindowWithStopNowGivesTasksBack()
    {
        open(Environment::Development);
        give(u"*"_s, u"sleep:60000"_s);
        add("mail.slow#1");
        press("worker.start");
        QTRY_COMPARE(worker().busySlots(), 1);
        int asked = 0;
        answer(
            u"workerCloseDialog"_s, [](QWidget& dialog) { dialog.findChild<QPushButton*>(u"stopNow"_s)->click(); },
            asked);
        QVERIFY(!m_window->close());
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(asked, 1);
        QVERIFY(stateOf("mail.slow#1") != TaskState::Leased);
    }

    void aWorkerThatRunsNothingDoesNotAsk()
    {
        open(Environment::Development);
        give(u"*"_s, u"echo"_s);
        press("worker.start");
        QTRY_COMPARE(worker().state(), State::Running);
        m_window->close();
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(worker().state(), State::Idle);
    }

    void closingTheConnectionStopsItsWorkerFirst()
    {
        open(Environment::Development);
        give(u"*"_s, u"sleep:60000"_s);
        add("mail.slow#1");
        press("worker.start");
        QTRY_COMPARE(worker().busySlots(), 1);
        press("connection.close");
        QTRY_COMPARE(m_bench->connections().all().size(), 0U);
        QCOMPARE(worker().state(), State::Idle);
        QVERIFY(stateOf("mail.slow#1") != TaskState::Leased);
    }
};

QTEST_MAIN(TestWorkerEnd)
#include "tst_workerend.moc"
