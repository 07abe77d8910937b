// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"

#include <atomic>

namespace dueline {

/// User action on a small number of tasks, with a single call that records it, executes it and records it as done.
/// Actions, results, records and undo data are the same as for OperationRun, without the machinery for many tasks.
class ShortOperation
{
public:
    /// Returns whether a request qualifies as a short operation: at most QueueEditor::maxStep references, no pace and
    /// no stages.
    static bool fits(const OperationRequest& request);
    /// Creates the operation. Asserts that fits() is true.
    explicit ShortOperation(OperationRequest request);

    /// Runs the entire operation. After an error, call this again to continue. Does nothing once the operation has
    /// finished. Errors: those of OperationRun::step().
    Result<OperationProgress> run(Backend& backend);
    /// Cancels the operation unless it has started. Thread-safe.
    void cancel() { m_cancelled = true; }

    const OperationProgress& progress() const { return m_progress; }
    /// Returns the skipped tasks.
    const SkippedTasks& skipped() const { return m_skipped; }
    /// Returns the record as last written or about to be written.
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
    ActionStep m_step; ///< action to apply, and its tasks
    TimePoint m_startedAt{}; ///< start time on the server's clock
    std::atomic<bool> m_cancelled = false;
    bool m_undoable = false;
    bool m_looked = false;
    bool m_began = false; ///< true if the record has been written to the queue
    bool m_acted = false;
    bool m_uncertain = false; ///< true if it is unknown whether the server executed the last call
};

} // namespace dueline
