// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/pipeline.h"

namespace dueline {

/// One of the executor's slots: runs a handler at a time on its own thread.
class Slot : private TaskLog
{
public:
    explicit Slot(Pipeline& pipeline);

    /// Runs the next task, sleeping while there is none. False: the line was closed, or the slot was replaced.
    bool runOnce();
    /// Runs one task that is Running already, on the calling thread. False: it took so long to stop that the engine has
    /// given it up, and works on with another slot.
    bool execute(TaskItem& item);
    /// Fires the stop token if that item is still the one that runs. Thread-safe; the first reason counts.
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

    std::mutex m_mutex; ///< guards what runs
    TaskItem* m_current = nullptr;
    std::stop_source m_stop;
};

} // namespace dueline
