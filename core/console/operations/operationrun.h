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

/// Progress callback. Returns false to cancel the operation.
using ProgressObserver = std::function<bool(const OperationProgress&)>;

/// Action on any number of tasks, up to millions, in bounded steps. It has no thread: the backend's owner calls step()
/// until the run is finished. The run first selects tasks, then acts on them. It stores the selection, so that it acts
/// on each task only once even though the queue's sets change. Tasks added after the preview aren't affected; tasks
/// that have changed since then are skipped and reported. If the layout supports lists (BulkEditor), a large selection
/// is stored as a list in the queue. In that case, the server lists entire states itself, each step updates the record,
/// and another program can resume the operation if this one is killed. Otherwise, the selection is kept in memory
/// (about 40 bytes per task), and the record is updated at the first step, once a second, and at the end.
class OperationRun
{
public:
    explicit OperationRun(OperationRequest request);
    ~OperationRun();
    /// Resumes an operation whose process exited before it was done. The next step() acts on the remaining tasks.
    /// Errors: Refused (the operation has ended, was undone, or can't be resumed), Busy (another client is running it).
    static Result<std::unique_ptr<OperationRun>> resume(const OperationRecord& record);

    /// Returns the operation's id, `QUEUE/unique`, which does not change.
    const OperationId& id() const { return m_record.id; }
    const OperationRequest& request() const { return m_request; }

    /// Selects all tasks and returns the preview without changing anything. Later steps act on exactly these tasks.
    /// Errors: NotFound (the queue), NotSupported, Usage, Cancelled (by the observer); otherwise same as
    /// QueueInspector.
    Result<OperationPreview> preview(Backend& backend, const ProgressObserver& observer = {});
    /// Runs one step of the preview: selects several hundred tasks or, once all are selected, predicts skips. Returns
    /// true once the preview is complete. Errors: same as preview().
    Result<bool> selectStep(Backend& backend);
    /// Returns the preview of the tasks selected so far.
    const OperationPreview& selection() const { return m_preview; }

    /// Sets what the user decided after the preview. Call this before the first step that acts. The action must be of
    /// the same kind as the previewed one.
    void decide(const Action& action, const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary = {},
        bool keepsUndo = true);
    /// Returns the selected tasks; empty if they are stored only in the queue. Call this after the selection and before
    /// the first step that acts.
    const RefStore& selected() const { return m_refs; }
    /// Returns the selected pending tasks' due times, grouped like RefStore::dues(). Call this after the selection. If
    /// the selection is a list, returns the due times of the tasks waiting now. Errors: same as QueueInspector.
    Result<std::vector<TasksAt>> dues(QueueInspector& inspector, int groups) const;

    /// Runs one step: selects tasks or, once all are selected, acts on up to 100 tasks. Can be called again after an
    /// error. Errors: same as preview() and QueueEditor; Refused (no editor).
    Result<OperationProgress> step(Backend& backend);
    /// Runs all remaining steps, waiting between them as the pace requires. After an error, tries to update the record.
    Result<OperationProgress> finish(Backend& backend, const ProgressObserver& observer = {});
    /// Deletes the list of selected tasks from the queue. Call this if the operation won't run.
    void drop(Backend& backend);

    /// Cancels the run: the next step writes the record and ends it. Thread-safe.
    void cancel() { m_cancelled = true; }
    /// Sets the pace for the following steps; 0: unlimited. Thread-safe.
    void setPace(qint64 pace) { m_steering.setPace(pace); }
    /// Pauses or resumes the run. Keep calling step() while paused: it renews the claim. If the operation has a list,
    /// the pause is stored in the record, so that another client can end it. Thread-safe.
    void setPaused(bool paused) { m_steering.setPaused(paused); }
    bool finished() const { return m_progress.phase == OperationProgress::Phase::Finished; }
    const OperationProgress& progress() const { return m_progress; }
    /// Returns the selected tasks skipped by either the preview or the operation.
    const SkippedTasks& skipped() const { return m_skipped; }
    /// Returns the record, which may not have been written yet.
    const OperationRecord& record() const { return m_record; }

private:
    /// Location of the selection. ByName: in memory; Listing: being written to a list in the queue; Listed: in that
    /// list.
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
    std::optional<qint64> m_crashes; ///< see TaskSelector::crashes()
    std::atomic<bool> m_cancelled = false;
    bool m_selected = false;
    bool m_began = false;
    bool m_uncertain = false; ///< true if the last step's reply was lost; the server may have executed the step
    TimePoint m_startedAt{}; ///< server time of the first step that acted
    OperationSteering m_steering;
    QElapsedTimer m_recorded;
    int m_stepsSinceRecord = 0;
    Course m_course = Course::ByName;
    bool m_listRefused = false; ///< true if the server had no memory for a list
    OperationPlan m_plan;
    QByteArray m_holder;
    std::optional<CanaryWatch> m_canary;
    bool m_isLeft = true; ///< true if the list contains more tasks
    std::map<SkipReason, qint64> m_skippedBefore; ///< tasks skipped by the preview, by reason
    qint64 m_actedOn = 0; ///< number of tasks the operation has changed or skipped
};

} // namespace dueline
