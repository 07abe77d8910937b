// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/pipeline.h"

namespace dueline {

/// Slot of the engine: runs one handler at a time on its own thread.
class Slot : private TaskLog
{
public:
    explicit Slot(Pipeline& pipeline);

    /// Runs the next task. Sleeps while there is none. Returns false once the queue is closed or the slot has been
    /// replaced.
    bool runOnce();
    /// Runs one task in state Running on the calling thread. Returns false if the handler ignored a stop request for so
    /// long that the engine replaced this slot.
    bool execute(TaskItem& item);
    /// Triggers the stop token if the item is still running. Thread-safe; only the first reason counts.
    void requestStop(TaskItem& item, StopReason reason);

private:
    HandlerResult call(TaskItem& item, Instant startedAt);
    void endUnstarted(TaskItem& item, StopReason reason);
    Handler* handlerFor(QByteArrayView type);
    void write(const QueueName& queue, const Lease& lease, QByteArrayView line) override;
    void writeOutput(const QueueName& queue, const Lease& lease, bool isErrors, QByteArrayView piece) override;

    Pipeline& m_pipeline;
    ReadyQueue::Cursor m_cursor;
    QByteArray m_lastType;
    Handler* m_lastHandler = nullptr;

    std::mutex m_mutex; ///< guards the running item
    TaskItem* m_current = nullptr;
    std::stop_source m_stop;
};

} // namespace dueline
