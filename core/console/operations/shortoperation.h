// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"

#include <atomic>

namespace dueline {

/// Action on few tasks, in a single call to run(). Its results, record, and undo data are the same as OperationRun's,
/// which is only needed for many tasks, a pace, or stages.
class ShortOperation
{
public:
    /// Returns whether a request can run as a short operation: it has at most QueueEditor::maxStep references, no pace,
    /// and no stages.
    static bool fits(const OperationRequest& request);
    /// Creates the operation. fits(request) must be true.
    explicit ShortOperation(OperationRequest request);

    /// Runs the operation. Call it again to continue after an error. Does nothing once the operation has finished.
    /// Errors: same as OperationRun::step().
    Result<OperationProgress> run(Backend& backend);
    /// Cancels the operation if it hasn't begun. Thread-safe.
    void cancel() { m_cancelled = true; }

    const OperationProgress& progress() const { return m_progress; }
    /// Returns the skipped tasks.
    const SkippedTasks& skipped() const { return m_skipped; }
    /// Returns the record, which may not have been written yet.
    const OperationRecord& record() const { return m_record; }

private:
    Result<> begin(Backend& backend);
    Result<> act(Backend& backend);
    Result<> writeRecord(QueueEditor& editor, bool finished);
    OperationProgress finish();

    OperationRequest m_request;
    OperationRecord m_record;
    OperationProgress m_progress;
    SkippedTasks m_skipped;
    ActionStep m_step;
    TimePoint m_startedAt{}; ///< server time when the operation began
    std::atomic<bool> m_cancelled = false;
    bool m_undoable = false;
    bool m_looked = false;
    bool m_began = false; ///< true once the record has been written
    bool m_acted = false;
    bool m_uncertain = false; ///< true if the last call's reply was lost; the server may have executed the call
};

} // namespace dueline
