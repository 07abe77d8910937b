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

class LookAhead;
class TaskSelector;

/// Is told how far a run has come; false cancels it.
using ProgressObserver = std::function<bool(const OperationProgress&)>;

/// One operator action on one to millions of tasks, as a machine of bounded steps. It has no thread of its own: whoever
/// owns the backend calls step() until it is finished.
///
/// It first selects, then acts on what it selected. The selection is kept, so that the operation acts once on each,
/// although its own moves, running workers and new tasks change the sets it walked: what arrives after the preview is
/// not touched, what moved on in the meantime is reported. Of many tasks the selection is a list in the queue, where
/// the layout has one (BulkEditor): whole states get there without passing through here, each step counts itself in the
/// record, and another program can go on after this one was killed. Else it is kept here (about 40 bytes a task), and
/// the record is renewed at the first step, once a second and at the end.
class OperationRun
{
public:
    explicit OperationRun(OperationRequest request);
    ~OperationRun();
    /// Goes on with an operation whose program is gone: the next step() acts. Errors: Refused (it has ended, was
    /// undone, or cannot be gone on with), Busy (somebody carries it out).
    static Result<std::unique_ptr<OperationRun>> resume(const OperationRecord& record);

    /// Known from the start; `QUEUE/unique`.
    const OperationId& id() const { return m_record.id; }
    const OperationRequest& request() const { return m_request; }

    /// Selects to the end and tells what would be done; changes nothing. A step() after it goes on with just these
    /// tasks. Errors: those of QueueInspector, NotFound (the queue), NotSupported, Usage, Cancelled (the observer said
    /// so).
    Result<OperationPreview> preview(Backend& backend, const ProgressObserver& observer = {});
    /// One step of selecting (some hundred tasks looked at), and then of asking the layout what it would leave alone.
    /// True: both are complete. Errors: as preview().
    Result<bool> selectStep(Backend& backend);
    /// What is selected so far.
    const OperationPreview& selection() const { return m_preview; }

    /// Before the first acting step: what was still open while it was looked at. The kind and the tasks stay.
    void decide(const Action& action, const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary = {},
        bool keepsUndo = true);
    /// Those that are selected, between its completion and the first acting step; none where the queue alone knows
    /// them.
    const RefStore& selected() const { return m_refs; }
    /// When the waiting tasks that are selected are due, as RefStore::dues(). Once the selection is complete; where it
    /// stands on a list, this is how many wait now. Errors: those of QueueInspector.
    Result<std::vector<TasksAt>> dues(QueueInspector& inspector, int groups) const;

    /// One step of the whole: selects while that is not finished, then acts on at most 100 tasks. An error leaves the
    /// run as it was; the same step may be called again. Errors: those of preview() and of QueueEditor, Refused (no
    /// editor).
    Result<OperationProgress> step(Backend& backend);
    /// step() to the end, sleeping where the pace asks for it. After an error the record tells how far it came, if it
    /// can.
    Result<OperationProgress> finish(Backend& backend, const ProgressObserver& observer = {});
    /// Forgets a selection that nothing came of, where the queue keeps it.
    void drop(Backend& backend);

    /// The next step writes the record and finishes. From any thread.
    void cancel() { m_cancelled = true; }
    /// From the next step on; 0: as fast as it goes. From any thread.
    void setPace(qint64 pace) { m_steering.setPace(pace); }
    /// The same. What rests is stepped on with, and stays ours: of a list its record says so, and whoever writes there
    /// lets it go on.
    void setPaused(bool paused) { m_steering.setPaused(paused); }
    bool finished() const { return m_progress.phase == OperationProgress::Phase::Finished; }
    const OperationProgress& progress() const { return m_progress; }
    /// What was selected and then not acted on, that the preview already named included.
    const SkippedTasks& skipped() const { return m_skipped; }
    /// As it was last written, or would be.
    const OperationRecord& record() const { return m_record; }

private:
    /// Where the selection is kept.
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
    std::unique_ptr<LookAhead> m_lookAhead;
    std::atomic<bool> m_cancelled = false;
    bool m_selected = false;
    bool m_began = false;
    bool m_uncertain = false; ///< whether the server acted on the last step is unknown
    TimePoint m_startedAt{}; ///< the server's clock at the first acting step
    OperationSteering m_steering;
    QElapsedTimer m_recorded;
    int m_stepsSinceRecord = 0;
    Course m_course = Course::ByName;
    bool m_listRefused = false; ///< there was no room for one
    OperationPlan m_plan;
    QByteArray m_holder;
    std::optional<CanaryWatch> m_canary;
    bool m_isLeft = true; ///< on the list
    std::map<SkipReason, qint64> m_skippedBefore; ///< by the preview
    qint64 m_actedOn = 0; ///< done and skipped since acting began
};

} // namespace dueline
