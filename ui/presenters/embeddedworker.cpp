// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/embeddedworker.h"

#include "core/console/payloadmask.h"
#include "core/engine/handlerspec.h"
#include "ui/presenters/connection.h"

#include <QHash>

#include <mutex>

namespace dueline {

namespace {

constexpr qsizetype keptText = 300;

using Event = WorkerLogLine::Event;

Event eventOf(const QByteArray& outcome)
{
    if (outcome == "done")
        return Event::Done;
    if (outcome == "retry")
        return Event::Retry;
    if (outcome == "released")
        return Event::Released;
    return outcome == "cancelled" ? Event::Cancelled : Event::Failed;
}

qint64 endedAttempts(const EngineFigures& figures) { return figures.processed + figures.failed + figures.retried; }

} // namespace

/// Collects what the engine's threads tell, as raw as it comes; the window takes it a few times a second, so that a
/// thousand tasks a second cost the window four looks.
class EmbeddedWorker::Observer : public EngineObserver
{
public:
    /// `hidden`: members of JSON that its lines do not show.
    explicit Observer(QStringList hidden)
        : m_hidden(std::move(hidden))
    { }
    void taskStarted(const QueueName&, const Lease& lease) override
    {
        const std::lock_guard lock(m_mutex);
        if (!lease.type.isEmpty())
            m_types.insert(lease.id, lease.type);
        push({SystemClock().now(), Event::Start, lease.id, lease.type, lease.attempt, {}, {}, {}});
    }
    void tasksFinished(const QueueName&, const std::vector<Outcome>& outcomes) override
    {
        const TimePoint now = SystemClock().now();
        const std::lock_guard lock(m_mutex);
        for (const Outcome& outcome : outcomes) {
            m_types.remove(outcome.id);
            push({now, eventOf(outcome.outcome), outcome.id, outcome.type, 0, outcome.ran, outcome.late,
                shown(outcome.error)});
        }
    }
    void taskLogged(const QueueName&, const TaskId& id, QByteArrayView line) override
    {
        const QByteArray text = shown(line.toByteArray());
        const std::lock_guard lock(m_mutex);
        push({SystemClock().now(), Event::Output, id, m_types.value(id), 0, {}, {}, text});
    }
    void leaseLost(const QueueName&, const Lease& lease) override
    {
        const std::lock_guard lock(m_mutex);
        m_types.remove(lease.id);
        push({SystemClock().now(), Event::Lost, lease.id, lease.type, 0, {}, {}, {}});
    }
    void troubled(EngineService, const Error& error) override
    {
        add({SystemClock().now(), Event::Trouble, {}, {}, 0, {}, {}, error.message.toUtf8().left(keptText)});
    }
    void recovered(EngineService) override
    {
        add({SystemClock().now(), Event::State, {}, {}, 0, {}, {},
            EmbeddedWorker::tr("The worker is connected again.").toUtf8()});
    }

    std::deque<WorkerLogLine> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_lines, {});
    }

private:
    void add(WorkerLogLine line)
    {
        const std::lock_guard lock(m_mutex);
        push(std::move(line));
    }
    QByteArray shown(const QByteArray& text) const { return PayloadMask::masked(text, m_hidden).left(keptText); }
    void push(WorkerLogLine line)
    {
        m_lines.push_back(std::move(line));
        if (m_lines.size() > keptLines)
            m_lines.pop_front(); // the log would drop it, too
    }

    const QStringList m_hidden;
    std::mutex m_mutex;
    std::deque<WorkerLogLine> m_lines;
    QHash<TaskId, QByteArray> m_types; ///< of what runs, where ids do not tell
};

/// Counts the runs of the handler it stands in front of.
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
    if (m_starter)
        m_starter->wait();
    m_engine.reset();
}

