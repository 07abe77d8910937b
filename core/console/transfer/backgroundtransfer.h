// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/connect/openbackend.h"
#include "core/console/transfer/exportrun.h"
#include "core/console/transfer/importrun.h"
#include "core/console/transfer/moveundo.h"

namespace dueline {

/// Where a move leads from and to.
struct MoveWay
{
    ConnectionSpec from;
    ConnectionSpec to;
    Access accessFrom = Access::ReadOnly;
    Access accessTo = Access::ReadOnly;
};

/// Exports, imports, moves and their undo on a thread of their own with connections of their own, one at a time, for
/// the window. Destroying it does not wait: the step that runs is finished, heard by nobody.
class BackgroundTransfer : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isRunning() const { return m_task.isRunning(); }

public slots:
    /// What ran before is cancelled, and nothing more is heard of it.
    void exportTo(
        const dueline::ConnectionSpec& connection, const dueline::ExportRequest& request, const QString& file);
    void importFrom(const dueline::ConnectionSpec& connection, dueline::Access access,
        const dueline::ImportRequest& request, const QString& file);
    void previewMove(const dueline::MoveWay& way, const dueline::MoveRequest& request);
    void move(const dueline::MoveWay& way, const dueline::MoveRequest& request);
    void undoMove(const dueline::MoveWay& way, const dueline::OperationRecord& move, const QByteArray& by);
    /// What runs is cancelled, and nothing more is heard of it.
    void leave() { m_task.leave(); }
    /// Ends after the step that runs; the signal of the end tells how far it came.
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
    /// Made on the thread, when `task` may be gone.
    static BackgroundTask::Word failing(BackgroundTransfer* task, const Error& error)
    {
        return [task, error] { emit task->failed(error); };
    }

    BackgroundTask m_task{*this};
};

} // namespace dueline
