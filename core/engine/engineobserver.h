// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/outcome.h"
#include "core/queue/taskbroker.h"

namespace dueline {

/// The life of an engine, in this order.
enum class EngineState : quint8 {
    New, ///< not started
    Running,
    Draining, ///< claims nothing more; what runs may finish
    Stopping, ///< what runs was asked to stop
    Stopped, ///< no lease is held, no thread runs
};

/// The parts of an engine that talk to the server, as errors name them.
enum class EngineService : quint8 { Fetcher, Completer, Heartbeater, Recoverer, WakeListener, Scheduler };

/// The word for logs: `fetcher`, …
QByteArrayView serviceName(EngineService service);

/// What is told of a service's trouble, in whole sentences: why, and what the worker does about it.
QString troubleWords(const Error& error);

/// Is told what happens. Called on the engine's threads, on several at once; a slow observer slows the engine. It must
/// outlive the engine, and may ask for a drain or stop, but must not wait for one.
class EngineObserver
{
public:
    virtual ~EngineObserver() = default;

    /// On the handler's thread, before it runs.
    virtual void taskStarted(const QueueName&, const Lease&) { }
    /// Once the server has taken the outcomes; a batch at a time. `released` ones did not run to their end.
    virtual void tasksFinished(const QueueName&, const std::vector<Outcome>&) { }
    /// A line a handler wrote; untrusted text.
    virtual void taskLogged(const QueueName&, const TaskId&, QByteArrayView) { }
    /// A piece of what the program of an attempt wrote to stdout, or to stderr (`isErrors`); untrusted bytes.
    virtual void taskWrote(const QueueName&, const Lease&, bool /*isErrors*/, QByteArrayView) { }
    /// The lease ran out, was taken away, or could not be confirmed: another worker may run the task.
    virtual void leaseLost(const QueueName&, const Lease&) { }
    /// A service cannot do its work; told once, when it starts and when the error changes. It goes on trying.
    virtual void troubled(EngineService, const Error&) { }
    /// The service works again.
    virtual void recovered(EngineService) { }
    /// Tasks of that pattern cannot be started on this machine: they are given back, no attempt spent, and it is tried
    /// again after 1 s, 2 s, up to 30 s. Told when it begins and when the reason changes; a whole sentence.
    virtual void handlerHeld(const QByteArray&, const Error&) { }
    /// They are started again.
    virtual void handlerReady(const QByteArray&) { }
    /// At the start: a limit of this process that its slots may not keep to; a whole sentence.
    virtual void limitTooLow(const Error&) { }
    virtual void stateChanged(EngineState) { }
};

} // namespace dueline