Result<> EmbeddedWorker::start(
    Connection& connection, const std::vector<QueueName>& queues, const WorkerSettings& settings)
{
    if (isRunning())
        return Error{ErrorCode::Refused, tr("The embedded worker runs already.")};
    // The backends of a locked connection have no broker, so the engine would refuse, too, but with less to say.
    if (!connection.mayWork())
        return Error{ErrorCode::Refused,
            tr("Working on this connection's queues is locked; unlock the worker for this session first.")};
    if (queues.empty())
        return Error{ErrorCode::Usage, tr("There is no queue to work on.")};
    if (settings.handlers.empty())
        return Error{ErrorCode::Usage, tr("Add a handler first: a type of task, and what runs it.")};
    if (const auto checked = settings.registry(); !checked)
        return checked.error();
    m_handlers = std::make_unique<HandlerRegistry>();
    for (const WorkerHandler& handler : settings.handlers) {
        auto added = m_handlers->add(handler.type.trimmed().toUtf8(),
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
    m_observer = std::make_unique<Observer>(connection.profile().maskedFields);
    m_engine
        = std::make_unique<Engine>(connection.workerFactory(config.session), *m_handlers, config, m_observer.get());
    m_settings = settings;
    m_queues = queues;
    m_session = config.session;
    m_connection = &connection;
    m_connectionId = connection.id();
    m_stopOnceStarted = false;
    // Who locks the connection wants nothing more written from here.
    connect(&connection, &Connection::stateChanged, this, [this] {
        if (isRunning() && m_connection && !m_connection->mayWork()) {
            say(tr("The connection was locked: the worker stops."));
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
        say(error.message, Event::Trouble);
        finish();
        Q_EMIT failed(error);
        return;
    }
    say(tr("Running with %n slot(s)", nullptr, m_settings.slotCount));
    m_running.start();
    m_ended = {{0, 0}};
    m_poll.start();
    setState(State::Running);
    if (m_stopOnceStarted)
        stop();
}

EngineFigures EmbeddedWorker::figures() const
{
    if (!m_engine)
        return m_lastFigures;
    EngineFigures figures = m_engine->figures();
    figures.perSecond = 0;
    if (m_state != State::Starting && m_ended.size() > 1) {
        const Ended& first = m_ended.front();
        const qint64 ms = std::max<qint64>(1000, m_ended.back().atMs - first.atMs); // a first moment is no pace
        figures.perSecond = double(m_ended.back().attempts - first.attempts) * 1000 / double(ms);
    }
    return figures;
}

void EmbeddedWorker::drain()
{
    if (m_state == State::Starting) {
        m_stopOnceStarted = true; // nothing runs yet: the same
    } else if (m_state == State::Running) {
        m_engine->drain();
        say(tr("Draining: nothing new is taken"));
        setState(State::Draining);
    }
}

void EmbeddedWorker::stop()
{
    if (m_state == State::Starting) {
        m_stopOnceStarted = true;
    } else if (m_state == State::Running || m_state == State::Draining) {
        m_engine->stop();
        say(tr("Stopping: leases are given back"));
        setState(State::Stopping);
    }
}

void EmbeddedWorker::take()
{
    if (!m_engine)
        return;
    std::deque<WorkerLogLine> lines = m_observer->take();
    const int count = int(lines.size());
    m_log.insert(m_log.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
    while (m_log.size() > keptLines)
        m_log.pop_front();
    if (count > 0)
        Q_EMIT logged(count);
    m_ended.push_back({m_running.elapsed(), endedAttempts(m_engine->figures())});
    while (m_ended.size() > 2 && m_ended[1].atMs <= m_ended.back().atMs - paceOver.count())
        m_ended.pop_front();
    const EngineState engine = m_engine->state();
    if (engine == EngineState::Stopped && m_engine->wait(Millis(0)))
        finish();
    else if (engine == EngineState::Stopping && m_state == State::Draining)
        setState(State::Stopping); // the drain took too long
    Q_EMIT ticked();
}

/// The engine has ended; what it told last is taken before it goes.
void EmbeddedWorker::finish()
{
    m_poll.stop();
    m_lastFigures = m_engine->figures();
    std::deque<WorkerLogLine> last = m_observer->take();
    const int count = int(last.size());
    m_log.insert(m_log.end(), std::make_move_iterator(last.begin()), std::make_move_iterator(last.end()));
    while (m_log.size() > keptLines)
        m_log.pop_front();
    m_engine.reset();
    m_observer.reset();
    m_handlers.reset();
    if (m_connection)
        disconnect(m_connection, nullptr, this, nullptr);
    m_connection.clear();
    m_connectionId.clear();
    m_session.clear();
    m_busy = 0;
    if (count > 0)
        Q_EMIT logged(count);
    if (m_state != State::Starting)
        say(tr("Stopped"));
    setState(State::Idle);
}

void EmbeddedWorker::setState(State state)
{
    if (state == m_state)
        return;
    m_state = state;
    Q_EMIT stateChanged(state);
}

void EmbeddedWorker::say(const QString& sentence, Event event)
{
    m_log.push_back({SystemClock().now(), event, {}, {}, 0, {}, {}, sentence.toUtf8()});
    if (m_log.size() > keptLines)
        m_log.pop_front();
    Q_EMIT logged(1);
}

} // namespace dueline
