// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engineconfig.h"
#include "core/engine/engineobserver.h"
#include "core/engine/enginestatistics.h"
#include "core/engine/handlers/handlerregistry.h"
#include "core/queue/backend.h"

#include <memory>

namespace dueline {

/// Worker: claims tasks of its queues, runs their handlers, writes the outcomes, and keeps and recovers leases. It has
/// its own threads and connections, needs no event loop, and runs once: New → Running → Draining → Stopped. Every
/// method may be called from any thread, but the engine's own threads must not call wait() or the destructor.
class Engine
{
public:
    /// Calls `makeBackend` once on each service's thread. `handlers` and `observer` (may be null) must outlive the
    /// engine. The backends' session must be `config.session`.
    Engine(BackendFactory makeBackend, const HandlerRegistry& handlers, EngineConfig config,
        EngineObserver* observer = nullptr);
    /// Stops the engine, and waits for running handlers.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Opens all connections, then starts working. Errors: those of the factory; Refused (the backend may not work on
    /// tasks); Usage (no queue, no handler, a value out of range). After an error the engine is Stopped.
    Result<> start();
    /// Stops claiming, releases tasks that have not started, lets running handlers finish for at most `drainFor`, then
    /// stops. Returns immediately.
    void drain();
    /// Requests running handlers to stop and releases unfinished tasks without counting their attempts. Returns
    /// immediately.
    void stop();
    /// Waits until the engine is Stopped and its threads have ended. Returns false after `timeout`. Also waits for
    /// handlers that ignore their stop token.
    bool wait(Millis timeout);

    EngineState state() const;
    /// Returns whether no lease is held: no task runs, waits for a slot, or has an outcome that is yet to be written.
    bool idle() const;
    /// Waits until no pending or leased tasks of the handled types remain in the engine's queues, whichever worker
    /// holds them. Returns false after `timeout`. Uses its own connection, which the first call opens on its thread;
    /// call it from one thread only. Errors: those of the factory and of QueueInspector; Refused if the only remaining
    /// tasks have handlers that failed to start on this machine three times.
    Result<bool> waitUntilEmpty(Millis timeout);

    EngineFigures figures() const;
    const EngineConfig& config() const;

private:
    class Threads;
    std::unique_ptr<Threads> m_threads;
};

} // namespace dueline
