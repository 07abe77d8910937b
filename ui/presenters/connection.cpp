// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/connection.h"

#include "core/console/demo/demoframeworks.h"
#include "core/console/demo/demoqueues.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/loginguard.h"
#include "core/redis/redisurl.h"
#include "ui/presenters/silencefeed.h"
#include "ui/presenters/windowrecord.h"

#include <QUuid>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr Millis pulseEvery{1'000};
/// Reply timeout of the periodic check, which detects lost connections.
constexpr Millis pulseWithin{1'000};

Session::FactoryFor factoryOf(const ConnectionSpec& spec)
{
    const QByteArray session = QUuid::createUuid().toByteArray(QUuid::Id128).left(12);
    return [spec, session](Access access) { return backendFactory(spec, session, access); };
}

/// Returns a copy of `spec` that logs its commands to `log` and uses the latest password.
ConnectionSpec observed(ConnectionSpec spec, const std::shared_ptr<CommandLog>& log,
    const std::shared_ptr<const RenewablePassword>& password)
{
    spec.redis.observer = log;
    spec.redis.renewed = password;
    return spec;
}

/// Returns the address as shown in the status bar, without scheme and username.
QString shortAddress(RedisConfig redis)
{
    redis.user.clear();
    const QString url = displayUrl(redis);
    const qsizetype scheme = url.indexOf(QLatin1String("://"));
    return scheme < 0 ? url : url.mid(scheme + 3);
}

} // namespace

Connection::Connection(Profile profile, ConnectionSpec spec, std::unique_ptr<Sandbox> sandbox, QObject* parent)
    : QObject(parent)
    , m_id(QUuid::createUuid().toString(QUuid::WithoutBraces))
    , m_address(shortAddress(spec.redis))
    , m_sandbox(std::move(sandbox))
    , m_commands(std::make_shared<CommandLog>())
    , m_password(std::make_shared<RenewablePassword>())
    , m_spec(observed(std::move(spec), m_commands, m_password))
    , m_session(std::move(profile), factoryOf(m_spec))
    , m_refresher(m_session)
{
    connect(&m_session, &Session::connectionChanged, this, [this] {
        if (m_session.isOnline()) {
            if (const auto kept = std::exchange(m_toKeep, {}))
                Q_EMIT passwordAccepted(*kept);
            m_refresher.refresh();
            if (m_heardEnds)
                m_heardEnds->again(); // the server has accepted the password, so reconnect
            lookForForeign();
        }
        Q_EMIT stateChanged();
    });
    connect(&m_session, &Session::accessChanged, this, &Connection::stateChanged);
    connect(&m_session, &Session::capabilitiesChanged, this, &Connection::stateChanged);
    connect(&m_refresher, &Refresher::refreshed, this, [this](Refresher::Subject subject) {
        if (subject != Refresher::Subject::Queues)
            return;
        m_refreshedAt = SystemClock().now();
        askForRefusal();
    });
    connect(&m_refresher, &Refresher::queuesChanged, this, [this](const std::vector<QueueInfo>& queues) {
        m_refreshedAt = SystemClock().now();
        m_queues = queues;
        listenToEnds();
        Q_EMIT queuesChanged();
    });
    connect(&m_refresher, &Refresher::discoveryChanged, this, &Connection::queuesChanged);
    connect(&m_refresher, &Refresher::serverChanged, this, &Connection::serverChanged);
    connect(&m_refresher, &Refresher::operationsChanged, this, [this](const std::vector<OperationRecord>& operations) {
        m_operations = operations;
        m_knowsOperations = true;
        Q_EMIT operationsChanged();
    });
    m_silence = new SilenceFeed(*this);
    connect(&m_pulse, &QTimer::timeout, &m_session, &Session::measure);
    m_pulse.start(pulseEvery);
    ConnectionSpec impatient = m_spec;
    impatient.redis.timeouts.reply = pulseWithin;
    m_session.setPulse(backendFactory(impatient, {}, Access::ReadOnly));
    m_refresher.watchQueues(true);
    // Forget earlier rejections, because opening a connection must always try to log in.
    LoginGuard::forget(m_spec.redis);
    m_session.open();
}

void Connection::setRecorded(std::optional<Millis> interval)
{
    if (isSandbox() || interval.has_value() == (m_record != nullptr))
        return;
    if (interval) {
        m_record = new WindowRecord(*this, *interval);
        connect(m_record, &WindowRecord::changed, this, &Connection::recordChanged);
        connect(m_record, &WindowRecord::failed, this, &Connection::recordFailed);
    } else {
        delete std::exchange(m_record, nullptr);
    }
    Q_EMIT recordChanged();
}

void Connection::reconnect()
{
    LoginGuard::forget(m_spec.redis);
    m_session.reconnect();
}

