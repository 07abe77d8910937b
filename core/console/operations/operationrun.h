// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/canarywatch.h"
#include "core/console/operations/operationplan.h"
#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationsteering.h"
#include "core/console/operations/refstore.h"
#include "core/queue/backend.h"
#include "core/queue/bulkeditor.h"

#include <QElapsedTimer>

#include <atomic>
#include <functional>
#include <memory>

namespace dueline {

class SelectionPreview;
class TaskSelector;

/// Receives the progress of a run; returns false to cancel it.
using ProgressObserver = std::function<bool(const OperationProgress&)>;

/// Operator action on up to millions of tasks, in bounded steps. It has no thread: the owner of the backend calls
/// step() until the run is finished.
///
/// The run first selects tasks, then acts on them. It keeps the selection so that it acts on each task once, although
/// the sets change while it runs. Tasks that arrive after the preview are not affected, and tasks that have changed
/// meanwhile are reported.
///
/// If the layout supports lists (BulkEditor), a large selection is stored as a list in the queue. The server then lists
/// whole states, each step updates the record, and another program can resume the operation if this one is killed.
/// Otherwise the selection is kept here (about 40 bytes per task), and the record is updated at the first step, once a
/// second and at the end.
class OperationRun
{
public:
    explicit OperationRun(OperationRequest request);
    ~OperationRun();
    /// Resumes an operation whose program has ended: the next step() acts. Errors: Refused (it has ended, was undone,
    /// or cannot be resumed), Busy (another client carries it out).
    static Result<std::unique_ptr<OperationRun>> resume(const OperationRecord& record);

    /// Returns the id, `QUEUE/unique`, which is known from the start.
    const OperationId& id() const { return m_record.id; }
    const OperationRequest& request() const { return m_request; }

    /// Selects all tasks and returns the preview; changes nothing. A following step() continues with exactly these
    /// tasks. Errors: those of QueueInspector, NotFound (the queue), NotSupported, Usage, Cancelled (by the observer).
    Result<OperationPreview> preview(Backend& backend, const ProgressObserver& observer = {});
    /// Runs one step of selecting, of several hundred tasks, and then of predicting skips. Returns true when both are
    /// complete. Errors: as preview().
    Result<bool> selectStep(Backend& backend);
    /// Returns the selection so far.
    const OperationPreview& selection() const { return m_preview; }

    /// Sets the remaining parameters before the first acting step. The kind of action and the tasks stay.
    void decide(const Action& action, const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary = {},
        bool keepsUndo = true);
    /// Returns the selected tasks, between the end of the selection and the first acting step; empty if they are
    /// stored in the queue only.
    const RefStore& selected() const { return m_refs; }
    /// Returns the due times of the selected waiting tasks, as RefStore::dues(). Call it after the selection is
    /// complete; for a list it returns the tasks that wait now. Errors: those of QueueInspector.
    Result<std::vector<TasksAt>> dues(QueueInspector& inspector, int groups) const;

    /// Runs one step: selects until that is complete, then acts on at most 100 tasks. An error leaves the run
    /// unchanged, and the step may be repeated. Errors: those of preview() and of QueueEditor, Refused (no editor).
    Result<OperationProgress> step(Backend& backend);
    /// Runs all steps, sleeping as the pace requires. After an error it updates the record if possible.
    Result<OperationProgress> finish(Backend& backend, const ProgressObserver& observer = {});
    /// Deletes an unused selection from the queue.
    void drop(Backend& backend);

    /// Requests the next step to write the record and finish. Thread-safe.
    void cancel() { m_cancelled = true; }
    /// Sets the pace from the next step on; 0: unlimited. Thread-safe.
    void setPace(qint64 pace) { m_steering.setPace(pace); }
    /// Pauses or resumes. Keep calling step() while paused: it renews our claim. The pause of an operation with a list
    /// is stored in the record, so another client can lift it. Thread-safe.
    void setPaused(bool paused) { m_steering.setPaused(paused); }
    bool finished() const { return m_progress.phase == OperationProgress::Phase::Finished; }
    const OperationProgress& progress() const { return m_progress; }
    /// Returns the selected tasks that were skipped, including those in the preview.
    const SkippedTasks& skipped() const { return m_skipped; }
    /// Returns the record as last written or about to be written.
    const OperationRecord& record() const { return m_record; }

private:
    /// Location of the selection.
    enum class Course : quint8 { ByName, Listing, Listed };

    Result<bool> select(Backend& backend);
    Result<> begin(Backend& backend);
    bool wantsList(Backend& backend) const;
    Result<> listStep(Backend& backend, QueueEditor& editor);
    Result<OperationProgress> listedStep(Backend& backend, QueueEditor& editor);
    Result<> lookAtCanary(Backend& backend, QueueEditor& editor, const BulkStep& holding);
    void note(const BulkState& state);
    void heed(const QByteArray& asked);
    Result<> act(Backend& backend, QueueEditor& editor);
    void count(const std::vector<TaskRef>& refs, const std::vector<ItemOutcome>& outcomes);
    Result<OperationProgress> end(QueueEditor* editor);
    Result<> writeRecord(QueueEditor& editor, bool finished);

    OperationRequest m_request;
    OperationRecord m_record;
    OperationPreview m_preview;
    OperationProgress m_progress;
    SkippedTasks m_skipped;
    RefStore m_refs;
    std::unique_ptr<TaskSelector> m_selector;
    std::unique_ptr<SelectionPreview> m_lookAhead;
    std::atomic<bool> m_cancelled = false;
    bool m_selected = false;
    bool m_began = false;
    bool m_uncertain = false; ///< True if the server may or may not have carried out the last step.
    TimePoint m_startedAt{}; ///< server's clock at the first acting step
    OperationSteering m_steering;
    QElapsedTimer m_recorded;
    int m_stepsSinceRecord = 0;
    Course m_course = Course::ByName;
    bool m_listRefused = false; ///< the queue had no room for a list
    OperationPlan m_plan;
    QByteArray m_holder;
    std::optional<CanaryWatch> m_canary;
    bool m_isLeft = true; ///< the list has tasks left
    std::map<SkipReason, qint64> m_skippedBefore; ///< skipped by the preview
    qint64 m_actedOn = 0; ///< done and skipped since acting began
};

} // namespace dueline
