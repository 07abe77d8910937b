// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "ui/presenters/settings/workersettings.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QThread>
#include <QTimer>

#include <atomic>
#include <deque>
#include <memory>
#include <optional>

namespace dueline {

class Connection;
class TaskOutputs;
struct TaskOutput;
class WorkerObserver;

/// One line of the worker's log, as it was told: words are made when it is shown.
struct WorkerLogLine
{
    enum class Event : quint8 { Start, Done, Retry, Failed, Cancelled, Released, Lost, Output, Trouble, State };

    TimePoint at{}; ///< this machine's clock
    Event event = Event::State;
    TaskId task;
    QByteArray type = {}; ///< as Task::type
    int attempt = 0; ///< Start; of a sentence its number
    Millis ran{}; ///< outcomes
    Millis late{}; ///< outcomes
    QByteArray text; ///< an error, an output, a sentence; untrusted, at most 300 bytes
    QueueName queue = {}; ///< of the task
    /// What the window itself says, instead of `text`.
    enum class Sentence : quint8 {
        None,
        Running,
        Locked,
        Draining,
        Stopping,
        Stopped,
        Connected,
        LeftOut,
        HandlerReady
    };
    Sentence sentence = Sentence::None;

    bool operator==(const WorkerLogLine&) const = default;
};

/// The engine inside the window: started on queues of one connection, drained or stopped, with a log of the last
/// lines. Connecting, draining and stopping take their time on other threads; stateChanged() tells.
class EmbeddedWorker : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 { Idle, Starting, Running, Draining, Stopping };
    Q_ENUM(State)

    static constexpr std::size_t keptLines = 10'000;
    static constexpr Millis paceOver{10'000};

    explicit EmbeddedWorker(QObject* parent = nullptr);
    /// Stops, and waits for handlers that run.
    ~EmbeddedWorker() override;

    /// Begins to start; failed() tells when it cannot connect. Errors: Usage, NotSupported (a handler, no queue, no
    /// handler); Refused (it runs already, or the connection may not work on tasks).
    Result<> start(Connection& connection, const std::vector<QueueName>& queues, const WorkerSettings& settings);
    /// Takes nothing new, lets what runs finish.
    void drain();
    /// Gives the leases back at once.
    void stop();

    State state() const { return m_state; }
    bool isRunning() const { return m_state != State::Idle; }
    /// Handlers that run right now.
    int busySlots() const { return m_busy.load(std::memory_order_relaxed); }
    /// Of this run, or of the last one. While it runs `perSecond` is that of the last paceOver.
    EngineFigures figures() const;
    const WorkerSettings& settings() const { return m_settings; }
    const std::vector<QueueName>& queues() const { return m_queues; }
    /// Of the connection it runs on; empty when it does not run.
    QString connectionId() const { return m_connectionId; }
    /// Its name in worker lists and leases; empty when it does not run.
    QByteArray session() const { return m_session; }
    const std::deque<WorkerLogLine>& log() const { return m_log; }
    /// What each task that runs here said last, by runKey(); untrusted, at most 300 bytes. At most a look old
    /// (ticked()).
    const QHash<QByteArray, QByteArray>& progress() const { return m_progress; }
    /// Returns the output of a task's program in this run or the last one; nullopt if there is none or it ran on
    /// another connection.
    std::optional<TaskOutput> output(const QString& connectionId, const QueueName& queue, const TaskId& id) const;
    /// The connection of this run, or of the last one.
    const QString& lastConnectionId() const { return m_lastConnectionId; }
    /// A run of a task of a queue.
    static QByteArray runKey(const QueueName& queue, const TaskId& id) { return queue + '\0' + id; }
    /// The text of a line, or its sentence in the language in force; untrusted.
    static QString said(const WorkerLogLine& line);

Q_SIGNALS:
    void stateChanged(dueline::EmbeddedWorker::State state);
    /// That many lines were added at the end, and the oldest beyond keptLines dropped.
    void logged(int lines);
    /// Starting failed; it is idle again.
    void failed(const dueline::Error& error);
    /// A few times a second while it runs: the figures may have changed.
    void ticked();

private:
    class CountedHandler;

    void startEnded();
    void take();
    void takeLog();
    void finish();
    void setState(State state);
    void say(WorkerLogLine::Sentence sentence, int number = 0);
    void keep(WorkerLogLine line);

    std::atomic<int> m_busy = 0; // before the engine: its handlers count here
    std::unique_ptr<HandlerRegistry> m_handlers;
    std::unique_ptr<WorkerObserver> m_observer;
    std::unique_ptr<Engine> m_engine; // after what it uses
    std::unique_ptr<QThread> m_starter; ///< connects; uses the engine
    Result<> m_started;
    bool m_stopOnceStarted = false;
    State m_state = State::Idle;
    EngineFigures m_lastFigures;
    WorkerSettings m_settings;
    std::vector<QueueName> m_queues;
    QPointer<Connection> m_connection;
    QString m_connectionId;
    QByteArray m_session;
    std::deque<WorkerLogLine> m_log;
    QHash<QByteArray, QByteArray> m_progress;
    std::shared_ptr<TaskOutputs> m_outputs; ///< null: it has not run yet
    QString m_lastConnectionId;
    QTimer m_poll;
    struct Ended
    {
        qint64 atMs = 0; ///< since the start of this run
        qint64 attempts = 0; ///< ended until then
    };
    std::deque<Ended> m_ended; ///< the newest last; the first is paceOver old, or the start
    QElapsedTimer m_running;
};

} // namespace dueline
