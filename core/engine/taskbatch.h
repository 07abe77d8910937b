// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/instant.h"
#include "core/engine/handlers/handler.h"

#include <memory>
#include <vector>

namespace dueline {

class Slot;
struct TaskBatch;

/// One leased task on its way through the engine. `lease`, `load.options` and `batch` do not change once it is in the
/// LeaseBook. The thread that last changed `state` owns the other members, except atomics.
struct TaskItem
{
    enum class State : quint8 {
        Ready, ///< waits for a slot
        Running,
        Finished, ///< The handler has ended, and the outcome is not yet written.
        Closed, ///< the engine no longer holds it
    };

    Lease lease;
    TaskLoad load;
    TaskBatch* batch = nullptr;
    std::atomic<State> state = State::Ready;
    std::atomic<StopReason> stopReason = StopReason::None;
    std::atomic<Millis> leaseFor = Millis(0);
    std::atomic<Instant> heldUntil = Instant(); ///< the lease is held at least until then, by the last reply
    std::atomic<Instant> startedAt = Instant();
    std::atomic<Instant> askedToStopAt = Instant::max();
    std::atomic<Slot*> slot = nullptr;
    Instant finishedAt{};
    HandlerResult result;
    TaskItem* nextFinished = nullptr;

    /// Takes a waiting task out of the queue; false if its state has changed.
    bool takeFromReady(State next)
    {
        State expected = State::Ready;
        return state.compare_exchange_strong(expected, next, std::memory_order_acq_rel);
    }

    /// Ends a running task. Its slot and, after its patience, the Watchdog may both try: only one succeeds, and the
    /// other receives false.
    bool takeFromRunning()
    {
        State expected = State::Running;
        return state.compare_exchange_strong(expected, State::Finished, std::memory_order_acq_rel);
    }
};

/// Tasks of one claim. Slots take tasks by incrementing `next`, so that no task needs a lock or waits behind a slow
/// one.
struct TaskBatch
{
    TaskBatch(int queueIndex, std::size_t size)
        : queue(queueIndex)
        , items(size)
        , open(int(size))
    { }

    const int queue; ///< index into EngineConfig::queues
    std::vector<TaskItem> items;
    std::atomic<std::size_t> next = 0;
    std::atomic<int> open; ///< items not Closed
    Instant readyAt{};
};

} // namespace dueline
