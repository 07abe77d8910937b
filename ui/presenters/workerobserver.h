// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/taskoutputs.h"
#include "core/engine/engineobserver.h"
#include "ui/presenters/embeddedworker.h"

#include <QHash>
#include <QStringList>

#include <deque>
#include <mutex>

namespace dueline {

/// Collector of raw events from the engine's threads. The window polls it several times per second, so the cost doesn't
/// depend on the number of tasks. Between polls, it keeps only each task's first and last output lines, plus the number
/// of omitted lines. This way, a progress bar can't flood the log, and the latest line is always shown.
class WorkerObserver : public EngineObserver
{
public:
    /// Creates an observer. `hidden`: JSON members to mask in lines. `outputs`: store for task output; may be null.
    explicit WorkerObserver(QStringList hidden, std::shared_ptr<TaskOutputs> outputs = {})
        : m_hidden(std::move(hidden))
        , m_outputs(std::move(outputs))
    { }

    std::deque<WorkerLogLine> take();

    void taskStarted(const QueueName& queue, const Lease& lease) override;
    void tasksFinished(const QueueName& queue, const std::vector<Outcome>& outcomes) override;
    void taskLogged(const QueueName& queue, const TaskId& id, QByteArrayView line) override;
    void taskWrote(const QueueName& queue, const Lease& lease, bool isErrors, QByteArrayView piece) override
    {
        if (m_outputs)
            m_outputs->write(queue, lease, isErrors, piece);
    }
    void leaseLost(const QueueName& queue, const Lease& lease) override;
    void troubled(EngineService service, const Error& error) override;
    void recovered(EngineService service) override;
    void handlerHeld(const QByteArray& pattern, const Error& error) override;
    void handlerReady(const QByteArray& pattern) override;
    void limitTooLow(const Error& error) override;

private:
    /// Output of a running task.
    struct Talk
    {
        QByteArray type; ///< task's type if the id doesn't contain it
        bool spoke = false; ///< true if the task has written a line since the last poll
        std::optional<WorkerLogLine> last; ///< last line since the last poll, if it hasn't been reported yet
        int leftOut = 0; ///< number of lines omitted before `last`
    };

    /// Reports a task's last output line.
    void flush(Talk& talk);
    void ended(const QueueName& queue, const TaskId& id);
    void push(WorkerLogLine line);
    QByteArray shown(const QByteArray& text) const;

    const QStringList m_hidden;
    const std::shared_ptr<TaskOutputs> m_outputs;
    std::mutex m_mutex;
    std::deque<WorkerLogLine> m_lines;
    /// Running tasks with output, or with a type that isn't part of the id, by EmbeddedWorker::runKey().
    QHash<QByteArray, Talk> m_talks;
};

} // namespace dueline
