// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/connect/openbackend.h"
#include "core/console/transfer/exportrun.h"
#include "core/console/transfer/importrun.h"
#include "core/console/transfer/movepreview.h"
#include "core/console/transfer/moveundo.h"

namespace dueline {

/// Source and target connections of a move.
struct MoveWay
{
    ConnectionSpec from;
    ConnectionSpec to;
    Access accessFrom = Access::ReadOnly;
    Access accessTo = Access::ReadOnly;
};

/// Tasks to import.
struct ImportSource
{
    /// Opens the tasks. Called on the background thread.
    std::function<Result<std::unique_ptr<QIODevice>>()> open;
    /// true if ImportRequest::queue is a word from another program, which must be resolved (findQueue())
    bool isForeignName = false;

    /// Returns a source that reads a regular file. Errors of open(): Io.
    static ImportSource file(const QString& file);
};

/// Background thread for the window's exports, imports, moves and their undo, one at a time. It has
/// its own connections. The destructor does not wait: the current step is completed without further
/// signals.
class BackgroundTransfer : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isRunning() const { return m_task.isRunning(); }

public slots:
    /// Starts a transfer or a preview. Cancels any previous work without further signals.
    void exportTo(
        const dueline::ConnectionSpec& connection, const dueline::ExportRequest& request, const QString& file);
    void importFrom(const dueline::ConnectionSpec& connection, dueline::Access access,
        const dueline::ImportRequest& request, const dueline::ImportSource& source);
    /// Starts a preview. Resolves the target as findQueue() does. The move itself must use MovePreview::to and
    /// MovePreview::elsewhere.
    void previewMove(const dueline::MoveWay& way, const dueline::MoveRequest& request);
    void move(const dueline::MoveWay& way, const dueline::MoveRequest& request);
    void undoMove(const dueline::MoveWay& way, const dueline::OperationRecord& move, const QByteArray& by);
    /// Cancels the current work, without further signals.
    void leave() { m_task.leave(); }
    /// Cancels after the current step. The final signal reports the progress made.
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
    /// Returns a message that emits failed(). Called on the background thread. `task` may have been
    /// destroyed when the message is delivered.
    static BackgroundTask::Word failing(BackgroundTransfer* task, const Error& error)
    {
        return [task, error] { emit task->failed(error); };
    }

    BackgroundTask m_task{*this};
};

} // namespace dueline
