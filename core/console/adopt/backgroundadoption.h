// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/adoptrun.h"
#include "core/console/adopt/adoptundo.h"
#include "core/console/connect/backgroundtask.h"

namespace dueline {

/// Background thread for the window's adoptions, their previews and their undo, one at a time. The destructor does not
/// wait. Entries that have already been moved out of the key are still added to the native queue, without further
/// signals.
class BackgroundAdoption : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isRunning() const { return m_task.isRunning(); }

public slots:
    /// Starts a preview. Cancels any previous work without further signals.
    void preview(const dueline::AdoptRequest& request);
    void start(const dueline::AdoptRequest& request);
    void undo(const dueline::ConnectionSpec& connection, const dueline::OperationRecord& adoption,
        dueline::Access access, const QByteArray& by);
    /// Cancels the current work, without further signals.
    void leave() { m_task.leave(); }
    /// Cancels after the current step. finished() or undone() then reports the final progress.
    void cancel() { m_task.cancel(); }

signals:
    void previewed(const dueline::AdoptPreview& preview);
    void progressed(const dueline::AdoptProgress& progress);
    void finished(const dueline::AdoptProgress& progress, const dueline::OperationRecord& record);
    void undone(const dueline::UndoProgress& progress);
    void failed(const dueline::Error& error);

private:
    /// Returns a message that emits failed(). Called on the background thread. `task` may have been
    /// destroyed when the message is delivered.
    static BackgroundTask::Word failing(BackgroundAdoption* task, const Error& error)
    {
        return [task, error] { emit task->failed(error); };
    }

    BackgroundTask m_task{*this};
};

} // namespace dueline
