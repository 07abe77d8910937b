// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/session.h"

#include <QSysInfo>

#include <algorithm>

#include <pwd.h>
#include <unistd.h>

namespace dueline {

namespace {

constexpr std::size_t keptRoundTrips = 5;

} // namespace

Session::Session(Profile profile, FactoryFor factoryFor, QObject* parent)
    : QObject(parent)
    , m_profile(std::move(profile))
    , m_factoryFor(std::move(factoryFor))
    , m_access(Access::ReadOnly)
{
    if (const auto access = openAccess(m_profile, false, false))
        m_access = *access;
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &Session::probe);
}

Session::~Session() { leave(); }

TimePoint Session::serverNow() const { return SystemClock().now() + m_clockOffset; }

QByteArray Session::identity()
{
    const auto* user = ::getpwuid(::geteuid());
    const QByteArray name = user ? QByteArray(user->pw_name) : QByteArray::number(qulonglong(::geteuid()));
    return name + '@' + QSysInfo::machineHostName().toUtf8();
}

BackendThread& Session::thread(Lane lane)
{
    Q_ASSERT(m_interactive && m_background);
    return lane == Lane::Interactive ? *m_interactive : *m_background;
}

void Session::makeLanes()
{
    ++m_generation;
    m_probing = false;
    m_measuring = false;
    const BackendFactory make = m_factoryFor(m_access);
    leaveBoth();
    m_interactive = std::make_unique<BackendThread>(make, QStringLiteral("interactive"));
    m_background = std::make_unique<BackendThread>(make, QStringLiteral("background"));
}

void Session::leaveBoth()
{
    for (BackendThread* lane : {m_interactive.get(), m_background.get()}) {
        if (lane)
            lane->leave();
    }
}

void Session::leave()
{
    leaveBoth();
    if (m_pulse)
        m_pulse->leave();
}

void Session::open()
{
    if (m_interactive)
        return;
    m_retryAfter = Millis(0);
    makeLanes();
    probe();
}

/// Recreates the pulse connection, so that the next request opens it with the connect timeout and fails quickly if the
/// server is unreachable. Only call this if no answer on the pulse connection is pending or being delivered, because
/// the destructor waits for running work.
void Session::makePulse()
{
    if (m_pulseFactory)
        m_pulse = std::make_unique<BackendThread>(m_pulseFactory, QStringLiteral("pulse"));
}

void Session::close()
{
    if (!m_interactive)
        return;
    ++m_generation;
    m_probing = false;
    m_retry.stop();
    leave();
    m_pulse.reset();
    m_interactive.reset();
    m_background.reset();
    setConnection({ConnectionState::Kind::Closed, {}, SystemClock().now(), {}});
}

void Session::reconnect()
{
    if (!m_interactive)
        return;
    m_retryAfter = Millis(0);
    probe();
}

Result<> Session::unlock(bool writes, bool worker)
{
    const auto access = openAccess(m_profile, writes, worker);
    if (!access)
        return access.error();
    if (*access == m_access)
        return {};
    m_access = *access;
    reopen();
    return {};
}

void Session::reopen()
{
    if (m_interactive) {
        m_retryAfter = Millis(0);
        m_connection = {}; // no longer Online: the lanes reopen, and pending answers are dropped
        makeLanes();
        probe();
    }
    emit accessChanged(m_access);
}

/// Asks the server for its time on the pulse connection, or on the interactive lane if there is none. Connects if
/// necessary.
void Session::probe()
{
    m_retry.stop();
    if (m_probing)
        return;
    if (!isOnline() && !m_measuring)
        makePulse();
    m_probing = true;
    if (!isOnline()) {
        const bool wasOffline = m_connection.kind == ConnectionState::Kind::Offline;
        const TimePoint since = wasOffline ? m_connection.since : SystemClock().now();
        setConnection({ConnectionState::Kind::Connecting, m_connection.error, since, {}});
    }
    pulse().run(this, &Session::greet,
        [this, generation = m_generation](const Result<Greeting>& greeting) { greeted(generation, greeting); });
}

