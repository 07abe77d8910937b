// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

#include <map>

namespace dueline {

/// Reason why a selected task was skipped or will be skipped.
enum class SkipReason : quint8 {
    NotFound, ///< the queue has no task with this id
    MovedOn, ///< the task's state or lease has changed since it was displayed
    NeedsForce, ///< a worker holds the task; only a forced action revokes the lease
    AlreadyDue, ///< the task is already due, so it cannot be made due earlier
    NotApplicable, ///< the action does not apply to the task's state
    // The following values have the same meaning as in ItemOutcome.
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
};

/// Describes the reason in words that can follow a count: `3 held by a worker`.
QString describe(SkipReason reason);

/// Returns a sentence that explains why the layout refuses the task; empty if the reason is the task's state or a
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

/// Skipped tasks, with exact counts by reason and the ids of the first 1,000 tasks.
class SkippedTasks
{
public:
    static constexpr std::size_t namedAtMost = 1000;

    void add(const TaskId& id, SkipReason reason, std::optional<TaskState> state = {});
    /// Counts skipped tasks without recording their ids.
    void add(SkipReason reason, qint64 count);
    /// Replaces the id of the task at an index of named().
    void rename(std::size_t index, const TaskId& id) { m_named[index].id = id; }
    /// Replaces a count with a more accurate one.
    void set(SkipReason reason, qint64 count);
    /// Records the id of a task that is counted separately.
    void name(const TaskId& id, SkipReason reason);
    qint64 total() const;
    const std::map<SkipReason, qint64>& counts() const { return m_counts; }
    const std::vector<SkippedTask>& named() const { return m_named; }
    /// Returns a summary such as `3 not found, 2 held by a worker`; empty if no tasks were skipped.
    QString summary() const;
    bool operator==(const SkippedTasks&) const = default;

private:
    std::map<SkipReason, qint64> m_counts;
    std::vector<SkippedTask> m_named;
};

/// Predicted skips among the first selected tasks, as reported by the layout.
struct ForeseenSkips
{
    qint64 asked = 0; ///< number of examined tasks; 0 if the layout cannot predict skips
    std::map<SkipReason, qint64> reasons;
    // number of tasks to which the action applies although other tasks depend on them; the dependent tasks would never
    // run
    qint64 followed = 0;

    qint64 total() const;
    /// Returns a summary such as `3 in a flow, 2 locked by a worker`; empty if no skips are predicted.
    QString summary() const;
};

/// Preview of an operation.
struct OperationPreview
{
    qint64 total = 0; ///< number of tasks to which the action applies
    StateCounts counts; ///< number of tasks per state
    std::optional<TimePoint> firstDue; ///< earliest and latest due times of the pending tasks
    std::optional<TimePoint> lastDue;
    SkippedTasks skipped; ///< selected tasks that will be skipped
    ForeseenSkips foreseen; ///< prediction for the first of the `total` tasks
    /// Warnings about the action. Each is a sentence that the window translates with LayoutWords.
    std::vector<QByteArray> cautions = {};
    bool undoable = false; ///< true if the layout can undo the action
    qint64 undoBytes = 0; ///< estimated memory in Redis for undo
    std::optional<qint64> freeBytes; ///< free memory of Redis, if it is limited and the layout reports it
    qint64 listBytes = 0; ///< memory that the task list uses until the operation ends
    Millis undoFor{}; ///< time for which the operation can be undone
    Millis heldFor{}; ///< time for which undo data uses memory; longer than undoFor if tasks are in the trash

    /// Returns whether undo would need more than a quarter of the free memory. In that case, the operation is refused
    /// unless it stores no undo data.
    bool isUndoTooLarge() const { return undoable && freeBytes && undoBytes > *freeBytes / 4; }
};

/// Returns the duration of the operation at `pace` tasks per second if it exceeds the undo time, which starts when the
/// operation does; otherwise, nullopt.
std::optional<Millis> outlastsUndo(qint64 tasks, qint64 pace, Millis undoFor);

/// Interval between updates of the record of a running operation, in ms.
inline constexpr qint64 recordEveryMs = 1'000;

/// Progress of an operation.
struct OperationProgress
{
    enum class Phase : quint8 {
        Selecting, ///< scanning the queue; nothing has been changed yet
        Acting,
        Finished, ///< completed or cancelled
    };

    Phase phase = Phase::Selecting;
    qint64 examined = 0; ///< number of tasks examined while selecting
    qint64 total = 0; ///< number of tasks selected so far, including tasks to skip; final when acting begins
    qint64 done = 0;
    qint64 skipped = 0;
    bool cancelled = false;
    /// True if a request in the queue has paused the operation. Keep calling step() until the request is withdrawn.
    bool paused = false;
    QString stage; ///< current stage of an operation with stages, or the reason why it stopped
    bool stopped = false; ///< true if the operation stopped because too many tasks of a stage failed
    Millis wait{}; ///< wait that the pace requires before the next step()
};

} // namespace dueline
