// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/refresher.h"
#include "tests/unit/consolesession.h"

#include <QElapsedTimer>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

class TestConsoleRefresher : public QObject, private SessionPlace
{
    Q_OBJECT

private slots:
    void init();
    void refresherTellsWhatIsWatchedAndWhatChanged();
    void refresherSlowsDownWhileNothingChanges();
    void refresherAsksOneThingAtATime();
    void refresherRestsWhileHidden();
    void refresherAsksOnceWhenToldToAlthoughHidden();
    void refresherRestsOfflineAndCatchesUp();
    void refresherTellsFailures();
    void refresherGoesOnAfterUnlocking();
    void refresherKeepsBothSubjectsFresh();
    void refresherTellsThatAServerWasRestartedAndWhatItLost();
    void aChangeNamesTheGreatestLossFirstAndWhatMayRunTwice();
};

void TestConsoleRefresher::init() { m_shop = std::make_unique<Workshop>(); }

void TestConsoleRefresher::refresherTellsWhatIsWatchedAndWhatChanged()
{
    m_shop->add(3, 1h);
    auto session = online();
    Refresher refresher(*session);
    refresher.setIntervals(10ms, 10ms);
    std::vector<QueueInfo> told;
    connect(&refresher, &Refresher::queuesChanged, this, [&](const std::vector<QueueInfo>& queues) { told = queues; });
    QSignalSpy changes(&refresher, &Refresher::queuesChanged);
    QSignalSpy fresh(&refresher, &Refresher::refreshed);
    refresher.watchQueues(true);
    QTRY_COMPARE(told.size(), 1U);
    QCOMPARE(told[0].counts[TaskState::Scheduled], 3);
    QTRY_VERIFY(fresh.size() >= 5);
    QCOMPARE(changes.size(), 1); // the refresher kept sending requests, but there were no changes to report
    m_shop->add(1, 1h, 0ms, 10);
    QTRY_COMPARE(changes.size(), 2);
    QCOMPARE(told[0].counts[TaskState::Scheduled], 4);
    refresher.watchQueues(false);
    m_shop->add(1, 1h, 0ms, 20);
    const int questions = m_shop->faults->questions;
    refresher.refresh();
    QTRY_VERIFY(m_shop->faults->questions <= questions + 1);
    QCOMPARE(changes.size(), 2);
    refresher.watchQueues(true);
    QTRY_COMPARE(changes.size(), 3);
    QCOMPARE(told[0].counts[TaskState::Scheduled], 5);
    refresher.watchQueues(false);
    refresher.watchQueues(true); // The first reply is reported even though nothing has changed.
    QTRY_COMPARE(changes.size(), 4);
}

void TestConsoleRefresher::refresherSlowsDownWhileNothingChanges()
{
    m_shop->add(3, 1h);
    auto session = online();
    Refresher refresher(*session);
    refresher.setIntervals(20ms, 10min);
    QSignalSpy fresh(&refresher, &Refresher::refreshed);
    QElapsedTimer timer;
    timer.start();
    refresher.watchQueues(true);
    // The delays between the six requests are 20, 40, 80, 160 and 320 ms.
    QTRY_VERIFY(fresh.size() >= 6);
    QVERIFY2(timer.elapsed() >= 550, QByteArray::number(timer.elapsed()));
    m_shop->add(1, 1h, 0ms, 10);
    timer.restart();
    refresher.refresh();
    QTRY_VERIFY(fresh.size() >= 8); // The intervals are short again.
    QVERIFY2(timer.elapsed() < 300, QByteArray::number(timer.elapsed()));
}

void TestConsoleRefresher::refresherAsksOneThingAtATime()
{
    m_shop->add(3, 1h);
    auto session = online();
    QSemaphore mayGoOn;
    session->run(
        Session::Lane::Background, this,
        [&](Backend&) -> Result<> {
            mayGoOn.acquire();
            return {};
        },
        [](Result<>) {});
    Refresher refresher(*session);
    refresher.setIntervals(1h, 1h);
    QSignalSpy fresh(&refresher, &Refresher::refreshed);
    refresher.watchQueues(true);
    const int before = m_shop->faults->questions;
    for (int i = 0; i < 20; ++i)
        refresher.refresh();
    mayGoOn.release();
    QTRY_COMPARE(fresh.size(), 1);
    // The first request is answered, and a single extra request covers all later ones.
    QCOMPARE(m_shop->faults->questions - before, 2);
}

