// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/adoptrun.h"
#include "core/console/adopt/adoptundo.h"
#include "core/console/connect/backgroundtask.h"

namespace dueline {

/// Background thread that runs an adoption, its preview, or its undo for the window, one at a time. The destructor
/// doesn't wait for it. Entries already moved out of the key are still added to the native queue, but no more signals
/// are emitted.
class BackgroundAdoption : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isRunning() const { return m_task.isRunning(); }

public slots:
    /// Starts a preview. Cancels earlier work and suppresses its signals.
    void preview(const dueline::AdoptRequest& request);
    void start(const dueline::AdoptRequest& request);
    void undo(const dueline::ConnectionSpec& connection, const dueline::OperationRecord& adoption,
        dueline::Access access, const QByteArray& by);
    /// Cancels the running work and suppresses its signals.
    void leave() { m_task.leave(); }
    /// Cancels the running work after its current step; finished() or undone() then reports the progress.
    void cancel() { m_task.cancel(); }

signals:
    void previewed(const dueline::AdoptPreview& preview);
    void progressed(const dueline::AdoptProgress& progress);
    void finished(const dueline::AdoptProgress& progress, const dueline::OperationRecord& record);
    void undone(const dueline::UndoProgress& progress);
    void failed(const dueline::Error& error);

private:
    /// Returns a message that emits failed() on the window's thread. Called on the background thread, so it must not
    /// access `task`, which may have been destroyed.
    static BackgroundTask::Word failing(BackgroundAdoption* task, const Error& error)
    {
        return [task, error] { emit task->failed(error); };
    }

    BackgroundTask m_task{*this};
};

} // namespace dueline
