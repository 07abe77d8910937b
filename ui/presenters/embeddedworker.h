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

/// Line of the worker's log. The raw event is stored; its text is generated only for display.
struct WorkerLogLine
{
    enum class Event : quint8 { Start, Done, Retry, Failed, Cancelled, Released, Lost, Output, Trouble, State };

    TimePoint at{}; ///< time according to this machine's clock
    Event event = Event::State;
    TaskId task;
    QByteArray type = {}; ///< type of the task; see Task::type
    int attempt = 0; ///< for Start: number of the attempt; for Sentence: number to insert into the message
    Millis ran{}; ///< run time, for outcomes only
    Millis late{}; ///< delay of the start, for outcomes only
    QByteArray text; ///< error, output, or text from the engine; untrusted, at most 300 bytes
    QueueName queue = {}; ///< queue of the task
    /// Message of the window that is displayed instead of `text`.
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

/// Worker engine that runs in the window's process. It runs tasks from queues of one connection, and keeps the latest
/// lines of its log. Connecting, draining and stopping happen on other threads; stateChanged() reports when they are
/// complete.
class EmbeddedWorker : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 { Idle, Starting, Running, Draining, Stopping };
    Q_ENUM(State)

    static constexpr std::size_t keptLines = 10'000;
    static constexpr Millis paceOver{10'000};

    explicit EmbeddedWorker(QObject* parent = nullptr);
    /// Stops the engine and waits for running handlers to return.
    ~EmbeddedWorker() override;

    /// Starts the engine asynchronously; failed() reports connection errors. Errors: Usage, NotSupported (no queue, or
    /// no or invalid handlers); Refused (already running, or the connection must not run tasks).
    Result<> start(Connection& connection, const std::vector<QueueName>& queues, const WorkerSettings& settings);
    /// Stops claiming tasks, and waits for running tasks to finish.
    void drain();
    /// Stops immediately and releases all leases.
    void stop();

    State state() const { return m_state; }
    bool isRunning() const { return m_state != State::Idle; }
    /// Returns the number of running handlers.
    int busySlots() const { return m_busy.load(std::memory_order_relaxed); }
    /// Returns the figures of the current or last run. During a run, `perSecond` refers to the most recent period of
    /// length `paceOver`.
    EngineFigures figures() const;
    const WorkerSettings& settings() const { return m_settings; }
    const std::vector<QueueName>& queues() const { return m_queues; }
    /// Returns the id of the connection in use; empty if the worker is not running.
    QString connectionId() const { return m_connectionId; }
    /// Returns the worker's name in leases and worker lists; empty if the worker is not running.
    QByteArray session() const { return m_session; }
    const std::deque<WorkerLogLine>& log() const { return m_log; }
    /// Returns the last output of each running task by runKey(). The output is untrusted, at most 300 bytes long, and
    /// updated before each ticked().
    const QHash<QByteArray, QByteArray>& progress() const { return m_progress; }
    /// Returns the program output of a task in the current or last run; nullopt if there is none or the run used a
    /// different connection.
    std::optional<TaskOutput> output(const QString& connectionId, const QueueName& queue, const TaskId& id) const;
    /// Returns the connection id of the current or last run.
    const QString& lastConnectionId() const { return m_lastConnectionId; }
    /// Returns the key for a running task in progress().
    static QByteArray runKey(const QueueName& queue, const TaskId& id) { return queue + '\0' + id; }
    /// Returns the text of a line, or the message in the current language if there is one. The text is untrusted.
    static QString said(const WorkerLogLine& line);

Q_SIGNALS:
    void stateChanged(dueline::EmbeddedWorker::State state);
    /// Emitted when `lines` lines have been appended. The oldest lines in excess of keptLines have been removed.
    void logged(int lines);
    /// Emitted when the worker could not be started. It is idle again.
    void failed(const dueline::Error& error);
    /// Emitted multiple times per second during a run, after the figures have been updated.
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

    std::atomic<int> m_busy = 0; // must outlive the engine, whose handlers update it
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
    std::shared_ptr<TaskOutputs> m_outputs; ///< null until the first run
    QString m_lastConnectionId;
    QTimer m_poll;
    struct Ended
    {
        qint64 atMs = 0; ///< time since the start of the run in milliseconds
        qint64 attempts = 0; ///< number of attempts ended by then
    };
    std::deque<Ended> m_ended; ///< oldest first; begins `paceOver` ago, or at the start of the run
    QElapsedTimer m_running;
};

} // namespace dueline