void TestConsoleRefresher::refresherRestsWhileHidden()
{
    auto session = online();
    Refresher refresher(*session);
    refresher.setIntervals(5ms, 5ms);
    QSignalSpy fresh(&refresher, &Refresher::refreshed);
    refresher.watchQueues(true);
    QTRY_VERIFY(fresh.size() >= 3);
    refresher.setVisible(false);
    // The pending reply arrives. After that, no request is sent for many intervals.
    QElapsedTimer timer;
    timer.start();
    int questions = -1;
    QTRY_VERIFY([&] {
        if (timer.elapsed() < 50)
            questions = m_shop->faults->questions;
        return timer.elapsed() >= 150;
    }());
    QCOMPARE(m_shop->faults->questions.load(), questions);
    refresher.setVisible(true);
    QTRY_VERIFY(m_shop->faults->questions > questions);
}

void TestConsoleRefresher::refresherAsksOnceWhenToldToAlthoughHidden()
{
    m_shop->add(3, 1h);
    auto session = online();
    Refresher refresher(*session);
    refresher.setIntervals(10ms, 20ms);
    std::vector<QueueInfo> told;
    connect(&refresher, &Refresher::queuesChanged, this, [&](const std::vector<QueueInfo>& queues) { told = queues; });
    refresher.watchQueues(true);
    refresher.setVisible(false); // The first reply is still pending.
    m_shop->add(1, 1h, 0ms, 10);
    refresher.refresh();
    QTRY_VERIFY(!told.empty() && told.front().counts[TaskState::Scheduled] == 4);
    const int questions = m_shop->faults->questions;
    m_shop->add(1, 1h, 0ms, 20);
    QTest::qWait(100);
    QCOMPARE(m_shop->faults->questions.load(), questions);
}

void TestConsoleRefresher::refresherRestsOfflineAndCatchesUp()
{
    m_shop->add(1, 1h);
    auto session = online();
    Refresher refresher(*session);
    refresher.setIntervals(5ms, 5ms);
    QSignalSpy changes(&refresher, &Refresher::queuesChanged);
    QSignalSpy failures(&refresher, &Refresher::failed);
    refresher.watchQueues(true);
    QTRY_COMPARE(changes.size(), 1);
    m_shop->faults->unreachable = true;
    QTRY_VERIFY(!session->isOnline());
    QCOMPARE(failures.size(), 1);
    const int questions = m_shop->faults->questions;
    QSignalSpy tries(session.get(), &Session::connectionChanged);
    QTRY_VERIFY(tries.size() >= 4); // The session keeps trying to reconnect, without success.
    QCOMPARE(m_shop->faults->questions.load(), questions);
    m_shop->add(1, 1h, 0ms, 10);
    m_shop->faults->unreachable = false;
    QTRY_VERIFY(session->isOnline());
    QTRY_COMPARE(changes.size(), 2);
}

void TestConsoleRefresher::refresherTellsFailures()
{
    m_shop->add(1, 1h);
    auto session = online();
    Refresher refresher(*session);
    refresher.setIntervals(1h, 1h);
    QSignalSpy changes(&refresher, &Refresher::queuesChanged);
    std::vector<std::pair<Refresher::Subject, ErrorCode>> failures;
    connect(&refresher, &Refresher::failed, this,
        [&](Refresher::Subject subject, const Error& failure) { failures.emplace_back(subject, failure.code); });
    m_shop->faults->refused = true;
    refresher.watchQueues(true);
    QTRY_COMPARE(failures.size(), 1U);
    QCOMPARE(failures[0], std::pair(Refresher::Subject::Queues, ErrorCode::Refused));
    QVERIFY(session->isOnline());
    QCOMPARE(changes.size(), 0);
    m_shop->faults->refused = false;
    refresher.refresh();
    QTRY_COMPARE(changes.size(), 1);
}

void TestConsoleRefresher::refresherGoesOnAfterUnlocking()
{
    m_shop->add(1, 1h);
    auto session = makeSession(Environment::Production);
    session->open();
    QTRY_VERIFY(session->isOnline());
    Refresher refresher(*session);
    refresher.setIntervals(5ms, 5ms);
    QSignalSpy fresh(&refresher, &Refresher::refreshed);
    refresher.watchQueues(true); // pending while the lanes are replaced, so the reply never arrives
    QVERIFY(session->unlock(true, false).ok());
    QTRY_VERIFY(fresh.size() >= 3);
}

