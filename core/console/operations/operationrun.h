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

/// Function that receives the progress of a run, and returns false to cancel the run.
using ProgressObserver = std::function<bool(const OperationProgress&)>;

/// User action on any number of tasks, up to millions, in bounded steps. It has no thread: the owner of the backend
/// calls step() until the run is finished. The run first selects tasks, then acts on them. Because it stores the
/// selection, it acts on each task only once, even though the sets change during the run. Tasks added after the preview
/// are not affected, and tasks that have changed since are reported. If the layout supports lists (BulkEditor), a large
/// selection is stored as a list in the queue. Entire states are then listed on the server, each step updates the
/// record, and another program can resume the operation if this one is killed. Otherwise, the selection is kept in
/// memory (about 40 bytes per task), and the record is updated at the first step, once a second and at the end.
class OperationRun
{
public:
    explicit OperationRun(OperationRequest request);
    ~OperationRun();
    /// Resumes an operation whose program has ended: the next step() acts on its tasks. Errors: Refused (the operation
    /// has ended, was undone, or cannot be resumed), Busy (another client is running it).
    static Result<std::unique_ptr<OperationRun>> resume(const OperationRecord& record);

    /// Returns the id of the operation, `QUEUE/unique`, which is known from the start.
    const OperationId& id() const { return m_record.id; }
    const OperationRequest& request() const { return m_request; }

    /// Selects all tasks and returns the preview, without changing anything. A later step() continues with exactly
    /// these tasks. Errors: those of QueueInspector, NotFound (the queue), NotSupported, Usage, Cancelled (by the
    /// observer).
    Result<OperationPreview> preview(Backend& backend, const ProgressObserver& observer = {});
    /// Runs one step of the preview, which selects several hundred tasks or, after the selection, predicts skips.
    /// Returns true when the preview is complete. Errors: those of preview().
    Result<bool> selectStep(Backend& backend);
    /// Returns the selection so far.
    const OperationPreview& selection() const { return m_preview; }

    /// Sets the remaining parameters. Call this before the first step that acts. The kind of action and the tasks must
    /// not change.
    void decide(const Action& action, const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary = {},
        bool keepsUndo = true);
    /// Returns the selected tasks; empty if they are stored only in the queue. Valid after the selection is complete
    /// and before the first step that acts.
    const RefStore& selected() const { return m_refs; }
    /// Returns the due times of the selected waiting tasks, as RefStore::dues() does. Call this after the selection is
    /// complete. If the selection is a list, returns the due times of the tasks that are currently waiting. Errors:
    /// those of QueueInspector.
    Result<std::vector<TasksAt>> dues(QueueInspector& inspector, int groups) const;

    /// Runs one step: selects tasks until the selection is complete, then acts on up to 100 tasks per step. After an
    /// error, the run is unchanged, and the step can be repeated. Errors: those of preview() and of QueueEditor,
    /// Refused (no editor).
    Result<OperationProgress> step(Backend& backend);
    /// Runs all steps, sleeping as the pace requires. After an error, tries to update the record.
    Result<OperationProgress> finish(Backend& backend, const ProgressObserver& observer = {});
    /// Deletes the stored selection from the queue if it was not used.
    void drop(Backend& backend);

    /// Cancels the run: the next step writes the record and ends the run. Thread-safe.
    void cancel() { m_cancelled = true; }
    /// Sets the pace from the next step on; 0: unlimited. Thread-safe.
    void setPace(qint64 pace) { m_steering.setPace(pace); }
    /// Pauses or resumes the run. Keep calling step() while paused: it renews the claim. If the operation has a list,
    /// the pause is stored in the record, so another client can lift it. Thread-safe.
    void setPaused(bool paused) { m_steering.setPaused(paused); }
    bool finished() const { return m_progress.phase == OperationProgress::Phase::Finished; }
    const OperationProgress& progress() const { return m_progress; }
    /// Returns the selected tasks that were skipped, including those in the preview.
    const SkippedTasks& skipped() const { return m_skipped; }
    /// Returns the record as last written or about to be written.
    const OperationRecord& record() const { return m_record; }

private:
    /// Location of the selection: in memory, currently being listed in the queue, or completely listed.
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
    bool m_uncertain = false; ///< true if it is unknown whether the server executed the last step
    TimePoint m_startedAt{}; ///< server time at the first step that acted
    OperationSteering m_steering;
    QElapsedTimer m_recorded;
    int m_stepsSinceRecord = 0;
    Course m_course = Course::ByName;
    bool m_listRefused = false; ///< true if the queue had no room for a list
    OperationPlan m_plan;
    QByteArray m_holder;
    std::optional<CanaryWatch> m_canary;
    bool m_isLeft = true; ///< true if there are tasks left in the list
    std::map<SkipReason, qint64> m_skippedBefore; ///< tasks skipped by the preview, by reason
    qint64 m_actedOn = 0; ///< number of tasks done or skipped since acting began
};

} // namespace dueline
