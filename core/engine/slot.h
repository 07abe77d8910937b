// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/pipeline.h"

namespace dueline {

/// One of the executor's slots: runs a handler at a time on its own thread.
class Slot : private TaskLog
{
public:
    explicit Slot(Pipeline& pipeline);

    /// Runs the next task, sleeping while there is none. False: the line was closed.
    bool runOnce();
    /// Runs one task that is Running already, on the calling thread.
    void execute(TaskItem& item);
    /// Fires the stop token if that item is still the one that runs. Thread-safe; the first reason counts.
    void requestStop(TaskItem& item, StopReason reason);

private:
    HandlerResult call(TaskItem& item, Instant startedAt);
    Handler* handlerFor(QByteArrayView type);
    void write(const QueueName& queue, const Lease& lease, QByteArrayView line) override;

    Pipeline& m_pipeline;
    ReadyQueue::Cursor m_cursor;
    QByteArray m_lastType;
    Handler* m_lastHandler = nullptr;

    std::mutex m_mutex; ///< guards what runs
    TaskItem* m_current = nullptr;
    std::stop_source m_stop;
};

} // namespace dueline
