// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/connect/openbackend.h"
#include "core/console/transfer/exportrun.h"
#include "core/console/transfer/importrun.h"
#include "core/console/transfer/movepreview.h"
#include "core/console/transfer/moveundo.h"

namespace dueline {

/// Connections to a move's source and target.
struct MoveWay
{
    ConnectionSpec from;
    ConnectionSpec to;
    Access accessFrom = Access::ReadOnly;
    Access accessTo = Access::ReadOnly;
};

/// Source of tasks to import.
struct ImportSource
{
    /// Opens the source. Called on the background thread.
    std::function<Result<std::unique_ptr<QIODevice>>()> open;
    /// True if the queue's name comes from another program and must be resolved with findQueue().
    bool isForeignName = false;

    /// Returns a source that reads a regular file. Its open() can fail with Io.
    static ImportSource file(const QString& file);
};

/// Background thread that runs an export, an import, a move, or a move's undo for the window, one at a time, on its own
/// connections. The destructor doesn't wait: the current step is completed without emitting more signals.
class BackgroundTransfer : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isRunning() const { return m_task.isRunning(); }

public slots:
    /// Starts a transfer or a preview. Cancels earlier work and suppresses its signals.
    void exportTo(
        const dueline::ConnectionSpec& connection, const dueline::ExportRequest& request, const QString& file);
    void importFrom(const dueline::ConnectionSpec& connection, dueline::Access access,
        const dueline::ImportRequest& request, const dueline::ImportSource& source);
    /// Starts a move's preview, and resolves the target with findQueue(). Pass MovePreview::to and
    /// MovePreview::elsewhere to the move itself.
    void previewMove(const dueline::MoveWay& way, const dueline::MoveRequest& request);
    void move(const dueline::MoveWay& way, const dueline::MoveRequest& request);
    void undoMove(const dueline::MoveWay& way, const dueline::OperationRecord& move, const QByteArray& by);
    /// Cancels the running work and suppresses its signals.
    void leave() { m_task.leave(); }
    /// Cancels the running work after its current step. The final signal reports the progress.
    void cancel() { m_task.cancel(); }

signals:
    void exporting(const dueline::ExportProgress& progress);
    void exported(const dueline::ExportProgress& progress);
    void importing(const dueline::ImportProgress& progress);
    void imported(const dueline::ImportProgress& progress, const dueline::OperationRecord& record);
    void previewed(const dueline::MovePreview& preview);
    void moving(const dueline::MoveProgress& progress);
    void moved(const dueline::MoveProgress& progress, const dueline::OperationRecord& record);
    void undone(const dueline::UndoProgress& progress);
    void failed(const dueline::Error& error);

private:
    /// Returns a message that emits failed() on the window's thread. Called on the background thread, so it must not
    /// access `task`, which may have been destroyed.
    static BackgroundTask::Word failing(BackgroundTransfer* task, const Error& error)
    {
        return [task, error] { emit task->failed(error); };
    }

    BackgroundTask m_task{*this};
};

} // namespace dueline
