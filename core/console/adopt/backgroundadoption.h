// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/adoptrun.h"
#include "core/console/adopt/adoptundo.h"
#include "core/console/connect/backgroundtask.h"

namespace dueline {

/// Adoptions, their previews and their undo on a thread of their own, one at a time, for the window. Destroying it does
/// not wait: what was taken is settled first, heard by nobody.
class BackgroundAdoption : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isRunning() const { return m_task.isRunning(); }

public slots:
    /// What ran before is cancelled, and nothing more is heard of it.
    void preview(const dueline::AdoptRequest& request);
    void start(const dueline::AdoptRequest& request);
    void undo(const dueline::ConnectionSpec& connection, const dueline::OperationRecord& adoption,
        dueline::Access access, const QByteArray& by);
    /// What runs is cancelled, and nothing more is heard of it.
    void leave() { m_task.leave(); }
    /// Ends after the step that runs; finished() or undone() tell how far it came.
    void cancel() { m_task.cancel(); }

signals:
    void previewed(const dueline::AdoptPreview& preview);
    void progressed(const dueline::AdoptProgress& progress);
    void finished(const dueline::AdoptProgress& progress, const dueline::OperationRecord& record);
    void undone(const dueline::UndoProgress& progress);
    void failed(const dueline::Error& error);

private:
    /// Made on the thread, when `task` may be gone.
    static BackgroundTask::Word failing(BackgroundAdoption* task, const Error& error)
    {
        return [task, error] { emit task->failed(error); };
    }

    BackgroundTask m_task{*this};
};

} // namespace dueline
