// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engineconfig.h"
#include "core/engine/engineobserver.h"
#include "core/engine/enginestatistics.h"
#include "core/engine/finishedqueue.h"
#include "core/engine/handlerholds.h"
#include "core/engine/handlers/handlerregistry.h"
#include "core/engine/leasebook.h"
#include "core/engine/readyqueue.h"
#include "core/engine/runmeter.h"
#include "core/engine/serverclock.h"
#include "core/engine/settingscache.h"
#include "core/engine/waker.h"

#include <deque>

namespace dueline {

/// What one queue's services tell each other.
struct QueueLine
{
    QueueName name;
    int weight = 1;
    std::atomic<TimePoint> wakeAt = TimePoint::max(); ///< a wake-up told of a task due then; the Fetcher takes it
    std::atomic<TimePoint> nearestExpiry = TimePoint::max(); ///< of anybody's lease, by the server's clock
    std::atomic<bool> schedulesChanged = false; ///< a message told so; the Scheduler takes it
    std::atomic<bool> upcoming = true; ///< off: the last claim found nothing that these types could ever run
};

/// What the services of one engine share: the way of a task from the claim to the written outcome. Everything here is
/// thread-safe; the engine's promises about `config`, `handlers` and the observer are that they outlive it and do not
/// change.
class Pipeline
{
public:
    Pipeline(EngineConfig config, const HandlerRegistry& handlers, EngineObserver* observer = nullptr);

    EngineConfig config;
    const HandlerRegistry& handlers;
    EngineObserver* const observer; ///< null: nobody listens
    std::deque<QueueLine> queues; ///< in the order of the configuration

    ServerClock clock;
    SettingsCache settings;
    EngineStatistics statistics;
    RunMeter meter;
    HandlerHolds holds;
    LeaseBook book;
    ReadyQueue ready;

    Waker fetcherWaker;
    Waker completerWaker;
    Waker heartbeaterWaker;
    Waker recovererWaker;
    Waker schedulerWaker;
    Waker watchdogWaker;

    FinishedQueue finished; ///< wakes the Completer

    std::atomic<EngineState> state = EngineState::New;
    std::atomic<bool> clockWasSet = false; ///< the server's: the Recoverer looks at the leases of before
    std::atomic<bool> extendNow = false; ///< an operator asks for a cancel: the Heartbeater extends, and learns whose
    std::atomic<bool> fetcherEmptied = false; ///< draining, and the Fetcher holds nothing and claims nothing more
    std::atomic<Instant> fetcherHeard = Instant(); ///< when a call of the Fetcher was last answered
    std::atomic<bool> fetcherWaitsForWrites = false; ///< too many outcomes are unwritten: the Completer wakes it
    std::atomic<bool> giveUpWrites
        = false; ///< ending took too long: what cannot be written or asked for again is left to recover

    /// Claimed, and its handler has not ended.
    int held() const { return m_held.load(std::memory_order_acquire); }
    int running() const { return std::max(0, held() - ready.size()); }
    /// Finished, and its outcome not yet written.
    int unwritten() const { return std::max(0, book.size() - held()); }
    qint64 payloadBytes() const { return m_payloadBytes.load(std::memory_order_relaxed); }
    bool draining() const { return state.load(std::memory_order_acquire) >= EngineState::Draining; }
    bool stopping() const { return state.load(std::memory_order_acquire) >= EngineState::Stopping; }
    Millis leaseFor(int queue) const { return config.leaseFor.value_or(settings.settings(queue).leaseFor); }

    /// A loaded batch enters: into the book and the line for the slots.
    void enter(std::shared_ptr<TaskBatch> batch);
    /// A handler ended, or a waiting task was ended without one: on to the Completer.
    void finish(TaskItem& item);
    /// A running task was taken from its handler (TaskItem::takeFromRunning), which goes on: nothing of what that sees
    /// may change.
    void abandon(TaskItem& item);
    /// A waiting task was taken (TaskItem::takeFromReady) and leaves without an outcome.
    void leave(TaskItem& item);
    /// The item's lease is settled.
    void close(TaskItem& item);

    /// The Fetcher asks to be woken once held() falls to `level`; -1: never.
    void wakeFetcherAt(int level) { m_wakeFetcherAt.store(level, std::memory_order_seq_cst); }
    /// Slots to wake for `tasks` waiting ones, so that they are through in half a millisecond, as far as is known.
    int slotsFor(int tasks) const;
    /// An answer told the server's time.
    void noteTime(Instant sent, Instant received, TimePoint serverNow);
    /// A task of this queue is, or will be, due at `due`.
    void wake(int queue, TimePoint due);
    /// A claim or recover told when the next lease of the queue runs out.
    void noteExpiry(int queue, std::optional<TimePoint> nearest);

    /// Asks the handler of a running item to stop. Nothing happens when it has ended.
    static void requestStop(TaskItem& item, StopReason reason);

    /// A handler could not be started, or could: holds it or lets it go, and tells who listens when that changes.
    void holdHandler(const Handler* handler, const QByteArray& reason, Instant startedAt);
    void handlerStarted(const Handler* handler, Instant startedAt);

    /// Tells the observer and the log once per change.
    void trouble(EngineService service, const Error& error);
    void fine(EngineService service);

private:
    void released(const TaskItem& item);

    std::atomic<int> m_held = 0;
    std::atomic<int> m_wakeFetcherAt = -1;
    std::atomic<qint64> m_payloadBytes = 0;

    std::mutex m_troubleMutex;
    std::map<EngineService, Error> m_troubles;
    std::array<std::atomic<bool>, 6> m_troubled{};
};

} // namespace dueline
