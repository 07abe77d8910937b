// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operationprogress.h"
#include "core/console/operationrequest.h"
#include "core/console/refstore.h"
#include "core/queue/backend.h"

#include <QElapsedTimer>

#include <atomic>
#include <functional>
#include <memory>

namespace dueline {

class TaskSelector;

/// Is told how far a run has come; false cancels it.
using ProgressObserver = std::function<bool(const OperationProgress&)>;

/// One operator action on one to millions of tasks, as a machine of bounded steps. It has no thread of its own: whoever
/// owns the backend calls step() until it is finished.
///
/// It first selects, then acts on what it selected. The selection is kept (about 40 bytes a task), so that the
/// operation acts once on each, although its own moves, running workers and new tasks change the sets it walked: what
/// arrives after the preview is not touched, what moved on in the meantime is reported. While it acts, its record in
/// the queue is renewed at the first step, once a second and at the end, so that a program that was killed leaves a
/// record that is true.
class OperationRun
{
public:
    explicit OperationRun(OperationRequest request);
    ~OperationRun();

    /// Known from the start; `QUEUE/unique`.
    const OperationId& id() const { return m_record.id; }
    const OperationRequest& request() const { return m_request; }

    /// Selects to the end and tells what would be done; changes nothing. A step() after it goes on with just these
    /// tasks. Errors: those of QueueInspector, NotFound (the queue), NotSupported, Usage, Cancelled (the observer said
    /// so).
    Result<OperationPreview> preview(Backend& backend, const ProgressObserver& observer = {});
    /// One step of selecting (some hundred tasks looked at). True: the selection is complete. Errors: as preview().
    Result<bool> selectStep(Backend& backend);
    /// What is selected so far.
    const OperationPreview& selection() const { return m_preview; }

    /// One step of the whole: selects while that is not finished, then acts on at most 100 tasks. An error leaves the
    /// run as it was; the same step may be called again. Errors: those of preview() and of QueueEditor, Refused (no
    /// editor).
    Result<OperationProgress> step(Backend& backend);
    /// step() to the end, sleeping where the pace asks for it. After an error the record tells how far it came, if it
    /// can.
    Result<OperationProgress> finish(Backend& backend, const ProgressObserver& observer = {});

    /// The next step writes the record and finishes. From any thread.
    void cancel() { m_cancelled = true; }
    bool finished() const { return m_progress.phase == OperationProgress::Phase::Finished; }
    const OperationProgress& progress() const { return m_progress; }
    /// What was selected and then not acted on, that the preview already named included.
    const SkippedTasks& skipped() const { return m_skipped; }
    /// As it was last written, or would be.
    const OperationRecord& record() const { return m_record; }

private:
    Result<> begin(Backend& backend);
    Result<> act(Backend& backend, QueueEditor& editor);
    Result<> settleUncertain(Backend& backend, const std::vector<TaskRef>& refs, std::vector<ItemOutcome>& outcomes);
    void count(const std::vector<TaskRef>& refs, const std::vector<ItemOutcome>& outcomes);
    Result<OperationProgress> end(QueueEditor* editor);
    Result<> writeRecord(QueueEditor& editor, bool finished);
    TimePoint newDue(const TaskRef& ref, qint64 index) const;
    Millis paceWait() const;

    OperationRequest m_request;
    OperationRecord m_record;
    OperationPreview m_preview;
    OperationProgress m_progress;
    SkippedTasks m_skipped;
    RefStore m_refs;
    std::unique_ptr<TaskSelector> m_selector;
    std::atomic<bool> m_cancelled = false;
    bool m_selected = false;
    bool m_began = false;
    bool m_uncertain = false; ///< whether the server acted on the last step is unknown
    TimePoint m_startedAt{}; ///< the server's clock at the first acting step
    QElapsedTimer m_acting;
    QElapsedTimer m_recorded;
    int m_stepsSinceRecord = 0;
};

} // namespace dueline
