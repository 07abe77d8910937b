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

/// Line of the worker's log. The raw event is stored; its text is created when the line is displayed.
struct WorkerLogLine
{
    enum class Event : quint8 { Start, Done, Retry, Failed, Cancelled, Released, Lost, Output, Trouble, State };

    TimePoint at{}; ///< by this machine's clock
    Event event = Event::State;
    TaskId task;
    QByteArray type = {}; ///< see Task::type
    int attempt = 0; ///< Start: number of the attempt; Sentence: number to insert into the message
    Millis ran{}; ///< for outcomes
    Millis late{}; ///< for outcomes
    QByteArray text; ///< error, output, or text from the engine; untrusted, at most 300 bytes
    QueueName queue = {}; ///< queue of the task
    /// Message of the window that replaces `text`.
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

/// Engine that runs in the window's process. It runs tasks from one connection's queues and keeps a log of the latest
/// lines. Connecting, draining and stopping run on other threads; stateChanged() reports when they have finished.
class EmbeddedWorker : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 { Idle, Starting, Running, Draining, Stopping };
    Q_ENUM(State)

    static constexpr std::size_t keptLines = 10'000;
    static constexpr Millis paceOver{10'000};

    explicit EmbeddedWorker(QObject* parent = nullptr);
    /// Stops the engine, and waits for running handlers.
    ~EmbeddedWorker() override;

    /// Starts asynchronously; failed() reports a failure to connect. Errors: Usage, NotSupported (invalid handler, no
    /// queue, or no handler); Refused (already running, or the connection may not run tasks).
    Result<> start(Connection& connection, const std::vector<QueueName>& queues, const WorkerSettings& settings);
    /// Stops claiming tasks and waits for the running ones to finish.
    void drain();
    /// Stops immediately and releases all leases.
    void stop();

    State state() const { return m_state; }
    bool isRunning() const { return m_state != State::Idle; }
    /// Returns the number of running handlers.
    int busySlots() const { return m_busy.load(std::memory_order_relaxed); }
    /// Returns the figures of the current or last run. During a run, `perSecond` covers the last paceOver.
    EngineFigures figures() const;
    const WorkerSettings& settings() const { return m_settings; }
    const std::vector<QueueName>& queues() const { return m_queues; }
    /// Returns the id of the connection in use; empty if the worker is not running.
    QString connectionId() const { return m_connectionId; }
    /// Returns the worker's name in worker lists and leases; empty if the worker is not running.
    QByteArray session() const { return m_session; }
    const std::deque<WorkerLogLine>& log() const { return m_log; }
    /// Returns the last output of each running task, by runKey(). It is untrusted, is at most 300 bytes long, and is
    /// updated before each ticked().
    const QHash<QByteArray, QByteArray>& progress() const { return m_progress; }
    /// Returns the output of a task's program in the current or last run; nullopt if there is none, or if the run used
    /// a different connection.
    std::optional<TaskOutput> output(const QString& connectionId, const QueueName& queue, const TaskId& id) const;
    /// Returns the id of the connection of the current or last run.
    const QString& lastConnectionId() const { return m_lastConnectionId; }
    /// Returns the key of a running task in progress().
    static QByteArray runKey(const QueueName& queue, const TaskId& id) { return queue + '\0' + id; }
    /// Returns the text of a line, or its message in the current language. The text is untrusted.
    static QString said(const WorkerLogLine& line);

Q_SIGNALS:
    void stateChanged(dueline::EmbeddedWorker::State state);
    /// Emitted when `lines` lines were appended, and the oldest lines beyond keptLines were removed.
    void logged(int lines);
    /// Emitted when the start has failed; the worker is idle again.
    void failed(const dueline::Error& error);
    /// Emitted several times per second during a run, after the figures have been updated.
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

    std::atomic<int> m_busy = 0; // updated by the engine's handlers, so it must outlive the engine
    std::unique_ptr<HandlerRegistry> m_handlers;
    std::unique_ptr<WorkerObserver> m_observer;
    std::unique_ptr<Engine> m_engine; // must be destroyed before the objects that it uses
    std::unique_ptr<QThread> m_starter; ///< thread that connects and uses the engine
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
    std::shared_ptr<TaskOutputs> m_outputs; ///< null before the first run
    QString m_lastConnectionId;
    QTimer m_poll;
    struct Ended
    {
        qint64 atMs = 0; ///< time since the start of the run
        qint64 attempts = 0; ///< number of attempts that had ended at that time
    };
    std::deque<Ended> m_ended; ///< newest last; the first is paceOver old, or from the start
    QElapsedTimer m_running;
};

} // namespace dueline
