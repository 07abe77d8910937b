// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/interruption.h"
#include "core/engine/engine.h"
#include "core/engine/pipeline.h"
#include "core/engine/slot.h"

#include <QThread>

#include <future>

namespace dueline {

/// Threads of an engine: one per service, each with its own backend, and one per slot. They run until the engine has
/// stopped, because a child process is killed when the thread that started it ends.
class Engine::Threads
{
public:
    Threads(BackendFactory makeBackend, const HandlerRegistry& handlers, EngineConfig config, EngineObserver* observer);
    ~Threads();

    Result<> start();
    /// Moves the engine to a later state. Returns false if it has already reached or passed `state`.
    bool moveTo(EngineState state);
    void drain();
    void stop();
    bool wait(Millis timeout);
    Result<bool> waitUntilEmpty(Millis timeout);

    Pipeline pipeline;

private:
    using Opened = std::promise<Result<>>;

    /// Starts a thread that opens a backend, reports whether that worked, and runs `work` with it.
    void startService(const char* name, std::function<void(Backend&)> work);
    Result<std::unique_ptr<Backend>> openBackend() const;
    Result<> checkConfig() const;
    bool startThread(const char* name, std::function<void()> work);
    bool startSlot();
    Result<> startSlots(Instant since);
    Result<> keepToLimits();
    void tellLimit(const Error& error);
    void lookAhead();
    Result<> someCanBeStarted();
    /// Calls the service until the engine shuts down, sleeping between calls.
    template <typename Service> void serve(Service& service, Waker& waker);
    void fetch(Backend& backend);
    void complete(Backend& backend);
    void beat(Backend& backend);
    void recover(Backend& backend);
    void schedule(Backend& backend);
    void listen(Backend& backend);
    void watch(Instant since);
    void giveUpWrites();
    void giveUpWhereNothingIsHeld(Instant now);
    void shutDown();
    bool quiet() const;
    WorkerInfo describeWorker() const;

    BackendFactory m_makeBackend;
    TypeSelection m_types;
    std::vector<std::unique_ptr<QThread>> m_threads;
    std::vector<std::unique_ptr<Slot>> m_slots;
    std::vector<std::future<Result<>>> m_opening;
    std::atomic<bool> m_shut = false; ///< true once the services must end
    /// Interrupts the services' pending calls, so that they don't wait for a slow server once their work is done.
    Interruption m_interruption;
    // time at which the draining engine ran out of leases; used only by the Watchdog
    std::optional<Instant> m_emptySince;
    std::atomic<Instant> m_drainUntil = Instant::max();
    std::atomic<Instant> m_stopUntil = Instant::max();
    std::unique_ptr<Backend> m_reader; ///< used by waitUntilEmpty()
    std::mutex m_endedMutex; ///< guards the threads and the count of ended threads
    std::condition_variable m_oneEnded;
    std::size_t m_ended = 0;
    TimePoint m_startedAt{};
};

} // namespace dueline
