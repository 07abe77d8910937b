// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engineconfig.h"
#include "core/engine/engineobserver.h"
#include "core/engine/enginestatistics.h"
#include "core/engine/handlers/handlerregistry.h"
#include "core/queue/backend.h"

#include <memory>

namespace dueline {

/// A worker: claims tasks of some queues, runs their handlers, writes what became of them, and keeps and recovers
/// leases. Has its own threads and connections, needs no event loop, and is made for one run: New → Running → Draining
/// → Stopped. Every method may be called from any thread, wait() and the destructor not from the engine's own.
class Engine
{
public:
    /// `makeBackend` is called once on each service's thread; `handlers` and `observer` (may be null) must outlive the
    /// engine. The backends' session must be `config.session`.
    Engine(BackendFactory makeBackend, const HandlerRegistry& handlers, EngineConfig config,
        EngineObserver* observer = nullptr);
    /// Stops, and waits for handlers that run.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Opens all connections, then works. Errors: those of the factory; Refused (the backend may not work on tasks);
    /// Usage (no queue, no handler, a figure out of its range). After an error the engine is Stopped.
    Result<> start();
    /// Claims nothing more, gives back what has not started, lets running handlers finish for at most `drainFor`, then
    /// stops. Returns at once.
    void drain();
    /// Asks running handlers to stop and gives back what is not finished, attempts not spent. Returns at once.
    void stop();
    /// Waits until the engine is Stopped and its threads have ended. False: not within `timeout`. A handler that
    /// ignores its stop token is waited for.
    bool wait(Millis timeout);

    EngineState state() const;
    /// No lease is held: nothing runs, waits for a slot, or waits to be written.
    bool idle() const;
    /// Whether, server-wide, nothing pending or leased of the handled types remains in its queues; waits for that at
    /// most `timeout` (false: not yet). Reads on a connection of its own, opened on the calling thread at the first
    /// call; call it from one thread. Errors: those of the factory and of QueueInspector; Refused: all that remains are
    /// tasks of handlers that could not be started on this machine three times.
    Result<bool> waitUntilEmpty(Millis timeout);

    EngineFigures figures() const;
    const EngineConfig& config() const;

private:
    class Threads;
    std::unique_ptr<Threads> m_threads;
};

} // namespace dueline
