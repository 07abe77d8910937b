// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/queue/backend.h"

#include <atomic>

namespace dueline {

/// One operator action on a few tasks as they were seen, all at once: recorded, done, and recorded as done, without
/// what OperationRun needs for many. What it does, tells, records and leaves to be undone is the same.
class ShortOperation
{
public:
    /// Whether a request can be carried out like this: at most QueueEditor::maxStep tasks as they were seen, as fast as
    /// it goes, without stages.
    static bool fits(const OperationRequest& request);
    /// Asserts that it fits.
    explicit ShortOperation(OperationRequest request);

    /// All of it. After an error it may be called again, which goes on where it stopped; after it is finished it does
    /// nothing. Errors: those of OperationRun::step().
    Result<OperationProgress> run(Backend& backend);
    /// Where it has not begun it does nothing. From any thread.
    void cancel() { m_cancelled = true; }

    const OperationProgress& progress() const { return m_progress; }
    /// What was not acted on.
    const SkippedTasks& skipped() const { return m_skipped; }
    /// As it was last written, or would be.
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
    ActionStep m_step; ///< what is done, and to which
    TimePoint m_startedAt{}; ///< the server's clock
    std::atomic<bool> m_cancelled = false;
    bool m_undoable = false;
    bool m_looked = false;
    bool m_began = false; ///< the record stands in the queue
    bool m_acted = false;
    bool m_uncertain = false; ///< whether the server acted on the last call is unknown
};

} // namespace dueline
