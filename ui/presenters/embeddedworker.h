// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <memory>

namespace dueline {

class Connection;

/// One TYPE=KIND of the embedded worker.
struct WorkerHandler
{
    QString type; ///< TYPE, PREFIX* or *
    QString kind; ///< `echo`, `sleep:800`, `fail:20`, `command:/usr/bin/send-mail --queue`

    bool operator==(const WorkerHandler&) const = default;
};

/// One line of the worker's log.
struct WorkerLogLine
{
    TimePoint at{};
    QByteArray event; ///< `start`, `done`, `failed`, `retry`, `released`, `lost`, `error`, `output`
    TaskId task;
    QString words; ///< escaped

    bool operator==(const WorkerLogLine&) const = default;
};

/// The engine inside the window: started on the queues of one connection, drained or stopped, with a log of the last
/// lines.
class EmbeddedWorker : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t keptLines = 10'000;

    explicit EmbeddedWorker(QObject* parent = nullptr);
    ~EmbeddedWorker() override;

    /// Errors: Usage (a handler), Refused (the connection may not work on tasks), those of Engine::start.
    Result<> start(Connection& connection, const std::vector<QueueName>& queues,
        const std::vector<WorkerHandler>& handlers, int slotCount, Millis leaseFor);
    void drain();
    void stop();
    bool isRunning() const { return m_engine != nullptr; }
    EngineState state() const { return m_engine ? m_engine->state() : EngineState::Stopped; }
    EngineFigures figures() const { return m_engine ? m_engine->figures() : m_lastFigures; }
    const std::deque<WorkerLogLine>& log() const { return m_log; }
    /// Of the connection it runs on; empty when it does not.
    QString connectionId() const { return m_connectionId; }

Q_SIGNALS:
    void stateChanged();
    /// That many lines were added at the end.
    void logged(int lines);

private:
    class Observer;
    void take();

    std::unique_ptr<HandlerRegistry> m_handlers;
    std::unique_ptr<Observer> m_observer;
    std::unique_ptr<Engine> m_engine; // last: it ends before what it uses
    EngineFigures m_lastFigures;
    EngineState m_lastState = EngineState::Stopped;
    QString m_connectionId;
    std::deque<WorkerLogLine> m_log;
    QTimer m_poll;
};

} // namespace dueline
