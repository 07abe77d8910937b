// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/instant.h"
#include "core/engine/handlers/handler.h"

#include <memory>
#include <vector>

namespace dueline {

class Slot;
struct TaskBatch;

/// One leased task in the engine. `lease`, `load.options` and `batch` don't change once the task is in the LeaseBook.
/// All other members, except atomics, belong to the thread that last changed `state`.
struct TaskItem
{
    enum class State : quint8 {
        Ready, ///< waiting for a slot
        Running,
        Finished, ///< the handler has ended, but the outcome hasn't been written
        Closed, ///< the engine no longer holds the task
    };

    Lease lease;
    TaskLoad load;
    TaskBatch* batch = nullptr;
    std::atomic<State> state = State::Ready;
    std::atomic<StopReason> stopReason = StopReason::None;
    std::atomic<Millis> leaseFor = Millis(0);
    // time until which the lease is guaranteed, according to the last reply
    std::atomic<Instant> heldUntil = Instant();
    std::atomic<Instant> startedAt = Instant();
    std::atomic<Instant> askedToStopAt = Instant::max();
    std::atomic<Slot*> slot = nullptr;
    Instant finishedAt{};
    HandlerResult result;
    TaskItem* nextFinished = nullptr;

    /// Removes a waiting task from the queue. Returns false if its state has changed.
    bool takeFromReady(State next)
    {
        State expected = State::Ready;
        return state.compare_exchange_strong(expected, next, std::memory_order_acq_rel);
    }

    /// Ends a running task. Both its slot and, after the grace period, the Watchdog may call this. The first call
    /// succeeds; any later call returns false.
    bool takeFromRunning()
    {
        State expected = State::Running;
        return state.compare_exchange_strong(expected, State::Finished, std::memory_order_acq_rel);
    }
};

/// Tasks from one claim. Slots take tasks by incrementing `next`, so they need no lock, and no task has to wait for a
/// slow one.
struct TaskBatch
{
    TaskBatch(int queueIndex, std::size_t size)
        : queue(queueIndex)
        , items(size)
        , open(int(size))
    { }

    const int queue; ///< index of the queue in EngineConfig::queues
    std::vector<TaskItem> items;
    std::atomic<std::size_t> next = 0;
    std::atomic<int> open; ///< number of items that aren't Closed
    Instant readyAt{};
};

} // namespace dueline