void Connection::givePassword(const Secret& password, bool keep)
{
    m_password->renew(password);
    m_toKeep = keep ? std::optional(password) : std::nullopt;
    reconnect();
}

Result<std::unique_ptr<Connection>> Connection::open(const Profile& profile)
{
    return open(profile, Credentials::ofEnvironment());
}

Result<std::unique_ptr<Connection>> Connection::open(const Profile& profile, const Credentials& credentials)
{
    Result<ConnectionSpec> spec = connectionOf(profile, credentials);
    if (!spec)
        return spec.error();
    return std::make_unique<Connection>(profile, *spec, nullptr);
}

Result<std::unique_ptr<Connection>> Connection::openSandbox()
{
    Result<std::unique_ptr<Sandbox>> sandbox = Sandbox::start();
    if (!sandbox)
        return sandbox.error();
    Profile profile = Profile::fresh();
    profile.name = tr("sandbox");
    profile.url = (*sandbox)->url();
    const Result<ConnectionSpec> spec = connectionOf(profile);
    if (!spec)
        return spec.error();
    if (auto filled = fillDemoQueues(spec->redis); !filled)
        return filled.error();
    if (auto filled = fillDemoFrameworks(spec->redis); !filled)
        return filled.error();
    return std::make_unique<Connection>(profile, *spec, std::move(*sandbox));
}

QString Connection::address() const { return isSandbox() ? tr("private Redis") : m_address; }

void Connection::reword()
{
    if (isSandbox())
        m_session.rename(tr("sandbox"));
}

/// Listens for outcomes on a separate connection, created only if a queue needs it.
void Connection::listenToEnds()
{
    const std::vector<QueueName> places = ObservedOutcomes::placesOf(m_queues, m_session.queueCapabilities());
    if (places.empty() && !m_heardEnds)
        return;
    if (!m_heardEnds) {
        m_heardEnds = std::make_unique<ObservedOutcomes>(readFactory());
        connect(m_heardEnds.get(), &ObservedOutcomes::changed, this, &Connection::heardChanged);
    }
    m_heardEnds->setClockOffset(m_session.clockOffset());
    m_heardEnds->follow(places);
}

void Connection::lookForForeign()
{
    if (!m_spec.layout.facts().needsServer)
        m_knowsForeign = true;
    if (m_knowsForeign || std::exchange(m_lookedForForeign, true))
        return;
    DetectionLimits limits;
    limits.sought = !m_spec.layout.finds();
    m_foreignLook.start(QStringLiteral("foreign queues"),
        [this, redis = m_spec.redis, prefix = m_spec.prefix, limits](BackgroundTask::Run& run) {
            return [this, found = findForeignQueues(allLayouts(), redis, limits, &run.cancelled(), prefix)] {
                if (!found) {
                    // Let the detection of other frameworks run again after a reconnection.
                    m_lookedForForeign = false;
                } else {
                    m_knowsForeign = true;
                    m_foreign = *found;
                    removeOpened(m_foreign, m_spec.layout);
                }
                if (m_queues.empty() || !m_foreign.queues.empty())
                    Q_EMIT queuesChanged();
            };
        });
}

/// Reads why the server rejects changes. Called after each poll, because a different server may have taken over the
/// address. No additional command is needed.
void Connection::askForRefusal()
{
    m_session.run(
        Session::Lane::Background, this, [](Backend& backend) -> Result<QString> { return backend.refusal(); },
        [this](const Result<QString>& refusal) {
            if (refusal && std::exchange(m_refusal, *refusal) != *refusal)
                Q_EMIT stateChanged();
        });
}

void Connection::setRefreshPeriod(Millis period)
{
    m_refreshPeriod = period;
    const int pace = m_seen ? 1 : unseenPace;
    const Millis busy = std::clamp(period / 5, std::min(period, Millis(1000)), period);
    m_refresher.setIntervals(m_seen ? busy : pace * period, pace * period);
    m_pulse.setInterval(pace * pulseEvery);
}

void Connection::setSeen(bool seen)
{
    if (std::exchange(m_seen, seen) == seen)
        return;
    setRefreshPeriod(m_refreshPeriod);
    if (!seen)
        return;
    m_session.measure();
    m_refresher.refresh();
    Q_EMIT stateChanged(); // all feeds respond to this signal by sending their requests
}

const QueueInfo* Connection::queue(const QueueName& name) const
{
    for (const QueueInfo& queue : m_queues) {
        if (queue.name == name)
            return &queue;
    }
    return nullptr;
}

std::vector<QueueName> Connection::workableQueues() const
{
    std::vector<QueueName> names;
    for (const QueueInfo& queue : m_queues) {
        if (queue.unreadable.isEmpty() && m_session.capabilities(queue.name).leases)
            names.push_back(queue.name);
    }
    return names;
}

} // namespace dueline
