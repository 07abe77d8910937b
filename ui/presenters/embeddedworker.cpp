// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/embeddedworker.h"

#include "core/base/text.h"
#include "core/engine/handlerspec.h"
#include "ui/presenters/connection.h"
#include "ui/text/formatting.h"

#include <mutex>

namespace dueline {

/// Collects what the engine's threads tell; the window takes it a few times a second, so that a thousand tasks a second
/// cost the window four looks.
class EmbeddedWorker::Observer : public EngineObserver
{
public:
    void taskStarted(const QueueName&, const Lease& lease) override
    {
        add("start", lease.id, QObject::tr("attempt %1").arg(lease.attempt));
    }
    void tasksFinished(const QueueName&, const std::vector<Outcome>& outcomes) override
    {
        for (const Outcome& outcome : outcomes) {
            QString words
                = QObject::tr("%1, %2 late").arg(Formatting::duration(outcome.ran), Formatting::duration(outcome.late));
            if (!outcome.error.isEmpty())
                words = printable(outcome.error, 200) + QStringLiteral("  ") + words;
            add(outcome.outcome, outcome.id, words);
        }
    }
    void taskLogged(const QueueName&, const TaskId& id, QByteArrayView line) override
    {
        add("output", id, printable(line, 300));
    }
    void leaseLost(const QueueName&, const Lease& lease) override
    {
        add("lost", lease.id, QObject::tr("the lease was lost; the result is not written"));
    }
    void troubled(EngineService service, const Error& error) override
    {
        add("error", {},
            QStringLiteral("%1: %2").arg(QString::fromLatin1(serviceName(service).toByteArray()), error.message));
    }
    void recovered(EngineService service) override
    {
        add("start", {}, QObject::tr("%1 works again").arg(QString::fromLatin1(serviceName(service).toByteArray())));
    }

    std::vector<WorkerLogLine> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_lines, {});
    }

private:
    void add(const QByteArray& event, const TaskId& task, const QString& words)
    {
        const std::lock_guard lock(m_mutex);
        if (m_lines.size() < keptLines)
            m_lines.push_back({SystemClock().now(), event, task, words});
    }

    std::mutex m_mutex;
    std::vector<WorkerLogLine> m_lines;
};

EmbeddedWorker::EmbeddedWorker(QObject* parent)
    : QObject(parent)
{
    m_poll.setInterval(250);
    connect(&m_poll, &QTimer::timeout, this, &EmbeddedWorker::take);
}

EmbeddedWorker::~EmbeddedWorker() = default;

Result<> EmbeddedWorker::start(Connection& connection, const std::vector<QueueName>& queues,
    const std::vector<WorkerHandler>& handlers, int slotCount, Millis leaseFor)
{
    if (m_engine)
        return Error{ErrorCode::Refused, tr("The embedded worker runs already.")};
    // A production queue needs its own unlock; the backends would refuse, too, but with less to say.
    if (!connection.mayWork())
        return Error{ErrorCode::Refused,
            tr("Working on this connection's queues is locked; unlock the worker for this session first.")};
    auto registry = std::make_unique<HandlerRegistry>();
    for (const WorkerHandler& handler : handlers) {
        auto made = makeHandler(handler.kind);
        if (!made)
            return made.error();
        if (auto added = registry->add(handler.type.toUtf8(), *made); !added)
            return added;
    }
    EngineConfig config;
    for (const QueueName& queue : queues)
        config.queues.push_back({queue, 1});
    config.concurrency = slotCount;
    config.leaseFor = leaseFor;
    config.session = makeSession();
    auto observer = std::make_unique<Observer>();
    auto engine = std::make_unique<Engine>(connection.workerFactory(config.session), *registry, config, observer.get());
    if (auto started = engine->start(); !started)
        return started;
    m_handlers = std::move(registry);
    m_observer = std::move(observer);
    m_engine = std::move(engine);
    m_connectionId = connection.id();
    m_poll.start();
    take();
    return {};
}

void EmbeddedWorker::drain()
{
    if (m_engine)
        m_engine->drain();
}

void EmbeddedWorker::stop()
{
    if (m_engine)
        m_engine->stop();
}

void EmbeddedWorker::take()
{
    if (!m_engine)
        return;
    const std::vector<WorkerLogLine> lines = m_observer->take();
    m_log.insert(m_log.end(), lines.begin(), lines.end());
    while (m_log.size() > keptLines)
        m_log.pop_front();
    if (!lines.empty())
        Q_EMIT logged(int(lines.size()));
    const EngineState state = m_engine->state();
    if (state == m_lastState)
        return;
    m_lastState = state;
    if (state == EngineState::Stopped && m_engine->wait(Millis(0))) {
        m_lastFigures = m_engine->figures();
        m_engine.reset();
        m_connectionId.clear();
        m_poll.stop();
    }
    Q_EMIT stateChanged();
}

} // namespace dueline
