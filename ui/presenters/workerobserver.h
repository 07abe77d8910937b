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

/// Collects what the engine's threads tell, as raw as it comes; the window takes it a few times a second, so that a
/// thousand tasks a second cost the window four looks. Of the lines a task writes between two looks the first and the
/// last are kept, and how many were left out: a command that prints a progress bar floods nobody, and what it says last
/// is always shown.
class WorkerObserver : public EngineObserver
{
public:
    /// `hidden`: members of JSON that its lines do not show. `outputs`: where it keeps what tasks write; null: nowhere.
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
    /// A task that runs.
    struct Talk
    {
        QByteArray type; ///< where its id does not tell
        bool spoke = false; ///< since the last look
        std::optional<WorkerLogLine> last; ///< the latest line since then, not yet told
        int leftOut = 0; ///< before it
    };

    /// Its last words.
    void flush(Talk& talk);
    void ended(const QueueName& queue, const TaskId& id);
    void push(WorkerLogLine line);
    QByteArray shown(const QByteArray& text) const;

    const QStringList m_hidden;
    const std::shared_ptr<TaskOutputs> m_outputs;
    std::mutex m_mutex;
    std::deque<WorkerLogLine> m_lines;
    QHash<QByteArray, Talk>
        m_talks; ///< by EmbeddedWorker::runKey(), of what has a type of its own or has said something
};

} // namespace dueline
