// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/outcome.h"
#include "core/queue/taskbroker.h"

namespace dueline {

/// States of an engine, in chronological order.
enum class EngineState : quint8 {
    New, ///< start() hasn't been called
    Running,
    Draining, ///< no longer claims tasks; running handlers may finish
    Stopping, ///< running handlers have been signaled to stop
    Stopped, ///< all leases have been released and all threads have ended
};

/// Engine services that use the server. Error messages contain their names.
enum class EngineService : quint8 { Fetcher, Completer, Heartbeater, Recoverer, WakeListener, Scheduler };

/// Returns the service's name for logs: `fetcher`, …
QByteArrayView serviceName(EngineService service);

/// Describes a service's problem in complete sentences, including the reason and what the worker does about it.
QString troubleWords(const Error& error);

/// Receiver of the engine's events. Its functions are called concurrently on the engine's threads, so a slow observer
/// slows down the engine. It must outlive the engine. It may request a drain or a stop, but must not wait for either to
/// complete.
class EngineObserver
{
public:
    virtual ~EngineObserver() = default;

    /// Called on the handler's thread before the handler runs.
    virtual void taskStarted(const QueueName&, const Lease&) { }
    /// Called with a batch of outcomes that the server accepted. Tasks with the outcome `released` didn't run to
    /// completion.
    virtual void tasksFinished(const QueueName&, const std::vector<Outcome>&) { }
    /// Called with a line logged by a handler. The line is untrusted text.
    virtual void taskLogged(const QueueName&, const TaskId&, QByteArrayView) { }
    /// Called with a piece of output that an attempt's program wrote to stdout, or to stderr if `isErrors`. The bytes
    /// are untrusted.
    virtual void taskWrote(const QueueName&, const Lease&, bool /*isErrors*/, QByteArrayView) { }
    /// Called when a lease has expired, has been revoked or couldn't be confirmed. Another worker may then run the
    /// task.
    virtual void leaseLost(const QueueName&, const Lease&) { }
    /// Called when a service starts to fail, and whenever its error changes. The service keeps trying.
    virtual void troubled(EngineService, const Error&) { }
    /// Called when the service has recovered.
    virtual void recovered(EngineService) { }
    /// Called when tasks matching the pattern can't be started on this machine, and again if the reason changes. The
    /// tasks are released without counting their attempts. The engine retries after 1 s, then 2 s, up to 30 s. The
    /// error's message is a complete sentence.
    virtual void handlerHeld(const QByteArray&, const Error&) { }
    /// Called when tasks matching the pattern can be started again.
    virtual void handlerReady(const QByteArray&) { }
    /// Called at engine startup if the slots might exceed one of this process's limits. The error's message is a
    /// complete sentence.
    virtual void limitTooLow(const Error&) { }
    virtual void stateChanged(EngineState) { }
};

} // namespace dueline