void TestConsoleRefresher::refresherKeepsBothSubjectsFresh()
{
    m_shop->add(3, 1h);
    OperationRecord record;
    record.id = "mail/1";
    record.kind = "pause";
    record.queue = "mail";
    QVERIFY(m_shop->backend.editor()->record(record).ok());
    auto session = online();
    Refresher refresher(*session);
    std::set<int> fresh;
    connect(&refresher, &Refresher::refreshed, this, [&](Refresher::Subject subject) { fresh.insert(int(subject)); });
    std::vector<OperationRecord> told;
    connect(&refresher, &Refresher::operationsChanged, this,
        [&](const std::vector<OperationRecord>& operations) { told = operations; });
    QSignalSpy queues(&refresher, &Refresher::queuesChanged);
    refresher.watchQueues(true);
    refresher.watchOperations(true);
    QTRY_COMPARE(fresh.size(), std::size_t(Refresher::subjects));
    QCOMPARE(queues.size(), 1);
    QCOMPARE(told.size(), 1U);
    QCOMPARE(told[0].id, QByteArray("mail/1"));
}

void TestConsoleRefresher::refresherTellsThatAServerWasRestartedAndWhatItLost()
{
    m_shop->add(3, 1h);
    auto session = online();
    Refresher refresher(*session);
    refresher.setIntervals(10ms, 10ms);
    std::vector<ServerChange> told;
    connect(&refresher, &Refresher::serverChanged, this, [&](const ServerChange& change) { told.push_back(change); });
    QSignalSpy fresh(&refresher, &Refresher::refreshed);
    refresher.watchQueues(true);
    QTRY_VERIFY(fresh.size() >= 3);
    QVERIFY(told.empty()); // The first server process is not reported as a change.
    m_shop->faults->run = 2;
    QTRY_COMPARE(told.size(), 1U);
    QVERIFY(!told[0].isLoss());
    QCOMPARE(told[0].tasksNow, 3);
    // The tasks were lost with the server process. The next overview reports the loss, however short the outage was.
    m_shop->faults->unreachable = true;
    QTRY_VERIFY(!session->isOnline());
    QVERIFY(m_shop->backend.editor()->removeQueue("mail", true).ok());
    m_shop->faults->run = 3;
    m_shop->faults->unreachable = false;
    QTRY_COMPARE(told.size(), 2U);
    QCOMPARE(told[1].gone(), 3);
    QCOMPARE(told[1].losses.front(), (ServerChange::Loss{"mail", 3, 0, 0}));
    // A server that doesn't report its run id never counts as a new process.
    m_shop->faults->run = 0;
    const auto looks = fresh.size();
    QTRY_VERIFY(fresh.size() >= looks + 3);
    QCOMPARE(told.size(), 2U);
}

void TestConsoleRefresher::aChangeNamesTheGreatestLossFirstAndWhatMayRunTwice()
{
    const auto queue = [](const QueueName& name, qint64 scheduled, qint64 done) {
        QueueInfo info;
        info.name = name;
        info.counts[TaskState::Scheduled] = scheduled;
        info.counts[TaskState::Done] = done;
        return info;
    };
    const ServerChange change
        = changeBetween({queue("a", 10, 0), queue("b", 100, 50), queue("c", 5, 40), queue("d", 1, 1), queue("e", 7, 7)},
            {queue("a", 9, 0), queue("c", 20, 25), queue("d", 3, 1), queue("e", 7, 5)});
    QCOMPARE(change.losses.size(), 4U);
    QCOMPARE(change.losses[0], (ServerChange::Loss{"b", 150, 0, 0}));
    QCOMPARE(change.losses[1], (ServerChange::Loss{"c", 45, 45, 15})); // The server has lost acks.
    QCOMPARE(change.losses[2], (ServerChange::Loss{"e", 14, 12, 0}));
    QCOMPARE(change.losses[3], (ServerChange::Loss{"a", 10, 9, 0}));
    QCOMPARE(change.gone(), 153);
    QCOMPARE(change.reopened(), 15);
    QCOMPARE(change.tasksBefore, 221);
    QVERIFY(!changeBetween({queue("a", 1, 1)}, {queue("a", 1, 1)}).isLoss());
    QueueInfo unreadable;
    unreadable.name = "a";
    unreadable.unreadable = "another type";
    // An unreadable queue is not a loss; it is reported elsewhere.
    QVERIFY(!changeBetween({queue("a", 1, 1)}, {unreadable}).isLoss());
}

QTEST_GUILESS_MAIN(TestConsoleRefresher)
#include "tst_console_refresher.moc"
