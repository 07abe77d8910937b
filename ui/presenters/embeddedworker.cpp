// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/embeddedworker.h"

#include "core/base/text.h"
#include "core/engine/handlers/handlerspec.h"
#include "ui/presenters/connection.h"
#include "ui/presenters/workerobserver.h"

namespace dueline {

namespace {

qint64 endedAttempts(const EngineFigures& figures) { return figures.processed + figures.failed + figures.retried; }

} // namespace

/// Wrapper that counts the running calls of a handler.
class EmbeddedWorker::CountedHandler : public Handler
{
public:
    CountedHandler(std::shared_ptr<Handler> handler, std::atomic<int>& busy)
        : m_handler(std::move(handler))
        , m_busy(busy)
    { }
    HandlerResult run(TaskContext& context) override
    {
        struct Running
        {
            explicit Running(std::atomic<int>& counter)
                : count(counter)
            {
                count.fetch_add(1, std::memory_order_relaxed);
            }
            ~Running() { count.fetch_sub(1, std::memory_order_relaxed); }
            std::atomic<int>& count;
        } running(m_busy);
        return m_handler->run(context);
    }
    QByteArray unreadyBecause() const override { return m_handler->unreadyBecause(); }
    SlotNeeds needsPerSlot() const override { return m_handler->needsPerSlot(); }

private:
    std::shared_ptr<Handler> m_handler;
    std::atomic<int>& m_busy;
};

EmbeddedWorker::EmbeddedWorker(QObject* parent)
    : QObject(parent)
{
    m_poll.setInterval(250);
    connect(&m_poll, &QTimer::timeout, this, &EmbeddedWorker::take);
}

EmbeddedWorker::~EmbeddedWorker()
{
    if (m_starter) {
        m_engine->stop(); // also ends a pending connection attempt
        m_starter->wait();
    }
    m_engine.reset();
}

Result<> EmbeddedWorker::start(
    Connection& connection, const std::vector<QueueName>& queues, const WorkerSettings& settings)
{
    if (isRunning())
        return Error{ErrorCode::Refused, tr("The local worker is already running.")};
    // The engine would refuse to start too, because a locked connection's backends have no broker, but its error would
    // be less specific.
    if (!connection.mayWork())
        return Error{
            ErrorCode::Refused, tr("The worker is locked on this connection; unlock it for this session first.")};
    if (queues.empty())
        return Error{ErrorCode::Usage, tr("There are no queues to process.")};
    if (settings.handlers.empty())
        return Error{ErrorCode::Usage, tr("Add a handler first: a task type and how to run it.")};
    if (const auto checked = settings.registry(); !checked)
        return checked.error();
    m_handlers = std::make_unique<HandlerRegistry>();
    for (const WorkerHandler& handler : settings.handlers) {
        auto added = m_handlers->add(withoutMark(handler.type).toUtf8(),
            std::make_shared<CountedHandler>(*makeHandler(handler.kind.trimmed()), m_busy));
        if (!added)
            return added;
    }
    EngineConfig config;
    for (const QueueName& queue : queues)
        config.queues.push_back({queue, 1});
    config.concurrency = settings.slotCount;
    config.leaseFor = settings.leaseFor;
    config.session = makeSession();
    m_outputs = std::make_shared<TaskOutputs>(connection.profile().maskedFields);
    m_lastConnectionId = connection.id();
    m_observer = std::make_unique<WorkerObserver>(connection.profile().maskedFields, m_outputs);
    m_engine
        = std::make_unique<Engine>(connection.workerFactory(config.session), *m_handlers, config, m_observer.get());
    m_settings = settings;
    m_queues = queues;
    m_session = config.session;
    m_connection = &connection;
    m_connectionId = connection.id();
    m_stopOnceStarted = false;
    // When the connection is locked, this window must stop all writes.
    connect(&connection, &Connection::stateChanged, this, [this] {
        if (isRunning() && m_connection && !m_connection->mayWork()) {
            say(WorkerLogLine::Sentence::Locked);
            stop();
        }
    });
    m_starter.reset(QThread::create([this, engine = m_engine.get()] { m_started = engine->start(); }));
    connect(m_starter.get(), &QThread::finished, this, &EmbeddedWorker::startEnded);
    setState(State::Starting);
    m_starter->start();
    return {};
}

void EmbeddedWorker::startEnded()
{
    if (!m_starter)
        return;
    m_starter->wait();
    m_starter.reset();
    if (!m_started) {
        const Error error = m_started.error();
        keep({SystemClock().now(), WorkerLogLine::Event::Trouble, {}, {}, 0, {}, {}, error.message.toUtf8()});
        finish();
        Q_EMIT failed(error);
        return;
    }
    say(WorkerLogLine::Sentence::Running, m_settings.slotCount);
    m_running.start();
    m_ended = {{0, 0}};
    m_poll.start();
    setState(State::Running);
    if (m_stopOnceStarted)
        stop();
}

std::optional<TaskOutput> EmbeddedWorker::output(
    const QString& connectionId, const QueueName& queue, const TaskId& id) const
{
    return m_outputs && connectionId == m_lastConnectionId ? m_outputs->of(queue, id) : std::nullopt;
}

EngineFigures EmbeddedWorker::figures() const
{
    if (!m_engine)
        return m_lastFigures;
    EngineFigures figures = m_engine->figures();
    figures.perSecond = 0;
    if (m_state != State::Starting && m_ended.size() > 1) {
        const Ended& first = m_ended.front();
        // A rate measured over less than a second is meaningless.
        const qint64 ms = std::max<qint64>(1000, m_ended.back().atMs - first.atMs);
        figures.perSecond = double(m_ended.back().attempts - first.attempts) * 1000 / double(ms);
    }
    return figures;
}

void EmbeddedWorker::drain()
{
    if (m_state == State::Starting) {
        // No task is running yet, so stopping has the same effect as draining.
        m_stopOnceStarted = true;
    } else if (m_state == State::Running) {
        m_engine->drain();
        say(WorkerLogLine::Sentence::Draining);
        setState(State::Draining);
    }
}

void EmbeddedWorker::stop()
{
    if (m_state == State::Starting) {
        m_stopOnceStarted = true;
        m_engine->stop();
    } else if (m_state == State::Running || m_state == State::Draining) {
        m_engine->stop();
        say(WorkerLogLine::Sentence::Stopping);
        setState(State::Stopping);
    }
}

void EmbeddedWorker::take()
{
    if (!m_engine)
        return;
    takeLog();
    m_ended.push_back({m_running.elapsed(), endedAttempts(m_engine->figures())});
    while (m_ended.size() > 2 && m_ended[1].atMs <= m_ended.back().atMs - paceOver.count())
        m_ended.pop_front();
    const EngineState engine = m_engine->state();
    if (engine == EngineState::Stopped && m_engine->wait(Millis(0)))
        finish();
    else if (engine == EngineState::Stopping && m_state == State::Draining)
        setState(State::Stopping); // draining has timed out
    Q_EMIT ticked();
}

void EmbeddedWorker::takeLog()
{
    std::deque<WorkerLogLine> lines = m_observer->take();
    const int count = int(lines.size());
    for (WorkerLogLine& line : lines) {
        if (line.event == WorkerLogLine::Event::Output)
            m_progress[runKey(line.queue, line.task)] = line.text;
        else if (!line.task.isEmpty())
            m_progress.remove(runKey(line.queue, line.task));
        m_log.push_back(std::move(line));
    }
    while (m_log.size() > keptLines)
        m_log.pop_front();
    if (count > 0)
        Q_EMIT logged(count);
}

/// Reads the stopped engine's remaining events and cleans up.
void EmbeddedWorker::finish()
{
    m_poll.stop();
    m_lastFigures = m_engine->figures();
    takeLog();
    m_progress.clear();
    m_engine.reset();
    m_observer.reset();
    m_handlers.reset();
    if (m_connection)
        disconnect(m_connection, nullptr, this, nullptr);
    m_connection.clear();
    m_connectionId.clear();
    m_session.clear();
    m_busy = 0;
    if (m_state != State::Starting)
        say(WorkerLogLine::Sentence::Stopped);
    setState(State::Idle);
}

void EmbeddedWorker::setState(State state)
{
    if (state == m_state)
        return;
    m_state = state;
    Q_EMIT stateChanged(state);
}

QString EmbeddedWorker::said(const WorkerLogLine& line)
{
    using Sentence = WorkerLogLine::Sentence;
    switch (line.sentence) {
    case Sentence::None:
        break;
    case Sentence::Running:
        return tr("Running with %Ln slot(s)", nullptr, line.attempt);
    case Sentence::Locked:
        return tr("The connection was locked, so the worker is stopping.");
    case Sentence::Draining:
        return tr("Draining: no new tasks are being claimed");
    case Sentence::Stopping:
        return tr("Stopping. Unfinished tasks go back to the queue.");
    case Sentence::Stopped:
        return tr("Stopped");
    case Sentence::Connected:
        return tr("The worker is connected again.");
    case Sentence::HandlerReady:
        return tr("Tasks of type %1 can be started again.").arg(printable(line.text, 80));
    case Sentence::LeftOut:
        return tr("(%Ln line(s) omitted)", nullptr, line.attempt);
    }
    return QString::fromUtf8(line.text);
}

void EmbeddedWorker::say(WorkerLogLine::Sentence sentence, int number)
{
    keep({SystemClock().now(), WorkerLogLine::Event::State, {}, {}, number, {}, {}, {}, {}, sentence});
}

void EmbeddedWorker::keep(WorkerLogLine line)
{
    m_log.push_back(std::move(line));
    if (m_log.size() > keptLines)
        m_log.pop_front();
    Q_EMIT logged(1);
}

} // namespace dueline
