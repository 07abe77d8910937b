// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engineconfig.h"
#include "core/engine/engineobserver.h"
#include "core/engine/enginestatistics.h"
#include "core/engine/handlers/handlerregistry.h"
#include "core/queue/backend.h"

#include <memory>

namespace dueline {

/// Worker engine: claims tasks from its queues, runs their handlers, writes the outcomes, extends leases and recovers
/// the leases of lost workers. It has its own threads and connections, needs no event loop, and runs once: New →
/// Running → Draining → Stopped. Its functions can be called from any thread, but the engine's own threads must not
/// call wait() or the destructor.
class Engine
{
public:
    /// Creates an engine. `makeBackend` is called once on each service's thread. `handlers` and `observer` (which may
    /// be null) must outlive the engine. The backends must use the session `config.session`.
    Engine(BackendFactory makeBackend, const HandlerRegistry& handlers, EngineConfig config,
        EngineObserver* observer = nullptr);
    /// Stops the engine and waits for running handlers.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Opens all connections, then starts working. Errors: same as the factory, plus Refused (the backend can't run
    /// tasks) and Usage (no queues, no handlers, or a value out of range). After an error, the engine is Stopped.
    Result<> start();
    /// Stops claiming tasks, releases tasks that haven't started, and gives running handlers up to `drainFor` to
    /// finish. The engine then stops. Returns immediately.
    void drain();
    /// Signals running handlers to stop. Unfinished tasks are released without counting their attempts. Returns
    /// immediately.
    void stop();
    /// Waits until the engine is Stopped and its threads have ended, even if handlers ignore their stop token. Returns
    /// false after `timeout`.
    bool wait(Millis timeout);

    EngineState state() const;
    /// Returns whether the engine holds no leases: no task is running, waiting for a slot, or waiting for its outcome
    /// to be written.
    bool idle() const;
    /// Waits until the engine's queues have no pending or leased tasks of the handled types, no matter which worker
    /// holds them. Returns false after `timeout`. The first call opens a separate connection, so all calls must be made
    /// on the same thread. Errors: same as the factory and QueueInspector, plus Refused if every remaining task's
    /// handler has failed to start on this machine three times.
    Result<bool> waitUntilEmpty(Millis timeout);

    EngineFigures figures() const;
    const EngineConfig& config() const;

private:
    class Threads;
    std::unique_ptr<Threads> m_threads;
};

} // namespace dueline
