// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/session.h"
#include "tests/unit/consolesession.h"

#include <QElapsedTimer>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <set>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using Kind = ConnectionState::Kind;

namespace {

/// Scan with one step per time slice.
struct SlowScan
{
    int steps = 0;
    int taken = 0;
    std::optional<Error> failsWith = {};

    Result<bool> step(Backend&)
    {
        QThread::msleep(ulong((laneTurn + 1ms).count()));
        if (++taken == steps && failsWith)
            return *failsWith;
        return taken == steps;
    }
};

} // namespace

class TestConsoleSession : public QObject, private SessionPlace
{
    Q_OBJECT

private slots:
    void init();
    void opensAndKnowsTheServer();
    void anUnreachableServerIsTriedAgainUntilItIsBack();
    void whatRunsTellsThatTheConnectionIsGone();
    void anErrorOfTheQueueDoesNotTakeTheSessionOffline();
    void staleSinceStaysWhileItTriesAgain();
    void inTheFirstMinuteItTriesAgainEveryTwoSecondsAtTheLatest();
    void reconnectTriesAtOnce();
    void aLongScanDoesNotDelayAnAction();
    void onOneLaneALongScanLetsOthersHaveTheirTurn();
    void aScanThatIsNotWantedAnyMoreEndsWithItsTurn();
    void aScanEndsWithItsFirstError();
    void aProductionSessionHasNoEditorUntilUnlocked();
    void closingDropsAnswersAndMayComeFromOne();
    void theIdentityNamesUserAndHost();
    void theVersionIsKnownAndTheRoundTripIsTheMedianOfTheLastFew();
    void nothingIsMeasuredWhileOffline();
};

void TestConsoleSession::init() { m_shop = std::make_unique<Workshop>(); }

void TestConsoleSession::opensAndKnowsTheServer()
{
    auto session = makeSession();
    QSignalSpy connection(session.get(), &Session::connectionChanged);
    QSignalSpy capabilities(session.get(), &Session::capabilitiesChanged);
    QVERIFY(session->connection().kind == Kind::Closed);
    session->open();
    QVERIFY(session->connection().kind == Kind::Connecting);
    QTRY_VERIFY(session->isOnline());
    QCOMPARE(connection.size(), 2);
    QCOMPARE(capabilities.size(), 1);
    QVERIFY(session->capabilities().undo);
    QVERIFY(session->access() == Access::OperateAndWork);
    // The server's clock stands still in 2027 while the local clock advances.
    const Millis off = session->serverNow() - m_shop->now();
    QVERIFY(off > -1s && off < 5s);
}

void TestConsoleSession::anUnreachableServerIsTriedAgainUntilItIsBack()
{
    m_shop->faults->unreachable = true;
    auto session = makeSession();
    std::vector<Millis> waits;
    connect(session.get(), &Session::connectionChanged, this, [&](const ConnectionState& connection) {
        if (connection.kind == Kind::Offline)
            waits.push_back(connection.retryIn);
    });
    session->open();
    QTRY_VERIFY(waits.size() >= 4);
    const Millis limits[]{20ms, 40ms, 80ms, 80ms};
    for (std::size_t i = 0; i < std::size(limits); ++i)
        QVERIFY2(waits[i] >= limits[i] / 2 && waits[i] <= limits[i], QByteArray::number(qint64(waits[i].count())));
    QVERIFY(session->connection().error.code == ErrorCode::Unreachable);
    m_shop->faults->unreachable = false;
    QTRY_VERIFY(session->isOnline());
}

void TestConsoleSession::whatRunsTellsThatTheConnectionIsGone()
{
    auto session = online();
    m_shop->faults->unreachable = true;
    std::optional<ErrorCode> answer;
    session->run(
        Session::Lane::Background, this, [](Backend& backend) { return backend.inspector().queues(); },
        [&](const Result<std::vector<QueueInfo>>& queues) { answer = queues.error().code; });
    QTRY_VERIFY(answer);
    QVERIFY(isConnectionError(*answer));
    QVERIFY(!session->isOnline());
    m_shop->faults->unreachable = false;
    QTRY_VERIFY(session->isOnline());
}

void TestConsoleSession::anErrorOfTheQueueDoesNotTakeTheSessionOffline()
{
    auto session = online();
    std::optional<ErrorCode> answer;
    session->run(
        Session::Lane::Interactive, this, [](Backend& backend) { return backend.inspector().queue("none"); },
        [&](const Result<QueueInfo>& info) { answer = info.error().code; });
    QTRY_VERIFY(answer);
    QVERIFY(*answer == ErrorCode::NotFound);
    QVERIFY(session->isOnline());
}

