// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"

#include <atomic>

namespace dueline {

/// Operator action on a small number of tasks as they were seen, in one call: it is recorded, executed, and recorded as
/// done. Actions, results, records and undo data are those of OperationRun, without the machinery for many tasks.
class ShortOperation
{
public:
    /// Returns whether a request can run this way: at most QueueEditor::maxStep references, without pace and stages.
    static bool fits(const OperationRequest& request);
    /// Asserts that it fits.
    explicit ShortOperation(OperationRequest request);

    /// Runs everything. After an error, call it again to continue; when finished, it does nothing. Errors: those of
    /// OperationRun::step().
    Result<OperationProgress> run(Backend& backend);
    /// Cancels it, unless it has begun. Thread-safe.
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
    ActionStep m_step; ///< action and tasks
    TimePoint m_startedAt{}; ///< server's clock
    std::atomic<bool> m_cancelled = false;
    bool m_undoable = false;
    bool m_looked = false;
    bool m_began = false; ///< the queue contains the record
    bool m_acted = false;
    bool m_uncertain = false; ///< True if the server may or may not have carried out the last call.
};

} // namespace dueline