Result<Session::Greeting> Session::greet(Backend& backend)
{
    const TimePoint before = SystemClock().now();
    const auto asked = std::chrono::steady_clock::now();
    const auto time = backend.serverTime();
    if (!time)
        return time.error();
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - asked);
    const TimePoint after = SystemClock().now();
    return Greeting{backend.queueCapabilities(), *time, before + (after - before) / 2, took, backend.serverVersion()};
}

std::optional<TimePoint> Session::silentSince() const
{
    if (!isOnline() || !m_unanswered || !m_answered.isValid() || m_answered.elapsed() < silentAfter.count())
        return {};
    return m_answeredAt;
}

void Session::noteAnswer()
{
    m_unanswered = false;
    m_answered.start();
    m_answeredAt = SystemClock().now();
}

void Session::noteGreeting(const Greeting& greeting)
{
    noteAnswer();
    m_clockOffset = greeting.serverTime - greeting.halfWay;
    m_serverVersion = greeting.version;
    m_roundTrips.push_back(greeting.roundTrip);
    if (m_roundTrips.size() > keptRoundTrips)
        m_roundTrips.pop_front();
    emit measured();
}

std::optional<std::chrono::microseconds> Session::roundTrip() const
{
    if (m_roundTrips.empty())
        return {};
    std::vector<std::chrono::microseconds> sorted(m_roundTrips.begin(), m_roundTrips.end());
    std::nth_element(sorted.begin(), sorted.begin() + std::ptrdiff_t(sorted.size() / 2), sorted.end());
    return sorted[sorted.size() / 2];
}

void Session::measure()
{
    if (!isOnline() || m_measuring)
        return;
    m_measuring = true;
    m_unanswered = true;
    pulse().run(this, &Session::greet, [this, generation = m_generation](const Result<Greeting>& greeting) {
        if (generation != m_generation)
            return;
        m_measuring = false;
        if (greeting)
            noteGreeting(*greeting);
        // A timeout on the pulse connection, which has short deadlines, doesn't mean that the connection is lost. The
        // lanes have longer ones.
        else if (!m_pulse || greeting.error().code != ErrorCode::Timeout)
            note(generation, &greeting.error());
    });
}

void Session::noteCapabilities(const QueueCapabilities& capabilities)
{
    if (m_capabilities == capabilities)
        return;
    m_capabilities = capabilities;
    emit capabilitiesChanged(m_capabilities.all);
}

void Session::greeted(int generation, const Result<Greeting>& greeting)
{
    if (generation != m_generation)
        return;
    m_probing = false;
    if (!greeting) {
        Error error = greeting.error();
        if (error.code == ErrorCode::Permission) // the user may lack permission to run TIME
            error.login = LoginRefusal::Rights;
        goOffline(error);
        return;
    }
    m_retry.stop();
    m_retryAfter = Millis(0);
    m_lost.invalidate();
    m_roundTrips.clear(); // measured on an earlier connection
    noteGreeting(*greeting);
    noteCapabilities(greeting->capabilities);
    if (generation == m_generation && !isOnline())
        setConnection({ConnectionState::Kind::Online, {}, SystemClock().now(), {}});
}

void Session::note(int generation, const Error* error)
{
    if (generation != m_generation)
        return;
    if (!error)
        noteAnswer();
    if (error && isConnectionError(error->code)) {
        if (isOnline())
            goOffline(*error);
    } else if (!error && m_connection.kind == ConnectionState::Kind::Offline && !m_connection.error.refusesLogin()) {
        reconnect();
    }
}

void Session::goOffline(const Error& error)
{
    if (!m_lost.isValid())
        m_lost.start();
    m_retryAfter = m_pace.limitAfter(m_retryAfter, Millis(m_lost.elapsed()));
    const Millis wait = error.refusesLogin() ? Millis(0) : ReconnectPace::drawn(m_retryAfter);
    const bool wasStale = m_connection.kind != ConnectionState::Kind::Online && m_connection.since != TimePoint{};
    if (error.refusesLogin())
        m_retry.stop(); // further attempts could lock the account
    else
        m_retry.start(wait);
    setConnection({ConnectionState::Kind::Offline, error, wasStale ? m_connection.since : SystemClock().now(), wait});
}

void Session::setConnection(ConnectionState connection)
{
    m_connection = std::move(connection);
    emit connectionChanged(m_connection);
}

} // namespace dueline