void TestConsoleSession::staleSinceStaysWhileItTriesAgain()
{
    auto session = online();
    m_shop->faults->unreachable = true;
    session->run(
        Session::Lane::Background, this, [](Backend& backend) { return backend.inspector().queues(); },
        [](const Result<std::vector<QueueInfo>>&) {});
    QTRY_VERIFY(!session->isOnline());
    const TimePoint since = session->connection().since;
    QSignalSpy tries(session.get(), &Session::connectionChanged);
    QTRY_VERIFY(tries.size() >= 4);
    QVERIFY(!session->isOnline());
    QVERIFY(session->connection().since == since);
}

void TestConsoleSession::inTheFirstMinuteItTriesAgainEveryTwoSecondsAtTheLatest()
{
    const ReconnectPace pace; // the default values, which the window uses
    Millis limit{};
    std::vector<Millis> limits;
    for (Millis lost{}; lost < 90s; lost += limit) {
        limit = pace.limitAfter(limit, lost);
        limits.push_back(limit);
        QVERIFY2(limit <= (lost < 60s ? 2s : 10s), QByteArray::number(qint64(lost.count())));
    }
    QVERIFY(limits[0] == 500ms && limits[1] == 1s && limits[2] == 2s && limits.back() == 10s);
    std::set<Millis> drawn;
    for (int i = 0; i < 100; ++i) {
        drawn.insert(ReconnectPace::drawn(2s));
        QVERIFY(*drawn.begin() >= 1s && *drawn.rbegin() <= 2s);
    }
    // Delays vary, so that consoles that have lost the same server reconnect at different times.
    QVERIFY(drawn.size() > 10);
}

void TestConsoleSession::reconnectTriesAtOnce()
{
    m_shop->faults->unreachable = true;
    auto session = makeSession();
    session->setRetryDelays(1h, 1h);
    session->open();
    // The session stays offline, because its timer would fire only after an hour.
    QTRY_VERIFY(session->connection().kind == Kind::Offline);
    m_shop->faults->unreachable = false;
    session->reconnect();
    QVERIFY(session->connection().kind == Kind::Connecting);
    QTRY_VERIFY(session->isOnline());
}

void TestConsoleSession::aLongScanDoesNotDelayAnAction()
{
    auto session = online();
    QSemaphore mayEnd;
    bool scanned = false;
    bool acted = false;
    session->run(
        Session::Lane::Background, this,
        [&](Backend&) -> Result<> {
            mayEnd.acquire();
            return {};
        },
        [&](Result<>) { scanned = true; });
    session->run(
        Session::Lane::Interactive, this, [](Backend&) -> Result<> { return {}; }, [&](Result<>) { acted = true; });
    QTRY_VERIFY(acted);
    QVERIFY(!scanned);
    mayEnd.release();
    QTRY_VERIFY(scanned);
}

void TestConsoleSession::onOneLaneALongScanLetsOthersHaveTheirTurn()
{
    auto session = online();
    std::vector<int> acted; // number of scan steps completed before each action
    int turns = 0;
    std::optional<int> taken;
    session->runInTurns(
        Session::Lane::Background, this, SlowScan{4}, [&](const Result<SlowScan>& scanned) { taken = scanned->taken; },
        [&](const SlowScan&) {
            ++turns;
            return true;
        });
    for (int i = 0; i < 2; ++i) {
        session->run(
            Session::Lane::Background, this, [](Backend&) -> Result<> { return {}; },
            [&](const Result<>&) { acted.push_back(turns); });
    }
    QTRY_COMPARE(taken, 4);
    QCOMPARE(turns, 3); // The last step completes the scan.
    QCOMPARE(acted, (std::vector{1, 1})); // Both requests are answered as soon as the current time slice ends.
}

void TestConsoleSession::aScanThatIsNotWantedAnyMoreEndsWithItsTurn()
{
    auto session = online();
    int turns = 0;
    bool answered = false;
    session->runInTurns(
        Session::Lane::Background, this, SlowScan{1000}, [&](const Result<SlowScan>&) { answered = true; },
        [&](const SlowScan&) { return ++turns < 2; });
    QTRY_COMPARE(turns, 2);
    bool free = false;
    session->run(
        Session::Lane::Background, this, [](Backend&) -> Result<> { return {}; },
        [&](const Result<>&) { free = true; });
    QTRY_VERIFY(free);
    QCOMPARE(turns, 2);
    QVERIFY(!answered);
}

