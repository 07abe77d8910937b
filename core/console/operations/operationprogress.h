// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

#include <map>

namespace dueline {

/// Reason for skipping a selected task.
enum class SkipReason : quint8 {
    NotFound, ///< the queue has no task with this id
    MovedOn, ///< the task's state or lease has changed since the user saw it
    NeedsForce, ///< a worker holds the task, and only a forced action would revoke its lease
    AlreadyDue, ///< the task is already due and can't be made due earlier
    NotApplicable, ///< the action doesn't apply to the task's state
    // The values below have the same meaning as in ItemOutcome.
    InFlow,
    NextRun,
    Held,
    Stalled,
    InGroup,
    Untimed,
    IdTaken,
    Damaged,
    RateLimited,
    LongList,
    Running,
    InBatch,
    UniqueLock,
    Started,
    HasDependents,
    WaitsForOther,
    Reserved,
    LeaseOver,
    Poison,
    Retried,
    RetryWaits,
    MayRun,
    NoMessage,
    OtherGroups,
    DueSoon,
};

/// Returns the reason's name in JSON, such as `needs_force`.
const char* nameOf(SkipReason reason);

/// Returns words that can follow a task count, such as `held by a worker`.
QString describe(SkipReason reason);

/// Returns a sentence that says why the layout refuses the task; empty if the reason is the task's state or a
/// concurrent change.
QString sentenceOf(SkipReason reason);

/// Skipped task.
struct SkippedTask
{
    TaskId id;
    SkipReason reason = SkipReason::NotFound;
    std::optional<TaskState> state = {}; ///< for NotApplicable: the task's state, if known
    bool operator==(const SkippedTask&) const = default;
};

/// Skipped tasks: the exact number for each reason, and the ids of the first 1,000.
class SkippedTasks
{
public:
    static constexpr std::size_t namedAtMost = 1000;

    void add(const TaskId& id, SkipReason reason, std::optional<TaskState> state = {});
    /// Counts tasks whose ids are unknown.
    void add(SkipReason reason, qint64 count);
    /// Changes the id at an index in named().
    void rename(std::size_t index, const TaskId& id) { m_named[index].id = id; }
    /// Sets the number of tasks for a reason.
    void set(SkipReason reason, qint64 count);
    /// Adds a task's id without counting the task, because set() counts it.
    void name(const TaskId& id, SkipReason reason);
    qint64 total() const;
    const std::map<SkipReason, qint64>& counts() const { return m_counts; }
    const std::vector<SkippedTask>& named() const { return m_named; }
    /// Returns the numbers with their reasons, such as `3 not found, 2 held by a worker`; empty if no tasks were
    /// skipped.
    QString summary() const;
    bool operator==(const SkippedTasks&) const = default;

private:
    std::map<SkipReason, qint64> m_counts;
    std::vector<SkippedTask> m_named;
};

/// Skips predicted by the layout, based on the first selected tasks.
struct ForeseenSkips
{
    qint64 asked = 0; ///< number of tasks checked; 0 if the layout can't predict skips
    std::map<SkipReason, qint64> reasons;
    // Number of tasks that the action applies to although other tasks depend on them and would then never run.
    qint64 followed = 0;

    qint64 total() const;
    /// Returns the numbers with their reasons, such as `3 in a flow, 2 locked by a worker`; empty if no skips are
    /// predicted.
    QString summary() const;
};

/// Result of an operation preview.
struct OperationPreview
{
    qint64 total = 0; ///< number of tasks that the action applies to
    StateCounts counts; ///< number of tasks that the action applies to, by state
    std::optional<TimePoint> firstDue; ///< earliest due time of the pending tasks; `lastDue`: latest
    std::optional<TimePoint> lastDue;
    SkippedTasks skipped; ///< selected tasks that the action doesn't apply to
    ForeseenSkips foreseen; ///< skips predicted among the first of the `total` tasks
    /// Warnings about the action, one sentence each. The window translates them with LayoutWords.
    std::vector<QByteArray> cautions = {};
    bool undoable = false; ///< true if the operation can be undone
    qint64 undoBytes = 0; ///< estimated size of the undo data in Redis
    std::optional<qint64> freeBytes; ///< memory left in Redis; nullopt if unlimited or unknown
    qint64 listBytes = 0; ///< size in Redis of the task list, which is deleted when the operation ends
    Millis undoFor{}; ///< undo period
    Millis heldFor{}; ///< period during which the undo data uses memory; longer than undoFor for tasks in the trash

    /// Returns whether the undo data would take more than a quarter of the remaining memory. If so, the operation is
    /// refused unless it stores no undo data.
    bool isUndoTooLarge() const { return undoable && freeBytes && undoBytes > *freeBytes / 4; }
};

/// Returns how long the operation takes at `pace` tasks per second if that is longer than the undo period, which starts
/// along with the operation; otherwise nullopt.
std::optional<Millis> outlastsUndo(qint64 tasks, qint64 pace, Millis undoFor);

/// Interval at which a running operation updates its record, in ms.
inline constexpr qint64 recordEveryMs = 1'000;

/// Progress of a running operation.
struct OperationProgress
{
    enum class Phase : quint8 {
        Selecting, ///< selecting tasks; nothing has been changed yet
        Acting,
        Finished, ///< completed, cancelled, or stopped
    };

    Phase phase = Phase::Selecting;
    qint64 examined = 0; ///< number of tasks the selection has examined
    qint64 total = 0; ///< number of selected tasks, including tasks that will be skipped; final once Acting begins
    qint64 done = 0;
    qint64 skipped = 0;
    bool cancelled = false;
    /// True if a user has paused the operation. Keep calling step(), which detects when it is resumed.
    bool paused = false;
    QString stage; ///< for a staged operation: the current stage, or why the operation stopped
    bool stopped = false; ///< true if the operation stopped because too many of a stage's tasks failed
    Millis wait{}; ///< time to wait before the next step()
};

} // namespace dueline
