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
/// LeaseBook; the rest belongs to whoever moved `state` last, atomics excepted.
struct TaskItem
{
    enum class State : quint8 {
        Ready, ///< waits for a slot
        Running,
        Finished, ///< its outcome waits to be written
        Closed, ///< not ours any more
    };

    Lease lease;
    TaskLoad load;
    TaskBatch* batch = nullptr;
    std::atomic<State> state = State::Ready;
    std::atomic<StopReason> stopReason = StopReason::None;
    std::atomic<Millis> leaseFor = Millis(0);
    std::atomic<Instant> heldUntil = Instant(); ///< the lease is ours at least that long, by the last answer
    std::atomic<Instant> startedAt = Instant();
    std::atomic<Instant> askedToStopAt = Instant::max();
    std::atomic<Slot*> slot = nullptr;
    Instant finishedAt{};
    HandlerResult result;
    TaskItem* nextFinished = nullptr;

    /// Takes a waiting task out of the line; false: it has gone on.
    bool takeFromReady(State next)
    {
        State expected = State::Ready;
        return state.compare_exchange_strong(expected, next, std::memory_order_acq_rel);
    }

    /// Ends a running task: of its slot and a Watchdog that has lost patience, only one does. False: the other did.
    bool takeFromRunning()
    {
        State expected = State::Running;
        return state.compare_exchange_strong(expected, State::Finished, std::memory_order_acq_rel);
    }
};

/// The tasks of one claim. Slots take them by counting `next` up, so that no lock is needed per task and none is
/// stranded behind a slow neighbour.
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