void TestConsoleSession::aScanEndsWithItsFirstError()
{
    auto session = online();
    std::optional<ErrorCode> answer;
    session->runInTurns(
        Session::Lane::Background, this, SlowScan{2, 0, Error{ErrorCode::NotFound, QStringLiteral("It went.")}},
        [&](const Result<SlowScan>& scanned) { answer = scanned.error().code; }, [](const SlowScan&) { return true; });
    QTRY_VERIFY(answer);
    QVERIFY(*answer == ErrorCode::NotFound);
    QVERIFY(session->isOnline());
}

void TestConsoleSession::aProductionSessionHasNoEditorUntilUnlocked()
{
    auto session = makeSession(Environment::Production);
    session->open();
    QTRY_VERIFY(session->isOnline());
    struct Ports
    {
        bool editor = false;
        bool broker = false;
        bool operator==(const Ports&) const = default;
    };
    const auto ports = [&] {
        std::optional<Ports> found;
        session->run(
            Session::Lane::Background, this,
            [](Backend& backend) -> Result<Ports> {
                return Ports{backend.editor() != nullptr, backend.broker() != nullptr};
            },
            [&](const Result<Ports>& answer) { found = *answer; });
        return QTest::qWaitFor([&] { return found.has_value(); }) ? *found : Ports{true, true};
    };
    QVERIFY(session->access() == Access::ReadOnly);
    QVERIFY(ports() == (Ports{false, false}));
    QVERIFY(session->unlock(false, true).error().code == ErrorCode::Refused);
    QSignalSpy access(session.get(), &Session::accessChanged);
    QVERIFY(session->unlock(true, false).ok());
    QCOMPARE(access.size(), 1);
    QVERIFY(ports() == (Ports{true, false}));
    QVERIFY(session->unlock(true, true).ok());
    QVERIFY(ports() == (Ports{true, true}));
    QVERIFY(session->unlock(false, false).ok());
    QVERIFY(ports() == (Ports{false, false}));
    QTRY_VERIFY(session->isOnline());
}

void TestConsoleSession::closingDropsAnswersAndMayComeFromOne()
{
    auto session = online();
    int answers = 0;
    for (int i = 0; i < 3; ++i) {
        session->run(
            Session::Lane::Interactive, this, [](Backend&) -> Result<> { return {}; },
            [&](Result<>) {
                ++answers;
                session->close();
            });
    }
    QTRY_VERIFY(session->connection().kind == Kind::Closed);
    QCoreApplication::processEvents();
    QCOMPARE(answers, 1);
    session->open();
    QTRY_VERIFY(session->isOnline());
}

void TestConsoleSession::theIdentityNamesUserAndHost()
{
    const QByteArray identity = Session::identity();
    QCOMPARE(identity.count('@'), 1);
    QVERIFY(!identity.startsWith('@') && !identity.endsWith('@'));
}

void TestConsoleSession::theVersionIsKnownAndTheRoundTripIsTheMedianOfTheLastFew()
{
    auto session = makeSession();
    QCOMPARE(session->serverVersion(), QByteArray());
    QVERIFY(!session->roundTrip());
    session->open();
    QTRY_VERIFY(session->isOnline());
    QCOMPARE(session->serverVersion(), QByteArray("7.0.15"));
    QVERIFY(session->roundTrip());
    QSignalSpy measured(session.get(), &Session::measured);
    // A single slow reply doesn't change the median.
    m_shop->faults->slowTime = 200;
    session->measure();
    session->measure(); // A measurement doesn't start while another is in progress.
    QTRY_COMPARE(measured.size(), 1);
    m_shop->faults->slowTime = 0;
    for (int i = 0; i < 3; ++i) {
        session->measure();
        QTRY_COMPARE(measured.size(), 2 + i);
    }
    QVERIFY(*session->roundTrip() < 100ms);
}

void TestConsoleSession::nothingIsMeasuredWhileOffline()
{
    auto session = online();
    QSignalSpy measured(session.get(), &Session::measured);
    m_shop->faults->unreachable = true;
    session->measure();
    QTRY_VERIFY(!session->isOnline());
    session->measure();
    QCOMPARE(measured.size(), 0);
    m_shop->faults->unreachable = false;
    QTRY_COMPARE(measured.size(), 1);
    QVERIFY(session->isOnline());
}

QTEST_GUILESS_MAIN(TestConsoleSession)
#include "tst_console_session.moc"
