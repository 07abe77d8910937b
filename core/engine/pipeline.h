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

/// State of one queue, shared by the services.
struct QueueLine
{
    QueueName name;
    int weight = 1;
    /// Earliest due time reported by wake-up events since the Fetcher last reset it.
    std::atomic<TimePoint> wakeAt = TimePoint::max();
    /// Earliest expiry of any worker's lease, by the server's clock.
    std::atomic<TimePoint> nearestExpiry = TimePoint::max();
    // true once an event has reported a changed schedule, until the Scheduler resets it
    std::atomic<bool> schedulesChanged = false;
    /// False if the last claim found no tasks of the handled types, due or not.
    std::atomic<bool> upcoming = true;
};

/// State shared by the services of one engine. It tracks each task from its claim until its outcome has been written.
/// Thread-safe. `config`, `handlers` and the observer must outlive it and must not change.
class Pipeline
{
public:
    Pipeline(EngineConfig config, const HandlerRegistry& handlers, EngineObserver* observer = nullptr);

    EngineConfig config;
    const HandlerRegistry& handlers;
    EngineObserver* const observer; ///< may be null
    std::deque<QueueLine> queues; ///< queues in configuration order

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

    FinishedQueue finished; ///< finished tasks; wakes the Completer

    std::atomic<EngineState> state = EngineState::New;
    /// True after the server's clock was changed. The Recoverer then immediately checks which leases have expired by
    /// the new time.
    std::atomic<bool> clockWasSet = false;
    /// True after a user has requested a cancellation. The Heartbeater then extends the leases to find out which task
    /// is affected.
    std::atomic<bool> extendNow = false;
    // true if the engine is draining, and the Fetcher holds no tasks and will claim no more
    std::atomic<bool> fetcherEmptied = false;
    std::atomic<Instant> fetcherHeard = Instant(); ///< time of the last reply to the Fetcher
    /// True while the Fetcher waits because too many outcomes are unwritten; the next Completer run wakes it.
    std::atomic<bool> fetcherWaitsForWrites = false;
    std::atomic<bool> giveUpWrites
        // true if the shutdown took too long; tasks with unwritten outcomes, and tasks leased by unanswered claims, are
        // then left for recovery
        = false;

    /// Returns the number of claimed tasks whose handlers haven't ended yet.
    int held() const { return m_held.load(std::memory_order_acquire); }
    int running() const { return std::max(0, held() - ready.size()); }
    /// Returns the number of finished tasks whose outcomes haven't been written.
    int unwritten() const { return std::max(0, book.size() - held()); }
    qint64 payloadBytes() const { return m_payloadBytes.load(std::memory_order_relaxed); }
    bool draining() const { return state.load(std::memory_order_acquire) >= EngineState::Draining; }
    bool stopping() const { return state.load(std::memory_order_acquire) >= EngineState::Stopping; }
    Millis leaseFor(int queue) const { return config.leaseFor.value_or(settings.settings(queue).leaseFor); }

    /// Adds a loaded batch to the lease book and the ready queue.
    void enter(std::shared_ptr<TaskBatch> batch);
    /// Passes a task to the Completer, whether its handler has ended or it never started.
    void finish(TaskItem& item);
    /// Updates the counts for a running task detached from its handler (TaskItem::takeFromRunning()). The handler is
    /// still running, so its data must not change.
    void abandon(TaskItem& item);
    /// Updates the counts for a waiting task that was removed from the queue (TaskItem::takeFromReady()) and has no
    /// outcome.
    void leave(TaskItem& item);
    /// Removes an item whose lease has ended from the lease book.
    void close(TaskItem& item);

    /// Sets the value of held() at which to wake the Fetcher; -1: never.
    void wakeFetcherAt(int level) { m_wakeFetcherAt.store(level, std::memory_order_seq_cst); }
    /// Returns how many slots to wake for `tasks` waiting tasks, so that all of them start within about half a
    /// millisecond.
    int slotsFor(int tasks) const;
    /// Records the server's time, as received in a reply.
    void noteTime(Instant sent, Instant received, TimePoint serverNow);
    /// Records that a task in this queue is due, or will be at `due`.
    void wake(int queue, TimePoint due);
    /// Records the queue's next lease expiry, as reported by a claim or recover call.
    void noteExpiry(int queue, std::optional<TimePoint> nearest);

    /// Tells a running item's handler to stop. Has no effect if the handler has ended.
    static void requestStop(TaskItem& item, StopReason reason);

    /// Holds a handler after a failed start, or lifts the hold after a successful start. Notifies the observer of any
    /// change.
    void holdHandler(const Handler* handler, const QByteArray& reason, Instant startedAt);
    void handlerStarted(const Handler* handler, Instant startedAt);

    /// Reports a service's problem to the observer and the log when it begins, changes or ends.
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
